"""Players in a library: a list of all players, and one player's results by colour, opening, year and opponent."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from outflank.errors import OptionError, excerpt
from outflank.library.database import Database
from outflank.library.lookup import Tally
from outflank.library.names import no_player, player_called, programs
from outflank.library.search import players_named, sides
from outflank.play.words import typed, typed_in_sql

LONG = 15
"""After more years without games, a player may play differently, or the name may stand for another person."""

_NAMED = 5  # names listed in one message


@dataclass(frozen=True, slots=True)
class Balance:
    """A player's results in a group of games; `score` is the mean disc difference, or None if no score is known."""

    games: int
    won: int
    drawn: int
    lost: int
    score: float | None

    @classmethod
    def of(cls, tally: Tally) -> "Balance":
        """The results in a tally from the player's point of view."""
        score = tally.discs / tally.scored if tally.scored else None
        return cls(tally.games, tally.wins, tally.draws, tally.losses, score)

    @property
    def share(self) -> float | None:
        """The player's mean points per game, where a draw is worth half a point; None if no result is known."""
        n_known = self.won + self.drawn + self.lost
        return (self.won + self.drawn / 2) / n_known if n_known else None

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "score": None if self.score is None else round(self.score, 2),
        }


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player in a list, with the years of their first and last games, which are None if unknown."""

    name: str
    balance: Balance
    first_year: int | None
    last_year: int | None

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        years = None if self.first_year is None else [self.first_year, self.last_year]
        return {"player": self.name, **self.balance.to_json(), "years": years}


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """A player's results: overall, by colour, by opening, by year and by opponent.

    Openings are listed under their English names. The openings and opponents with the most games come first.
    """

    name: str
    all: Balance
    black: Balance
    white: Balance
    openings: tuple[tuple[str, Balance], ...]
    years: tuple[tuple[int, Balance], ...]
    opponents: tuple[tuple[str, Balance], ...]

    @property
    def gap(self) -> tuple[int, int] | None:
        """The years before and after the longest time without games, or None if it is no longer than `LONG` years."""
        found = max(pairwise(year for year, _ in self.years), key=lambda gap: gap[1] - gap[0], default=None)
        return found if found is not None and found[1] - found[0] > LONG else None

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "player": self.name,
            "gap": None if self.gap is None else list(self.gap),
            **self.all.to_json(),
            "black": self.black.to_json(),
            "white": self.white.to_json(),
            "openings": [{"opening": name, **each.to_json()} for name, each in self.openings],
            "years": [{"year": year, **each.to_json()} for year, each in self.years],
            "opponents": [{"player": name, **each.to_json()} for name, each in self.opponents],
        }


_MINE = (
    "(SELECT 0 AS colour, white AS rival, won, score, year, english FROM games WHERE black = :player UNION ALL"
    " SELECT 1, black, -won, -score, year, english FROM games WHERE white = :player)"
)
_SUMS = "count(*), total(won = 1), total(won = 0), total(won = -1), avg(score)"


def player(database: Database, name: str) -> PlayerStatistics:
    """Return statistics for the player called `name`, or else for the only player whose name contains all of its words.

    Raises OutflankError if there is no such player, or if several players match; the message then lists some of them.
    """
    number = the_player(database, name)
    colours = dict(_grouped(database, "colour", "", number))
    nobody = Balance(0, 0, 0, 0, None)
    rivals = _grouped(database, "p.name", "JOIN players p ON p.number = rival", number)
    openings = _grouped(database, "coalesce(o.english, '')", "LEFT JOIN openings o ON o.number = m.english", number)
    return PlayerStatistics(
        database.value("SELECT name FROM players WHERE number = ?", number),
        next((found for _, found in _grouped(database, "0", "", number)), nobody),
        colours.get(0, nobody),
        colours.get(1, nobody),
        tuple(openings),
        tuple(sorted((year, found) for year, found in _grouped(database, "year", "", number) if year is not None)),
        tuple(rivals),
    )


def _grouped(database: Database, by: str, join: str, number: int) -> list[tuple[Any, Balance]]:
    """Return a player's results grouped by an SQL expression, with the largest group first."""
    with database.told():
        rows = database.connection.execute(
            f"SELECT {by}, {_SUMS} FROM {_MINE} m {join} GROUP BY 1 ORDER BY 2 DESC, 1", {"player": number}
        ).fetchall()
    return [(group, _balance(sums)) for group, *sums in rows]


def _balance(sums: Sequence[Any]) -> Balance:
    games, won, drawn, lost, score = sums
    return Balance(games, int(won), int(drawn), int(lost), score)


def the_player(database: Database, name: str) -> int:
    """Return the number of the only player who matches a name. Raises OptionError unless exactly one player matches."""
    numbers = players_named(database, name)
    if len(numbers) == 1:
        return numbers[0]
    if not numbers:
        raise no_player(database, name)
    names = sides(database, name).names or ()
    raise OptionError("{name} matches several players: {listed}", name=excerpt(name, 60), listed=listed(names))


def listed(names: Collection[str]) -> str:
    """Join the first few names in alphabetical order, and add the number of remaining names."""
    more = f" and {len(names) - _NAMED:,} others" if len(names) > _NAMED else ""
    return f"{', '.join(sorted(names)[:_NAMED])}{more}"


def players(database: Database, text: str = "", most: int = 50, *, people: bool = False) -> list[PlayerRow]:
    """Return the players whose names contain all words in `text`, sorted by number of games in descending order.

    With `people`, programs are left out. Raises OutflankError if the library cannot be read.
    """
    where, words = words_in(database, "p", text, people=people)
    rows = database.rows(
        f"SELECT p.name, {_SUMS}, min(year), max(year) FROM players p JOIN"
        " (SELECT black AS player, won, score, year FROM games UNION ALL"
        f" SELECT white, -won, -score, year FROM games) g ON g.player = p.number WHERE {where}"
        " GROUP BY p.number ORDER BY 2 DESC, 1 LIMIT ?",
        *words,
        most,
    )
    return [PlayerRow(name, _balance(sums), first, last) for name, *sums, first, last in rows]


def words_in(database: Database, table: str, text: str, *, people: bool) -> tuple[str, list[str]]:
    """Return the SQL condition that a player's name contains all words in `text`, and its parameters.

    `table` is the alias of the table of players. With `people`, programs do not meet the condition.
    """
    words = typed(player_called(text)).split()
    parts = [f"instr({typed_in_sql(f'{table}.plain')}, ?)" for _ in words]
    if people:
        parts.append(f"{table}.number NOT IN ({', '.join(map(str, programs(database)))})")
    return " AND ".join(parts) or "1", words


@dataclass(frozen=True, slots=True)
class Overview:
    """Totals for an entire library: games, players, tournaments, positions, results, openings and sources.

    `results` contains the numbers of wins for Black, draws, and wins for White. The most played openings come first.
    """

    games: int
    players: int
    tournaments: int
    positions: int
    results: tuple[int, int, int]
    years: tuple[int, int] | None
    openings: tuple[tuple[str, int], ...]
    sources: tuple[tuple[str, int], ...]
    bytes: int

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        black, draws, white = self.results
        return {
            "games": self.games,
            "players": self.players,
            "tournaments": self.tournaments,
            "positions": self.positions,
            "black": black,
            "draws": draws,
            "white": white,
            "years": None if self.years is None else list(self.years),
            "openings": [{"opening": name, "games": games} for name, games in self.openings],
            "sources": [{"source": name, "games": games} for name, games in self.sources],
            "bytes": self.bytes,
        }


def overview(database: Database) -> Overview:
    """Count the contents of a library; a position counts once for each game that reaches it.

    Raises OutflankError if the library cannot be read.
    """
    tables = ("games", "players", "tournaments", "positions")
    n_games, n_players, n_tournaments, n_positions = (
        int(database.value(f"SELECT count(*) FROM {table}")) for table in tables
    )
    black, draws, white, first, last = database.rows(
        "SELECT total(won = 1), total(won = 0), total(won = -1), min(year), max(year) FROM games"
    )[0]
    openings = database.rows(
        "SELECT o.english, count(*) FROM games g JOIN openings o ON o.number = g.english GROUP BY 1 ORDER BY 2 DESC, 1"
    )
    sources = database.rows("SELECT s.name, count(*) FROM games g JOIN sources s ON s.number = g.source GROUP BY 1")
    pages = database.value("PRAGMA page_count") * database.value("PRAGMA page_size")
    return Overview(
        n_games,
        n_players,
        n_tournaments,
        n_positions,
        (int(black), int(draws), int(white)),
        None if first is None else (first, last),
        tuple(openings),
        tuple(sources),
        pages,
    )
