"""GGF, the generic game format, in which each game is a list of tags with values in brackets.

>>> record, = read("(;GM[Othello]PB[Ann]PW[Bob]TY[8]RE[?]B[F5//2.5]W[D6];)")
>>> record.players, record.tree.moves
(('Ann', 'Bob'), ('f5', 'd6'))

``TY`` is the type of game: the board size, followed by letters such as ``a`` for anti-Othello. ``BO`` is the starting
board. ``B`` and ``W`` are moves; each move may include a value, as estimated by the player, and the seconds spent on
the move. A number before a game is the number of games in the match; the record stores it as the tag ``games``. GGF has
no variations. The record also stores unknown tags. In a game with komi (``KM``), the result already includes the komi,
so its text is kept unchanged. If a value, time or result is unreadable, only that item is skipped.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from outflank.board.squares import SIZES
from outflank.errors import IllegalMoveError, OutflankError, ParseError, excerpt
from outflank.formats import clocks, mirrored, pieces, tagged
from outflank.formats.format import HEADERS, Format
from outflank.formats.places import check_length, one_line
from outflank.formats.streams import LONGEST
from outflank.formats.tagged import (
    AGREED,
    LEFT,
    RESIGNED,
    TIME,
    Ending,
    LeftOut,
    Source,
    number,
    printable,
    shown,
    step,
)
from outflank.play.analysis import MoveValue
from outflank.play.moves import PASS
from outflank.play.record import Record
from outflank.play.tree import GameNode
from outflank.rules import BLACK, WHITE, AntiPosition, Colour, DiscPosition, Position

_OPENING = re.compile(r"\s*+(?:([0-9]{1,3})\s*+)?\(\s*+;")
_TAG = re.compile(r"[\s;]*+([A-Za-z]{1,8})\s*+\[([^\]]*+)\]")
_CLOSING = re.compile(r"[\s;]*+\)")
_SIGNATURE = re.compile(r"\b(?:GM\s*\[\s*(?:Othello|Reversi)\b|BO\s*\[\s*[0-9])", re.IGNORECASE)
_TYPE = re.compile(r"s?([0-9]{1,2})([a-z0-9]*)", re.IGNORECASE)
_RESULT = re.compile(rf"([+-]?{clocks.NUMBER})\s*(?::\s*([rtsl]?))?", re.IGNORECASE)
_HOW = {"r": RESIGNED, "t": TIME, "s": AGREED, "l": LEFT}
_GAMES = ("othello", "reversi", "")

_FIRST = ("RB", "RW", "TI", "TB", "TW")
"""Optional tags that are written before the result: ratings and clocks."""

_OURS = frozenset(("", "GM", "PC", "DT", "PB", "PW", "RE", "TY", "BO", "B", "W", "CO"))
"""Tags that this module interprets. The empty name stands for the number before a game."""

_NAME = re.compile(r"[A-Z]{1,8}")
_SIDES = {"B": BLACK, "W": WHITE}


def read(text: str, source: str | None = None) -> list[Record]:
    """Read all games in the text. Raises ParseError with the line and column."""
    check_length(text, source, LONGEST)
    whole = Source(text, source)
    return [_record(tags, whole) for tags in _games(whole)]


def cut(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Split the lines of a text into games, and yield each with the number of its first line, counting from 1."""
    return pieces.trees(lines, nests=False)


def write(records: Sequence[Record]) -> str:
    """Write the main line of each game. Each game takes one line, unless its comments contain line breaks."""
    return "".join(_text(record) + "\n" for record in records)


def recognises(text: str) -> bool:
    """True if the text begins with a game in this format."""
    return _OPENING.match(text) is not None and _SIGNATURE.search(text, 0, 5000) is not None


# --- reading --------------------------------------------------------------------------------------------------------


class _Tag(NamedTuple):
    name: str
    value: str
    offset: int


def _games(source: Source) -> Iterator[list[_Tag]]:
    """Yield the list of tags of each game in the text."""
    text = source.text
    at, end = 0, len(text.rstrip())
    while at < end:
        opening = _OPENING.match(text, at)
        if opening is None:
            raise source.unexpected("expected a game, which begins with (;, got {found}", at)
        at = opening.end()
        tags = [_Tag("", opening[1] or "", at - 1)]
        while tag := _TAG.match(text, at):
            tags.append(_Tag(tag[1].upper(), tag[2].strip(), tag.start(1)))
            at = tag.end()
        closing = _CLOSING.match(text, at)
        if closing is None:
            raise source.unexpected("expected a tag such as B[F5], or ;) at the end of the game, got {found}", at)
        at = closing.end()
        with source.at(opening.end() - 1):
            check_length(text[opening.start() : at])
        yield tags


def _record(tags: list[_Tag], source: Source) -> Record:
    """Convert a game's list of tags to a record."""
    headers = {tag.name: tag for tag in reversed(tags)}  # the first of each name

    def header(name: str) -> _Tag:
        return headers.get(name, _Tag(name, "", tags[0].offset))

    game = header("GM")
    if game.value.lower() not in _GAMES:
        with source.at(game.offset):
            raise ParseError("expected an Othello game, GM[Othello], got {game}", game=excerpt(game.value))
    left_out = LeftOut()
    growing = mirrored.GrowingGame(_start(header("TY"), header("BO"), source, left_out))
    start = growing.tree.root.position
    names = header("PB").value, header("PW").value
    for tag in tags:
        if tag.name in _SIDES:
            move = tag.value.partition("/")[0].strip().lower()
            try:
                growing.play(move, lambda node: _moved(node, tag, left_out))  # noqa: B023
            except OutflankError as error:
                raise source.placed(error, tag.offset, growing.so_far(names)) from None
        elif tag.name == "CO":
            growing.node.comment = tagged.joined(growing.node.comment, tag.value)
    kept = {tag.name: header(tag.name).value for tag in tags if tag.name not in _OURS and header(tag.name).value}
    more = {
        "TY": header("TY").value if header("TY").value != _type(start) else "",
        "games": tags[0].value,
    }
    kept |= {name: value for name, value in more.items() if value}
    record = growing.record(names, date=header("DT").value, place=header("PC").value, tags=kept)
    try:
        record = with_result(record, header("RE").value)
        ending = ending_of(header("RE").value, start)
        if ending is not None and ending.winner is None and ending.how not in ("", AGREED):
            left_out.add("letter after the result", f"expected a winner before it, got {excerpt(header('RE').value)}")
    except ParseError as error:
        left_out.add("result", error)
    return tagged.noted(record, *left_out.notes)


def _start(type_: _Tag, board: _Tag, source: Source, left_out: LeftOut) -> DiscPosition:
    """Return the starting position that the type and board tags describe. Either tag may be empty."""
    found = _TYPE.fullmatch(type_.value)
    size = 8 if found is None else int(found[1])
    letters = "" if found is None else found[2].lower()
    if type_.value and (found is None or size not in SIZES):
        sizes = ", ".join(map(str, SIZES))
        message = f"expected a type that begins with a size ({sizes}), got {excerpt(type_.value)}"
        with source.at(type_.offset):
            if size and not board.value:
                raise ParseError(message)
        left_out.add("type", message)
        size = 0
    positions = AntiPosition if "a" in letters else Position
    with source.at(board.offset):
        if not board.value:
            if "r" in letters:
                raise ParseError("expected the starting board, BO[…], for a game with a random start")
            return positions.start(size or 8)
        said, _, cells = board.value.partition(" ")
        if not said.isdecimal():
            said, cells = "", board.value
        start = positions.parse(cells)
        for expected, where in (said, "its number"), (type_.value and size and str(size), "the type"):
            if expected and expected != str(start.size):
                raise ParseError(
                    "expected a board of size {expected}, as {where} says, got one of size {size}",
                    expected=expected,
                    where=where,
                    size=start.size,
                )
    return start


def _moved(node: GameNode[DiscPosition], tag: _Tag, left_out: LeftOut) -> GameNode[DiscPosition]:
    """Play the move in a tag, store its value and time, and return the new node.

    Unreadable values and times go to `left_out`.
    """
    move, _, said = tag.value.partition("/")
    side = _SIDES[tag.name]
    if not said and node.position.turn is side:
        with suppress(IllegalMoveError):  # the fast path; the code below reports illegal moves
            return node.grow(move.lower())
    value, _, seconds = said.partition("/")
    before, node = node, step(node, side, move)
    if node is before:  # a pass after the end of the game
        return node
    if value.strip():
        try:
            node.value = MoveValue(str(node.move), number(value))
        except ParseError as error:
            left_out.add("value", error, node)
    if seconds.strip():
        try:
            node.seconds = clocks.seconds(seconds)
        except ParseError as error:
            left_out.add("time", error, node)
    return node


def with_result(record: Record, text: str) -> Record:
    """Set the result of a record.

    In a game with komi, also store the text of the result unchanged. Raises ParseError.
    """
    ending = ending_of(text, record.tree.root.position)
    tags = {name: value for name, value in record.tags.items() if name != "RE"}
    if text and tagged.has_komi(record):
        tags["RE"] = text
    return tagged.with_ending(replace(record, tags=tags), ending)


def ending_of(text: str, start: DiscPosition) -> Ending | None:
    """Parse a result from Black's point of view. Returns None if the game is unfinished. Raises ParseError.

    If a side resigned, left or ran out of time, and the result is a loss of every square, the number of discs counts as
    unknown.
    """
    if text.partition(":")[0].strip("? ") == "":
        return None
    result = _RESULT.fullmatch(text.strip())
    if result is None:
        raise ParseError("expected a result such as +12.000 or ?, got {text}", text=excerpt(text))
    difference, how = number(result[1]), _HOW.get((result[2] or "").lower(), "")
    if abs(difference) > tagged.MOST_DISCS or (how == LEFT and not difference):  # not known
        return None
    winner = None if difference == 0 else Colour(difference < 0)
    discs = abs(difference)
    return Ending(winner, None if how in (RESIGNED, TIME, LEFT) and discs == start.size**2 else discs, how)


# --- writing --------------------------------------------------------------------------------------------------------


def _text(record: Record) -> str:
    """Write a game in GGF."""
    root = record.tree.root
    start: DiscPosition = root.position
    cells = start.board_string.replace("X", "*")
    more = {name: value for name, value in record.tags.items() if name not in _OURS and _NAME.fullmatch(name)}
    headers = {
        "GM": "Othello",
        "PC": record.place,
        "DT": record.date,
        "PB": record.player(0),
        "PW": record.player(1),
        **{name: more.pop(name) for name in _FIRST if more.get(name)},
        "RE": result_of(record),
        "TY": _type(start, record.tags.get("TY", "")),
        "BO": f"{start.size} {cells}",
        **{name: value for name, value in more.items() if value},
    }
    parts = [f"{name}[{_plain(one_line(value))}]" for name, value in headers.items()]
    for node in root.main_line:
        if node.parent is not None and node.move is not None:
            parts.append(f"{'BW'[node.parent.position.turn]}[{_move(node, node.move)}]")
        if node.comment and (comment := printable(node.comment)):
            parts.append(f"CO[{_plain(comment)}]")
    games = record.tags.get("games", "")
    return f"{f'{games} ' if re.fullmatch('[0-9]{1,3}', games) else ''}(;{''.join(parts)};)"


def _type(start: DiscPosition, said: str = "") -> str:
    """Return the type of a game, either as it was read from a file or in its shortest form.

    `said`, the type from the file, is used only if it matches the start position.
    """
    found = _TYPE.fullmatch(said)
    if found is not None and int(found[1]) == start.size and ("a" in found[2].lower()) == start.fewest_win:
        return said
    return f"{start.size}a" if start.fewest_win else str(start.size)


def _move(node: GameNode[DiscPosition], move: str) -> str:
    """Write a move, with its value and time if they are known."""
    name = "PA" if move == PASS else move.upper()
    if node.value is None and node.seconds is None:
        return name
    value = "" if node.value is None else shown(node.value.value, "+")
    seconds = shown(node.seconds)
    return f"{name}/{value}/{seconds}" if seconds else f"{name}/{value}" if value else name


def result_of(record: Record) -> str:
    """Write the result from Black's point of view, or ``?`` if the game is unfinished.

    If the loser lost by an unknown number of discs, the result is a loss of every square. In a game with komi, the
    result is written exactly as it was read, because it includes the komi.
    """
    if record.tags.get("RE") and tagged.has_komi(record):
        return record.tags["RE"]
    ending = Ending.of(record)
    if ending is None:
        return "?"
    return result_text(ending, record.position.size**2)


def result_text(ending: Ending, n_squares: int = 0) -> str:
    """Convert the ending of a game to a GGF result. If the number of discs is unknown, `n_squares` is used instead."""
    discs = n_squares if ending.discs is None else ending.discs
    difference = 0 if ending.winner is None else -discs if ending.winner else discs
    suffix = next((f":{letter}" for letter, how in _HOW.items() if how == ending.how), "")
    return f"{difference:+.3f}{suffix}"


def _plain(text: str) -> str:
    """Replace square brackets with parentheses, because a value cannot contain square brackets."""
    return text.replace("[", "(").replace("]", ")")


def _loses(record: Record) -> Iterator[str]:
    """Yield *forfeit* for a forfeited game, because GGF has no letter for it."""
    ending = Ending.of(record)
    if ending is not None and ending.how == tagged.FORFEIT:
        yield "forfeit"


def _keeps_tag(name: str) -> bool:
    return name in ("TY", "RE", "games") or (name not in _OURS and _NAME.fullmatch(name) is not None)


FORMAT = Format(
    "a game in GGF",
    "games in the generic game format, with names, values, times and comments",
    (".ggf",),
    recognises,
    read,
    write,
    cut=cut,
    holds=(Position, AntiPosition),  # named by a tag
    keeps=frozenset(("comments", "values", "times", *HEADERS)),
    keeps_tag=_keeps_tag,
    loses=_loses,
)
