"""Search for games: the conditions of a search, and the rows of its result."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from outflank.errors import OptionError, OutflankError, excerpt
from outflank.library import boards
from outflank.library.database import Database
from outflank.library.lookup import sums_at
from outflank.library.names import player_called, programs
from outflank.library.stored import StoredGame, start_of
from outflank.play.record import Record
from outflank.play.words import plain, typed, typed_in_sql
from outflank.rules import BLACK, WHITE, Colour, Position
from outflank.rules.openings import all_openings, developed_from, openings_called

RESULTS = ("black", "white", "draw", "won", "lost", "drawn", "unknown")
"""Valid values of `Search.result`: a winner, or an outcome from the point of view of `Search.player`."""

_WON = {
    "black": "g.won = 1",
    "white": "g.won = -1",
    "draw": "g.won = 0",
    "drawn": "g.won = 0",
    "unknown": "g.won IS NULL",
}
_TABLES = (
    "games g LEFT JOIN players b ON b.number = g.black LEFT JOIN players w ON w.number = g.white"
    " LEFT JOIN tournaments t ON t.number = g.tournament LEFT JOIN sources s ON s.number = g.source"
    " LEFT JOIN openings e ON e.number = g.english LEFT JOIN openings j ON j.number = g.japanese"
)
_COLUMNS = (
    "g.number, coalesce(b.name, ''), coalesce(w.name, ''), coalesce(t.name, ''), g.year, coalesce(g.date, g.year, ''),"
    " g.won, g.score, g.how, coalesce(e.english, ''), coalesce(j.japanese, ''), g.moves, g.start, s.name,"
    " g.result, g.tags"
)


@dataclass(frozen=True, slots=True)
class Search:
    """The conditions of a search; a game matches if it meets all of them.

    Players, places and openings match by their full names or by words in their names, ignoring case, accents and
    punctuation. Some players and openings also have aliases.
    """

    player: str = ""
    """A player who has either colour in the game."""

    opponent: str = ""
    """The opponent of `player`. If `player` is empty, a player who has either colour in the game."""

    black: str = ""
    white: str = ""

    place: str = ""
    """The tournament or other place where the game was played."""

    since: int | None = None
    """The earliest year."""

    until: int | None = None
    """The latest year."""

    result: str = ""
    """One of `RESULTS`."""

    opening: str = ""
    """The English or Japanese name of an opening. The game passes through it, or through one that develops from it."""

    position: Position | None = None
    """A position that the game reaches, by any move order and in any symmetry."""

    text: str = ""
    """Words that must all occur in the players' names, the place, the date or the opening names."""

    people: bool = False
    """Leave out the games in which a program plays; see `names.is_program`."""

    xot: bool | None = None
    """Only games from XOT openings, if true, or no such games, if false. XOT gives both players a random opening of
    eight plies; these games are recognised by their tournament, or by a start on a board of twelve discs."""


ALL = Search()
"""A search without conditions, which matches all games."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a search result; `score` and `won` (1, 0 or -1) are from Black's point of view and None if unknown."""

    number: int
    black: str
    white: str
    place: str
    year: int | None
    date: str
    won: int | None
    score: int | None
    opening: str
    japanese: str
    source: str
    entry: StoredGame

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves, without passes."""
        return boards.names_of(self.entry.moves)

    @property
    def record(self) -> Record:
        """The game with its players, place, date and result."""
        return self.entry.record()

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        start = self.entry.start
        return {
            "number": self.number,
            "black": self.black,
            "white": self.white,
            "place": self.place,
            "date": self.date,
            "won": None if self.won is None else {1: "black", 0: "draw", -1: "white"}[self.won],
            "score": self.score,
            "how": self.entry.how or "counted",
            "opening": {"en": self.opening, "ja": self.japanese},
            "start": "" if start == Position.start() else start.board_string,
            "moves": "".join(self.moves),
            "source": self.source,
        }


@dataclass(frozen=True, slots=True)
class Sides:
    """A function that returns the sides that certain players have in a game.

    `names` contains the players' names. If it is None, the function always returns both sides.
    """

    names: frozenset[str] | None

    def __call__(self, row: GameRow) -> tuple[Colour, ...]:
        """Return the sides that these players have in a game."""
        if self.names is None:
            return BLACK, WHITE
        return tuple(side for side, name in ((BLACK, row.black), (WHITE, row.white)) if name in self.names)


def sides(database: Database, player: str) -> Sides:
    """Return a function that returns the sides of the players who match a name.

    For an empty name, the function always returns both sides. Raises OutflankError if the library cannot be read.
    """
    if not player:
        return Sides(None)
    listed = _listed(players_named(database, player))
    return Sides(frozenset(name for (name,) in database.rows(f"SELECT name FROM players WHERE number IN {listed}")))


def condition(database: Database, query: Search) -> tuple[str, list[Any]]:
    """Convert a search to an SQL condition on the games table ``g``, and return the condition with its parameters.

    The condition is empty if all games match. Raises OptionError if `Search.result` is not valid.
    """
    where: list[str] = []
    values: list[Any] = []

    def add(sql: str, *more: Any) -> None:
        where.append(sql)
        values.extend(more)

    numbers = {name: players_named(database, getattr(query, name)) for name in ("player", "opponent", "black", "white")}
    mine, others = numbers["player"], numbers["opponent"]
    if query.player and query.opponent:
        add(f"(g.black IN {_listed(mine)} AND g.white IN {_listed(others)}"
            f" OR g.white IN {_listed(mine)} AND g.black IN {_listed(others)})")  # fmt: skip
    elif query.player or query.opponent:
        either = _listed(mine or others)
        add(f"(g.black IN {either} OR g.white IN {either})")
    for name in ("black", "white"):
        if getattr(query, name):
            add(f"g.{name} IN {_listed(numbers[name])}")
    if query.place:
        add(f"g.tournament IN {_listed(tournaments_named(database, query.place))}")
    if query.since is not None:
        add("g.year >= ?", query.since)
    if query.until is not None:
        add("g.year <= ?", query.until)
    if query.result:
        add(_result(query, _listed(mine)))
    if query.opening:
        add(_comes_to(openings_named(query.opening)))
    if query.position is not None:
        add(_comes_to([query.position]))
    if query.people:
        listed = _listed(programs(database))
        add(f"(g.black IS NULL OR g.black NOT IN {listed}) AND (g.white IS NULL OR g.white NOT IN {listed})")
    if query.xot is not None:
        add(_IS_XOT if query.xot else f"NOT {_IS_XOT}")
    for word in plain(query.text).split():
        name = typed(word)
        openings = _listed([number for number, *names in _openings(database) if any(name in each for each in names)])
        add(f"({_WORD_IN} OR g.english IN {openings} OR g.japanese IN {openings})", *3 * (name, word), word)
    return " AND ".join(where), values


_AS_TYPED = typed_in_sql("plain")
_XOT_DISCS = 12
_IS_XOT = (
    f"(g.tournament IS NOT NULL AND g.tournament IN (SELECT number FROM tournaments WHERE instr({_AS_TYPED}, 'xot'))"
    f" OR g.start IS NOT NULL AND length(replace(substr(g.start, 1, 64), '-', '')) = {_XOT_DISCS})"
)
_WORD_IN = " OR ".join(
    (
        *(
            f"g.{column} IN (SELECT number FROM {table} WHERE instr({_AS_TYPED}, ?) OR instr(plain, ?))"
            for column, table in (("black", "players"), ("white", "players"), ("tournament", "tournaments"))
        ),
        "instr(coalesce(g.date, g.year, ''), ?)",
    )
)


def _openings(database: Database) -> list[tuple[Any, ...]]:
    """Return each opening in the library as its number and its names, normalised for comparison."""
    aliases = {opening.name: opening.aliases for opening in all_openings()}
    rows = database.rows("SELECT number, english, japanese FROM openings")
    return [
        (number, *map(typed, (english, japanese, *aliases.get(english or japanese, ()))))
        for number, english, japanese in rows
    ]


def _result(query: Search, mine: str) -> str:
    if query.result in _WON:
        return _WON[query.result]
    if query.result not in RESULTS:
        raise OptionError(
            "expected a result ({results}), got {result}", results=", ".join(RESULTS), result=excerpt(query.result)
        )
    if not query.player:
        raise OptionError(
            "the result {result} needs a player",
            result=repr(query.result),
        )
    sign = 1 if query.result == "won" else -1
    return f"(g.won = {sign} AND g.black IN {mine} OR g.won = {-sign} AND g.white IN {mine})"


def _comes_to(positions: Sequence[Position]) -> str:
    """Return the SQL condition that a game's index entries include the key of one of these positions."""
    ranges = (boards.index_entries(_canonical(position).key) for position in positions)
    entries = " UNION ALL ".join(
        f"SELECT entry & {boards.MOST_GAMES} FROM positions WHERE entry BETWEEN {first} AND {last}"
        for first, last in ranges
    )
    return f"g.number IN ({entries or 'NULL'})"


def _canonical(position: Position) -> boards.Canonical:
    board, _ = boards.board_of(position)
    return boards.canonical(*board)


def _listed(numbers: Sequence[int]) -> str:
    return f"({', '.join(map(str, numbers))})"


def players_named(database: Database, name: str) -> list[int]:
    """Return the numbers of the players called `name`.

    If there are none, returns the numbers of the players whose names contain all of its words.
    """
    if not name:
        return []
    return _named(database, "players", name) or _named(database, "players", player_called(name))


def tournaments_named(database: Database, name: str) -> list[int]:
    """Return the numbers of the tournaments and other places with this name, or else with all of its words."""
    return _named(database, "tournaments", name)


def _named(database: Database, table: str, name: str) -> list[int]:
    words = typed(name).split()
    ways = (
        ("plain = ?", [plain(name)]),
        (f"{_AS_TYPED} = ?", [" ".join(words)]),
        (" AND ".join(f"instr({_AS_TYPED}, ?)" for _ in words) or "0", words),
        *([("instr(plain, ?)", [plain(name)])] if plain(name) else []),  # signs alone
    )
    found = (database.rows(f"SELECT number FROM {table} WHERE {condition}", *values) for condition, values in ways)
    return [number for (number,) in next(filter(None, found), [])]


def openings_named(name: str) -> list[Position]:
    """Return the positions of the openings called `name` and of all openings that develop from them.

    If there are none, returns the same for the openings whose names contain all of its words.
    """
    return [opening.position for opening in developed_from(openings_called(name))]


def find(database: Database, query: Search, after: int = 0, newest: bool = False) -> Generator[GameRow, None, None]:
    """Yield the games that match a search, in ascending order of their numbers or, with `newest`, in descending order.

    If `after` is not 0, yields only the games that come after the game with that number. Raises OutflankError if the
    search is not valid or the library cannot be read.
    """
    where, values = condition(database, query)
    limits = [where] if where else []
    if after:
        limits.append(f"g.number {'<' if newest else '>'} {after}")
    sql = f"SELECT {_COLUMNS} FROM {_TABLES}" + (f" WHERE {' AND '.join(limits)}" if limits else "")
    ways = [[query.position]] if query.position is not None else []
    ways += [openings_named(query.opening)] if query.opening else []
    wanted = [frozenset(_canonical(position).board for position in way) for way in ways]
    for row in map(_row, database.each_row(f"{sql} ORDER BY g.number {'DESC' if newest else 'ASC'}", *values)):
        if all(boards.reaches_any(row.entry.start, row.entry.moves, way) for way in wanted):
            yield row


def examples(database: Database, position: Position, query: Search, most: int) -> list[GameRow]:
    """Return up to `most` games that match a search and reach a position, starting with the last one imported.

    Raises OutflankError if the search is not valid or the library cannot be read.
    """
    if query != ALL:
        return list(islice(find(database, replace(query, position=position), newest=True), most))
    at = _canonical(position)
    entries = "SELECT entry FROM positions WHERE entry BETWEEN ? AND ? ORDER BY entry DESC"  # read one by one
    numbers = (entry & boards.MOST_GAMES for (entry,) in database.each_row(entries, *boards.index_entries(at.key)))
    rows = (game(database, number) for number in numbers)
    return list(islice((row for row in rows if boards.find(row.entry.start, row.entry.moves, at.board)), most))


def game(database: Database, number: int) -> GameRow:
    """Return the game with the given number. Raises OutflankError if there is no such game."""
    rows = database.rows(f"SELECT {_COLUMNS} FROM {_TABLES} WHERE g.number = ?", number)
    if not rows:
        raise OutflankError("there is no game {number} in the library {path}", number=number, path=database.shown)
    return _row(rows[0])


def count(database: Database, query: Search) -> int:
    """Count the games that match a search.

    If the search names an opening, games are counted by the keys of its positions without being replayed. Raises
    OutflankError if the search is not valid or the library cannot be read.
    """
    where, values = condition(database, replace(query, position=None))
    if query.position is not None:
        return sum(sums.games for sums in sums_at(database, _canonical(query.position), where, values).values())
    return int(database.value("SELECT count(*) FROM games g" + (f" WHERE {where}" if where else ""), *values))


def _row(row: Sequence[Any]) -> GameRow:
    number, black, white, place, year, date, won, score, how, english, japanese, moves, start, source, result, tags = (
        row
    )
    begin = start_of(start)
    date = str(date)
    entry = StoredGame(moves, black, white, place, date, won, score, how, result, begin, tags)
    return GameRow(number, black, white, place, year, date, won, score, english or "", japanese or "", source, entry)
