"""Read one SGF game, node by node (see `formats.sgf`)."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from outflank.board.squares import SIZES
from outflank.errors import ParseError, excerpt
from outflank.formats import clocks, ggf, mirrored, notes, tagged
from outflank.formats.clocks import ClockSetting
from outflank.formats.tagged import LeftOut, Source, number, printable, step
from outflank.play.record import Record
from outflank.play.tree import GameNode
from outflank.rules import BLACK, WHITE, AntiPosition, Colour, DiscPosition, Position

MOVES = ("B", "W")
_LEFT = {"BL": BLACK, "WL": WHITE}
_NOUNS = {"V": "value", "VB": "value", "VS": "values", "ET": "time", "BL": "time left", "WL": "time left"}
_PASS_OF_GO = "tt"
_SET_UP = ("AB", "AW", "AE", "PL")
_KINDS: dict[str, type[DiscPosition]] = {"": Position, AntiPosition.game: AntiPosition}

KEPT = {"RB": "BR", "RW": "WR"} | {
    name: name for name in ("AP", "EV", "RO", "GN", "AN", "US", "SO", "CP", "GC", "BT", "WT", "KM", "HA", "ST")
}
"""Maps record tags to SGF properties. The properties are the ratings, program, event, round, name of the game,
annotator, person who entered the game, source, copyright, comment on the game, teams, komi, handicap and style.
"""

_HEADERS = {
    *("FF", "GM", "CA", "SZ", "RU", "PB", "PW", "DT", "PC", "RE", "ON", "TM", "OT", "HD", "AB", "AW", "PL"),
    *KEPT.values(),
}
_COLOURS = {"B": BLACK, "BLACK": BLACK, "1": BLACK, "W": WHITE, "WHITE": WHITE, "2": WHITE}
_INCREMENT = re.compile(rf"({clocks.NUMBER}) fischer", re.IGNORECASE)


class Property(NamedTuple):
    """A property of an SGF node: its name, its values, and its offset in the text."""

    name: str
    values: list[str]
    offset: int

    @property
    def value(self) -> str:
        """First value as a single line, or an empty string if there are no values."""
        return " ".join(self.values[0].split()) if self.values else ""


class SgfGame:
    """An SGF game that is being read: the tree that has been built, and the current node."""

    def __init__(self, source: Source, offset: int):
        self._source, self._offset = source, offset
        self._game: mirrored.GrowingGame | None = None
        self._branches: list[GameNode[DiscPosition] | None] = []
        self._headers: dict[str, Property] = {}
        self._left_out = LeftOut()

    def branch(self) -> None:
        """Start a variation at the current node."""
        self._branches.append(None if self._game is None else self._game.node)

    def close(self) -> bool:
        """End the current variation, and return to the node where it started.

        Returns True if no variation is open, so that the game itself ends.
        """
        if not self._branches:
            return True
        node = self._branches.pop()
        if self._game is not None:
            self._game.node = node or self._game.tree.root
        return False

    def add(self, node: list[Property]) -> None:
        """Read a node: first the moves in it, then the details of the position after these moves."""
        is_first = self._game is None
        if self._game is None:
            self._headers = {found.name: found for found in reversed(node)}
            self._game = mirrored.GrowingGame(self._start(node), may_turn={"AB", "AW"}.isdisjoint(self._headers))
        game = self._game
        for found in sorted(node, key=lambda found: found.name not in MOVES):
            with self._source.at(found.offset):
                if found.name in MOVES:
                    self._play(game, found)
                elif found.name in _SET_UP and not is_first:
                    raise ParseError(
                        "expected the board to be set up before the first move, got {property}", property=found.name
                    )
                elif not is_first or found.name not in _HEADERS:
                    _note(game.node, found, node, self._left_out)

    @property
    def so_far(self) -> Record | None:
        """The game up to the current node, for reporting an unreadable node; None before the first node."""
        return None if self._game is None else self._game.so_far(self._players)

    @property
    def _players(self) -> tuple[str, str]:
        return self._header("PB"), self._header("PW")

    def record(self) -> Record:
        """Return the finished game."""
        if self._game is None:
            raise self._source.unexpected("expected a game, which begins with (;, got {found}", self._offset)
        further = self._headers["HD"].values if "HD" in self._headers else []
        more = {name.strip(): " ".join(value.split()) for name, _, value in (each.partition(":") for each in further)}
        headers = {name: self._header(name) for name in self._headers}
        tags = {**tags_of(headers), **{name: value for name, value in more.items() if name and value}}
        stated = tags.pop("RE", "")
        record = self._game.record(self._players, date=self._header("DT"), place=self._header("PC"), tags=tags)
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

    def _start(self, properties: list[Property]) -> DiscPosition:
        """Return the position that the first node sets up."""
        size = 8
        for found in properties:
            with self._source.at(found.offset):
                if found.name == "GM" and found.value not in ("2", ""):
                    raise ParseError("expected an Othello game, GM[2], got {game}", game=excerpt(found.value))
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
        """Parse a board size, or return 8 if the text is not a number.

        Raises ParseError for a size that is not in `SIZES`.
        """
        size = text.split(":")[0].strip()
        if size in map(str, SIZES):
            return int(size)
        message = f"expected a board size ({', '.join(map(str, SIZES))}), got {excerpt(text)}"
        if size.isdecimal() and size.strip("0"):
            raise ParseError(message)
        self._left_out.add("size of the board", message)
        return 8

    def _play(self, game: mirrored.GrowingGame, found: Property) -> None:
        """Play the move in a property.

        After a set-up position that does not specify the side to move, the first move determines that side.
        """
        if len(found.values) != 1:
            raise ParseError(
                "expected one move, such as {property}[f5], got {number}", property=found.name, number=len(found.values)
            )
        node, colour = game.node, Colour(MOVES.index(found.name))
        is_open = node.parent is None and not node.children and not {"AB", "AW"}.isdisjoint(self._headers)
        if is_open and "PL" not in self._headers and node.position.turn != colour:
            node.position = node.position.switched()
        move = "" if found.value.lower() == _PASS_OF_GO else notes.square_name(found.value).lower()
        game.play(move, lambda node: step(node, colour, move))


def _note(here: GameNode[DiscPosition], found: Property, node: list[Property], left_out: LeftOut) -> None:
    """Store a property in the node `here`. If it is unreadable or unknown, add it to `left_out` instead."""
    try:
        is_kept = _kept(here, found, node)
    except ParseError as error:
        left_out.add(_NOUNS.get(found.name, "mark"), error, here)
    else:
        if not is_kept:
            left_out.add(f"property {found.name[:10]}", "unknown here", here)


def _kept(here: GameNode[DiscPosition], found: Property, node: list[Property]) -> bool:
    """Store a property in the node `here`.

    Returns False if the property is unknown, and raises ParseError if it is unreadable.

    `node` contains all properties of the same SGF node.
    """
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


def tags_of(headers: Mapping[str, str]) -> dict[str, str]:
    """Convert the properties of the first node to record tags."""
    tags = {name: headers[key] for name, key in KEPT.items() if headers.get(key)}
    if headers.get("RU", "").lower() not in ("", Position.game, *_KINDS):
        tags["RU"] = headers["RU"]
    main, overtime = headers.get("TM", ""), headers.get("OT", "")
    increment = _INCREMENT.fullmatch(overtime)
    try:
        tags["TI"] = str(ClockSetting(clocks.seconds(main), clocks.number(increment[1]) if increment else 0.0))
        overtime = "" if increment else overtime
    except ParseError:
        tags["TM"] = main
    tags["OT"] = overtime
    return {name: value for name, value in tags.items() if value}


def _lines(text: str) -> str:
    """Convert all line endings in a comment to newlines, and other white space to spaces."""
    return re.sub(r"[\t\v\f]", " ", re.sub(r"\r\n|\n\r|\r", "\n", text))
