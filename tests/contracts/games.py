"""Small games that implement the GamePosition protocol, so that `play` is tested on more than Othello."""

from dataclasses import dataclass, field

from outflank.errors import IllegalMoveError


class _OneRow:
    """What interfaces draw of a game that has no board."""

    must_pass = False
    width = height = 1
    cells = "."

    @property
    def counts(self):
        return (0,) * self.n_players

    def turned(self, move):
        return ()

    def skipped(self, before):
        return ()


@dataclass(frozen=True)
class Nim(_OneRow):
    """Players take one, two or three matches in turn; whoever takes the last one wins. Any number of players."""

    matches: int
    n_players: int = 2
    turn: int = 0
    last: int = -1

    game = "nim"

    @property
    def legal_moves(self):
        return tuple(map(str, range(1, min(3, self.matches) + 1)))

    @property
    def is_over(self):
        return self.matches == 0

    @property
    def scores(self):
        return tuple(int(seat == self.last) for seat in range(self.n_players))

    def play(self, move):
        if move not in self.legal_moves:
            raise IllegalMoveError(f"expected 1 to 3 matches of {self.matches}, got {move!r}")
        return Nim(self.matches - int(move), self.n_players, (self.turn + 1) % self.n_players, self.turn)


@dataclass(frozen=True)
class Tree(_OneRow):
    """A game given as its tree: a node is a list of nodes, a leaf the tuple of scores. Moves are child numbers."""

    node: list | tuple
    n_players: int = 2
    turn: int = 0
    visited: list = field(default_factory=list, compare=False)

    game = "tree"

    @property
    def legal_moves(self):
        return tuple(map(str, range(len(self.node)))) if isinstance(self.node, list) else ()

    @property
    def is_over(self):
        return isinstance(self.node, tuple)

    @property
    def scores(self):
        return self.node

    def play(self, move):
        child = Tree(self.node[int(move)], self.n_players, (self.turn + 1) % self.n_players, self.visited)
        self.visited.append(child.node)
        return child
