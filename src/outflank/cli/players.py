"""`outflank players`: list the players and their options, and manage saved players."""

import argparse
from collections.abc import Iterable, Mapping
from typing import Any

from outflank.cli.arguments import Commands, add_json, print_json
from outflank.cli.parser import CommandsOrName
from outflank.errors import OptionError, OutflankError, excerpt
from outflank.play import (
    PERSON,
    Clock,
    Setup,
    create,
    kind_of,
    kinds,
    registry,
    saved_players,
)
from outflank.play.clock import Ceiling
from outflank.play.options import Option
from outflank.play.referee import ForfeitError, prepare, take_turn

SPECIAL = {
    PERSON: "You, at the keyboard (outflank play only).",
    "module:FILE.py:NAME": "Your own player: a function of a position, or a class with a choose method.",
}

_TRIAL = Ceiling(30, per_move=True)
"""Time allowed for the trial move that a player makes before it is saved."""


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "players",
        help="list the players and their options, or save a player under a name",
        description="List all players, or one: by its built-in name, a name you saved, or its name in a "
        "published program (outflank players easyMode). Write options after the name: NAME:OPTION=VALUE,OPTION=VALUE. "
        "Another program plays as gtp:COMMAND, nboard:COMMAND, edax:COMMAND or egaroucid:COMMAND, depending on its "
        "protocol; a bot plays in a sandbox as bot:PATH.",
        epilog='Examples: outflank players add rhino "gtp:gtp-rhino -l 2"; '
        "outflank match budget:nodes=3000,mode=fair rhino --games 10",
    )
    parser.add_argument(
        "--published",
        nargs="?",
        const="",
        metavar="WORD",
        help="show the document, terms, command and file of the five published programs or, for a term such as "
        "easyMode, only of the program that uses it",
    )
    add_json(parser)
    parser.set_defaults(run=run, name="")
    actions = parser.add_subparsers(
        title="names", metavar="[NAME]", help="the player to show (default: all)", action=CommandsOrName
    )
    adding = actions.add_parser(
        "add",
        help="save a player under a name, for use wherever a player is expected",
        description="Save a player under a name, replacing any earlier player of that name. The player must first make "
        "a move.",
        epilog='Example: outflank players add rhino "gtp:/usr/games/gtp-rhino -l 2"',
    )
    adding.add_argument("name", metavar="NAME", help="letters, digits, - and _")
    adding.add_argument("player", metavar="PLAYER", help="the player behind the name")
    adding.add_argument("--no-check", action="store_true", help="save without trying a move")
    adding.set_defaults(run=run_add)
    removing = actions.add_parser("remove", help="forget a saved name", description="Forget a saved name.")
    removing.add_argument("name", metavar="NAME")
    removing.set_defaults(run=run_remove)


def run(options: argparse.Namespace) -> int:
    """Print the list of players or the published programs."""
    if options.name and options.published is not None:
        raise OptionError("give a name or --published, not both")
    saved = saved_players.saved()
    is_known = options.name in (*registry.names(), *saved, *SPECIAL)
    if options.published is not None or (not is_known and registry.published(options.name)):
        from outflank.cli import published

        published.report(options.name or options.published, as_json=options.json)
        return 0
    name = registry.spelt(options.name)
    if name and name not in (*saved, *SPECIAL):
        registry.entry(name)  # raises for an unknown name
    _list(name, saved, as_json=options.json)
    return 0


def described(players: Iterable[registry.RegisteredPlayer]) -> list[dict[str, Any]]:
    """Describe registered players for `--json`: name, options, description and, if it was measured, the rating."""
    from outflank.characters import ratings

    measured = ratings()
    return [
        {"player": each.name, "options": list(map(str, each.options)), "about": each.description}
        | ({"rating": measured[each.name].rating} if each.name in measured else {})
        for each in players
    ]


def _list(only: str, saved: Mapping[str, str], *, as_json: bool) -> None:
    """Print all players, or only the one named `only`."""
    from outflank.characters import LADDER, ratings

    measured = ratings()
    entries = [registry.entry(name) for name in registry.names() if only in ("", name)]
    saved = {name: player for name, player in saved.items() if only in ("", name)}
    if as_json:
        named = [{"player": name, "options": [], "about": _about(saved[name])} for name in saved]
        print_json({"players": [*described(entries), *named]})
        return
    from outflank.cli.tables import print_table
    from outflank.people.scale import shown_rating

    ladder = [character.name for character in LADDER]
    rows = [(e.name, _with_options(e)) for e in entries if e.name not in ladder]
    rows += [(name, about) for name, about in SPECIAL.items() if only in ("", name)]
    for name in ladder:
        if only in ("", name):
            rated = f" Rating {shown_rating(measured[name].rating, 'ladder')}." if name in measured else ""
            rows.append((name, registry.entry(name).description + rated))
    rows += [(name, _about(player)) for name, player in saved.items()]
    print_table(("player", "about, and options with their defaults"), rows)


def run_add(options: argparse.Namespace) -> int:
    """Save a player under a name."""
    name = options.name
    if name.casefold() in (*registry.names(), *SPECIAL, "module"):
        raise OptionError(f"{excerpt(name)} is a built-in player: choose another name")
    player = registry.spelt(registry.expanded(options.player))
    trial = ""
    if not options.no_check:
        try:
            trial = f": {_tried(player)}"
        except OutflankError as error:
            raise OutflankError(f"{name} was not saved (--no-check saves it untried): {error}") from None
    before = saved_players.saved().get(name)
    saved_players.add(name, player)
    instead = "" if before in (None, player) else f" It replaces {before}."
    print(f"Saved {name}{trial}.{instead}")
    return 0


def run_remove(options: argparse.Namespace) -> int:
    """Delete a saved player."""
    name = registry.spelt(options.name)
    print(f"Removed {name} ({saved_players.remove(name)}).")
    return 0


def _tried(name: str) -> str:
    """Let a player make the first move of a new game, and describe that move. Raises OutflankError if this fails."""
    if name == PERSON:
        raise OptionError(f"expected a computer player, got {PERSON}")
    player: Any = create(name)
    plays = registry.entry_of(name).can_play if not name.startswith("module:") else lambda _: True
    starts = [kind_of(kind).start(Setup(seed=1)) for kind in sorted(kinds(), key=lambda kind: kind != "othello")]
    position = next((start for start in starts if plays(start)), starts[0])
    game = kind_of(position).new_game(position)
    try:
        prepare(position.turn, player, game)
        answer = take_turn(position, player, Clock(_TRIAL, position.n_players), game)
    except ForfeitError as error:
        raise OutflankError(f"{excerpt(name, 40)} fails: {error.forfeit.reason}") from None
    finally:
        player.close()
    who = getattr(player, "called", "") or "it"
    return f"{who} plays {answer.move} from the start, in {answer.seconds:.2f} s"


def _about(player: str) -> str:
    """Description of a saved player."""
    return f"Saved by you: {player}"


def _with_options(entry: registry.RegisteredPlayer) -> str:
    """Return a player's description, followed by its options and their defaults, one per line."""
    return "\n".join([entry.description, *(f"  {_described(option)}" for option in entry.options)])


def _described(option: Option) -> str:
    """Format an option with its default, range and unit."""
    least, most = option.about.least, option.about.most
    unit = f" {option.about.unit}" if option.about.unit else ""
    if most is None:
        return str(option) if least is None else f"{option}  (at least {_written(least)}{unit})"
    from_least = "up to" if least is None or option.about.above else f"{_written(least)} to"
    return f"{option}  ({from_least} {_written(most)}{unit})"


def _written(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:g}"
