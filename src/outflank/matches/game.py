"""One game of a match: its players, its start and its result."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from outflank.play import Analysis, Forfeit, History, Match, PlayerLike, TimeControl, create, play_game
from outflank.play.clock import Ceiling
from outflank.rules import DiscPosition

CEILING = Ceiling(60, per_move=True)
"""Default time control for a match, so that no game can hang."""

Moves = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play: player numbers by seat, starting position, opening, and the game's own seed.

    `start` can be a position from any kind of game with that number of seats.
    """

    seats: tuple[int, ...]
    start: Any
    opening: tuple[Any, ...]
    seed: int

    @property
    def opened(self) -> History[Any]:
        """The game as it stands after the opening."""
        return History(self.start, self.opening)


Asked = Callable[[int, Moves, tuple[float, ...], bool], None]
"""Called before each request to a player: with its seat, the moves so far, their times in seconds, and whether it is
that player's turn."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game: pairing, moves and result.

    - `points`: each seat's share of one point
    - `scores`: final scores by seat; in Othello the disc difference, or all squares after a forfeit
    - `forfeited`: the seat that forfeited, if any
    - `fault`, `reason`: the kind of fault and its details
    - `movers`, `seconds`: for each move after the opening, the seat that made it and the time it took
    - `took`: duration of the whole game
    - `machine`: the machine in the cluster that played the game

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
        """The points and score of a player who took part in the game."""
        seat = self.pairing.seats.index(player)
        return self.points[seat], self.scores[seat]


def play_pairing(
    players: Sequence[PlayerLike],
    pairing: Pairing,
    control: TimeControl = CEILING,
    asking: Asked | None = None,
) -> GameResult:
    """Play one game; players given by name are created for this game, each with its own seed.

    `asking` is called before a player is created, before it is told about the game, and before each of its turns.
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
    """The result of a game that ended in a forfeit after `moves`, which took `seconds`."""
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
    """Points by seat: one for each player that finished behind, and half a point for each tie.

    A player who forfeited finishes behind all others.
    """
    ranks = [float("-inf") if seat == forfeited else score for seat, score in enumerate(scores)]
    return tuple(sum((rank > other) + (rank == other) / 2 for other in ranks) - 0.5 for rank in ranks)
