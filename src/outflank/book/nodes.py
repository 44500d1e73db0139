"""The positions in a book: the data stored for each, and the values, bounds and costs derived from that data.

Symmetric positions count as one position. A *link* is a move to another position in the book. The *leaf* is the best of
the other moves, and its value comes from a search. Values are in discs, from the point of view of the side to move.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from outflank.board.canonical import canonical
from outflank.board.squares import NAMES, SQUARES
from outflank.play.position import Move
from outflank.rules import BLACK, PASS, Position

PLY = 0.25
"""The cost of each ply in drop-out expansion, in discs."""

LOWEST, HIGHEST = -64, 64

_PASS_NUMBER = 64
_MIX, _MIX_2, _WORD = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, (1 << 64) - 1


class Key(NamedTuple):
    """A position up to symmetry, stored as the smallest of its 8 symmetric pairs of bitboards.

    The bitboards contain the discs of the mover and of the opponent.
    """

    player: int
    opponent: int

    @classmethod
    def of(cls, position: Position) -> "Key":
        """Return the key of an 8×8 position."""
        return cls(*canonical(position.player, position.opponent))

    @property
    def position(self) -> Position:
        """The position itself, with Black to move."""
        return Position(self.player, self.opponent, BLACK)

    @property
    def n_empties(self) -> int:
        """The number of empty squares."""
        return 64 - (self.player | self.opponent).bit_count()

    @property
    def hash(self) -> int:
        """A 64-bit hash that is the same on every computer, to find positions that must then be compared.

        Positions that differ in a few squares can share it, such as c5, f1 and h8.
        """
        mixed = (self.player * _MIX + (self.opponent ^ self.opponent >> 29) * _MIX_2) & _WORD
        mixed = (mixed ^ mixed >> 32) * _MIX_2 & _WORD
        return mixed ^ mixed >> 29

    @property
    def folded_hash(self) -> int:
        """A 64-bit hash that is the same on every computer and stands for the position in a sealed book.

        Two positions have the same hash with a probability of 1 in 2⁶⁴, because every square affects all of its bits.
        """
        product = (self.player ^ _MIX) * (self.opponent ^ _MIX_2)
        return (product ^ product >> 64) & _WORD

    def after(self, move: Move) -> "Key":
        """Return the key of the position after a move. Raises IllegalMoveError if the move is not legal."""
        return Key.of(self.position.play(move))

    def children(self) -> list[tuple[Move, "Key"]]:
        """Return the legal moves, or the forced pass, each with the key of the position after it."""
        position = self.position
        return [(move, Key.of(position.play(move))) for move in position.legal_moves]


@dataclass(frozen=True, slots=True)
class Leaf:
    """The best of the moves that lead out of the book, with the result of its search."""

    move: Move | None
    """The move, or None if every move leads to a position in the book or the game is over.

    It is also None if the position after the move has since been added to the book, until a new search chooses another
    leaf.
    """

    value: int = 0

    depth: int = 0
    """Plies searched, including this move."""

    confidence: int = 100
    """Confidence level of the search, in percent."""

    is_exact: bool = False
    """True if `value` is the exact final score."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The value of a position and its proven bounds, which are derived from its leaf and its links.

    `cost` is the distance to the next position that should be searched: `PLY` for each ply, plus the discs that both
    sides lose on the way. It is None if no position remains to be searched.
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
    """The numbers of games that reached a position, by result for the side to move.

    `lines` counts the games without a known result.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    lines: int = 0

    @property
    def n_games(self) -> int:
        """The total number of games."""
        return self.wins + self.draws + self.losses + self.lines

    @property
    def swapped(self) -> "Counts":
        """The same counts from the opponent's point of view."""
        return replace(self, wins=self.losses, losses=self.wins)

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.wins + other.wins, self.draws + other.draws, self.losses + other.losses, self.lines + other.lines
        )


NO_GAMES = Counts()
"""The counts of a position that no game has reached."""


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
    """Return the verdict on a position in which the game is over."""
    score = key.position.scores[BLACK]
    return Verdict(score, score, score)


def judge(leaf: Leaf, links: Iterable[Verdict], *, has_more_moves: bool) -> Verdict:
    """Derive a position's verdict from its leaf and from the verdicts on the positions that its links lead to.

    `has_more_moves` is true if at least one move is not a link. The position must have a leaf or a link.
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
    """Return True if the side to move must pass, so that the next position has just as many empty squares."""
    return key.position.legal_moves == (PASS,)
