"""Who plays whom, from which opening, with which colours and seeds."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from outflank.arena.openings import openings
from outflank.errors import OptionError
from outflank.rules import Game, Position


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to be played: the numbers of the players with black and white, the opening, and the game's own seed."""

    black: int
    white: int
    start: Position
    opening: tuple[str, ...]
    seed: int

    @property
    def opened(self) -> Game:
        """The game with the opening played."""
        return Game(self.start, self.opening)


def round_robin(n_players: int, n_games: int, opening: str, seed: int, start: Position) -> list[Pairing]:
    """Every pair of players plays `n_games` games: half as many openings, each once with either colour.

    Raises OptionError unless there are at least two players and the number of games is even and positive.
    """
    if n_players < 2:
        raise OptionError(f"expected at least two players, got {n_players}")
    if n_games < 2 or n_games % 2:
        raise OptionError(
            f"expected an even number of games, as each opening is played with both colours, got {n_games}"
        )
    schedule: list[Pairing] = []
    games = openings(opening, n_games // 2, seed, start)
    for a, b in combinations(range(n_players), 2):
        for game in games:
            for black, white in ((a, b), (b, a)):
                # Two players of one game are seeded with 2·seed and 2·seed + 1, so no two share a seed.
                schedule.append(Pairing(black, white, start, game.moves, seed * 1_000_003 + len(schedule)))
    return schedule


def between(schedule: Sequence[Pairing], a: int, b: int) -> list[int]:
    """The places in a schedule of the games between two players; games of one opening stand next to each other."""
    return [i for i, pairing in enumerate(schedule) if {pairing.black, pairing.white} == {a, b}]
