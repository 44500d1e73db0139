"""Names that people type: aliases of players, programs among the players, and guesses at misspelt names.

The WTHOR archive marks a program by its author in parentheses, as in ``Edax (delorme)``. Nobody else in it plays like
one: of 1,205 other players with at least 200 moves in the midgame, the most accurate for his rating is an average
player, 3.4 standard deviations from the mean. Other sources of games use the plain names of programs.
"""

from functools import cache
from importlib import resources

from outflank.errors import OptionError, excerpt
from outflank.library.database import Database
from outflank.play.words import nearest, typed

_ALIASES = "player_aliases.tsv"
_PROGRAMS = frozenset(
    {"cassio", "computer", "cyrano", "desdemona", "edax", "egaroucid", "hannibal", "herakles", "keyano", "kitty"}
    | {"logistello", "ntest", "outflank", "saio", "scorpion", "thor", "turtle", "wzebra", "zebra"}
)


def is_program(name: str) -> bool:
    """Return True if a player is a program, judging by the name.

    Programs have their author in parentheses, or the plain name of a well-known program and perhaps a version or level.

    >>> [is_program(name) for name in ("Edax (delorme)", "Edax 4.4", "Computer 12", "Rose Brian", "Thor Gudrun")]
    [True, True, True, False, False]
    """
    if "(" in name:
        return True
    first, *rest = typed(name).split() or [""]
    return first in _PROGRAMS and all(any(sign.isdecimal() for sign in word) for word in rest)


def programs(database: Database) -> list[int]:
    """Return the numbers of the programs among a library's players."""
    return [number for number, name in database.rows("SELECT number, name FROM players") if is_program(name)]


@cache
def _aliases() -> dict[str, str]:
    text = resources.files(__package__).joinpath(_ALIASES).read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")][1:]
    return {typed(alias): player for alias, player, _source in rows}


def player_called(name: str) -> str:
    """Return the archive's name of a player with a well-known other name, or `name` itself.

    >>> player_called("為則 英司")
    'Tamenori Hideshi'
    """
    return _aliases().get(typed(name).replace(" ", ""), name)


def no_player(database: Database, name: str) -> OptionError:
    """Create the error for a name that no player has, with the names that may be meant."""
    return unknown_player(name).offering(nearest(name, names_in(database)))


def unknown_player(name: str) -> OptionError:
    """Create the error for a name that no player has."""
    return OptionError("no player is called {name}", name=excerpt(name, 60))


def names_in(database: Database, table: str = "players") -> list[str]:
    """Return the names of players, those with the most games first, or of tournaments."""
    order = "name"
    if table == "players":
        order = (
            "(SELECT count(*) FROM games WHERE black = t.number) + (SELECT count(*) FROM games WHERE white = t.number)"
        )
        order = f"{order} DESC, name"
    return [name for (name,) in database.rows(f"SELECT name FROM {table} t ORDER BY {order}")]
