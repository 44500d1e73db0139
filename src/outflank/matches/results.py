"""What a tournament came to so far: places, ratings, who beat whom, forfeits, openings, and games worth a look."""

import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from outflank.matches import schedules
from outflank.matches.plan import Plan
from outflank.matches.running import trial_of
from outflank.matches.statistics import Strengths
from outflank.matches.store import KeptGame, Store
from outflank.matches.tally import Tally
from outflank.matches.trial import Trial

_BEST = 5  # games of each kind that are worth a look, at most
_UPSET = 100.0  # Elo that a player must be behind to make a win an upset
_CLOSE = 1 / 16  # of the cells, at most, between the first two; and at least for what is one-sided:
_ONE_SIDED = 1 / 2
_POINTS = 60  # of a curve, at most
_CURVES = 8  # players whose points are followed


@dataclass(frozen=True, slots=True)
class Remarkable:
    """A game worth a look, and why: an upset, a close one, or a one-sided one; `by` is how much of one."""

    why: str
    by: float
    game: KeptGame


@dataclass(frozen=True, slots=True)
class Round:
    """Who met in a round, by number, with their points so far; and who met nobody."""

    meetings: tuple[tuple[tuple[int, float], ...], ...]
    byes: tuple[int, ...]


@dataclass(slots=True)
class Results:
    """All of it. `order` has the numbers of the players, the first place first; `strengths` are in this order."""

    plan: Plan
    names: dict[int, tuple[str, str]]
    tally: Tally
    order: list[int]
    strengths: Strengths
    trial: Trial | None
    total: int
    is_over: bool
    rounds: list[Round] = field(default_factory=list)
    forfeits: list[KeptGame] = field(default_factory=list)
    remarkable: list[Remarkable] = field(default_factory=list)
    curves: dict[int, list[tuple[float, float]]] = field(default_factory=dict)
    """Of the first players: points after so many games of theirs."""
    byes: Counter[int] = field(default_factory=Counter)
    """In Swiss, how many rounds each player sat out."""
    late: list[str] = field(default_factory=list)
    """Names of players who came when the last round had begun, and play no game."""
    refused: dict[str, str] = field(default_factory=dict)
    """By name, the reason why the files of a player were not taken, so that it played no game."""

    def name(self, number: int) -> str:
        """What a player is called."""
        return self.names[number][0]

    def points(self, number: int) -> float:
        """The points of a player, in Swiss with those for rounds in which nobody was left to meet."""
        return self.tally.totals[number].points + self.plan.bye * self.byes[number]


def standings(plan: Plan, store: Store, tally: Tally, trial: Trial | None) -> Results:
    """The table after the games that were added up."""
    names = store.players()
    state = store.fact("state") or {}
    is_over = bool(store.fact("over"))
    total = tally.games if is_over else max(state.get("total", 0), tally.games)
    numbers = list(names)
    found = Results(plan, names, tally, numbers, tally.strengths(numbers), trial, total, is_over)
    found.late, found.refused = schedules.late(plan, store), store.fact("refused") or {}
    course = schedules.course(plan, store, complete_rounds(plan, store)) if plan.schedule.has_rounds else None
    if course is not None and plan.schedule.kind == "swiss":
        found.byes = course.byes

    def mean(number: int) -> float:
        of = tally.totals[number]
        return of.scores / max(1, of.games)

    elo = dict(zip(numbers, found.strengths.elo, strict=True))
    place = _place(found, course, store.n_rounds())
    found.order = sorted(numbers, key=lambda number: (*place(number), -round(elo[number], 6), -mean(number), number))
    found.strengths = tally.strengths(found.order)
    return found


def _place(found: Results, course: schedules.Course | None, n_rounds: int) -> Callable[[int], tuple[float, ...]]:
    """What players are sorted by, before their ratings: less is better."""
    kind, tally = found.plan.schedule.kind, found.tally
    if course is None:
        if found.plan.n_seats == 2:
            return lambda _number: ()
        return lambda number: (-tally.totals[number].points / max(1, tally.totals[number].games),)
    if kind == "knock-out":
        return lambda number: (-course.out.get(number, n_rounds),)
    ranked = {number: place for place, number in enumerate(course.ranked())}
    return lambda number: (-found.points(number), ranked.get(number, len(ranked)))


def complete_rounds(plan: Plan, store: Store) -> int:
    """How many rounds have been played to their end."""
    rounds = store.rounds()
    if not rounds or store.fact("over"):
        return len(rounds)
    number, (meetings, _) = len(rounds) - 1, rounds[-1]
    played = len(store.results_of(number))
    is_complete = played >= len(meetings) * plan.schedule.games
    if is_complete and plan.schedule.kind == "knock-out":
        is_complete = not schedules.level(plan, store, number, meetings)
    return len(rounds) - (not is_complete)


def results(plan: Plan, store: Store) -> Results:
    """All there is to tell, from all games that are kept. Raises OutflankError if they are of another plan."""
    store.check(plan, to_play=False)
    tally, forfeits = Tally(plan.n_seats), []
    for game in store.games():
        tally.add(game)
        if game.forfeited is not None:
            forfeits.append(game)
    found = standings(plan, store, tally, trial_of(plan, store))
    found.forfeits = forfeits
    found.rounds = _rounds(store)
    elo = {number: found.strengths.figure(place)[0] for place, number in enumerate(found.order)}
    found.remarkable = _remarkable(store.games(where="forfeited IS NULL"), elo, len(plan.start().cells))
    found.curves = _curves(store.games(), found.order[:_CURVES], tally)
    return found


def _rounds(store: Store) -> list[Round]:
    found = []
    for number, (meetings, byes) in enumerate(store.rounds()):
        sums = schedules.Results(store, number)
        points = tuple(tuple((player, sums.points(meeting)[player]) for player in meeting) for meeting in meetings)
        found.append(Round(points, tuple(byes)))
    return found


def _remarkable(games: Iterable[KeptGame], elo: dict[int, float | None], n_cells: int) -> list[Remarkable]:
    """Wins of the weakest over the strongest, the closest games of the best, and the greatest wins."""
    heaps: dict[str, list[tuple[tuple[float, ...], int, float, KeptGame]]] = {"upset": [], "close": [], "one-sided": []}

    def note(why: str, weight: tuple[float, ...], by: float, game: KeptGame) -> None:
        heap = heaps[why]
        heapq.heappush(heap, (weight, -game.number, by, game))
        if len(heap) > _BEST:
            heapq.heappop(heap)

    for game in games:
        first, second = sorted(game.scores, reverse=True)[:2]
        lead = first - (second if len(game.scores) > 2 else 0)
        known = [value for number in game.seats if (value := elo[number]) is not None]
        mean = sum(known) / max(1, len(known))
        if lead <= n_cells * _CLOSE:
            note("close", (-lead, mean), lead, game)
        if lead >= n_cells * _ONE_SIDED:
            note("one-sided", (lead, mean), lead, game)
        if 1 in game.points and len(known) == len(game.seats):
            own = known.pop(game.points.index(1))
            gap = sum(known) / len(known) - own
            if gap >= _UPSET:
                note("upset", (gap,), gap, game)
    return [Remarkable(why, by, game) for why, heap in heaps.items() for _, _, by, game in sorted(heap, reverse=True)]


def _curves(games: Iterable[KeptGame], players: Sequence[int], tally: Tally) -> dict[int, list[tuple[float, float]]]:
    curves: dict[int, list[tuple[float, float]]] = {player: [(0.0, 0.0)] for player in players}
    sums = {player: [0, 0.0] for player in players}
    for game in games:
        for player, points in zip(game.seats, game.placement_points, strict=True):
            if player in sums:
                so_far = sums[player]
                so_far[0] += 1
                so_far[1] += points
                every = -(-tally.totals[player].games // _POINTS)
                if so_far[0] % every == 0 or so_far[0] == tally.totals[player].games:
                    curves[player].append((float(so_far[0]), so_far[1]))
    return curves


def to_json(found: Results) -> dict[str, Any]:
    """What the results are, by name."""
    plan, tally, order = found.plan, found.tally, found.order
    rows = []
    for place, number in enumerate(order):
        total, (elo, error) = tally.totals[number], found.strengths.figure(place)
        rows.append(
            {
                "place": place + 1,
                "name": found.name(number),
                "player": found.names[number][1],
                "elo": None if elo is None else round(elo, 1) or 0.0,
                "elo_error_95": None if error is None else round(error, 1),
                "superiority_over_next": None
                if place + 1 == len(order)
                else round(found.strengths.superiority(place, place + 1), 4),
                "games": total.games,
                "won": total.won,
                "drawn": total.drawn,
                "lost": total.lost,
                "points": found.points(number),
                "mean_score": round(total.scores / total.games, 2) if total.games else None,
                "forfeits": dict(total.forfeits),
                "seconds": round(total.seconds, 3),
                "seconds_a_move": round(total.seconds / total.moves, 4) if total.moves else None,
                "longest_move": round(total.longest, 3),
            }
        )
    return {
        "title": plan.title,
        "game": plan.game,
        "size": plan.size,
        "seed": plan.seed,
        "time": plan.terms()["time"] or None,
        "openings": plan.terms()["openings"],
        "schedule": plan.schedule.kind,
        "games": tally.games,
        "total": found.total,
        "over": found.is_over,
        "table": rows,
        "late": found.late,
        "refused": [{"name": name, "reason": reason} for name, reason in found.refused.items()],
        "cross_table": [[_against(found, a, b) for b in order] for a in order],
        "superiority": [
            [None if i == j else round(found.strengths.superiority(i, j), 4) for j in range(len(order))]
            for i in range(len(order))
        ],
        "rounds": [
            {
                "meetings": [
                    [{"name": found.name(n), "points": points} for n, points in each] for each in one.meetings
                ],
                "byes": [found.name(number) for number in one.byes],
            }
            for one in found.rounds
        ],
        "sprt": _test_json(found),
        "forfeits": [_forfeit_json(found, game) for game in found.forfeits],
        "openings_played": [
            {
                "opening": plan.kind.transcript(moves),
                "games": opened.games,
                "points_of_first": opened.points,
                "drawn": opened.drawn,
                "mean_score_of_first": round(opened.scores / opened.games, 2),
            }
            for moves, opened in tally.openings.items()
        ],
        "remarkable": [
            {"why": each.why, "by": round(each.by, 1), "game": each.game.number} for each in found.remarkable
        ],
    }


def game_json(found: Results, game: KeptGame) -> dict[str, Any]:
    """A game with everything that is kept of it."""
    return {
        "game": game.number,
        "round": game.fixture.round + 1,
        "players": [found.name(number) for number in game.seats],
        "start": game.start,
        "opening": found.plan.kind.transcript(game.opening),
        "moves": list(game.moves),
        "seconds": list(game.seconds),
        "clocks": list(game.clocks(found.plan.control)),
        "points": list(game.placement_points),
        "scores": list(game.scores),
        "forfeited": None if game.forfeited is None else found.name(game.seats[game.forfeited]),
        "fault": game.fault,
        "reason": game.reason,
        "took": round(game.took, 3),
        "ended": round(game.ended, 3),
        "machine": game.machine,
    }


def _against(found: Results, a: int, b: int) -> dict[str, Any] | None:
    if a == b or (a, b) not in found.tally.against:
        return None
    against = found.tally.against[a, b]
    return {
        "games": against.games,
        "won": against.won,
        "drawn": against.drawn,
        "lost": against.lost,
        "mean_difference": round(against.differences / against.games, 2),
    }


def _test_json(found: Results) -> dict[str, Any] | None:
    trial = found.trial
    if trial is None:
        return None
    lower, upper = trial.sprt.bounds
    return {
        "players": [found.name(trial.one), found.name(trial.other)],
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


def _forfeit_json(found: Results, game: KeptGame) -> dict[str, Any]:
    assert game.forfeited is not None
    names = [found.name(number) for number in game.seats]
    name = names.pop(game.forfeited)
    return {
        "game": game.number,
        "player": name,
        "opponents": names,
        "fault": game.fault,
        "reason": game.reason,
        "moves": len(game.moves),
    }
