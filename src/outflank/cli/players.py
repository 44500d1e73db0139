"""`outflank players`: who can play, and with which options."""

import argparse
import json
import time
from dataclasses import replace

from outflank.cli.arguments import Commands, add_json
from outflank.errors import OutflankError, excerpt
from outflank.play import Decision, MoveValue, Position, create, registry

HUMAN = "human"
SPECIAL = {
    HUMAN: "You, at the keyboard (outflank play only).",
    "module:FILE.py:NAME": "Your own: a function of a position, or a class with a method choose.",
}


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "players",
        help="list the players and their options",
        description="List the players. A player with options is written NAME:OPTION=VALUE,OPTION=VALUE.",
        epilog="Example: outflank match budget:nodes=3000,mode=fair level2 --games 10",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the registry."""
    entries = [registry.entry(name) for name in registry.names()]
    if options.json:
        described = [{"player": e.name, "options": list(map(str, e.options)), "about": e.description} for e in entries]
        print(json.dumps({"players": described}))
        return 0
    from outflank.cli.tables import print_table

    rows = [(e.name, "\n".join(map(str, e.options)), e.description) for e in entries]
    rows += [(name, "", about) for name, about in SPECIAL.items()]
    print_table(("player", "options and defaults", "about"), rows)
    return 0


def consult(name: str, position: Position, *, seed: int | None = None) -> Decision:
    """What a player would do. Raises OutflankError if it fails, or answers with anything but a legal move.

    A forced pass is put to the player too, for what it thinks of the position.
    """
    player = create(name, seed=seed, plays=position)
    began = time.perf_counter()
    try:
        decision = player.choose(position)
        is_legal = decision.move in position.legal_moves and decision.is_well_formed
    except (Exception, SystemExit) as error:
        raise OutflankError(f"{excerpt(name, 40)} failed: {type(error).__name__}: {error}") from error
    seconds = time.perf_counter() - began
    if not is_legal:
        raise OutflankError(f"{excerpt(name, 40)} does not answer with a legal move: {excerpt(repr(decision.move))}")
    return replace(decision, seconds=seconds)


def best_first(decision: Decision) -> list[MoveValue]:
    """What a player found out about moves, the best first; of equal ones the one it chose."""
    return sorted(
        decision.moves, key=lambda found: (found.value is None, -(found.value or 0), found.move != decision.move)
    )
