"""Define the pairings and results of match games, and play a single game."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from outflank.play import Analysis, Forfeit, History, Match, PlayerLike, TimeControl, create, play_game
from outflank.play.clock import Ceiling
from outflank.rules import DiscPosition

CEILING = Ceiling(60, per_move=True)
"""Default time control for a match; it prevents a game from hanging."""

Moves = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played: player numbers by seat, a starting position, an opening, and a seed for this game.

    `start` can be a position in any type of game that has this number of seats.
    """

    seats: tuple[int, ...]
    start: Any
    opening: tuple[Any, ...]
    seed: int

    @property
    def opened(self) -> History[Any]:
        """The game at the end of its opening."""
        return History(self.start, self.opening)


Asked = Callable[[int, Moves, tuple[float, ...], bool], None]
"""Function that is called before each request to a player. Its arguments are the player's seat, the moves so far, the
time that each move took in seconds, and a flag that is True if the player is to move.
"""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game: its pairing, its moves and its result.

    - `points`: each seat's share of one point
    - `scores`: final scores by seat; in Othello the disc difference, or the number of squares after a forfeit
    - `forfeited`: the seat that forfeited, or None
    - `fault`, `reason`: the type of fault and its details
    - `movers`, `seconds`: for each move after the opening, the seat that made it and the time it took
    - `took`: duration of the entire game
    - `machine`: the cluster machine on which the game was played

    Comparisons ignore the times, the movers and the machine.
    """

    pairing: Pairing
    moves: Moves
    points: tuple[float, ...]
    scores: tuple[float, ...]
    forfeited: int | None = None
    fault: str = ""
    reason: str = ""
    movers: tuple[int, ...] = field(default=(), compare=False)
    seconds: tuple[float, ...] = field(default=(), compare=False)
    took: float = field(default=0.0, compare=False)
    machine: str = field(default="", compare=False)

    def of(self, player: int) -> tuple[float, float]:
        """Return the points and the score of a player, who must have taken part in the game."""
        seat = self.pairing.seats.index(player)
        return self.points[seat], self.scores[seat]


def play_pairing(
    players: Sequence[PlayerLike],
    pairing: Pairing,
    control: TimeControl = CEILING,
    asking: Asked | None = None,
) -> GameResult:
    """Play one game. Players given by name are created for this game, each with a different seed.

    `asking` is called before a player is created, before the player is notified of the new game, and before each of the
    player's turns.
    """
    began = time.perf_counter()
    opened, n_seats = pairing.opened, len(pairing.seats)
    seated: list[Any] = []
    for seat, number in enumerate(pairing.seats):
        if asking is not None:
            asking(seat, opened.moves, (), False)
        player = players[number]
        seated.append(create(player, seed=n_seats * pairing.seed + seat) if isinstance(player, str) else player)
    moves, seconds = list(opened.moves), list[float]()

    def watch(_before: Any, answer: Analysis, _after: Any) -> None:
        moves.append(str(answer.move))
        seconds.append(answer.seconds)

    def announce(seat: int, is_turn: bool) -> None:
        if asking is not None:
            asking(seat, tuple(moves), tuple(seconds), is_turn)

    try:
        result = _result(pairing, play_game(opened, seated, control, watch, announce))
        return replace(result, took=time.perf_counter() - began)
    finally:
        for seat, number in enumerate(pairing.seats):
            if isinstance(players[number], str):
                with suppress(Exception):  # nothing that a player does can change the finished game
                    seated[seat].close()


def forfeited(pairing: Pairing, moves: Moves, forfeit: Forfeit, seconds: tuple[float, ...] = ()) -> GameResult:
    """Build the result of a game that ended in a forfeit.

    `moves` are the moves before the forfeit, and `seconds` contains the time that each of them took.
    """
    match: Match[Any] = Match(History(pairing.start, moves), [""] * pairing.start.n_players)
    match.lose(forfeit)
    return replace(_result(pairing, match), seconds=seconds)


def _result(pairing: Pairing, match: Match[Any]) -> GameResult:
    moves, scores, forfeit = match.game.moves, tuple(match.position.scores), match.forfeit
    played = match.played[len(pairing.opening) :]
    movers, seconds = tuple(each.seat for each in played), tuple(each.seconds for each in played)
    result = GameResult(pairing, moves, match.points, scores, movers=movers, seconds=seconds)
    if forfeit is None:
        return result
    if isinstance(match.position, DiscPosition):
        squares = match.position.size**2
        scores = (-squares, squares) if forfeit.seat == 0 else (squares, -squares)
    return replace(result, scores=scores, forfeited=forfeit.seat, fault=forfeit.fault, reason=forfeit.reason)


def placement_points(scores: Sequence[float], forfeited: int | None = None) -> tuple[float, ...]:
    """Compute the points for each seat: one for each seat that finished behind it, and half a point for each tie.

    A player who forfeits finishes behind all others.
    """
    ranks = [float("-inf") if seat == forfeited else score for seat, score in enumerate(scores)]
    return tuple(sum((rank > other) + (rank == other) / 2 for other in ranks) - 0.5 for rank in ranks)
