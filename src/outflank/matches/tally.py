"""The games of a tournament added up as they come in, in little memory however many they are."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations

from outflank.matches.statistics import Strengths, strengths
from outflank.matches.store import KeptGame
from outflank.play.moves import PASS

_Set = tuple[int, int, frozenset[int]]  # the games from an opening between the same players: round, opening, players


@dataclass(slots=True)
class Against:
    """What came of the games between two, in the view of the first; of three, as the two placed."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    differences: float = 0.0
    sets: Counter[float] = field(default_factory=Counter)
    """How many openings, played in all seatings, gave so many points."""

    def add(self, points: float, difference: float) -> None:
        """A game."""
        self.games += 1
        self.won += points == 1
        self.drawn += points == 0.5
        self.lost += points == 0
        self.differences += difference


@dataclass(slots=True)
class Total:
    """What a player did in all games: `points` are those for places, `seconds` what was thought, in so many `moves`."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: float = 0.0
    scores: float = 0.0
    seconds: float = 0.0
    moves: int = 0
    longest: float = 0.0
    forfeits: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Opened:
    """What came of the games from an opening, for whoever sat first."""

    games: int = 0
    points: float = 0.0
    drawn: int = 0
    scores: float = 0.0


class Tally:
    """Add games with `add`; what is asked for after that is of all that were added."""

    def __init__(self, n_seats: int):
        self.n_seats = n_seats
        self.last = 0
        self.games = 0
        self.against: defaultdict[tuple[int, int], Against] = defaultdict(Against)
        self.totals: defaultdict[int, Total] = defaultdict(Total)
        self.openings: defaultdict[tuple[str, ...], Opened] = defaultdict(Opened)
        self._unfinished: dict[_Set, tuple[int, dict[tuple[int, int], float]]] = {}

    def add(self, game: KeptGame) -> None:
        """A game that was played. Games must come by number."""
        self.last, self.games = game.number, self.games + 1
        points, best = game.placement_points, max(game.points)
        for seat, player in enumerate(game.seats):
            total = self.totals[player]
            total.games += 1
            total.points += points[seat]
            total.scores += game.scores[seat]
            total.won += game.points[seat] == 1
            total.drawn += game.points[seat] == best < 1
            total.lost += game.points[seat] < best
        if game.forfeited is not None:
            self.totals[game.seats[game.forfeited]].forfeits[game.fault] += 1
        self._add_times(game)
        opened = self.openings[game.opening]
        opened.games += 1
        opened.points += game.points[0]
        opened.drawn += game.points[0] == best < 1
        opened.scores += game.scores[0]
        self._add_pairs(game)

    def _add_times(self, game: KeptGame) -> None:
        for seat, move, seconds in zip(game.movers, game.moves[game.opened :], game.seconds, strict=False):
            if move != PASS:
                total = self.totals[game.seats[seat]]
                total.seconds += seconds
                total.moves += 1
                total.longest = max(total.longest, seconds)

    def _add_pairs(self, game: KeptGame) -> None:
        ranks = [float("-inf") if seat == game.forfeited else score for seat, score in enumerate(game.scores)]
        key = game.fixture.round, game.fixture.opening, frozenset(game.seats)
        n_games, taken = self._unfinished.pop(key, (0, defaultdict(float)))
        for i, j in permutations(range(self.n_seats), 2):
            points = 0.5 if ranks[i] == ranks[j] else float(ranks[i] > ranks[j])
            lead = game.scores[i] if self.n_seats == 2 else game.scores[i] - game.scores[j]
            two = game.seats[i], game.seats[j]
            self.against[two].add(points, lead)
            taken[two] += points
        if n_games + 1 < self.n_seats:
            self._unfinished[key] = n_games + 1, taken
            return
        for two, points in taken.items():
            self.against[two].sets[points] += 1

    def strengths(self, players: Sequence[int]) -> Strengths:
        """How strong these players are, by the openings that were played in all seatings."""
        places = {player: place for place, player in enumerate(players)}
        sets = {
            (places[one], places[other]): against.sets
            for (one, other), against in self.against.items()
            if one in places and other in places and places[one] < places[other]
        }
        return strengths(sets, len(players), games=self.n_seats)
