"""Statistics about a player's reviewed games: discs lost by phase, opponent, opening, kind of mistake and date."""

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from outflank.analysis.judged import JudgedMove
from outflank.analysis.mistakes import ENDGAME_FROM, KINDS, OPENING_FROM
from outflank.library import Search
from outflank.library.search import ALL
from outflank.reviews.reviews import Reviews
from outflank.rules import BLACK, Colour

PHASES = ("opening", "midgame", "endgame")
"""Phases of a game, which depend on the number of empties before a move: 41 or more, 21 to 40, or up to 20.

The limits are defined in `analysis.mistakes`.
"""

By = Literal["year", "month", "games"]
"""The grouping of games in a trend: by year, by month, or in groups of consecutive games."""

_MOST_POINTS = 12  # points in a trend by games
_KINDS_DRAWN = 6  # kinds of mistake shown in a chart
_UNITS = {"year": "year", "month": "month", "games": "games, in order"}
_FEWEST = 3  # years or months that a trend needs
_MONTH = re.compile(r"(?<![0-9])((?:1[89]|20|21)[0-9]{2})(?:[-./ ]?(0[1-9]|1[0-2]))?")


@dataclass(frozen=True, slots=True)
class PlayerGame:
    """A reviewed game from the point of view of one player; `moves` contains only that player's moves.

    If the year is known, `date` starts with it.
    """

    key: Hashable
    side: Colour
    opponent: str
    opening: str
    date: str
    moves: tuple[JudgedMove, ...]


@dataclass(slots=True)
class Losses:
    """Totals for a group of games: games, moves, discs lost, and the number of moves with each bad grade.

    `estimated` is the part of the loss that is not proven.
    """

    games: int = 0
    moves: int = 0
    loss: float = 0.0
    estimated: float = 0.0
    inaccuracies: int = 0
    mistakes: int = 0
    blunders: int = 0

    def add(self, moves: Iterable[JudgedMove]) -> None:
        """Add the moves of one more game to the totals."""
        self.games += 1
        for judged in moves:
            self.moves += 1
            self.loss += judged.loss
            self.estimated += 0 if judged.is_proven else judged.loss
            match judged.badge.grade:
                case "inaccuracy":
                    self.inaccuracies += 1
                case "mistake":
                    self.mistakes += 1
                case "blunder":
                    self.blunders += 1

    @property
    def loss_of_a_move(self) -> float:
        """The mean loss per move, in discs."""
        return self.loss / self.moves if self.moves else 0.0

    @property
    def loss_of_a_game(self) -> float:
        """The mean loss per game, in discs."""
        return self.loss / self.games if self.games else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the totals and the means as a JSON object."""
        return {
            "games": self.games,
            "moves": self.moves,
            "loss": round(self.loss, 2),
            "estimated": round(self.estimated, 2),
            "loss_of_a_move": round(self.loss_of_a_move, 3),
            "loss_of_a_game": round(self.loss_of_a_game, 2),
            "inaccuracies": self.inaccuracies,
            "mistakes": self.mistakes,
            "blunders": self.blunders,
        }


@dataclass(slots=True)
class KindLosses:
    """The number of moves with a certain kind of mistake, and the discs that these moves lost.

    A move that has several kinds counts once for each.
    """

    count: int = 0
    loss: float = 0.0

    def add(self, judged: JudgedMove) -> None:
        """Add one more move to the totals."""
        self.count += 1
        self.loss += judged.loss

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {"count": self.count, "loss": round(self.loss, 2)}


@dataclass(slots=True)
class Point:
    """A point in a trend, which is named after its year, month or group of games."""

    name: str
    all: Losses = field(default_factory=Losses)
    phases: dict[str, Losses] = field(default_factory=lambda: {phase: Losses() for phase in PHASES})
    kinds: dict[str, KindLosses] = field(default_factory=dict)

    def add(self, moves: Sequence[JudgedMove]) -> None:
        """Add the moves of one more game to the totals."""
        self.all.add(moves)
        for phase, tally in self.phases.items():
            tally.add([judged for judged in moves if phase_of(judged) == phase])
        for judged in moves:
            for kind in judged.kinds:
                self.kinds.setdefault(kind, KindLosses()).add(judged)

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "name": self.name,
            **self.all.to_json(),
            "phases": {phase: tally.to_json() for phase, tally in self.phases.items()},
            "kinds": {kind: sums.to_json() for kind, sums in self.kinds.items()},
        }


@dataclass(frozen=True, slots=True)
class PlayerProgress:
    """Statistics about a player's reviewed games."""

    name: str
    all: Losses
    colours: dict[str, Losses]
    phases: dict[str, Losses]

    kinds: dict[str, KindLosses]
    """Losses by kind of mistake, starting with the kind that cost the most discs."""

    unknown: KindLosses
    """Losses through mistakes that belong to none of the kinds."""

    openings: tuple[tuple[str, Losses], ...]
    """Losses by opening, starting with the opening that was played most often."""

    opponents: tuple[tuple[str, Losses], ...]
    """Losses by opponent, starting with the most frequent opponent."""

    by: By
    """The grouping of games in `trend`."""

    trend: tuple[Point, ...]

    worst: tuple[tuple[PlayerGame, JudgedMove], ...]
    """The moves that lost the most discs, each with its game."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "player": self.name,
            **self.all.to_json(),
            "colours": {colour: tally.to_json() for colour, tally in self.colours.items()},
            "phases": {phase: tally.to_json() for phase, tally in self.phases.items()},
            "kinds": {kind: sums.to_json() for kind, sums in self.kinds.items()},
            "unknown": self.unknown.to_json(),
            "openings": [{"opening": name, **tally.to_json()} for name, tally in self.openings],
            "opponents": [{"player": name, **tally.to_json()} for name, tally in self.opponents],
            "by": self.by,
            "trend": [point.to_json() for point in self.trend],
            "worst": [
                {"game": game.key, "opponent": game.opponent, "date": game.date, **_in_short(judged)}
                for game, judged in self.worst
            ],
        }


def _in_short(judged: JudgedMove) -> dict[str, Any]:
    """Convert a judged move to a short JSON object, in which the best move has only a name and a value."""
    fields = judged.to_json()
    del fields["value_for_black"], fields["played"]
    return {
        **fields,
        "n_empties": judged.n_empties,
        "best": judged.best.move,
        "loss": round(judged.loss, 2),
        "played_value": judged.played.value or 0.0,
        "best_value": judged.best.value or 0.0,
    }


def phase_of(judged: JudgedMove) -> str:
    """Return the phase of the game in which a move was played."""
    return PHASES[(judged.n_empties < OPENING_FROM) + (judged.n_empties <= ENDGAME_FROM)]


def progress(games: Iterable[PlayerGame], name: str = "", *, by: By | None = None, n_worst: int = 20) -> PlayerProgress:
    """Compute a player's statistics from games in chronological order.

    By default, the trend groups games by year if enough dates are known, or else by month, or else by number. A trend
    by year leaves out games without a known year, and a trend by month leaves out games without a known month.
    """
    known = list(games)
    whole = Point("")
    colours = {"black": Losses(), "white": Losses()}
    openings: dict[str, Losses] = {}
    opponents: dict[str, Losses] = {}
    unknown, mistakes = KindLosses(), []
    for game in known:
        whole.add(game.moves)
        colours["white" if game.side else "black"].add(game.moves)
        openings.setdefault(game.opening, Losses()).add(game.moves)
        opponents.setdefault(game.opponent, Losses()).add(game.moves)
        for judged in game.moves:
            if judged.is_mistake:
                mistakes.append((game, judged))
                if not judged.kinds:
                    unknown.add(judged)
    mistakes.sort(key=lambda each: -each[1].loss)  # a stable sort: among equal losses, the earliest comes first
    unit = by or _unit([game.date for game in known])
    kinds = {kind: whole.kinds[kind] for kind in KINDS if kind in whole.kinds}
    return PlayerProgress(
        name,
        whole.all,
        colours,
        whole.phases,
        dict(sorted(kinds.items(), key=lambda each: -each[1].loss)),
        unknown,
        _most_first(openings),
        _most_first(opponents),
        unit,
        tuple(_trend(known, unit)),
        tuple(mistakes[:n_worst]),
    )


def _most_first(groups: dict[str, Losses]) -> tuple[tuple[str, Losses], ...]:
    return tuple(sorted(groups.items(), key=lambda each: (-each[1].games, each[0])))


def _trend(games: Sequence[PlayerGame], by: By) -> list[Point]:
    if by == "games":
        named = list(zip(_names(len(games)), games, strict=True))
    else:
        named = [(when, game) for game in games if (when := _when(game.date, by))]
        named.sort(key=lambda each: each[0])
    points: dict[str, Point] = {}
    for name, game in named:
        points.setdefault(name, Point(name)).add(game.moves)
    return list(points.values())


def _names(n_games: int) -> Iterator[str]:
    """Yield, for each game, the name of its point in a trend by games, such as ``11–20``."""
    n_each = max(1, -(-n_games // _MOST_POINTS))
    for number in range(n_games):
        first = number // n_each * n_each + 1
        last = min(first + n_each - 1, n_games)
        yield str(first) if first == last else f"{first}–{last}"


def _unit(dates: Sequence[str]) -> By:
    """Choose the grouping of games in a trend.

    Games are grouped by year or by month if most of their dates include one and there are enough different ones.
    Otherwise, they are grouped by number.
    """
    units: tuple[By, ...] = ("year", "month")
    for unit in units:
        known = [when for date in dates if (when := _when(date, unit))]
        if len(set(known)) >= _FEWEST and 2 * len(known) > len(dates):
            return unit
    return "games"


def _when(date: str, by: By) -> str:
    """Return the year of a date, or its year and month as in ``2026-11``, or an empty string if unknown."""
    found = _MONTH.search(date)
    if found is None or (by == "month" and found[2] is None):
        return ""
    return found[1] if by == "year" else f"{found[1]}-{found[2]}"


def progress_of(
    reviews: Reviews, player: str, query: Search = ALL, *, by: By | None = None, n_worst: int = 20
) -> PlayerProgress:
    """Compute a player's statistics from the reviews in a library, using the games that match `query`.

    The player's name is matched as in a search.
    """
    sides = reviews.library.sides(player)
    games = []
    for found in reviews.each(query):
        row = found.row
        for side in sides(row):
            moves = tuple(judged for judged in found.moves if judged.side is side)
            opponent = row.white if side is BLACK else row.black
            games.append(PlayerGame(row.number, side, opponent, row.opening or row.japanese, row.date, moves))
    games.sort(key=lambda game: game.date or "9")  # games without a date come last
    names = sorted(sides.names or ())
    name = player if len(names) != 1 else names[0]
    return progress(games, f"{name} ({len(names)} players)" if len(names) > 1 else name, by=by, n_worst=n_worst)


# --- as a picture -----------------------------------------------------------------------------------------------------


def trend_charts(found: PlayerProgress) -> str:
    """Draw two SVG charts: discs lost per move, overall and by phase, and mistakes of each kind per hundred games."""
    from outflank.plots import line_chart, stacked  # late import: seldom needed

    names = [point.name for point in found.trend]
    if found.by == "year" and names:  # leave room for years without a game
        names = [str(year) for year in range(int(names[0]), int(names[-1]) + 1)]
    points = [(float(names.index(point.name)), point) for point in found.trend]
    by_phase = {"all moves": [(at, point.all.loss_of_a_move) for at, point in points]}
    for phase in PHASES:
        by_phase[phase] = [(at, tally.loss_of_a_move) for at, point in points if (tally := point.phases[phase]).moves]
    by_kind = {
        kind: [(at, _in_a_hundred(point, kind)) for at, point in points] for kind in [*found.kinds][:_KINDS_DRAWN]
    }
    unit, prefix = _UNITS[found.by], f"{found.name}: " if found.name else ""
    return stacked(
        [
            line_chart(f"{prefix}loss per move", unit, "discs per move", by_phase, x_names=names),
            line_chart(f"{prefix}kinds of mistake", unit, "per hundred games", by_kind, x_names=names),
        ]
    )


def _in_a_hundred(point: Point, kind: str) -> float:
    return 100 * point.kinds[kind].count / point.all.games if kind in point.kinds else 0.0
