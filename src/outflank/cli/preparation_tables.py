"""Tables about the preparation for a player, and about two players compared, for the terminal."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from outflank.cli.library_tables import balance_cells
from outflank.cli.strengths import ARCHIVE_SCALE, LIBRARY_SCALE
from outflank.cli.tables import print_table

if TYPE_CHECKING:
    from outflank.library import Balance
    from outflank.library.comparison import Comparison, Meeting
    from outflank.library.prepared import CostlyMove, Preparation, PreparedMove
    from outflank.library.rated import RatedPlayer

_SHOWN = 10  # rows of each list
_TREE = 40  # rows of the tree
_RESULTS = ("games", "points", "discs")


def print_preparation(found: "Preparation") -> None:
    """Print a report: results, openings, tree, the way out of the book, costly moves, and tries."""
    years = "" if found.years is None else f", {found.years[0]}–{found.years[1]}"
    won, drawn, lost = found.balance.won, found.balance.drawn, found.balance.lost
    print(f"{found.name} as {found.side.name.capitalize()}: {_games(found.balance.games)}{years}")
    print(f"{won:,} won, {drawn:,} drawn, {lost:,} lost{_rated(found.rating)}")
    _print("Openings", ("opening", *_RESULTS), [(name or "–", *_results(each)) for name, each in found.openings])
    _print_tree(found)
    _print_book(found)
    _print(
        "Moves that cost the most discs",
        ("after", "move", *_RESULTS, "loses", "best"),
        [_costly(each) for each in found.costly],
    )
    _print(
        f"Best tries, against {_strength(found)}",
        ("line", "games", "chance", "costs you", "loses", "finds best", "gain", "opening"),
        [
            (
                "".join(each.line),
                f"{each.games:,}" if each.games else "new",
                f"{100 * each.chance:.0f} %",
                f"{each.cost:.1f}",
                f"{each.loss:.1f}",
                f"{100 * each.difficulty.finds:.0f} %",
                f"{each.gain:+.2f}",
                each.opening,
            )
            for each in found.tries
        ],
    )
    if found.tries and found.for_model:
        print(f"\nOn the scale of archive ratings, {ARCHIVE_SCALE}")
    _print_scale(found.rating)


def _print(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    if rows:
        print(f"\n{title}")
        print_table(headings, rows[:_SHOWN])


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"


def _rated(player: "RatedPlayer | None") -> str:
    if player is None:
        return "; no rating"
    year = f" in {player.year}" if player.year else ""
    return f"; rating {player.rating:+.0f} ± {player.error_95:.0f}{year}"


def _print_scale(*ratings: "RatedPlayer | None") -> None:
    if any(ratings):
        print(f"\n{LIBRARY_SCALE}")


def _strength(found: "Preparation") -> str:
    """Describe the strength that the tries assume, and its basis."""
    assumed = found.for_model
    if assumed is None:
        return "a player of this strength"
    basis = "the library's ratings"
    if assumed.basis == "given":
        basis = "--rating"
    elif assumed.estimate is not None:
        strength = assumed.estimate.strength
        games = _games(assumed.estimate.games)
        basis = f"from the moves of {games}: {strength.low:+.0f} to {strength.high:+.0f}"
    return f"a player of archive rating {assumed.rating:+.0f} ({basis})"


def _results(balance: "Balance") -> tuple[str, ...]:
    """Format a number of games, the points and the mean score."""
    games, *_, points, discs = balance_cells(balance)
    return games, points, discs


def _print_tree(found: "Preparation") -> None:
    """Print the most frequent moves of the tree, each indented below the move before it."""
    edges = [
        (move.balance.games, number, move) for number, position in enumerate(found.positions) for move in position.moves
    ]
    kept = sorted(edges, key=lambda edge: (-edge[0], edge[1]))[:_TREE]
    chosen: dict[int, list[PreparedMove]] = {}
    for _, number, move in kept:
        chosen.setdefault(number, []).append(move)
    children = {(position.parent, position.line[-1:]): n for n, position in enumerate(found.positions)}
    rows: list[tuple[str, ...]] = []

    def add(number: int) -> None:
        position = found.positions[number]
        for move in chosen.get(number, []):
            ply = len(position.line)
            name = f"{'. ' * ply}{ply + 1}. {move.move}{'' if position.is_own else ' (rival)'}"
            share = 100 * move.balance.games / max(1, position.balance.games)
            cells = (*_results(move.balance), _signed(move.value), _loss(move.loss), move.opening)
            rows.append((name, cells[0], f"{share:.0f} %", *cells[1:]))
            if (child := children.get((number, (move.move,)))) is not None:
                add(child)

    if found.positions:
        add(0)
    if rows:
        print("\nTree")
        print_table(("move", "games", "", "points", "discs", "value", "loses", "opening"), rows)
        if len(edges) > len(rows):
            print(f"{len(rows):,} of {len(edges):,} moves, the most frequent ones (--json lists all)")


def _print_book(found: "Preparation") -> None:
    book = found.book
    source = f", in the library or in the {book.source}" if book.source else ""
    print(f"\nOut of the book (positions that at least {book.known:,} other games reach{source})")
    groups = ((found.name, book.own), ("the opponent", book.rival))
    print_table(("first out", *_RESULTS), [(name, *_results(balance)) for name, balance in groups])
    if book.never:
        print(f"{_games(book.never)} stayed in the book")
    if book.ply is not None:
        print(f"after {book.ply:.1f} moves on average")
    headings = ("after", "move", *_RESULTS, "loses", "best")
    _print("Usual moves out of the book", headings, [_costly(each) for each in book.moves])


def _costly(each: "CostlyMove") -> tuple[str, ...]:
    return "".join(each.line) or "start", each.move, *_results(each.balance), _loss(each.loss), each.best


def _signed(value: float | None) -> str:
    return "" if value is None else f"{value:+z.1f}"


def _loss(loss: float | None) -> str:
    return "" if loss is None else f"{loss:.1f}"


def print_comparison(found: "Comparison") -> None:
    """Print two players side by side: results, ratings, openings, and the positions where their trees meet."""
    one, other = found.one, found.other
    print(f"{one.name}{_rated(one.rating)}\n{other.name}{_rated(other.rating)}\n")
    print_table(("", *_RESULTS), [(f"{one.name} against {other.name}", *_results(found.direct))])
    for colour in ("black", "white"):
        balances = {player.name: dict(getattr(player, f"{colour}_openings")) for player in (one, other)}
        names = sorted(
            {name for each in balances.values() for name in each},
            key=lambda name: (-sum(each[name].games for each in balances.values() if name in each), name),
        )
        rows = [
            (name or "–", *(cell for each in balances.values() for cell in _brief(each.get(name)))) for name in names
        ]
        print(f"\nAs {colour.capitalize()}: games and points of {one.name}, then of {other.name}")
        print_table(("opening", "games", "points", "games", "points"), rows[:_SHOWN])
    _print_meetings(f"If {one.name} has Black", found.as_black)
    _print_meetings(f"If {other.name} has Black", found.as_white)
    _print_scale(one.rating, other.rating)


def _brief(balance: "Balance | None") -> tuple[str, ...]:
    return ("", "") if balance is None else _results(balance)[:2]


def _print_meetings(title: str, meetings: Iterable["Meeting"]) -> None:
    rows = []
    for each in meetings:
        moves = ", ".join(f"{move} {games:,}" for move, games in each.moves[:3])
        black, white = (f"{balance.games:,}, {_results(balance)[1]}" for balance in (each.black, each.white))
        rows.append(("".join(each.line), f"{100 * each.share:.0f} %", black, white, moves, each.opening))
    _print(f"{title}: the last positions that both know", ("line", "likely", "Black", "White", "next", "opening"), rows)
