"""SGF, the smart game format: games with variations, comments, signs, marks and values.

>>> record, = read("(;GM[2]PB[Ann]PW[Bob];B[f5](;W[d6]C[parallel])(;W[f6]))")
>>> [node.move for node in record.tree.root.children[0].children]
['d6', 'f6']

A game is a tree in parentheses. Each node begins with ``;`` and holds properties with values in brackets; the first
node is the beginning of the game, and may hold moves too. Othello is game 2, ``GM[2]``, its squares are named as
everywhere; two letters, as Quarry writes them for Go, are read too. Our own additions: which game of the family it is,
in ``RU``, the rules; the seconds that a move took, in ``ET``; what its value ``V`` rests on, in ``VB``; in ``VS`` the
values of a position's moves (see `formats.notes`); and in ``HD`` further headers, each as ``NAME:value``, for which SGF
has no property. What is not known here is named in the notes of the record.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from outflank.board.squares import NAMES, SIZES, bits
from outflank.errors import ParseError, excerpt
from outflank.formats import clocks, ggf, notes, pieces, tagged
from outflank.formats.clocks import Clock
from outflank.formats.tagged import Ending, LeftOut, Source, number, printable, shown, step
from outflank.play.formats import SAID, Format
from outflank.play.game import PASS
from outflank.play.places import check_length, one_line
from outflank.play.record import Record
from outflank.play.streams import LONGEST
from outflank.play.tree import GameNode, GameTree
from outflank.rules import BLACK, WHITE, AntiPosition, Colour, DiscPosition, Position

_OPENING = re.compile(r"\s*+\(\s*+;")
_TOKEN = re.compile(r"\s*+(?:([();])|([A-Za-z]++)|\[((?:[^\]\\]++|\\.)*+)\])", re.DOTALL)
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_MOVES = ("B", "W")
_LEFT = {"BL": BLACK, "WL": WHITE}
_NOUNS = {"V": "value", "VB": "value", "VS": "values", "ET": "time", "BL": "time left", "WL": "time left"}
_PASS_OF_GO = "tt"
_SET_UP = ("AB", "AW", "AE", "PL")
_KINDS: dict[str, type[DiscPosition]] = {"": Position, AntiPosition.game: AntiPosition}

_KEPT = {"RB": "BR", "RW": "WR"} | {
    name: name for name in ("AP", "EV", "RO", "GN", "AN", "US", "SO", "CP", "GC", "BT", "WT", "KM", "HA", "ST")
}
"""Tags of a record, by the names that they have here: ratings, the program, event, round, name of the game, who
annotated and entered it, source, copyright, what is said of the game, teams, komi, handicap, style."""

_HEADERS = {
    *("FF", "GM", "CA", "SZ", "RU", "PB", "PW", "DT", "PC", "RE", "ON", "TM", "OT", "HD", "AB", "AW", "PL"),
    *_KEPT.values(),
}
_COLOURS = {"B": BLACK, "BLACK": BLACK, "1": BLACK, "W": WHITE, "WHITE": WHITE, "2": WHITE}
_INCREMENT = re.compile(rf"({clocks.NUMBER}) fischer", re.IGNORECASE)


def read(text: str, *, source: str | None = None) -> list[Record]:
    """All games of a text. Raises ParseError, which names the place."""
    check_length(text, source, LONGEST)
    whole = Source(text, source)
    records: list[Record] = []
    game: _Game | None = None
    for mark, offset, node in _tokens(whole):
        if game is None:
            if mark != "(":
                raise whole.unexpected("expected a game, which begins with (;", offset)
            game = _Game(whole, offset)
        elif mark == "(":
            game.branch()
        elif mark == ")":
            if game.close():
                records.append(game.record())
                game = None
        else:
            try:
                game.add(node)
            except ParseError as error:
                error.so_far = game.so_far
                raise
    if game is not None:
        raise whole.unexpected("expected ) at the end of a game", len(text))
    return records


def cut(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines of a text in pieces of one game each, with the number of the line that each begins in, from 1."""
    return pieces.trees(lines, nests=True)


def write(records: Sequence[Record]) -> str:
    """Some games with all their variations, one a line but for comments."""
    return "".join(_text(record) + "\n" for record in records)


def recognises(text: str) -> bool:
    """Whether a text begins with a game in this format."""
    return _OPENING.match(text) is not None and not ggf.recognises(text)


# --- reading --------------------------------------------------------------------------------------------------------


class _Property(NamedTuple):
    name: str
    values: list[str]
    offset: int

    @property
    def value(self) -> str:
        return " ".join(self.values[0].split()) if self.values else ""


def _tokens(source: Source) -> Iterator[tuple[str, int, list[_Property]]]:
    """The parentheses and the nodes of a text, with their offsets; a node with its properties."""
    text = source.text
    at, end = 0, len(text.rstrip())
    node: list[_Property] | None = None
    began = 0
    while at < end:
        token = _TOKEN.match(text, at)
        if token is None:
            raise source.unexpected("expected a move such as ;B[f5], or the end of the game", at)
        mark, name, value = token[1], token[2], token[3]
        offset = token.start(token.lastindex or 0)
        at = token.end()
        if mark is not None:
            if node is not None:
                yield ";", began, node
            node, began = ([], offset) if mark == ";" else (None, offset)
            if mark != ";":
                yield mark, offset, []
        elif node is None or (value is not None and not node):
            raise source.unexpected("expected a node, which begins with ;", token.start())
        elif name is not None:
            node.append(_Property("".join(filter(str.isupper, name)) or name.upper(), [], offset))
        else:
            node[-1].values.append(_ESCAPED.sub(_unescaped, value))
    if node is not None:
        yield ";", began, node


def _unescaped(escape: re.Match[str]) -> str:
    return "" if escape[1] in ("\n", "\r\n", "\n\r") else escape[1]


class _Game:
    """A game that is being read: its tree so far, and where in it the reader stands."""

    def __init__(self, source: Source, offset: int):
        self._source, self._offset = source, offset
        self._tree: GameTree[DiscPosition] | None = None
        self._node: GameNode[DiscPosition] | None = None
        self._branches: list[GameNode[DiscPosition] | None] = [None]
        self._headers: dict[str, _Property] = {}
        self._left_out = LeftOut()

    def branch(self) -> None:
        """Begin a variation."""
        self._branches.append(self._node)

    def close(self) -> bool:
        """End a variation, and go back to where it began; whether it was the whole game."""
        self._node = self._branches.pop()
        return not self._branches

    def add(self, node: list[_Property]) -> None:
        """Read a node: first its moves, then what is said of the position that they lead to."""
        is_first = self._tree is None
        if self._tree is None:
            self._headers = {found.name: found for found in reversed(node)}
            self._tree = GameTree(self._start(node))
        here = self._tree.root if self._node is None else self._node
        for found in sorted(node, key=lambda found: found.name not in _MOVES):
            with self._source.at(found.offset):
                if found.name in _MOVES:
                    here = self._moved(here, found)
                elif found.name in _SET_UP and not is_first:
                    raise ParseError(f"expected the board to be set up before the first move, got {found.name}")
                elif not is_first or found.name not in _HEADERS:
                    _note(here, found, node, self._left_out)
        self._node = here

    @property
    def so_far(self) -> Record | None:
        """The game up to a node that cannot be read; None if there is nothing of it."""
        return None if self._tree is None else Record(self._tree, (self._header("PB"), self._header("PW")))

    def record(self) -> Record:
        """The game that was read."""
        if self._tree is None:
            raise self._source.unexpected("expected a game, which begins with (;", self._offset)
        further = self._headers["HD"].values if "HD" in self._headers else []
        more = {name.strip(): " ".join(value.split()) for name, _, value in (each.partition(":") for each in further)}
        headers = {name: self._header(name) for name in self._headers}
        tags = {**_tags_of(headers), **{name: value for name, value in more.items() if name and value}}
        stated = tags.pop("RE", "")
        players = self._header("PB"), self._header("PW")
        record = Record(self._tree, players, self._header("DT"), self._header("PC"), tags=tags)
        record = tagged.with_opening(record, self._header("ON"))
        try:
            ending = tagged.decoded(self._header("RE"))
            if not stated and ending is not None and not ending.how and tagged.has_komi(record):
                stated = ggf.result_text(ending)
            record = ggf.with_result(record, stated) if stated else tagged.with_ending(record, ending)
        except ParseError as error:
            self._left_out.add("result", error)
        return tagged.noted(record, *self._left_out.notes)

    def _header(self, name: str) -> str:
        return self._headers[name].value if name in self._headers else ""

    def _start(self, properties: list[_Property]) -> DiscPosition:
        """The position that the first node sets up."""
        size = 8
        for found in properties:
            with self._source.at(found.offset):
                if found.name == "GM" and found.value not in ("2", ""):
                    raise ParseError(f"expected a game of Othello, GM[2], got {excerpt(found.value)}")
                if found.name == "SZ" and found.value:
                    size = self._size(found.value)
        positions = _KINDS.get(self._header("RU").lower(), Position)
        discs = {"AB": 0, "AW": 0}
        at = self._offset
        for found in properties:
            if found.name in discs:
                at = found.offset
                with self._source.at(at):
                    for value in found.values:
                        discs[found.name] |= sum(1 << square for square in notes.squares(value, size))
        side = self._header("PL").upper()
        if side and side not in _COLOURS:
            self._left_out.add("side to move", f"expected B or W, got {excerpt(side)}")
        if not any(discs.values()):
            return positions.start(size)
        with self._source.at(at):
            return positions(discs["AB"], discs["AW"], _COLOURS.get(side, BLACK), size)

    def _size(self, text: str) -> int:
        """The size of a board. Raises ParseError for one that Othello is not played on."""
        size = text.split(":")[0].strip()
        if size in map(str, SIZES):
            return int(size)
        message = f"expected a board size ({', '.join(map(str, SIZES))}), got {excerpt(text)}"
        if size.isdecimal() and size.strip("0"):
            raise ParseError(message)
        self._left_out.add("size of the board", message)
        return 8

    def _moved(self, node: GameNode[DiscPosition], found: _Property) -> GameNode[DiscPosition]:
        """The node after a move. If nothing says who moves first in a set-up position, the first move does."""
        if len(found.values) != 1:
            raise ParseError(f"expected one move, such as {found.name}[f5], got {len(found.values)}")
        colour = Colour(_MOVES.index(found.name))
        is_open = node.parent is None and not node.children and not {"AB", "AW"}.isdisjoint(self._headers)
        if is_open and "PL" not in self._headers and node.position.turn != colour:
            self._tree, before = GameTree(node.position.switched()), node
            node = self._tree.root
            node.comment, node.marks = before.comment, before.marks
        return step(node, colour, "" if found.value.lower() == _PASS_OF_GO else notes.square_name(found.value))


def _note(here: GameNode[DiscPosition], found: _Property, node: list[_Property], left_out: LeftOut) -> None:
    """Keep what a property says of a position, or of the move that led to it; what cannot be kept is left out."""
    try:
        is_kept = _kept(here, found, node)
    except ParseError as error:
        left_out.add(_NOUNS.get(found.name, "mark"), error, here)
    else:
        if not is_kept:
            left_out.add(f"property {found.name[:10]}", "there is no place for it", here)


def _kept(here: GameNode[DiscPosition], found: _Property, node: list[_Property]) -> bool:
    """Whether what a property says of a position, or of its move, has found its place. Raises ParseError."""
    is_move = here.move is not None and here.parent is not None
    if found.name in ("C", "N"):
        here.comment = tagged.joined(here.comment, printable(_lines(" ".join(found.values))))
    elif found.name == "V" and here.move is not None and here.parent is not None and found.value:
        value = number(found.value)
        rests_on = next((each.value for each in node if each.name == "VB"), "")
        here.value = notes.value_of(here.move, -value if here.parent.position.turn else value, rests_on)
    elif found.name == "VS":
        here.analysis = notes.analysis_of_lines(here, found.values)
    elif found.name == "ET" and is_move and found.value:
        here.seconds = clocks.seconds(found.value)
    elif found.name in _LEFT and here.parent is not None and here.parent.position.turn == _LEFT[found.name]:
        here.left = clocks.seconds(found.value)
    elif is_move and not here.sign and (sign := notes.sign_of_property(found.name, found.value)):
        here.sign = sign
    elif notes.is_mark(found.name):
        here.marks += tuple(notes.marks_of_property(found.name, found.values, here.position.size))
    else:
        return found.name == "VB" or not found.value
    return True


def _tags_of(headers: Mapping[str, str]) -> dict[str, str]:
    """The tags of a record that properties of the first node tell."""
    tags = {name: headers[key] for name, key in _KEPT.items() if headers.get(key)}
    if headers.get("RU", "").lower() not in ("", Position.game, *_KINDS):
        tags["RU"] = headers["RU"]
    main, overtime = headers.get("TM", ""), headers.get("OT", "")
    increment = _INCREMENT.fullmatch(overtime)
    try:
        tags["TI"] = str(Clock(clocks.seconds(main), clocks.number(increment[1]) if increment else 0.0))
        overtime = "" if increment else overtime
    except ParseError:
        tags["TM"] = main
    tags["OT"] = overtime
    return {name: value for name, value in tags.items() if value}


def _lines(text: str) -> str:
    """A comment with line ends as everywhere, and blanks for other white space."""
    return re.sub(r"[\t\v\f]", " ", re.sub(r"\r\n|\n\r|\r", "\n", text))


# --- writing --------------------------------------------------------------------------------------------------------


def _text(record: Record) -> str:
    """One game."""
    start: DiscPosition = record.tree.root.position
    ending = _ending(record)
    headers = {
        "FF": "4",
        "CA": "UTF-8",
        "GM": "2",
        "RU": record.tags.get("RU", "") if start.game == Position.game else start.game,
        "PC": record.place,
        "DT": record.date,
        "PB": record.player(0),
        "PW": record.player(1),
        **{key: record.tags.get(name, "") for name, key in _KEPT.items()},
        **_clock(record.tags),
        "ON": tagged.opening_tag(record),
        "SZ": str(start.size),
    }
    headers = {name: one_line(value) for name, value in headers.items()}
    further = {name: one_line(value) for name, value in record.tags.items() if name != tagged.OPENING}
    if tagged.decoded(tagged.coded(ending)) != ending:
        further.setdefault("RE", ggf.result_of(record))
    told = _tags_of(headers)
    always = ("PC", "DT", "PB", "PW")
    parts = [f"{name}[{_escaped(value)}]" for name, value in headers.items() if value or name in always]
    for name, discs in ("AB", start.black), ("AW", start.white):
        squares = "".join(f"[{NAMES[start.size][square]}]" for square in bits(discs))
        parts.append(f"{name}{squares}" if squares else "")
    parts += [f"PL[{_MOVES[start.turn]}]", f"RE[{tagged.coded(ending)}]"]
    values = "".join(
        f"[{_escaped(f'{name}:{value}')}]" for name, value in further.items() if told.get(name, "") != value
    )
    parts.append(f"HD{values}" if values else "")
    return f"(;{''.join(parts)}{_nodes(record.tree.root)})"


def _ending(record: Record) -> Ending | None:
    """How a game ended, with its komi counted."""
    if record.tags.get("RE") and tagged.has_komi(record):
        with suppress(ParseError):
            return ggf.ending_of(record.tags["RE"], record.tree.root.position)
    return Ending.of(record)


def _clock(tags: Mapping[str, str]) -> dict[str, str]:
    """The clock of a game: the main time in seconds, and the increment as overtime if nothing else is known of that."""
    try:
        clock = Clock.parse(tags.get("TI", ""))
    except ParseError:
        return {"TM": tags.get("TM", ""), "OT": tags.get("OT", "")}
    overtime = tags.get("OT", "") or (f"{shown(clock.increment)} fischer" if clock.increment else "")
    return {"TM": shown(clock.main), "OT": overtime}


def _nodes(root: GameNode[DiscPosition]) -> str:
    """All that follows the beginning of a game, its comment first."""
    parts: list[str] = []
    waiting: list[GameNode[DiscPosition] | str] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        parts.append(_node(node))
        if len(node.children) == 1:
            waiting.append(node.children[0])
        else:
            for child in reversed(node.children):
                waiting += [")", child, "("]
    return "".join(parts)


def _node(node: GameNode[DiscPosition]) -> str:
    """A move with what is known and said of it; of the root, what is known and said of the position."""
    comment = printable(node.comment)
    values = "".join(f"[{line}]" for line in notes.lines_of_analysis(node))
    text = f"{f'VS{values}' if values else ''}{notes.properties_of_marks(node.marks)}"
    text += f"C[{_escaped(comment)}]" if comment else ""
    if node.parent is None or node.move is None:
        return text
    side = node.parent.position.turn
    known = notes.property_of_sign(node.sign)
    if node.value is not None and node.value.value is not None and shown(node.value.value):
        known += f"V[{shown(-node.value.value if side else node.value.value)}]"
        rests_on = notes.basis(node.value)
        known += f"VB[{rests_on}]" if rests_on else ""
    if node.seconds is not None and shown(node.seconds):
        known += f"ET[{shown(node.seconds)}]"
    if node.left is not None and shown(node.left):
        known += f"{_MOVES[side]}L[{shown(node.left)}]"
    return f";{_MOVES[side]}[{'PA' if node.move == PASS else node.move}]{known}{text}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


FORMAT = Format(
    "a game in SGF",
    "games in the smart game format, with variations, comments, signs, marks, names and values",
    (".sgf",),
    recognises,
    lambda text, source: read(text, source=source),
    write,
    cut=cut,
    begins=pieces.GAME,
    holds=(Position, AntiPosition),  # which it names
    keeps=frozenset(SAID),
    loses=lambda _record: (),
)
