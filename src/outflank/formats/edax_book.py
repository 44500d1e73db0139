"""Edax's opening books: positions, unique up to symmetry, with the values of their moves, in a binary file.

A book begins with a header of 42 bytes; each position has 40 bytes, two for each of its *links*, the moves to other
positions of the book, and two for its *leaf*, the best of its other moves, which was only searched. Numbers are
little-endian. Of the 8 symmetric positions the one with the smallest bitboards, the mover's first, stands for all.

A position is read as a record without moves: the analysis of its start holds links and leaf, the tags all else.
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
from outflank.formats.format import BinaryFormat, GameInFile, all_but
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.record import Record
from outflank.play.tree import GameNode, GameTree
from outflank.rules import PASS, Position, transform_move

MAGIC = b"XADEKOOB"
UNKNOWN = 127
"""What stands for a score that is not known, negative for a lower bound."""

_VERSION, _RELEASE = 4, 4
_ERRORS, _VERBOSITY = (2, 1), 0  # in discs, those that Edax allows for in the middle game and at its end
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
"""A move and its score, in discs in the mover's view."""


@dataclass(frozen=True, slots=True)
class BookPosition:
    """A position of a book: the discs of the mover and of the opponent as bitboards, and what is known of it.

    `wins`, `draws` and `losses` count games, `lines` those that did not end. `value`, `lower` and `upper` are scores in
    discs in the mover's view, `UNKNOWN` where they are not known. Raises ParseError for moves that are not legal.
    """

    player: int
    opponent: int
    links: tuple[Link, ...] = ()
    leaf: Link | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0
    lines: int = 0
    value: int = -UNKNOWN
    lower: int = -UNKNOWN
    upper: int = UNKNOWN
    level: int = 0

    def __post_init__(self) -> None:
        """Raise ParseError unless both sides fit on the board and each move is legal and there once."""
        legal = self.position.legal_moves
        moves = [move for move, _ in self.moves]
        for move in moves:
            if move not in legal:
                raise ParseError("expected moves that are legal, but {reason}", reason=self.position.why_illegal(move))
        if len(set(moves)) < len(moves):
            raise ParseError("expected each move once, got {moves}", moves=described(" ".join(moves)))

    @property
    def moves(self) -> tuple[Link, ...]:
        """Links and leaf."""
        return self.links if self.leaf is None else (*self.links, self.leaf)

    @property
    def position(self) -> Position:
        """The position, with White to move if the number of empty squares is odd."""
        return position_of(self.player, self.opponent, turn_of(self.player, self.opponent))

    @property
    def is_canonical(self) -> bool:
        """Whether it is the one of its 8 symmetric positions that stands for all."""
        return (self.player, self.opponent) == min(symmetric(self.player, self.opponent))

    def canonical(self) -> "BookPosition":
        """The one of the 8 symmetric positions that stands for all, with its moves."""
        boards = symmetric(self.player, self.opponent)
        player, opponent = min(boards)
        symmetry = boards.index((player, opponent))

        def moved(link: Link) -> Link:
            return (transform_move(link[0], symmetry), link[1])

        leaf = None if self.leaf is None else moved(self.leaf)
        return replace(self, player=player, opponent=opponent, links=tuple(map(moved, self.links)), leaf=leaf)


def recognises(head: bytes) -> bool:
    """Whether a file that begins like this is a book."""
    return head.startswith(MAGIC)


# --- positions as bytes ---------------------------------------------------------------------------------------------


def read_header(file: BinaryIO, source: str | None = None) -> int:
    """The number of positions in the header of a book, at whose beginning a file stands. Raises ParseError."""
    data = exactly(file, _HEADER.size)
    if not recognises(data):
        raise ParseError(
            "expected an opening book of Edax, which begins with {magic}, got {data}",
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
            "expected a book of version {version}, got version {found}", source=source, version=_VERSION, found=version
        )
    if n_positions < 0:
        raise ParseError(
            "expected a number of positions in the header, got {positions}", source=source, positions=n_positions
        )
    return int(n_positions)


def read_positions(file: BinaryIO, source: str | None = None) -> Iterator[BookPosition | ParseError]:
    """The positions of a book, one by one, and an error for each that is none.

    The last is an error if the book ends within a position, or does not hold as many as it says. Raises ParseError for
    what is no book.
    """
    n_promised = read_header(file, source)
    n, offset = 0, _HEADER.size
    while data := exactly(file, _POSITION.size):
        n += 1
        n_links = data[-2] if len(data) == _POSITION.size else 0
        moves = exactly(file, _LINK.size * (n_links + 1))
        try:
            if len(data) < _POSITION.size or len(moves) < _LINK.size * (n_links + 1):
                raise ParseError("the book ends within it")
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
    """Write a book to a file that can be rewound, and give the number of its positions. Raises OutflankError."""
    if not file.seekable():
        raise OutflankError("expected a file that can be rewound: a book begins with the number of its positions")
    start = file.tell()
    file.write(bytes(_HEADER.size))
    n, level, n_empties = 0, 0, 60
    for n, position in enumerate(positions, 1):  # noqa: B007 - the last is the number of all
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
    """The position of its bytes. Raises ParseError."""
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
            "expected the least of 8 symmetric positions, got {board}", board=position.position.board_string
        )
    return position


def _packed(position: BookPosition) -> bytes:
    """The bytes of a position that is canonical. Raises OutflankError for numbers that are too large."""
    numbers = [getattr(position, name) for name in _TAGS[:-1]]
    leaf = position.leaf or (None, -UNKNOWN)
    try:
        links = [_LINK.pack(score, _NUMBERS[move]) for move, score in position.links]
        last = _LINK.pack(leaf[1], _NO_MOVE if leaf[0] is None else _NUMBERS[leaf[0]])
        data = _POSITION.pack(position.player, position.opponent, *numbers, len(links), position.level)
    except struct.error as error:
        raise OutflankError("a number of a position does not fit into a book: {error}", error=error) from None
    return data + b"".join(links) + last


# --- positions as records -------------------------------------------------------------------------------------------


def record_of(found: BookPosition) -> Record:
    """A position of a book as a game without moves; scores that are not known are left out of its analysis."""
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
    """The positions in a record that have an analysis with values. Raises OutflankError if there is none."""
    root = record.tree.root
    if not isinstance(root.position, Position) or root.position.size != 8:
        raise OutflankError("an opening book of Edax holds positions of Othello on 8×8")
    nodes = [node for node in root.walk() if node.analysis is not None and node.analysis.moves]
    if not nodes:
        raise OutflankError("an opening book needs the values of moves, and this game has none")
    for node in nodes:
        yield _position_of(node, record.tags if node is root else {})


def _position_of(node: GameNode[Any], tags: Mapping[str, str]) -> BookPosition:
    """The position of a node that has an analysis.

    Where nothing says which move is the leaf, it is the worst of those that are known, as any better one is a link;
    if all moves are known, none is.
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
    """The value of a move in whole discs."""
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
    """Nothing, as nothing gets lost. Raises OutflankError for a record whose positions do not fit into a book."""
    for _ in positions_of(record):
        pass
    return ""


FORMAT = BinaryFormat(
    "a book of Edax",
    "an opening book of Edax: positions with the values of their moves",
    (".dat",),
    recognises,
    _read,
    _write,
    check,
    holds=Position,
    keeps=frozenset(("analyses",)),
    loses=all_but(*_TAGS, "leaf"),
)
