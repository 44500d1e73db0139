"""The positions in a book: their stored data, and the values, bounds and costs derived from it.

Symmetric positions count as one. A *link* is a move to another position in the book; the *leaf* is the best of all
other moves, with a value from a search. Values are in discs, from the point of view of the side to move.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from outflank.board.canonical import canonical
from outflank.board.squares import NAMES, SQUARES
from outflank.play.position import Move
from outflank.rules import BLACK, PASS, Position

PLY = 0.25
"""Cost of a ply in drop-out expansion, in discs."""

LOWEST, HIGHEST = -64, 64

_PASS_NUMBER = 64
_MIX, _MIX_2, _WORD = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, (1 << 64) - 1


class Key(NamedTuple):
    """A position up to symmetry: the mover's and the opponent's bitboards, the smallest of 8 symmetric pairs."""

    player: int
    opponent: int

    @classmethod
    def of(cls, position: Position) -> "Key":
        """Return the key of an 8×8 position."""
        return cls(*canonical(position.player, position.opponent))

    @property
    def position(self) -> Position:
        """The position, with Black to move."""
        return Position(self.player, self.opponent, BLACK)

    @property
    def n_empties(self) -> int:
        """The number of empty squares."""
        return 64 - (self.player | self.opponent).bit_count()

    @property
    def hash(self) -> int:
        """A 64-bit hash, the same on every machine; two positions in a book hardly ever have the same one."""
        mixed = (self.player * _MIX + (self.opponent ^ self.opponent >> 29) * _MIX_2) & _WORD
        mixed = (mixed ^ mixed >> 32) * _MIX_2 & _WORD
        return mixed ^ mixed >> 29

    def after(self, move: Move) -> "Key":
        """Return the position after a legal move. Raises IllegalMoveError."""
        return Key.of(self.position.play(move))

    def children(self) -> list[tuple[Move, "Key"]]:
        """Return the legal moves, or the forced pass, each with the position after it."""
        position = self.position
        return [(move, Key.of(position.play(move))) for move in position.legal_moves]


@dataclass(frozen=True, slots=True)
class Leaf:
    """The best move that leads out of the book, with the result of its search."""

    move: Move | None
    """The move; None if every move leads to a position in the book, or if the game is over.

    It is also None after the position that the leaf leads to has been added to the book, until a new search finds
    another leaf.
    """

    value: int = 0

    depth: int = 0
    """Plies searched, counting this move."""

    confidence: int = 100
    """Confidence level of the search, in percent."""

    is_exact: bool = False
    """True if `value` is the final score."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The value of a position and its proven bounds, derived from its leaf and links.

    `cost` is the distance to the next position to be searched: `PLY` for each ply, plus the discs that both sides lose
    on the way. It is None if there is no such position.
    """

    value: int
    lower: int = LOWEST
    upper: int = HIGHEST
    cost: float | None = None

    @property
    def is_exact(self) -> bool:
        """True if the value is the exact final score."""
        return self.lower == self.upper


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of games that reached a position, by result for the side to move; `lines` are games without a result."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    lines: int = 0

    @property
    def n_games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses + self.lines

    @property
    def swapped(self) -> "Counts":
        """The counts from the other side's point of view."""
        return replace(self, wins=self.losses, losses=self.wins)

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.wins + other.wins, self.draws + other.draws, self.losses + other.losses, self.lines + other.lines
        )


NO_GAMES = Counts()
"""Counts for a position that no game reached."""


@dataclass(frozen=True, slots=True)
class BookEntry:
    """A position's data in a book; `verdict` and `leaf` are None if the position is known only from games."""

    verdict: Verdict | None = None
    leaf: Leaf | None = None
    counts: Counts = NO_GAMES


def number_of(move: Move) -> int:
    """Encode a move for a book file as the number of its square, or 64 for a pass."""
    return _PASS_NUMBER if move == PASS else SQUARES[8][move]


def move_of(number: int) -> Move:
    """Decode a move from a book file."""
    return PASS if number == _PASS_NUMBER else NAMES[8][number]


def final(key: Key) -> Verdict:
    """Return the verdict on the final position of a game."""
    score = key.position.scores[BLACK]
    return Verdict(score, score, score)


def judge(leaf: Leaf, links: Iterable[Verdict], *, has_more_moves: bool) -> Verdict:
    """Derive the verdict on a position from its leaf and from the verdicts on the positions that it links to.

    `has_more_moves` is true if some move is not a link. There must be a leaf or a link.
    """
    links = list(links)
    values = [-link.value for link in links]
    lowers = [-link.upper for link in links]
    uppers = [-link.lower for link in links]
    if leaf.move is not None:
        values.append(leaf.value)
    if has_more_moves:
        is_known = leaf.move is not None and leaf.is_exact
        lowers.append(leaf.value if is_known else LOWEST)
        uppers.append(leaf.value if is_known else HIGHEST)
    value, lower, upper = max(values), max(lowers), max(uppers)
    if lower == upper:
        return Verdict(lower, lower, upper)
    costs = [PLY + value + link.value + link.cost for link in links if link.cost is not None]
    if leaf.move is not None and not leaf.is_exact:
        costs.append(PLY + value - leaf.value)
    return Verdict(value, lower, upper, min(costs, default=None))


def is_pass(key: Key) -> bool:
    """True if the side to move must pass, so that the next position has the same number of empty squares."""
    return key.position.legal_moves == (PASS,)
