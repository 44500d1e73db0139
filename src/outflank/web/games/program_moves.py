"""Choosing programs' moves in worker processes, within the server's limits."""

import asyncio
from collections.abc import Callable, Collection
from typing import Any

from outflank.errors import OutflankError
from outflank.play import Analysis, Forfeit, GamePosition, Match
from outflank.play.clock import Ceiling
from outflank.text import Text
from outflank.web import logs
from outflank.web.catalogue import minds_time
from outflank.web.engines import jobs
from outflank.web.engines.jobs import Notice, Ready
from outflank.web.engines.pool import Pool, Warming, needs_engine

Tell = Callable[[str], object]

_LONGEST_COMPILATION = 900.0  # seconds, on the slowest machines
_MARGIN = 5.0  # seconds by which a player may exceed its time before it forfeits


class ProgramMoves:
    """Chooses programs' moves in a pool of worker processes, taking at most `seconds` per move."""

    def __init__(self, pool: Pool, warming: Warming, seconds: float):
        self.pool, self.warming, self.seconds = pool, warming, seconds
        self.check: Callable[[Collection[str], GamePosition], None] = lambda _persons, _position: None
        """A callback that raises OutflankError if programs must not move against these people in this position."""

    async def move(self, match: Match[Any], tell: Tell) -> Analysis | Forfeit:
        """Choose a move for the program whose turn it is.

        If the program fails, return a forfeit that states the reason.

        `tell` receives messages while the program is loading. Cancelling this call stops the program.
        """
        seat, position = match.position.turn, match.position
        if position.must_pass:
            return Analysis(position.legal_moves[0])
        player = match.seats[seat].player
        control = match.control
        left = None if match.clock is None else match.clock.seconds
        if control is None and minds_time(player):  # keeps high levels within the server's limit
            control = Ceiling(self.seconds, per_move=True)
            left = (self.seconds,) * position.n_players
        known = match.kind.known([seat.player for seat in match.seats])
        try:
            if self.warming.notice and needs_engine(player):
                await self.warming.wait(tell)
            return await self._answer(tell, position, player, known, control, left, match.game)
        except TimeoutError:
            return _failed(seat, player, Text("it did not move within {seconds} seconds", seconds=f"{self.seconds:g}"))
        except OutflankError as error:
            return _failed(seat, player, str(error))

    async def _answer(self, tell: Tell, *arguments: Any) -> Analysis | Forfeit:
        loop = asyncio.get_running_loop()

        def hear(message: Notice | Ready) -> None:
            if isinstance(message, Notice):
                tell(message.words)
            elif not limit.expired():  # only thinking is timed, not compiling
                limit.reschedule(loop.time() + self.seconds + _MARGIN)

        async with asyncio.timeout(_LONGEST_COMPILATION) as limit:
            return await self.pool.run(jobs.move, *arguments, hear=hear)


def _failed(seat: int, player: str, reason: str) -> Forfeit:
    logs.event(logs.WARNING, "player failed", players=[player], reason=reason)
    return Forfeit(seat, "crash", reason)
