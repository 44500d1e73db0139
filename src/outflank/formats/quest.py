"""Othello Quest games in JSON: one object per game, or several games in the ``args`` of a message.

>>> record, = read('{"players": [{"name": "Ann"}, {"name": "Bob"}], "position": {"moves": [{"t": 900, "m": "f5"}]}}')
>>> record.players, record.tree.moves, list(record.tree)[-1].seconds
(('Ann', 'Bob'), ('f5',), 0.9)

The list of players starts with Black. ``oldR`` is a player's rating before the game; the rating after the game is
ignored. ``t`` is taken to be the number of milliseconds spent on a move, not the time left. In the list of moves, an
entry without ``m`` means that the side to move resigned or, if its ``s`` contains ``TIME``, lost on time. ``created``
is the date.

The following fields are extensions by Outflank: ``start`` in the position (a board string, if the start is unusual),
``result`` (as in SGF, if the moves do not show it), ``place``, and ``tags`` (other headers by their GGF names). If a
time or rating is unreadable, only that item is skipped.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from outflank.board.squares import NAMES
from outflank.errors import OutflankError, ParseError, described
from outflank.formats import ggf, tagged
from outflank.formats.format import Format
from outflank.formats.places import check_length, error_at, one_line
from outflank.formats.streams import LONGEST
from outflank.formats.tagged import RESIGNED, TIME, Ending, LeftOut, shown
from outflank.play.moves import PASS, move_named
from outflank.play.record import Record
from outflank.play.tree import GameNode, GameTree
from outflank.rules import Colour, Position
from outflank.text import Text

_PLACE = "Othello Quest"
_BEGINNING = re.compile(r'\s*+(?:\[\s*+)?\{\s*+"')
_SIGNATURE = re.compile(r'"(?:args|games|gtype|players|position)"\s*+:')
_BETWEEN = re.compile(r"[\s,]*+")
_MARKS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[{}\[\]]')
_LISTS = ("args", "games")
_KEPT = ("id", "gtype", "finished")
"""Fields that are stored in the record unchanged."""


def read(text: str, source: str | None = None) -> list[Record]:
    """Read all games in the text.

    Raises ParseError with the line on which the game begins and the number of the move.
    """
    check_length(text, source, LONGEST)
    records: list[Record] = []
    at = _BETWEEN.match(text).end()  # type: ignore[union-attr]
    while at < len(text):
        value, end = _value(text, at, source)
        for game in _games(value):
            try:
                records.append(_record(game))
            except OutflankError as error:
                raise error_at(
                    Text("game {number}: {reason}", number=len(records) + 1, reason=error.message), text, at, source
                ) from None
        at = _BETWEEN.match(text, end).end()  # type: ignore[union-attr]
    return records


def cut(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Split the lines of a text into games, and yield each with the number of its first line, counting from 1.

    Games inside lists and messages are yielded separately.
    """
    piece: list[str] = []
    start = length = depth = n_opened = 0
    last = ""
    for n, line in enumerate(lines, 1):
        at = 0
        if depth and length > LONGEST and line.startswith("{"):  # probably the start of the next game
            yield start, "".join(piece)
            depth = 0
        for mark in _MARKS.finditer(line):
            if mark[0][0] == '"':
                last = mark[0]
            elif mark[0] in "{[":
                if depth == 0:
                    if not n_opened and line[at : mark.start()].strip(", \t\r\n"):
                        yield n, line[at : mark.start()]
                    at = mark.start()
                    if mark[0] == "[":
                        n_opened, at = n_opened + 1, mark.end()
                    else:
                        piece, start, length, depth = [], n, 0, 1
                elif depth == 1 and mark[0] == "[" and last.strip('"') in _LISTS:
                    n_opened, depth, at = n_opened + 2, 0, mark.end()
                else:
                    depth += 1
            elif depth > 1:
                depth -= 1
            elif depth == 1:
                yield start, "".join([*piece, line[at : mark.end()][: LONGEST + 1 - length]])
                depth, at = 0, mark.end()
            else:
                n_opened, at = max(0, n_opened - 1), mark.end()
        rest = line[at:]
        if depth:
            piece.append(rest[: LONGEST + 1 - length])
            length += len(piece[-1])
        elif not n_opened and rest.strip(", \t\r\n"):
            yield n, rest
    if depth:
        yield start, "".join(piece)


def write(records: Sequence[Record]) -> str:
    """Write the main line of each game, one game per line."""
    return "".join(json.dumps(_object(record), ensure_ascii=False) + "\n" for record in records)


def recognises(text: str) -> bool:
    """True if the beginning of the text looks like a game in this format."""
    return _BEGINNING.match(text) is not None and _SIGNATURE.search(text, 0, 5000) is not None


# --- reading --------------------------------------------------------------------------------------------------------


def _value(text: str, at: int, source: str | None) -> tuple[Any, int]:
    """Parse the JSON value at the offset `at`, and return it with the offset where it ends. Raises ParseError."""
    try:
        return json.JSONDecoder().raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise error_at(
            Text("expected a game in JSON: {reason}", reason=error.msg), text, min(error.pos, len(text)), source
        ) from None
    except RecursionError:
        raise error_at("expected a game in JSON, got brackets nested too deeply", text, at, source) from None
    except ValueError:
        raise error_at("expected a game in JSON, got a number with too many digits", text, at, source) from None


def _games(value: Any) -> Iterator[Any]:
    """Yield the games in a JSON value, which is a game, a list of games, a message, or a list of messages."""
    for each in value if isinstance(value, list) else [value]:
        lists = [each[name] for name in _LISTS if isinstance(each.get(name), list)] if isinstance(each, dict) else []
        if lists:
            yield from lists[0]
        else:
            yield each


def _record(game: Any) -> Record:
    """Convert a game's JSON object to a record. Raises ParseError and IllegalMoveError."""
    game = _checked(game, dict, "a game")
    position = _checked(game.get("position"), dict, "a position with the moves of the game")
    moves = _checked(position.get("moves"), list, "a list of moves")
    players = _checked(game.get("players", []), list, "a list of players")
    black, white = [_checked(each, dict, "a player") for each in [*players, {}, {}][:2]]
    left_out = LeftOut()
    tags = {name: _text(game, name) for name in _KEPT}
    tags |= {"RB": _rating(black, left_out), "RW": _rating(white, left_out)} | _further(game.get("tags"))
    tree = GameTree(_start(game, position, moves))
    ending = None
    node: GameNode[Position] = tree.root
    for number, entry in enumerate(moves, 1):
        try:
            entry = _checked(entry, dict, "a move")
            if entry.get("m") is None:
                if not node.position.is_over:
                    how = TIME if "TIME" in _text(entry, "s").upper() else RESIGNED
                    ending = Ending(node.position.turn.opponent, how=how)
                break
            node = _moved(node, entry, left_out)
        except OutflankError as error:
            raise ParseError("move {number}: {error}", number=number, error=error) from None
    record = Record(
        tree,
        (_text(black, "name") or _text(black, "id"), _text(white, "name") or _text(white, "id")),
        _text(game, "created"),
        _text(game, "place") or _PLACE,
        tags={name: value for name, value in tags.items() if value},
    )
    ending = ending or _ending(game.get("result"), left_out)
    with suppress(ParseError):
        if stated := record.tags.get("RE", ""):
            return tagged.noted(ggf.with_result(record, stated), *left_out.notes)
    return tagged.noted(tagged.with_ending(record, ending), *left_out.notes)


def _further(tags: Any) -> dict[str, str]:
    """Convert the ``tags`` of a game to record tags, ignoring values that are not strings."""
    if not isinstance(tags, dict):
        return {}
    return {name: one_line(value) for name, value in tags.items() if isinstance(value, str)}


def _start(game: dict[str, Any], position: dict[str, Any], moves: list[Any]) -> Position:
    """Return the start position that the game gives or, by default, the usual start.

    The usual start is on a 10×10 board if ``gtype`` ends in 10, or if there is a move outside the 8×8 board.
    """
    if isinstance(start := position.get("start"), str):
        return Position.parse(start)
    names = {str(entry.get("m", "")).strip().lower() for entry in moves if isinstance(entry, dict)}
    is_large = _text(game, "gtype").endswith("10") or not names.isdisjoint(set(NAMES[10]) - set(NAMES[8]))
    return Position.start(10 if is_large else 8)


def _moved(node: GameNode[Position], entry: dict[str, Any], left_out: LeftOut) -> GameNode[Position]:
    """Play the move in an entry, store its time, and return the new node. Unreadable times are added to `left_out`."""
    name = _checked(entry["m"], str, "the name of a move")
    before, node = node, tagged.played(node, PASS if name.strip() in ("-", "") else move_named(name))
    if entry.get("t") is not None and node is not before:  # unchanged by a pass after the end
        try:
            node.seconds = round(_number(entry["t"], "a move time in milliseconds") / 1000, 4)
        except ParseError as error:
            left_out.add("time", error, node)
    return node


def _ending(result: Any, left_out: LeftOut) -> Ending | None:
    """Parse the result field of a game. Returns None if there is no result, or if it is unreadable."""
    try:
        return tagged.decoded(result) if isinstance(result, str) else None
    except ParseError as error:
        left_out.add("result", error)
        return None


def _checked(value: Any, kind: type, what: str) -> Any:
    if not isinstance(value, kind):
        raise ParseError("expected {expected}, got {value}", expected=what, value=described(value))
    return value


def _text(holder: dict[str, Any], name: str) -> str:
    """Return a field of an object as a string, converting a number to text.

    Returns an empty string if the field is missing. Raises ParseError if it is neither a string nor a number.
    """
    value = holder.get(name)
    if value is None:
        return ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value) if abs(value) < 10**15 else described(value)
    return one_line(_checked(value, str, f"a string for {name}"))


def _rating(player: dict[str, Any], left_out: LeftOut) -> str:
    """Return a player's rating before the game, or an empty string if it is missing or unreadable."""
    try:
        return "" if player.get("oldR") is None else shown(_number(player["oldR"], "a rating"))
    except ParseError as error:
        left_out.add("rating", error)
        return ""


def _number(value: Any, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 10**12:
        raise ParseError("expected {expected}, got {value}", expected=what, value=described(value))
    return float(value)


# --- writing --------------------------------------------------------------------------------------------------------


def _object(record: Record) -> dict[str, Any]:
    """Convert a record to a game's JSON object."""
    root = record.tree.root
    start: Position = root.position
    ending = Ending.of(record)
    kept = {name: record.tags.get(name, "") for name in _KEPT}
    other = {
        "created": record.date,
        **kept,
        "place": "" if record.place == _PLACE else record.place,
        "result": "" if record.position.is_over or ending is None else tagged.coded(ending),
    }
    tags = {name: one_line(value) for name, value in record.tags.items() if name not in (*_KEPT, *_rated(record))}
    if ending is not None and tagged.decoded(tagged.coded(ending)) != ending:
        tags.setdefault("RE", ggf.result_of(record))
    position = {"moves": [_entry(node) for node in root.main_line[1:]]}
    return {
        **{name: one_line(value) for name, value in other.items() if one_line(value)},
        "players": [_player(record, seat) for seat in Colour],
        **({"tags": tags} if (tags := {name: value for name, value in tags.items() if value}) else {}),
        "position": position if start == Position.start() else {"start": start.board_string, **position},
    }


def _player(record: Record, seat: Colour) -> dict[str, Any]:
    player: dict[str, Any] = {"name": one_line(record.player(seat))}
    tag = "RW" if seat else "RB"
    return {**player, "oldR": float(record.tags[tag])} if tag in _rated(record) else player


def _rated(record: Record) -> Iterator[str]:
    """Yield the rating tags whose values do not change when they are converted to a number and back."""
    for tag in "RB", "RW":
        with suppress(ParseError):  # a rating in words, or missing
            if shown(tagged.number(record.tags.get(tag, ""))) == record.tags[tag]:
                yield tag


def _entry(node: GameNode[Position]) -> dict[str, Any]:
    move = "-" if node.move == PASS else node.move
    known = node.seconds is not None and math.isfinite(node.seconds)
    return {"t": round(1000 * (node.seconds or 0)), "m": move} if known else {"m": move}


FORMAT = Format(
    "an Othello Quest game",
    "games in Othello Quest's JSON format, one per line, with names, ratings and times",
    (".json",),
    recognises,
    read,
    write,
    cut=cut,
    holds=Position,
    keeps=frozenset(("names", "date", "place", "result", "times")),
    keeps_tag=lambda _name: True,
)
