"""A game of any kind in the terminal: interprets input, and prints events as lines of text."""

import inspect
import shlex
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from outflank import formats
from outflank.cli import boards, saved_games
from outflank.cli.manual import manual
from outflank.cli.screen import TerminalScreen
from outflank.errors import OutflankError, excerpt, near
from outflank.play import PERSON, Analysis, Match
from outflank.play.match import PlayedMove
from outflank.play.record import Record
from outflank.sessions.own_rating import RatedGame, rated_in
from outflank.sessions.playing import (
    GameBegun,
    GameEnded,
    HintGiven,
    LocalPlaySession,
    MovesRedone,
    MovesUndone,
    PlayEvent,
    PlayEvents,
    SeatsChanged,
    TurnOf,
)


class Quit(Exception):  # noqa: N818  an event, not an error
    """Raised when the person wants to leave."""


class TerminalGame:
    """Plays the games of a `session`, one after another, on a `screen`.

    `save_to` is the file for saved games; if it is None, they are saved in the user's games folder. If `autosave` is
    true, games are saved without a command: at the end and, if a person plays, after each move. If `quiet` is true, the
    board is drawn only at the end and on request. `greeting` is printed before the first board. `rate` records a rated
    game, and returns a sentence about the rating.
    """

    def __init__(
        self,
        session: LocalPlaySession,
        *,
        screen: TerminalScreen,
        quiet: bool = False,
        save_to: Path | None = None,
        autosave: bool = True,
        greeting: str = "",
        rate: Callable[[RatedGame], str] = lambda _game: "",
    ):
        self.session, self.screen, self.quiet = session, screen, quiet
        self.save_to, self.autosave, self.greeting = save_to, autosave, greeting
        self.rate = rate
        self.kind = session.kind
        self.shows_legal = True
        self.faulted = self.lost = False  # True if an earlier game was forfeited, or could not be saved
        self._forget()

    def _forget(self) -> None:
        """Reset the display state for a new game."""
        self._last: tuple[int, Analysis] | None = None  # a computer player's last answer
        self._shown: object = None  # positions when the board was last drawn
        self._announced: object = None  # state when the transcript was last printed
        self._saved: object = _state_of(self.match)  # state when the game was last saved, except in `_file`
        self._file = saved_games.KeptGame(self.save_to)
        self._is_unsaved = False  # True if the game could not be saved at its end

    @property
    def match(self) -> Match[Any]:
        """The game in progress."""
        return self.session.match

    # --- the game -------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the person leaves or no more input is needed. Returns the exit code.

        It is 2 if a game could not be saved at its end, and 1 if a game was forfeited.
        """
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
            self._part(self.match)
        if self.lost or self._is_unsaved:
            return 2
        return 1 if self.faulted or self.match.forfeit else code

    def _play(self) -> None:
        self._render(self.session.begun())
        while True:
            turn = self.session.turn
            if turn is None:
                if not (self.screen.interactive and self.match.persons):
                    return
                self._obey(self.screen.ask("Game over. new, restart, undo or quit? "))
            elif turn.must_pass:
                self._render(self.session.pass_turn())
            elif turn.is_person:
                self._ask(turn)
            else:
                self._show()
                with self.screen.thinking(self._who(turn.seat)):
                    events = self.session.think()
                self._render(events)

    def _ask(self, turn: TurnOf) -> None:
        """Prompt a person for a move or command, and execute it."""
        self._show()
        session, position = self.session, self.match.position
        prompt = f"{boards.side(position, turn.seat, colour=self.screen.console.shows_discs)} to move"
        session.turn_clock.start()
        if session.seconds_left is None:
            self._obey(self.screen.ask(f"{prompt}: "))
            return
        left = session.seconds_left[turn.seat]
        try:
            line = self.screen.ask(f"{prompt} [{left:.1f} s]: ", left)
        except TimeoutError:
            line = ""
            self._say("")
        if session.seconds_left[turn.seat]:
            self._obey(line)
        else:
            self._render(session.run_out())

    # --- commands -------------------------------------------------------------------------------------------------

    def _commands(self) -> dict[str, Callable[..., PlayEvents | None]]:
        """Map the name of each command to its action."""
        session = self.session
        commands: dict[str, Callable[..., PlayEvents | None]] = {
            "legal": self._legal, "undo": session.undo, "redo": session.redo, "hint": self._hint, "why": self._why,
            "new": session.new, "restart": session.restart, "board": self._board, "moves": self._moves,
            "save": self._save, "save!": self._save_over,
            "help": self._help, "?": self._help, "quit": self._quit, "exit": self._quit, "q": self._quit,
        }  # fmt: skip
        if len(self.kind.seats) == 2:
            commands["resign"] = session.resign
        return commands | {name.lower(): partial(self._seat, seat) for seat, name in enumerate(self.kind.seats)}

    def _obey(self, line: str) -> None:
        """Execute a command or move that was typed. If it is not possible, print the reason and change nothing."""
        words = line.split()
        if not words:
            return
        command = self._commands().get(words[0].lower())
        try:
            if command is None:
                events = self.session.play(line.strip())
            elif _takes(command, words[1:]):
                events = command(*words[1:]) or ()
            else:
                raise OutflankError(f"{excerpt(line.strip())} has the wrong number of words; help lists the commands")
        except OutflankError as error:
            if command is None and (unknown := self._no_command(words)):
                self._say(unknown)
                return
            failure = "Invalid move, try again" if command is None else "Not possible"
            self._say(f"{failure}: {error}" + ("" if str(error).endswith(("?", ".", "!")) else "."))
            return
        self._render(events)

    def _no_command(self, words: list[str]) -> str:
        """Return the reply to a word that is not a command; empty if the word could be a move."""
        word = words[0].lower()
        if not word.isalpha() or not 3 <= len(word) <= _LONGEST_WORD or word in ("pass", "resign"):
            return ""
        no_command = f"{excerpt(words[0])} is not a command"
        if word in _READING:
            file = shlex.quote(" ".join(words[1:]) or "FILE")
            return f"{no_command}: quit, then continue a saved game with outflank play --start {file}."
        meant = near(word, self._commands())
        return (
            f"{no_command}; did you mean {' or '.join(meant)}?" if meant else f"{no_command}; help lists the commands."
        )

    def _legal(self) -> None:
        self.match.check_running()
        self.shows_legal = not self.shows_legal
        self._board()

    def _hint(self) -> PlayEvents:
        with self.screen.thinking(self.session.hinter):
            return self.session.hint()

    def _why(self) -> None:
        if self._last is None:
            raise OutflankError("there is no computer move to explain")
        self.session.may_count = False
        seat, answer = self._last
        self._say(f"{self._who(seat)} played {answer.move}{_reasons(answer)}.")
        for each in answer.ranked():
            if each.value is not None:
                self._say(f"  {each.move:<4} {each.verdict:<12} {' '.join(each.pv)}")

    def _seat(self, seat: int, *name: str) -> PlayEvents:
        """Let another player take over a side."""
        wanted = " ".join(name)
        if len(wanted) > 1 and wanted[0] == wanted[-1] and wanted[0] in "\"'":  # in quotes, as in a shell
            wanted = wanted[1:-1]
        return self.session.seat(seat, wanted)

    def _board(self) -> None:
        self._shown = None
        self._show(always=True)

    def _moves(self) -> None:
        self._say(self.match.game.transcript or "No move has been played.", whole=True)

    def _save_over(self, *file: str) -> None:
        if not file:
            raise OutflankError("expected a file name after save!")
        self._save(*file, force=True)

    def _save(self, *file: str, force: bool = False) -> None:
        record = _record_of(self.match)
        if file:
            try:
                path = Path(" ".join(file)).expanduser()
            except RuntimeError as error:  # the home directory of an unknown user
                raise OutflankError(f"cannot save there: {error}") from None
            is_whole = self._file.save_as(path, record, force=force)
        else:
            path, is_whole = self._file.save(record)
        if is_whole:
            self._saved, self._is_unsaved = _state_of(self.match), False
        self._say_saved(path, is_whole)

    def _help(self) -> None:
        self._say(manual(self.kind))

    def _quit(self) -> None:
        raise Quit

    # --- events ---------------------------------------------------------------------------------------------------

    def _render(self, events: PlayEvents) -> None:
        for event in events:
            self._render_one(event)

    def _render_one(self, event: PlayEvent) -> None:
        match event:
            case PlayedMove():
                self._keep()
                self._say_move(event)
            case MovesUndone(moves):
                self._say(f"Back to before {moves[0]}." if moves else "The game continues.")
                self._last = self._announced = None  # announce again if the game ends the same way
            case MovesRedone(moves):
                self._say(f"Replayed up to {moves[-1]}.")
            case SeatsChanged(seats):
                for seat in seats:
                    self._say(f"{self._who(seat)} takes over.")
            case HintGiven(player, answer):
                self._say(f"{player} would play {answer.move}{_reasons(answer)}.")
            case GameBegun(before, words):
                self._part(before)
                self.faulted |= before.forfeit is not None
                self.lost |= self._is_unsaved
                self._forget()
                self._say(words)
            case GameEnded():
                self._say_end(event)

    def _say_move(self, played: PlayedMove) -> None:
        """Print a program's move, and any turns that were passed or skipped.

        A person's move is not printed, because the person has just typed it.
        """
        who, answer = self._who(played.seat), played.answer
        if played.is_pass:
            self._say(f"{who} has no move and passes.")
        elif answer is not None:
            self._last = played.seat, answer
            self._say(f"{who} plays {answer.move} in {answer.seconds:.2f} s{_reasons(answer)}.")
        for seat in played.skipped:
            self._say(f"{self._who(seat)} has no move and is skipped.")

    def _say_end(self, ended: GameEnded) -> None:
        """Print the result and the transcript, unless they have already been printed."""
        if self._announced == _state_of(self.match):
            return
        rating = self._rate()
        self._show(always=True)
        lost = ended.forfeit
        if lost is not None:
            self._say(f"{self._who(lost.seat)} forfeits the game: {lost}.")
        else:
            self._say(f"Game over: {ended.result.words}.")
        if rating:
            self._say(rating)
        self._part(self.match)

    def _rate(self) -> str:
        """Record the result if it counts for the person's rating, and return a sentence about the rating."""
        game = rated_in(self.session, time.time())
        try:
            return "" if game is None else self.rate(game)
        except OutflankError as error:
            print(f"outflank: your rating has not changed: {error}", file=sys.stderr)
            return ""

    def _keep(self) -> None:
        """Save a person's game after a move, so that even a process that is killed loses none."""
        if self.autosave and self.match.persons and self._saved != _state_of(self.match):
            self._file.update(_record_of(self.match))

    def _part(self, match: Match[Any]) -> None:
        """Print the transcript and save the game before leaving it, unless this has already been done."""
        state = _state_of(match)
        announced, self._announced = self._announced, state
        saved, self._saved = self._saved, state
        try:
            if match.game.moves and announced != state:
                self._say(f"Transcript: {match.game.transcript}", whole=True)
        finally:  # even if the reader of the output has gone
            if not match.game.moves:
                self._is_unsaved = False
                self._file.discard()
            elif saved == state:
                if not self._is_unsaved:
                    self._file.discard()
            elif self.autosave:
                for found in self._file.finish(_record_of(match)):
                    self._is_unsaved = isinstance(found, OutflankError)
                    if isinstance(found, OutflankError):
                        print(f"outflank: {found}", file=sys.stderr)
                    else:
                        self._say_saved(*found)

    def _say_saved(self, path: Path, is_whole: bool) -> None:
        words = "" if is_whole else " (only the position, without the moves)"
        if path.suffix and not formats.with_extension(path.suffix.lower()):
            words = f" (in Outflank's own .txt format, as no format ends in {path.suffix})"
        self._say(f"Saved: {path}{words}", whole=True)

    def _show(self, *, always: bool = False) -> None:
        """Draw the board if it has changed since it was last drawn."""
        game, persons = self.match.game, self.match.persons
        if self._shown == game.positions or (self.quiet and not always):
            return
        self._shown = game.positions
        last, turned = game.last_turned or (None, ())
        legal = self.shows_legal and not self.match.is_over and (game.position.turn in persons or not persons)
        colour = self.screen.console.shows_discs
        board = boards.draw(game.position, last=last, turned=turned, legal=legal, colour=colour)
        self.screen.show(board, boards.standing(game.position))

    def _who(self, seat: int) -> str:
        name = self.session.names[seat]
        shown = "you" if name == PERSON and len(self.match.persons) == 1 else name
        return f"{self.kind.seats[seat]} ({shown})"

    def _say(self, text: str, *, whole: bool = False) -> None:
        self.screen.say(text, whole=whole)


_LONGEST_WORD = 20
_READING = ("load", "open", "read", "start", "continue", "resume", "import")  # words that users may try


def _state_of(match: Match[Any]) -> object:
    """Return everything that affects a match's transcript and saved game, so that changes can be detected."""
    return match.game.moves, match.game.resigned, match.forfeit


def _record_of(match: Match[Any]) -> Record:
    """Convert a match to a record that can be saved."""
    lost = match.forfeit
    result = "" if lost is None else f"{match.kind.seats[lost.seat].lower()} forfeited ({lost.fault})"
    return Record.of(match.game, [seat.player for seat in match.seats], date=saved_games.now(), result=result)


def _takes(command: Callable[..., object], words: list[str]) -> bool:
    """True if a command accepts these words as arguments."""
    try:
        inspect.signature(command).bind(*words)
    except TypeError:
        return False
    return True


def _reasons(answer: Analysis) -> str:
    """Format the value, depth and node count of an answer. Anything that the player does not report is left out."""
    move = answer.chosen
    has_own_scale = move.kind == "heuristic" and move.spread is None  # scores and values of a book are in discs
    parts = [f"value {move.verdict}{' on its own scale' * has_own_scale}"] if move.verdict else []
    if move.depth:
        parts.append(f"depth {move.depth}" + (", to the end" if move.kind == "exact" else ""))
    if answer.nodes:
        parts.append(f"{answer.nodes:,} node{'s' * (answer.nodes > 1)}")
    return f" ({', '.join(parts)})" if parts else ""
