"""English and Japanese names of Othello openings. A game's opening is the last of its positions that has a name.

>>> name_of("f5d6c3d3c4f4f6b4")
'Kung'
>>> name_of("d3c3c4")  # a mirror image
'Diagonal'
>>> name_of("f5d6c3d3c4f4f6b4", "ja")
'カン/イタリアンクロス'

Move order does not matter, and all symmetric positions share a name. The names in `openings.tsv` were compiled from the
Othello Culture page, Zebra's opening names and a Japanese website about openings; `opening_aliases.tsv` contains other
names, each with its source, and `opening_families.tsv` the opening that each one belongs to.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from outflank.errors import OptionError, excerpt
from outflank.play.words import nearest, typed
from outflank.rules.game import Game
from outflank.rules.outcome import Colour
from outflank.rules.position import Position

ENGLISH, JAPANESE = "en", "ja"
"""The languages for which opening names are available."""

_FILE, _ALIASES, _FAMILIES = "openings.tsv", "opening_aliases.tsv", "opening_families.tsv"


@dataclass(frozen=True, slots=True)
class Opening:
    """A named position. `moves` is a line that leads to it, or empty if none is known."""

    position: Position
    moves: str
    english: str
    japanese: str

    aliases: tuple[str, ...] = ()
    """Other English names, and readings of the Japanese name."""

    @property
    def name(self) -> str:
        """The English name, or the Japanese one if there is no English name."""
        return self.english or self.japanese

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the opening."""
        return tuple(name for name in (self.english, self.japanese, *self.aliases) if name)

    def called(self, language: str) -> str:
        """The name in the given language, or an empty string. Every language except Japanese uses the English name."""
        return self.japanese if language == JAPANESE else self.english


@cache
def all_openings() -> tuple[Opening, ...]:
    """All named positions, sorted by number of discs."""
    aliases: dict[str, list[str]] = {}
    for alias, opening, _source in _rows(_ALIASES):
        aliases.setdefault(opening, []).append(alias)
    found = []
    for board, moves, english, japanese in _rows(_FILE):
        n_discs = len(board) - board.count("-")
        position = Position.parse(f"{board} {Colour(n_discs % 2).symbol}")
        others = (*aliases.get(english, ()), *aliases.get(moves, ()))
        found.append(Opening(position, moves, english, japanese, others))
    return tuple(found)


def _rows(file: str) -> list[list[str]]:
    """The rows of a table, without its comments and its heading."""
    text = resources.files(__package__).joinpath(file).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if not line.startswith("#")][1:]


def opening_name(game: Game[Any] | Position | str | Iterable[str], language: str = ENGLISH) -> str:
    """Return the name of the opening, or an empty string if it has none.

    `game` is a game, a position, or moves from the usual starting position. `language` is ``en`` or ``ja``. Raises
    IllegalMoveError for an illegal move.

    >>> opening_name(Game("f5d6c3d3c4"))
    'Tiger'
    """
    if isinstance(game, Position):
        return name_at([game], language)
    return name_at((game if isinstance(game, Game) else Game(Position.start(), game)).positions, language)


def name_of(moves: str | Iterable[str], language: str = ENGLISH) -> str:
    """The opening name for moves from the usual starting position, or an empty string. Raises IllegalMoveError."""
    return name_at(Game(Position.start(), moves).positions, language)


def name_at(positions: Iterable[Position], language: str = ENGLISH) -> str:
    """The name of the last named position in a game, or an empty string if none of its positions has a name."""
    name = ""
    for position in positions:
        if position.occupied.bit_count() > _most_discs():
            break
        opening = opening_at(position)
        name = (opening.called(language) if opening is not None else "") or name
    return name


def opening_at(position: Position) -> Opening | None:
    """The opening with this position, or None if the position has no name."""
    if type(position) is not Position or position.size != 8:
        return None
    return _by_discs().get((position.black, position.white))


def openings_called(name: str) -> list[Opening]:
    """Return the openings with this English or Japanese name, or with this alias.

    If there is no exact match, return the openings whose name contains every word of `name`. Case, accents and
    punctuation make no difference.

    >>> [opening.name for opening in openings_called("comp'oth")], [each.name for each in openings_called("tanaka")]
    (['Comp’Oth'], ['Aubrey'])
    """
    wanted = typed(name)
    named = [(opening, [typed(each) for each in opening.names]) for opening in all_openings()]
    exact = [opening for opening, names in named if wanted in names or wanted.replace(" ", "") in names]
    words = wanted.split()
    return exact or [o for o, names in named if words and any(all(word in n for word in words) for n in names)]


@cache
def parents() -> Mapping[str, str]:
    """Map openings to their parents: the last named opening before each one, on the way that most games take.

    Openings are identified by `Opening.name`. The first opening of a family has no parent.

    >>> parents()["Comp’Oth"], parents()["Stephenson"], parents()["Tiger"]
    ('Stephenson', 'Tiger', '虎系')
    """
    return dict(_rows(_FAMILIES))


def developed_from(openings: Iterable[Opening]) -> list[Opening]:
    """Return openings with all that develop from them, sorted by number of discs.

    >>> [opening.name for opening in developed_from(openings_called("Stephenson"))][:2]
    ['Stephenson', 'Kung']
    """
    names = {opening.name for opening in openings}
    found = []
    for opening in all_openings():  # parents have fewer discs, so they come first
        if opening.name in names or parents().get(opening.name) in names:
            names.add(opening.name)
            found.append(opening)
    return found


def no_opening(name: str) -> OptionError:
    """Create the error for an unknown opening, with the names that may be meant."""
    names = (each for opening in all_openings() for each in opening.names)
    return OptionError("no opening is called {name}", name=excerpt(name, 60)).offering(nearest(name, names))


def translations(language: str) -> Mapping[str, str]:
    """Map English opening names to names in `language`, for openings named in both languages.

    The mapping is empty for English and for unknown languages.
    """
    named = all_openings() if language == JAPANESE else ()
    return {each.english: each.japanese for each in named if each.english and each.japanese}


@cache
def _by_discs() -> dict[tuple[int, int], Opening]:
    """All openings in all eight symmetries, keyed by black and white bitboards."""
    found = {}
    for opening in all_openings():
        for symmetry in range(8):
            turned = opening.position.transformed(symmetry)
            found[turned.black, turned.white] = opening
    return found


@cache
def _most_discs() -> int:
    return max(opening.position.occupied.bit_count() for opening in all_openings())
