"""A game library: import, search and statistics, in one SQLite file.

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
    """The default path for the library, in the user's data folder."""
    return data_folder() / "library.sqlite"


class Library(Database):
    """An open library, for one thread at a time. Other processes may read and write the same file.

    Every method raises OutflankError, with a one-line message, if the file cannot be read or written.
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
        """Open a library file, creating it if `create` is true and it does not exist; None opens one in memory.

        A file in an older format is migrated after a copy has been saved in the same folder; with `read_only`, the file
        stays as it is. A write waits up to `patience` seconds for other writers. With `on_page`, which is for the web
        app, error messages do not mention command-line options. Raises OutflankError.
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
        """The number of games."""
        with self.reading():
            return int(self.value("SELECT max(number) FROM games") or 0)  # games are numbered from 1 and never deleted

    # --- adding ---------------------------------------------------------------------------------------------------

    def add(
        self, records: Iterable[Record | GameInFile | StoredGame], source: str = "", *, listener: Listener | None = None
    ) -> Added:
        """Add games that are not in the library yet, and return the counts; `source` names their origin.

        Only 8×8 Othello games are added; for any other game, `listener` receives the error.
        """
        return self.import_games(((source, record) for record in records), listener)

    def import_files(self, paths: Iterable[str | Path], *, listener: Listener | None = None) -> Added:
        """Add the games in files of any format, like `add`. Games read before an interruption are not lost."""
        listener = listener or Listener()
        return self.import_games(importing.games_in(paths, listener), listener)

    def import_games(self, games: Iterable[Given], listener: Listener | None = None) -> Added:
        """Add games that are given with the names of their sources, like `add`."""
        listener = listener or Listener()
        added = importing.import_games(self._writer, games, listener)
        if lookup.are_old(self):
            listener.adding_up()
            from outflank.library import summaries  # late import: it needs kernels

            summaries.renew(self)
        return added

    # --- looking --------------------------------------------------------------------------------------------------

    def position(self, position: Position, query: Search = ALL, *, n_players: int = 5) -> PositionPlayed:
        """Sum up the games that match a search and reach a position, by any move order and in any symmetry.

        Each move comes with up to `n_players` players, those who chose it most often.
        """
        with self.reading():
            where, values = search.condition(self, query)
            return lookup.position_played(self, position, where, values, n_players)

    def games(self, query: Search = ALL, *, most: int = 50, after: int = 0, newest: bool = False) -> list[GameRow]:
        """List up to `most` games that match a search, in import order or, with `newest`, the last imported first.

        `after` is the number of the last game on the previous page of results.
        """
        with self.reading():
            return list(islice(search.find(self, query, after, newest), most))

    def each(self, query: Search = ALL) -> Generator[GameRow, None, None]:
        """Iterate over the games that match a search, in import order, with only one game in memory at a time."""
        with self.reading():
            yield from search.find(self, query)

    def examples(self, position: Position, query: Search = ALL, *, most: int = 5) -> list[GameRow]:
        """List up to `most` of the games that the method `position` counts, the last added first."""
        with self.reading():
            return search.examples(self, position, query, most)

    def count(self, query: Search = ALL) -> int:
        """Count the games that match a search."""
        with self.reading():
            return search.count(self, query)

    def game(self, number: int) -> GameRow:
        """Return the game with a given number. Raises OutflankError if there is none."""
        with self.reading():
            return search.game(self, number)

    def players(self, text: str = "", *, most: int = 50) -> list[PlayerRow]:
        """List the players whose names contain all words in `text`, those with the most games first."""
        with self.reading():
            return of_players.players(self, text, most)

    def player(self, name: str) -> PlayerStatistics:
        """Sum up the games of one player. Raises OptionError if no name or several names match."""
        with self.reading():
            return of_players.player(self, name)

    def sides(self, player: str) -> Sides:
        """Return a function that takes a game and returns the sides that a player has in it.

        The player is found by name, or by words in the name, as in a search. An empty name stands for both sides.
        """
        with self.reading():
            return search.sides(self, player)

    def overview(self) -> Overview:
        """Count the library's games, players, tournaments and positions."""
        with self.reading():
            return of_players.overview(self)
