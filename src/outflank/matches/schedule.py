"""Who plays whom, from which start, in which seats and with which seeds."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from outflank.errors import OptionError
from outflank.matches.openings import openings
from outflank.play import History
from outflank.rules import DiscPosition


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played: the numbers of the players by seat, the start and opening, and the game's own seed.

    `start` is a position of any game, for as many players as there are seats.
    """

    seats: tuple[int, ...]
    start: Any
    opening: tuple[Any, ...]
    seed: int

    @property
    def opened(self) -> History[Any]:
        """The game with the opening played."""
        return History(self.start, self.opening)


def round_robin(n_players: int, n_games: int, opening: str, seed: int, start: DiscPosition) -> list[Pairing]:
    """Every pair of players plays `n_games` games: half as many openings, each once with either colour.

    Raises OptionError unless there are at least two players and the number of games is even and positive.
    """
    if n_players < 2:
        raise OptionError(f"expected at least two players, got {n_players}")
    if n_games < 2 or n_games % 2:
        raise OptionError(
            f"expected an even number of games, as each opening is played with both colours, got {n_games}"
        )
    games = openings(opening, n_games // 2, seed, start)
    return _all_seated(n_players, 2, [(start, game.moves) for game in games], seed)


def rotations(n_players: int, starts: Sequence[Any], seed: int) -> list[Pairing]:
    """Every group of players that fills a game's seats plays each start once in each rotation of the seats.

    Raises OptionError if there are too few players.
    """
    n_seats = starts[0].n_players
    if n_players < n_seats:
        raise OptionError(f"expected at least {n_seats} players, got {n_players}")
    return _all_seated(n_players, n_seats, [(start, ()) for start in starts], seed)


def _all_seated(n_players: int, n_seats: int, games: Sequence[tuple[Any, tuple[Any, ...]]], seed: int) -> list[Pairing]:
    schedule: list[Pairing] = []
    for group in combinations(range(n_players), n_seats):
        for start, opening in games:
            for turn in range(n_seats):
                seats = group[-turn:] + group[:-turn] if turn else group
                # The players of a game are seeded with n_seats·seed and the numbers after it, so no two share a seed.
                schedule.append(Pairing(seats, start, opening, seed * 1_000_003 + len(schedule)))
    return schedule


def between(schedule: Sequence[Pairing], a: int, b: int) -> list[int]:
    """The places in a schedule of the games between two players; games of one opening stand next to each other."""
    return [i for i, pairing in enumerate(schedule) if set(pairing.seats) == {a, b}]
