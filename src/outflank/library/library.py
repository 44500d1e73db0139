"""A library of games in one SQLite file, with import, search and statistics.

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
from typing import TYPE_CHECKING, Self

from outflank.errors import OptionError, OutflankError, check_path, quoted_path
from outflank.files import data_folder
from outflank.formats.format import GameInFile
from outflank.library import hints, importing, lookup, named, search
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

if TYPE_CHECKING:
    from outflank.library import rated


def usual_path() -> Path:
    """Return the default path of the library, which is in the user's data folder."""
    return data_folder() / "library.sqlite"


class Library(Database):
    """An open library. Threads may share it and add games one after another; other processes may use the same file.

    Every method raises OutflankError with a one-line message if the file cannot be read or written.
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
        """Open a library file, or an in-memory library if `path` is None.

        If the file does not exist, it is created unless `create` is false. A file in an older format is migrated after
        a copy has been saved in the same folder; with `read_only`, the file is left unchanged. A write waits up to
        `patience` seconds for other writers. The web app passes `on_page` to keep command-line options out of error
        messages. Raises OutflankError if the library cannot be opened.
        """
        if path is not None:
            check_path(path, f"the path of a {cls.called}")
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
        """Add the games that are not yet in the library, and return the counts.

        `source` describes where the games come from. Only 8×8 Othello games can be added; for any other game,
        `listener` receives an error.
        """
        return self.import_games(((source, record) for record in records), listener)

    def import_files(self, paths: Iterable[str | Path], *, listener: Listener | None = None) -> Added:
        """Add the games in files of any format, as `add` does.

        If the import is interrupted, the games read up to that point are kept.
        """
        listener = listener or Listener()
        return self.import_games(importing.games_in(paths, listener), listener)

    def import_games(self, games: Iterable[Given], listener: Listener | None = None) -> Added:
        """Add games as `add` does, but from several sources: each game is paired with the name of its source."""
        listener = listener or Listener()
        added = importing.import_games(self._writer, games, listener)
        if lookup.are_old(self):
            listener.adding_up()
            from outflank.library import summaries  # late import: it needs kernels

            summaries.renew(self)
        return added

    # --- looking --------------------------------------------------------------------------------------------------

    def position(self, position: Position, query: Search = ALL, *, n_players: int = 5) -> PositionPlayed:
        """Return statistics about a position in the games that match a search.

        Games may reach the position by any move order and in any symmetry. Each move lists up to `n_players` of the
        players who chose it most often.
        """
        with self.reading():
            where, values = search.condition(self, query)
            return lookup.position_played(self, position, where, values, n_players)

    def games(self, query: Search = ALL, *, most: int = 50, after: int = 0, newest: bool = False) -> list[GameRow]:
        """Return up to `most` games that match a search, in import order or, with `newest`, in reverse import order.

        To get the next page of results, pass the number of the last game on the previous page as `after`.
        """
        with self.reading():
            return list(islice(search.find(self, query, after, newest), most))

    def each(self, query: Search = ALL) -> Generator[GameRow, None, None]:
        """Iterate over all games that match a search, in import order, keeping only one game in memory at a time."""
        with self.reading():
            yield from search.find(self, query)

    def examples(self, position: Position, query: Search = ALL, *, most: int = 5) -> list[GameRow]:
        """Return up to `most` of the games counted by the `position` method, starting with the last one imported."""
        with self.reading():
            return search.examples(self, position, query, most)

    def count(self, query: Search = ALL) -> int:
        """Count the games that match a search."""
        with self.reading():
            return search.count(self, query)

    def game(self, number: int) -> GameRow:
        """Return the game with the given number. Raises OutflankError if there is no such game."""
        with self.reading():
            return search.game(self, number)

    def hints(self, query: Search) -> list[OptionError]:
        """Return an error for each name in a search that nobody and nothing in the library has.

        Each message offers the names that may be meant.
        """
        with self.reading():
            return hints.hints(self, query)

    def players(self, text: str = "", *, most: int = 50, people: bool = False) -> list[PlayerRow]:
        """Return the players whose names contain all words in `text`, sorted by number of games in descending order.

        With `people`, programs are left out.
        """
        with self.reading():
            return of_players.players(self, text, most, people=people)

    def rated_players(
        self, text: str = "", *, most: int = 50, least_games: int | None = None, people: bool = False
    ) -> "list[rated.RatedPlayer]":
        """Rate all players and list those whose names contain all words in `text`, highest rating first.

        Players with fewer than `least_games` games (20 by default) are left out and, with `people`, programs.
        """
        from outflank.library import rated  # late import: it needs kernels

        with self.reading():
            return rated.rated_players(
                self,
                text,
                most,
                least_games=rated.FEWEST_GAMES if least_games is None else least_games,
                people=people,
            )

    def player(self, name: str) -> PlayerStatistics:
        """Return statistics about one player's games. Raises OptionError unless exactly one player matches `name`."""
        with self.reading():
            return of_players.player(self, name)

    def sides(self, player: str) -> Sides:
        """Return a function that takes a game and returns the sides that a player has in it.

        The player's name is matched as in a search. An empty name matches both sides of every game.
        """
        with self.reading():
            return search.sides(self, player)

    def overview(self) -> Overview:
        """Count the library's games, players, tournaments and positions."""
        with self.reading():
            return of_players.overview(self)
