"""Draw line charts and interval plots for reports, as small, readable SVG files that require no library."""

import math
from collections.abc import Mapping, Sequence
from html import escape

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 720, 400, 56, 170, 40, 48
_COLOURS = ("#1f6f5c", "#c0504d", "#3b6fb6", "#b8860b", "#7b4fa3", "#5a5a5a", "#2a9d8f", "#e07a5f")
_LONGEST_NAME = 24  # number of characters that fit next to a chart
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def line_chart(
    title: str,
    x_label: str,
    y_label: str,
    series: Mapping[str, Sequence[tuple[float, float]]],
    *,
    x_falls: bool = False,
    y_is_log: bool = False,
    x_names: Sequence[str] = (),
) -> str:
    """Draw a line chart with one line for each entry in `series`, which maps names to lists of points.

    - `x_falls`: True if values on the horizontal axis decrease from left to right, like the number of empty squares
    - `y_is_log`: True for a logarithmic vertical axis in powers of ten, which shows only positive values; if False, the
      axis starts at 0 or below
    - `x_names`: names to show on the horizontal axis instead of 0, 1, 2 and so on, if there is enough room
    """
    points = [point for line in series.values() for point in line] or [(0.0, 0.0)]
    x_low, x_high = min(x for x, _ in points), max(x for x, _ in points)
    heights = [y for _, y in points]
    if y_is_log:
        decades = [math.log10(y) for y in heights if y > 0] or [0.0]
        y_low, y_step = float(math.floor(min(decades))), 1.0
        y_high = float(max(math.ceil(max(decades)), y_low + 1))
    else:
        y_step = _step(max(0.0, *heights) - min(0.0, *heights))
        y_low = y_step * math.floor(min(0.0, *heights) / y_step)
        y_high = y_step * max(1, math.ceil(max(heights) / y_step))
    x_step = max(_step(x_high - x_low, 8), 1.0 if x_names else 0.0)
    inner_width, inner_height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def at(x: float, y: float) -> tuple[float, float]:
        share = (x - x_low) / (x_high - x_low or 1)
        height = (math.log10(y) if y > 0 else y_low) if y_is_log else y
        return (
            _LEFT + inner_width * (1 - share if x_falls else share),
            _TOP + inner_height * (1 - (height - y_low) / (y_high - y_low)),
        )

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="22" font-size="15">{escape(title)}</text>',
    ]
    for i in range(round((y_high - y_low) / y_step) + 1):
        value = 10.0 ** (y_low + i) if y_is_log else y_low + i * y_step
        _, y = at(x_low, value)
        out.append(f'<line x1="{_LEFT}" x2="{_LEFT + inner_width}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>')
        out.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{_number(value)}</text>')
    for i in range(math.ceil(x_low / x_step), math.floor(x_high / x_step) + 1):
        x, _ = at(i * x_step, 0)
        name = x_names[int(i * x_step)] if x_names else f"{i * x_step:g}"
        out.append(f'<text x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{escape(name)}</text>')
    out.append(
        f'<text x="{_LEFT + inner_width / 2}" y="{_HEIGHT - 10}" text-anchor="middle">{escape(x_label)}</text>'
        f'<text transform="translate(16 {_TOP + inner_height / 2}) rotate(-90)" text-anchor="middle">'
        f"{escape(y_label)}</text>"
    )
    for i, (name, line) in enumerate(series.items()):
        colour = _COLOURS[i % len(_COLOURS)]
        places = " ".join("{:.1f},{:.1f}".format(*at(x, y)) for x, y in sorted(line))
        out.append(f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2"/>')
        if len(line) == 1:  # a single point makes no line
            across, down = places.split(",")
            out.append(f'<circle cx="{across}" cy="{down}" r="3" fill="{colour}"/>')
        y = _TOP + 14 + 20 * i
        x = _LEFT + inner_width + 12
        out.append(f'<line x1="{x}" x2="{x + 18}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{x + 24}" y="{y + 4}">{escape(name)}</text>')
    return "\n".join([*out, "</svg>\n"])


def intervals(title: str, x_label: str, rows: Sequence[tuple[str, float, float | None]]) -> str:
    """Draw a chart with one named value per line.

    Each row consists of a name, a value, and the half-width of its interval, which may be None.
    """
    lows = [value - (error or 0) for _, value, error in rows] or [0.0]
    highs = [value + (error or 0) for _, value, error in rows] or [0.0]
    step = _step(max(highs) - min(lows), 6)
    low, high = step * math.floor(min(lows) / step), step * math.ceil(max(highs) / step)
    left, across, down = 190, _WIDTH - 190 - 24, 26
    height = _TOP + down * len(rows) + _BOTTOM

    def at(value: float) -> float:
        return left + across * (value - low) / (high - low or 1)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="{left}" y="22" font-size="15">{escape(title)}</text>',
    ]
    for i in range(round((high - low) / step) + 1):
        x = at(low + i * step)
        out.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{height - _BOTTOM}" stroke="#dddddd"/>')
        words = _number(low + i * step)
        out.append(f'<text x="{x:.1f}" y="{height - _BOTTOM + 18}" text-anchor="middle">{words}</text>')
    out.append(f'<text x="{left + across / 2}" y="{height - 10}" text-anchor="middle">{escape(x_label)}</text>')
    for i, (name, value, error) in enumerate(rows):
        y = _TOP + down * (i + 0.5)
        shown = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
        out.append(f'<text x="{left - 10}" y="{y + 4:.1f}" text-anchor="end">{escape(shown)}</text>')
        if error is not None:
            ends = f'x1="{at(value - error):.1f}" x2="{at(value + error):.1f}"'
            out.append(f'<line {ends} y1="{y}" y2="{y}" stroke="{_COLOURS[0]}" stroke-width="2"/>')
        out.append(f'<circle cx="{at(value):.1f}" cy="{y}" r="4" fill="{_COLOURS[0]}"/>')
    return "\n".join([*out, "</svg>\n"])


def stacked(charts: Sequence[str]) -> str:
    """Combine charts into a single image, one below the other."""
    height = _HEIGHT * len(charts)
    inner = [chart.replace("<svg ", f'<svg y="{_HEIGHT * i}" height="{_HEIGHT}" ', 1) for i, chart in enumerate(charts)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img">\n'
    return head + "".join(inner) + "</svg>\n"


def _step(span: float, n: int = 5) -> float:
    """Choose a round number that fits into `span` about `n` times."""
    if span <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(span / n))
    return float(next(factor * power for factor in (1, 2, 5, 10) if factor * power * n >= span))


def _number(value: float) -> str:
    """Format a number as a short axis label. For example, 1,000,000 becomes 10⁶."""
    power = round(math.log10(value)) if value > 0 else 0
    if power >= 5 and value == 10.0**power:
        return f"10{str(power).translate(_RAISED)}"
    return f"{value:g}"
