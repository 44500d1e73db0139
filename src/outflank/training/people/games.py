"""The moves that rated people chose, as arrays on disk.

Programs are left out, and so are players with few games and moves without a choice. Some games and some players are
held out: the model never sees them, so they show how well it predicts other people's moves.
"""

import hashlib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from outflank.errors import OutflankError
from outflank.files import opened_whole
from outflank.library import Library
from outflank.library.boards import NO_MOVE
from outflank.library.many import ManyGames, Walk
from outflank.library.names import is_program
from outflank.library.rated import rate_games
from outflank.library.stored import start_of
from outflank.people.glances import ILLEGAL, Glancer, Glances
from outflank.people.network import bits_of

LEAST_GAMES = 20
"""A player with fewer games has no reliable rating, and is left out."""

HELD_OUT = 50
"""One in this number of games is held out, and one in this number of players."""

_AT_ONCE = 20_000  # positions to glance at


@dataclass(frozen=True, eq=False)
class Choices:
    """Moves that people chose, one row for each, in the order of the number of discs."""

    players: Any
    """Discs of the side to move, canonical board: uint64."""

    opponents: Any
    """Discs of the other side: uint64."""

    squares: Any
    """The chosen move, on the canonical board: uint8."""

    ratings: Any
    """Rating of the player who chose it, in that year: float32."""

    rivals: Any
    """Rating of the opponent, in that year: float32."""

    choosers: Any
    """The player's number in the library: int32."""

    games: Any
    """The game's number in the library: int32."""

    held_out: Any
    """0 for training, 1 for a game that is held out, 2 for a player who is held out: uint8."""

    def __len__(self) -> int:
        return len(self.players)

    def save(self, path: Path) -> None:
        """Write the arrays to an NPZ file, which appears under its name only once it is complete."""
        with opened_whole(path) as file:
            np.savez(file, **{each.name: getattr(self, each.name) for each in fields(self)})

    @classmethod
    def load(cls, path: Path) -> "Choices":
        """Read arrays that `save` has written."""
        with np.load(path, allow_pickle=False) as file:
            return cls(**{each.name: file[each.name] for each in fields(cls)})


def collect(library: Library) -> Choices:
    """Collect the choices of people in all finished games with a known year. Raises OutflankError if there are none."""
    rows = library.connection.execute(
        "SELECT number, moves, start, black, white, year FROM games"
        " WHERE won IS NOT NULL AND year IS NOT NULL AND black IS NOT NULL AND white IS NOT NULL AND black <> white"
        " ORDER BY number"
    ).fetchall()
    names = dict(library.connection.execute("SELECT number, name FROM players"))
    if not rows:
        raise OutflankError("the library has no game with a year, a result and the names of both players")
    games = ManyGames.packed([row[1] for row in rows], {n: start_of(row[2]) for n, row in enumerate(rows) if row[2]})
    number, black, white, year = (np.array([row[n] for row in rows], np.int64) for n in (0, 3, 4, 5))
    rated = rate_games(library)
    strength = np.stack([rated.at(black, year), rated.at(white, year)], axis=1)
    counts = np.bincount(np.concatenate([black, white]), minlength=max(names) + 1)
    is_rated = counts >= LEAST_GAMES
    is_rated[[player for player, name in names.items() if is_program(name)]] = False
    away = np.array([_is_held_out(f"player {names.get(player, '')}") for player in range(len(counts))])
    away_game = np.array([_is_held_out(f"game {n}") for n in number])
    sides = np.stack([black, white], axis=1)
    parts = []
    walk = Walk(games)
    for n_discs in range(games.fewest_discs, 64):
        walk.go_to(n_discs)
        there = np.flatnonzero((walk.squares >= 0) & (walk.squares != NO_MOVE))
        turn = walk.movers[there].astype(np.int64)
        mover, rival = sides[there, turn], sides[there, 1 - turn]
        kept = is_rated[mover]
        there, turn, mover, rival = there[kept], turn[kept], mover[kept], rival[kept]
        held = np.where(away[mover], 2, np.where(away[rival], 3, np.where(away_game[there], 1, 0)))
        parts.append(
            (
                walk.least_players[there],
                walk.least_opponents[there],
                walk.squares[there].astype(np.uint8),
                strength[there, turn].astype(np.float32),
                strength[there, 1 - turn].astype(np.float32),
                mover.astype(np.int32),
                number[there].astype(np.int32),
                held.astype(np.uint8),
            )
        )
    columns = [np.concatenate([part[n] for part in parts]) for n in range(len(fields(Choices)))]
    found = Choices(*columns)
    return _chosen(found, found.held_out != 3)  # against somebody who is held out, the moves are left out


def _is_held_out(text: str) -> bool:
    """Decide by a hash, so that a library with more games holds out the same ones."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") % HELD_OUT == 0


def _chosen(choices: Choices, rows: Any) -> Choices:
    return Choices(*(getattr(choices, each.name)[rows] for each in fields(Choices)))


# --- glances --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class StoredGlances:
    """Glances at the moves of many positions, without the squares where nobody can play."""

    legal: Any
    """The legal moves as masks: uint64 [n]."""

    values: Any
    """Values of the legal moves, position by position, square by square: int16."""

    replies: Any
    """Numbers of replies, in the same order: uint8."""

    @property
    def starts(self) -> Any:
        """The index of each position's first move."""
        counts = np.bitwise_count(self.legal).astype(np.int64)
        return np.cumsum(counts) - counts

    def save(self, path: Path) -> None:
        """Write the arrays to an NPZ file, which appears under its name only once it is complete."""
        with opened_whole(path) as file:
            np.savez(file, legal=self.legal, values=self.values, replies=self.replies)

    @classmethod
    def load(cls, path: Path) -> "StoredGlances":
        """Read arrays that `save` has written."""
        with np.load(path, allow_pickle=False) as file:
            return cls(file["legal"], file["values"], file["replies"])

    def at(self, rows: Any, starts: Any) -> Glances:
        """The glances at some positions; `starts` is the property of that name, computed once."""
        legal = self.legal[rows]
        counts = np.bitwise_count(legal).astype(np.int64)
        first = np.cumsum(counts) - counts
        places = np.repeat(starts[rows] - first, counts) + np.arange(counts.sum())
        mask = bits_of(legal)
        values = np.full(mask.shape, ILLEGAL, np.int16)
        replies = np.zeros(mask.shape, np.uint8)
        values[mask], replies[mask] = self.values[places], self.replies[places]
        return Glances(legal, values, replies)


def look_at_all(choices: Choices, glancer: Glancer, report: Any = None) -> StoredGlances:
    """Glance at all positions; calls ``report(done, total)`` now and then."""
    legal, values, replies = [], [], []
    for start in range(0, len(choices), _AT_ONCE):
        these = slice(start, start + _AT_ONCE)
        found = glancer.look(choices.players[these], choices.opponents[these])
        mask = found.values != ILLEGAL
        legal.append(found.legal)
        values.append(found.values[mask])
        replies.append(found.replies[mask])
        if report is not None:
            report(min(start + _AT_ONCE, len(choices)), len(choices))
    return StoredGlances(np.concatenate(legal), np.concatenate(values), np.concatenate(replies))
