"""A game at the terminal: turns, commands, and leaving without losing anything."""

import inspect
import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from outflank.cli import keeping
from outflank.cli.players import HUMAN, best_first, consult
from outflank.cli.screen import Screen
from outflank.errors import OutflankError, excerpt
from outflank.formats import saved
from outflank.play import Clock, Decision, Player, TimeControl, create
from outflank.play.referee import Forfeit, ForfeitError, take_turn
from outflank.rules import PASS, Colour, Game, Position

HELP = """\
A move is a square, such as f5. Where you cannot move, you pass without being asked.
  undo              take your last move back, and the answers to it
  redo              play it again
  hint              what a computer player would do
  why               the value and depth behind the computer's last move
  new [SIZE]        a new game from the usual start, on a board of SIZE if you like
  restart           this game again from its first position
  black PLAYER      let someone else take a side: human, level2, budget:nodes=500
  white PLAYER
  board             draw the board again
  moves             the transcript so far
  save [FILE]       save the game
  resign            give up
  help              this list
  quit              leave; the transcript is printed and the game saved"""


class Quit(Exception):  # noqa: N818  an event, not an error
    """The person wants to leave."""


class Session:
    """One or more games between any players, people among them, on a screen.

    `names` are the two players as the registry knows them, `HUMAN` for a person, Black first. `save_to` is a file, or
    None for the user's own folder of games; `autosave` says whether games are saved without being asked. `quiet` draws
    the board only at the end and when asked to.

    A person's clock runs from when it is asked for a move until it makes one, whatever it does in between; `undo` gives
    no time back.
    """

    def __init__(
        self,
        start: Position,
        names: tuple[str, str],
        *,
        screen: Screen,
        quiet: bool = False,
        control: TimeControl | None = None,
        seed: int | None = None,
        hinter: str = "lookahead",
        save_to: Path | None = None,
        autosave: bool = True,
    ):
        self.screen, self.quiet, self.control, self.seed = screen, quiet, control, seed
        self.hinter, self.save_to, self.autosave = hinter, save_to, autosave
        self.names = [HUMAN, HUMAN]
        self.players: list[Player | None] = [None, None]
        for colour in Colour:
            self._seat(colour, names[colour])
        self.faulted = False  # whether a game before this one was lost to a fault
        self._begin(start)

    # --- the game -------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the person leaves or nobody is left to ask; return the exit code."""
        code = 0
        try:
            if HUMAN in self.names:
                self._say("Type a square to move, help for the commands.")
            self._play()
        except Quit:
            pass
        except EOFError:
            self._say("\nEnd of input.")
        except KeyboardInterrupt:
            code = 130
            self._say("\nInterrupted.")
        finally:
            self._part()
        return 1 if self.faulted or self.forfeit else code

    def _begin(self, start: Position) -> None:
        """Put up a board with nothing played on it."""
        self.game = Game(start)
        self.clock = None if self.control is None else Clock(self.control)
        self.forfeit: Forfeit | None = None
        self.last: tuple[Colour, Decision] | None = None  # the last answer of a computer player
        self._shown: tuple[Position, ...] = ()  # the game as it was when the board was last drawn
        self._asked: tuple[Position, ...] = ()  # the game as it was when a person's clock was started
        self._asked_at = 0.0
        self._announced: object = None  # the state of the game when its transcript was last printed
        self._kept: object = None  # and when it was last saved

    def _play(self) -> None:
        while True:
            position = self.game.position
            if self._is_over:
                self._announce_end()
                if not (self.screen.interactive and HUMAN in self.names):
                    return
                self._obey(self.screen.ask("Game over. new, restart, undo or quit? "))
            elif position.must_pass:
                self.game.push(PASS)
                self._say(f"{self._who(position.turn)} has no move and passes.")
            elif (player := self.players[position.turn]) is not None:
                self._computer_turn(player)
            else:
                self._human_turn()

    @property
    def _is_over(self) -> bool:
        return self.game.is_over or self.forfeit is not None

    @property
    def _state(self) -> object:
        """What a transcript and a saved game are about."""
        return self.game.moves, self.game.resigned, self.forfeit

    def _computer_turn(self, player: Player) -> None:
        turn = self.game.position.turn
        who = self._who(turn)
        self._show()
        try:
            with self.screen.thinking(who):
                decision = take_turn(self.game.position, player, self.clock)
        except ForfeitError as error:
            self.forfeit = error.forfeit
            return
        self.game.push(decision.move)
        self.last = turn, decision
        self._say(f"{who} plays {decision.move} in {decision.seconds:.2f} s{_reasons(decision)}.")

    def _human_turn(self) -> None:
        self._show()
        turn, positions = self.game.position.turn, self.game.positions
        prompt = turn.name.capitalize() + ("" if self.screen.console.shows_discs else f" ({turn.symbol})") + " to move"
        if self._asked != positions:
            self._asked, self._asked_at = positions, time.perf_counter()
        if self.clock is None:
            self._obey(self.screen.ask(f"{prompt}: "))
            return
        left = self.clock.left(turn).seconds - self._thought()
        try:
            line = self.screen.ask(f"{prompt} [{max(left, 0):.1f} s]: ", left)
        except TimeoutError:
            line = ""
            self._say("")
        if self._thought() < self.clock.left(turn).seconds:
            self._obey(line)
        else:
            self.forfeit = Forfeit(turn, "time", f"no move in time ({self.clock.control})")

    def _thought(self) -> float:
        """Seconds since a person was first asked for the move that is to be made."""
        return time.perf_counter() - self._asked_at

    # --- commands -------------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        """Carry out a line: a command or a move. What cannot be done is said, and changes nothing."""
        words = line.split()
        if not words:
            return
        commands: dict[str, Callable[..., None]] = {
            "undo": self._undo, "redo": self._redo, "hint": self._hint, "why": self._why, "new": self._new,
            "restart": self._restart, "black": self._change_black, "white": self._change_white, "board": self._board,
            "moves": self._moves, "save": self._save, "resign": self._resign, "help": self._help, "?": self._help,
            "quit": self._quit, "exit": self._quit, "q": self._quit,
        }  # fmt: skip
        command = commands.get(words[0].lower())
        try:
            if command is None:
                self._move(line.strip())
            elif _takes(command, words[1:]):
                command(*words[1:])
            else:
                raise OutflankError(f"{excerpt(line.strip())} has too few words or too many; help lists the commands")
        except OutflankError as error:
            kind = "Invalid move, try again" if command is None else "That cannot be done"
            self._say(f"{kind}: {error}.")

    def _move(self, text: str) -> None:
        self._check_running()
        turn, seconds = self.game.position.turn, self._thought()
        self.game.push(text.lower())
        if self.clock is not None:
            self.clock.spend(turn, seconds)

    def _check_running(self) -> None:
        if self._is_over:
            raise OutflankError("the game is over")

    def _undo(self) -> None:
        """Back to the last position in which a person moved; or only take a resignation back."""
        if self.forfeit is not None and self.forfeit.fault == "time":
            raise OutflankError("there is no time left to go on with; new or restart begins another game")
        turns = [i for i in range(len(self.game.moves)) if self._is_persons(self.game.positions[i])]
        if self.game.resigned is not None:
            self.game.resigned = None
            self._say("The game goes on.")
        elif turns:
            while len(self.game.moves) > turns[-1]:
                self.game.undo()
            self._say(f"Back before {self.game.undone[0]}.")
        else:
            raise OutflankError("there is no move of yours to take back")
        self.forfeit = self.last = self._announced = None  # announced again if it ends the same way again

    def _redo(self) -> None:
        self.game.redo()
        while self.game.undone and not self._is_persons(self.game.position):
            self.game.redo()
        self._say(f"Played again up to {self.game.moves[-1]}.")

    def _is_persons(self, position: Position) -> bool:
        return self.players[position.turn] is None and not position.must_pass and not position.is_over

    def _hint(self) -> None:
        self._check_running()
        with self.screen.thinking(self.hinter):
            decision = consult(self.hinter, self.game.position, seed=self.seed)
        self._say(f"{self.hinter} would play {decision.move}{_reasons(decision)}.")

    def _why(self) -> None:
        if self.last is None:
            raise OutflankError("there is no computer's move to explain")
        colour, decision = self.last
        self._say(f"{self._who(colour)} played {decision.move}{_reasons(decision)}.")
        for found in best_first(decision):
            if found.value is not None:
                self._say(f"  {found.move:<4} {found.verdict:<12} {' '.join(found.pv)}")

    def _new(self, size: str | None = None) -> None:
        if size is not None and not (size.isdecimal() and len(size) < 3):
            raise OutflankError(f"expected a board size, got {excerpt(size)}")
        start = Position.start(self.game.start.size if size is None else int(size))
        self._begin_again(start, "A new game.")

    def _restart(self) -> None:
        self._begin_again(self.game.start, "The same game from its start.")

    def _begin_again(self, start: Position, words: str) -> None:
        self._part()
        self.faulted |= self.forfeit is not None
        self._begin(start)
        self._say(words)

    def _change_black(self, *name: str) -> None:
        self._change(Colour.BLACK, name)

    def _change_white(self, *name: str) -> None:
        self._change(Colour.WHITE, name)

    def _change(self, colour: Colour, name: tuple[str, ...]) -> None:
        self._seat(colour, " ".join(name))
        self._say(f"{self._who(colour)} takes over.")
        if self.forfeit is not None and self.forfeit.seat == colour and self.forfeit.fault != "time":
            self.forfeit = None

    def _seat(self, colour: Colour, name: str) -> None:
        """Put a player on a side. Raises OptionError and changes nothing if there is no such player."""
        seed = None if self.seed is None else 2 * self.seed + colour
        self.players[colour] = None if name == HUMAN else create(name, seed=seed)
        self.names[colour] = name

    def _board(self) -> None:
        self._shown = ()
        self._show(always=True)

    def _moves(self) -> None:
        self._say(self.game.transcript or "No move has been played.", whole=True)

    def _save(self, *file: str) -> None:
        if file:
            try:
                path = Path(" ".join(file)).expanduser()
            except RuntimeError as error:  # no such user's home
                raise OutflankError(f"cannot save there: {error}") from None
            keeping.write_new(path, self._saved())
        else:
            path = keeping.keep(self._saved(), self.save_to)
        self._kept = self._state
        self._say(f"Saved: {path}", whole=True)

    def _resign(self) -> None:
        self._check_running()
        self.game.resign(self.game.position.turn)

    def _help(self) -> None:
        self._say(HELP)

    def _quit(self) -> None:
        raise Quit

    # --- the end --------------------------------------------------------------------------------------------------

    def _announce_end(self) -> None:
        """The winner and the transcript, once."""
        if self._announced == self._state:
            return
        self._show(always=True)
        if self.forfeit is None:
            self._say(f"Game over: {self.game.outcome}.")
        else:
            self._say(f"{self._who(Colour(self.forfeit.seat))} forfeits the game: {self.forfeit}.")
        self._part()

    def _part(self) -> None:
        """Before the game is left: print what has not been printed of it, and save what has not been saved."""
        announced, self._announced = self._announced, self._state
        kept, self._kept = self._kept, self._state
        if not self.game.moves:
            return
        try:
            if announced != self._state:
                self._say(f"Transcript: {self.game.transcript}", whole=True)
        finally:  # also when nobody reads the output any more
            if self.autosave and kept != self._state:
                try:
                    self._say(f"Saved: {keeping.keep(self._saved(), self.save_to)}", whole=True)
                except OutflankError as error:
                    print(f"outflank: {error}", file=sys.stderr)

    def _saved(self) -> str:
        """The text of the saved game."""
        result = "" if self.forfeit is None else f"{Colour(self.forfeit.seat)} forfeited ({self.forfeit.fault})"
        return saved.write(
            self.game,
            black=self.names[0],
            white=self.names[1],
            date=f"{datetime.now():%Y-%m-%d %H:%M}",
            result=result,
        )

    # --- what is said ---------------------------------------------------------------------------------------------

    def _show(self, *, always: bool = False) -> None:
        """The board, unless it was drawn last as it is."""
        if self._shown != self.game.positions and (always or not self.quiet):
            self._shown = self.game.positions
            self.screen.show(self.game)

    def _who(self, colour: Colour) -> str:
        name = self.names[colour]
        return f"{colour.name.capitalize()} ({'you' if name == HUMAN and self.names.count(HUMAN) == 1 else name})"

    def _say(self, text: str, *, whole: bool = False) -> None:
        self.screen.say(text, whole=whole)


def _takes(command: Callable[..., None], words: list[str]) -> bool:
    """Whether a command can be called with these words."""
    try:
        inspect.signature(command).bind(*words)
    except TypeError:
        return False
    return True


def _reasons(decision: Decision) -> str:
    """What is behind a decision, as far as the player says: value, depth, nodes."""
    found = decision.chosen
    parts = [f"value {found.verdict}"] if found.verdict else []
    if found.depth:
        parts.append(f"depth {found.depth}" + (", to the end" if found.kind == "exact" else ""))
    if decision.nodes:
        parts.append(f"{decision.nodes:,} node{'s' * (decision.nodes > 1)}")
    return f" ({', '.join(parts)})" if parts else ""
