"""Players choose their moves in worker processes, within what the server allows them."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import astuple
from typing import Any

from outflank.play import Analysis, Forfeit, GamePosition, History, Match, TimeControl, kind_of
from outflank.play.clock import Ceiling
from outflank.text import Text
from outflank.web import logs
from outflank.web.catalogue import minds_time
from outflank.web.engines.warming import Warming, needs_engine
from outflank.web.engines.workers import JobError, Pool

Tell = Callable[[str], object]

_LONGEST_COMPILATION = 900.0  # seconds, on the slowest of machines
_MARGIN = 5.0  # seconds that a player may be late before it is given up


class Thinking:
    """Lets players think in a pool of workers. `seconds` is how long a player may think about one move."""

    def __init__(self, pool: Pool, warming: Warming, seconds: float):
        self.pool, self.warming, self.seconds = pool, warming, seconds
        self.check: Callable[[Collection[str], GamePosition], None] = lambda _persons, _position: None
        """Raises OutflankError where no program may move for some persons."""

    async def move(self, match: Match[Any], tell: Tell) -> Analysis | Forfeit:
        """The move of the player whose turn it is. Whatever goes wrong becomes a stated fault.

        `tell` is told what is to be said while the player gets ready; if this is cancelled, the player stops.
        """
        seat, position = match.position.turn, match.position
        if position.must_pass:
            return Analysis(position.legal_moves[0])
        player = match.seats[seat].player
        control = match.control
        left = None if match.clock is None else match.clock.seconds
        if control is None and minds_time(player):  # the high levels are held within what the server allows
            control = Ceiling(self.seconds, per_move=True)
            left = (self.seconds,) * position.n_players
        known = match.kind.known([seat.player for seat in match.seats])
        job = move_job(position, player, known, control, left, match.game)
        try:
            if self.warming.notice and needs_engine(player):
                await self.warming.wait(tell)
            return await self._answer(job, seat, tell)
        except TimeoutError:
            return _failed(seat, player, Text("it did not move within {seconds} seconds", seconds=f"{self.seconds:g}"))
        except JobError as error:
            return _failed(seat, player, str(error))

    async def _answer(self, job: dict[str, Any], seat: int, tell: Tell) -> Analysis | Forfeit:
        loop = asyncio.get_running_loop()

        def hear(found: dict[str, Any]) -> None:
            if "ready" in found:  # only thinking is timed, not compiling
                limit.reschedule(loop.time() + self.seconds + _MARGIN)
            else:
                tell(found["notice"])

        async with asyncio.timeout(_LONGEST_COMPILATION) as limit:
            answer = await self.pool.run(job, hear)
        if "fault" in answer:
            return Forfeit(seat, answer["fault"], answer["reason"])
        return Analysis.from_json(answer["answer"])


def _failed(seat: int, player: str, reason: str) -> Forfeit:
    logs.event(logs.WARNING, "player failed", players=[player], reason=reason)
    return Forfeit(seat, "crash", reason)


def move_job(
    position: GamePosition,
    player: str,
    known: dict[str, Any],
    control: TimeControl | None = None,
    left: tuple[float, ...] | None = None,
    game: History[Any] | None = None,
) -> dict[str, Any]:
    """The job of choosing a move in a position, for `jobs`; `game` is how that came about."""
    kind = kind_of(position)
    line = None if game is None else {"start": kind.write(game.start), "moves": list(game.moves)}
    return {
        "do": "move",
        "kind": kind.name,
        "position": kind.write(position),
        "player": player,
        "known": known,
        "control": None if control is None else astuple(control),
        "is_ceiling": isinstance(control, Ceiling),
        "left": left,
        "line": line,
    }
