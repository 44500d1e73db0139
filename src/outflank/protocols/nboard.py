"""The NBoard protocol, versions 1 and 2.

``set game`` sends a complete game in GGF, and later lines add moves to it. ``hint`` and ``go`` refer to the last
position of the game. All of these lines end the current search. The engine answers ``ping`` with ``pong`` once the
search has stopped; after that, it prints nothing about the earlier position. If the engine chooses a move, the move is
played only when NBoard sends it back. Values are in discs, from the point of view of the side to move. Unknown commands
are ignored, as the protocol requires. If a game, move or depth is unreadable, the error appears in the status line. As
long as there is no valid game, the engine does not search.
"""

import re
from typing import Any

from outflank.board.squares import SQUARES
from outflank.errors import OutflankError, ParseError, excerpt
from outflank.formats import clocks, ggf
from outflank.formats.format import only
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.clock import TimeLeft
from outflank.play.game import History
from outflank.play.limit import Limit
from outflank.protocols.dialogue import Dialogue, Say
from outflank.protocols.lines import Unreadable
from outflank.protocols.settings import Settings, nearest_depth
from outflank.protocols.shown import move_of, short
from outflank.protocols.thinker import Thinker
from outflank.rules import PASS, Colour, Game

_MOST_HINTS = 60
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


class NBoard(Dialogue):
    """Outflank as an engine for NBoard."""

    def __init__(self, say: Say, thinker: Thinker, settings: Settings):
        super().__init__(say, thinker, settings)
        self._game: History[Any] = Game()
        self._trouble = ""  # why there is no game; empty if there is one
        self._main, self._increment = [0.0, 0.0], [0.0, 0.0]  # seconds of both sides; a main time of 0 means no clock
        self._used = [0.0, 0.0]
        self._told: set[MoveValue] = set()
        self._name = "".join(re.findall("[A-Za-z0-9]", settings.name)) or "Outflank"

    # --- lines --------------------------------------------------------------------------------------------------

    def hear(self, line: str) -> None:
        """Execute a line immediately. The current search ends first if the command affects it."""
        word, rest = _words(line)
        if word == "nboard":
            self.say(f"set myname {self._name}")
        elif word == "ping":
            self._be_quiet()
            self.say(f"pong {rest}".rstrip())
        elif word == "set":
            self._set(*_words(rest))
        elif word == "move" or self._is_move(word):
            self._be_quiet()
            self._move(rest if word == "move" else word)
        elif word == "hint":
            self._be_quiet()
            self._hint(int(rest) if _WHOLE.fullmatch(rest) else 1)
        elif word == "go":
            self._be_quiet()
            self._go()
        elif word == "learn":
            self._be_quiet()
            self.say("learned")  # the engine has no book to learn with
        elif word == "analyze":
            self._be_quiet()
            self._analyze()
        elif word == "quit":
            self.end()

    def refuse(self, reason: str) -> None:
        """Print an error in the status line."""
        self.say(f"status {reason}")

    def hear_unreadable(self, line: Unreadable) -> None:
        """Report the error. If the unreadable line was a game or a move, there is no game afterwards."""
        word, rest = _words(line.start)
        if word == "move" or (word, _words(rest)[0]) == ("set", "game"):
            self._be_quiet()
            self._trouble = (
                self._trouble or f"this {'move' if word == 'move' else 'game'} cannot be read: {line.reason}"
            )
        self.refuse(line.reason)

    def tick(self) -> None:
        """Report the progress of the running search, if there is one."""
        if self.is_busy:
            self._tell_nodes(self.thinker.nodes, self.seconds)

    def _be_quiet(self) -> None:
        self.drop()
        self.stop_pondering()

    def _is_move(self, word: str) -> bool:
        """Return whether a command consists of only a move, as in version 1 of the protocol."""
        move = move_of(word)
        return move == PASS or move in SQUARES[self._game.position.width]

    # --- the game -----------------------------------------------------------------------------------------------

    def _set(self, what: str, value: str) -> None:
        if what == "depth":
            self._set_depth(value)
        elif what == "game":
            self._be_quiet()
            try:
                self._set_game(value)
                self._trouble = ""
            except OutflankError as error:
                self._trouble = f"this game cannot be read: {error}"
                self.refuse(self._trouble)

    def _set_depth(self, text: str) -> None:
        depth = nearest_depth(text)
        if depth is None:
            self.refuse(f"expected a depth in plies, got {excerpt(text)}")
        else:
            self._be_quiet()
            self.limit = Limit.at_depth(depth)
            self.say(f"set myname {self._name}{depth}")

    def _set_game(self, text: str) -> None:
        """Load a game and its clock. Raises ParseError."""
        record = only(ggf.read(text))
        main, increment = [0.0, 0.0], [0.0, 0.0]
        for side, tag in enumerate(("TB", "TW")):
            main[side], increment[side] = clock_of(record.tags.get(tag, "") or record.tags.get("TI", ""))
        for note in record.notes:
            self.refuse(note)
        self._used = [0.0, 0.0]
        for node in record.tree.root.main_line:
            if node.parent is not None:
                self._spend(node.parent.position.turn, node.seconds or 0.0)
        self._game, self._main, self._increment = record.game, main, increment

    def _move(self, text: str) -> None:
        """Play a move such as ``F5/1.5/0.2``: the move, its value, and the seconds spent on it."""
        if self._trouble:
            self.refuse(self._trouble)
            return
        name, _, rest = text.partition("/")
        _, _, seconds = rest.partition("/")
        try:
            side = self._game.position.turn
            self._game.extend([move_of(name)])
        except OutflankError as error:
            self._trouble = f"this move cannot be made: {error}"
            self.refuse(self._trouble)
        else:
            self._spend(side, _seconds(seconds))

    def _spend(self, side: Colour, seconds: float) -> None:
        self._used[side] += seconds

    def _time_left(self) -> TimeLeft | None:
        """Return the time left for the side to move, or None if there is no clock."""
        side: Colour = self._game.position.turn
        main, increment = self._main[side], self._increment[side]
        if not main and not increment:
            return None
        n_moves = sum(position.turn is side for position in self._game.positions[:-1])
        return TimeLeft(max(main + n_moves * increment - self._used[side], 0.0), increment)

    # --- thinking -----------------------------------------------------------------------------------------------

    def _begin(self, doing: str) -> bool:
        """Report what the engine is doing, and return True. If there is no game, report the error and return False."""
        if self._trouble:
            self.refuse(self._trouble)
            return False
        self._told = set()
        self.say(f"status {self.settings.name} is {doing}")
        return True

    def _go(self) -> None:
        position = self._game.position
        if not self._begin("thinking"):
            return
        if position.is_over or position.must_pass:
            self._answer(f"=== {short(PASS)}")
            return

        def done(answer: Analysis) -> None:
            found = answer.chosen
            self._tell_nodes(answer.nodes, answer.seconds)
            if found.value is not None:
                self._tell_move(found, answer)
            value = "" if found.value is None else f"{found.value:.2f}"
            self._answer(f"=== {short(found.move)}/{value}/{answer.seconds:.2f}")
            self.ponder(position.play(found.move))

        self.choose(position, self._time_left(), done)

    def _hint(self, n: int) -> None:
        position = self._game.position
        if not self._begin("analyzing"):
            return
        if position.is_over:
            self._answer()
            return
        n = min(max(n, 1), _MOST_HINTS)

        def news(known: Analysis) -> None:
            best = [each for each in known.ranked() if each.bound == "exact" and each.depth][:n]
            fresh = [each for each in best if each not in self._told]
            for found in fresh:
                self._told.add(found)
                self._tell_move(found, known)
            if fresh:
                self._tell_nodes(known.nodes, known.seconds)

        def done(known: Analysis) -> None:
            news(known)
            self._answer()

        self.analyse(position, self._limit(), n, news, done)

    def _limit(self) -> Limit:
        """Return the limit for a hint.

        It is derived from the limit for play, for example from ``set depth``; if there is none, the hint has no limit.
        """
        return Limit() if self.limit == Limit() else self.limit_at(self._game.position)

    def _analyze(self) -> None:
        if self._begin("analyzing the game"):
            self._analyze_from(len(self._game))

    def _analyze_from(self, n_moves: int) -> None:
        """Evaluate the position after `n_moves`, and then all earlier positions in reverse order.

        The reverse order helps because the results for a position speed up the search of the one before it.
        """
        position = self._game.positions[n_moves]

        def done(known: Analysis) -> None:
            value = known.score if position.is_over else known.value
            if value is None and position.is_over:
                value = position.scores[position.turn]
            if value is not None:
                self.say(f"analysis {n_moves} {value:.2f}")
            if n_moves:
                self._analyze_from(n_moves - 1)
            else:
                self._answer()

        if position.is_over:
            done(Analysis())
        else:
            self.analyse(position, self.limit_at(position), 1, lambda _: None, done)

    # --- output -------------------------------------------------------------------------------------------------

    def _answer(self, *lines: str) -> None:
        for line in lines:
            self.say(line)
        self.say("status")

    def _tell_nodes(self, nodes: int, seconds: float) -> None:
        self.say(f"nodestats {nodes} {seconds:.2f}")

    def _tell_move(self, found: MoveValue, known: Analysis) -> None:
        line = "".join(short(move) for move in found.pv or (found.move,))
        self.say(f"search {line} {found.value or 0:.2f} 0 {_depth(found)} {known.seconds:.2f}s")


def _words(line: str) -> tuple[str, str]:
    """Split a line into its first word, converted to lower case, and the rest of the line."""
    word, _, rest = line.strip().partition(" ")
    return word.lower(), rest.strip()


def _depth(found: MoveValue) -> str:
    """Format a depth for NBoard: a number of plies, ``100%`` for an exact value, or ``100%W`` for a proven winner."""
    return {"exact": "100%", "wld": "100%W"}.get(found.kind, str(found.depth))


def clock_of(text: str) -> tuple[float, float]:
    """Parse a clock such as ``15:00/0:02/1:00``, and return its main time and increment in seconds.

    A missing part is 0.

    The third part is extra time after the main time. It is not used, because using it costs points. Each part may be
    followed by a comma and a number of moves, which is ignored.
    """
    main, _, rest = text.partition("/")
    return _seconds(main.partition(",")[0]), _seconds(rest.partition("/")[0].partition(",")[0])


def _seconds(text: str) -> float:
    """Convert a time to seconds, or return 0 if it is unreadable. This way, a bad time does not invalidate the move."""
    try:
        return clocks.seconds(text)
    except ParseError:
        return 0.0
