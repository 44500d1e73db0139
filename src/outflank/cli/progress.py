"""`outflank progress`: summarise the mistakes in a player's reviewed games."""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.cli.arguments import Commands, add_json, print_json, whole_number
from outflank.cli.library import add_query, no_player, query_of
from outflank.cli.library_files import add_database, opened, path_of
from outflank.cli.outputs import refuse_to_replace
from outflank.files import write_whole
from outflank.formats import files

if TYPE_CHECKING:
    from outflank.library import Library, Search
    from outflank.reviews.statistics import KindLosses, Losses, PlayerProgress

_SHOWN = 10  # rows in a table
_TALLY = ("games", "moves", "a move", "a game", "?!", "?", "??")


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "progress",
        help="show where a player loses discs, and the trend",
        description="Sum up how many discs a player's moves lost in the reviewed games in the library: by phase, "
        "colour, kind of mistake, opening, opponent and time.",
        epilog="Example: outflank progress tamenori --svg tamenori.svg (after outflank review --library tamenori)",
    )
    parser.add_argument("player", metavar="PLAYER", help="a name, or words in it")
    add_query(parser, words=False, player=False)
    parser.add_argument(
        "--by", choices=("year", "month", "games"), help="the periods of the trend (default: automatic)"
    )
    parser.add_argument(
        "--worst",
        type=whole_number(0, 10**6),
        default=_SHOWN,
        metavar="N",
        help=f"mistakes to list (default: {_SHOWN})",
    )
    parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the trends to FILE")
    add_database(parser)
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print a player's statistics. The exit code is 1 if none of the player's games has been reviewed."""
    from outflank.reviews import Reviews
    from outflank.reviews.statistics import progress_of

    with opened(options) as library:
        if options.svg is not None:
            refuse_to_replace(str(options.svg), [path_of(options)], "--svg")
        query = query_of(options)
        progress = progress_of(Reviews(library), options.player, query, by=options.by, n_worst=options.worst)
        unknown = [] if progress.all.games else _unknown(library, options.player, query)
    if options.svg is not None:
        from outflank.reviews.statistics import trend_charts

        with files.writing(str(options.svg)):
            write_whole(options.svg, trend_charts(progress).encode())
    if options.json:
        print_json(progress.to_json())
        for each in unknown:
            print(f"outflank: {each}", file=sys.stderr)
    elif progress.all.games:
        print_progress(progress)
    elif unknown:
        for each in unknown:
            print(each[0].upper() + each[1:] + ("" if each.endswith("?") else "."))
    else:
        command = f"outflank review --library {json.dumps(options.player, ensure_ascii=False)}"
        print(f"No reviewed games; {command} reviews the player's games.")
    return 0 if progress.all.games else 1


def _unknown(library: "Library", player: str, query: "Search") -> list[str]:
    """Return a message for the player and for each name in the query that the library does not know."""
    missing = [] if library.players(player, most=1) else [no_player(library, player)]
    return [str(error) for error in (*missing, *library.hints(replace(query, player="")))]


def print_progress(progress: "PlayerProgress") -> None:
    """Print a player's statistics as tables."""
    print(progress.name)
    print(
        "Average loss in discs, per move and per game; ?! marks a loss of 2 discs or more, ? 4 or more, "
        "?? 8 or more or a lost win or draw. Estimates within their doubt earn no mark."
    )
    sides = [(f"as {colour.capitalize()}", tally) for colour, tally in progress.colours.items()]
    _print_tallies("", [("all", progress.all), *sides, *progress.phases.items()])
    if progress.all.estimated:
        print(f"{progress.all.estimated / progress.all.loss:.0%} of the discs lost are estimates.")
    _print_kinds(progress)
    _print_tallies("opening", [(name or "–", tally) for name, tally in progress.openings])
    _print_tallies("opponent", [(name or "–", tally) for name, tally in progress.opponents])
    _print_tallies(
        "games, in order" if progress.by == "games" else progress.by,
        [(point.name, point.all) for point in reversed(progress.trend)],
    )
    _print_worst(progress)


def _print_tallies(heading: str, groups: "list[tuple[str, Losses]]") -> None:
    from outflank.cli.tables import print_table

    print()
    print_table((heading, *_TALLY), [(name, *_cells(tally)) for name, tally in groups[:_SHOWN]])
    if len(groups) > _SHOWN:
        print(f"and {len(groups) - _SHOWN:,} more (--json lists all)")


def _cells(tally: "Losses") -> tuple[str, ...]:
    counts = (tally.inaccuracies, tally.mistakes, tally.blunders)
    a_move = f"{tally.loss_of_a_move:.2f}" if tally.moves else "–"
    a_game = f"{tally.loss_of_a_game:.1f}" if tally.moves else "–"
    return (f"{tally.games:,}", f"{tally.moves:,}", a_move, a_game, *(f"{count:,}" for count in counts))


def _print_kinds(progress: "PlayerProgress") -> None:
    from outflank.cli.tables import print_table

    def row(name: str, kind: "KindLosses") -> tuple[str, ...]:
        return name, f"{kind.count:,}", f"{kind.loss / progress.all.games:.2f}", f"{kind.loss / kind.count:.1f}"

    rows = [row(name, kind) for name, kind in progress.kinds.items()]
    if progress.unknown.count:
        rows.append(row("none of these", progress.unknown))
    if rows:
        print()
        print_table(("kind of mistake", "times", "discs a game", "discs each"), rows)


def _print_worst(progress: "PlayerProgress") -> None:
    from outflank.cli.review import ESTIMATES
    from outflank.cli.tables import print_table

    rows = [
        (
            str(game.key),
            game.date,
            game.opponent,
            str(judged.number),
            judged.move,
            judged.best.move,
            judged.shown_loss,
            judged.badge.sign if judged.is_proven else f"({judged.badge.sign})",
            ", ".join(judged.kinds),
        )
        for game, judged in progress.worst
    ]
    if rows:
        print()
        print_table(("game", "date", "opponent", "no.", "move", "better move", "lost", "", "kinds"), rows)
        if not all(judged.is_proven for _, judged in progress.worst):
            print(ESTIMATES)
