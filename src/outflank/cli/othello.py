"""Othello at the terminal."""

from collections.abc import Callable

from rich.text import Text

from outflank.cli.boards import draw, standing
from outflank.cli.session import Session
from outflank.errors import OutflankError, excerpt
from outflank.formats import saved
from outflank.rules import PASS, Colour, Game, Position


class OthelloSession(Session[Game]):
    """Games of Othello on a screen; see `Session`."""

    colours = Colour
    cell = "square"
    help = """\
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

    def _drawn(self) -> tuple[Text, str]:
        game = self.game
        last = next((i for i in reversed(range(len(game.moves))) if game.moves[i] != PASS), None)
        move = None if last is None else game.moves[last]
        flipped = 0 if last is None or move is None else game.positions[last].flips(move)
        board = draw(game.position, last=move, flipped=flipped, colour=self.screen.console.shows_discs)
        return board, "" if game.is_over else standing(game.position)

    def _saved(self, date: str, result: str) -> str:
        black, white = self.names
        return saved.write(self.game, black=black, white=white, date=date, result=result)

    def _new(self, argument: str | None = None) -> None:
        if argument is not None and not (argument.isdecimal() and len(argument) < 3):
            raise OutflankError(f"expected a board size, got {excerpt(argument)}")
        size = self.game.start.size if argument is None else int(argument)
        self._begin_again(Game(Position.start(size)), "A new game.")

    def _commands(self) -> dict[str, Callable[..., None]]:
        return super()._commands() | {"resign": self._resign}

    @property
    def _prompt(self) -> str:
        discs = self.screen.console.shows_discs
        return f"{self.game.position.turn.name.capitalize()} to move" if discs else super()._prompt

    def _resign(self) -> None:
        self._check_running()
        self.game.resign(self.game.position.turn)

    def _undo(self) -> None:
        """Only take a resignation back, if there was one."""
        if self.game.resigned is None:
            super()._undo()
            return
        self.game.resigned = None
        self._say("The game goes on.")
        self.forfeit = self.last = self._announced = None
