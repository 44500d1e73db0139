"""Hints at misspelt names in a search that finds nothing."""

from outflank.errors import OptionError, excerpt
from outflank.library.database import Database
from outflank.library.names import names_in, no_player
from outflank.library.search import Search, players_named, tournaments_named
from outflank.play.words import nearest, typed
from outflank.rules.openings import all_openings, no_opening, openings_called


def hints(database: Database, query: Search) -> list[OptionError]:
    """Return an error for each name in a search that nobody and nothing in the library has.

    Each message offers the names that may be meant. Raises OutflankError if the library cannot be read.
    """
    found = [
        no_player(database, name)
        for name in (query.player, query.opponent, query.black, query.white)
        if name and not players_named(database, name)
    ]
    if query.place and not tournaments_named(database, query.place):
        error = OptionError("no tournament or place is called {name}", name=excerpt(query.place, 60))
        found.append(error.offering(nearest(query.place, names_in(database, "tournaments"))))
    if query.opening and not openings_called(query.opening):
        found.append(no_opening(query.opening))
    words = query.text.split()
    every = _every_name(database) if words else []
    for word in words:
        if not any(typed(word) in typed(name) for name in every) and not any(sign.isdecimal() for sign in word):
            error = OptionError("no player, place or opening is called {name}", name=excerpt(word, 60))
            found.append(error.offering(nearest(word, every)))
    return found


def _every_name(database: Database) -> list[str]:
    openings = [name for opening in all_openings() for name in opening.names]
    return [*names_in(database), *openings, *names_in(database, "tournaments")]
