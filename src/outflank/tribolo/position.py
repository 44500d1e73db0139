"""Tribolo positions: the owner of each cell, the walls and the colour to move.

A *jump* is a line of cells in any of the eight directions: an empty cell, a run of discs of one colour, and a disc of
another colour. That other colour may move to the empty cell and capture the run. Between any two players, the moves are
the same as in Othello. A Tribolo move makes all of the mover's jumps to a cell, over both other players.

>>> position = TriboloPosition.parse("BRRRRR. B")
>>> position.play("g1").scores
(7, 0, 0)
"""

import random
import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, NamedTuple

from outflank.board.squares import bits
from outflank.board.walks import Directions, Rays, directions, rays, reached, turned
from outflank.errors import IllegalMoveError, ParseError, excerpt
from outflank.rules.drawn import unmarked
from outflank.text import Text
from outflank.tribolo.outcome import BLUE, TriboloColour, TriboloOutcome

WIDTH, HEIGHT = 16, 11
"""The board size in a normal game. Custom boards may be smaller, but must have room for a jump."""

NARROWEST = 3

N_EACH = 12
"""Number of cells that each colour owns at the start, and number of walls."""

_WALL, _EMPTY = "#", "."
_CELLS = {"B": 0, "R": 1, "G": 2, _WALL: 3, _EMPTY: None, "-": None}

# The frame that `str` and the terminal print around the cells. Possessive repeats (``*+``) keep long runs of blanks
# fast.
_LETTERS = re.compile(r"^[ \t]*+a {1,2}b {1,2}c(?: {1,2}[d-p])*+[ \t\r]*+$", re.MULTILINE)
_ROW = re.compile(r"^[ \t]*+[0-9]{1,2}((?: ++[BRGbrg#.+-]){3,16}+)[ \t\r]*+$", re.MULTILINE)
_COUNTS = re.compile(r"^.*->[ \t]++((?:Blue|Red|Green) \([BRG]\)) [0-9]++.*$", re.MULTILINE)
_TURN = re.compile(r"\b(?:(blue|red|green) \([brg]\) to move|game over)\b", re.IGNORECASE | re.ASCII)


class _Board(NamedTuple):
    names: tuple[str, ...]
    cells: dict[str, int]
    mask: int
    directions: Directions
    rays: tuple[Rays, ...]


@cache
def _board(width: int, height: int) -> _Board:
    """The names, masks, directions and rays for a board of this size."""
    names = tuple(f"{chr(ord('a') + x)}{y + 1}" for y in range(height) for x in range(width))
    cells = {name: cell for cell, name in enumerate(names)}
    return _Board(names, cells, (1 << width * height) - 1, directions(width, height), rays(width, height))


def names(width: int, height: int) -> tuple[str, ...]:
    """The names of all cells on a board of this size, in row-major order."""
    return _board(width, height).names


def without_labels(text: str) -> str:
    """Convert a board printed by `str` to plain rows. All other text is returned unchanged."""
    text = unmarked(text)
    if not _LETTERS.search(text):
        return text
    rows = _ROW.sub(
        lambda row: "".join(row[1].split()).replace("+", _EMPTY), _COUNTS.sub(r"\1 to move", _LETTERS.sub("", text))
    )
    return _TURN.sub(lambda turn: turn[1][0] if turn[1] else "", rows)


@dataclass(frozen=True, slots=True, repr=False)
class TriboloPosition:
    """A Tribolo position: the blue, red and green discs, the walls and the colour to move.

    Boards are integers in which bit y × width + x represents the cell in column x and row y, counted from 0 at the top
    left. A move is the name of a cell, from ``"a1"`` to ``"p11"``, with a letter for the column and a number for the
    row.

    There are no passes. If the colour passed as `turn` cannot move, the turn goes to the next colour that can. If the
    game is over, `turn` is blue.

    Raises ParseError if the board is smaller than 3×1 or larger than 16×11, if a cell is off the board, or if two
    objects are on the same cell.
    """

    discs: tuple[int, int, int]
    walls: int = 0
    turn: TriboloColour = BLUE
    width: int = WIDTH
    height: int = HEIGHT
    legal_mask: int = field(default=0, init=False, compare=False)
    """Mask of the legal cells of the colour to move."""

    game: ClassVar[str] = "tribolo"
    n_players: ClassVar[int] = 3
    must_pass: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Validate the board, and skip colours that cannot move. Raises ParseError."""
        width, height = self.width, self.height
        if not (NARROWEST <= width <= WIDTH and 1 <= height <= HEIGHT):
            raise ParseError(
                "expected a board of {narrowest}×1 to {widest}×{highest} cells, got {width}×{height}",
                narrowest=NARROWEST,
                widest=WIDTH,
                highest=HEIGHT,
                width=width,
                height=height,
            )
        (blue, red, green), walls = self.discs, self.walls
        if (blue | red | green | walls) >> width * height:  # true for negative numbers: all their high bits are set
            raise ParseError(
                "expected cells on the {width}×{height} board, got one outside it", width=width, height=height
            )
        if twice := (blue & (red | green | walls)) | (red & (green | walls)) | (green & walls):
            raise ParseError(
                "expected at most one disc or wall per cell, got two on {cell}",
                cell=names(width, height)[next(bits(twice))],
            )
        for colour in (self.turn, *self.turn.others):
            if legal := self.legal_mask_of(colour):
                break
        object.__setattr__(self, "turn", colour if legal else BLUE)
        object.__setattr__(self, "legal_mask", legal)

    # --- constructors ---------------------------------------------------------------------------------------------

    @classmethod
    def start(cls, seed: int | None = None) -> "TriboloPosition":
        """A random starting position with twelve cells of each colour and twelve walls.

        The same seed always produces the same board.
        """
        source = random.Random(seed)
        cells = list(range(WIDTH * HEIGHT))
        source.shuffle(cells)
        blue, red, green, walls = (
            sum(1 << cell for cell in cells[i : i + N_EACH]) for i in range(0, 4 * N_EACH, N_EACH)
        )
        return cls((blue, red, green), walls, TriboloColour(source.randrange(3)).next)

    @classmethod
    def parse(cls, text: str) -> "TriboloPosition":
        """Parse a board: the rows from the top, separated by line breaks or ``/``, and optionally the colour to move.

        Cells are ``B``, ``R`` and ``G`` in either case, ``#`` for a wall, and ``.`` or ``-`` for an empty cell. The
        default turn is blue's, and colours that cannot move are skipped. The output of `str` is also accepted. Raises
        ParseError.
        """
        rows, turn = re.split(r"[\s/]+", without_labels(text).strip()), BLUE
        if rows[-1].upper() in ("B", "R", "G"):  # a single character is too narrow for a row
            turn = TriboloColour("BRG".index(rows.pop().upper()))
        parts, width = [0, 0, 0, 0], len(rows[0]) if rows else 0
        if width > WIDTH or len(rows) > HEIGHT:
            raise ParseError(
                "expected a board of at most {widest}×{highest} cells, got {width}×{height}",
                widest=WIDTH,
                highest=HEIGHT,
                width=width,
                height=len(rows),
            )
        for y, row in enumerate(rows):
            if len(row) != width:
                raise ParseError(
                    "expected {width} cells in row {number}, got {found}: {text}",
                    width=width,
                    number=y + 1,
                    found=len(row),
                    text=excerpt(row),
                )
            for x, cell in enumerate(row.upper()):
                if cell not in _CELLS:
                    raise ParseError(
                        "expected a cell (B, R, G, # or .) in row {number}, got {cell}",
                        number=y + 1,
                        cell=excerpt(row[x]),
                    )
                part = _CELLS[cell]
                if part is not None:
                    parts[part] |= 1 << y * width + x
        blue, red, green, walls = parts
        return cls((blue, red, green), walls, turn, width, len(rows))

    # --- contents -------------------------------------------------------------------------------------------------

    @property
    def empties(self) -> int:
        """Mask of the empty cells."""
        blue, red, green = self.discs
        return _board(self.width, self.height).mask & ~(blue | red | green | self.walls)

    @property
    def scores(self) -> tuple[int, int, int]:
        """The number of blue, red and green cells."""
        blue, red, green = self.discs
        return blue.bit_count(), red.bit_count(), green.bit_count()

    @property
    def counts(self) -> tuple[int, int, int]:
        """The number of blue, red and green cells, the same as `scores`."""
        return self.scores

    @property
    def outcome(self) -> TriboloOutcome | None:
        """The result of the game, or None if any colour can still move."""
        return self.standing if self.is_over else None

    @property
    def standing(self) -> TriboloOutcome:
        """The result if the game ended in this position."""
        return TriboloOutcome(self.scores)

    def owner_at(self, name: str) -> TriboloColour | None:
        """The owner of a cell, or None for a wall, an empty cell or an unknown name."""
        cell = self._cell(name)
        bit = 0 if cell is None else 1 << cell
        return next((colour for colour in TriboloColour if self.discs[colour] & bit), None)

    def _cell(self, name: object) -> int | None:
        """The number of the cell with this name, in either case, or None if there is no such cell."""
        return _board(self.width, self.height).cells.get(name.strip().lower()) if isinstance(name, str) else None

    # --- moving ---------------------------------------------------------------------------------------------------

    def legal_mask_of(self, colour: TriboloColour) -> int:
        """Mask of the cells to which a colour could move, even if it is another colour's turn."""
        a, b = colour.others
        steps = _board(self.width, self.height).directions
        own = self.discs[colour]
        return (reached(own, self.discs[a], steps) | reached(own, self.discs[b], steps)) & self.empties

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """All legal moves in row-major order. Empty if the game is over."""
        names = _board(self.width, self.height).names
        return tuple(names[cell] for cell in bits(self.legal_mask))

    @property
    def is_over(self) -> bool:
        """True if nobody can move."""
        return not self.legal_mask

    def flips(self, move: str) -> tuple[int, int, int]:
        """Masks of the blue, red and green discs that `move` captures. All are 0 if the move is illegal."""
        board = _board(self.width, self.height)
        cell = self._cell(move)
        taken = [0, 0, 0]
        if cell is not None and self.empties >> cell & 1:
            for loser in self.turn.others:
                taken[loser] = turned(board.rays[cell], self.discs[self.turn], self.discs[loser])
        blue, red, green = taken
        return blue, red, green

    def play(self, move: str) -> "TriboloPosition":
        """Return the position after a legal move. Colours that cannot move are skipped.

        Raises IllegalMoveError, with an explanation, if the move is illegal.
        """
        flips = self.flips(move)
        if not any(flips):
            raise IllegalMoveError(self.why_illegal(move))
        discs = [discs & ~lost for discs, lost in zip(self.discs, flips, strict=True)]
        cell = self._cell(move)
        assert cell is not None
        discs[self.turn] |= sum(flips) | 1 << cell
        blue, red, green = discs
        return TriboloPosition((blue, red, green), self.walls, self.turn.next, self.width, self.height)

    def is_legal(self, move: str) -> bool:
        """Return whether `move` is one of `legal_moves`."""
        return any(self.flips(move))

    def turned(self, move: str) -> tuple[int, ...]:
        """Cell numbers of the discs that a legal move captures."""
        blue, red, green = self.flips(move)
        return tuple(bits(blue | red | green))

    def skipped(self, before: "TriboloPosition") -> tuple[TriboloColour, ...]:
        """The colours that were skipped because they could not move. `before` is the position one move earlier."""
        if self.is_over:
            return ()
        colours, colour = [], before.turn.next
        while colour is not self.turn:
            colours.append(colour)
            colour = colour.next
        return tuple(colours)

    def why_illegal(self, move: str) -> str:
        """Explain in one sentence why a move is illegal."""
        board, mover = _board(self.width, self.height), self.turn.title
        if self.is_over:
            return Text("{move} is not legal: the game is over", move=excerpt(str(move)))
        cell = self._cell(move)
        if cell is None:
            return Text("expected a cell from a1 to {last}, got {move}", last=board.names[-1], move=excerpt(str(move)))
        move = board.names[cell]
        owner = self.owner_at(move)
        if owner is not None:
            reason = (
                Text("the cell is {owner}'s", owner=owner)
                if owner is not self.turn
                else Text("it already owns the cell")
            )
        elif self.walls >> cell & 1:
            reason = Text("there is a wall")
        else:
            reason = Text("no run of another colour's discs lies between it and a {turn} disc", turn=self.turn)
        return Text("{mover} cannot play {move}: {reason}", mover=mover, move=move, reason=reason)

    # --- text -----------------------------------------------------------------------------------------------------

    @property
    def cells(self) -> str:
        """The cells in row-major order: ``B``, ``R`` or ``G`` for discs, ``#`` for a wall, ``.`` for an empty cell."""
        return "".join(self.rows)

    @property
    def board_string(self) -> str:
        """The position on one line: the rows, separated by ``/``, followed by a space and the colour to move."""
        return f"{'/'.join(self.rows)} {self.turn.symbol}"

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of `cells` from top to bottom."""
        cells = [_EMPTY] * (self.width * self.height)
        for symbol, part in zip("BRG#", (*self.discs, self.walls), strict=True):
            for cell in bits(part):
                cells[cell] = symbol
        return tuple("".join(cells[i : i + self.width]) for i in range(0, len(cells), self.width))

    def to_json(self) -> dict[str, Any]:
        """Convert the position to a JSON object, which `from_json` can read."""
        return {"rows": list(self.rows), "turn": str(self.turn)}

    @classmethod
    def from_json(cls, data: Any) -> "TriboloPosition":
        """Read a position from the output of `to_json`. Raises ParseError."""
        if not isinstance(data, dict) or set(data) != {"rows", "turn"}:
            raise ParseError("expected a position with rows and turn, got {data}", data=excerpt(str(data), 60))
        rows, turn = data["rows"], data["turn"]
        if not (isinstance(rows, list) and rows and all(isinstance(row, str) and row.strip() for row in rows)):
            raise ParseError("expected rows of cells, got {rows}", rows=excerpt(str(rows), 60))
        if not isinstance(turn, str) or turn.upper() not in TriboloColour.__members__:
            raise ParseError("expected a turn of blue, red or green, got {turn}", turn=excerpt(str(turn)))
        return cls.parse(f"{'/'.join(rows)} {turn[0]}")

    def __repr__(self) -> str:
        return f"TriboloPosition.parse('{self.board_string}')"

    def __str__(self) -> str:
        letters = "   " + " ".join(chr(ord("a") + x) for x in range(self.width))
        board = [f"{y:<2} {' '.join(row)}" for y, row in enumerate(self.rows, 1)]
        turn = "Game over" if self.is_over else f"{self.turn.name.capitalize()} ({self.turn.symbol}) to move"
        return "\n".join([letters, *board, turn])
