"""Tribolo at the terminal."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from outflank.cli.boards import draw_tribolo, standing_of_three
from outflank.cli.players import HUMAN
from outflank.cli.session import Session
from outflank.errors import OutflankError, excerpt
from outflank.tribolo import Colour, Game, Position, saved

N_BOARDS = 1_000_000
"""How many boards a new game is drawn from when no number is given."""


def first_game(start: str | None, seed: int | None) -> Game:
    """The game that a person names, to go on with; or else a new one, on the board of a seed."""
    return saved.load(start).game if start not in (None, "start") else Game(Position.start(seed))


class TriboloSession(Session[Game]):
    """Games of Tribolo on a screen; see `Session`."""

    colours = Colour
    cell = "cell"
    help = """\
A move is a cell, such as f5. Whoever cannot move is skipped.
  legal             show the cells where you can move, or hide them again
  undo              take your last move back, and the answers to it
  redo              play it again
  hint              what a computer player would do
  why               the value and depth behind the computer's last move
  new [NUMBER]      a new game on a random board, or on the board of that number
  restart           this game again from its first position
  blue PLAYER       let someone else take a side: human, tribolo, tribolo:max_n
  red PLAYER
  green PLAYER
  board             draw the board again
  moves             the moves so far
  save [FILE]       save the game; outflank play --tribolo --start FILE goes on with it
  help              this list
  quit              leave; the moves are printed and the game saved"""

    shows_legal = False
    """Whether a person sees where it can move."""

    def _drawn(self) -> tuple[Text, str]:
        position, moves = self.game.position, self.game.moves
        taken = sum(self.game.positions[-2].flips(moves[-1])) if moves else 0
        legal = position.legal_mask if self.shows_legal and position.turn in self._persons else 0
        colour = self.screen.console.shows_discs
        board = draw_tribolo(position, last=moves[-1] if moves else None, taken=taken, legal=legal, colour=colour)
        return board, standing_of_three(position)

    def _saved(self, date: str, result: str) -> str:
        blue, red, green = self.names
        return saved.write(saved.Record(self.game, (blue, red, green), date), result)

    def _new(self, argument: str | None = None) -> None:
        if argument is not None and not (argument.isdecimal() and len(argument) < 20):
            raise OutflankError(f"expected the number of a board, got {excerpt(argument)}")
        number = random.randrange(N_BOARDS) if argument is None else int(argument)
        self._begin_again(Game(Position.start(number)), f"A new game, on board {number}.")

    def _commands(self) -> dict[str, Callable[..., None]]:
        return super()._commands() | {"legal": self._legal}

    def _legal(self) -> None:
        self._check_running()
        self.shows_legal = not self.shows_legal
        self._board()

    def _known(self, seat: int, names: Sequence[str]) -> dict[str, Any]:
        """The computer players are told whom to ally against, if there is just one person."""
        persons = [colour for colour in Colour if names[colour] == HUMAN]
        person = str(persons[0]) if len(persons) == 1 else None
        return super()._known(seat, names) | {"person": person}

    def _push(self, move: str) -> None:
        """Play a move, and say who is skipped after it."""
        super()._push(move)
        for colour in self.game.skipped:
            self._say(f"{self._who(colour)} has no move and is skipped.")
