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
"""Default time control of a match: no game may hang."""

Moves = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game to play: numbers of the players by seat, start, opening, and the game's own seed.

    `start` is a position of any game, for as many players as seats.
    """

    seats: tuple[int, ...]
    start: Any
    opening: tuple[Any, ...]
    seed: int

    @property
    def opened(self) -> History[Any]:
        """The game after its opening."""
        return History(self.start, self.opening)


Asked = Callable[[int, Moves, tuple[float, ...], bool], None]
"""Hears before each request to a seat: the seat, the moves so far, their seconds, and whether it is its turn."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game: pairing, moves and result.

    `points` are each seat's share of one point. `scores` are final scores by seat, in Othello disc differences, all
    squares for a forfeit. `forfeited` is the seat that forfeited, if any, `fault` the kind of fault and `reason` the
    details. `movers` are the seats of the moves after the opening, `seconds` the time of each move, and `took` the
    time of the whole game. `machine` names the machine on a cluster. Times and machine do not count when results are
    compared.
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
        """Points and score of a player who took part."""
        seat = self.pairing.seats.index(player)
        return self.points[seat], self.scores[seat]


def play_pairing(
    players: Sequence[PlayerLike],
    pairing: Pairing,
    control: TimeControl = CEILING,
    asking: Asked | None = None,
) -> GameResult:
    """Play one game; players given by name are made anew, with seeds of their own.

    `asking` hears before a player is made, before it is told of the game, and before each of its turns.
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
                with suppress(Exception):  # the game is over, whatever a player does
                    seated[seat].close()


def forfeited(pairing: Pairing, moves: Moves, forfeit: Forfeit, seconds: tuple[float, ...] = ()) -> GameResult:
    """A game that ended by a forfeit after `moves`, with their `seconds`."""
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
    """Points by seat: one for each player left behind, half for each tie.

    A player who forfeited is behind all others.
    """
    ranks = [float("-inf") if seat == forfeited else score for seat, score in enumerate(scores)]
    return tuple(sum((rank > other) + (rank == other) / 2 for other in ranks) - 0.5 for rank in ranks)
