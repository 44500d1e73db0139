"""One game of a match: who plays it from which start, and what came of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from outflank.arena.schedule import Pairing
from outflank.play import Analysis, Forfeit, History, Match, PlayerLike, TimeControl, create, play_game
from outflank.rules import DiscPosition

CEILING = TimeControl(60, per_move=True)
"""The time control of a match where none is asked for: no game may hang."""

Moves = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that was played: by which pairing, all its moves, and how it ended.

    `points` are each seat's share of the one point that a game is worth; `scores` are the final scores by seat, of
    Othello disc differences, with all squares for a forfeit; `forfeited` is the seat that forfeited, if one did,
    `fault` the kind of its fault and `reason` the details.
    """

    pairing: Pairing
    moves: Moves
    points: tuple[float, ...]
    scores: tuple[float, ...]
    forfeited: int | None = None
    fault: str = ""
    reason: str = ""

    def of(self, player: int) -> tuple[float, float]:
        """The points and the score of a player, who took part."""
        seat = self.pairing.seats.index(player)
        return self.points[seat], self.scores[seat]


def play_pairing(
    players: Sequence[PlayerLike],
    pairing: Pairing,
    control: TimeControl = CEILING,
    asking: Callable[[int, Moves, bool], None] | None = None,
) -> GameResult:
    """Play one game; players that are named are made anew for it, with seeds of its own.

    `asking` hears, before a player is made and before each of its turns, which seat is asked, the moves so far, and
    whether it is its turn.
    """
    opened, n_seats = pairing.opened, len(pairing.seats)
    seated: list[PlayerLike] = []
    for seat, number in enumerate(pairing.seats):
        if asking is not None:
            asking(seat, opened.moves, False)
        player = players[number]
        seated.append(create(player, seed=n_seats * pairing.seed + seat) if isinstance(player, str) else player)
    watch = None if asking is None else _announcing(opened, asking)
    return _result(pairing, play_game(opened, seated, control, watch))


def _announcing(opened: History[Any], asking: Callable[[int, Moves, bool], None]) -> Callable[[Any, Any, Any], None]:
    """What watches a game and announces each turn but the first, which is announced here."""
    moves = list(opened.moves)

    def watch(_before: Any, answer: Analysis, after: Any) -> None:
        moves.append(str(answer.move))
        if not after.is_over:
            asking(after.turn, tuple(moves), True)

    asking(opened.position.turn, tuple(moves), True)
    return watch


def forfeited(pairing: Pairing, moves: Moves, forfeit: Forfeit) -> GameResult:
    """A game that ended by a forfeit after some moves."""
    match: Match[Any] = Match(History(pairing.start, moves), [""] * pairing.start.n_players)
    match.lose(forfeit)
    return _result(pairing, match)


def _result(pairing: Pairing, match: Match[Any]) -> GameResult:
    moves, scores, forfeit = match.game.moves, tuple(match.position.scores), match.forfeit
    if forfeit is None:
        return GameResult(pairing, moves, match.points, scores)
    if isinstance(match.position, DiscPosition):
        squares = match.position.size**2
        scores = (-squares, squares) if forfeit.seat == 0 else (squares, -squares)
    return GameResult(pairing, moves, match.points, scores, forfeit.seat, forfeit.fault, forfeit.reason)


def forfeits(results: Sequence[GameResult], player: int) -> list[GameResult]:
    """The games that a player forfeited."""
    return [r for r in results if r.forfeited is not None and r.pairing.seats[r.forfeited] == player]


def forfeits_json(players: Sequence[str], results: Sequence[GameResult]) -> list[dict[str, Any]]:
    """For each game that was forfeited: by whom, against whom, which fault, why, and all moves up to then."""
    answer = []
    for result in results:
        if result.forfeited is None:
            continue
        names = [players[number] for number in result.pairing.seats]
        name = names.pop(result.forfeited)
        against = {"opponent": names[0]} if len(names) == 1 else {"opponents": names}
        fault = {"fault": result.fault, "reason": result.reason, "moves": [str(move) for move in result.moves]}
        answer.append({"player": name, **against, **fault})
    return answer
