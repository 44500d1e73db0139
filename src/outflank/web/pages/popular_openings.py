"""The openings that can be learned on the page, ordered by how often they occur in the library.

If there is no library, the counts of the WTHOR archive that come with the package are used. Among openings with equal
counts, shorter lines come first.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from outflank.errors import OutflankError
from outflank.library import ArchiveCounts
from outflank.rules import Game, Position
from outflank.rules.openings import ENGLISH, JAPANESE, Opening, all_openings
from outflank.sessions.exploring import LibraryReader


class Popularity:
    """The number of games in a library for each opening. The numbers are updated when the library changes."""

    def __init__(self, library: LibraryReader):
        self._library = library
        self._counted: tuple[object, dict[str, int]] = (None, {})

    @property
    def has_library(self) -> bool:
        """True if the numbers come from a library, and false if they come from the archive."""
        try:
            with self._library.opened():
                return True
        except OutflankError:
            return False

    def offered(self) -> list[dict[str, Any]]:
        """The openings, most frequently played first.

        Each entry contains the opening's name, whether this name is English, the moves, the cells of the board and the
        number of games.
        """
        return _most_played_first(self._counts())

    def _counts(self) -> dict[str, int]:
        try:
            with self._library.opened() as (state, library):
                if self._counted[0] != state:
                    counts = {each.name: library.position(each.position).results.games for each in _lines()}
                    self._counted = state, counts
        except OutflankError:  # the library is missing or unreadable; the explorer reports the reason
            return _archive_counts()
        return self._counted[1]


def names_of_openings() -> list[dict[str, Any]]:
    """The name of each opening, and the language of the name; most frequent in the archive first."""
    return [{"name": each["name"], "language": each["language"]} for each in _most_played_first(_archive_counts())]


def _most_played_first(counts: Mapping[str, int]) -> list[dict[str, Any]]:
    found = [{**each, "games": counts.get(each["name"], 0)} for each in _openings()]
    return sorted(found, key=lambda each: (-each["games"], len(each["moves"])))


@cache
def _archive_counts() -> dict[str, int]:
    archive = ArchiveCounts.shipped()
    found = {each.name: archive.position(each.position) for each in _lines()}
    return {name: played.results.games for name, played in found.items() if played}


@cache
def _openings() -> list[dict[str, Any]]:
    return [
        {
            "name": each.name,
            "language": ENGLISH if each.english else JAPANESE,
            "moves": each.moves,
            "cells": Game(Position.start(), each.moves).position.board_string[:64],
        }
        for each in _lines()
    ]


@cache
def _lines() -> list[Opening]:
    """The openings to learn. If several lines have the same name, only the longest is included."""
    longest: dict[str, Opening] = {}
    for each in all_openings():
        if each.moves and len(each.moves) >= len(longest.get(each.name, each).moves):
            longest[each.name] = each
    return list(longest.values())
