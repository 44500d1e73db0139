"""Tables in terminals of every width."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from outflank.cli.screen import Console
from outflank.play import MoveValue

_RESTS_ON = {"heuristic": "evaluation", "exact": "final score", "wld": "end of game", "book": "book"}

_GAP = 2  # spaces between two columns
_LONGEST_PART = 16  # letters that are never folded
_SHORTEST_TITLE = 3  # letters: less is the number of a row, or a mark


def print_moves(moves: Sequence[MoveValue], best: str) -> None:
    """Print a player's analysis of moves, one a row; the one it plays is marked."""
    is_known = any(found.spread for found in moves)
    headings = ("value", "±", "wins") if is_known else ("value",)
    rows = [
        (
            "*" if found.move == best else "",
            found.move,
            *_outlook(found)[: len(headings)],
            str(found.depth) + (f"@{found.selectivity}%" if found.selectivity < 100 else ""),
            "" if found.value is None else _RESTS_ON[found.kind],
            " ".join(map(str, found.pv)),
        )
        for found in moves
    ]
    print_table(("", "move", *headings, "depth", "rests on", "line"), rows, bold="*")


def _outlook(found: MoveValue) -> tuple[str, ...]:
    """The value, how far the score usually is from it, and how likely the move wins."""
    chance = "" if found.chance is None else f"{found.chance:.0%}"
    return (found.verdict or "–", f"{found.spread:.0f}" if found.spread and chance else "", chance)


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]], *, bold: str | None = None) -> None:
    """Print a table; rows that begin with `bold` are so. Into a pipe, where no width is known, no line is folded.

    In a narrow terminal only words are folded, not numbers; where even that takes more room, each row is a paragraph.
    """
    console = Console()
    if not console.is_terminal:
        console.width = 10_000
    columns = [[heading, *cells] for heading, *cells in zip(headings, *rows, strict=True)]
    widths = _fitted([*map(_least, columns)], [max(map(cell_len, cells)) for cells in columns], console.width)
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
    console.print(table)


def _least(cells: Sequence[str]) -> int:
    """The least width of a column, its heading first: that of a word, or of a cell without letters; long ones fold."""
    parts = [part for cell in cells for part in (cell.split() if any(map(str.isalpha, cell)) else [cell])]
    return min(max(map(cell_len, parts), default=0), _LONGEST_PART)


def _fitted(least: Sequence[int], most: Sequence[int], width: int) -> list[int] | None:
    """Widths of columns between the least and the most that each can make use of; None if there is not enough room."""
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
    """Each row as a paragraph: what it is about, and below it the other cells behind their headings."""
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
