"""`outflank people`: predicts the moves of people by their strength, and trains the model that does so."""

import argparse
import sys
import time
from pathlib import Path

from outflank.cli.arguments import (
    Commands,
    add_action,
    add_game,
    add_json,
    add_position,
    add_seed,
    print_json,
    rating_number,
    record_from,
    whole_number,
)
from outflank.cli.library_files import add_database, opened
from outflank.errors import OutflankError
from outflank.rules.kinds import DiscGame

_EVERY = 10.0  # seconds between progress lines
_SHOWN = 10  # moves in the table
_HELD_OUT = 20_000  # choices in a report


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "people",
        help="show how people of a given strength play, and train the model that predicts it",
        description="Predict people's moves by their strength. Archive ratings are in Elo points: 0 is the average of "
        "a game in the WTHOR archive, and 400 points more win ten games in eleven.",
        epilog="Example: outflank people moves f5d6 --rating 100",
    )
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)

    moves = add_action(actions, "moves", run_moves, "show the probability of each move", "f5d6c3 --rating -200")
    add_position(moves, "position")
    moves.add_argument(
        "--rating", type=rating_number, default=0.0, metavar="ELO", help="the player's archive rating (default: 0)"
    )
    moves.add_argument(
        "--rival", type=rating_number, metavar="ELO", help="the opponent's archive rating (default: the player's)"
    )
    add_game(moves, among=DiscGame)
    add_json(moves)

    strength = add_action(
        actions,
        "strength",
        run_strength,
        "estimate players' ratings from their moves in one game or several",
        "games/ --player ann",
    )
    strength.add_argument(
        "GAME",
        nargs="*",
        type=str.strip,
        help="a transcript, files of games in any format, or folders; - for standard input. With several games, there "
        "is one estimate for each player over all of the player's games",
    )
    strength.add_argument("--player", default="", metavar="NAME", help="only this player; without GAME, in the library")
    strength.add_argument(
        "--most",
        type=whole_number(1, 10**6),
        default=100,
        metavar="N",
        help="with several games: at most the last N games of each player (default: 100)",
    )
    add_database(strength)
    add_game(strength, among=DiscGame)
    add_json(strength)

    train = add_action(actions, "train", run_train, "train the model from a library's games", "--steps 12000")
    add_database(train)
    train.add_argument("--folder", type=Path, metavar="DIR", help="the run's folder (default: in your data folder)")
    train.add_argument("--steps", type=whole_number(1), default=12_000, metavar="N", help="batches (default: 12000)")
    train.add_argument("--width", type=whole_number(8, 4096), default=512, metavar="N", help="units (default: 512)")
    train.add_argument("--depth", type=whole_number(1, 12), default=3, metavar="N", help="layers (default: 3)")
    add_seed(train)

    report = add_action(actions, "report", run_report, "show how well a trained model predicts held-out people", "")
    report.add_argument("--folder", type=Path, metavar="DIR", help="the run's folder (default: in your data folder)")
    report.add_argument(
        "--most", type=whole_number(1), default=_HELD_OUT, metavar="N", help=f"choices (default: {_HELD_OUT})"
    )
    add_json(report)


def _folder(options: argparse.Namespace) -> Path:
    from outflank.files import data_folder

    return Path(options.folder or data_folder() / "people")


def run_moves(options: argparse.Namespace) -> int:
    """Show the probability of each move."""
    from outflank.people import PeopleModel, within_ratings

    position = record_from(options, options.position).position
    for rating in (options.rating, options.rival):
        if rating is not None and rating != within_ratings(rating):
            print(f"outflank: an archive rating of {rating:g} counts as {within_ratings(rating):g}", file=sys.stderr)
    found = PeopleModel.shipped().moves(position, options.rating, options.rival)
    if options.json:
        print_json({"rating": options.rating, "moves": {str(move): round(share, 4) for move, share in found.items()}})
        return 0
    for move, share in list(found.items())[:_SHOWN]:
        print(f"{move!s:<5} {100 * share:5.1f}%")
    return 0


def run_strength(options: argparse.Namespace) -> int:
    """Estimate the ratings of both players from a game, or of each player from several games.

    The exit code is 1 if all made too few moves.
    """
    from outflank.analysis.finding import strengths
    from outflank.characters import on_ladder
    from outflank.cli.strengths import ARCHIVE_SCALE, estimate, several, show
    from outflank.people.strength import FEWEST

    if (library := several(options)) is not None:
        with library:
            return show(library, options)
    record = record_from(options, options.GAME[0])
    found = strengths(record.game)
    if options.json:
        print_json(
            {side.name.lower(): each.to_json() | {"ladder": on_ladder(each.rating)} for side, each in found.items()}
        )
        return 0
    if not any(each.is_told for each in found.values()):
        print(f"Too few moves to tell the strength: at least {FEWEST} with a choice are needed of a player.")
        return 1
    for side, each in found.items():
        name = record.player(int(side)) or side.name.capitalize()
        if each.is_told:
            print(f"{name}: {estimate(each, f'{each.moves} moves')}")
        else:
            print(f"{name}: too few moves to tell ({each.moves}; at least {FEWEST} with a choice are needed)")
    print(f"One game says little: in 19 games of 20, the player's rating is within the limits. {ARCHIVE_SCALE}")
    return 0


def run_train(options: argparse.Namespace) -> int:
    """Train the model."""
    from outflank.training.people.run import train

    folder = _folder(options)
    with opened(options) as library:
        try:
            path = train(
                folder,
                library,
                width=options.width,
                depth=options.depth,
                steps=options.steps,
                seed=options.seed or 1,
                report=_ProgressPrinter(),
            )
        except KeyboardInterrupt:
            print(f"\nstopped; to continue, repeat the command with --folder {folder}", file=sys.stderr)
            raise
    print(f"The model is in {path}")
    return 0


class _ProgressPrinter:
    """Prints progress, at most a line every `_EVERY` seconds."""

    def __init__(self) -> None:
        self._printed = float("-inf")

    def __call__(self, text: str) -> None:
        if time.monotonic() - self._printed >= _EVERY:
            self._printed = time.monotonic()
            print(text, file=sys.stderr, flush=True)


def run_report(options: argparse.Namespace) -> int:
    """Show how well the model predicts the moves of held-out people."""
    from outflank.people.network import MoveNetwork
    from outflank.training.people.games import Choices, StoredGlances
    from outflank.training.people.report import TOLD, bands, rows_of
    from outflank.training.people.run import CHOICES, GLANCES, NETWORK

    folder = _folder(options)
    if not (folder / NETWORK).exists():
        raise OutflankError(f"there is no trained model in {folder}: outflank people train makes one")
    network = MoveNetwork.load(folder / NETWORK)
    choices, glances = Choices.load(folder / CHOICES), StoredGlances.load(folder / GLANCES)
    measured = {}
    for held_out, words in ((1, "games"), (2, "players")):
        measured[words] = bands(network, choices, glances, rows_of(choices, glances, held_out, options.most))
    if options.json:
        print_json(
            {
                words: {"all": total.to_json(), "bands": [band.to_json() for band in found]}
                for words, (total, found) in measured.items()
            }
        )
        return 0
    for words, (total, found) in measured.items():
        print(f"Held-out {words}: {total.n:,} choices, {100 * total.share:.1f}% predicted, {total.nats:.3f} nats")
        print(f"{'rating':>14} {'choices':>8} {'right':>7} {'nats':>7}  " + "".join(f"{told:>+8}" for told in TOLD))
        for band in found:
            name = f"{band.low:+.0f} … {band.high:+.0f}"
            nats = "".join(f"{each.nats:8.3f}" for each in band.told)
            print(f"{name:>14} {band.right.n:8,} {100 * band.right.share:6.1f}% {band.right.nats:7.3f}  {nats}")
    return 0
