"""A game as an animated picture (GIF), drawn with Pillow from the extra `pictures`."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from outflank.board.squares import NAMES
from outflank.errors import OutflankError
from outflank.rules import DiscPosition

if TYPE_CHECKING:
    from PIL.Image import Image

_CELL = 48  # pixels of a square in the picture
_SCALE = 2  # the picture is drawn larger and reduced, for smooth edges
_BLACK, _WHITE, _EDGE, _LIGHT, _SHADE, _LAST = "#16181a", "#fbfaf4", "#2a2f2c", "#3c4146", "#dcd7c6", "#ff9d1f"
_COLOURS = 48
_MOVE_MS, _START_MS, _END_MS = 550, 900, 3000

GREEN = ("#3a8a5b", "#1d5639", "#2b2a22")
"""The colours of the felt, of the lines on it and of the frame, as in the page's first palette."""

MOST_FRAMES = 130
"""Maximum number of positions; a game on a board of 10×10 has fewer."""


def animated(positions: Sequence[DiscPosition], moves: Sequence[str], colours: tuple[str, str, str] = GREEN) -> bytes:
    """Draw a game as a GIF that repeats forever: the start, and the position after each move.

    `colours` are those of the felt, of its lines and of the frame, in the form ``#rrggbb``.

    Raises OutflankError if Pillow is not installed or the game has too many positions.
    """
    try:
        from PIL import Image
    except ImportError:
        raise OutflankError("an animated picture needs Pillow: pip install 'outflank[pictures]'") from None
    if len(positions) > MOST_FRAMES:
        raise OutflankError("expected at most {most} positions, got {count}", most=MOST_FRAMES, count=len(positions))
    width = positions[0].width
    felt, lines, edge = colours
    board = _Canvas(Image.new("RGB", (_pixels(width), _pixels(width)), edge), width, felt, lines)
    frames = [board.frame(position, last) for position, last in zip(positions, ["", *moves], strict=True)]
    patterns = frames[-1].copy()
    patterns.paste(_LAST, (0, 0, _CELL, _CELL))  # so that the palette has the colour of the small mark
    palette = patterns.quantize(_COLOURS)
    first, *rest = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    file = io.BytesIO()
    durations = [_START_MS, *[_MOVE_MS] * (len(frames) - 2), _END_MS][: len(frames)]
    first.save(file, "GIF", save_all=True, append_images=rest, duration=durations, loop=0)
    return file.getvalue()


def _pixels(cells: float) -> int:
    return round((cells + 0.3) * _CELL * _SCALE)


class _Canvas:
    """A drawing of the board that only redraws the squares that change."""

    def __init__(self, image: "Image", width: int, felt: str, lines: str):
        from PIL import ImageDraw

        self._image, self._width, self._felt, self._lines = image, width, felt, lines
        self._draw = ImageDraw.Draw(image)
        self._cells = " " * width * width
        self._last = ""

    def frame(self, position: DiscPosition, last: str) -> "Image":
        """Return the picture of a position whose last move is marked."""
        names = NAMES[self._width]
        changed = {square for square, cell in enumerate(position.cells) if cell != self._cells[square]}
        changed |= {names.index(name) for name in (last, self._last) if name in names}
        for square in changed:
            self._square(square, position.cells[square], is_last=names[square] == last)
        self._cells, self._last = position.cells, last
        return self._image.reduce(_SCALE)

    def _square(self, square: int, cell: str, *, is_last: bool) -> None:
        side = _CELL * _SCALE
        margin = round(0.15 * side)
        row, column = divmod(square, self._width)
        left, top = margin + column * side, margin + row * side
        self._draw.rectangle((left, top, left + side, top + side), self._felt, self._lines, 2)
        middle = (left + side / 2, top + side / 2)
        if cell in "XO":
            face, rim = (_BLACK, _LIGHT) if cell == "X" else (_WHITE, _SHADE)
            self._disc(middle, 0.42 * side, face, _EDGE)
            self._disc(middle, 0.34 * side, face, rim)
        if is_last:
            self._disc(middle, 0.09 * side, _LAST, _EDGE)

    def _disc(self, middle: tuple[float, float], radius: float, fill: str, outline: str) -> None:
        x, y = middle
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill, outline, 2)
