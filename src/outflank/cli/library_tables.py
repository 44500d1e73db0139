"""Tables of a library's games, players and positions for the terminal."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from outflank.cli.screen import Console
from outflank.cli.strengths import ARCHIVE_SCALE, LIBRARY_SCALE
from outflank.cli.tables import print_table
from outflank.library.archive import LEAST_GAMES, ArchiveCounts
from outflank.library.lookup import NO_RESULTS
from outflank.rules import Position

if TYPE_CHECKING:
    from outflank.library import (
        Balance,
        Explored,
        GameRow,
        Overview,
        PlayerRow,
        PlayerStatistics,
        ResultCounts,
    )
    from outflank.library.families import FamilyMember
    from outflank.library.rated import RatedPlayer
    from outflank.play import MoveValue

_SHOWN = 10  # rows in each table about a player
_PLAYERS = 3  # names next to a move
_WON = {1: "Black", 0: "draw", -1: "White", None: ""}


# --- games ------------------------------------------------------------------------------------------------------------


def print_games(rows: Sequence["GameRow"], n_games: int) -> None:
    """Print a table of games, and the total number of games."""
    headings = ("number", "date", "black", "white", "result", "place", "opening", "moves")
    cells = [
        (
            str(row.number),
            row.date,
            row.black,
            row.white,
            _result(row),
            row.place,
            row.opening or row.japanese,
            f"{''.join(row.moves[:8])}{'…' if len(row.moves) > 8 else ''}",
        )
        for row in rows
    ]
    print_table(headings, cells)
    if n_games > len(rows):
        print(f"\n{len(rows):,} of {n_games:,} games")


def print_game(row: "GameRow") -> None:
    """Print one game: its players, date, place, opening, result and moves."""
    opening = row.opening + (f" ({row.japanese})" if row.japanese and row.opening else row.japanese)
    known = {
        "game": str(row.number),
        "black": row.black,
        "white": row.white,
        "date": row.date,
        "place": row.place,
        "opening": opening,
        "result": row.record.ending,
        "from": row.source,
    }
    console = Console()
    for name, value in known.items():
        if value:
            console.print(f"{name:8} {value}", markup=False, soft_wrap=True)
    start = row.entry.start
    if start != Position.start():
        print(f"start    {start.board_string}")
    print(f"moves    {''.join(row.moves)}")


def _result(row: "GameRow") -> str:
    if row.score is None:
        return f"{_WON[row.won]} ({row.entry.how})" if row.won is not None else ""
    return f"{row.score:+d}" if row.score else "0"


# --- positions --------------------------------------------------------------------------------------------------------


def print_explored(answer: "Explored", *, source: str = "", shows_values: bool = False) -> None:
    """Print the moves played in a position, starting with the most frequent one.

    Each row shows the results of a move and, if requested, its value, the user's own results and the moves of people.
    `source` names the archive if the counts are to come from it because there is no library.
    """
    print(answer.position)
    if answer.opening is not None:
        print(" / ".join(name for name in (answer.opening.english, answer.opening.japanese) if name))
    if source:
        print(f"\nThere is no library yet: the counts come from the {source}.")
    archive = answer.archive.results if answer.archive else NO_RESULTS
    whole, ended = (
        (archive, answer.archive.ended if answer.archive else 0) if source else (answer.results, answer.ended)
    )
    if not whole.games:
        print(f"\nin fewer than {LEAST_GAMES} of the archive's games" if source else "\nin no game")
    if not answer.moves and not ended:
        return
    beside = bool(archive.games) and not source
    if beside:
        print(f"\narchive: {ArchiveCounts.shipped().source}")
    print()
    columns = ["move", "games", "", "Black", "draw", "White", "discs", "years"]
    columns += ["archive"] * beside + ["value"] * shows_values + ["you"] * (answer.own is not None)
    columns += [_rating(each.rating) for each in answer.people]
    columns += ["opening", *["played by"] * (not source)]
    rows = []
    for move in answer.moves:
        results = (move.archive or NO_RESULTS) if source else move.played.results
        counted = _counted(results, whole) if results.games else ("", *[""] * 6)
        in_archive = move.archive.games if move.archive else 0
        cells = [f"{in_archive:,}, {_share(in_archive, archive.games)}" if in_archive else ""] * beside
        cells += [_value(move.value)] * shows_values + [_own(move.own)] * (answer.own is not None)
        cells += [f"{100 * share:.0f} %" for share in move.people]
        players = ", ".join(f"{name} {games:,}" for name, games in move.played.players[:_PLAYERS])
        cells += [move.opening.name if move.opening else "", *[players] * (not source)]
        rows.append((move.played.move, *counted, *cells))
    if ended:
        rows.append(("ended", f"{ended:,}", _share(ended, whole.games), *[""] * (len(columns) - 3)))
    if whole.games:
        rest = [f"{archive.games:,}"] * beside + [""] * shows_values + [_own(answer.own)] * (answer.own is not None)
        rest += [""] * len(answer.people)
        counted = (f"{whole.games:,}", "", *_outcomes(whole))
        rows.append(("all", *counted, *rest, *[""] * (len(columns) - 1 - len(counted) - len(rest))))
    print_table(columns, rows, bold="all")
    if losses := [f"{each.loss:.1f} at {_rating(each.rating)}" for each in answer.people if each.loss is not None]:
        print(f"\nDiscs that players lose here on average, by archive rating: {', '.join(losses)}. {ARCHIVE_SCALE}")


def _counted(results: "ResultCounts", whole: "ResultCounts") -> tuple[str, ...]:
    """Format the number of games, their share of all games in the position, and the outcomes."""
    return (f"{results.games:,}", _share(results.games, whole.games), *_outcomes(results))


def _rating(rating: int) -> str:
    return f"{rating:+d}" if rating else "0"


def _value(move: "MoveValue | None") -> str:
    """Format a value and its source, for example ``+1 book``, ``-3 d20``, ``+2 d14@73%`` or ``+6 exact``."""
    if move is None:
        return ""
    if move.kind == "heuristic" or (move.kind != "book" and move.selectivity < 100):
        basis = f"d{move.depth}" + (f"@{move.selectivity}%" if move.selectivity < 100 else "")
    else:
        basis = {"book": "book", "exact": "exact", "wld": "proven"}[move.kind]
    return f"{move.verdict} {basis}"


def _own(balance: "Balance | None") -> str:
    """Format the number of games that the user played, and the user's score as a percentage."""
    if balance is None or not balance.games:
        return ""
    return f"{balance.games:,}" + ("" if balance.share is None else f", {100 * balance.share:.0f} %")


def _outcomes(results: "ResultCounts") -> tuple[str, ...]:
    """Format the percentages of black wins, draws and white wins, followed by the mean score and the range of years."""
    n_known = results.black + results.draws + results.white
    shares = [_share(part, n_known) for part in (results.black, results.draws, results.white)]
    years = "" if results.first_year is None else f"{results.first_year}–{results.last_year}"
    return (*shares, "" if results.score is None else f"{results.score:+z.1f}", years)


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else ""


def print_family(rows: Iterable["FamilyMember"]) -> None:
    """Print openings, each indented below its parent, with the results of their games."""
    cells = []
    for row in rows:
        opening, results = row.opening, row.results
        others = [opening.japanese] if opening.english else []
        counted = (f"{results.games:,}", *_outcomes(results)) if results.games else ("", *[""] * 5)
        names = ", ".join(filter(None, [*others, *opening.aliases]))
        cells.append((f"{'. ' * row.depth}{opening.name}", *counted, opening.moves, names))
    print_table(("opening", "games", "Black", "draw", "White", "discs", "years", "moves", "also called"), cells)


# --- players ----------------------------------------------------------------------------------------------------------


def print_players(rows: Iterable["PlayerRow"]) -> None:
    """Print a table of players."""
    cells = [(row.name, *balance_cells(row.balance), _years(row.first_year, row.last_year)) for row in rows]
    print_table(("player", *_BALANCE, "years"), cells)


def print_rated_players(rows: Iterable["RatedPlayer"]) -> None:
    """Print a table of players with their ratings."""
    cells = [
        (
            row.name,
            f"{row.rating:+.0f}",
            f"±{row.error_95:.0f}",
            str(row.year or "–"),
            f"{row.peak:+.0f}",
            str(row.peak_year or "–"),
            f"{row.games:,}",
        )
        for row in rows
    ]
    print_table(("player", "rating", "95%", "year", "highest", "year", "games"), cells)
    print(f"\n{LIBRARY_SCALE}")


def print_player(player: "PlayerStatistics") -> None:
    """Print statistics about a player."""
    print(player.name)
    colours = (("all", player.all), ("as Black", player.black), ("as White", player.white))
    _print_groups("", colours)
    _print_groups("opening", [(name or "–", each) for name, each in player.openings])
    _print_groups("opponent", player.opponents)
    _print_groups("year", [(str(year), each) for year, each in reversed(player.years)])


def _print_groups(heading: str, groups: Sequence[tuple[str, "Balance"]]) -> None:
    print()
    print_table((heading, *_BALANCE), [(name, *balance_cells(each)) for name, each in groups[:_SHOWN]])
    if len(groups) > _SHOWN:
        print(f"and {len(groups) - _SHOWN:,} more (--json lists all)")


_BALANCE = ("games", "won", "drawn", "lost", "points", "discs")


def balance_cells(balance: "Balance") -> tuple[str, ...]:
    """Format a balance: games, wins, draws, losses, points and mean score."""
    counts = (balance.games, balance.won, balance.drawn, balance.lost)
    share = "" if balance.share is None else f"{100 * balance.share:.0f} %"
    return (*(f"{count:,}" for count in counts), share, "" if balance.score is None else f"{balance.score:+z.1f}")


def _years(first: int | None, last: int | None) -> str:
    return "" if first is None else str(first) if first == last else f"{first}–{last}"


def print_overview(overview: "Overview") -> None:
    """Print a summary of a library."""
    black, draws, white = overview.results
    counts = {
        "games": overview.games,
        "players": overview.players,
        "tournaments": overview.tournaments,
        "positions": overview.positions,
        "sources": len(overview.sources),
    }
    rows = [(name, f"{count:,}") for name, count in counts.items()]
    n_known = black + draws + white
    rows.append(("Black won", f"{black:,}  {_share(black, n_known)}"))
    rows.append(("drawn", f"{draws:,}  {_share(draws, n_known)}"))
    rows.append(("White won", f"{white:,}  {_share(white, n_known)}"))
    if overview.years is not None:
        rows.append(("years", _years(*overview.years)))
    rows.append(("size", f"{overview.bytes / 1e6:,.1f} MB"))
    print_table(("", ""), rows)
    if overview.openings:
        print()
        print_table(("opening", "games"), [(name, f"{games:,}") for name, games in overview.openings[:_SHOWN]])
