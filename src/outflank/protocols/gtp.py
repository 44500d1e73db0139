"""GTP version 2, in the form that Quarry and GoGui use for Othello.

A command may start with a number, which is repeated in the answer: ``=7 F5`` or ``?7 illegal move``. An empty line
follows the answer. As always in Othello, columns are lettered from the left, and rows are numbered from the top. A pass
is written as ``PASS``, and may be omitted. Commands are case-insensitive.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from outflank.board.squares import SIZES
from outflank.errors import IllegalMoveError, OutflankError
from outflank.formats.files import read_records
from outflank.play.analysis import Analysis
from outflank.play.clock import TimeLeft
from outflank.play.game import kind_of
from outflank.play.limit import Limit
from outflank.protocols.dialogue import Dialogue, Say
from outflank.protocols.lines import Unreadable
from outflank.protocols.settings import Settings, nearest_level
from outflank.protocols.shown import move_of
from outflank.protocols.thinker import Thinker
from outflank.rules import BLACK, PASS, WHITE, Colour, Game, Position

_COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
_VERTEX = re.compile(r"[a-j](?:10|[1-9])")
_COMMAND = re.compile(r"(?:(?P<id>[0-9]{1,18})(?:\s+|$))?(?P<name>\S*)\s*(?P<rest>.*)")
_INTERRUPT = re.compile(r"\s*#\s*interrupt\s*", re.IGNORECASE)
_QUIT = re.compile(r"\s*(?:[0-9]{1,18}\s+)?quit\s*", re.IGNORECASE)
_NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{0,9})?")
_GAMES = ("othello", "reversi")
_ALL_MOVES = 60


class _Call(NamedTuple):
    """The words of a command, with the number to repeat in its answer and the function that sends the answer."""

    say: Say
    number: str
    words: tuple[str, ...]

    def answer(self, text: str = "") -> None:
        self.say(f"={self.number} {text}".rstrip() + "\n")

    def fail(self, reason: str) -> None:
        self.say(f"?{self.number} {reason}\n")


class _CommandError(OutflankError):
    """Raised if a command fails. The message is worded as the protocol requires."""


@dataclass
class _Clock:
    """The clocks of both sides. Each side has `main` seconds, and then `period` seconds for every `stones` moves.

    If the other program's clock instead adds `period` after each move, this is still safe, because that clock never
    runs out sooner.
    """

    main: float
    period: float
    stones: int
    left: list[float] = field(default_factory=list)
    stones_left: list[int] = field(default_factory=lambda: [0, 0])
    was_told: list[bool] = field(default_factory=lambda: [False, False])

    def __post_init__(self) -> None:
        self.left = [self.main, self.main]

    def tell(self, side: Colour, seconds: float, stones: int) -> None:
        """Set the time that a side has left. If `stones` is not 0, the time has to last for that number of moves."""
        self.left[side], self.stones_left[side], self.was_told[side] = seconds, stones, True

    def spend(self, side: Colour, seconds: float) -> None:
        """Subtract the time that a side spent on a move."""
        self.left[side] = max(self.left[side] - seconds, 0.0)
        self.stones_left[side] = max(self.stones_left[side] - 1, 0)

    def time_left(self, side: Colour) -> TimeLeft:
        """Return the time that a side has left for its next move and for the moves after it."""
        left, stones = self.left[side], self.stones_left[side]
        if stones:
            return TimeLeft(left / stones, per_move=True)
        a_move = self.period / self.stones if self.stones else 0.0
        if a_move and (left <= 0 or (left < a_move and not self.was_told[side])):
            return TimeLeft(a_move, per_move=True)
        return TimeLeft(left, a_move)


class Gtp(Dialogue):
    """Outflank as an engine that speaks GTP."""

    def __init__(self, say: Say, thinker: Thinker, settings: Settings):
        super().__init__(say, thinker, settings)
        self.game = Game()
        self._steps: list[int] = []  # number of moves that each `play` or `genmove` added, including an implied pass
        self._clock: _Clock | None = None
        self._call = _Call(say, "", ())
        self._commands: dict[str, Callable[[_Call], None]] = {
            "protocol_version": lambda call: call.answer("2"),
            "name": lambda call: call.answer(settings.name),
            "version": lambda call: call.answer(settings.version),
            "known_command": self._known_command,
            "list_commands": lambda call: call.answer("\n".join(self._commands)),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": lambda call: self._genmove(call, plays=True),
            "reg_genmove": lambda call: self._genmove(call, plays=False),
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "set_game": self._set_game,
            "list_games": lambda call: call.answer("Othello"),
            "set_level": self._set_level,
            "level": self._set_level,
            "loadsgf": self._loadsgf,
            "showboard": self._showboard,
            "final_score": self._final_score,
            "outflank-values": self._values,
            "gogui-analyze_commands": self._analyze_commands,
            "gogui-interrupt": lambda call: call.answer(),
            "gogui-rules_game_id": lambda call: call.answer("Othello"),
            "gogui-rules_board": self._rules_board,
            "gogui-rules_board_size": lambda call: call.answer(str(self.game.position.size)),
            "gogui-rules_legal_moves": self._legal_moves,
            "gogui-rules_side_to_move": lambda call: call.answer(str(self.game.position.turn)),
            "gogui-rules_final_result": self._final_result,
        }

    # --- lines --------------------------------------------------------------------------------------------------

    def hear(self, line: str) -> None:
        """Execute a command. GoGui's interrupt comment is not executed; it only ends the search."""
        if _INTERRUPT.fullmatch(line):
            self.stop()
        else:
            super().hear(line)

    def obey(self, line: str) -> None:
        """Execute a command and answer it, either immediately or once its search has finished."""
        found = _command_in(line)
        if found is None:
            return
        number, name, rest = found
        self._call = call = _Call(self.say, number, tuple(rest.split()))
        command = self._commands.get(name.lower())
        if command is None:
            call.fail("unknown command")
            return
        try:
            command(call)
        except IllegalMoveError:
            call.fail("illegal move")
        except OutflankError as error:
            call.fail(str(error))

    def refuse(self, reason: str) -> None:
        """Report a failure that does not belong to a numbered command."""
        _Call(self.say, "", ()).fail(reason)

    def refuse_line(self, line: Unreadable) -> None:
        """Report a failure with the number of the unreadable command. Comments are not answered."""
        found = _command_in(line.start)
        if found is not None:
            _Call(self.say, found[0], ()).fail(line.reason)

    def failed(self, reason: str) -> None:
        """Report that the command which requested the search has failed."""
        self._call.fail(reason)

    def interrupts(self, line: str) -> bool:
        """Return whether a line is ``quit``, with or without a command number."""
        return _QUIT.fullmatch(line) is not None

    # --- administration -----------------------------------------------------------------------------------------

    def _known_command(self, call: _Call) -> None:
        call.answer("true" if call.words and call.words[0].lower() in self._commands else "false")

    def _quit(self, call: _Call) -> None:
        call.answer()
        self.end()

    def _set_game(self, call: _Call) -> None:
        if " ".join(call.words).lower() not in _GAMES:
            raise _CommandError("unsupported game")
        self._restart(self.game.start)
        call.answer()

    def _set_level(self, call: _Call) -> None:
        level = nearest_level(call.words[0]) if len(call.words) == 1 else None
        if level is None:
            raise _CommandError("expected a level, a whole number")
        self.limit = Limit.at_level(level)
        call.answer()

    def _komi(self, call: _Call) -> None:
        if len(call.words) != 1 or _number(call.words[0]) is None:
            raise _CommandError("komi not a float")
        call.answer()  # Othello has no komi

    # --- the board ----------------------------------------------------------------------------------------------

    def _boardsize(self, call: _Call) -> None:
        size = _number(call.words[0]) if len(call.words) == 1 else None
        if size is None:
            raise _CommandError("boardsize not an integer")
        if size not in SIZES:
            raise _CommandError("unacceptable size")
        self._restart(Position.start(int(size)))
        call.answer()

    def _clear_board(self, call: _Call) -> None:
        self._restart(Position.start(self.game.start.size))
        call.answer()

    def _restart(self, start: Position, moves: tuple[str, ...] = ()) -> None:
        self.game = Game(start, moves)
        self._steps = [1] * len(moves)
        if self._clock is not None:
            self._clock = _Clock(self._clock.main, self._clock.period, self._clock.stones)

    def _play(self, call: _Call) -> None:
        side = self._colour(call, n_words=2)
        name = move_of(call.words[1])
        if name != PASS and not _VERTEX.fullmatch(name):
            raise _CommandError("invalid color or coordinate")
        self._push(side, name)
        call.answer()

    def _push(self, side: Colour, move: str) -> None:
        """Play a move by the given side.

        If a forced pass was omitted before the move, it is added. Raises IllegalMoveError.
        """
        position = self.game.position
        if move == PASS and position.is_over:  # some programs send passes after the end of a game
            self._steps.append(0)
            return
        moves = [move] if position.turn is side or not position.must_pass else [PASS, move]
        if position.turn is not side and len(moves) == 1:
            raise IllegalMoveError(f"it is {position.turn}'s turn")
        # Check both moves before making either.
        position.play(PASS).play(move) if len(moves) > 1 else position.play(move)
        for each in moves:
            self.game.push(each)
        self._steps.append(len(moves))

    def _undo(self, call: _Call) -> None:
        if not self._steps:
            raise _CommandError("cannot undo")
        for _ in range(self._steps.pop()):
            self.game.undo()
        call.answer()

    def _loadsgf(self, call: _Call) -> None:
        words = call.words
        number = _number(words[-1]) if len(words) > 1 else None
        path = " ".join(words if number is None else words[:-1])
        try:
            record = read_records(path, kind_of("othello"))[0] if path else _fail("no name")
        except OutflankError as error:
            raise _CommandError(f"cannot load file: {error}") from None
        start, moves = record.tree.root.position, record.tree.moves
        if not isinstance(start, Position):
            raise _CommandError(f"cannot load file: expected an Othello game, got {record.kind.title}")
        last = len(moves) if number is None else min(max(int(number) - 1, 0), len(moves))
        self._restart(start, tuple(moves[:last]))
        call.answer()

    # --- choosing a move ----------------------------------------------------------------------------------------

    def _genmove(self, call: _Call, *, plays: bool) -> None:
        side = self._colour(call, n_words=1)
        position = self.game.position
        if position.turn is not side:
            if not position.must_pass and not position.is_over:
                raise _CommandError(f"wrong color: it is {position.turn}'s turn")
            position = position.switched()
        if position.is_over or position.must_pass:
            if plays:
                self._push(side, PASS)
            call.answer(PASS.upper())
            return

        def found(answer: Analysis) -> None:
            move = answer.move or position.legal_moves[0]
            if plays:
                self._push(side, move)
                if self._clock is not None:
                    self._clock.spend(side, answer.seconds)
            call.answer(move.upper())
            if plays:
                self.ponder(self.game.position)

        self.choose(position, None if self._clock is None else self._clock.time_left(side), found)

    def _values(self, call: _Call) -> None:
        """Answer with each move and its value, which GoGui displays on the board."""
        position = self.game.position

        def found(answer: Analysis) -> None:
            known = [each for each in answer.ranked() if each.value is not None and each.move != PASS]
            call.answer(" ".join(f"{each.move.upper()} {each.value:+g}" for each in known))

        self.analyse(position, self.limit_at(position), _ALL_MOVES, lambda _: None, found)

    def _time_settings(self, call: _Call) -> None:
        numbers = [_number(word) for word in call.words]
        if len(numbers) != 3 or any(number is None or number < 0 for number in numbers):
            raise _CommandError("expected main time, byo-yomi time and byo-yomi stones")
        main, period, stones = (number or 0.0 for number in numbers)
        is_unlimited = (period > 0 and not stones) or not (main or period)
        self._clock = None if is_unlimited else _Clock(main, period if stones else 0.0, int(stones))
        call.answer()

    def _time_left(self, call: _Call) -> None:
        side = self._colour(call, n_words=3)
        seconds, stones = _number(call.words[1]), _number(call.words[2])
        if seconds is None or stones is None:
            raise _CommandError("expected a color, a time and a number of stones")
        if self._clock is None:
            self._clock = _Clock(max(seconds, 0.0), 0.0, 0)
        self._clock.tell(side, max(seconds, 0.0), max(int(stones), 0))
        call.answer()

    def _colour(self, call: _Call, n_words: int) -> Colour:
        """Parse the colour, which is the first of a command's `n_words` arguments. Raises _CommandError."""
        colour = _COLOURS.get(call.words[0].lower()) if len(call.words) == n_words else None
        if colour is None:
            raise _CommandError("invalid color or coordinate" if n_words == 2 else "invalid color")
        return colour

    # --- board and result ---------------------------------------------------------------------------------------

    def _showboard(self, call: _Call) -> None:
        call.answer(f"\n{self.game.position}")

    def _final_score(self, call: _Call) -> None:
        if not self.game.position.is_over:
            raise _CommandError("cannot score: the game is not over")
        call.answer(self._score())

    def _score(self) -> str:
        difference = self.game.position.standing.difference
        return f"{'B' if difference > 0 else 'W'}+{abs(difference)}" if difference else "0"

    def _final_result(self, call: _Call) -> None:
        call.answer(self._score() if self.game.position.is_over else "")

    def _legal_moves(self, call: _Call) -> None:
        call.answer(" ".join(move.upper() for move in self.game.position.legal_moves))

    def _rules_board(self, call: _Call) -> None:
        """Answer with the rows of the board in reverse order, because GoGui draws row 1 at the bottom."""
        size, cells = self.game.position.size, self.game.position.cells.replace("-", ".")
        rows = [" ".join(cells[i : i + size]) for i in range(0, size * size, size)]
        call.answer("\n".join(reversed(rows)))

    def _analyze_commands(self, call: _Call) -> None:
        call.answer("pspairs/Move values/outflank-values\nstring/Legal moves/gogui-rules_legal_moves")


def _command_in(line: str) -> tuple[str, str, str] | None:
    """Split a command into its number, name and arguments.

    Returns None if the line contains no command, as in a comment.
    """
    plain = "".join(character for character in line.expandtabs(1) if character.isprintable())
    found = _COMMAND.fullmatch(plain.partition("#")[0].strip())
    return (found["id"] or "", found["name"], found["rest"]) if found is not None and found[0] else None


def _number(text: str) -> float | None:
    return float(text) if _NUMBER.fullmatch(text) else None


def _fail(reason: str) -> NoReturn:
    raise _CommandError(reason)
