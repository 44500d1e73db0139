"""Results of matches as tables, for the terminal or in Markdown."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Column
from rich.table import Table as RichTable
from rich.text import Text

from outflank.cli.screen import Console
from outflank.play import MoveValue

if TYPE_CHECKING:
    from outflank.matches import GameResult, Placings, Standings

_RESTS_ON = {"heuristic": "evaluation", "exact": "final score", "wld": "end of game", "book": "book"}

_GAP = 2  # spaces between two columns
_LONGEST_PART = 16  # letters that are never folded
_SHORTEST_TITLE = 3  # letters: less is the number of a row, or a mark

Table = tuple[Sequence[str], Sequence[Sequence[str]]]
"""Column headings and rows."""


def print_standings(standings: "Standings", *, markdown: bool = False) -> None:
    """Print a match of two as one row; a tournament as a ranking and a cross table; then the forfeits."""
    many = len(standings.players) > 2
    tables = [_ranking(standings), _cross_table(standings)] if many else [_match(standings)]
    for headings, rows in tables:
        _print_markdown(headings, rows) if markdown else print_table(headings, rows)
        print()
    for result in standings.results:
        if result.forfeited is not None:
            transcript = "".join(move for move in result.moves if move != "pass")
            rival = standings.players[result.pairing.seats[1 - result.forfeited]]
            print(f"{_forfeit(standings.players, result)} (against {rival}, after {transcript or 'no move'})")


def print_placings(placings: "Placings", *, markdown: bool = False) -> None:
    """Print a match of three as one table; then the forfeits."""
    headings = (
        "",
        "player",
        "points",
        "games",
        "won",
        "tied",
        "second",
        "third",
        "won (95 %)",
        "mean cells",
        "forfeits",
    )
    rows = []
    for place, row in enumerate(placings.rows(), 1):
        error = "" if row.win_error_95 is None else f" ± {100 * row.win_error_95:.0f}"
        _, second, third = row.places
        rows.append(
            (
                str(place), row.player, f"{row.points:g}", str(row.games), str(row.wins), str(row.ties), str(second),
                str(third), f"{100 * row.wins / row.games:.0f} %{error}", f"{row.mean_score:.1f}", str(row.forfeits),
            )
        )  # fmt: skip
    _print_markdown(headings, rows) if markdown else print_table(headings, rows)
    for result in placings.results:
        if result.forfeited is not None:
            print(f"\n{_forfeit(placings.players, result)} (after {' '.join(result.moves) or 'no move'})")


def _forfeit(players: Sequence[str], result: "GameResult") -> str:
    assert result.forfeited is not None
    return f"forfeit by {players[result.pairing.seats[result.forfeited]]}: {result.fault}: {result.reason}"


def _match(standings: "Standings") -> Table:
    a, b = standings.players
    score = standings.score(0, 1)
    elo, error = score.figure
    difference = "beyond measure" if elo is None else f"{elo:+z.0f}" + (f" ± {error:.0f}" if error is not None else "")
    forfeits = f"{len(standings.forfeits(0))}, {len(standings.forfeits(1))}"
    headings = ("players", "games", "won", "drawn", "lost", "mean discs", "Elo (95 %)", "forfeits")
    row = (
        f"{a} – {b}", str(score.games), str(score.wins), str(score.draws), str(score.losses),
        f"{score.mean_disc_difference:+z.1f}", difference, forfeits,
    )  # fmt: skip
    return headings, [row]


def _ranking(standings: "Standings") -> Table:
    table = standings.to_json()["table"]
    headings = ("", "player", "Elo", "games", "won", "drawn", "lost", "mean discs", "forfeits")
    rows = [
        (
            str(place), row["player"], f"{row['elo']:+z.0f}", str(row["games"]), str(row["wins"]), str(row["draws"]),
            str(row["losses"]), f"{row['mean_disc_difference']:+z.1f}", str(row["forfeits"]),
        )
        for place, row in enumerate(table, 1)
    ]  # fmt: skip
    return headings, rows


def _cross_table(standings: "Standings") -> Table:
    """Wins–draws–losses of each row's player against each column's."""
    order = standings.ranking()
    headings = ("won–drawn–lost", *(standings.players[b] for b in order))
    rows = [(standings.players[a], *("" if a == b else _wdl(standings, a, b) for b in order)) for a in order]
    return headings, rows


def _wdl(standings: "Standings", a: int, b: int) -> str:
    score = standings.score(a, b)
    return f"{score.wins}–{score.draws}–{score.losses}"


def _print_markdown(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print("| " + " | ".join(headings) + " |")
    print("|---" * len(headings) + "|")
    for row in rows:
        print("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |")


def print_moves(moves: Sequence[MoveValue], best: str) -> None:
    """What a player found out about moves, one a row; the one it plays is marked."""
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
    table = RichTable(
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
