"""A library of games: import, search and statistics, in one file of SQLite.

>>> from outflank import Game, Record
>>> library = Library.open(None)  # in memory
>>> library.add([Record.of(Game(moves="f5d6c3"), ("Ann", "Ben")), Record.of(Game(moves="e6f4d3"), ("Ben", "Cy"))])
Added(added=2, known=0, bad=0, odd=0)
>>> [(move.move, move.results.games) for move in library.position(Game(moves="f5d6").position).moves]
[('c3', 1), ('c4', 1)]
>>> [row.white for row in library.games(Search(player="ben"))]
['Ben', 'Cy']
"""

from collections.abc import Generator, Iterable
from itertools import islice
from pathlib import Path
from typing import Self

from outflank.errors import OutflankError, quoted_path
from outflank.files import data_folder
from outflank.formats.format import GameInFile
from outflank.library import importing, lookup, named, search
from outflank.library import players as of_players
from outflank.library.database import PATIENCE, Database
from outflank.library.importing import Added, Given, Listener
from outflank.library.lookup import PositionPlayed
from outflank.library.players import Overview, PlayerRow, PlayerStatistics
from outflank.library.search import ALL, GameRow, Search, Sides
from outflank.library.stored import StoredGame
from outflank.library.writer import Writer
from outflank.play.record import Record
from outflank.rules import Position


def usual_path() -> Path:
    """Where the library is unless another file is named: among the user's own data."""
    return data_folder() / "library.sqlite"


class Library(Database):
    """An open library, for one thread at a time; other processes may read and write the same file meanwhile.

    Every method raises OutflankError, in one line, for trouble with the file.
    """

    @classmethod
    def open(
        cls,
        path: str | Path | None,
        *,
        create: bool = True,
        patience: float = PATIENCE,
        read_only: bool = False,
        on_page: bool = False,
    ) -> Self:
        """The library of a file, which is made if there is none and that is allowed; None keeps one in memory.

        A file of an older version is copied beside and brought to this one; `read_only` reads it as it is. Whoever
        writes waits for others who do, `patience` seconds at most. Errors that are told `on_page` name no options of
        the terminal. Raises OutflankError.
        """
        file = None if path is None else Path(path)
        if file is not None and not create and not file.exists():
            raise OutflankError(cls.absent, path=quoted_path(file))
        return cls(file, patience=patience, read_only=read_only, on_page=on_page)

    def _open(self, version: int, patience: float) -> None:
        super()._open(version, patience)
        if not self.is_read_only:
            named.renew(self)
        self._writer = Writer(self)

    def __len__(self) -> int:
        """How many games there are."""
        with self.reading():
            return int(self.value("SELECT max(number) FROM games") or 0)  # they are numbered, and stay

    # --- adding ---------------------------------------------------------------------------------------------------

    def add(
        self, records: Iterable[Record | GameInFile | StoredGame], source: str = "", *, listener: Listener | None = None
    ) -> Added:
        """Add games that are not there yet, and say what became of them; `source` is what they come from.

        Othello on 8×8 is kept; what is no such game is left out, and its error told to the `listener`.
        """
        return self.import_games(((source, record) for record in records), listener)

    def import_files(self, paths: Iterable[str | Path], *, listener: Listener | None = None) -> Added:
        """Add the games of files in any formats, as `add` does; what was read is kept if it is interrupted."""
        listener = listener or Listener()
        return self.import_games(importing.games_in(paths, listener), listener)

    def import_games(self, games: Iterable[Given], listener: Listener | None = None) -> Added:
        """Add games that come with the names of their sources, as `add` does."""
        listener = listener or Listener()
        added = importing.import_games(self._writer, games, listener)
        if lookup.are_old(self):
            listener.adding_up()
            from outflank.library import summaries  # here, because it takes kernels

            summaries.renew(self)
        return added

    # --- looking --------------------------------------------------------------------------------------------------

    def position(self, position: Position, query: Search = ALL, *, n_players: int = 5) -> PositionPlayed:
        """Sums up the games of a search that reach a position, by whatever moves and however it is turned.

        Each move comes with the players who chose it most often, `n_players` at most.
        """
        with self.reading():
            where, values = search.condition(self, query)
            return lookup.position_played(self, position, where, values, n_players)

    def games(self, query: Search = ALL, *, most: int = 50, after: int = 0, newest: bool = False) -> list[GameRow]:
        """The games that are looked for in the order they were added, or the `newest` first.

        At most so many, those after the number of one that is known already.
        """
        with self.reading():
            return list(islice(search.find(self, query, after, newest), most))

    def each(self, query: Search = ALL) -> Generator[GameRow, None, None]:
        """All games that are looked for, in the order they were added, one in memory at any time."""
        with self.reading():
            yield from search.find(self, query)

    def examples(self, position: Position, query: Search = ALL, *, most: int = 5) -> list[GameRow]:
        """Some of the games that `position` counts, those that were added last first."""
        with self.reading():
            return search.examples(self, position, query, most)

    def count(self, query: Search = ALL) -> int:
        """Counts the games that a search finds."""
        with self.reading():
            return search.count(self, query)

    def game(self, number: int) -> GameRow:
        """The game of a number. Raises OutflankError if there is none."""
        with self.reading():
            return search.game(self, number)

    def players(self, text: str = "", *, most: int = 50) -> list[PlayerRow]:
        """The players with all words of a text in their names, those with most games first."""
        with self.reading():
            return of_players.players(self, text, most)

    def player(self, name: str) -> PlayerStatistics:
        """Sums up the games of one player. Raises OptionError if none, or several, are called so."""
        with self.reading():
            return of_players.player(self, name)

    def sides(self, player: str) -> Sides:
        """Finds the sides that a player had in games, by a name or words in it, as a search does.

        Both for no name.
        """
        with self.reading():
            return search.sides(self, player)

    def overview(self) -> Overview:
        """Counts of what the library holds."""
        with self.reading():
            return of_players.overview(self)
