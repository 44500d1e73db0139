"""The openings that can be learnt, with a board each, those first that are played most in the library of games.

No counts come with the package. Without a library, or one in which none of them was played, the shortest lines come
first, as all games of a longer one pass through them.
"""

from functools import cache
from typing import Any

from outflank.errors import OutflankError
from outflank.rules import Game, Position
from outflank.rules.openings import Opening, all_openings
from outflank.sessions.exploring import LibraryReader


class Popularity:
    """Counts of openings in a library, taken again when it has changed."""

    def __init__(self, library: LibraryReader):
        self._library = library
        self._counted: tuple[object, dict[str, int]] = (None, {})

    def offered(self) -> list[dict[str, Any]]:
        """Name, language of the name, moves, cells and number of games of each opening, the most played first."""
        counts = self._counts()
        found = [{**each, "games": counts.get(each["name"], 0)} for each in _openings()]
        return sorted(found, key=lambda each: (-each["games"], len(each["moves"])))

    def _counts(self) -> dict[str, int]:
        try:
            with self._library.opened() as (state, library):
                if self._counted[0] != state:
                    counts = {each.name: library.position(each.position).results.games for each in _lines()}
                    self._counted = state, counts
        except OutflankError:  # there is none, or it cannot be read: the explorer says why
            return {}
        return self._counted[1]


@cache
def _openings() -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "english": bool(each.english),
            "moves": each.moves,
            "cells": Game(Position.start(), each.moves).position.board_string[:64],
        }
        for each in _lines()
    ]


@cache
def _lines() -> list[Opening]:
    """The openings with a line, one of each name: the longest, which is the one that is learnt."""
    longest: dict[str, Opening] = {}
    for each in all_openings():
        if each.moves and len(each.moves) >= len(longest.get(each.name, each).moves):
            longest[each.name] = each
    return list(longest.values())
