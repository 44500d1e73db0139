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
"""Schedules, in order: all against all, challengers against all others, rounds of players with equal points, and single
elimination."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant: the displayed name, and the player behind it."""

    name: str
    player: str


@dataclass(frozen=True, slots=True)
class Schedule:
    """The meetings of a tournament; each has `games`, every opening in every seating.

    `rounds` are for Swiss. `challengers` are the players who meet all others in a gauntlet. `by_lot` draws a knock-out
    by lot; otherwise it is seeded in the order of the file.
    """

    kind: Kind = "round-robin"
    games: int = 2
    rounds: int = 0
    challengers: tuple[str, ...] = ()
    by_lot: bool = False

    @property
    def has_rounds(self) -> bool:
        """True if meetings depend on earlier games."""
        return self.kind not in ("round-robin", "gauntlet")


@dataclass(frozen=True, slots=True)
class Test:
    """A sequential test of the first player against the second, whose games end with the decision."""

    names: tuple[str, str]
    sprt: Sprt


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament, as in its file; without a `path` a match, which begins with `position` if there is one.

    `refused` has the reason, by name, for each entrant whose files are rejected; it plays once they are fixed. `absent`
    does the same for players with games, who forfeit the rest.
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
        """The entrants that are not refused."""
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
        """Number of openings in a meeting, each played in every seating."""
        return self.schedule.games // self.n_seats

    @property
    def bye(self) -> float:
        """Points for sitting out a round: as for a won meeting, in a game of three half as many.

        In a game of three up to two sit out, and full points would put them above all who play.
        """
        most = self.schedule.games * (self.n_seats - 1)
        return most if self.n_seats == 2 else most / 2

    @property
    def is_file(self) -> bool:
        """True for a plan in a file, which may change between runs."""
        return self.path is not None

    @property
    def file(self) -> Path:
        """The file."""
        if self.path is None:
            raise OutflankError("a match has no file")
        return self.path

    @property
    def error_prefix(self) -> str:
        """Prefix of errors: the name of the file."""
        return f"{self.path.name}: " if self.path else ""

    @property
    def database(self) -> Path:
        """The default file of the games, beside the tournament file."""
        return self.file.with_suffix(".sqlite")

    @property
    def openings_source(self) -> str:
        """The openings for `openings.each_opening`; a file is relative to the tournament file."""
        return str(self.file.parent / self.openings) if self.openings_digest else self.openings

    def start(self, seed: int = 0) -> Any:
        """The first position of games; a random one depends on `seed`."""
        if self.position is not None:
            return self.position
        return self.kind.start(Setup(self.size, False, seed if not self.kind.sizes else None))

    def terms(self) -> dict[str, Any]:
        """Settings that must stay the same once there are games, by their key in the file."""
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

    Ignores imports from elsewhere and hidden files (their names begin with a dot). Also empty for unreadable files and
    for rejected contents: making the player will report them.
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
        from outflank.bots.player import Bot  # with its sandbox, which only tournaments with bots need

        bot = create(player)
    except OutflankError:
        return None
    return bot.submission.home if isinstance(bot, Bot) else None
