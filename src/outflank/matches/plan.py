"""A tournament as data: its players, their order, its openings and its clock."""

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
"""Schedules: all against all; challengers against all others; rounds of players with equal points; single
elimination."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant: the name that people see, and the player that plays under it."""

    name: str
    player: str


@dataclass(frozen=True, slots=True)
class Schedule:
    """The meetings of a tournament: in each `games` are played, each opening in every seating.

    `rounds` are those of Swiss; `challengers` are the names of those who play all others in a gauntlet;
    `by_lot` says that a knock-out is drawn by lot, and not seeded in the order of the file.
    """

    kind: Kind = "round-robin"
    games: int = 2
    rounds: int = 0
    challengers: tuple[str, ...] = ()
    by_lot: bool = False

    @property
    def has_rounds(self) -> bool:
        """True if meetings depend on the games before."""
        return self.kind not in ("round-robin", "gauntlet")


@dataclass(frozen=True, slots=True)
class Test:
    """A sequential test of the first of two players against the second, which ends their games when it is decided."""

    names: tuple[str, str]
    sprt: Sprt


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament, as its file says; one without a `path` is a match, and begins with `position` if that is given.

    `refused` gives the reason, by name, for each entrant whose files cannot be taken: it meets
    nobody until they are mended. `absent` does so for those who have games: they forfeit the ones left.
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
        """The points of who sits out a round for lack of others: those of a meeting won, of three half as many.

        In a game of three up to two sit out, and who does so would else stand above all who play.
        """
        most = self.schedule.games * (self.n_seats - 1)
        return most if self.n_seats == 2 else most / 2

    @property
    def is_file(self) -> bool:
        """True for a plan in a file, which may be changed and gone on with."""
        return self.path is not None

    @property
    def file(self) -> Path:
        """The file."""
        if self.path is None:
            raise OutflankError("a match has no file")
        return self.path

    @property
    def error_prefix(self) -> str:
        """The beginning of errors: the name of the file."""
        return f"{self.path.name}: " if self.path else ""

    @property
    def database(self) -> Path:
        """The usual file of the games: beside that of the tournament."""
        return self.file.with_suffix(".sqlite")

    @property
    def openings_source(self) -> str:
        """The openings as `openings.each_opening` takes them: a file is looked for beside that of the tournament."""
        return str(self.file.parent / self.openings) if self.openings_digest else self.openings

    def start(self, seed: int = 0) -> Any:
        """The position that games begin with; in games whose boards are random, that of a seed."""
        if self.position is not None:
            return self.position
        return self.kind.start(Setup(self.size, False, seed if not self.kind.sizes else None))

    def terms(self) -> dict[str, Any]:
        """Settings that may not change while games are kept, by the key in the file."""
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
    """A digest of the files of a bot, or of the file of a ``module:FILE.py:NAME``; empty for all other players.

    What a file imports from elsewhere is not seen, and what is hidden (its name begins with a dot) does not count.
    Empty too where nothing can be read, or something may not be: who plays will say what is wrong with it.
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
