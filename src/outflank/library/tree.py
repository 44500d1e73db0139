"""A tree of the positions in a player's games, with results from the player's point of view."""

import heapq
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from outflank.board.squares import SQUARES
from outflank.library import boards
from outflank.library.boards import NO_MOVE, Board
from outflank.library.lookup import Tally, alike_moves
from outflank.library.players import Balance
from outflank.rules import BLACK, WHITE, Colour, Position

DEEPEST = 40
"""Plies of a game that a tree contains."""


class Reached(NamedTuple):
    """A canonical board that a game reached, whether the player moves there, and the canonical square played next."""

    board: Board
    is_own: bool
    square: int


class GameLine(NamedTuple):
    """The first `DEEPEST` plies of one game, and its result from the player's point of view."""

    moves: bytes
    steps: tuple[Reached, ...]
    won: int | None
    score: int | None


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A position in a tree, with the moves played there; the most frequent ones come first.

    `line` is the most frequent way to the position. `parent` is the index of the position before it, or None.
    """

    line: tuple[str, ...]
    position: Position
    is_own: bool
    """True if the player is to move."""

    parent: int | None
    balance: Balance
    """Results of all games that reach the position, in any order of moves."""

    moves: tuple[tuple[str, Balance], ...]


@dataclass(eq=False)
class PlayedTree:
    """The games of one player with one colour."""

    side: Colour
    lines: list[GameLine] = field(default_factory=list)
    tallies: dict[Board, dict[int, Tally]] = field(default_factory=dict)
    _canonical: dict[Board, boards.Canonical] = field(default_factory=dict)

    def add(self, start: Position, moves: bytes, won: int | None, score: int | None) -> None:
        """Add a game; `won` and `score` are from Black's point of view and may be None."""
        if self.side is WHITE:
            won, score = None if won is None else -won, None if score is None else -score
        steps = []
        for number, (board, black_moves, square) in enumerate(boards.steps(start, moves)):
            if number > DEEPEST:
                break
            at = self._canonical.get(board) or self._canonical.setdefault(board, boards.canonical(*board))
            step = Reached(at.board, black_moves == (self.side is BLACK), at.square(square))
            self.tallies.setdefault(at.board, {}).setdefault(step.square, Tally()).count(won, score)
            steps.append(step)
        self.lines.append(GameLine(moves, tuple(steps), won, score))

    def n_games(self, board: Board) -> int:
        """The number of games that reach a canonical board within `DEEPEST` plies."""
        return sum(tally.games for tally in self.tallies.get(board, {}).values())

    def at(self, board: Board) -> Balance:
        """The results of the games that reach a canonical board."""
        whole = Tally()
        for each in self.tallies.get(board, {}).values():
            whole.include(each)
        return Balance.of(whole)

    @property
    def balance(self) -> Balance:
        """The results of all games."""
        whole = Tally()
        for line in self.lines:
            whole.count(line.won, line.score)
        return Balance.of(whole)

    def moves(self, mover: Position) -> tuple[tuple[str, Balance], ...]:
        """The moves played in a position that is no pass, with their results; the most frequent ones come first."""
        at = boards.canonical(mover.player, mover.opponent)
        names = {at.square(SQUARES[8][alike[0]]): alike[0] for alike in alike_moves(mover)}
        tallies = self.tallies.get(at.board, {}).items()
        moves = [(names[square], Balance.of(tally)) for square, tally in tallies if square != NO_MOVE]
        return tuple(sorted(moves, key=lambda each: (-each[1].games, each[0])))

    def nodes(self, plies: int, least: int) -> list[TreeNode]:
        """Return the positions within some plies from the start that at least `least` games reach.

        The position with the most games comes first; every position comes after its parent, and only once.
        """
        found: list[TreeNode] = []
        seen: set[Board] = set()
        ways = count()
        queue: list[tuple[int, int, tuple[str, ...], Position, int | None]] = [
            (0, next(ways), (), Position.start(), None)
        ]
        while queue:
            _, _, line, position, parent = heapq.heappop(queue)
            mover = position.after_pass
            board = boards.canonical(mover.player, mover.opponent).board
            if board in seen or self.n_games(board) < least:
                continue
            seen.add(board)
            moves = self.moves(mover)
            found.append(TreeNode(line, mover, mover.turn is self.side, parent, self.at(board), moves))
            if len(line) < plies:
                for move, played in moves:
                    after = (*line, move), mover.play(move), len(found) - 1
                    heapq.heappush(queue, (-played.games, next(ways), *after))
        return found
