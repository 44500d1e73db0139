"""Text of any kind, as people paste it: find a board, then moves, ignore the rest, and say what was understood.

>>> print(read("My game: 1.f5 d6 2.c3 and then I lost").summary)
3 moves among other text: White to move
"""

import re
from dataclasses import dataclass
from typing import Any

from outflank.errors import ParseError, excerpt
from outflank.formats import diagram, transcript
from outflank.play import formats
from outflank.play.places import blank_comments, check_length
from outflank.play.record import Record
from outflank.rules import PASS, Position
from outflank.rules.kinds import OTHELLO

_COLUMNS = {4: "[A-Da-d]", 6: "[A-Fa-f]", 8: "[A-Ha-h]", 10: "[A-Ja-j]"}
_MOVES = {size: re.compile(columns + transcript.ROW[size]) for size, columns in _COLUMNS.items()}
_WORDS = {size: re.compile(rf"\b(?:{move.pattern})++\b") for size, move in _MOVES.items()}


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: a game with what is known about it, and the format it was in (``text`` for none of them).

    `stopped` says why the moves after these are left out, if there are any: the first of them is not legal.
    """

    record: Record
    format: str
    stopped: str = ""

    @property
    def game(self) -> Any:
        """The game: the board that was found, or the usual start, and the moves."""
        return self.record.game

    @property
    def noun(self) -> str:
        """What it was, as in *a transcript*; empty if that has no name."""
        return formats.format_named(self.format).noun if self.format in formats.names() else ""

    @property
    def is_usual(self) -> bool:
        """Whether the game begins with the usual start."""
        return bool(self.format != "board" and self.game.start == Position.start(self.game.start.size))

    @property
    def summary(self) -> str:
        """What was understood, in a sentence for the user without a full stop."""
        game = self.game
        n_moves = sum(move != PASS for move in game.moves)
        moves = "1 move" if n_moves == 1 else f"{n_moves} moves"
        noun = self.noun or "among other text"
        if game.moves and self.is_usual:
            what = f"{noun} of {moves}" if self.format != "text" else f"{moves} {noun}"
        else:
            what = _board(game.start) if self.format == "board" else f"{noun}: {_board(game.start)}"
            what += f", then {moves}" if game.moves else ""
        black, white = self.record.player(0), self.record.player(1)
        if black and white:
            what += f" ({black} against {white})"
        if game.is_over:
            return f"{what}: the game is over, {game.outcome}"
        return f"{what}: {game.position.turn.name.capitalize()} to move" if game.moves else what


def read(text: str) -> Reading:
    """What a text of any kind says: one game, or one position.

    A text in one of the formats is read as that. In any other, the first board counts if there is one, and after it
    every word of moves; passes follow from the rules. The game ends before the first move that is not legal. Raises
    ParseError if there is neither a board nor a move, and if the first move is not legal.
    """
    text = text.removeprefix("\ufeff")
    check_length(text)
    name = formats.recognise(text, among=OTHELLO.formats)
    if name not in ("board", "transcript", None):
        return _read_as(name, text)
    text = blank_comments(text)
    found = diagram.find(text)
    start, before, rest = (found.position, found.before, found.after) if found else (Position.start(), "", text)
    if not before.strip() and transcript.holds_only_moves(rest, start.size):
        game, error = transcript.play(start, transcript.moves_of(rest, start.size), rest)
        name = "board" if found else "transcript"
    else:
        words = (word.span() for word in _WORDS[start.size].finditer(rest))
        moves = (move for span in words for move in _MOVES[start.size].finditer(rest, *span))
        game, error = transcript.play(start, ((move.start(), move[0].lower()) for move in moves), rest)
        name = "text"
    if error is not None and not game.moves:
        raise error
    if not found and not game.moves:
        raise ParseError(f"expected a board or moves, got {excerpt(text.strip(), 60) if text.strip() else 'nothing'}")
    return Reading(Record.of(game), name, "" if error is None else str(error))


def _read_as(name: str, text: str) -> Reading:
    """A text in a format, up to a move that is not legal. Raises ParseError, also if that is the first."""
    try:
        return Reading(formats.only(formats.read(text, among=OTHELLO.formats)), name)
    except ParseError as error:
        if error.so_far is None or not error.so_far.tree.moves:
            raise
        return Reading(error.so_far, name, str(error))


def _board(position: Position) -> str:
    article = "an" if position.size == 8 else "a"
    squares = "1 empty" if position.n_empties == 1 else f"{position.n_empties} empties"
    side = "" if position.is_over else f", {position.turn.name.capitalize()} to move"
    return f"{article} {position.size}×{position.size} board with {squares}{side}"
