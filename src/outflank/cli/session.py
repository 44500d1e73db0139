"""A game at the terminal: turns, commands, and leaving without losing anything; of Othello, or of any other game."""

import inspect
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from rich.text import Text

from outflank import rules, tribolo
from outflank.cli import keeping
from outflank.cli.players import HUMAN, best_first, consult
from outflank.cli.screen import Screen
from outflank.errors import OutflankError, excerpt
from outflank.play import Clock, Decision, Player, TimeControl, create
from outflank.play.referee import Forfeit, ForfeitError, take_turn

Game = TypeVar("Game", rules.Game, tribolo.Game)


class Quit(Exception):  # noqa: N818  an event, not an error
    """The person wants to leave."""


class Session(ABC, Generic[Game]):
    """One or more games between any players, people among them, on a screen.

    `names` are the players as the registry knows them, `HUMAN` for a person, in the order of seats. `save_to` is a
    file, or None for the user's own folder of games; `autosave` says whether games are saved without being asked.
    `quiet` draws the board only at the end and when asked to.

    A person's clock runs from when it is asked for a move until it makes one, whatever it does in between; `undo` gives
    no time back.
    """

    colours: ClassVar[Any]
    """The enumeration of the seats."""

    cell: ClassVar[str]
    """What a place on the board is called."""

    help: ClassVar[str]
    """What a person can type."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
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
        self.names: tuple[str, ...] = ()
        self.players: tuple[Player | None, ...] = ()  # None for a person
        self._made: tuple[Any, ...] = ()  # what each player was made from
        self.faulted = False  # whether a game before this one was lost to a fault
        self._begin(game)
        self._seat(names)

    # --- what a game has of its own -------------------------------------------------------------------------------

    @abstractmethod
    def _drawn(self) -> tuple[Text, str]:
        """The board, and a line about who leads."""

    @abstractmethod
    def _saved(self, date: str, result: str) -> str:
        """The text of the saved game; `result` is empty unless the game was forfeited."""

    @abstractmethod
    def _new(self, argument: str | None = None) -> None:
        """Begin another game, of a kind that a person may choose."""

    def _commands(self) -> dict[str, Callable[..., None]]:
        """What each word does; games add their own."""
        shared: dict[str, Callable[..., None]] = {
            "undo": self._undo, "redo": self._redo, "hint": self._hint, "why": self._why, "new": self._new,
            "restart": self._restart, "board": self._board, "moves": self._moves, "save": self._save,
            "help": self._help, "?": self._help, "quit": self._quit, "exit": self._quit, "q": self._quit,
        }  # fmt: skip
        return shared | {str(colour): partial(self._change, colour) for colour in self.colours}

    def _known(self, seat: int, names: Sequence[str]) -> dict[str, Any]:
        """What a player in a seat is told when it is made, if it has options of these names."""
        return {"seed": None if self.seed is None else len(names) * self.seed + seat}

    def _push(self, move: str) -> None:
        """Play a move."""
        self.game.push(move)

    # --- the game -------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the person leaves or nobody is left to ask; return the exit code."""
        code = 0
        try:
            if HUMAN in self.names:
                self._say(f"Type a {self.cell} to move, help for the commands.")
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

    def _begin(self, game: Game) -> None:
        """Put up a board."""
        self.game: Game = game
        self.clock = None if self.control is None else Clock(self.control, game.position.n_players)
        self.forfeit: Forfeit | None = None
        self.last: tuple[int, Decision] | None = None  # the last answer of a computer player
        self._shown: object = None  # the game as it was when the board was last drawn
        self._asked: object = None  # the game as it was when a person's clock was started
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
            elif getattr(position, "must_pass", False):
                self._push(position.legal_moves[0])
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
        return self.game.moves, self.game.outcome, self.forfeit

    @property
    def _persons(self) -> set[int]:
        """The seats of people."""
        return {seat for seat, player in enumerate(self.players) if player is None}

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
        self.last = turn, decision
        self._say(f"{who} plays {decision.move} in {decision.seconds:.2f} s{_reasons(decision)}.")
        self._push(decision.move)

    def _human_turn(self) -> None:
        self._show()
        turn, positions = self.game.position.turn, self.game.positions
        prompt = self._prompt
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

    @property
    def _prompt(self) -> str:
        """Whom a person moves for."""
        turn = self.game.position.turn
        return f"{turn.name.capitalize()} ({turn.symbol}) to move"

    def _thought(self) -> float:
        """Seconds since a person was first asked for the move that is to be made."""
        return time.perf_counter() - self._asked_at

    # --- commands -------------------------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        """Carry out a line: a command or a move. What cannot be done is said, and changes nothing."""
        words = line.split()
        if not words:
            return
        command = self._commands().get(words[0].lower())
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
        self._push(text.lower())
        if self.clock is not None:
            self.clock.spend(turn, seconds)

    def _check_running(self) -> None:
        if self._is_over:
            raise OutflankError("the game is over")

    def _undo(self) -> None:
        """Back to the last position in which a person moved."""
        if self.forfeit is not None and self.forfeit.fault == "time":
            raise OutflankError("there is no time left to go on with; new or restart begins another game")
        self._say(f"Back before {self.game.undo_to(self._persons)[0]}.")
        self.forfeit = self.last = self._announced = None  # announced again if it ends the same way again

    def _redo(self) -> None:
        self.game.redo_to(self._persons)
        self._say(f"Played again up to {self.game.moves[-1]}.")

    def _hint(self) -> None:
        self._check_running()
        with self.screen.thinking(self.hinter):
            decision = consult(self.hinter, self.game.position, seed=self.seed)
        self._say(f"{self.hinter} would play {decision.move}{_reasons(decision)}.")

    def _why(self) -> None:
        if self.last is None:
            raise OutflankError("there is no computer's move to explain")
        seat, decision = self.last
        self._say(f"{self._who(seat)} played {decision.move}{_reasons(decision)}.")
        for found in best_first(decision):
            if found.value is not None:
                self._say(f"  {found.move:<4} {found.verdict:<12} {' '.join(found.pv)}")

    def _restart(self) -> None:
        self._begin_again(self.game.restarted(), "The same game from its start.")

    def _begin_again(self, game: Game, words: str) -> None:
        self._part()
        self.faulted |= self.forfeit is not None
        self._begin(game)
        self._say(words)

    def _change(self, seat: int, *name: str) -> None:
        """Let someone else take a side."""
        self._seat([*self.names[:seat], " ".join(name), *self.names[seat + 1 :]])
        self._say(f"{self._who(seat)} takes over.")
        if self.forfeit is not None and self.forfeit.seat == seat and self.forfeit.fault != "time":
            self.forfeit = None

    def _seat(self, names: Sequence[str]) -> None:
        """Put players in all seats; one that stays as it was keeps what it remembers.

        Raises OptionError and changes nothing if there is no such player.
        """
        players: list[Player | None] = []
        wanted = tuple((name, self._known(seat, names)) for seat, name in enumerate(names))
        for seat, (name, known) in enumerate(wanted):
            if self._made and self._made[seat] == wanted[seat]:
                players.append(self.players[seat])
            else:
                players.append(None if name == HUMAN else create(name, plays=self.game.start, **known))
        self.names, self.players, self._made = tuple(names), tuple(players), wanted

    def _board(self) -> None:
        self._shown = None
        self._show(always=True)

    def _moves(self) -> None:
        self._say(self.game.transcript or "No move has been played.", whole=True)

    def _save(self, *file: str) -> None:
        if file:
            try:
                path = Path(" ".join(file)).expanduser()
            except RuntimeError as error:  # no such user's home
                raise OutflankError(f"cannot save there: {error}") from None
            keeping.write_new(path, self._text_to_save())
        else:
            path = keeping.keep(self._text_to_save(), self.save_to)
        self._kept = self._state
        self._say(f"Saved: {path}", whole=True)

    def _help(self) -> None:
        self._say(self.help)

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
            self._say(f"{self._who(self.forfeit.seat)} forfeits the game: {self.forfeit}.")
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
                for place in dict.fromkeys((self.save_to, None)):  # rather in the folder of games than nowhere
                    try:
                        self._say(f"Saved: {keeping.keep(self._text_to_save(), place)}", whole=True)
                        break
                    except OutflankError as error:
                        print(f"outflank: {error}", file=sys.stderr)

    def _text_to_save(self) -> str:
        lost = self.forfeit
        result = "" if lost is None else f"{self.colours(lost.seat)} forfeited ({lost.fault})"
        return self._saved(keeping.now(), result)

    # --- what is said ---------------------------------------------------------------------------------------------

    def _show(self, *, always: bool = False) -> None:
        """The board, unless it was drawn last as it is."""
        if self._shown != self.game.positions and (always or not self.quiet):
            self._shown = self.game.positions
            self.screen.show(*self._drawn())

    def _who(self, seat: int) -> str:
        name = self.names[seat]
        shown = "you" if name == HUMAN and self.names.count(HUMAN) == 1 else name
        return f"{self.colours(seat).name.capitalize()} ({shown})"

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
