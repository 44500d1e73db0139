"""A match that people watch: it is saved at each change, and its players think while somebody looks on."""

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from outflank.errors import OutflankError
from outflank.play import Forfeit, Match
from outflank.web import logs
from outflank.web.catalogue import label
from outflank.web.messages import MessageError
from outflank.web.store import Store
from outflank.web.thinking import Thinking
from outflank.web.views import view_of

Watcher = Callable[[dict[str, Any]], None]


class MatchSession:
    """A match, those who watch it, and the player that thinks.

    `name` is its id, a new one if empty. `pace` is the least time in seconds that a program takes for a move,
    `revision` counts the changes.
    """

    def __init__(
        self,
        match: Match[Any],
        store: Store,
        thinking: Thinking,
        *,
        name: str = "",
        pace: float = 0.0,
        revision: int = 0,
    ):
        self.match, self.id, self.pace, self.revision = match, name or secrets.token_urlsafe(16), pace, revision
        self.watchers: list[Watcher] = []
        self._store, self._thinking = store, thinking
        self._thought: asyncio.Task[None] | None = None
        self._flag: asyncio.TimerHandle | None = None
        self._turn_began = time.monotonic()
        self._is_kept = bool(name)
        self._is_over = match.is_over

    @property
    def is_thinking(self) -> bool:
        """Whether a program is at work on its move."""
        return self._thought is not None and not self._thought.done()

    # --- as text --------------------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """All there is to keep: the match, and what is the page's own."""
        own = {"id": self.id, "pace": self.pace, "revision": self.revision}
        return json.dumps({**own, **self.match.to_json()})

    @classmethod
    def from_json(cls, text: str, store: Store, thinking: Thinking) -> "MatchSession":
        """The session that `to_json` wrote. Raises OutflankError if that is not what the text is."""
        try:
            kept = json.loads(text)
            name, pace, revision = str(kept["id"]), float(kept["pace"]), int(kept["revision"])
        except (KeyError, TypeError, ValueError) as error:
            raise OutflankError(f"the saved game cannot be read: {type(error).__name__}: {error}") from None
        return cls(Match.from_json(kept), store, thinking, name=name, pace=pace, revision=revision)

    # --- who watches ----------------------------------------------------------------------------------------------

    def join(self, watcher: Watcher) -> None:
        """Watch the match; with the first watcher it goes on."""
        if watcher not in self.watchers:
            self.watchers.append(watcher)
        if len(self.watchers) == 1:
            self._begin_turn()
        watcher(self.state())

    def leave(self, watcher: Watcher) -> bool:
        """Watch it no more; whether nobody is left, and the match rests."""
        with suppress(ValueError):
            self.watchers.remove(watcher)
        if not self.watchers:
            self.stop()
        return not self.watchers

    # --- what happens ---------------------------------------------------------------------------------------------

    def play(self, ply: int, move: str) -> None:
        """A person's move. Raises OutflankError, and changes nothing, if it cannot be made."""
        match = self.match
        if ply != len(match.played):
            raise MessageError("stale", "the game has gone on: this move was meant for another position")
        seat = match.to_move
        if seat is None:
            raise MessageError("over", "the game is over")
        if not seat.is_person:
            name = match.kind.seats[match.position.turn]
            raise MessageError("not your turn", f"it is the turn of {name}, {label(seat.player)}")
        match.push(move, seconds=time.monotonic() - self._turn_began)
        self.changed()

    def change(self, what: str) -> None:
        """Undo, redo, restart, resign, pause or resume. Raises OutflankError if that cannot be done."""
        match = self.match
        changes: dict[str, Callable[[], object]] = {
            "undo": match.undo,
            "redo": match.redo,
            "restart": match.restart,
            "resign": match.resign,
            "pause": lambda: setattr(match, "paused", True),
            "resume": lambda: setattr(match, "paused", False),
        }
        changes[what]()
        self.changed()

    def sit(self, players: list[str]) -> None:
        """Let others take the seats. Raises OptionError for a wrong number of them."""
        self.match.sit(players)
        self.changed()

    def changed(self) -> None:
        """Save the match, tell everybody, and let the next player think."""
        self.stop()
        self.revision += 1
        try:
            self.save()
        finally:  # even if it could not be saved, the game goes on
            self._begin_turn()
            self._tell_all(self.state())

    def save(self) -> None:
        """Keep the match as it is; from its first move on, not before. Raises OutflankError."""
        was_kept = self._is_kept
        self._is_kept = self._is_kept or bool(self.match.played) or self.match.is_over
        self._log(was_kept)
        if self._is_kept:
            self._store.save(self.id, len(self.match.played), self.to_json())

    def _log(self, was_kept: bool) -> None:
        """Write into the log that the match has begun, which it does with its first move, or has ended."""
        match = self.match
        if self._is_kept and not was_kept:
            players = [seat.player for seat in match.seats]
            logs.event(logs.INFO, "game begun", game=self.id, kind=match.kind.name, players=players)
        if match.result is not None and not self._is_over:
            result = match.result.words
            logs.event(logs.INFO, "game ended", game=self.id, moves=len(match.played), result=result)
        self._is_over = match.is_over

    def stop(self) -> None:
        """End what is going on in this turn: the player's thinking, and the clock."""
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None

    def _begin_turn(self) -> None:
        match, seat = self.match, self.match.to_move
        self._turn_began = time.monotonic()
        if seat is None or not self.watchers:
            return
        if seat.is_person:
            left = match.time_left()
            if left is not None:
                self._flag = asyncio.get_running_loop().call_later(left.seconds, self._run_out)
        elif not match.paused:
            self._thought = asyncio.ensure_future(self._let_think())

    def _run_out(self) -> None:
        """A person's time is up."""
        self.match.run_out()
        self.changed()

    async def _let_think(self) -> None:
        """A program's turn."""
        match, began = self.match, time.monotonic()
        try:
            answer = await self._thinking.move(match, self._notice)
            rest = self.pace - (time.monotonic() - began)
            if rest > 0 and not isinstance(answer, Forfeit):
                await asyncio.sleep(rest)
            self._thought = None  # so that the change does not cancel this very task
            if isinstance(answer, Forfeit):
                match.lose(answer)
            else:
                said = None if match.position.must_pass else answer
                match.push(str(answer.move), seconds=answer.seconds, answer=said)
            self.changed()
        except OutflankError as error:
            logs.event(logs.WARNING, "game failed", game=self.id, reason=str(error))
            self._tell_all({"type": "error", "code": "fault", "message": str(error), "game": self.id})

    # --- what is told ---------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """All that a page needs to show the game."""
        match, players = self.match, [seat.player for seat in self.match.seats]
        result = match.result
        return {
            "type": "game",
            "game": self.id,
            "kind": match.kind.name,
            "names": list(match.kind.seats),
            "revision": self.revision,
            "seats": players,
            "labels": [label(player) for player in players],
            "start": match.kind.write(match.game.start),
            "moves": [played.to_json() for played in match.played],
            "undone": match.n_undone,
            "view": view_of(match.position),
            "must_pass": match.position.must_pass,
            "thinking": self.is_thinking,
            "paused": match.paused,
            "clock": self._clock(),
            "result": None if result is None else result.to_json(),
            "pace": self.pace,
            "kept": self._is_kept,
        }

    def _clock(self) -> dict[str, Any] | None:
        match, seat = self.match, self.match.to_move
        if match.clock is None:
            return None
        runs = seat is not None and (seat.is_person or self.is_thinking)
        left = list(match.clock.seconds)
        if runs:
            turn = match.position.turn
            left[turn] = max(0.0, left[turn] - (time.monotonic() - self._turn_began))
        return {"control": str(match.control), "left": left, "runs": runs}

    def _notice(self, words: str) -> None:
        self._tell_all({"type": "notice", "game": self.id, "message": words})

    def _tell_all(self, event: dict[str, Any]) -> None:
        for watcher in tuple(self.watchers):
            watcher(event)
