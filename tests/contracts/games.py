"""Small games that implement the Position protocol, so that `play` is tested on more than Othello."""

from dataclasses import dataclass, field

from outflank.errors import IllegalMoveError


@dataclass(frozen=True)
class Nim:
    """Players take one, two or three matches in turn; whoever takes the last one wins. Any number of players."""

    matches: int
    n_players: int = 2
    turn: int = 0
    last: int = -1

    @property
    def legal_moves(self):
        return tuple(range(1, min(3, self.matches) + 1))

    @property
    def is_over(self):
        return self.matches == 0

    @property
    def scores(self):
        return tuple(int(seat == self.last) for seat in range(self.n_players))

    def play(self, move):
        if move not in self.legal_moves:
            raise IllegalMoveError(f"expected 1 to 3 matches of {self.matches}, got {move!r}")
        return Nim(self.matches - move, self.n_players, (self.turn + 1) % self.n_players, self.turn)


@dataclass(frozen=True)
class Tree:
    """A game given as its tree: a node is a list of nodes, a leaf the tuple of scores. Moves are child numbers."""

    node: list | tuple
    n_players: int = 2
    turn: int = 0
    visited: list = field(default_factory=list, compare=False)

    @property
    def legal_moves(self):
        return tuple(range(len(self.node))) if isinstance(self.node, list) else ()

    @property
    def is_over(self):
        return isinstance(self.node, tuple)

    @property
    def scores(self):
        return self.node

    def play(self, move):
        child = Tree(self.node[move], self.n_players, (self.turn + 1) % self.n_players, self.visited)
        self.visited.append(child.node)
        return child
