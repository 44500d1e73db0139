"""Pictures for notebooks and tutorials: search trees, boards and charts."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from outflank.classic.tree import Node
from outflank.play.moves import PASS
from outflank.plots import intervals, line_chart
from outflank.rules import DiscPosition
from outflank.rules.picture import MARGIN, draw

_ROW, _COLUMN, _CELL = 22, 108, 40
_INK, _PALE, _CHOSEN = "#333333", "#9a9a9a", "#c0504d"


class Picture:
    """An SVG picture that a notebook displays if it is the last value in a cell or is passed to `display`."""

    def __init__(self, svg: str):
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture, {len(self.svg):,} characters of SVG>"


def beside(*boards: DiscPosition, titles: Sequence[str] = (), side: int = 230) -> Picture:
    """Draw boards side by side, each of which is `side` pixels wide, with any `titles` above them."""
    top = 20 if titles else 0
    parts = [_placed(draw(board), i * (side + 10), top, side) for i, board in enumerate(boards)]
    parts += [_text(i * (side + 10) + side / 2, 14, title, anchor="middle") for i, title in enumerate(titles)]
    return _picture(len(boards) * (side + 10), side + top, parts)


def board_of_numbers(position: DiscPosition, numbers: Mapping[str, float], *, title: str = "") -> Picture:
    """Draw a board with numbers on some of its squares; negative numbers are tinted red, and positive ones blue."""
    size, top = position.size, 24 if title else 0
    most = max(map(abs, numbers.values()), default=0) or 1
    parts = [_text(0, 15, title)] if title else []
    for number, square in enumerate(position):
        row, column = divmod(number, size)
        x, y = column * _CELL, top + row * _CELL
        value = numbers.get(square)
        fill = "#ffffff" if value is None else _tint(value / most)
        parts.append(f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{fill}" stroke="#cccccc"/>')
        disc = position[square]
        if disc is not None:
            middle_x, middle_y = x + _CELL / 2, y + _CELL / 2
            colour = "#141414" if disc == 0 else "#fafafa"
            parts.append(f'<circle cx="{middle_x}" cy="{middle_y}" r="15" fill="{colour}" stroke="{_INK}"/>')
        if value is not None:
            parts.append(_text(x + _CELL / 2, y + _CELL / 2 + 4, f"{value:+.1f}", anchor="middle"))
    return _picture(size * _CELL, top + size * _CELL, parts)


def tree(root: Node, *, plies: int | None = None, boards: bool = False) -> Picture:
    """Draw a search tree from left to right, with its moves and values.

    The chosen branch is red, and moves that were cut off are listed. `plies` limits the depth of the picture. With
    `boards`, each node also shows its board.
    """
    row = 64 if boards else _ROW
    parts: list[str] = []
    height = row * _draw_branch(root, 0, 0, row, plies, boards, parts)
    levels = min(root.height, root.height if plies is None else plies)
    return _picture((levels + 1) * (_COLUMN + 40 * boards) + 60, height + 4, parts)


def _draw_branch(
    node: Node, level: int, first: int, row: int, plies: int | None, boards: bool, parts: list[str]
) -> int:
    """Draw a node and its subtree, starting at row `first`, and return the number of rows that they take."""
    column = _COLUMN + 40 * boards
    children = node.children if plies is None or level < plies else []
    cut = node.cut if children else ()
    rows = 0
    x, y = level * column, first * row + row / 2
    for child in children:
        is_best = child is node.best
        below = rows
        rows += _draw_branch(child, level + 1, first + rows, row, plies, boards, parts)
        parts.insert(0, _edge(x, y, x + column, (first + below) * row + row / 2, chosen=is_best))
    if cut:
        parts.insert(0, _edge(x, y, x + column, (first + rows) * row + row / 2, dashed=True))
        names = " ".join(cut)
        parts.append(_text(x + column, (first + rows) * row + row / 2 + 4, f"✂ {names}", fill=_PALE))
        rows += 1
    parts += _label(node, x, y, boards)
    return max(rows, 1)


def _label(node: Node, x: float, y: float, boards: bool) -> Iterator[str]:
    """Yield the SVG elements of a node's label.

    The label consists of the side that moved, the move, the value and, with `boards`, the board. A white background
    hides the ends of the edges.
    """
    value = "" if node.value is None else _signed(node.value)
    move = "" if node.move is None else "pass" if node.move == PASS else node.move
    words = f"{move} {value}".strip()
    width, height = 20 + 7 * len(words) + 52 * boards, 58 if boards else 18
    yield f'<rect x="{x - 2}" y="{y - height / 2}" width="{width}" height="{height}" fill="#ffffff"/>'
    if node.move is not None:
        colour = "#fafafa" if node.position.turn == 0 else "#141414"
        yield f'<circle cx="{x + 6}" cy="{y}" r="5" fill="{colour}" stroke="{_INK}"/>'
    yield _text(x + 16, y + 4, words)
    if boards:
        yield _placed(draw(node.position), x + 18 + 7 * len(words), y - 29, 58, frame=False)


def _edge(x1: float, y1: float, x2: float, y2: float, *, chosen: bool = False, dashed: bool = False) -> str:
    colour, width = (_CHOSEN, 2.5) if chosen else (_PALE, 1)
    style = ' stroke-dasharray="3 3"' if dashed else ""
    middle = x2 - 24
    return (
        f'<polyline points="{x1 + 40},{y1} {middle},{y1} {middle},{y2} {x2},{y2}" fill="none" '
        f'stroke="{colour}" stroke-width="{width}"{style}/>'
    )


def chart(
    title: str,
    x_label: str,
    y_label: str,
    series: Mapping[str, Sequence[tuple[float, float]]],
    *,
    x_falls: bool = False,
    y_is_log: bool = False,
) -> Picture:
    """Draw a line chart, as `plots.line_chart` does; `series` maps the name of each line to its points."""
    return Picture(line_chart(title, x_label, y_label, series, x_falls=x_falls, y_is_log=y_is_log))


def bars(title: str, x_label: str, rows: Sequence[tuple[str, float, float | None]]) -> Picture:
    """Draw named values below one another with their error bars, as `plots.intervals` does."""
    return Picture(intervals(title, x_label, rows))


def scatter(title: str, x_label: str, y_label: str, points: Sequence[tuple[float, float]], most: int = 64) -> Picture:
    """Draw points in a square whose axes run from −`most` to `most`.

    On the diagonal, both coordinates are equal.
    """
    side, left, top = 360, 56, 34

    def at(x: float, y: float) -> tuple[float, float]:
        return left + side * (x + most) / (2 * most), top + side * (most - y) / (2 * most)

    parts = [_text(left, 20, title, size=15)]
    for value in range(-most, most + 1, most // 4):
        x, y = at(value, value)
        parts += [
            f'<path d="M{left} {y}h{side}M{x} {top}v{side}" stroke="#dddddd"/>',
            _text(left - 8, y + 4, f"{value:+d}", anchor="end"),
            _text(x, top + side + 18, f"{value:+d}", anchor="middle"),
        ]
    parts.append(f'<path d="M{left} {top + side}L{left + side} {top}" stroke="{_INK}"/>')
    for point in points:
        x, y = at(*point)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="#3b6fb6" fill-opacity="0.6"/>')
    parts.append(_text(left + side / 2, top + side + 38, x_label, anchor="middle"))
    parts.append(
        f'<text transform="translate(14 {top + side / 2}) rotate(-90)" text-anchor="middle">{escape(y_label)}</text>'
    )
    return _picture(left + side + 20, top + side + 48, parts)


def _tint(share: float) -> str:
    """Return a colour between red (at −1), white (at 0) and blue (at 1)."""
    faded = round(255 - 150 * min(abs(share), 1))
    return f"#{faded:02x}{faded:02x}ff" if share > 0 else f"#ff{faded:02x}{faded:02x}"


def _text(x: float, y: float, words: str, *, anchor: str = "start", fill: str = _INK, size: int = 12) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{fill}" font-size="{size}">{escape(words)}</text>'


def _signed(value: float) -> str:
    return f"{value:+g}" if value else "0"


def _placed(svg: str, x: float, y: float, side: float, *, frame: bool = True) -> str:
    """Embed a picture from `rules.picture` in another picture; without `frame`, only the board itself is shown."""
    head, _, rest = svg.partition(">")
    whole = float(head.partition('width="')[2].partition('"')[0])
    box = f"0 0 {whole:g} {whole:g}" if frame else f"{MARGIN} {MARGIN} {whole - 2 * MARGIN:g} {whole - 2 * MARGIN:g}"
    return f'<svg x="{x}" y="{y}" width="{side}" height="{side}" viewBox="{box}" font-family="sans-serif">{rest}'


def _picture(width: float, height: float, parts: Sequence[str]) -> Picture:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" style="max-width: 100%; height: auto" role="img" font-family="sans-serif" font-size="12">'
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>'
    )
    return Picture("\n".join([head, *parts, "</svg>\n"]))
