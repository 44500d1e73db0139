"""Families of openings: each opening with those that develop from it, and their results in a library."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outflank.library.lookup import ResultCounts
from outflank.library.search import ALL, Search
from outflank.rules.openings import Opening, all_openings, no_opening, openings_called, parents

if TYPE_CHECKING:
    from outflank.library.library import Library


@dataclass(frozen=True, slots=True)
class FamilyMember:
    """An opening in a family, with the results of all games that pass through its position."""

    opening: Opening
    depth: int
    """Generations below the first opening of the list."""

    results: ResultCounts

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "opening": {"en": self.opening.english, "ja": self.opening.japanese},
            "aliases": list(self.opening.aliases),
            "parent": parents().get(self.opening.name),
            "depth": self.depth,
            "moves": self.opening.moves,
            **self.results.to_json(),
        }


def family(library: "Library", name: str = "", query: Search = ALL) -> list[FamilyMember]:
    """Return openings with all that develop from them, each below its parent; those with the most games come first.

    An empty `name` stands for all openings. Only games that match the search count. Raises OptionError if no opening
    is called `name`, and OutflankError if the library cannot be read.
    """
    found = openings_called(name) if name else list(all_openings())
    if not found:
        raise no_opening(name)
    children: dict[str, list[Opening]] = {}
    for opening in all_openings():
        if opening.name in parents():
            children.setdefault(parents()[opening.name], []).append(opening)
    names = {opening.name for opening in found}
    roots = [opening for opening in found if names.isdisjoint(ancestors(opening.name))]
    results: dict[str, ResultCounts] = {}

    def games(opening: Opening) -> int:
        if opening.name not in results:
            results[opening.name] = library.position(opening.position, query, n_players=0).results
        return results[opening.name].games

    def members(openings: list[Opening], depth: int) -> Iterator[FamilyMember]:
        for opening in sorted(openings, key=lambda each: (-games(each), each.name)):
            yield FamilyMember(opening, depth, results[opening.name])
            yield from members(children.get(opening.name, []), depth + 1)

    return list(members(roots, 0))


def ancestors(name: str) -> list[str]:
    """Return the openings from which an opening develops, starting with its parent.

    >>> ancestors("Comp’Oth")
    ['Stephenson', 'Tiger', '虎系', 'Perpendicular']
    """
    found = []
    while (parent := parents().get(name)) is not None:
        found.append(parent)
        name = parent
    return found
