"""Text boards for any game: [ ] marks the last move, ( ) the pieces that it flipped, and + each legal move."""

from collections.abc import Collection
from typing import NamedTuple

from rich.text import Text

from outflank.play import GamePosition, kind_of


class _Look(NamedTuple):
    """Coloured cell: its character, the character's style, and the style of the space around it."""

    character: str
    style: str
    around: str


_FELT = " on #00875f"
_MARK = "bold #ffd75f" + _FELT
_BARE, _OPEN = "#8a8a8a on #262626", "bold #ffffff on #262626"


def _on_felt(character: str, colour: str) -> _Look:
    return _Look(character, colour + _FELT, _MARK)


def _tile(character: str, style: str) -> _Look:
    return _Look(character, style, style)


_LOOKS = {
    # Othello: discs on green felt.
    "X": _on_felt("●", "#000000"),
    "O": _on_felt("●", "#ffffff"),
    "-": _on_felt("·", "#5faf87"),
    # Tribolo: two dark colours and a light one, so that red and green can be told apart without reading the letters.
    "B": _tile("B", "bold #ffffff on #0050b0"),
    "R": _tile("R", "bold #ffffff on #b02020"),
    "G": _tile("G", "bold #000000 on #30c060"),
    "#": _tile("#", "#000000 on #9e9e9e"),
    ".": _tile("·", _BARE),
}
_LEGAL = {"-": _on_felt("+", "#afffd7"), ".": _tile("+", _OPEN)}


def draw(
    position: GamePosition,
    *,
    last: str | None = None,
    turned: Collection[int] = (),
    legal: bool = True,
    colour: bool = False,
) -> Text:
    """Draw a board with coordinates. If `legal` is true, a + marks every legal move.

    Without `colour`, pieces appear as the characters in the position's `cells`.
    """
    moves = position.legal_moves if legal else ()
    text = Text("    " + "".join(f" {chr(ord('a') + x)} " for x in range(position.width)) + "\n")
    for place, cell in enumerate(position.cells):
        y, x = divmod(place, position.width)
        name = f"{chr(ord('a') + x)}{y + 1}"
        if x == 0:
            text.append(f" {y + 1:>2} ")
        looks = _LEGAL if name in moves else _LOOKS
        if colour and cell in looks:
            centre, style, around = looks[cell]
        else:
            centre, style, around = "+" if name in moves else cell.replace("-", "."), "", ""
        left, right = "[]" if name == last else "()" if place in turned else "  "
        text.append(left, around)
        text.append(centre, style)
        text.append(right, around)
        if x == position.width - 1:
            text.append("\n")
    return text


def side(position: GamePosition, seat: int, *, colour: bool = False) -> str:
    """Return the name of a side, with the letter for its pieces in parentheses if the board shows letters."""
    kind = kind_of(position)
    name, symbol = kind.seats[seat], kind.symbols[seat]
    shows_letters = not colour or symbol not in _LOOKS or _LOOKS[symbol].character == symbol
    return f"{name} ({symbol})" if shows_letters else name


def standing(position: GamePosition) -> str:
    """Sentence that names the leading side and its lead; empty if a two-player game is over.

    If the leader has fewer pieces, the sentence also states the goal of the game. In games for more players, the text
    lists all piece counts and marks the side to move with an arrow.
    """
    kind, counts = kind_of(position), position.counts
    if len(counts) != 2:
        return "   ".join(
            f"{'->' if seat == position.turn and not position.is_over else '  '} {side(position, seat)} {count}"
            for seat, count in enumerate(counts)
        )
    if position.is_over:
        return ""
    first, second = counts
    if first == second:
        return f"Even at {first}–{second}."
    leader = 0 if position.scores[0] > position.scores[1] else 1
    if counts[leader] < counts[1 - leader]:
        discs = " and ".join(f"{seat} has {count}" for seat, count in zip(kind.seats, counts, strict=True))
        return f"{kind.seats[leader]} leads: {discs}; {kind.goal}."
    return f"{kind.seats[leader]} leads by {abs(first - second)}, {first}–{second}."
