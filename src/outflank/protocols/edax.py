"""The Edax console, for programs that use it to control Edax.

``go`` makes the engine play a move and print it, as in ``Outflank plays D6``. Some programs look for the name Edax in
this line; ``--name Edax`` provides it. ``hint`` prints a table of moves and their values, which grows line by line as
the search gets deeper. If a line consists of moves, either all of them are played or none. There is no prompt. Any
other line is answered with ``Unknown command/parameter``. Commands wait for a running search, except for ``stop`` and
``quit``, which end it. After an invalid board, there is no position until a valid one is set.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from outflank.board.squares import SQUARES
from outflank.errors import IllegalMoveError, OptionError, OutflankError, ParseError, excerpt
from outflank.formats.clocks import parts_in_seconds
from outflank.formats.obf import Problem, read_problems
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.clock import TimeLeft
from outflank.play.limit import Limit
from outflank.play.moves import moves_in
from outflank.protocols.dialogue import Dialogue, Say
from outflank.protocols.lines import Unreadable
from outflank.protocols.settings import Settings, nearest_depth, nearest_level
from outflank.protocols.shown import cased, move_of, short
from outflank.protocols.thinker import Thinker
from outflank.rules import BLACK, PASS, WHITE, Game, Position

_MOST_HINTS = 60
_TIME = re.compile(r"[0-9]{1,6}(?::[0-9]{1,2}){0,2}(?:\.[0-9]{0,3})?")
_SWITCH = {"on": True, "off": False}
_HEADER = "  depth |score|       time   |  nodes (N)  |   N/s    | principal variation"
_RULE = "--------+-----+--------------+-------------+----------+---------------------"
_OVER = "*** Game Over ***"


class Edax(Dialogue):
    """Outflank as an engine that is controlled through the Edax console."""

    def __init__(self, say: Say, thinker: Thinker, settings: Settings):
        super().__init__(say, thinker, settings)
        self.game: Game[Position] = Game()
        self._trouble = ""  # why there is no position; empty if there is one
        self._mode = 3  # the engine's sides: 0 White, 1 Black, 2 both, 3 none
        self._verbosity = 0
        self._stopped = False  # True if searches after the running one are no longer wanted
        self._game_time: float | None = None  # seconds per side, in a game with a clock
        self._used = [0.0, 0.0]
        self._told: set[MoveValue] = set()
        self._commands: dict[str, Callable[[str], None]] = {
            **dict.fromkeys(("i", "init", "n", "new"), self._new),
            "setboard": self._setboard,
            "play": self._play,
            **dict.fromkeys(("u", "undo"), lambda _: self._step(self.game.undo)),
            **dict.fromkeys(("r", "redo"), lambda _: self._step(self.game.redo)),
            "go": lambda _: self._go(),
            "hint": self._hint,
            **dict.fromkeys(("a", "analyze", "analyse"), self._analyze),
            "solve": self._solve,
            "stop": lambda _: self._set_mode("3"),
            **dict.fromkeys(("m", "mode"), self._set_mode),
            **dict.fromkeys(("l", "level"), self._set_level),
            **dict.fromkeys(("d", "depth"), self._set_depth),
            **dict.fromkeys(("time", "move-time"), self._set_move_time),
            "game-time": self._set_game_time,
            "verbose": self._set_verbosity,
            "ponder": self._set_ponder,
            **dict.fromkeys(("v", "version"), lambda _: self.say(f"{settings.name} {settings.version}".rstrip())),
            **dict.fromkeys(("q", "quit", "exit"), lambda _: self.end()),
        }

    # --- lines --------------------------------------------------------------------------------------------------

    def obey(self, line: str) -> None:
        """Execute a command."""
        name, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if not name or name.startswith("#"):
            return
        command = self._commands.get(name.lower())
        try:
            if command is not None:
                command(rest)
            elif moves := _moves_of(line):
                self._push(moves)
                for move in moves:
                    self.say(f"You play {short(move)}")
                self._show()
            else:
                self.refuse(f"Unknown command/parameter: {excerpt(line.strip(), 60)}")
        except OutflankError as error:
            self.refuse(str(error))
        self._take_turn()

    def refuse(self, reason: str) -> None:
        """Print an error message."""
        self.say(reason)

    def refuse_line(self, line: Unreadable) -> None:
        """Report the error. If the line is a ``setboard`` command, there is no position afterwards."""
        if line.start.split()[:1] and line.start.split()[0].lower() == "setboard":
            self._trouble = f"there is no position: {line.reason}"
        self.refuse(line.reason)

    def interrupts(self, line: str) -> bool:
        """Return whether a line is ``stop`` or ``quit``."""
        return line.strip().lower() in ("stop", "q", "quit", "exit")

    # --- the board ----------------------------------------------------------------------------------------------

    def _new(self, _: str) -> None:
        self._start(Position.start())

    def _setboard(self, text: str) -> None:
        try:
            position = Position.parse(text)
            if position.size != 8:
                raise ParseError(f"expected a board of 64 cells, got {position.size**2}")
        except ParseError as error:
            self._trouble = f"there is no position: {error}"
            raise
        self._start(position)

    def _start(self, position: Position) -> None:
        self.game, self._used, self._trouble = Game(position), [0.0, 0.0], ""
        self._show()

    def _check_position(self) -> None:
        """Raise OptionError if the last board was invalid."""
        if self._trouble:
            raise OptionError(self._trouble)

    def _play(self, text: str) -> None:
        self._push(_moves_of(text) or list(moves_in(text)))
        self._show()

    def _push(self, moves: list[str]) -> None:
        """Play either all of the moves or none of them. Forced passes may be omitted. Raises OutflankError."""
        self._check_position()
        Game(self.game.position, moves)  # raises IllegalMoveError if a move is illegal
        self.game.extend(moves)

    def _step(self, step: Callable[[], str]) -> None:
        """Undo or redo one move, or two if the engine plays one of the sides, so that the same side is to move."""
        self._check_position()
        step()
        if self._mode in (0, 1):
            step()
        self._show()

    def _show(self) -> None:
        """Print the board, unless the verbosity is 0."""
        if self._verbosity:
            for line in ("", *str(self.game.position).split("\n"), ""):
                self.say(line)
            if self.game.position.is_over:
                self.say(_OVER)

    # --- settings -----------------------------------------------------------------------------------------------

    def _set_mode(self, text: str) -> None:
        self._mode = _whole("mode", text or "3", 0, 3)

    def _set_level(self, text: str) -> None:
        self.limit = Limit.at_level(_given("level", text, nearest_level(text)))

    def _set_depth(self, text: str) -> None:
        self.limit = Limit.at_depth(_given("depth", text, nearest_depth(text)))

    def _set_move_time(self, text: str) -> None:
        self.limit, self._game_time = Limit(seconds=_seconds(text)), None

    def _set_game_time(self, text: str) -> None:
        self._game_time, self._used = _seconds(text), [0.0, 0.0]
        if self.limit.seconds is not None:
            self.limit = Limit()

    def _set_verbosity(self, text: str) -> None:
        self._verbosity = _whole("verbose", text or "1", 0, 4)

    def _set_ponder(self, text: str) -> None:
        if text.lower() not in _SWITCH:
            raise OptionError(f"expected ponder to be on or off, got {excerpt(text)}")
        self.ponders = _SWITCH[text.lower()]

    # --- searching ----------------------------------------------------------------------------------------------

    def _take_turn(self) -> None:
        """Play a move if it is the engine's turn according to the current mode."""
        position = self.game.position
        side = {0: WHITE, 1: BLACK, 2: position.turn}.get(self._mode)
        is_free = not (self.is_busy or self.is_over or self._waiting or self._trouble or position.is_over)
        if is_free and side is position.turn:
            self._go()

    def _go(self) -> None:
        self._check_position()
        position = self.game.position
        if position.is_over:
            self.say(_OVER)
            return
        left = None
        if self._game_time is not None:
            left = TimeLeft(max(self._game_time - self._used[position.turn], 0.0))

        def done(answer: Analysis) -> None:
            move = answer.move or position.legal_moves[0]
            self._used[position.turn] += answer.seconds
            if self._verbosity > 1:
                self._begin_table()
                self._tell(position, answer, answer.moves)
            self.game.push(move)
            self.say(f"{self.settings.name} plays {short(move)}")
            self._show()
            self._take_turn()
            if not self.is_busy:
                self.ponder(self.game.position)

        self.choose(position, left, done)

    def _hint(self, text: str) -> None:
        self._check_position()
        n, position = _whole("hint", text or "1", 1, _MOST_HINTS), self.game.position
        if position.is_over:
            self.say(_OVER)
            return
        self._begin_table()

        def news(known: Analysis) -> None:
            best = [each for each in known.ranked() if each.bound == "exact" and each.depth]
            self._tell(position, known, best[:n])

        def done(known: Analysis) -> None:
            news(known)
            self.say(_RULE)

        self.analyse(position, self.limit_at(position), n, news, done)

    def _analyze(self, text: str) -> None:
        """Evaluate the last moves of the game, starting with the latest.

        For each turn, the table shows the best move and, if it is different, the move that was played.
        """
        self._check_position()
        n_moves = len(self.game)
        first = n_moves - min(_whole("analyze", text or str(max(n_moves, 1)), 1, 1000), n_moves)
        turns = [
            (position, move)
            for position, move in zip(self.game.positions, self.game.moves, strict=False)
            if not position.must_pass
        ]
        self._begin_table()
        self._analyze_next(list(reversed(turns[max(first - n_moves + len(turns), 0) :])))

    def _analyze_next(self, turns: list[tuple[Position, str]]) -> None:
        if not turns or self._stopped:
            self.say(_RULE)
            return
        (position, played), *rest = turns

        def done(known: Analysis) -> None:
            self._told.clear()
            best = [each for each in known.ranked() if each.bound == "exact" and each.depth][:1]
            of_played = known.of(played)
            self._tell(position, known, best)
            if best and best[0].move != played and of_played is not None:
                self._tell(position, known, [of_played])
            self._analyze_next(rest)

        self.analyse(position, self.limit_at(position), _MOST_HINTS, _ignore, done)

    def stop(self) -> None:
        """End the running search, and cancel the searches that would have followed it."""
        self._stopped = True
        super().stop()

    def _solve(self, text: str) -> None:
        """Solve the positions in a file, and report how many results differ from the scores in the file."""
        problems, errors = read_problems(Path(text))
        for error in errors:
            self.refuse(str(error))
        self._begin_table()
        self._solve_next(iter(problems), [])

    def _solve_next(self, problems: Iterator[Problem], solved: list[tuple[Problem, Analysis]]) -> None:
        problem = next(problems, None)
        if problem is None or self._stopped:
            self._sum_up(solved)
            return

        def done(known: Analysis) -> None:
            self._told.clear()
            if known.score is not None:
                solved.append((problem, known))
                self._tell(problem.position, known, known.moves)
            self._solve_next(problems, solved)

        if problem.position.is_over:
            self._solve_next(problems, solved)
        else:
            self.analyse(problem.position, Limit(exact=True), 1, _ignore, done)

    def _sum_up(self, solved: list[tuple[Problem, Analysis]]) -> None:
        self.say(_RULE)
        nodes, seconds = sum(known.nodes for _, known in solved), sum(known.seconds for _, known in solved)
        wrong = sum(problem.score is not None and problem.score != known.score for problem, known in solved)
        self.say(f"{len(solved)} positions solved: {nodes} nodes in {_clock(seconds)}; {wrong} differ from the file")

    # --- output -------------------------------------------------------------------------------------------------

    def _begin_table(self) -> None:
        self._told, self._stopped = set(), False
        self.say(_HEADER)
        self.say(_RULE)

    def _tell(self, position: Position, known: Analysis, moves: Any) -> None:
        """Print a table row for each move whose result has not been printed yet."""
        for found in moves:
            if found in self._told or found.value is None:
                continue
            self._told.add(found)
            bound = {"exact": " ", "lower": ">", "upper": "<"}[found.bound]
            speed = round(known.nodes / max(known.seconds, 1e-3))
            line = " ".join(cased(found.pv or (found.move,), position))
            cost = f"{_clock(known.seconds):>14} {known.nodes:13d} {speed:10d}"
            self.say(f"{_depth(found):>7} {bound}{round(found.value):+03d}  {cost} {line}")


def _depth(found: MoveValue) -> str:
    """Format the depth of a result. If the search was selective, the confidence is added, as in ``12@73%``."""
    return f"{found.depth}@{found.selectivity}%" if found.selectivity < 100 else str(found.depth)


def _moves_of(line: str) -> list[str]:
    """Parse a line of moves, such as ``f5d6`` or ``F5 D6``. Returns an empty list for any other line."""
    try:
        moves = list(moves_in(" ".join(map(move_of, line.split()))))
    except IllegalMoveError:
        return []
    return moves if all(move == PASS or move in SQUARES[8] for move in moves) else []


def _given(name: str, text: str, number: int | None) -> int:
    """Return `number`, the value that was parsed from `text`. Raises OptionError if it is None."""
    if number is None:
        raise OptionError(f"expected {name} to be a whole number, got {excerpt(text)}")
    return number


def _whole(name: str, text: str, least: int, most: int) -> int:
    """Parse a whole number between `least` and `most`. Raises OptionError."""
    if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise OptionError(f"expected {name} from {least} to {most}, got {excerpt(text)}")
    return int(text)


def _seconds(text: str) -> float:
    """Convert a time such as ``5``, ``0.5`` or ``1:30`` to seconds. Raises OptionError."""
    seconds = parts_in_seconds(text) if _TIME.fullmatch(text) else 0.0
    if not seconds:
        raise OptionError(f"expected a time such as 5, 0.5 or 1:30, got {excerpt(text)}")
    return seconds


def _clock(seconds: float) -> str:
    """Format a time as the Edax console does, for example ``0:01.234``."""
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}:{rest:06.3f}"


def _ignore(_: object) -> None:
    pass
