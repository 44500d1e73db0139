"""Build text tables of results for the terminal, the Markdown report and the HTML page."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from outflank.matches.results import Remarkable, Results
from outflank.matches.statistics import WIDEST
from outflank.matches.store import TournamentGame

_MOST_ROWS = 30  # most rows in the tables of openings and of forfeits


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A table with a title and an explanatory `note`.

    `left` contains the indices of left-aligned columns, and `long` those of columns with full sentences.
    """

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    left: tuple[int, ...] = (0,)
    long: tuple[int, ...] = ()


def tables(results: Results) -> list[ResultTable]:
    """Build all tables that are not empty."""
    parts = [
        ranking(results),
        _refused(results),
        _test(results),
        cross_table(results),
        *_rounds(results),
        _faults(results),
        _forfeits(results),
        _times(results),
        _openings(results),
        _remarkable(results),
    ]
    return [part for part in parts if part is not None and part.rows]


def about(results: Results) -> str:
    """Describe the tournament or match in one sentence."""
    plan = results.plan
    board = f" on {plan.size}×{plan.size}" if plan.size else ""
    terms = plan.terms()
    time = f", {terms['time']} seconds" if terms["time"] else ""
    openings = f", openings {terms['openings'].rsplit('/', 1)[-1]}" if terms["openings"] else ""
    state = "finished" if results.is_over else f"{results.games} of {results.total} games played"
    n_games = "" if not results.is_over else f", {results.games} games"
    return f"{plan.kind.title}{board}, {plan.schedule.kind}{n_games}{time}{openings}, seed {plan.seed}: {state}."


def ranking(results: Results) -> ResultTable:
    """Build the table of standings."""
    rows = []
    for place, number in enumerate(results.order):
        standing, (elo, error) = results.standings[number], results.strengths.figure(place)
        is_last = place + 1 == len(results.order)
        discs = f"{standing.mean_score:+z.1f}" if standing.games else ""
        share = "" if is_last or error is None else f"{results.strengths.superiority(place, place + 1):.1%}"
        rows.append(
            (
                str(place + 1), results.name(number), "–" if elo is None else f"{round(elo) or 0:+d}",
                "" if error is None else f"± {error:.0f}", share, str(standing.games), str(standing.won),
                str(standing.tied), str(standing.lost), f"{results.points(number):g}", discs,
                str(standing.forfeits.total()),
            )
        )  # fmt: skip
    mean = "mean discs" if results.plan.n_seats == 2 else "mean cells"
    headings = (
        "place", "player", "Elo", "95 %", "above next", "games", "won", "drawn", "lost", "points", mean, "forfeits"
    )  # fmt: skip
    note = (
        "Elo over the mean of all players, with its 95% interval; “above next” is the probability that a player is"
        " stronger than the next one."
    )
    if any(results.strengths.figure(place)[0] is None for place in range(len(results.order))):
        note += f" No figure (–) if the interval is wider than ± {WIDEST:.0f}: the games say too little."
    if results.late:
        note += f" Joined too late to play, after the last round had started: {', '.join(results.late)}."
    if results.byes:
        note += f" A bye, given for lack of an opponent, counts {results.plan.bye:g} points."
    return ResultTable("Table", headings, tuple(rows), note, left=(1,))


def _refused(results: Results) -> ResultTable:
    note = "Their files were rejected when games were last played. Once they are fixed, --resume lets them play."
    return ResultTable("Left out", ("player", "reason"), tuple(results.refused.items()), note, (0, 1), (1,))


def cross_table(results: Results) -> ResultTable:
    """Build a table with the wins, draws and losses of each row's player against each column's player."""
    order = results.order
    headings = ("", *(str(place) for place in range(1, len(order) + 1)))
    rows = []
    for place, a in enumerate(order, 1):
        cells = ("·" if a == b else _wdl(results, a, b) for b in order)
        rows.append((f"{place} {results.name(a)}", *cells))
    note = "Games that the row's player won, drew and lost against the column's."
    if results.plan.n_seats > 2:
        note = "Games in which the row's player finished ahead of, level with and behind the column's."
    return ResultTable("Cross table", headings, tuple(rows), note)


def _wdl(results: Results, a: int, b: int) -> str:
    score = results.score(a, b)
    return f"{score.wins}–{score.draws}–{score.losses}" if score.games else ""


def _test(results: Results) -> ResultTable | None:
    trial = results.trial
    if trial is None:
        return None
    lower, upper = trial.sprt.bounds
    verdict = {
        None: "not decided yet",
        True: f"accepted: at least {trial.sprt.elo1:g} Elo",
        False: f"accepted: at most {trial.sprt.elo0:g} Elo",
    }[trial.verdict]
    row = (
        f"{results.name(trial.one)} – {results.name(trial.other)}", f"{trial.sprt.elo0:g}, {trial.sprt.elo1:g}",
        f"{trial.sprt.alpha:g}, {trial.sprt.beta:g}", str(len(trial.llrs)), ", ".join(map(str, trial.outcomes)),
        f"{trial.llr:+z.2f}", f"{lower:+z.2f}, {upper:+z.2f}", verdict,
    )  # fmt: skip
    headings = ("players", "elo0, elo1", "alpha, beta", "pairs", "0, ½, 1, 1½, 2", "LLR", "bounds", "verdict")
    note = "Pairs of games from the same opening, in the order of the openings, by the first player's points."
    return ResultTable("Sequential test", headings, (row,), note, left=(0, 7))


def _rounds(results: Results) -> list[ResultTable]:
    parts = []
    for number, one in enumerate(results.rounds, 1):
        rows = [
            (" – ".join(results.name(player) for player, _ in meeting), " – ".join(f"{p:g}" for _, p in meeting))
            for meeting in one.meetings
        ]
        rows += [(results.name(player), "bye") for player in one.byes]
        parts.append(ResultTable(f"Round {number}", ("players", "points"), tuple(rows)))
    return parts


def _faults(results: Results) -> ResultTable | None:
    kinds = sorted({fault for standing in results.standings.values() for fault in standing.forfeits})
    rows = []
    for number in results.order:
        forfeits: Counter[str] = results.standings[number].forfeits
        if forfeits:
            rows.append((results.name(number), *(str(forfeits[kind]) for kind in kinds), str(forfeits.total())))
    return ResultTable("Forfeits by reason", ("player", *kinds, "all"), tuple(rows))


def _forfeits(results: Results) -> ResultTable:
    rows = []
    for game in results.forfeits[:_MOST_ROWS]:
        name, others = results.at_fault(game)
        rows.append((str(game.number), name, ", ".join(others), game.fault, game.reason, str(len(game.moves))))
    more = len(results.forfeits) - len(rows)
    note = f"The first {len(rows)} of {len(results.forfeits)}." if more else ""
    return ResultTable(
        "Forfeits", ("game", "player", "against", "fault", "reason", "moves"), tuple(rows), note, (1, 2, 3, 4), (4,)
    )


def _times(results: Results) -> ResultTable:
    rows = []
    for number in results.order:
        standing = results.standings[number]
        if standing.moves:
            seconds = standing.seconds, standing.seconds / standing.games, standing.seconds / standing.moves
            rows.append((results.name(number), *map(_seconds, (*seconds, standing.longest))))
    return ResultTable("Time used", ("player", "in all", "a game", "a move", "longest move"), tuple(rows))


def _openings(results: Results) -> ResultTable:
    played = sorted(results.openings.items(), key=lambda item: -item[1].games)
    rows = []
    for moves, opening in played[:_MOST_ROWS]:
        if moves:
            rows.append(
                (results.plan.kind.transcript(moves), str(opening.games), f"{opening.points / opening.games:.0%}",
                 str(opening.drawn), f"{opening.scores / opening.games:+z.1f}")
            )  # fmt: skip
    first = results.plan.kind.seats[0]
    note = f"The first {len(rows)} of {len(played)}." if len(rows) < len(played) else ""
    return ResultTable("Openings", ("opening", "games", f"{first}’s points", "drawn", "mean discs"), tuple(rows), note)


def _remarkable(results: Results) -> ResultTable:
    rows = [
        (str(each.game.number), why(each), players(results, each.game), result(results, each.game))
        for each in results.remarkable
    ]
    return ResultTable("Games worth a look", ("game", "why", "players", "result"), tuple(rows), left=(1, 2, 3))


def why(each: Remarkable) -> str:
    """Explain why a game is worth a look."""
    if each.why == "upset":
        return f"upset: won against {each.by:.0f} Elo"
    return f"{each.why}: {each.by:g}"


def players(results: Results, game: TournamentGame) -> str:
    """Join the players' names in the order of their seats."""
    return " – ".join(results.name(number) for number in game.seats)


def result(results: Results, game: TournamentGame) -> str:
    """Describe the result of a game as winner and margin, as the scores of three players, or as a forfeit."""
    if game.forfeited is not None:
        return f"{results.name(game.seats[game.forfeited])} forfeits ({game.fault})"
    if len(game.scores) > 2:
        return "–".join(f"{each:g}" for each in game.scores)
    lead = max(game.scores)
    return f"{results.name(game.seats[game.scores.index(lead)])} wins by {lead:g}" if lead else "drawn"


def _seconds(seconds: float) -> str:
    if seconds < 0.0995:
        return f"{1000 * seconds:.3g} ms"
    return f"{seconds:.3g} s" if seconds < 100 else f"{seconds:,.0f} s"


# --- matches ----------------------------------------------------------------------------------------------------------


def match_tables(results: Results) -> list[ResultTable]:
    """Build the tables for a match: a single row for two players, or a ranking and a cross table for more players.

    For a three-player game, there is one table of places instead.
    """
    if results.plan.n_seats > 2:
        return [_places(results)]
    return [_row_of_two(results)] if len(results.names) == 2 else [_match_ranking(results), _match_cross(results)]


def forfeit_lines(results: Results) -> list[str]:
    """Describe each forfeit in a match, and the reason for it, in one line."""
    lines = []
    for game in results.forfeits:
        name, others = results.at_fault(game)
        moves = results.plan.kind.transcript(game.moves) or "no move"
        against = f"against {others[0]}, " if len(others) == 1 else ""
        lines.append(f"forfeit by {name}: {game.fault}: {game.reason} ({against}after {moves})")
    return lines


def _row_of_two(results: Results) -> ResultTable:
    score = results.score(0, 1)
    elo, error = score.figure
    margin = ", margin unknown" if error is None else f" ± {error:.0f}"
    difference = "beyond measure" if elo is None else f"{elo:+z.0f}{margin}"
    forfeits = ", ".join(str(results.standings[number].forfeits.total()) for number in (0, 1))
    headings = ("players", "games", "won", "drawn", "lost", "mean discs", "Elo (95 %)", "forfeits")
    row = (
        f"{results.name(0)} – {results.name(1)}", str(score.games), str(score.wins), str(score.draws),
        str(score.losses), f"{score.mean_disc_difference:+z.1f}", difference, forfeits,
    )  # fmt: skip
    return ResultTable("", headings, (row,), left=())


def _match_ranking(results: Results) -> ResultTable:
    headings = ("", "player", "Elo", "games", "won", "drawn", "lost", "mean discs", "forfeits")
    rows = []
    for place, (number, elo) in enumerate(zip(results.order, results.strengths.elo, strict=True), 1):
        standing = results.standings[number]
        rows.append(
            (
                str(place), results.name(number), f"{round(elo, 1):+z.0f}", str(standing.games), str(standing.won),
                str(standing.tied), str(standing.lost), f"{standing.mean_score:+z.1f}", str(standing.forfeits.total()),
            )
        )  # fmt: skip
    return ResultTable("", headings, tuple(rows), left=())


def _match_cross(results: Results) -> ResultTable:
    order = results.order
    headings = ("won–drawn–lost", *map(results.name, order))
    rows = ((results.name(a), *(_wdl(results, a, b) for b in order)) for a in order)
    return ResultTable("", headings, tuple(rows), left=())


def _places(results: Results) -> ResultTable:
    headings = (
        "", "player", "points", "games", "won", "tied", "second", "third", "won (95 %)", "mean cells", "forfeits"
    )  # fmt: skip
    rows = []
    for place, number in enumerate((each for each in results.order if results.standings[each].games), 1):
        standing = results.standings[number]
        error = "" if standing.win_error_95 is None else f" ± {100 * standing.win_error_95:.0f}"
        _, second, third = standing.places
        rows.append(
            (
                str(place), results.name(number), f"{standing.points:g}", str(standing.games), str(standing.won),
                str(standing.tied), str(second), str(third), f"{100 * standing.won / standing.games:.0f} %{error}",
                f"{standing.mean_score:.1f}", str(standing.forfeits.total()),
            )
        )  # fmt: skip
    return ResultTable("", headings, tuple(rows), left=())


# --- Markdown ---------------------------------------------------------------------------------------------------------


def as_markdown(title: str, lead: str, parts: Sequence[ResultTable]) -> str:
    """Format tables as a Markdown page. Markdown in names and other cells is escaped."""
    lines = [f"# {_marked(title)}", "", _marked(lead)]
    for part in parts:
        lines += ["", f"## {_marked(part.title)}"]
        if part.note:
            lines += ["", _marked(part.note)]
        lines += ["", *markdown_lines(part)]
    return "\n".join([*lines, ""])


def markdown_lines(table: ResultTable) -> list[str]:
    """Format a table in Markdown. If no columns are listed in `left`, none of the columns is aligned."""
    align = (":--" if i in table.left else "--:" if table.left else "---" for i in range(len(table.headings)))
    return [_row(table.headings), "|" + "|".join(align) + "|", *map(_row, table.rows)]


_MARKS = {ord(mark): f"\\{mark}" for mark in "\\`*_[]|~#"} | {ord("<"): "&lt;", ord(">"): "&gt;", ord("&"): "&amp;"}


def _marked(text: str) -> str:
    return text.translate(_MARKS)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_marked, cells)) + " |"
