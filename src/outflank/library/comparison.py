"""Compare two players: their results against each other, their ratings and openings, and where their trees meet."""

import heapq
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any

from outflank.errors import OptionError
from outflank.library.boards import Board, board_of, canonical
from outflank.library.lookup import Tally
from outflank.library.players import Balance, the_player
from outflank.library.preparation import CHOSEN, LEAST, PLIES, played
from outflank.library.search import Search
from outflank.library.tree import PlayedTree
from outflank.rules import BLACK, WHITE, Position
from outflank.rules.openings import opening_at

if TYPE_CHECKING:
    from outflank.library.library import Library
    from outflank.library.rated import RatedPlayer

_LISTED = 10  # meetings with each colour


@dataclass(frozen=True, slots=True)
class ComparedPlayer:
    """One of two players: rating, and results overall and by opening with each colour."""

    name: str
    rating: "RatedPlayer | None"
    black: Balance
    white: Balance
    black_openings: tuple[tuple[str, Balance], ...]
    white_openings: tuple[tuple[str, Balance], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "player": self.name,
            "rating": None if self.rating is None else self.rating.to_json(),
            "black": self.black.to_json(),
            "white": self.white.to_json(),
            "black_openings": [{"opening": name, **each.to_json()} for name, each in self.black_openings],
            "white_openings": [{"opening": name, **each.to_json()} for name, each in self.white_openings],
        }


@dataclass(frozen=True, slots=True)
class Meeting:
    """A position that both players reach, one as Black and the other as White.

    `share` is the product of the shares of the moves that lead to it, so it estimates how often their games get there.
    """

    line: tuple[str, ...]
    share: float
    opening: str
    black: Balance
    """Results of the player of Black, from his point of view."""

    white: Balance
    """Results of the player of White, from his point of view."""

    moves: tuple[tuple[str, int], ...]
    """Moves there of the player who is to move, with the number of his games."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "line": "".join(self.line),
            "share": round(self.share, 3),
            "opening": self.opening,
            "black": self.black.to_json(),
            "white": self.white.to_json(),
            "moves": [{"move": move, "games": games} for move, games in self.moves],
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two players compared."""

    one: ComparedPlayer
    other: ComparedPlayer
    direct: Balance
    """Results of the games against each other, from the point of view of `one`."""

    as_black: tuple[Meeting, ...]
    """The last positions at which the trees meet if `one` has Black, the likeliest first."""

    as_white: tuple[Meeting, ...]
    """The same if `one` has White."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {
            "players": [self.one.to_json(), self.other.to_json()],
            "direct": self.direct.to_json(),
            "as_black": [each.to_json() for each in self.as_black],
            "as_white": [each.to_json() for each in self.as_white],
        }


def compare(
    library: "Library", one: str, other: str, query: Search = CHOSEN, *, plies: int = PLIES, least: int = LEAST
) -> Comparison:
    """Compare two players; `query`, `plies` and `least` are those of `preparation.prepare`.

    Raises OptionError unless exactly one player matches each name, and unless the players differ, and OutflankError if
    the library cannot be read.
    """
    from outflank.library.rated import ratings_of  # late import: it needs kernels

    with library.reading():
        numbers = the_player(library, one), the_player(library, other)
        names = {number: str(library.value("SELECT name FROM players WHERE number = ?", number)) for number in numbers}
        if len(names) == 1:
            raise OptionError("expected two players, got {name} twice", name=names[numbers[0]])
        ratings = ratings_of(library, names)
        trees, compared = [], []
        for number, name in names.items():
            (black, _, of_black), (white, _, of_white) = (
                played(library, number, side, query) for side in (BLACK, WHITE)
            )
            trees.append((black, white))
            balances = black.balance, white.balance
            compared.append(ComparedPlayer(name, ratings.get(number), *balances, of_black, of_white))
        direct = Tally()
        for side in (BLACK, WHITE):
            games, _, _ = played(library, numbers[0], side, query, against=numbers[1])
            for line in games.lines:
                direct.count(line.won, line.score)
    (one_black, one_white), (other_black, other_white) = trees
    return Comparison(
        compared[0],
        compared[1],
        Balance.of(direct),
        _meetings(one_black, other_white, plies, least),
        _meetings(other_black, one_white, plies, least),
    )


def _meetings(black: PlayedTree, white: PlayedTree, plies: int, least: int) -> tuple[Meeting, ...]:
    """Return the last positions that both trees reach in `least` games, the likeliest first."""

    def is_met(position: Position) -> bool:
        board = board_of(position)[0]
        at = canonical(*board).board
        return min(black.n_games(at), white.n_games(at)) >= least

    found: list[Meeting] = []
    seen: set[Board] = set()
    ways = count()
    queue: list[tuple[float, int, tuple[str, ...], Position, str]] = []
    if is_met(Position.start()):
        queue.append((-1.0, next(ways), (), Position.start(), ""))
    while queue:
        share, _, line, position, opening = heapq.heappop(queue)
        mover = position.after_pass
        board = canonical(mover.player, mover.opponent).board
        if board in seen:
            continue
        seen.add(board)
        moves = (black if mover.turn is BLACK else white).moves(mover)
        n_games = sum(balance.games for _, balance in moves)
        is_last = True
        for move, balance in moves if len(line) < plies else ():
            after = mover.play(move)
            if is_met(after):
                is_last = False
                named = opening_at(after)
                name = named.name if named else opening
                heapq.heappush(queue, (share * balance.games / n_games, next(ways), (*line, move), after, name))
        if is_last and line:
            there = tuple((move, balance.games) for move, balance in moves)
            found.append(Meeting(line, -share, opening, black.at(board), white.at(board), there))
    return tuple(sorted(found, key=lambda each: (-each.share, each.line)))[:_LISTED]
