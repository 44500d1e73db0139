"""`outflank engine`: run as an engine that other programs control."""

import argparse
from importlib import import_module
from pathlib import Path

from outflank.cli.arguments import Commands, add_shared

PROTOCOLS = {"nboard": "NBoard", "gtp": "Gtp", "cassio": "Cassio", "edax": "Edax"}
"""Maps each protocol to the name of its class, which is in the module named after the protocol."""


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "engine",
        help="run as an engine inside NBoard, Quarry, GoGui, Cassio, …",
        description="Run as the engine of another program, which talks to it over standard input and output.",
        epilog="Example: outflank engine --protocol gtp --level 12",
    )
    parser.add_argument("--protocol", required=True, choices=PROTOCOLS, help="the protocol of the other program")
    strength = parser.add_mutually_exclusive_group()
    add_shared(
        strength,
        level="search level, 1 to 30 (default: 16, or as the clock allows)",
        depth="search N plies",
        time="think S seconds per move",
    )
    add_shared(
        parser,
        exact_from="with --depth: solve exactly with N or fewer empty squares",
        threads="search threads, or auto for one per free core (default: 1, so that two engines can share a machine)",
        memory="size of the transposition table (default: 128)",
        weights="use the evaluation weights in FILE",
    )
    parser.add_argument(
        "--ponder", action=argparse.BooleanOptionalAction, default=False, help="also think on the opponent's time"
    )
    parser.add_argument("--name", default="Outflank", help="the engine's name (default: Outflank)")
    parser.add_argument("--log", type=Path, metavar="FILE", help="log the conversation")
    parser.set_defaults(run=run, threads=1, memory=128)


def run(options: argparse.Namespace) -> int:
    """Serve the other program until it quits. Raises OutflankError for bad options, a bad log file or bad weights."""
    from outflank import __version__
    from outflank.cores import free_cores
    from outflank.errors import OptionError, quoted_path
    from outflank.play import Limit
    from outflank.protocols.server import Log, Server
    from outflank.protocols.settings import Settings

    if options.exact_from is not None and options.depth is None:
        raise OptionError("--exact-from requires --depth")
    if not options.name.isprintable() or not options.name.strip():
        raise OptionError("expected a printable name")
    if options.weights is not None and not options.weights.is_file():  # the engine checks the contents when it loads
        raise OptionError(f"there is no file {quoted_path(options.weights)}")
    settings = Settings(
        Limit.of(options.level, options.depth, options.exact_from, options.time),
        options.threads or free_cores(),
        options.memory,
        options.weights,
        options.name.strip(),
        __version__,
        options.ponder,
    )
    make = getattr(import_module(f"outflank.protocols.{options.protocol}"), PROTOCOLS[options.protocol])
    Server(make, settings, None if options.log is None else Log(options.log)).run()
    return 0
