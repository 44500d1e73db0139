"""Collect the results of a tournament or match: places, ratings, scores, forfeits, openings and games worth a look."""

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from outflank.matches import schedules
from outflank.matches.plan import Plan
from outflank.matches.running import new_trial
from outflank.matches.statistics import GameForfeit, Score, Strengths, error_95, strengths
from outflank.matches.store import Store, TournamentGame
from outflank.play.moves import PASS

_BEST = 5  # most games to list for each reason to have a look
_UPSET = 100.0  # smallest Elo gap that makes a win an upset
_CLOSE = 1 / 16  # greatest margin of a close game, as a share of the board's cells
_ONE_SIDED = 1 / 2  # smallest margin of a one-sided game, as a share of the board's cells
_POINTS = 60  # most points on a curve
_CURVES = 8  # number of players with a curve

_Set = tuple[int, int, frozenset[int]]  # round, opening and players, which identify the games of one set


@dataclass(slots=True)
class Standing:
    """Running totals for one player's games."""

    places: list[int]
    """Number of games in which the player finished first, second and so on. Players with equal scores share the better
    place.
    """

    tied: int = 0
    """Number of games in which the player shared first place."""

    points: float = 0.0
    """Total placement points: see `game.placement_points`."""

    scores: float = 0.0
    """Total score, which is the total disc difference in two-player games."""

    seconds: float = 0.0
    """Total thinking time for all `moves`."""

    moves: int = 0
    longest: float = 0.0
    forfeits: Counter[str] = field(default_factory=Counter)
    """Number of forfeited games for each type of fault."""

    shares: Counter[float] = field(default_factory=Counter)
    """Number of openings for each share of their games that the player won. Only openings played in every seating
    count.
    """

    @property
    def games(self) -> int:
        """Number of games played."""
        return sum(self.places)

    @property
    def won(self) -> int:
        """Number of games won outright."""
        return self.places[0] - self.tied

    @property
    def lost(self) -> int:
        """Number of games in which another player came first."""
        return self.games - self.places[0]

    @property
    def mean_score(self) -> float:
        """Mean score per game."""
        return self.scores / max(1, self.games)

    @property
    def win_error_95(self) -> float | None:
        """Half-width of the 95% interval for the share of games won.

        Games from the same opening are not independent, so they count as a unit.
        """
        return error_95([*self.shares.elements()])


@dataclass(slots=True)
class OpeningStanding:
    """Running totals for the games from one opening, from the first seat's point of view."""

    games: int = 0
    points: float = 0.0
    drawn: int = 0
    scores: float = 0.0


@dataclass(slots=True)
class _Two:
    """Record of the games between two players, from the first one's point of view.

    In a three-player game, the one with the higher place counts as the winner.
    """

    points: list[float] = field(default_factory=list)
    leads: list[int] = field(default_factory=list)
    sets: list[float] = field(default_factory=list)  # points from openings that were played in every seating
    forfeits: list[tuple[int, TournamentGame]] = field(default_factory=list)  # each with its game number, from 1


@dataclass(frozen=True, slots=True)
class Remarkable:
    """A game worth a look: an upset, a close game or a one-sided one. `by` is the Elo gap or the winning margin."""

    why: str
    by: float
    game: TournamentGame


@dataclass(frozen=True, slots=True)
class Round:
    """A round: for each meeting, the player numbers and the points so far; and the players who have a bye."""

    meetings: tuple[tuple[tuple[int, float], ...], ...]
    byes: tuple[int, ...]


class Results:
    """The results of a tournament. First `add` every game, then call `rank` to sort the players.

    `order` lists the player numbers from best to worst, and `strengths` is in the same order. Only the function
    `results` fills in `rounds`, `remarkable` and `curves`.
    """

    def __init__(self, plan: Plan, store: Store):
        self.plan = plan
        self.last = self.games = 0
        self.standings: defaultdict[int, Standing] = defaultdict(lambda: Standing([0] * plan.n_seats))
        self.openings: defaultdict[tuple[str, ...], OpeningStanding] = defaultdict(OpeningStanding)
        self.trial = new_trial(plan, store)
        self.forfeits: list[TournamentGame] = []
        self.rounds: list[Round] = []
        self.remarkable: list[Remarkable] = []
        self.curves: dict[int, list[tuple[float, float]]] = {}  # for the leading players: points by number of games
        self._two: defaultdict[tuple[int, int], _Two] = defaultdict(_Two)
        self._unfinished: defaultdict[_Set, list[TournamentGame]] = defaultdict(list)

    # --- adding up ------------------------------------------------------------------------------------------------

    def add(self, game: TournamentGame) -> None:
        """Add a finished game. Games must be added in the order of their numbers."""
        self.last, self.games = game.number, self.games + 1
        points, best = game.placement_points, max(game.points)
        for seat, player in enumerate(game.seats):
            standing = self.standings[player]
            standing.places[sum(other > points[seat] for other in points)] += 1
            standing.tied += game.points[seat] == best < 1
            standing.points += points[seat]
            standing.scores += game.scores[seat]
        if game.forfeited is not None:
            self.forfeits.append(game)
            self.standings[game.seats[game.forfeited]].forfeits[game.fault] += 1
        self._add_times(game)
        opening = self.openings[game.opening]
        opening.games += 1
        opening.points += game.points[0]
        opening.drawn += game.points[0] == best < 1
        opening.scores += game.scores[0]
        for one, other in permutations(range(len(game.seats)), 2):
            self._add_two(game, one, other)
        self._add_set(game)
        if self.trial is not None:
            self.trial.add(game.fixture.opening, game.seats, game.points)

    def _add_times(self, game: TournamentGame) -> None:
        for seat, move, seconds in zip(game.movers, game.moves[game.opened :], game.seconds, strict=False):
            if move != PASS:
                standing = self.standings[game.seats[seat]]
                standing.seconds += seconds
                standing.moves += 1
                standing.longest = max(standing.longest, seconds)

    def _add_two(self, game: TournamentGame, one: int, other: int) -> None:
        """Add a game to one seat's record against another seat."""
        two = self._two[game.seats[one], game.seats[other]]
        two.points.append(game.points_over(one, other))
        two.leads.append(int(game.scores[one] - (game.scores[other] if len(game.seats) > 2 else 0)))
        if game.forfeited in (one, other):
            two.forfeits.append((len(two.points), game))

    def _add_set(self, game: TournamentGame) -> None:
        """Count the games from an opening as a unit once it has been played in every seating.

        The games of such a set are not independent, so they must not be counted separately.
        """
        key = game.fixture.round, game.fixture.opening, frozenset(game.seats)
        self._unfinished[key].append(game)
        if len(self._unfinished[key]) < len(game.seats):
            return
        games = self._unfinished.pop(key)
        for player in game.seats:
            self.standings[player].shares[sum(each.points_of(player) == 1 for each in games) / len(games)] += 1
        for one, other in permutations(game.seats, 2):
            taken = sum(each.points_over(each.seats.index(one), each.seats.index(other)) for each in games)
            self._two[one, other].sets.append(taken)

    # --- places ---------------------------------------------------------------------------------------------------

    def rank(self, store: Store) -> None:
        """Sort the players by their results so far, and read the state of the tournament."""
        plan, state = self.plan, store.fact("state") or {}
        self.names, self.is_over = store.players(), bool(store.fact("over"))
        self.total = self.games if self.is_over else max(state.get("total", 0), self.games)
        self.late: list[str] = schedules.late(plan, store)
        self.refused: dict[str, str] = store.fact("refused") or {}
        draw = schedules.draw_after(plan, store, complete_rounds(plan, store)) if plan.schedule.has_rounds else None
        self.byes: Counter[int] = draw.byes if draw is not None and plan.schedule.kind == "swiss" else Counter()
        numbers, rank_of = list(self.names), self._place(draw, store.n_rounds())
        fitted, places = self._strengths(numbers), {number: place for place, number in enumerate(numbers)}
        self.order: list[int] = sorted(
            numbers,
            key=lambda number: (
                *rank_of(number),
                -round(fitted.elo[places[number]], 6),
                -self.standings[number].mean_score,
                number,
            ),
        )
        self.strengths = fitted.in_order([places[number] for number in self.order])

    def _place(self, draw: schedules.Draw | None, n_rounds: int) -> Callable[[int], tuple[float, ...]]:
        """Return a function that computes a player's sort key.

        Players with smaller keys rank higher, and the ratings decide only between equal keys.
        """
        if draw is None:
            if self.plan.n_seats == 2:
                return lambda _number: ()
            return lambda number: (-self.standings[number].points / max(1, self.standings[number].games),)
        if self.plan.schedule.kind == "knock-out":
            return lambda number: (-draw.out.get(number, n_rounds),)
        ranked = {number: place for place, number in enumerate(draw.ranked())}
        return lambda number: (-self.points(number), ranked.get(number, len(ranked)))

    def _strengths(self, players: Sequence[int]) -> Strengths:
        """Rate the players by their results from openings that were played in every seating."""
        places = {player: place for place, player in enumerate(players)}
        sets = {
            (places[one], places[other]): Counter(two.sets)
            for (one, other), two in self._two.items()
            if one in places and other in places and places[one] < places[other]
        }
        return strengths(sets, len(players), games=self.plan.n_seats)

    # --- queries --------------------------------------------------------------------------------------------------

    def name(self, number: int) -> str:
        """A player's name. In a match, this is the name that the caller passed."""
        name, player = self.names[number]
        return name if self.plan.is_file else player

    def at_fault(self, game: TournamentGame) -> tuple[str, list[str]]:
        """Return the name of the player who forfeited a game, and the names of the other players."""
        assert game.forfeited is not None
        names = [self.name(number) for number in game.seats]
        return names.pop(game.forfeited), names

    def points(self, number: int) -> float:
        """A player's points, including byes in a Swiss tournament."""
        return self.standings[number].points + self.plan.bye * self.byes[number]

    def score(self, one: int, other: int) -> Score:
        """Return the score between two players, from the first one's point of view.

        In a three-player game, the one with the higher place counts as the winner.
        """
        two = self._two.get((one, other), _Two())
        return Score.of(two.points, two.leads, [self._forfeit(one, *each) for each in two.forfeits], two.sets)

    def _forfeit(self, one: int, number: int, game: TournamentGame) -> GameForfeit:
        """Describe the forfeit in game `number` between two players, from the point of view of player `one`."""
        assert game.forfeited is not None
        player, transcript = game.seats[game.forfeited], self.plan.kind.transcript(game.moves)
        return GameForfeit(number, self.names[player][0], player == one, game.fault, game.reason, transcript)


def complete_rounds(plan: Plan, store: Store) -> int:
    """Count the completed rounds."""
    rounds = store.rounds()
    if not rounds or store.fact("over"):
        return len(rounds)
    number, (meetings, _) = len(rounds) - 1, rounds[-1]
    is_complete = store.n_games(number) >= len(meetings) * plan.schedule.games
    if is_complete and plan.schedule.kind == "knock-out":
        is_complete = not schedules.level(plan, store, number, meetings)
    return len(rounds) - (not is_complete)


def results(plan: Plan, store: Store) -> Results:
    """Collect the results of all stored games. Raises OutflankError if the games belong to a different plan."""
    store.check(plan, to_play=False)
    outcome = Results(plan, store)
    for game in store.games():
        outcome.add(game)
    outcome.rank(store)
    outcome.rounds = _rounds(store)
    elo = {number: outcome.strengths.figure(place)[0] for place, number in enumerate(outcome.order)}
    outcome.remarkable = _remarkable(store.games(where="forfeited IS NULL"), elo, len(plan.start().cells))
    outcome.curves = _curves(store.games(), outcome)
    return outcome


def _rounds(store: Store) -> list[Round]:
    rounds = []
    for number, (meetings, byes) in enumerate(store.rounds()):
        sums = schedules.round_sums(store, number)
        points = tuple(tuple((player, sums[player].points) for player in meeting) for meeting in meetings)
        rounds.append(Round(points, tuple(byes)))
    return rounds


def _remarkable(games: Iterable[TournamentGame], elo: dict[int, float | None], n_cells: int) -> list[Remarkable]:
    """Select upsets, close games between the best players, and the most one-sided games."""
    whys = ("upset", "close", "one-sided")
    heaps: dict[str, list[tuple[tuple[float, ...], int, float, TournamentGame]]] = {why: [] for why in whys}

    def note(why: str, weight: tuple[float, ...], by: float, game: TournamentGame) -> None:
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


def _curves(games: Iterable[TournamentGame], results: Results) -> dict[int, list[tuple[float, float]]]:
    curves: dict[int, list[tuple[float, float]]] = {player: [(0.0, 0.0)] for player in results.order[:_CURVES]}
    sums = {player: [0, 0.0] for player in curves}
    for game in games:
        for player, points in zip(game.seats, game.placement_points, strict=True):
            if player in sums:
                so_far = sums[player]
                so_far[0] += 1
                so_far[1] += points
                every = -(-results.standings[player].games // _POINTS)
                if so_far[0] % every == 0 or so_far[0] == results.standings[player].games:
                    curves[player].append((float(so_far[0]), so_far[1]))
    return curves
