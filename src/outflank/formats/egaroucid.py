"""Egaroucid files: saved games (``.json``) and opening books (``.egbk3`` and ``.egbk2``).

Both store a board as two 64-bit numbers, one for the mover's discs and one for the opponent's. The *highest* bit is a1.
The number of a square is the number of its bit, so a1 is 63.

**A game** is a JSON object that maps each disc count to a position. A position consists of ``board_player``,
``board_opponent``, ``player`` (0 for Black), ``policy`` (the move that led to the position) and ``value`` (from Black's
point of view). There is no separate position for a pass.

**A book** begins with ``DICUORAGE``, a version byte and the number of positions (32 bits). In version 3, each position
takes 25 bytes: the board, its value from the mover's point of view, the level of that value, the number of lines (32
bits), and the value, move and level of its *leaf*, the best move that leaves the book. In version 2, a position
consists of the board, its value and level, the number of moves, and a value and a square for each move. Numbers are
little-endian.
"""

import json
import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from outflank.board.squares import NAMES
from outflank.errors import OutflankError, ParseError, described
from outflank.formats import quest
from outflank.formats.binary import SQUARES, as_found, exactly, position_of, saving, turn_of
from outflank.formats.edax_book import BookPosition, check, positions_of
from outflank.formats.format import BinaryFormat, Format, only_one
from outflank.formats.places import check_length, one_line
from outflank.formats.streams import LONGEST
from outflank.formats.tagged import printable
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.record import Note, Record
from outflank.play.tree import GameNode, GameTree
from outflank.rules import BLACK, PASS, Colour, Position

_FULL = (1 << 64) - 1
_LAST = 63
_MOST_DISCS = 64
_COUNT = re.compile("[0-9]{1,2}")
_BEGINNING = re.compile(r'\s*+(?:\[\s*+)?\{\s*+"')
_SIGNATURE = re.compile(r'"board_player"\s*+:')
_SIDES = ("black", "white")


def _turned(board: int) -> int:
    """Reverse the order of a board's bits, so that a1 moves from the highest bit to the lowest, or back."""
    return int(f"{board:064b}"[::-1], 2)


def _position(player: int, opponent: int, turn: Colour) -> Position:
    """Create a position from Egaroucid's two numbers for a board. Raises ParseError if discs overlap."""
    return position_of(_turned(player), _turned(opponent), turn)


# --- games ----------------------------------------------------------------------------------------------------------


def recognises(text: str) -> bool:
    """True if the beginning of the text looks like a game saved by Egaroucid."""
    return _BEGINNING.match(text) is not None and _SIGNATURE.search(text, 0, 5000) is not None


def read(text: str, source: str | None = None) -> list[Record]:
    """Read the games in the text, which is either a single object or a list of objects. Raises ParseError."""
    check_length(text, source, LONGEST)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "it has too many brackets or digits"
        raise ParseError("expected an Egaroucid game in JSON: {reason}", source=source, reason=reason) from None
    records = []
    for game in value if isinstance(value, list) else [value]:
        try:
            records.append(_record(game))
        except OutflankError as error:
            raise ParseError(error.message, source=source) from None
    return records


def _record(game: Any) -> Record:
    """Convert a game's JSON object to a record. Raises OutflankError."""
    if not isinstance(game, dict):
        raise ParseError("expected an Egaroucid game, got {game}", game=described(game))
    counts = sorted(int(key) for key in game if _COUNT.fullmatch(key))
    if not counts:
        raise ParseError("expected an Egaroucid game with a position for each disc count, got none")
    entries = [_checked_entry(game[str(count)], count) for count in counts]
    position = _position_of(entries[0])
    tree = GameTree(position)
    tree.root.comment = _text(game, "memo")
    node: GameNode[Position] = tree.root
    notes = []
    for count, before, entry in zip(counts[1:], entries, entries[1:], strict=False):
        position = _position_of(entry)
        move = _move_between(node.position, position, entry)
        if move is None:
            notes.append(
                Note(
                    "ends at {discs} discs, because no move leads to the position with {next}",
                    discs=node.position.occupied.bit_count(),
                    next=count,
                )
            )
            break
        node = (node.add(PASS) if node.position.must_pass else node).add(move)
        _describe(node, before, entry)
        if node.position.must_pass and position.turn is not node.position.turn:
            node = node.add(PASS)
    players = (_text(game, "black_player"), _text(game, "white_player"))
    return Record(tree, players, _text(game, "date"), notes=tuple(notes))


def _checked_entry(entry: Any, count: int) -> dict[str, Any]:
    """Check the fields of the entry for the position with `count` discs, and return the entry. Raises ParseError."""
    if not isinstance(entry, dict):
        raise ParseError("expected a position with {discs} discs, got {value}", discs=count, value=described(entry))
    for name in ("board_player", "board_opponent", "player"):
        if _whole(entry.get(name)) is None:
            raise ParseError(
                "expected a whole number for {name} at {discs} discs, got {value}",
                name=name,
                discs=count,
                value=described(entry.get(name)),
            )
    return entry


def _position_of(entry: dict[str, Any]) -> Position:
    player, opponent = ((_whole(entry[name]) or 0) & _FULL for name in ("board_player", "board_opponent"))
    return _position(player, opponent, Colour(_whole(entry["player"]) == 1))


def _move_between(before: Position, after: Position, entry: dict[str, Any]) -> str | None:
    """Return the move that leads from one position to the other, possibly after a pass, or None if no move does."""
    policy = _whole(entry.get("policy"))
    said = NAMES[8][_LAST - policy] if policy is not None and 0 <= policy <= _LAST else None
    mover = before.after_pass
    for move in [said] if said else mover.legal_moves:
        if move not in (None, PASS) and mover.flips(move):
            reached = mover.play(move)
            if (reached.black, reached.white) == (after.black, after.white):
                return move
    return None


def _describe(node: GameNode[Position], before: dict[str, Any], entry: dict[str, Any]) -> None:
    """Add the value and time of a node's move to the node, if the file contains them.

    `before` and `entry` are the file's entries for the positions before and after the move.
    """
    assert node.parent is not None
    mover = node.parent.position.turn
    value, level = _whole(entry.get("value")), _whole(entry.get("level"))
    if value is not None and abs(value) <= _MOST_DISCS and (level or 0) > 0:
        node.value = MoveValue(node.move or "", float(value if mover is BLACK else -value))
    name = "black_time_msec" if mover is BLACK else "white_time_msec"
    spent, earlier = _whole(entry.get(name)), _whole(before.get(name))
    if spent is not None and earlier is not None and spent > earlier >= 0:
        node.seconds = round((spent - earlier) / 1000, 3)


def _whole(value: Any) -> int | None:
    """Return `value` as an integer if it is a whole number of reasonable size, and None otherwise."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**64:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**64 else None


def _text(game: dict[str, Any], name: str) -> str:
    value = game.get(name)
    return one_line(value) if isinstance(value, str) else ""


def write(records: Sequence[Record]) -> str:
    """Write the main line of the only game in `records`. Raises OutflankError unless the board is 8×8."""
    record = only_one(records, "an Egaroucid file holds one game")
    root = record.tree.root
    if root.position.size != Position.start().size:
        raise OutflankError("an Egaroucid game needs an 8×8 board")
    final = record.position.counts if record.position.is_over else (-1, -1)
    game: dict[str, Any] = {"date": one_line(record.date)}
    game |= {f"{side}_player": one_line(record.player(seat)) for seat, side in enumerate(_SIDES)}
    game |= {"memo": printable(root.comment)}
    game |= {f"{side}_discs": count for side, count in zip(_SIDES, final, strict=True)}
    spent = [0, 0]
    policy = -1
    for node in root.main_line:
        if node.move not in (None, PASS):
            policy = _LAST - SQUARES[node.move]
            mover = node.parent.position.turn if node.parent else BLACK
            spent[mover] += round(1000 * (node.seconds or 0))
        entry = _entry(node, policy, spent)
        game[str(node.position.occupied.bit_count())] = entry
    return json.dumps(game, ensure_ascii=False) + "\n"


def _entry(node: GameNode[Position], policy: int, spent: Sequence[int]) -> dict[str, Any]:
    """Create the entry for the position after the move `policy`.

    `spent` is the time that each side has used up to this point, in milliseconds.
    """
    position, known = node.position, node.value
    following = next((each.move for each in node.main_line[1:] if each.move != PASS), None)
    value = known.value if known is not None and node.parent is not None else None
    is_black = node.parent is None or node.parent.position.turn is BLACK
    return {
        "board_player": _turned(position.player),
        "board_opponent": _turned(position.opponent),
        "player": int(position.turn),
        "value": 0 if value is None else round(value if is_black else -value),
        "level": 0 if value is None or known is None else max(1, known.depth),
        "policy": policy,
        **{f"{side}_time_msec": spent[seat] for seat, side in enumerate(_SIDES)},
        "next_policy": -1 if following is None else _LAST - SQUARES[following],
    }


def _loses(record: Record) -> Iterator[str]:
    """Yield comments on moves, and values that are not whole numbers of discs."""
    main_line = record.tree.root.main_line[1:]
    if any(node.comment for node in main_line):
        yield "comments on moves"
    values = [node.value.value for node in main_line if node.value is not None]
    if any(value is None or value % 1 or abs(value) > _MOST_DISCS for value in values):
        yield "values other than whole discs"


GAME = Format(
    "an Egaroucid game",
    "a game saved by Egaroucid, with names, date, values and times",
    (".egaroucid",),
    recognises,
    read,
    write,
    holds=Position,
    keeps=frozenset(("comments", "values", "times", "names", "date")),
    loses=_loses,
    single=True,
    cut=quest.cut,
)


# --- books ----------------------------------------------------------------------------------------------------------

MAGIC = b"DICUORAGE"

_VERSIONS = (2, 3)
_NO_MOVE, _UNKNOWN = 65, -126
_HEADER = struct.Struct("<9sBi")
_BOARD = struct.Struct("<QQbb")
_REST = struct.Struct("<Ibbb")


def recognises_book(head: bytes) -> bool:
    """True if the first bytes of the file look like a book in a supported version."""
    return head.startswith(MAGIC) and head[len(MAGIC) : len(MAGIC) + 1] in (bytes([version]) for version in _VERSIONS)


def read_book(file: BinaryIO) -> Iterator[Record | ParseError]:
    """Yield the positions of a book as records without moves, or a ParseError for each position that is invalid."""
    _, version, n_positions = _HEADER.unpack(_bytes(file, _HEADER.size))
    for _ in range(n_positions):
        player, opponent, value, level = _BOARD.unpack(_bytes(file, _BOARD.size))
        if version == max(_VERSIONS):
            lines, *leaf = _REST.unpack(_bytes(file, _REST.size))
            moves = [(leaf[0], leaf[1])]
        else:
            lines, data = 0, _bytes(file, 2 * _bytes(file, 1)[0])
            moves = [(value, square) for value, square in struct.iter_unpack("<bb", data)]
        yield _book_record(player, opponent, {"value": value, "level": level, "lines": lines}, moves)


def _book_record(
    player: int, opponent: int, numbers: dict[str, int], moves: list[tuple[int, int]]
) -> Record | ParseError:
    try:
        tree = GameTree(_position(player, opponent, turn_of(player, opponent)))
    except ParseError as error:
        return error
    legal = tree.root.position.legal_moves
    squares = {NAMES[8][_LAST - square]: value for value, square in moves if 0 <= square <= _LAST}
    known = tuple(
        MoveValue(move, float(value), kind="book", pv=(move,))
        for move, value in squares.items()
        if move in legal and abs(value) <= _MOST_DISCS
    )
    tree.root.analysis = Analysis(known[0].move if known else None, known)
    tags = {name: str(number) for name, number in numbers.items()}
    return Record(tree, tags={**tags, "leaf": known[0].move if known else ""})


def _bytes(file: BinaryIO, n: int) -> bytes:
    """Read the next `n` bytes. Raises ParseError if the file ends first."""
    data = exactly(file, n)
    if len(data) < n:
        raise ParseError("the book ends in the middle of a position")
    return data


def write_book(records: Iterable[Record], path: Path) -> None:
    """Write all positions that have an analysis to a version 3 book. Raises OutflankError."""
    with saving(path) as file:
        file.write(_HEADER.pack(MAGIC, max(_VERSIONS), 0))
        n_positions = 0
        for record in records:
            for found in positions_of(record):
                file.write(_packed(found))
                n_positions += 1
        file.seek(0)
        file.write(_HEADER.pack(MAGIC, max(_VERSIONS), n_positions))


def _packed(found: BookPosition) -> bytes:
    """Encode a position as bytes.

    There is room for only one move: the leaf if there is one, and otherwise the best move.
    """
    boards = _turned(found.player), _turned(found.opponent)
    leaf = found.leaf or max(found.moves, key=lambda move: move[1], default=None)
    square = _NO_MOVE if leaf is None or leaf[0] == PASS else _LAST - SQUARES[leaf[0]]
    value = max(-_MOST_DISCS, min(_MOST_DISCS, found.value))
    worth = _UNKNOWN if square == _NO_MOVE or leaf is None else max(-_MOST_DISCS, min(_MOST_DISCS, leaf[1]))
    return _BOARD.pack(*boards, value, found.level) + _REST.pack(found.lines, worth, square, found.level)


def _loses_in_book(record: Record) -> Iterator[str]:
    """Yield the values of all moves but one, which is all that a position has room for."""
    analyses = (node.analysis.moves for node in record.tree.root.walk() if node.analysis is not None)
    if any(sum(move.value is not None for move in moves) > 1 for moves in analyses):
        yield "values of all moves but one"


BOOK = BinaryFormat(
    "an Egaroucid book",
    "an Egaroucid opening book: positions, each with its value and the value of one move",
    (".egbk3",),
    recognises_book,
    lambda file, _path: as_found(read_book(file)),
    write_book,
    check,
    holds=Position,
    boards=True,
    keeps=frozenset(("analyses",)),
    keeps_tag=("value", "level", "lines", "leaf").__contains__,
    loses=_loses_in_book,
)
