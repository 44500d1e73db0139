"""Edax opening books: binary files that contain positions and the values of their moves.

The file starts with a 42-byte header. Each position then takes 40 bytes, plus two for each of its *links* (moves to
other positions in the book) and two for its *leaf* (the best of the other moves, which only a search has evaluated).
Numbers are little-endian. From each set of 8 symmetric positions, the book stores only the one with the smallest
bitboards; the mover's bitboard is compared first.

Each position is read as a record without moves. The links and the leaf become its analysis, and the other numbers
become its tags.
"""

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from outflank.board.canonical import symmetric
from outflank.board.squares import NAMES
from outflank.errors import OutflankError, ParseError, described
from outflank.formats.binary import as_found, exactly, position_of, saving, turn_of
from outflank.formats.format import BinaryFormat, GameInFile
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.record import Record
from outflank.play.tree import GameNode, GameTree
from outflank.rules import PASS, Position, transform_move

MAGIC = b"XADEKOOB"
UNKNOWN = 127
"""Marks an upper bound as unknown. The negative number does the same for a score or a lower bound."""

_VERSION, _RELEASE = 4, 4
_ERRORS, _VERBOSITY = (2, 1), 0  # Edax's error tolerance in the midgame and the endgame, in discs
_HEADER = struct.Struct("<8sBBh5Bx5ii")
_POSITION = struct.Struct("<QQ4I3hBB")
_LINK = struct.Struct("<bB")
_NUMBER = re.compile("-?[0-9]{1,10}")
_NO_MOVE = 65
_MOVES = dict(enumerate((*NAMES[8], PASS)))
_NUMBERS = {move: number for number, move in _MOVES.items()}
_MOST_DISCS, _MOST_LEVEL = 64, 60
_TAGS = ("wins", "draws", "losses", "lines", "value", "lower", "upper", "level")

Link = tuple[str, int]
"""A move and its score in discs, from the mover's point of view."""


@dataclass(frozen=True, slots=True)
class BookPosition:
    """A position in a book. Raises ParseError if discs overlap, or if a move is illegal or appears twice."""

    player: int
    """The mover's discs as a bitboard."""

    opponent: int
    """The opponent's discs as a bitboard."""

    links: tuple[Link, ...] = ()
    """Moves to other positions in the book."""

    leaf: Link | None = None
    """Best of the other moves, or None if the book has no other move."""

    wins: int = 0
    """Number of games won from this position."""

    draws: int = 0
    """Number of games drawn from this position."""

    losses: int = 0
    """Number of games lost from this position."""

    lines: int = 0
    """Number of unfinished games from this position."""

    value: int = -UNKNOWN
    """Score in discs, from the mover's point of view; ``-UNKNOWN`` if unknown."""

    lower: int = -UNKNOWN
    """Lower bound of the score; ``-UNKNOWN`` if unknown."""

    upper: int = UNKNOWN
    """Upper bound of the score; `UNKNOWN` if unknown."""

    level: int = 0
    """Search level at which the values were computed."""

    def __post_init__(self) -> None:
        """Raise ParseError if discs overlap, or if a move is illegal or appears twice."""
        legal = self.position.legal_moves
        moves = [move for move, _ in self.moves]
        for move in moves:
            if move not in legal:
                raise ParseError("expected legal moves, but {reason}", reason=self.position.why_illegal(move))
        if len(set(moves)) < len(moves):
            raise ParseError("expected each move once, got {moves}", moves=described(" ".join(moves)))

    @property
    def moves(self) -> tuple[Link, ...]:
        """All moves that have a score: first the links, then the leaf."""
        return self.links if self.leaf is None else (*self.links, self.leaf)

    @property
    def position(self) -> Position:
        """The position, with White to move if the number of empties is odd."""
        return position_of(self.player, self.opponent, turn_of(self.player, self.opponent))

    @property
    def is_canonical(self) -> bool:
        """True if a book stores this position itself, and not one of its symmetric images."""
        return (self.player, self.opponent) == min(symmetric(self.player, self.opponent))

    def canonical(self) -> "BookPosition":
        """Return the symmetric image that a book stores, with the moves transformed to match."""
        boards = symmetric(self.player, self.opponent)
        player, opponent = min(boards)
        symmetry = boards.index((player, opponent))

        def moved(link: Link) -> Link:
            return (transform_move(link[0], symmetry), link[1])

        leaf = None if self.leaf is None else moved(self.leaf)
        return replace(self, player=player, opponent=opponent, links=tuple(map(moved, self.links)), leaf=leaf)


def recognises(head: bytes) -> bool:
    """True if the first bytes of the file look like an Edax book."""
    return head.startswith(MAGIC)


# --- positions as bytes ---------------------------------------------------------------------------------------------


def read_header(file: BinaryIO, source: str | None = None) -> int:
    """Read a book's header, and return the number of positions given there. Raises ParseError."""
    data = exactly(file, _HEADER.size)
    if not recognises(data):
        raise ParseError(
            "expected an Edax opening book, which begins with {magic}, got {data}",
            source=source,
            magic=repr(MAGIC),
            data=repr(data[:8]),
        )
    if len(data) < _HEADER.size:
        raise ParseError(
            "expected a header of {size} bytes, got {found}", source=source, size=_HEADER.size, found=len(data)
        )
    _, version, *_, n_positions = _HEADER.unpack(data)
    if version != _VERSION:
        raise ParseError(
            "expected book version {version}, got version {found}", source=source, version=_VERSION, found=version
        )
    if n_positions < 0:
        raise ParseError(
            "expected a number of positions in the header, got {positions}", source=source, positions=n_positions
        )
    return int(n_positions)


def read_positions(file: BinaryIO, source: str | None = None) -> Iterator[BookPosition | ParseError]:
    """Yield the positions of a book, or a ParseError for each position that is invalid.

    The last item is an error if the book ends in the middle of a position, or if the number of positions differs from
    the one in the header. Raises ParseError if the file is not a book.
    """
    n_promised = read_header(file, source)
    n, offset = 0, _HEADER.size
    while data := exactly(file, _POSITION.size):
        n += 1
        n_links = data[-2] if len(data) == _POSITION.size else 0
        moves = exactly(file, _LINK.size * (n_links + 1))
        try:
            if len(data) < _POSITION.size or len(moves) < _LINK.size * (n_links + 1):
                raise ParseError("the book ends in the middle of it")
            yield _unpacked(data, moves)
        except ParseError as error:
            yield ParseError(
                "position {number} at byte {offset}: {error}",
                source=source,
                number=f"{n:,}",
                offset=f"{offset:,}",
                error=error.message,
            )
        offset += len(data) + len(moves)
    if n != n_promised:
        message = f"expected {n_promised:,} positions, as the header says, got {n:,}"
        yield ParseError(message, source=source)


def write_positions(positions: Iterable[BookPosition], file: BinaryIO) -> int:
    """Write a book to a seekable file, and return the number of positions written. Raises OutflankError."""
    if not file.seekable():
        raise OutflankError("expected a seekable file: the number of positions at the start is written last")
    start = file.tell()
    file.write(bytes(_HEADER.size))
    n, level, n_empties = 0, 0, 60
    for n, position in enumerate(positions, 1):  # noqa: B007 - n ends as the count
        file.write(_packed(position.canonical()))
        level = max(level, position.level)
        n_empties = min(n_empties, position.position.n_empties)
    end = file.tell()
    file.seek(start)
    date = datetime.now().timetuple()[:6]
    file.write(_HEADER.pack(MAGIC, _VERSION, _RELEASE, *date, level, n_empties, *_ERRORS, _VERBOSITY, n))
    file.seek(end)
    return n


def _unpacked(data: bytes, moves: bytes) -> BookPosition:
    """Decode a position and its moves from their bytes. Raises ParseError."""
    player, opponent, wins, draws, losses, lines, value, lower, upper, _, level = _POSITION.unpack(data)
    *links, (leaf_score, leaf) = _LINK.iter_unpack(moves)
    for _, number in links:
        if number not in _MOVES:
            raise ParseError("expected a move from 0 to {last}, got {number}", last=len(_MOVES) - 1, number=number)
    if leaf not in _MOVES and leaf != _NO_MOVE:
        raise ParseError("expected a move from 0 to {last}, got {number}", last=_NO_MOVE, number=leaf)
    position = BookPosition(
        player,
        opponent,
        tuple((_MOVES[number], score) for score, number in links),
        None if leaf == _NO_MOVE else (_MOVES[leaf], leaf_score),
        *(wins, draws, losses, lines, value, lower, upper, level),
    )
    if not position.is_canonical:
        raise ParseError(
            "expected the smallest of 8 symmetric positions, got {board}", board=position.position.board_string
        )
    return position


def _packed(position: BookPosition) -> bytes:
    """Encode a canonical position as bytes. Raises OutflankError if a number is too large."""
    numbers = [getattr(position, name) for name in _TAGS[:-1]]
    leaf = position.leaf or (None, -UNKNOWN)
    try:
        links = [_LINK.pack(score, _NUMBERS[move]) for move, score in position.links]
        last = _LINK.pack(leaf[1], _NO_MOVE if leaf[0] is None else _NUMBERS[leaf[0]])
        data = _POSITION.pack(position.player, position.opponent, *numbers, len(links), position.level)
    except struct.error as error:
        raise OutflankError("a number is too large for a book: {error}", error=error) from None
    return data + b"".join(links) + last


# --- positions as records -------------------------------------------------------------------------------------------


def record_of(found: BookPosition) -> Record:
    """Convert a book position to a record without moves. Moves with unknown scores have no value in its analysis."""
    tree = GameTree(found.position)
    moves = [
        MoveValue(move, score, kind="book", pv=(move,)) if abs(score) <= _MOST_DISCS else MoveValue(move, kind="book")
        for move, score in found.moves
    ]
    best = max(moves, key=lambda move: -UNKNOWN if move.value is None else move.value, default=None)
    is_solved = found.level >= _MOST_LEVEL and found.lower == found.value == found.upper
    bounds = {"lower": found.lower, "upper": found.upper} if is_solved else {}
    tree.root.analysis = Analysis(None if best is None else best.move, tuple(moves), **bounds)
    tags = {name: str(getattr(found, name)) for name in _TAGS}
    return Record(tree, tags={**tags, "leaf": "" if found.leaf is None else found.leaf[0]})


def positions_of(record: Record) -> Iterator[BookPosition]:
    """Yield a book position for each position in the record that has move values.

    Raises OutflankError if there are none.
    """
    root = record.tree.root
    if not isinstance(root.position, Position) or root.position.size != 8:
        raise OutflankError("a book can hold only Othello positions on 8×8")
    nodes = [node for node in root.walk() if node.analysis is not None and node.analysis.moves]
    if not nodes:
        raise OutflankError("an opening book needs move values, but this game has none")
    for node in nodes:
        yield _position_of(node, record.tags if node is root else {})


def _position_of(node: GameNode[Any], tags: Mapping[str, str]) -> BookPosition:
    """Convert a node with an analysis to a book position.

    The leaf is the move that the tags name. Without such a tag, it is the move with the lowest value, because better
    moves are links; but if every legal move has a value, there is no leaf.
    """
    analysis, position = node.analysis, node.position
    assert analysis is not None
    links = [(found.move, _score(found)) for found in analysis.moves]
    if "leaf" in tags:
        leaf = next((link for link in links if link[0] == tags["leaf"]), None)
    else:
        leaf = None if len(links) == len(position.legal_moves) else min(links, key=lambda link: link[1])
    best = max(score for _, score in links)
    exact = analysis.is_exact
    numbers = {
        "value": best,
        "lower": best if exact else -UNKNOWN,
        "upper": best if exact else UNKNOWN,
        "level": _MOST_LEVEL if exact else min(_MOST_LEVEL, max(found.depth for found in analysis.moves)),
    }
    numbers |= {name: int(tags[name]) for name in _TAGS if _NUMBER.fullmatch(tags.get(name, ""))}
    rest = tuple(link for link in links if link != leaf)
    return BookPosition(position.player, position.opponent, rest, leaf, **numbers)


def _score(found: MoveValue) -> int:
    """Round the value of a move to whole discs, or return ``-UNKNOWN`` if the move has no value."""
    if found.value is None:
        return -UNKNOWN
    return max(-_MOST_DISCS, min(_MOST_DISCS, round(found.value)))


# --- as a format ----------------------------------------------------------------------------------------------------


def _read(file: BinaryIO, _path: Path | None) -> Iterator[GameInFile]:
    found = read_positions(file)
    return as_found(each if isinstance(each, ParseError) else record_of(each) for each in found)


def _write(records: Iterable[Record], path: Path) -> None:
    with saving(path) as file:
        write_positions((position for record in records for position in positions_of(record)), file)


def check(record: Record) -> str:
    """Raise OutflankError if a book cannot store the record.

    Otherwise, return an empty string, because nothing is lost.
    """
    for _ in positions_of(record):
        pass
    return ""


FORMAT = BinaryFormat(
    "an Edax book",
    "an Edax opening book: positions with the values of their moves",
    (".dat",),
    recognises,
    _read,
    _write,
    check,
    holds=Position,
    boards=True,
    keeps=frozenset(("analyses",)),
    keeps_tag=(*_TAGS, "leaf").__contains__,
)
