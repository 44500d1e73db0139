"""Counts and values of positions from the WTHOR archive, which come with the package.

The file contains all positions that at least ten of the archive's games share: how often each move was played, and the
results. It contains the engine's values of all moves in frequent positions, and of some moves or none in rare ones. It
contains no games and no names of players. Symmetric positions share an entry.

>>> from outflank import Game
>>> from outflank.library import ArchiveCounts
>>> found = ArchiveCounts.shipped().position(Game(moves="f5d6c3d3c4").position)
>>> [move.move for move in found.moves[:3]]
['f4', 'b3', 'b5']
"""

import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from outflank.errors import ParseError, quoted_path
from outflank.files import write_whole
from outflank.library.boards import Board, board_of, canonical
from outflank.library.lookup import PositionPlayed, Sums, moves_by_square, position_of
from outflank.play import MoveValue
from outflank.play.analysis import Kind
from outflank.rules import Position

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LEAST_GAMES = 10
"""Minimum number of games that share a position in the file."""

_VERSION = 1
_KINDS: tuple[Kind, ...] = ("heuristic", "exact", "wld", "book")
_COUNTS = ("games", "wins", "draws", "losses", "scored", "discs")
_TYPES: Mapping[str, str] = {
    "square": "uint8",
    **dict.fromkeys(_COUNTS, "int32"),
    "first": "int16",  # 0 if unknown
    "last": "int16",
    "value": "int8",  # discs from the mover's point of view
    "depth": "uint8",  # 0 if the value is unknown
    "selectivity": "uint8",
    "kind": "uint8",
}


class ArchiveMove(NamedTuple):
    """Totals and the value of a move, given by its canonical square, or by `NO_MOVE` for games that end there."""

    square: int
    sums: Sums
    value: MoveValue | None


class ArchiveCounts:
    """Counts, results and values by position. Any thread may use it."""

    def __init__(self, about: Mapping[str, Any], boards: "npt.NDArray[np.uint64]", begins: Any, columns: Any):
        self.source: str = about["source"]
        """The source of the games, for people to read."""

        self.n_games: int = about["games"]
        """The number of games in the archive."""

        self._boards, self._begins, self._columns = boards, begins, columns

    @classmethod
    def shipped(cls) -> "ArchiveCounts":
        """The counts that come with the package; always the same object."""
        return _shipped()

    def __len__(self) -> int:
        """The number of positions."""
        return len(self._boards)

    def position(self, position: Position) -> PositionPlayed | None:
        """Return the archive's results in a position, or None if fewer than ten of its games share it.

        If the side to move must pass, the moves belong to the other side. Raises OutflankError unless the position is
        from 8×8 Othello.
        """
        board, black_moves = board_of(position)
        at = canonical(*board)
        sums = {each.square: each.sums for each in self._moves(at.board) if each.sums.games}
        return position_of(position, at, sums, black_moves) if sums else None

    def n_games_at(self, board: Board) -> int:
        """The number of games that reach a canonical board, or 0 if fewer than ten do."""
        return sum(each.sums.games for each in self._moves(board))

    def values(self, position: Position) -> dict[str, MoveValue]:
        """Return the engine's value of each move in a position, from the mover's point of view.

        The result is empty if the file does not contain the position. If the side to move must pass, the moves belong
        to the other side. Raises OutflankError unless the position is from 8×8 Othello.
        """
        board, _ = board_of(position)
        at = canonical(*board)
        values = {each.square: each.value for each in self._moves(at.board) if each.value is not None}
        if not values:
            return {}
        mover = position.after_pass
        alike = moves_by_square(mover, at)
        return {move: replace(value, move=move) for square, value in values.items() for move in alike[square]}

    def _moves(self, board: Board) -> Sequence[ArchiveMove]:
        import numpy as np  # late import: libraries do without it

        here = np.array(board, np.uint64)
        low, high = (int(np.searchsorted(self._boards[:, 0], here[0], side)) for side in ("left", "right"))
        at = low + int(np.searchsorted(self._boards[low:high, 1], here[1]))
        if at == high or self._boards[at, 1] != here[1]:
            return ()
        rows = self._columns[self._begins[at] : self._begins[at + 1]].tolist()
        return [_move(dict(zip(_TYPES, row, strict=True))) for row in rows]

    # --- files ----------------------------------------------------------------------------------------------------

    @classmethod
    def load(cls, path: Path | str) -> "ArchiveCounts":
        """Read a file. Raises ParseError if it is missing, damaged or of another version."""
        import numpy as np

        shown = quoted_path(path)
        try:
            with np.load(BytesIO(Path(path).read_bytes()), allow_pickle=False) as file:
                about = json.loads(file["about"].tobytes())
                if about["version"] != _VERSION:
                    raise ParseError("cannot read the archive's counts: made for another version ({path})", path=shown)
                boards = np.stack([np.cumsum(file["player_steps"]), file["opponents"]], axis=1)
                begins = np.concatenate([[0], np.cumsum(file["sizes"], dtype=np.int64)])
                columns = np.empty(int(begins[-1]), [(name, kind) for name, kind in _TYPES.items()])
                for name in _TYPES:
                    columns[name] = file[name]
        except FileNotFoundError:
            raise ParseError("cannot read the archive's counts: no such file ({path})", path=shown) from None
        except (OSError, EOFError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            raise ParseError(
                "cannot read the archive's counts: {reason} ({path})", reason=str(error), path=shown
            ) from None
        return cls(about, boards, begins, columns)


def save(path: Path | str, positions: Mapping[Board, Iterable[ArchiveMove]], *, source: str, n_games: int) -> None:
    """Write a file of counts, which appears under its name only once it is complete.

    `positions` maps canonical boards to their moves.
    """
    import numpy as np

    boards = sorted(positions)
    moves = [sorted(positions[board], key=lambda each: each.square) for board in boards]
    rows = np.array([_row(each) for part in moves for each in part], np.int64).reshape(-1, len(_TYPES))
    columns: dict[str, Any] = {name: rows[:, n].astype(kind) for n, (name, kind) in enumerate(_TYPES.items())}
    players = np.array([player for player, _ in boards], np.uint64)
    about = json.dumps({"version": _VERSION, "source": source, "games": n_games})
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        about=np.frombuffer(about.encode(), np.uint8),
        player_steps=np.diff(players, prepend=np.uint64(0)),  # sorted, so the steps are small
        opponents=np.array([opponent for _, opponent in boards], np.uint64),
        sizes=np.array([len(part) for part in moves], np.uint8),
        **columns,
    )
    write_whole(Path(path), buffer.getvalue())


def _row(move: ArchiveMove) -> tuple[int, ...]:
    sums, found = move.sums, move.value
    counts = (getattr(sums, name) for name in _COUNTS)
    value = (0, 0, 0, 0)
    if found is not None and found.value is not None:
        value = (round(found.value), found.depth, found.selectivity, _KINDS.index(found.kind))
    return (move.square, *counts, sums.first or 0, sums.last or 0, *value)


def _move(row: Mapping[str, int]) -> ArchiveMove:
    counts: list[Any] = [row[name] for name in _COUNTS]
    sums = Sums(*counts)
    sums.first, sums.last = row["first"] or None, row["last"] or None
    value = None
    if row["depth"]:
        value = MoveValue(
            "", row["value"], depth=row["depth"], selectivity=row["selectivity"], kind=_KINDS[row["kind"]]
        )
    return ArchiveMove(row["square"], sums, value)


@cache
def _shipped() -> ArchiveCounts:
    with as_file(files(__package__) / "archive.npz") as path:
        return ArchiveCounts.load(path)
