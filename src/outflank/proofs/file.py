"""The file of a proof: lines of JSON, first the position with its score, then the moves of both sides.

    {"outflank_proof": 1, "game": "othello", "position": "---…--- X", "score": -4, "leaves": 16}
    {"black": "c2d1…"}
    {"white": "b2…"}

The score is the one for the side to move. Black's moves prove that Black gets at least Black's part of it, and White's
moves prove the same for White. The moves of a side are the answers to `ProofTree.positions`, in its order; a line may
have any number of them. A proof therefore grows by lines at its end.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from outflank.errors import OutflankError, ParseError, excerpt, quoted_path
from outflank.play import kind_of, kinds
from outflank.rules import BLACK, WHITE, Colour, DiscPosition

VERSION = 1
_MARK = "outflank_proof"
_MOVES = re.compile(r"(?:[a-h][1-8])*")
_SIDES = {"black": BLACK, "white": WHITE}


@dataclass
class Proof:
    """The proof of a position's score. It is incomplete while moves are missing."""

    start: DiscPosition
    score: int
    """For the side to move."""

    leaves: int
    """Positions with up to this many empty squares have no moves in the file: a search must solve them."""

    moves: dict[Colour, list[str]] = field(default_factory=lambda: {BLACK: [], WHITE: []})

    def least(self, side: Colour) -> int:
        """The score that a side's moves prove, from that side's point of view."""
        return self.score if side is self.start.turn else -self.score

    def claim(self, side: Colour) -> str:
        """Say what a side's moves prove."""
        return f"{side.title} gets at least {self.least(side):+d}"

    def header(self) -> str:
        """The first line of the file."""
        kind = kind_of(self.start)
        known = {"game": kind.name, "position": kind.write(self.start), "score": self.score, "leaves": self.leaves}
        return json.dumps({_MARK: VERSION, **known}) + "\n"


def line_of(side: Colour, moves: Sequence[str]) -> str:
    """A line with some moves of a side."""
    return json.dumps({side.title.lower(): "".join(moves)}) + "\n"


def read(path: Path) -> Proof:
    """Read a proof. A last line that is not complete is ignored. Raises OutflankError."""
    return _read(path)[0]


def resume(path: Path) -> Proof:
    """Read a proof that is to grow, and cut off a last line that is not complete. Raises OutflankError."""
    proof, n_bytes = _read(path)
    with path.open("r+b") as file:
        file.truncate(n_bytes)
    return proof


def _read(path: Path) -> tuple[Proof, int]:
    """The proof, and the number of bytes of its complete lines."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise OutflankError(f"cannot read {quoted_path(path)}: {error.strerror or error}") from None
    whole = content[: content.rfind(b"\n") + 1]
    lines = whole.decode(errors="replace").splitlines()
    proof = _start(lines[0] if lines else "", str(path))
    for number, line in enumerate(lines[1:], 2):
        for name, moves in _object(line, str(path), number).items():
            if name not in _SIDES or not isinstance(moves, str) or not _MOVES.fullmatch(moves):
                raise ParseError(f"expected the moves of a side, got {excerpt(line)}", source=str(path), line=number)
            proof.moves[_SIDES[name]] += re.findall("..", moves)
    return proof, len(whole)


def _start(line: str, source: str) -> Proof:
    """The proof without its moves."""
    header = _object(line, source, 1)
    if header.get(_MARK) != VERSION:
        raise ParseError(f"expected a proof of version {VERSION}, got {excerpt(line)}", source=source, line=1)
    known: list[Any] = [header.get(name) for name in ("game", "position", "score", "leaves")]
    game, position, score, leaves = known
    is_game = game in kinds() and isinstance(position, str)
    if not is_game or not isinstance(score, int) or not isinstance(leaves, int):
        raise ParseError(f"expected a game, a position and its score, got {excerpt(line)}", source=source, line=1)
    start = kind_of(game).read(position)
    if not isinstance(start, DiscPosition):
        raise ParseError(f"expected a game for two, got {game}", source=source, line=1)
    return Proof(start, score, leaves)


def _object(line: str, source: str, number: int) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ParseError(f"expected a line of a proof, got {excerpt(line)}", source=source, line=number)
    return value
