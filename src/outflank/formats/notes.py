"""Annotations by people and engines in SGF and PGN: signs, marks, and the basis of each value.

Signs and marks are part of the standards. In SGF, they are properties: ``TE``, ``BM``, ``IT`` and ``DO`` for signs, and
``TR``, ``SQ``, ``CR``, ``MA``, ``LB`` and ``AR`` for marks. In PGN, a sign is a number such as ``$1``, a circle is
written as ``[%csl Gd3]``, and an arrow as ``[%cal Gf5d6]``.

The basis of a value describes how the value was obtained, and is an extension by Outflank. A basis is a line of text
such as ``exact >= 17 73% ~4.2 f5 d6``, which contains the kind, bound, depth, confidence, spread and principal
variation. Everything after the kind is optional.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, get_args

from outflank.board.squares import NAMES, SQUARES
from outflank.errors import ParseError, excerpt
from outflank.formats.tagged import number, printable, shown
from outflank.play.analysis import Analysis, Kind, MoveValue
from outflank.play.moves import PASS
from outflank.play.tree import SIGNS, GameNode, Mark

# --- signs ----------------------------------------------------------------------------------------------------------

_PROPERTIES = {
    "!": ("TE", "1"),
    "!!": ("TE", "2"),
    "?": ("BM", "1"),
    "??": ("BM", "2"),
    "!?": ("IT", ""),
    "?!": ("DO", ""),
}
_NAMES = {name for name, _ in _PROPERTIES.values()}
_SIGN = re.compile(r"[!?]{1,2}")


def sign_of_property(name: str, value: str) -> str:
    """Convert an SGF property to the sign that it represents. Returns an empty string if the property is not a sign."""
    if name not in _NAMES:
        return ""
    strong = value.strip() == "2" and name in ("TE", "BM")
    return next(sign for sign, (each, level) in _PROPERTIES.items() if each == name and (level == "2") == strong)


def property_of_sign(sign: str) -> str:
    """Write a sign as an SGF property. Returns an empty string if `sign` is empty."""
    name, value = _PROPERTIES.get(sign, ("", ""))
    return f"{name}[{value}]" if name else ""


def sign_of_number(text: str) -> str:
    """Parse a PGN sign, either a number from ``$1`` to ``$6`` or the sign itself.

    Returns an empty string for anything else.
    """
    if text.startswith("$"):
        place = int(text[1:4] or 0)
        return SIGNS[place - 1] if 1 <= place <= len(SIGNS) else ""
    return text if _SIGN.fullmatch(text) and text in SIGNS else ""


def number_of_sign(sign: str) -> str:
    """Write a sign as a PGN number such as ``$1``. Returns an empty string if `sign` is empty."""
    return f"${SIGNS.index(sign) + 1}" if sign in SIGNS else ""


# --- marks ----------------------------------------------------------------------------------------------------------

_SHAPES = {"TR": "triangle", "SQ": "square", "CR": "circle", "MA": "cross", "LB": "label", "AR": "arrow"}
_DRAWN = re.compile(r"\[%(csl|cal)\s+([^\]]{0,2000})\]\s?")
_LETTERS = re.compile("[A-Ja-j]{2}")
_COLOURED = re.compile(r"[A-Za-z]([a-j](?:10|[1-9]))([a-j](?:10|[1-9]))?")


def is_mark(name: str) -> bool:
    """True if the SGF property with this name draws marks."""
    return name in _SHAPES


def marks_of_property(name: str, values: Sequence[str], size: int) -> Iterator[Mark]:
    """Yield the marks that an SGF property draws; none if it is not a property for marks.

    Raises ParseError for a bad square.
    """
    shape = _SHAPES.get(name)
    if shape is None:
        return
    for value in values:
        if not value.strip():
            continue
        first, _, rest = value.partition(":")
        names = NAMES[size]
        if shape == "label":
            yield Mark(shape, names[_square(first, size)], " ".join(printable(rest).split()))
        elif shape == "arrow":
            yield Mark(shape, names[_square(first, size)], names[_square(rest, size)])
        else:
            yield from (Mark(shape, names[square]) for square in squares(value, size))


def properties_of_marks(marks: Iterable[Mark]) -> str:
    """Write marks as SGF properties; consecutive marks of the same shape share a property."""
    parts: list[str] = []
    before = ""
    for mark in marks:
        name = next(name for name, shape in _SHAPES.items() if shape == mark.shape)
        text = re.sub(r"([\\\]:])", r"\\\1", " ".join(printable(mark.text).split()))
        value = f"[{mark.square}:{text}]" if mark.shape in ("label", "arrow") else f"[{mark.square}]"
        parts.append(value if name == before else f"{name}{value}")
        before = name
    return "".join(parts)


def taken_from_comment(text: str, size: int) -> tuple[str, tuple[Mark, ...]]:
    """Split a PGN comment into its text and its marks. Unreadable marks remain in the text."""
    marks: list[Mark] = []

    def taken(said: re.Match[str]) -> str:
        found: list[Mark] = []
        for each in said[2].split(","):
            drawn = _COLOURED.fullmatch(each.strip())
            if drawn is None or not {drawn[1], drawn[2] or drawn[1]} <= SQUARES[size].keys():
                return said[0]
            if (said[1] == "cal") != (drawn[2] is not None):
                return said[0]
            found.append(Mark("arrow", drawn[1], drawn[2]) if drawn[2] else Mark("circle", drawn[1]))
        marks.extend(found)
        return ""

    return _DRAWN.sub(taken, text), tuple(marks)


def put_into_comment(marks: Sequence[Mark]) -> str:
    """Write the circles and arrows among `marks` for a PGN comment.

    Other marks are ignored, because PGN does not have them.
    """
    circles = ",".join(f"G{mark.square}" for mark in marks if mark.shape == "circle")
    arrows = ",".join(f"G{mark.square}{mark.text}" for mark in marks if mark.shape == "arrow")
    return " ".join(f"[%{name} {drawn}]" for name, drawn in (("csl", circles), ("cal", arrows)) if drawn)


def squares(text: str, size: int) -> Iterator[int]:
    """Yield the number of a single square, or of each square in a rectangle such as ``c3:f6``. Raises ParseError."""
    corners = [_square(corner, size) for corner in text.split(":", 1)]
    (top, left), (bottom, right) = (divmod(square, size) for square in (corners[0], corners[-1]))
    for row in range(min(top, bottom), max(top, bottom) + 1):
        for column in range(min(left, right), max(left, right) + 1):
            yield row * size + column


def square_name(text: str) -> str:
    """Convert the name of a square from Go notation (two letters, such as ``ef`` for e6).

    Returns any other string unchanged.
    """
    return f"{text[0]}{ord(text[1].lower()) - ord('a') + 1}" if _LETTERS.fullmatch(text) else text


def _square(text: str, size: int) -> int:
    """Convert the name of a square to its number. Raises ParseError."""
    square = SQUARES[size].get(square_name(text.strip()).lower())
    if square is None:
        raise ParseError("expected a square from a1 to {last}, got {text}", last=NAMES[size][-1], text=excerpt(text))
    return square


# --- values ---------------------------------------------------------------------------------------------------------

_KINDS = get_args(Kind)
_BOUNDS = {">=": "lower", "<=": "upper"}
_NUMBER = re.compile(r"[0-9]{1,3}")
_SPREAD = re.compile(r"~([0-9]{1,4}(?:\.[0-9]{1,4})?)")
_MOVE = re.compile(r"pass|[a-j](?:10|[1-9])")


def basis(found: MoveValue) -> str:
    """Write the basis of a value as a line of text. Returns an empty string if the value has no basis."""
    if found == MoveValue(found.move, found.value):
        return ""
    bound = next((sign for sign, name in _BOUNDS.items() if name == found.bound), "")
    parts = [
        found.kind,
        bound,
        str(found.depth) if found.depth else "",
        f"{found.selectivity}%" if found.selectivity != 100 else "",
        f"~{shown(found.spread)}" if shown(found.spread) else "",
        *map(str, found.pv),
    ]
    return " ".join(filter(None, parts))


def value_of(move: str, value: float | None, rests_on: str) -> MoveValue:
    """Create the value of a move.

    `rests_on` is its basis, in the form that `basis` writes; unknown words are skipped.
    """
    fields: dict[str, Any] = {}
    pv: list[str] = []
    for word in rests_on.lower().split():
        if word in _KINDS:
            fields["kind"] = word
        elif word in _BOUNDS:
            fields["bound"] = _BOUNDS[word]
        elif _NUMBER.fullmatch(word.removesuffix("%")):
            fields["selectivity" if word.endswith("%") else "depth"] = int(word.removesuffix("%"))
        elif (spread := _SPREAD.fullmatch(word)) is not None:
            fields["spread"] = float(spread[1])
        elif _MOVE.fullmatch(word):
            pv.append(word)
    return MoveValue(move, value, pv=tuple(pv), **fields)


def lines_of_analysis(node: GameNode[Any]) -> list[str]:
    """Write one line per analysed move in a position: the move, its value from Black's point of view, and the basis."""
    if node.analysis is None:
        return []
    sign = -1 if node.position.turn else 1
    return [
        f"{found.move} {shown(None if found.value is None else sign * found.value) or '?'} {basis(found)}".rstrip()
        for found in node.analysis.moves
    ]


def analysis_of_lines(node: GameNode[Any], lines: Iterable[str]) -> Analysis | None:
    """Parse the lines that `lines_of_analysis` writes, skipping bad ones. Returns None if there are no good lines."""
    sign = -1 if node.position.turn else 1
    legal = node.position.legal_moves
    moves: list[MoveValue] = []
    for line in lines:
        move, value, rests_on = [*line.split(maxsplit=2), "", "", ""][:3]
        if move not in legal and move != PASS:
            continue
        try:
            moves.append(value_of(move, None if value == "?" else sign * number(value), rests_on))
        except ParseError:
            continue
    return Analysis(moves[0].move, tuple(moves)) if moves else None
