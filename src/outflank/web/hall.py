"""The hall: every game that is being played or watched, and what drives it.

A game is in memory while somebody watches it; it is saved at each change, and read again when it is next opened. An
engine thinks only while somebody watches: when the last watcher has gone, or the game changes, it is stopped.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import astuple
from typing import Any

from outflank.errors import OptionError, OutflankError
from outflank.web.catalogue import ENGINE, HUMAN, check, informed, label
from outflank.web.messages import MessageError, Setup
from outflank.web.store import Store
from outflank.web.table import Table
from outflank.web.workers import JobError, Pool

Watcher = Callable[[dict[str, Any]], None]
_LONGEST_COMPILATION = 900.0  # seconds, on the slowest of machines
_log = logging.getLogger("outflank.web")


class Hall:
    """The games of a server. `seconds` is how long a computer may think about one move."""

    def __init__(self, store: Store, pool: Pool, seconds: float, most_games: int = 1000):
        self.store, self.pool, self.seconds, self.most_games = store, pool, seconds, most_games
        self._rooms: dict[str, _Room] = {}

    @property
    def n_games(self) -> int:
        """How many games are in memory."""
        return len(self._rooms)

    @property
    def n_thinking(self) -> int:
        """For how many games an engine is at work."""
        return sum(room.is_thinking for room in self._rooms.values())

    def begin(self, setup: Setup, watcher: Watcher) -> str:
        """Begin a game and watch it; its id. Raises OutflankError."""
        if len(self._rooms) >= self.most_games:
            raise MessageError("full", "as many games are being played here as this server can hold; try again later")
        seats = [check(name, setup.kind) for name in setup.seats]
        table = Table.from_setup(setup.model_copy(update={"seats": seats}))
        _check_board(table, seats)
        room = self._rooms[table.id] = _Room(self, table)
        try:
            room.save()
        except OutflankError:
            del self._rooms[table.id]
            raise
        room.join(watcher)
        return table.id

    def open(self, game: str, watcher: Watcher) -> None:
        """Watch a game. Raises MessageError if there is none of this id."""
        self._room(game).join(watcher)

    def leave(self, game: str, watcher: Watcher) -> None:
        """Watch a game no more; the last to leave stops the engine."""
        room = self._rooms.get(game)
        if room is not None and room.leave(watcher):
            del self._rooms[game]

    def play(self, game: str, ply: int, move: str) -> None:
        """A person's move. Raises MessageError or IllegalMoveError, and changes nothing, if it cannot be made."""
        self._room(game).play(ply, move)

    def change(self, game: str, what: str) -> None:
        """Undo, redo, restart, resign, pause or resume. Raises OutflankError if that cannot be done."""
        self._room(game).change(what)

    def sit(self, game: str, seats: list[str]) -> None:
        """Let others take the seats of a game."""
        room = self._room(game)
        checked = [check(name, room.table.kind.name) for name in seats]
        _check_board(room.table, checked)
        room.table.sit(checked)
        room.changed()

    def table(self, game: str) -> Table:
        """A game by its id. Raises MessageError if there is none."""
        return self._room(game).table

    def _room(self, game: str) -> "_Room":
        if game not in self._rooms:
            state = self.store.load(game)
            if state is None:
                raise MessageError("unknown game", "there is no game of this id here")
            if len(self._rooms) >= self.most_games:
                raise MessageError("full", "as many games are being played here as this server can hold")
            self._rooms[game] = _Room(self, Table.from_json(state))
        return self._rooms[game]

    async def close(self) -> None:
        """Stop all engines. Every game has been saved already."""
        for room in self._rooms.values():
            room.stop()
        self._rooms.clear()


def _check_board(table: Table, seats: list[str]) -> None:
    """Refuse a player that does not know the board of a game."""
    if getattr(table.position, "size", 8) != 8 and any(name.startswith(ENGINE) for name in seats):
        raise OptionError(f"{label(ENGINE)} plays on 8×8 boards only: choose another player, or another board")


class _Room:
    """A game, those who watch it, and the engine whose turn it is."""

    def __init__(self, hall: Hall, table: Table):
        self.hall, self.table = hall, table
        self.watchers: list[Watcher] = []
        self._thinking: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._turn_began = time.monotonic()

    @property
    def is_thinking(self) -> bool:
        return self._thinking is not None and not self._thinking.done()

    # --- who watches ----------------------------------------------------------------------------------------------

    def join(self, watcher: Watcher) -> None:
        if watcher not in self.watchers:
            self.watchers.append(watcher)
        if len(self.watchers) == 1:
            self._begin_turn()
        watcher(self.state())

    def leave(self, watcher: Watcher) -> bool:
        """Whether nobody is left."""
        with suppress(ValueError):
            self.watchers.remove(watcher)
        if not self.watchers:
            self.stop()
        return not self.watchers

    # --- what happens ---------------------------------------------------------------------------------------------

    def play(self, ply: int, move: str) -> None:
        table = self.table
        if ply != len(table.moves):
            raise MessageError("stale", "the game has gone on: this move was meant for another position")
        if table.is_over:
            raise MessageError("over", "the game is over")
        if table.to_move != HUMAN:
            seat = table.kind.seats[table.position.turn]
            raise MessageError("not your turn", f"it is the turn of {seat}, {label(table.to_move or '')}")
        table.push(move, seconds=time.monotonic() - self._turn_began)
        self.changed()

    def change(self, what: str) -> None:
        table = self.table
        changes: dict[str, Callable[[], None]] = {
            "undo": table.undo,
            "redo": table.redo,
            "restart": table.restart,
            "resign": table.resign,
            "pause": lambda: table.pause(True),
            "resume": lambda: table.pause(False),
        }
        changes[what]()
        self.changed()

    def changed(self) -> None:
        """Save the game, tell everybody, and let the next player think."""
        self.stop()
        try:
            self.save()
        finally:  # even if it could not be saved, the game goes on
            self._begin_turn()
            self._tell_all(self.state())

    def save(self) -> None:
        self.hall.store.save(self.table.id, len(self.table.moves), self.table.to_json())

    def stop(self) -> None:
        """End what is going on in this turn: the engine, and the clock."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def _begin_turn(self) -> None:
        table = self.table
        self._turn_began = time.monotonic()
        if table.is_over or not self.watchers:
            return
        if table.to_move == HUMAN:
            left = table.time_left()
            if left is not None:
                loop = asyncio.get_running_loop()
                self._flag = loop.call_later(left.seconds, self._fall)
        elif not table.paused:
            self._thinking = asyncio.ensure_future(self._let_think())

    def _fall(self) -> None:
        """A person's time is up."""
        self.table.lose(self.table.position.turn, "time", "the time is up")
        self.changed()

    async def _let_think(self) -> None:
        """The computer's turn. Whatever goes wrong becomes a stated fault of the game."""
        table, began = self.table, time.monotonic()
        try:
            if table.must_pass:
                answer: dict[str, Any] = {"move": "pass", "found": None, "seconds": 0.0}
            else:
                async with asyncio.timeout(_LONGEST_COMPILATION) as limit:
                    answer = await self.hall.pool.run(self._job(), lambda found: self._hear(found, limit))
            rest = table.pace - (time.monotonic() - began)
            if rest > 0:
                await asyncio.sleep(rest)
            self._thinking = None  # so that the change does not cancel this very task
            if "fault" in answer:
                table.lose(table.position.turn, answer["fault"], answer["reason"])
            else:
                table.push(answer["move"], seconds=answer["seconds"], found=answer["found"])
            self.changed()
        except TimeoutError:
            self._fail("time", f"it did not move within {self.hall.seconds:g} seconds")
        except JobError as error:
            self._fail("crash", str(error))
        except OutflankError as error:
            _log.warning("game %s: %s", table.id, error)
            self._tell_all({"type": "error", "code": "fault", "message": str(error), "game": table.id})

    def _hear(self, found: dict[str, Any], limit: asyncio.Timeout) -> None:
        """A player compiles, or is ready to think: only thinking is timed."""
        if "ready" in found:
            limit.reschedule(asyncio.get_running_loop().time() + self.hall.seconds + 5.0)
        else:
            self._tell_all({"type": "notice", "game": self.table.id, "message": found["notice"]})

    def _fail(self, fault: str, reason: str) -> None:
        self._thinking = None
        self.table.lose(self.table.position.turn, "crash" if fault == "crash" else "slow", reason)
        with suppress(OutflankError):
            self.changed()

    def _job(self) -> dict[str, Any]:
        table, player = self.table, self.table.to_move or ""
        control = None if table.control is None else astuple(table.control)
        left = None if table.clock is None else table.clock.seconds
        if control is None and player.startswith(ENGINE):  # the high levels are held within what the server allows
            control, left = (self.hall.seconds, 0.0, True), (self.hall.seconds,) * len(table.seats)
        return {
            "do": "move",
            "kind": table.kind.name,
            "position": table.kind.write(table.position),
            "player": informed(player, table.kind.known(table.seats, HUMAN), table.kind.name),
            "control": control,
            "left": left,
        }

    # --- what is told ---------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """All that a page needs to show the game."""
        table = self.table
        clock = None
        if table.clock is not None:
            runs = not table.is_over and (table.to_move == HUMAN or self.is_thinking)
            spent = time.monotonic() - self._turn_began if runs else 0.0
            left = list(table.clock.seconds)
            if not table.is_over:
                left[table.position.turn] = max(0.0, left[table.position.turn] - spent)
            clock = {"control": str(table.control), "left": left, "runs": runs}
        return {
            "type": "game",
            "game": table.id,
            "kind": table.kind.name,
            "names": list(table.kind.seats),
            "revision": table.revision,
            "seats": table.seats,
            "labels": [label(name) for name in table.seats],
            "start": table.kind.write(table.start),
            "moves": [played.to_json() for played in table.moves],
            "undone": len(table.undone),
            "view": table.kind.view(table.position),
            "must_pass": table.must_pass,
            "thinking": self.is_thinking,
            "paused": table.paused,
            "clock": clock,
            "result": table.result(),
            "pace": table.pace,
        }

    def _tell_all(self, event: dict[str, Any]) -> None:
        for watcher in tuple(self.watchers):
            watcher(event)
