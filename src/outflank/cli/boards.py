"""The boards of Othello and of Tribolo as text: [last move], (discs it took), and + for legal cells."""

from collections.abc import Callable

from rich.text import Text

from outflank import tribolo
from outflank.board.squares import SQUARES
from outflank.rules import Colour, Position
from outflank.tribolo.position import names

_FELT = " on #00875f"
_DISC = "●"
_DISCS = {Colour.BLACK: "#000000", Colour.WHITE: "#ffffff"}
_LEGAL, _EMPTY, _MARK = "#afffd7", "#5faf87", "bold #ffd75f"

# Of Tribolo. Dark, dark and light, so that the letters need not be read to tell red from green.
_THREE = {
    tribolo.BLUE: "bold #ffffff on #0050b0",
    tribolo.RED: "bold #ffffff on #b02020",
    tribolo.GREEN: "bold #000000 on #30c060",
}
_WALL, _BARE, _OPEN = "#000000 on #9e9e9e", "#8a8a8a on #262626", "bold #ffffff on #262626"

_Cell = tuple[str, str, str]
"""The character of a cell, its style, and the style of what stands around it."""


def draw(position: Position, *, last: str | None = None, flipped: int = 0, colour: bool = False) -> Text:
    """A board of Othello with coordinates; in `colour`, discs are round, otherwise ``X`` and ``O``."""

    def cell(square: int) -> _Cell:
        around = _MARK + _FELT if colour else ""
        for side in Colour:
            if position.discs(side) >> square & 1:
                return (_DISC, _DISCS[side] + _FELT, around) if colour else (side.symbol, "", "")
        if position.legal_mask >> square & 1:
            return "+", _LEGAL + _FELT if colour else "", around
        return ("·", _EMPTY + _FELT, around) if colour else (".", "", "")

    last_square = SQUARES[position.size].get(last) if last else None
    return _grid(position.size, position.size, cell, last_square, flipped)


def draw_tribolo(
    position: tribolo.Position, *, last: str | None = None, taken: int = 0, legal: int = 0, colour: bool = False
) -> Text:
    """A board of Tribolo with coordinates: the letters of the colours, # for walls, + for the cells of `legal`."""
    cells = "".join(position.rows)

    def cell(place: int) -> _Cell:
        owner = cells[place]
        if owner in "BRG":
            style = _THREE[tribolo.Colour("BRG".index(owner))]
        elif owner == "#":
            style = _WALL
        else:
            owner = "+" if legal >> place & 1 else "·" if colour else "."
            style = _OPEN if owner == "+" else _BARE
        return (owner, style, style) if colour else (owner, "", "")

    board = names(position.width, position.height)
    last_cell = board.index(last) if last in board else None
    return _grid(position.width, position.height, cell, last_cell, taken)


def _grid(width: int, height: int, cell: Callable[[int], _Cell], last: int | None, flipped: int) -> Text:
    """Cells in rows of `width`, with letters for the columns and numbers for the rows."""
    text = Text("    " + "".join(f" {chr(ord('a') + x)} " for x in range(width)) + "\n")
    for row in range(height):
        text.append(f" {row + 1:>2} ")
        for place in range(row * width, row * width + width):
            left, right = "[]" if place == last else "()" if flipped >> place & 1 else "  "
            centre, style, around = cell(place)
            text.append(left, around)
            text.append(centre, style)
            text.append(right, around)
        text.append("\n")
    return text


def standing(position: Position) -> str:
    """Who leads at Othello, and by how much."""
    black, white = position.outcome.black, position.outcome.white
    if black == white:
        return f"Even at {black}–{white}."
    leader = "Black" if black > white else "White"
    return f"{leader} leads by {abs(black - white)}, {black}–{white}."


def standing_of_three(position: tribolo.Position) -> str:
    """The three scores of Tribolo; an arrow points at whoever is to move."""
    return "   ".join(
        f"{'->' if colour is position.turn and not position.is_over else '  '} "
        f"{colour.name.capitalize()} ({colour.symbol}) {position.scores[colour]}"
        for colour in tribolo.Colour
    )
