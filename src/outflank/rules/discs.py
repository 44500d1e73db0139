"""Positions in which discs of two colours flip each other: the base class for Othello and its variants.

Bitboards are plain Python integers, for boards of 4×4, 6×6, 8×8 and 10×10. The compiled kernels in `outflank.board`
implement the same rules for 8×8 at full speed. This module is for user interfaces, the classic players, and code that
users write in Python.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self

from outflank.board.squares import NAMES, SIZES, SQUARES, bits, full
from outflank.board.walks import directions, rays, reached, turned
from outflank.errors import IllegalMoveError, ParseError, described, excerpt
from outflank.play.chess_words import OF_POSITIONS, no_attribute
from outflank.play.moves import PASS
from outflank.rules import labels, picture
from outflank.rules.outcome import BLACK, WHITE, Colour, Outcome
from outflank.text import Text

_DISCS = {**dict.fromkeys("Xxb*B", BLACK), **dict.fromkeys("OowW", WHITE)}
_EMPTY = "-."


_DIRECTIONS = {size: directions(size, size) for size in SIZES}
_RAYS = {size: rays(size, size) for size in SIZES}
_set = object.__setattr__


@dataclass(frozen=True, slots=True, repr=False)
class DiscPosition:
    """A position: the discs on the board and the side to move. Subclasses define which side wins.

    A move is the name of a square, such as ``"f5"``, or `PASS`. Names are accepted in upper case, but always returned
    in lower case. Iterating over a position yields the names of all its squares, and ``position["f5"]`` is the colour
    of the disc on f5, or None if the square is empty.

    Raises ParseError if a disc is off the board or if both sides have a disc on the same square.
    """

    black: int
    """Bitboard of the black discs. Each square is bit row × size + column."""

    white: int
    """Bitboard of the white discs."""

    turn: Colour = BLACK
    """Side to move."""

    size: int = 8
    """Width of the board in squares, one of `SIZES`."""

    _legal: int | None = field(default=None, init=False, compare=False)  # computed on first use

    game: ClassVar[str] = "othello"
    """Identifier of the game."""

    fewest_win: ClassVar[bool] = False
    """True if the side with fewer discs wins."""

    n_players: ClassVar[int] = 2
    """Number of players."""

    def __post_init__(self) -> None:
        """Raise ParseError for an unsupported size, a disc off the board, or two discs on the same square."""
        black, white = self.black, self.white
        _check_size(self.size)
        if black & white:
            square = next(bits(black & white))
            where = NAMES[self.size][square] if square < self.size**2 else "a square off the board"
            raise ParseError(
                "expected at most one disc per square, got a black and a white one on {where}", where=where
            )
        if black < 0 or white < 0 or (black | white) >> _CELLS[self.size]:
            raise ParseError("expected discs on the {size}×{size} board, got one outside it", size=self.size)

    # --- constructors ---------------------------------------------------------------------------------------------

    @classmethod
    def start(cls, size: int = 8, *, mirrored: bool = False) -> Self:
        """The usual starting position: White on d4 and e5, Black on e4 and d5, and Black to move.

        With `mirrored`, the two colours trade places.
        """
        _check_size(size)  # before it is used in a shift
        middle = size // 2
        low, high = (middle - 1) * size + middle - 1, middle * size + middle
        rising, falling = 1 << (low + 1) | 1 << (high - 1), 1 << low | 1 << high
        return cls(falling, rising, BLACK, size) if mirrored else cls(rising, falling, BLACK, size)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a board: the cells in row-major order from a1, optionally followed by the side to move.

        Black is written as any of ``X x B b *``, white as any of ``O o W w``, and an empty square as ``-`` or ``.``.
        White space is ignored. The board may also have column letters, row numbers and the side to move in words, as in
        the output of `str`.

        If the text does not name the side to move, Black moves when the number of discs is even and White when it is
        odd, unless only the other side has a legal move. Raises ParseError if the text is not a board.
        """
        if not isinstance(text, str):
            raise ParseError("expected a board in text, got {text}", text=described(text))
        plain, said = labels.without_side(labels.without_labels(text)), labels.side_in(text)
        cells = [(at, cell) for at, cell in enumerate(plain) if not cell.isspace()]
        for at, cell in cells:
            if cell not in _DISCS and cell not in _EMPTY:
                raise ParseError("expected a cell (X, O or -), got {cell}", column=at + 1, cell=excerpt(cell))
        # A single character after longer words or lines is the side to move, even if it could be the board's last cell.
        stands_apart = any(_last_alone(pieces) for pieces in (plain.split(), plain.strip().splitlines()))
        with_turn = said is None and (stands_apart or len(cells) - 1 in _SIZE_OF)
        n_cells = len(cells) - with_turn
        size = _SIZE_OF.get(n_cells)
        if size is None:
            meant = [n for n in _SIZE_OF if abs(n - n_cells) <= 4] or list(_SIZE_OF)
            expected = " or ".join(map(str, meant))
            raise ParseError(
                "expected {number} cells, got {found}: {text}",
                number=expected,
                found=n_cells,
                text=excerpt(text.strip()),
            )
        black = white = 0
        for square, (_, cell) in enumerate(cells[: size * size]):
            black |= (_DISCS.get(cell) is BLACK) << square
            white |= (_DISCS.get(cell) is WHITE) << square
        if said is not None:
            return cls(black, white, said, size)
        if not with_turn:
            position = cls(black, white, Colour((black | white).bit_count() % 2), size)
            return position.after_pass
        at, cell = cells[-1]
        if cell not in _DISCS:
            raise ParseError("expected the side to move (X or O), got {cell}", column=at + 1, cell=excerpt(cell))
        return cls(black, white, _DISCS[cell], size)

    # --- discs ----------------------------------------------------------------------------------------------------

    @property
    def player(self) -> int:
        """Bitboard of the side to move; on 8×8, bit 0 is a1 and bit 63 is h8."""
        return self.black if self.turn is BLACK else self.white

    @property
    def opponent(self) -> int:
        """Bitboard of the side that is not to move."""
        return self.white if self.turn is BLACK else self.black

    @property
    def occupied(self) -> int:
        """Bitboard of all discs."""
        return self.black | self.white

    @property
    def n_empties(self) -> int:
        """Number of empty squares."""
        return self.size * self.size - (self.black | self.white).bit_count()

    def discs(self, colour: Colour) -> int:
        """Bitboard of one side's discs; see `count` for their number."""
        return self.white if colour else self.black

    def count(self, colour: Colour) -> int:
        """Number of discs of one side."""
        return self.discs(colour).bit_count()

    def lead(self, colour: Colour) -> int:
        """One side's lead in discs, ignoring empty squares.

        The sign is reversed in games where the side with fewer discs wins.
        """
        difference = self.count(colour) - self.count(colour.opponent)
        return -difference if self.fewest_win else difference

    def disc_at(self, name: str) -> Colour | None:
        """The colour of the disc on a square, or None if the square is empty or does not exist."""
        square = self._square(name)
        bit = 0 if square is None else 1 << square
        return BLACK if self.black & bit else WHITE if self.white & bit else None

    def _square(self, name: object) -> int | None:
        """The number of the square with this name, in either case, or None if there is no such square."""
        if not isinstance(name, str):
            return None
        square = SQUARES[self.size].get(name)
        return SQUARES[self.size].get(name.strip().lower()) if square is None else square

    # --- moving ---------------------------------------------------------------------------------------------------

    @property
    def legal_mask(self) -> int:
        """Bitboard of the squares where the side to move may place a disc."""
        if self._legal is None:
            empty = full(self.size) & ~self.occupied
            walks = reached(self.player, self.opponent, _DIRECTIONS[self.size])
            object.__setattr__(self, "_legal", walks & empty)
        return self._legal  # type: ignore[return-value]

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """All legal moves in row-major order: just `PASS` if the side must pass, and nothing if the game is over."""
        if self.legal_mask:
            names = NAMES[self.size]
            return tuple(names[square] for square in bits(self.legal_mask))
        return (PASS,) if self.switched().legal_mask else ()

    @property
    def must_pass(self) -> bool:
        """True if the side to move has no legal move but the other side does."""
        return not self.legal_mask and self.switched().legal_mask != 0

    @property
    def after_pass(self) -> Self:
        """The position after the pass, if the side to move must pass; otherwise the position itself."""
        return self.switched() if self.must_pass else self

    @property
    def is_over(self) -> bool:
        """True if neither side can move."""
        return not self.legal_mask and not self.switched().legal_mask

    def flips(self, move: str) -> int:
        """Bitboard of the discs that `move` flips; 0 for a pass or an illegal move."""
        square = self._square(move)
        black, white = self.black, self.white
        if square is None or (black | white) >> square & 1:
            return 0
        player, opponent = (white, black) if self.turn else (black, white)
        return turned(_RAYS[self.size][square], player, opponent)

    def play(self, move: str) -> Self:
        """Return the position after a legal move. Raises IllegalMoveError, with an explanation, for any other move."""
        flips = self.flips(move)
        if not flips:
            if self._is_pass(move) and self.must_pass:
                return self.switched()
            raise IllegalMoveError(self.why_illegal(move))
        square = self._square(move)
        assert square is not None
        placed = flips | 1 << square
        if self.turn is BLACK:
            return self._with(self.black | placed, self.white & ~flips, WHITE)
        return self._with(self.black & ~flips, self.white | placed, BLACK)

    def is_legal(self, move: str) -> bool:
        """Return whether `move` is one of `legal_moves`."""
        return self.flips(move) != 0 or (self._is_pass(move) and self.must_pass)

    @staticmethod
    def _is_pass(move: object) -> bool:
        return isinstance(move, str) and move.strip().lower() == PASS

    def _with(self, black: int, white: int, turn: Colour) -> Self:
        """A position of the same class and size with the given discs, created without validation.

        The caller must make sure that the discs are valid.
        """
        other = object.__new__(type(self))
        _set(other, "black", black)
        _set(other, "white", white)
        _set(other, "turn", turn)
        _set(other, "size", self.size)
        _set(other, "_legal", None)
        return other

    def why_illegal(self, move: str) -> str:
        """Explain in one sentence why a move is illegal."""
        side = self.turn.title
        if self.is_over:
            return Text("{move} is not legal: the game is over", move=excerpt(str(move)))
        if self._is_pass(move):
            shown, more = self.legal_moves[:6], len(self.legal_moves) > 6
            places = Text("{squares} and elsewhere", squares=", ".join(shown)) if more else ", ".join(shown)
            return Text("{side} may not pass: there is a move at {places}", side=side, places=places)
        square = self._square(move)
        if square is None:
            last = NAMES[self.size][-1]
            return Text("expected a square from a1 to {last}, got {move}", last=last, move=excerpt(str(move)))
        move = NAMES[self.size][square]
        if self.must_pass:
            return Text(
                "{side} cannot play {move}: no move turns over a disc, so {side} must pass", side=side, move=move
            )
        owner = self.disc_at(move)
        reason = (
            Text("it turns over no disc")
            if owner is None
            else Text("the square is taken by {owner}", owner=owner.title)
        )
        return Text("{side} cannot play {move}: {reason}", side=side, move=move, reason=reason)

    def switched(self) -> Self:
        """The same position, but with the other side to move."""
        return self._with(self.black, self.white, self.turn.opponent)

    # --- the end --------------------------------------------------------------------------------------------------

    def is_game_over(self) -> bool:
        """Same as `is_over`, for users of python-chess."""
        return self.is_over

    @property
    def outcome(self) -> Outcome | None:
        """The result of the game, which may be a draw, or None if either side can still move."""
        return self.standing if self.is_over else None

    @property
    def standing(self) -> Outcome:
        """The result if the game ended in this position."""
        return Outcome(self.black.bit_count(), self.white.bit_count(), self.n_empties, fewest_win=self.fewest_win)

    @property
    def scores(self) -> tuple[int, int]:
        """Black's and White's winning margins in discs if the game ended here. Empty squares go to the winner."""
        difference = self.standing.difference
        return difference, -difference

    # --- for interfaces -------------------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.size

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.size

    @property
    def counts(self) -> tuple[int, int]:
        """The number of black discs and the number of white discs."""
        return self.black.bit_count(), self.white.bit_count()

    def turned(self, move: str) -> tuple[int, ...]:
        """Square numbers of the discs that a legal move flips; empty for a pass."""
        return tuple(bits(self.flips(move)))

    def skipped(self, before: Self) -> tuple[int, ...]:  # noqa: ARG002
        """Return an empty tuple. No player is ever skipped in Othello, where a pass is a move."""
        return ()

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES[self.size])

    def __getitem__(self, square: str) -> Colour | None:
        if self._square(square) is None:
            raise KeyError(f"expected a square from a1 to {NAMES[self.size][-1]}, got {described(square)}")
        return self.disc_at(square)

    if not TYPE_CHECKING:  # type checkers report unknown attributes themselves

        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name, OF_POSITIONS)

    def _repr_svg_(self) -> str:
        """Render the board as SVG for notebooks."""
        return picture.draw(self, legal=True)

    # --- symmetry and text ----------------------------------------------------------------------------------------

    def transformed(self, symmetry: int) -> Self:
        """Apply one of the eight symmetries, numbered from 0 to 7.

        Bit 2 transposes the board, then bit 1 reverses the order of the rows, then bit 0 reverses the order of the
        columns.
        """
        return type(self)(
            _transform(self.black, symmetry, self.size),
            _transform(self.white, symmetry, self.size),
            self.turn,
            self.size,
        )

    @property
    def cells(self) -> str:
        """The cells in row-major order from a1: ``X`` for black, ``O`` for white, ``-`` for empty."""
        return "".join("X" if self.black >> i & 1 else "O" if self.white >> i & 1 else "-" for i in range(self.size**2))

    @property
    def board_string(self) -> str:
        """The cells followed by a space and the side to move, the usual format in Othello programs."""
        return f"{self.cells} {self.turn.symbol}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse('{self.board_string}')"

    def __str__(self) -> str:
        width = len(str(self.size)) + 1
        letters = " " * width + " ".join("abcdefghij"[: self.size])
        rows = [self.cells[i : i + self.size].replace("-", ".") for i in range(0, self.size**2, self.size)]
        board = [f"{number:<{width}}" + " ".join(cells) for number, cells in enumerate(rows, 1)]
        return "\n".join([letters, *board, f"{self.turn.name.capitalize()} ({self.turn.symbol}) to move"])


def _check_size(size: int) -> None:
    """Raise ParseError if this board size is not supported."""
    if size not in _CELLS:
        raise ParseError(
            "expected a board size of {sizes} or {last}, got {size}",
            sizes=", ".join(map(str, SIZES[:-1])),
            last=SIZES[-1],
            size=size,
        )


def transform_move(move: str, symmetry: int, size: int = 8) -> str:
    """Apply a symmetry to the name of a move, as `Position.transformed` does to a position."""
    move = move.lower()
    if move == PASS:
        return move
    moved = _transform(1 << SQUARES[size][move], symmetry, size)
    return NAMES[size][moved.bit_length() - 1]


_CELLS = {size: size * size for size in SIZES}
_SIZE_OF = {n_cells: size for size, n_cells in _CELLS.items()}


def _last_alone(pieces: list[str]) -> bool:
    """Return whether the last of several pieces is a single character and all the others are longer."""
    lengths = [len(piece.strip()) for piece in pieces]
    return len(lengths) > 1 and lengths[-1] == 1 and 1 not in lengths[:-1]


def _transform(board: int, symmetry: int, size: int) -> int:
    moved = 0
    for square in bits(board):
        y, x = divmod(square, size)
        if symmetry & 4:
            x, y = y, x
        if symmetry & 2:
            y = size - 1 - y
        if symmetry & 1:
            x = size - 1 - x
        moved |= 1 << (y * size + x)
    return moved
