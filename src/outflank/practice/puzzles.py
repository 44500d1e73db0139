"""Puzzles: positions with one clearly best move, for which the loss of every other move is known.

>>> puzzle = shipped()[0]
>>> puzzle.judge(puzzle.best.move).loss
0.0
"""

from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

from outflank.analysis.judged import JudgedMove
from outflank.board.canonical import canonical
from outflank.errors import IllegalMoveError, ParseError, excerpt
from outflank.people.curve import SLOPES, Curve
from outflank.play import MoveValue
from outflank.play.moves import PASS
from outflank.rules import Position

MARGIN = 4
"""Minimum lead of the best move over every other move, in discs."""

LEVELS = (1, 2, 3, 4, 5)
"""Levels from 1, for moves that are obvious, to 5, for moves that only a search of ten plies or more prefers."""

THEMES = {
    "wipe-out": "wipes out the opponent",
    "pass": "leaves the opponent without a move",
    "x-square": "is on the X-square of an empty corner",
    "c-square": "is on a C-square of an empty corner",
    "sacrifice": "gives up a corner that the opponent could not take before",
    "corner": "takes a corner",
    "defence": "stops the opponent from taking a corner",
    "parity": "enters an odd region of empty squares; the second-best move does not",
    "quiet": "flips no disc next to an empty square",
    "mobility": "leaves the opponent fewer moves than any other move",
    "win": "wins, while every other move draws or loses",
    "endgame": "comes with at most 14 empty squares",
}
"""Descriptions of the best move, by theme. The first of a puzzle's themes is the main one."""

_FILE = "puzzles.tsv"
_FIELDS = 6
_MOST_RATING = 20_000
_USUAL = {1: Curve(-610, 0.85), 2: Curve(-500, 0.75), 3: Curve(-350, 0.65), 4: Curve(-290, 0.6), 5: Curve(-230, 0.55)}
"""Ratings for puzzles from before puzzles had ratings, by level: about the medians of the built-in ones."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move in a puzzle, its value in discs from the mover's point of view, and the line that follows it."""

    move: str
    value: int
    line: tuple[str, ...] = ()

    def valued(self, depth: int | None) -> MoveValue:
        """Convert to a `MoveValue` from a search of `depth` plies, or to an exact one if `depth` is None."""
        found = MoveValue(self.move, self.value, pv=(self.move, *self.line))
        return replace(found, kind="exact") if depth is None else replace(found, depth=depth)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with one clearly best move.

    `choices` contains all legal moves, with the best one first. Their values come from searches of `depth` plies, or
    are exact scores if `depth` is None.
    """

    position: Position
    choices: tuple[Choice, ...]
    themes: tuple[str, ...]
    level: int
    depth: int | None = None
    curve: Curve | None = None
    """The chance that a player finds the best move, by rating; None if it has not been computed."""

    @property
    def best(self) -> Choice:
        """The move that solves the puzzle."""
        return self.choices[0]

    @property
    def rating(self) -> int:
        """The rating at which half of the players find the best move, in Elo points on the scale of the archive."""
        return round(self.by_rating.rating)

    @property
    def by_rating(self) -> Curve:
        """The chance that a player finds the best move; the usual one of the puzzle's level if it is unknown."""
        return _USUAL[self.level] if self.curve is None else self.curve

    @property
    def is_proven(self) -> bool:
        """True if the values are exact scores."""
        return self.depth is None

    @property
    def margin(self) -> int:
        """The best move's lead over the second-best move, in discs."""
        return self.choices[0].value - self.choices[1].value

    @property
    def theme(self) -> str:
        """The main theme, or an empty string if there is none."""
        return self.themes[0] if self.themes else ""

    @property
    def key(self) -> str:
        """A key that identifies the puzzle and is the same for all symmetric positions."""
        return key_of(self.position)

    def judge(self, move: str) -> JudgedMove:
        """Judge a move by comparing it with the best one. Raises IllegalMoveError if the move is not legal."""
        name = move.strip().lower()
        for choice in self.choices:
            if choice.move == name:
                best, played = self.best.valued(self.depth), choice.valued(self.depth)
                return JudgedMove(0, self.position.turn, self.position.n_empties, best, played)
        raise IllegalMoveError(self.position.why_illegal(name))

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle as a JSON object that includes the solution."""
        return {
            "key": self.key,
            "position": self.position.board_string,
            "side": str(self.position.turn),
            "level": self.level,
            "rating": self.rating,
            "themes": list(self.themes),
            "depth": self.depth,
            "best": self.best.move,
            "margin": self.margin,
            "moves": [{"move": each.move, "value": each.value, "line": list(each.line)} for each in self.choices],
        }

    def to_line(self) -> str:
        """Format the puzzle as one line.

        Tabs separate the position, the depth or ``exact``, the level, the rating with its slope, the themes and the
        moves.
        """
        moves = " ".join(f"{each.move}{each.value:+d}:{_written(each.line)}" for each in self.choices)
        depth = "exact" if self.depth is None else str(self.depth)
        rated = "" if self.curve is None else f"{self.curve.rating:.0f}/{self.curve.slope:.2f}"
        return "\t".join((self.position.board_string, depth, str(self.level), rated, ",".join(self.themes), moves))

    @classmethod
    def from_line(cls, line: str) -> "Puzzle":
        """Parse a line written by `to_line`. Raises ParseError if the line is not a valid puzzle."""
        fields = line.rstrip("\n").split("\t")
        if len(fields) == _FIELDS - 1:  # from before puzzles had ratings
            fields.insert(3, "")
        if len(fields) != _FIELDS:
            raise ParseError(
                "expected a puzzle with {fields} fields, got {found}: {text}",
                fields=_FIELDS,
                found=len(fields),
                text=excerpt(line, 60),
            )
        board, depth, level, rated, themes, moves = fields
        try:
            choices = tuple(_choice(text) for text in moves.split(" "))
            puzzle = cls(
                Position.parse(board),
                choices,
                tuple(filter(None, themes.split(","))),
                int(level),
                None if depth == "exact" else int(depth),
                _curve(rated),
            )
        except ParseError:
            raise
        except ValueError:
            raise ParseError("expected a puzzle, got {text}", text=excerpt(line, 60)) from None
        if level not in map(str, LEVELS):
            raise ParseError("expected a level from 1 to 5, got {level}", level=excerpt(level, 60))
        if set(puzzle.position.legal_moves) != {each.move for each in choices} or len(choices) < 2:
            raise ParseError("expected the legal moves of the puzzle, got {moves}", moves=excerpt(moves, 60))
        return puzzle


def key_of(position: Position) -> str:
    """Return the bitboards of a position's canonical form as 32 hexadecimal digits."""
    player, opponent = canonical(position.player, position.opponent)
    return f"{player:016x}{opponent:016x}"


@cache
def shipped() -> tuple[Puzzle, ...]:
    """Return the built-in puzzles, with the easiest first."""
    text = resources.files(__package__).joinpath(_FILE).read_text(encoding="utf-8")
    return tuple(Puzzle.from_line(line) for line in text.splitlines() if not line.startswith("#"))


def _written(line: tuple[str, ...]) -> str:
    return "".join("--" if move == PASS else move for move in line)


def _curve(text: str) -> Curve | None:
    """Parse a rating and a slope, such as ``-120/0.70``, or nothing. Raises ValueError if the text has another form."""
    if not text:
        return None
    rating, slope = map(float, text.split("/"))
    if not (abs(rating) <= _MOST_RATING and SLOPES[0] <= slope <= SLOPES[1]):
        raise ValueError(text)
    return Curve(rating, slope)


def _choice(text: str) -> Choice:
    """Parse a move with its value and line, such as ``f5+12:d6c3``. Raises ValueError if the text has another form."""
    head, _, line = text.partition(":")
    moves = tuple(line[at : at + 2] for at in range(0, len(line), 2))
    return Choice(head[:2], int(head[2:]), tuple(PASS if move == "--" else move for move in moves))
