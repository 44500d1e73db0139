"""Describe a tournament as data: its players, schedule, openings and clock."""

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
"""Types of schedule. A round robin lets all players meet; in a gauntlet, the challengers meet all others. A Swiss
tournament pairs players with similar points in each round; a knock-out is single elimination.
"""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant, with the name to display and the player specification."""

    name: str
    player: str


@dataclass(frozen=True, slots=True)
class Schedule:
    """A tournament's schedule.

    Each meeting consists of `games` games, in which every opening is played in every seating.

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
    """A sequential test of the first named player against the second.

    The two stop playing each other once the test is decided.
    """

    names: tuple[str, str]
    sprt: Sprt


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament as described in its file, or a match if `path` is None.

    The games of a match start from `position`, unless it is None. `refused` maps each entrant whose files were rejected
    to the reason. Such an entrant can play once the files are fixed. `absent` lists rejected entrants in the same way
    if they have already played; they forfeit their remaining games.
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
        """The entrants that take part; refused ones do not."""
        return tuple(entrant for entrant in self.entrants if entrant.name not in self.refused)

    @property
    def kind(self) -> GameKind[Any]:
        """The type of game that is played."""
        return kind_of(self.game)

    @property
    def n_seats(self) -> int:
        """Number of players in a game."""
        return len(self.kind.seats)

    @property
    def n_openings(self) -> int:
        """Number of openings in a meeting. Each opening is played in every seating."""
        return self.schedule.games // self.n_seats

    @property
    def bye(self) -> float:
        """Points for sitting out a round: as many as for winning a meeting, but half as many in three-player games.

        In those, up to two players sit out, and full points would put them ahead of everyone who plays.
        """
        most = self.schedule.games * (self.n_seats - 1)
        return most if self.n_seats == 2 else most / 2

    @property
    def is_file(self) -> bool:
        """True if the plan was read from a file, which may change between runs."""
        return self.path is not None

    @property
    def file(self) -> Path:
        """Path of the tournament file. Raises OutflankError for a match, which has no file."""
        if self.path is None:
            raise OutflankError("a match has no file")
        return self.path

    @property
    def error_prefix(self) -> str:
        """Prefix for error messages: the name of the tournament file, or nothing for a match."""
        return f"{self.path.name}: " if self.path else ""

    @property
    def database(self) -> Path:
        """Path of the default database for the games, in the same folder as the tournament file."""
        return self.file.with_suffix(".sqlite")

    @property
    def openings_source(self) -> str:
        """The openings in the form that `openings.each_opening` expects.

        A path is relative to the folder of the tournament file.
        """
        return str(self.file.parent / self.openings) if self.openings_digest else self.openings

    def start(self, seed: int = 0) -> Any:
        """Return the starting position of the games. A random position depends on `seed`."""
        if self.position is not None:
            return self.position
        return self.kind.start(Setup(self.size, False, seed if not self.kind.sizes else None))

    def terms(self) -> dict[str, Any]:
        """Return the settings that must not change once games have been played, keyed by their names in the file."""
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
    """Compute a digest of a bot's files, or of the file in ``module:FILE.py:NAME``. It is empty for all other players.

    The digest ignores modules imported from elsewhere and hidden files, whose names start with a dot. It is also empty
    if the files are rejected or cannot be read, because that error is reported when the player is created.
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
