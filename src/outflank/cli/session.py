"""A game at the terminal, of whatever kind: turns, commands, and leaving without losing anything."""

import inspect
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from outflank.cli import boards, saved_games
from outflank.cli.manual import manual
from outflank.cli.players import consult
from outflank.cli.screen import Screen
from outflank.errors import OutflankError, excerpt, near
from outflank.play import (
    PERSON,
    Analysis,
    GamePosition,
    History,
    Match,
    Player,
    TimeControl,
    create,
    formats,
    kind_of,
    registry,
)
from outflank.play.record import Record
from outflank.play.referee import ForfeitError, prepare, take_turn


class Quit(Exception):  # noqa: N818  an event, not an error
    """The person wants to leave."""


class Session:
    """One or more games of a kind between any players, people among them, on a screen.

    `players` are named as the registry knows them, `PERSON` for a person, in the order of seats. `hinter` gives hints,
    the kind's own unless somebody is named. `save_to` is a file, or None for the user's own folder of games; `autosave`
    says whether games are saved without being asked. `quiet` draws the board only at the end and when asked to.
    `greeting` is the first line.

    A person's clock runs from when it is asked for a move until it makes one, whatever it does in between; `undo` gives
    no time back.
    """

    def __init__(
        self,
        game: History[Any],
        players: Sequence[str],
        *,
        screen: Screen,
        quiet: bool = False,
        control: TimeControl | None = None,
        seed: int | None = None,
        hinter: str | None = None,
        save_to: Path | None = None,
        autosave: bool = True,
        greeting: str = "",
    ):
        self.screen, self.quiet, self.control, self.seed = screen, quiet, control, seed
        self.save_to, self.autosave, self.greeting = save_to, autosave, greeting
        self.kind = kind_of(game.start)
        self.hinter = self.kind.hinter if hinter is None else hinter
        self.shows_legal = True
        self.faulted = False  # whether a game before this one was lost to a fault
        self._players: tuple[Player | None, ...] = ()  # None for a person
        self._made: tuple[Any, ...] = ()  # what each player was made from
        self._prepared: list[Player] = []  # those that have moved, or were about to
        self._begin(game, players)
        self._seat(players)

    # --- the game -------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the person leaves or nobody is left to ask; return the exit code."""
        code = 0
        try:
            if self.match.persons:
                self._say(f"{self.kind.goal.capitalize()}. Type a {self.kind.cell} to move, help for the commands.")
            if self.greeting:
                self._say(self.greeting)
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
        return 1 if self.faulted or self.match.forfeit else code

    def _begin(self, game: History[Any], players: Sequence[str]) -> None:
        """Put up a board."""
        self._first = game.copy()  # where `restart` goes back to
        self.match: Match[Any] = Match(game, players, self.control)
        self._last: tuple[int, Analysis] | None = None  # the last answer of a computer player
        self._shown: object = None  # the game as it was when the board was last drawn
        self._asked: object = None  # the game as it was when a person's clock was started
        self._asked_at = 0.0
        self._announced: object = None  # the state of the game when its transcript was last printed
        self._kept: object = self._state  # and when it was last saved

    def _play(self) -> None:
        while True:
            position = self.match.position
            if self.match.is_over:
                self._announce_end()
                if not (self.screen.interactive and self.match.persons):
                    return
                self._obey(self.screen.ask("Game over. new, restart, undo or quit? "))
            elif position.must_pass:
                who = self._who(position.turn)
                self._push(position.legal_moves[0])
                self._say(f"{who} has no move and passes.")
            elif (player := self._players[position.turn]) is not None:
                self._computer_turn(player)
            else:
                self._human_turn()

    @property
    def _position(self) -> GamePosition:
        position: GamePosition = self.match.position
        return position

    @property
    def _state(self) -> object:
        """What a transcript and a saved game are about."""
        return self.match.game.moves, self.match.game.resigned, self.match.forfeit

    @property
    def _names(self) -> tuple[str, ...]:
        """The players as the registry knows them."""
        return tuple(seat.player for seat in self.match.seats)

    def _computer_turn(self, player: Player) -> None:
        turn = self._position.turn
        who = self._who(turn)
        self._show()
        try:
            with self.screen.thinking(who):
                if player not in self._prepared:
                    prepare(turn, player, self.match.game)
                    self._prepared.append(player)
                answer = take_turn(self._position, player, self.match.clock, self.match.game)
        except ForfeitError as error:
            self.match.lose(error.forfeit)
            return
        self._last = turn, answer
        self._say(f"{who} plays {answer.move} in {answer.seconds:.2f} s{_reasons(answer)}.")
        self._push(str(answer.move), answer.seconds, answer)

    def _human_turn(self) -> None:
        self._show()
        turn, positions, clock = self._position.turn, self.match.game.positions, self.match.clock
        prompt = f"{boards.side(self._position, turn, colour=self.screen.console.shows_discs)} to move"
        if self._asked != positions:
            self._asked, self._asked_at = positions, time.perf_counter()
        if clock is None:
            self._obey(self.screen.ask(f"{prompt}: "))
            return
        left = clock.left(turn).seconds - self._thought()
        try:
            line = self.screen.ask(f"{prompt} [{max(left, 0):.1f} s]: ", left)
        except TimeoutError:
            line = ""
            self._say("")
        if self._thought() < clock.left(turn).seconds:
            self._obey(line)
        else:
            self.match.run_out()

    def _thought(self) -> float:
        """Seconds since a person was first asked for the move that is to be made."""
        return time.perf_counter() - self._asked_at

    def _push(self, move: str, seconds: float = 0.0, answer: Analysis | None = None) -> None:
        """Make a move, and say who is skipped after it."""
        self.match.push(move, seconds=seconds, answer=answer)
        if self.match.forfeit is None:
            for seat in self.match.played[-1].skipped:
                self._say(f"{self._who(seat)} has no move and is skipped.")

    # --- commands -------------------------------------------------------------------------------------------------

    def _commands(self) -> dict[str, Callable[..., None]]:
        """What each word does."""
        commands: dict[str, Callable[..., None]] = {
            "legal": self._legal, "undo": self._undo, "redo": self._redo, "hint": self._hint, "why": self._why,
            "new": self._new, "restart": self._restart, "board": self._board, "moves": self._moves, "save": self._save,
            "save!": self._save_over,
            "help": self._help, "?": self._help, "quit": self._quit, "exit": self._quit, "q": self._quit,
        }  # fmt: skip
        if len(self.kind.seats) == 2:
            commands["resign"] = lambda: self.match.resign()  # of the side to move, or the person
        return commands | {name.lower(): partial(self._change, seat) for seat, name in enumerate(self.kind.seats)}

    def _obey(self, line: str) -> None:
        """Carry out a line: a command or a move. What cannot be done is said, and changes nothing."""
        words = line.split()
        if not words:
            return
        command = self._commands().get(words[0].lower())
        try:
            if command is None:
                self._push(line.strip(), self._thought())
            elif _takes(command, words[1:]):
                command(*words[1:])
            else:
                raise OutflankError(f"{excerpt(line.strip())} has too few words or too many; help lists the commands")
        except OutflankError as error:
            if command is None and (said := self._no_command(words)):
                self._say(said)
                return
            what = "Invalid move, try again" if command is None else "That cannot be done"
            self._say(f"{what}: {error}" + ("" if str(error).endswith(("?", ".", "!")) else "."))

    def _no_command(self, words: list[str]) -> str:
        """The answer to words that are neither a command nor meant as a move; empty for what may be one."""
        word = words[0].lower()
        if not word.isalpha() or not 3 <= len(word) <= _LONGEST_WORD or word in ("pass", "resign"):
            return ""
        said = f"{excerpt(words[0])} is no command"
        if word in _READING:
            file = shlex.quote(" ".join(words[1:]) or "FILE")
            return f"{said}: quit, then outflank play --start {file} goes on with a saved game."
        meant = near(word, self._commands())
        return f"{said}; did you mean {' or '.join(meant)}?" if meant else f"{said}; help lists the commands."

    def _legal(self) -> None:
        self.match.check_running()
        self.shows_legal = not self.shows_legal
        self._board()

    def _undo(self) -> None:
        taken = self.match.undo()
        self._say(f"Back before {taken[0]}." if taken else "The game goes on.")
        self._last = self._announced = None  # announced again if it ends the same way again

    def _redo(self) -> None:
        self._say(f"Played again up to {self.match.redo()[-1]}.")

    def _hint(self) -> None:
        self.match.check_running()
        with self.screen.thinking(self.hinter):
            answer = consult(self.hinter, self._position, self.match.game, seed=self.seed)
        self._say(f"{self.hinter} would play {answer.move}{_reasons(answer)}.")

    def _why(self) -> None:
        if self._last is None:
            raise OutflankError("there is no computer's move to explain")
        seat, answer = self._last
        self._say(f"{self._who(seat)} played {answer.move}{_reasons(answer)}.")
        for found in answer.ranked():
            if found.value is not None:
                self._say(f"  {found.move:<4} {found.verdict:<12} {' '.join(found.pv)}")

    def _new(self, argument: str | None = None) -> None:
        start, words = self.kind.another(argument, self.match.game.start)
        self._begin_again(self.kind.new_game(start), words)

    def _restart(self) -> None:
        self._begin_again(self._first, "The same game from its start.")

    def _begin_again(self, game: History[Any], words: str) -> None:
        self._part()
        self.faulted |= self.match.forfeit is not None
        self._begin(game, self._names)
        self._say(words)

    def _change(self, seat: int, *name: str) -> None:
        """Let someone else take a side."""
        names, wanted = self._names, " ".join(name)
        if len(wanted) > 1 and wanted[0] == wanted[-1] and wanted[0] in "\"'":  # as one writes it for a shell
            wanted = wanted[1:-1]
        self._seat([*names[:seat], wanted, *names[seat + 1 :]])
        self._say(f"{self._who(seat)} takes over.")

    def _seat(self, names: Sequence[str]) -> None:
        """Put players in all seats; one that stays as it was keeps what it remembers.

        Raises OptionError and changes nothing if there is no such player.
        """
        players: list[Player | None] = []
        names = tuple(map(registry.spelt, names))
        wanted = tuple((name, self._known(seat, names)) for seat, name in enumerate(names))
        for seat, (name, known) in enumerate(wanted):
            if self._made and self._made[seat] == wanted[seat]:
                players.append(self._players[seat])
            else:
                players.append(None if name == PERSON else create(name, plays=self._position, **known))
        self.match.sit(names)
        self._players, self._made = tuple(players), wanted
        self._prepared = [player for player in self._prepared if player in players]

    def _known(self, seat: int, names: Sequence[str]) -> dict[str, Any]:
        """What a player in a seat is told when it is made, if it has options of these names."""
        return {"seed": None if self.seed is None else len(names) * self.seed + seat, **self.kind.known(names)}

    def _board(self) -> None:
        self._shown = None
        self._show(always=True)

    def _moves(self) -> None:
        self._say(self.match.game.transcript or "No move has been played.", whole=True)

    def _save_over(self, *file: str) -> None:
        if not file:
            raise OutflankError("expected the name of a file, got none: save! FILE writes over one")
        self._save(*file, force=True)

    def _save(self, *file: str, force: bool = False) -> None:
        if file:
            try:
                path = Path(" ".join(file)).expanduser()
            except RuntimeError as error:  # no such user's home
                raise OutflankError(f"cannot save there: {error}") from None
            is_whole = saved_games.write_to(path, self._record(), force=force)
        else:
            path, is_whole = saved_games.keep(self._record(), self.save_to)
        if is_whole:
            self._kept = self._state
        self._say_saved(path, is_whole)

    def _help(self) -> None:
        self._say(manual(self.kind))

    def _quit(self) -> None:
        raise Quit

    # --- the end --------------------------------------------------------------------------------------------------

    def _announce_end(self) -> None:
        """The winner and the transcript, once."""
        if self._announced == self._state:
            return
        self._show(always=True)
        lost, result = self.match.forfeit, self.match.result
        if lost is not None:
            self._say(f"{self._who(lost.seat)} forfeits the game: {lost}.")
        elif result is not None:
            self._say(f"Game over: {result.words}.")
        self._part()

    def _part(self) -> None:
        """Before the game is left: print what has not been printed of it, and save what has not been saved."""
        announced, self._announced = self._announced, self._state
        kept, self._kept = self._kept, self._state
        if not self.match.game.moves:
            return
        try:
            if announced != self._state:
                self._say(f"Transcript: {self.match.game.transcript}", whole=True)
        finally:  # also when nobody reads the output any more
            if self.autosave and kept != self._state:
                for place in dict.fromkeys((self.save_to, None)):  # rather in the folder of games than nowhere
                    try:
                        path, is_whole = saved_games.keep(self._record(), place)
                        self._say_saved(path, is_whole)
                        if is_whole:
                            break
                    except OutflankError as error:
                        print(f"outflank: {error}", file=sys.stderr)

    def _record(self) -> Record:
        """The game as it is saved."""
        lost = self.match.forfeit
        result = "" if lost is None else f"{self.kind.seats[lost.seat].lower()} forfeited ({lost.fault})"
        return Record.of(self.match.game, self._names, date=saved_games.now(), result=result)

    def _say_saved(self, path: Path, is_whole: bool) -> None:
        words = "" if is_whole else " (the position, without the moves)"
        if path.suffix and not formats.with_extension(path.suffix.lower()):
            words = f" (as Outflank's own .txt: no format ends in {path.suffix})"
        self._say(f"Saved: {path}{words}", whole=True)

    # --- what is said ---------------------------------------------------------------------------------------------

    def _show(self, *, always: bool = False) -> None:
        """The board, unless it was drawn last as it is."""
        if self._shown == self.match.game.positions or (self.quiet and not always):
            return
        self._shown = self.match.game.positions
        position, persons = self._position, self.match.persons
        last, turned = self.match.game.last_turned or (None, ())
        legal = self.shows_legal and not self.match.is_over and (position.turn in persons or not persons)
        colour = self.screen.console.shows_discs
        board = boards.draw(position, last=last, turned=turned, legal=legal, colour=colour)
        self.screen.show(board, boards.standing(position))

    def _who(self, seat: int) -> str:
        name = self._names[seat]
        shown = "you" if name == PERSON and len(self.match.persons) == 1 else name
        return f"{self.kind.seats[seat]} ({shown})"

    def _say(self, text: str, *, whole: bool = False) -> None:
        self.screen.say(text, whole=whole)


_LONGEST_WORD = 20
_READING = ("load", "open", "read", "start", "continue", "resume", "import")  # what people type to have a game read


def _takes(command: Callable[..., None], words: list[str]) -> bool:
    """Whether a command can be called with these words."""
    try:
        inspect.signature(command).bind(*words)
    except TypeError:
        return False
    return True


def _reasons(answer: Analysis) -> str:
    """What is behind an answer, as far as the player says: value, depth, nodes."""
    found = answer.chosen
    parts = [f"value {found.verdict}"] if found.verdict else []
    if found.depth:
        parts.append(f"depth {found.depth}" + (", to the end" if found.kind == "exact" else ""))
    if answer.nodes:
        parts.append(f"{answer.nodes:,} node{'s' * (answer.nodes > 1)}")
    return f" ({', '.join(parts)})" if parts else ""
