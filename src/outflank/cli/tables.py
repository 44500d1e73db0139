"""Tables that adapt to the width of the terminal."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from outflank.cli.screen import Console
from outflank.play import MoveValue

_BASIS = {"heuristic": "evaluation", "exact": "final score", "wld": "end of game", "book": "book"}

_GAP = 2  # spaces between two columns
_LONGEST_PART = 16  # characters of a word that are never folded
_SHORTEST_TITLE = 3  # characters; anything shorter is a row number or a mark


def print_moves(moves: Sequence[MoveValue], best: str) -> None:
    """Print a table of the analysed moves. The `best` move is marked."""
    is_known = any(move.spread for move in moves)
    headings = ("value", "±", "wins") if is_known else ("value",)
    rows = [
        (
            "*" if each.move == best else "",
            each.move,
            *_outlook(each)[: len(headings)],
            str(each.depth) + (f"@{each.selectivity}%" if each.selectivity < 100 else ""),
            "" if each.value is None else _BASIS[each.kind],
            " ".join(map(str, each.pv)),
        )
        for each in moves
    ]
    print_table(("", "move", *headings, "depth", "rests on", "line"), rows, bold="*")


def _outlook(move: MoveValue) -> tuple[str, ...]:
    """Format a move's value, its typical distance from the final score, and the chance of winning."""
    chance = "" if move.chance is None else f"{move.chance:.0%}"
    return (move.verdict or "–", f"{move.spread:.0f}" if move.spread and chance else "", chance)


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, bold: str | None = None) -> None:
    """Print a table. Rows whose first cell is `bold` are printed in bold.

    In a narrow terminal, text is wrapped but numbers are not. If the table still does not fit, each row becomes a
    paragraph. Output to a pipe is never wrapped.
    """
    console = Console()
    if not console.is_terminal:
        console.width = 10_000
    columns = [[heading, *cells] for heading, *cells in zip(headings, *rows, strict=True)]
    widths = _fitted([*map(_least, columns)], [*map(_most, columns)], console.width)
    if widths is None:
        _print_paragraphs(console, headings, rows, bold)
        return
    table = Table(
        *(Column(heading, overflow="fold", width=width) for heading, width in zip(headings, widths, strict=True)),
        box=None,
        pad_edge=False,
        header_style="bold",
    )
    for row in rows:
        table.add_row(*map(Text, row), style="bold" if row[0] == bold else "")
    if console.is_terminal:
        console.print(table)
        return
    with console.capture() as captured:
        console.print(table)
    print("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _least(cells: Sequence[str]) -> int:
    """Return the minimum width of a column: its longest word or number, but at most `_LONGEST_PART`."""
    parts = [part for cell in cells for part in (cell.split() if any(map(str.isalpha, cell)) else [cell])]
    return min(max(map(cell_len, parts), default=0), _LONGEST_PART)


def _most(cells: Sequence[str]) -> int:
    """Return the width of a column that wraps nothing: its longest line."""
    return max(cell_len(line) for cell in cells for line in cell.split("\n"))


def _fitted(least: Sequence[int], most: Sequence[int], width: int) -> list[int] | None:
    """Distribute `width` among columns, each between its `least` and its `most`; None if `width` is too small."""
    widths, room = list(least), width - _GAP * (len(least) - 1) - sum(least)
    if room < 0:
        return None
    for _ in range(min(room, sum(most) - sum(least))):
        neediest = max(range(len(widths)), key=lambda column: most[column] - widths[column])
        widths[neediest] += 1
    return widths


def _print_paragraphs(
    console: Console, headings: Sequence[str], rows: Sequence[Sequence[str]], bold: str | None
) -> None:
    """Print each row as a paragraph: a title, and below it the other cells, each with its heading."""
    n_first = next((number for number, heading in enumerate(headings) if heading), len(headings))
    for row in rows:
        n_title = n_first if len("".join(row[:n_first])) >= _SHORTEST_TITLE else n_first + 1
        title = " ".join(filter(None, row[:n_title]))
        console.print(Text(title, style="bold" if row[0] == bold else ""))
        line = ""
        for heading, cell in zip(headings[n_title:], row[n_title:], strict=True):
            item = f"{heading} {cell}".strip()
            if cell and line and cell_len(f"  {line}, {item}") >= console.width:
                console.print(Padding(Text(f"{line},"), (0, 0, 0, 2), expand=False))
                line = ""
            if cell:
                line = f"{line}, {item}" if line else item
        console.print(Padding(Text(line), (0, 0, 0, 2), expand=False))
