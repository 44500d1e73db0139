"""What a book knows of a position, and what follows from it: its value, its proven bounds, and what to search next.

Positions are told apart up to symmetry. A *link* is a move to another position of the book, the *leaf* the best of all
other moves, of which only a search is known. Numbers are discs in the view of the side to move.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from outflank.board.canonical import canonical
from outflank.board.squares import NAMES, SQUARES
from outflank.play.position import Move
from outflank.rules import BLACK, PASS, Position

PLY = 0.25
"""What a ply away from the start counts in the order of searches, in discs that are lost on the way."""

LOWEST, HIGHEST = -64, 64

_PASS_NUMBER = 64
_MIX, _MIX_2, _WORD = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, (1 << 64) - 1


class Key(NamedTuple):
    """A position up to symmetry: the discs of the mover and of the opponent as bitboards, the least of 8."""

    player: int
    opponent: int

    @classmethod
    def of(cls, position: Position) -> "Key":
        """That of a position on 8×8, whoever is to move."""
        return cls(*canonical(position.player, position.opponent))

    @property
    def position(self) -> Position:
        """The position, with Black to move."""
        return Position(self.player, self.opponent, BLACK)

    @property
    def n_empties(self) -> int:
        """How many squares are empty."""
        return 64 - (self.player | self.opponent).bit_count()

    @property
    def hash(self) -> int:
        """A number of 64 bits that is the same everywhere; two positions of a book hardly ever share one."""
        mixed = (self.player * _MIX + (self.opponent ^ self.opponent >> 29) * _MIX_2) & _WORD
        mixed = (mixed ^ mixed >> 32) * _MIX_2 & _WORD
        return mixed ^ mixed >> 29

    def after(self, move: Move) -> "Key":
        """The position after a legal move. Raises IllegalMoveError."""
        return Key.of(self.position.play(move))

    def children(self) -> list[tuple[Move, "Key"]]:
        """The legal moves, or the pass, each with the position after it."""
        position = self.position
        return [(move, Key.of(position.play(move))) for move in position.legal_moves]


@dataclass(frozen=True, slots=True)
class Leaf:
    """The best move that does not lead to another position of the book, and what a search said of it.

    `depth` counts plies, this move included, `confidence` is the selectivity of the search in percent. `move` is None
    where all moves lead to positions of the book, or the game is over; and, until it is searched anew, where the move
    that was the leaf has come into the book. `is_exact` if the value is the final score.
    """

    move: Move | None
    value: int = 0
    depth: int = 0
    confidence: int = 100
    is_exact: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows from a leaf and from links.

    `cost` is how far away the next position to be searched is, by `PLY` a ply and all discs lost by either side on the
    way there; None if there is none.
    """

    value: int
    lower: int = LOWEST
    upper: int = HIGHEST
    cost: float | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the final score is known."""
        return self.lower == self.upper


@dataclass(frozen=True, slots=True)
class Counts:
    """Games that came to a position, in the view of the side to move; `lines` are those that did not end."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    lines: int = 0

    @property
    def n_games(self) -> int:
        """How many there are."""
        return self.wins + self.draws + self.losses + self.lines

    @property
    def swapped(self) -> "Counts":
        """In the view of the other side."""
        return replace(self, wins=self.losses, losses=self.wins)

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            self.wins + other.wins, self.draws + other.draws, self.losses + other.losses, self.lines + other.lines
        )


NO_GAMES = Counts()
"""Those of a position that no game came to."""


@dataclass(frozen=True, slots=True)
class BookEntry:
    """All that a book says of a position; verdict and leaf are None where it is only known from games."""

    verdict: Verdict | None = None
    leaf: Leaf | None = None
    counts: Counts = NO_GAMES


def number_of(move: Move) -> int:
    """What stands for a move in the file of a book: the number of its square, 64 for a pass."""
    return _PASS_NUMBER if move == PASS else SQUARES[8][move]


def move_of(number: int) -> Move:
    """The move that a number stands for."""
    return PASS if number == _PASS_NUMBER else NAMES[8][number]


def final(key: Key) -> Verdict:
    """The verdict on a game that is over."""
    score = key.position.scores[BLACK]
    return Verdict(score, score, score)


def judge(leaf: Leaf, links: Iterable[Verdict], *, has_more_moves: bool) -> Verdict:
    """The verdict on a position by its leaf and by the verdicts on the positions that it links to.

    `has_more_moves` says whether some move is no link. There is a leaf or a link, or nothing could be said.
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
    """Whether the side to move must pass: such a position has as many empty squares as the one after it."""
    return key.position.legal_moves == (PASS,)
