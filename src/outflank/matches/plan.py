"""A tournament as data: its players, schedule, openings and clock."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from outflank.bots.contents import digest
from outflank.errors import OptionError, OutflankError
from outflank.matches.game import CEILING
from outflank.matches.statistics import Sprt
from outflank.play import GameKind, Setup, TimeControl, create, kind_of
from outflank.play.registry import expanded

Kind = Literal["round-robin", "gauntlet", "swiss", "knock-out"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Kinds of schedule. In order: all against all, challengers against all others, rounds that pair players with similar
points, and single elimination."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant: a displayed name, and the player behind it."""

    name: str
    player: str


@dataclass(frozen=True, slots=True)
class Schedule:
    """A tournament's schedule. Each meeting has `games` games, in which every opening is played in every seating.

    - `rounds`: number of rounds in a Swiss tournament
    - `challengers`: the players who meet all others in a gauntlet
    - `by_lot`: True to draw a knock-out at random, False to seed it in the order of the tournament file
    """

    kind: Kind = "round-robin"
    games: int = 2
    rounds: int = 0
    challengers: tuple[str, ...] = ()
    by_lot: bool = False

    @property
    def has_rounds(self) -> bool:
        """True if meetings depend on the results of earlier games."""
        return self.kind not in ("round-robin", "gauntlet")


@dataclass(frozen=True, slots=True)
class Test:
    """A sequential test of the first named player against the second; it stops their games once it is decided."""

    names: tuple[str, str]
    sprt: Sprt


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament as described in its file, or a match if there is no `path`.

    Games of a match start from `position`, if given. `refused` maps the name of each entrant whose files were rejected
    to the reason; such an entrant plays once its files are fixed. `absent` does the same for rejected entrants that
    have already played; they forfeit their remaining games.
    """

    path: Path | None
    title: str
    entrants: tuple[Entrant, ...]
    schedule: Schedule
    game: str = "othello"
    size: int | None = None
    seed: int = 0
    openings: str = "random:8"
    openings_digest: str = ""
    control: TimeControl = CEILING
    test: Test | None = None
    refused: Mapping[str, str] = field(default_factory=dict)
    absent: Mapping[str, str] = field(default_factory=dict)
    position: Any = None

    @property
    def playing(self) -> tuple[Entrant, ...]:
        """The entrants that have not been refused."""
        return tuple(entrant for entrant in self.entrants if entrant.name not in self.refused)

    @property
    def kind(self) -> GameKind[Any]:
        """The kind of game."""
        return kind_of(self.game)

    @property
    def n_seats(self) -> int:
        """Number of players in a game."""
        return len(self.kind.seats)

    @property
    def n_openings(self) -> int:
        """Number of openings in a meeting; each is played in every seating."""
        return self.schedule.games // self.n_seats

    @property
    def bye(self) -> float:
        """Points for sitting out a round: as many as for winning a meeting, but half as many in three-player games.

        There, up to two players sit out, and full points would put them ahead of everybody who plays.
        """
        most = self.schedule.games * (self.n_seats - 1)
        return most if self.n_seats == 2 else most / 2

    @property
    def is_file(self) -> bool:
        """True for a plan from a file, which may change between runs."""
        return self.path is not None

    @property
    def file(self) -> Path:
        """The tournament file. Raises OutflankError for a match, which has none."""
        if self.path is None:
            raise OutflankError("a match has no file")
        return self.path

    @property
    def error_prefix(self) -> str:
        """Prefix for error messages: the file name, if there is a file."""
        return f"{self.path.name}: " if self.path else ""

    @property
    def database(self) -> Path:
        """The default file for storing the games, next to the tournament file."""
        return self.file.with_suffix(".sqlite")

    @property
    def openings_source(self) -> str:
        """The openings as `openings.each_opening` expects them; a file path is relative to the tournament file."""
        return str(self.file.parent / self.openings) if self.openings_digest else self.openings

    def start(self, seed: int = 0) -> Any:
        """The starting position of the games; if it is random, it depends on `seed`."""
        if self.position is not None:
            return self.position
        return self.kind.start(Setup(self.size, False, seed if not self.kind.sizes else None))

    def terms(self) -> dict[str, Any]:
        """Settings that must not change once games have been played, by their keys in the file."""
        test = self.test
        return {
            "game": self.game,
            "size": self.size,
            "seed": self.seed,
            "openings": self.openings,
            "content of openings": self.openings_digest,
            "time": "" if self.control is CEILING else str(self.control),
            "schedule.kind": self.schedule.kind,
            "schedule.draw": "lot" if self.schedule.by_lot else "order",
            **({"schedule.games": self.schedule.games} if self.schedule.has_rounds else {}),
            "sprt": None if test is None else [*test.names, *_numbers(test.sprt)],
        }


def _numbers(sprt: Sprt) -> tuple[float, ...]:
    return sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta


def content_of(player: str) -> str:
    """A digest of a bot's files, or of the file in ``module:FILE.py:NAME``; empty for all other players.

    Ignores modules imported from elsewhere and hidden files, whose names start with a dot. The digest is also empty if
    the files are rejected or cannot be read, because creating the player will report that.
    """
    path = _path_of(player)
    try:
        return "" if path is None else digest(path)
    except OptionError:
        return ""


def _path_of(player: str) -> Path | None:
    try:
        name, _, options = expanded(player).partition(":")
        if name.strip() == "module":
            file = re.match(r".+?\.py(?=:)", options)
            return None if file is None else Path(file[0])
        if name.strip() != "bot":
            return None
        from outflank.bots.player import Bot  # imports the sandbox, which only tournaments with bots need

        bot = create(player)
    except OutflankError:
        return None
    return bot.submission.home if isinstance(bot, Bot) else None
