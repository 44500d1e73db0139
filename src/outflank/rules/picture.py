"""SVG pictures of positions, for screens, print and web pages.

Black and white discs differ in outline as well as in fill, because white discs have an inner ring. The alternative text
of a picture is the board string, from which `formats.svg` can restore the position.
"""

from outflank.board.squares import NAMES
from outflank.play.position import GamePosition
from outflank.rules.outcome import Colour

_CELL, MARGIN = 50, 26
_BOARD, _LINE, _PAPER, _INK = "#3b8a5a", "#1d4a30", "#f7f5ef", "#333333"
_STAR = 4  # radius of the dots that help to read an 8×8 board


def draw(position: GamePosition, *, last: str | None = None, legal: bool = False) -> str:
    """Draw the board with coordinates. A ring marks the `last` move, and dots mark the `legal` moves."""
    size, names = position.width, NAMES[position.width]
    board = size * _CELL
    whole = board + 2 * MARGIN
    turn = Colour(position.turn)
    side = "" if position.is_over else f", {turn.name.capitalize()} to move"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" width="{whole}" height="{whole}" '
        f'role="img" font-family="system-ui, sans-serif">',
        f"<title>Othello position{side}</title><desc>{position.cells} {turn.symbol}</desc>",
        f'<rect width="{whole}" height="{whole}" fill="{_PAPER}"/>',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{board}" height="{board}" fill="{_BOARD}"/>',
    ]
    ends = [MARGIN + i * _CELL for i in range(size + 1)]
    lines = "".join(f"M{MARGIN} {at}h{board}M{at} {MARGIN}v{board}" for at in ends)
    parts.append(f'<path d="{lines}" stroke="{_LINE}" stroke-width="1.5" fill="none"/>')
    if size == 8:
        stars = (MARGIN + 2 * _CELL, MARGIN + 6 * _CELL)
        parts += [f'<circle cx="{x}" cy="{y}" r="{_STAR}" fill="{_LINE}"/>' for y in stars for x in stars]
    for i in range(size):
        at = MARGIN + i * _CELL + _CELL / 2
        parts += [_label(at, MARGIN - 9, "abcdefghij"[i]), _label(MARGIN / 2, at + 5, str(i + 1))]
    for square, cell in enumerate(position.cells):
        row, column = divmod(square, size)
        x, y = MARGIN + column * _CELL + _CELL // 2, MARGIN + row * _CELL + _CELL // 2
        parts += _disc(cell, x, y)
        if names[square] == last and cell != "-":
            ring = "#ffb000"
            parts.append(f'<circle cx="{x}" cy="{y}" r="6" fill="{ring}" stroke="{_INK}"/>')
        elif legal and names[square] in position.legal_moves:
            parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{_LINE}"/>')
    return "\n".join([*parts, "</svg>", ""])


def _disc(cell: str, x: int, y: int) -> list[str]:
    if cell == "X":
        return [f'<circle cx="{x}" cy="{y}" r="21" fill="#141414" stroke="#000000" stroke-width="2"/>']
    if cell == "O":
        return [
            f'<circle cx="{x}" cy="{y}" r="21" fill="#fafafa" stroke="#222222" stroke-width="2"/>',
            f'<circle cx="{x}" cy="{y}" r="15" fill="none" stroke="#9a9a9a" stroke-width="1.5"/>',
        ]
    return []


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="middle" font-size="15" fill="{_INK}">{text}</text>'
