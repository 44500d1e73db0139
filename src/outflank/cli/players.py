"""`outflank players`: who can play, and with which options."""

import argparse
import json
import time
from dataclasses import replace
from typing import Any

from outflank.cli.arguments import Commands, add_json
from outflank.errors import OutflankError, described, excerpt
from outflank.play import PERSON, Analysis, GamePosition, create, registry
from outflank.play.options import Option

SPECIAL = {
    PERSON: "You, at the keyboard (outflank play only).",
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
    from outflank.characters import LADDER, ratings

    measured = ratings()
    entries = [registry.entry(name) for name in registry.names()]
    if options.json:
        described: list[dict[str, Any]] = [
            {"player": e.name, "options": list(map(str, e.options)), "about": e.description} for e in entries
        ]
        for each in described:
            if each["player"] in measured:
                each["rating"] = measured[each["player"]].rating
        print(json.dumps({"players": described}))
        return 0
    from outflank.cli.tables import print_table

    ladder = [character.name for character in LADDER]
    rows = [(e.name, "\n".join(map(_described, e.options)), e.description) for e in entries if e.name not in ladder]
    rows += [(name, "", about) for name, about in SPECIAL.items()]
    for name in ladder:
        rated = f" Rating {measured[name].rating}." if name in measured else ""
        rows.append((name, "", registry.entry(name).description + rated))
    print_table(("player", "options and defaults", "about"), rows)
    return 0


def _described(option: Option) -> str:
    """An option with its default, and its range and unit behind it."""
    least, most = option.bounds()
    unit = f" {option.about.unit}" if option.about.unit else ""
    if most is None:
        return str(option) if least is None else f"{option}  (at least {_written(least)}{unit})"
    from_least = "up to" if least is None or option.about.above else f"{_written(least)} to"
    return f"{option}  ({from_least} {_written(most)}{unit})"


def _written(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:g}"


def consult(name: str, position: GamePosition, **known: Any) -> Analysis:
    """What a player would do; `known` are options for `create`.

    Raises OutflankError if it fails, or answers with anything but a legal move.

    A forced pass is put to the player too, for what it thinks of the position.
    """
    player = create(name, plays=position, **known)
    began = time.perf_counter()
    try:
        analysis = player.choose(position)
        is_legal = analysis.move in position.legal_moves and analysis.is_well_formed
    except (Exception, SystemExit) as error:
        raise OutflankError(f"{excerpt(name, 40)} failed: {type(error).__name__}: {error}") from error
    seconds = time.perf_counter() - began
    if not is_legal:
        raise OutflankError(f"{excerpt(name, 40)} does not answer with a legal move: {described(analysis.move)}")
    return replace(analysis, seconds=seconds)
