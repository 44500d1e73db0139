"""Convert results to JSON: everything about a tournament, or the outcome of a match."""

from typing import Any

from outflank.matches.results import Results, Standing
from outflank.matches.store import TournamentGame


def to_json(results: Results) -> dict[str, Any]:
    """Convert all results of a tournament to a JSON object."""
    plan, order, strengths = results.plan, results.order, results.strengths
    places = range(len(order))
    return {
        "title": plan.title,
        "game": plan.game,
        "size": plan.size,
        "seed": plan.seed,
        "time": plan.terms()["time"] or None,
        "openings": plan.terms()["openings"],
        "schedule": plan.schedule.kind,
        "games": results.games,
        "total": results.total,
        "over": results.is_over,
        "table": [_place(results, place) for place in places],
        "late": results.late,
        "refused": [{"name": name, "reason": reason} for name, reason in results.refused.items()],
        "cross_table": [[_against(results, a, b) for b in order] for a in order],
        "superiority": [[None if i == j else round(strengths.superiority(i, j), 4) for j in places] for i in places],
        "rounds": [
            {
                "meetings": [
                    [{"name": results.name(n), "points": points} for n, points in each] for each in one.meetings
                ],
                "byes": [results.name(number) for number in one.byes],
            }
            for one in results.rounds
        ],
        "sprt": _test(results),
        "forfeits": [
            {"game": game.number, **_forfeit(results, game), "moves": len(game.moves)} for game in results.forfeits
        ],
        "openings_played": [
            {
                "opening": plan.kind.transcript(moves),
                "games": opening.games,
                "points_of_first": opening.points,
                "drawn": opening.drawn,
                "mean_score_of_first": round(opening.scores / opening.games, 2),
            }
            for moves, opening in results.openings.items()
        ],
        "remarkable": [
            {"why": each.why, "by": round(each.by, 1), "game": each.game.number} for each in results.remarkable
        ],
    }


def _place(results: Results, place: int) -> dict[str, Any]:
    number, is_last = results.order[place], place + 1 == len(results.order)
    standing, (elo, error) = results.standings[number], results.strengths.figure(place)
    return {
        "place": place + 1,
        "name": results.name(number),
        "player": results.names[number][1],
        "elo": None if elo is None else round(elo, 1) or 0.0,
        "elo_error_95": None if error is None else round(error, 1),
        "superiority_over_next": None if is_last else round(results.strengths.superiority(place, place + 1), 4),
        "games": standing.games,
        "won": standing.won,
        "drawn": standing.tied,
        "lost": standing.lost,
        "points": results.points(number),
        "mean_score": round(standing.mean_score, 2) if standing.games else None,
        "forfeits": dict(standing.forfeits),
        "seconds": round(standing.seconds, 3),
        "seconds_a_move": round(standing.seconds / standing.moves, 4) if standing.moves else None,
        "longest_move": round(standing.longest, 3),
    }


def _against(results: Results, a: int, b: int) -> dict[str, Any] | None:
    score = results.score(a, b)
    if not score.games:
        return None
    return {
        "games": score.games,
        "won": score.wins,
        "drawn": score.draws,
        "lost": score.losses,
        "mean_difference": round(score.mean_disc_difference, 2),
    }


def _test(results: Results) -> dict[str, Any] | None:
    trial = results.trial
    if trial is None:
        return None
    lower, upper = trial.sprt.bounds
    return {
        "players": [results.name(trial.one), results.name(trial.other)],
        "elo0": trial.sprt.elo0,
        "elo1": trial.sprt.elo1,
        "alpha": trial.sprt.alpha,
        "beta": trial.sprt.beta,
        "bounds": [round(lower, 4), round(upper, 4)],
        "pairs": len(trial.llrs),
        "outcomes": trial.outcomes,
        "llr": round(trial.llr, 4),
        "accepted": {None: None, True: "elo1", False: "elo0"}[trial.verdict],
    }


def _forfeit(results: Results, game: TournamentGame) -> dict[str, Any]:
    player, opponents = results.at_fault(game)
    return {"player": player, "opponents": opponents, "fault": game.fault, "reason": game.reason}


def game_json(results: Results, game: TournamentGame) -> dict[str, Any]:
    """Convert a game and all its stored details to a JSON object."""
    return {
        "game": game.number,
        "round": game.fixture.round + 1,
        "players": [results.name(number) for number in game.seats],
        "start": game.start,
        "opening": results.plan.kind.transcript(game.opening),
        "moves": list(game.moves),
        "seconds": list(game.seconds),
        "clocks": list(game.clocks(results.plan.control)),
        "points": list(game.placement_points),
        "scores": list(game.scores),
        "forfeited": None if game.forfeited is None else results.name(game.seats[game.forfeited]),
        "fault": game.fault,
        "reason": game.reason,
        "took": round(game.took, 3),
        "ended": round(game.ended, 3),
        "machine": game.machine,
    }


# --- matches ----------------------------------------------------------------------------------------------------------


def match_json(results: Results) -> dict[str, Any]:
    """Convert the outcome of a match to a JSON object.

    Results between two players are from the first one's point of view. With more players, the object contains a table.

    For two players, ``wins`` and ``forfeits`` contain one number for each of them. ``forfeited_games`` lists each
    forfeited game with the player, the opponents, the reason and the moves.
    """
    names, is_of_two = [results.name(number) for number in results.names], results.plan.n_seats == 2
    forfeits = []
    for game in results.forfeits:
        forfeit = _forfeit(results, game) | {"moves": list(game.moves)}
        if is_of_two:
            player, (opponent,) = forfeit.pop("player"), forfeit.pop("opponents")
            forfeit = {"player": player, "opponent": opponent, **forfeit}
        forfeits.append(forfeit)
    more = {"forfeited_games": forfeits}
    if not is_of_two:
        rows = [_row_of_three(results, number) for number in results.order if results.standings[number].games]
        return {"players": names, "games": results.games, "table": rows, **more}
    if len(names) == 2:
        return _match(results, 0, 1) | more
    order = results.order
    return {
        "players": names,
        "games": results.games,
        "table": [_row(results, place) for place in range(len(order))],
        "matches": [_match(results, a, b) for i, a in enumerate(order) for b in order[i + 1 :]],
        **more,
    }


def _match(results: Results, a: int, b: int) -> dict[str, Any]:
    score = results.score(a, b)
    elo, error = score.figure
    return {
        "players": [results.name(a), results.name(b)],
        "games": score.games,
        "wins": [score.wins, score.losses],
        "draws": score.draws,
        "mean_disc_difference": round(score.mean_disc_difference, 2),
        "elo": None if elo is None else round(elo, 1),
        "elo_error_95": None if error is None else round(error, 1),
        "forfeits": [results.standings[number].forfeits.total() for number in (a, b)],
    }


def _row(results: Results, place: int) -> dict[str, Any]:
    number = results.order[place]
    standing: Standing = results.standings[number]
    return {
        "player": results.name(number),
        "elo": round(results.strengths.elo[place], 1),
        "games": standing.games,
        "wins": standing.won,
        "draws": standing.tied,
        "losses": standing.lost,
        "mean_disc_difference": round(standing.mean_score, 2),
        "forfeits": standing.forfeits.total(),
    }


def _row_of_three(results: Results, number: int) -> dict[str, Any]:
    standing, error = results.standings[number], results.standings[number].win_error_95
    return {
        "player": results.name(number),
        "games": standing.games,
        "points": standing.points,
        "wins": standing.won,
        "ties": standing.tied,
        "places": list(standing.places),
        "mean_score": round(standing.mean_score, 2),
        "win_share": round(standing.won / standing.games, 4),
        "win_share_error_95": None if error is None else round(error, 4),
        "forfeits": standing.forfeits.total(),
    }
