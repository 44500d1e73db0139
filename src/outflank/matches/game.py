"""One game of a match: who plays it from which start, and what came of it."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from outflank.play import Analysis, Forfeit, History, Match, PlayerLike, TimeControl, create, play_game
from outflank.play.clock import Ceiling
from outflank.rules import DiscPosition

CEILING = Ceiling(60, per_move=True)
"""The time control of a match where none is asked for: no game may hang."""

Moves = tuple[Any, ...]


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


Asked = Callable[[int, Moves, tuple[float, ...], bool], None]
"""Hears of a game: which seat is asked, the moves so far, their seconds, and whether it is the seat's turn."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that was played: by which pairing, all its moves, and how it ended.

    `points` are each seat's share of the one point that a game is worth; `scores` are the final scores by seat, of
    Othello disc differences, with all squares for a forfeit; `forfeited` is the seat that forfeited, if one did,
    `fault` the kind of its fault and `reason` the details. `movers` are the seats that made the moves after
    the opening and `seconds` the time of each, `took` is what the game took from beginning to end; times differ
    whenever a game is played, so they make no difference between results; nor does the `machine` it was played on,
    which is named on a cluster.
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
        """The points and the score of a player, who took part."""
        seat = self.pairing.seats.index(player)
        return self.points[seat], self.scores[seat]


def play_pairing(
    players: Sequence[PlayerLike],
    pairing: Pairing,
    control: TimeControl = CEILING,
    asking: Asked | None = None,
) -> GameResult:
    """Play one game; players that are named are made anew for it, with seeds of its own.

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
                with suppress(Exception):  # whatever a player does: the game is over
                    seated[seat].close()


def forfeited(pairing: Pairing, moves: Moves, forfeit: Forfeit, seconds: tuple[float, ...] = ()) -> GameResult:
    """A game that ended by a forfeit after some moves, which took these `seconds`."""
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
    """For each seat, one point for each player that it left behind and half a one for each that it tied with.

    Whoever forfeited is left behind by all.
    """
    ranks = [float("-inf") if seat == forfeited else score for seat, score in enumerate(scores)]
    return tuple(sum((rank > other) + (rank == other) / 2 for other in ranks) - 0.5 for rank in ranks)
