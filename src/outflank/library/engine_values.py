"""Values of all moves of a position: the known ones, and for the rest a search, whose values are saved."""

from collections.abc import Mapping, Sequence

from outflank.book.answers import Book
from outflank.engine.engine import Engine
from outflank.library.values import ValueStore, known_values
from outflank.play import Limit, MoveValue
from outflank.play.position import Move
from outflank.rules import Position

DEPTH = 10
"""Default depth of a search in plies; all moves of a position take about 0.04 s (one core of 2026)."""


class EngineValues:
    """A function that values all moves of a position from the mover's point of view, in discs."""

    def __init__(self, store: ValueStore, books: Sequence[Book] = (), engine: Engine | None = None, depth: int = DEPTH):
        """Use values in the store and in books, and search a position to `depth` plies if one of them is missing."""
        self._store, self._books, self._depth = store, books, depth
        self._engine = Engine() if engine is None else engine

    def __call__(self, position: Position) -> Mapping[Move, float]:
        """Return the values of all legal moves. Raises OutflankError if the store cannot be used."""
        known = known_values(position, self._store, self._books)
        moves = position.legal_moves
        if not all(move in known and self._is_deep(known[move]) for move in moves):
            found = self._engine.analyse(position, Limit(depth=self._depth), top=len(moves))
            self._store.keep(position, found)
            searched = {each.move: each for each in found.moves}
            known = {**searched, **known_values(position, self._store, self._books)}
        return {move: value for move in moves if (value := known[move].value) is not None}

    def _is_deep(self, found: MoveValue) -> bool:
        return found.bound == "exact" and (found.kind != "heuristic" or found.depth >= self._depth)
