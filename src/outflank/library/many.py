"""Arrays that hold many games for the kernels."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from outflank.board.squares import NAMES
from outflank.library import kernels
from outflank.library.boards import GAME_BITS, NO_MOVE, Board, Canonical, key_of
from outflank.library.named import NO_NAMES, Names
from outflank.library.stored import USUAL, StoredGame
from outflank.rules import Position

MOST_MOVES = len(NAMES[8]) - 4
"""Maximum number of moves in a game from the usual start, which games from other starts rarely exceed."""


class ManyGames:
    """Many games in arrays, with a row of squares and a starting position for each game."""

    def __init__(self, moves: Any, starts: Mapping[int, Position] = MappingProxyType({})):
        """Create the arrays from rows of squares padded with `NO_MOVE`.

        `starts` maps the indices of games with an unusual start to their starting positions.
        """
        n_games = len(moves)
        self.moves = moves
        self.players = np.full(n_games, USUAL.player, np.uint64)
        self.opponents = np.full(n_games, USUAL.opponent, np.uint64)
        self.turns = np.zeros(n_games, np.uint8)
        for game, start in starts.items():
            self.players[game], self.opponents[game], self.turns[game] = start.player, start.opponent, start.turn

    @classmethod
    def of(cls, entries: Sequence[StoredGame]) -> "ManyGames":
        """Pack stored games into arrays."""
        starts = {number: entry.start for number, entry in enumerate(entries) if entry.start != USUAL}
        return cls.packed([entry.moves for entry in entries], starts)

    @classmethod
    def packed(cls, games: Sequence[bytes], starts: Mapping[int, Position]) -> "ManyGames":
        """Pack games into arrays.

        `starts` maps the indices of games with an unusual start to their starting positions.
        """
        width = max(MOST_MOVES, max(map(len, games), default=0))
        rows = b"".join([moves.ljust(width, bytes([NO_MOVE])) for moves in games])
        return cls(np.frombuffer(rows, np.uint8).reshape(-1, width).copy(), starts)

    @classmethod
    def joined(cls, parts: Sequence["ManyGames"]) -> "ManyGames":
        """Concatenate several arrays of games."""
        width = max(part.moves.shape[1] for part in parts)
        games = cls.__new__(cls)
        games.moves = np.concatenate(
            [np.pad(part.moves, ((0, 0), (0, width - part.moves.shape[1])), constant_values=NO_MOVE) for part in parts]
        )
        games.players, games.opponents, games.turns = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("players", "opponents", "turns")
        )
        return games

    @property
    def fewest_discs(self) -> int:
        """The smallest number of discs in any game's starting position."""
        return int(np.bitwise_count(self.players | self.opponents).min())

    def __len__(self) -> int:
        return len(self.moves)

    def checked(self) -> tuple[Any, Any]:
        """Return the length and the score of each game, as computed by `kernels.check_games`."""
        lengths, scores = np.zeros(len(self), np.int64), np.zeros(len(self), np.int64)
        kernels.check_games(self.moves, self.players, self.opponents, self.turns, lengths, scores)
        return lengths, scores

    def index(self, first: int, named: Mapping[Board, Names]) -> tuple[Any, list[Names]]:
        """Return the sorted index entries of the games, which are numbered from `first`, and the openings of each game.

        `named` maps canonical boards to openings.
        """
        shape = len(self), self.moves.shape[1] + 1
        players, opponents, keys = np.zeros(shape, np.uint64), np.zeros(shape, np.uint64), np.zeros(shape, np.int64)
        kernels.find_keys(self.moves, self.players, self.opponents, players, opponents, keys)
        numbers = np.arange(first, first + len(self), dtype=np.int64)[:, np.newaxis]
        openings = [NO_NAMES] * len(self)
        may_be_named = np.isin(keys, np.array([key_of(*board) for board in named], np.int64))
        for game, ply in np.argwhere(may_be_named).tolist():
            board = int(players[game, ply]), int(opponents[game, ply])
            openings[game] = openings[game].then(named.get(board))
        return np.unique(((keys << GAME_BITS) + numbers)[keys >= 0]), openings


class Walk:
    """Many games replayed together; after each step, all of them have the same number of discs."""

    def __init__(self, games: ManyGames):
        n_games = len(games)
        self._moves = games.moves
        self._boards = games.players.copy(), games.opponents.copy(), games.turns.copy()
        self._plies = np.zeros(n_games, np.int64)
        self.least_players, self.least_opponents = np.zeros(n_games, np.uint64), np.zeros(n_games, np.uint64)
        self.movers, self.squares = np.zeros(n_games, np.uint8), np.zeros(n_games, np.int64)

    def go_to(self, n_discs: int) -> None:
        """Advance the games to `n_discs` discs, as `kernels.find_boards` does.

        `n_discs` must not decrease between calls.
        """
        kernels.find_boards(
            self._moves,
            *self._boards,
            n_discs,
            self._plies,
            self.least_players,
            self.least_opponents,
            self.movers,
            self.squares,
        )

    def find(self, at: Canonical) -> Any:
        """Advance the games to a position, and return the indices of the games that reach it."""
        self.go_to((at.board[0] | at.board[1]).bit_count())
        is_there = (self.least_players == at.board[0]) & (self.least_opponents == at.board[1])
        return np.flatnonzero(is_there & (self.squares >= 0))
