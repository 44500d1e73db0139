"""A repertoire: lines of openings that one side is to know by heart, position by position.

Every position where that side is to move is one card, however it came about and however the board is turned.

>>> from outflank import BLACK
>>> known = Repertoire(BLACK, ["f5d6c3d3c4", "f5f6e6f4"])
>>> known.answers(Game(moves="f5d6").position)
('c3',)
>>> [known.answers(Game(moves=moves).position) for moves in ("d3c5", "c4c3")]  # the same, turned
[('f6',), ('d3',)]
>>> known.judge(Game(moves="f5f6").position, "e6")
True
"""

import random
from collections.abc import Collection, Iterable, Iterator
from itertools import islice, pairwise, takewhile
from typing import Any

from outflank.errors import OutflankError, excerpt
from outflank.play.record import Record
from outflank.play.tree import GameNode
from outflank.practice.puzzles import key_of
from outflank.rules import PASS, Colour, Game, Position
from outflank.rules.openings import Opening, openings_called

LONGEST = 30
"""Moves of a line that are kept unless more are asked for."""

_NAMED = 5  # openings that an error names
_MISTAKES = ("?", "??")

_Board = tuple[int, int]


class Repertoire:
    """The lines of one side as positions, and what is played in them. Raises OutflankError for a line that is none."""

    def __init__(self, side: Colour, lines: Iterable[str]):
        self.side = side
        self._after: dict[str, dict[str, int]] = {}  # by position: those that follow, and in how many lines
        self._written: dict[_Board, dict[str, None]] = {}  # the moves as the lines have them, unturned
        self._known: dict[Position, dict[str, tuple[str, int]]] = {}  # what `_followed` found out
        for line in lines:
            game = Game(Position.start(), line)
            keys = [key_of(position) for position in game.positions]
            for position, move, key, after in zip(game.positions, game.moves, keys, keys[1:], strict=False):
                following = self._after.setdefault(key, {})
                following[after] = following.get(after, 0) + 1
                self._written.setdefault((position.black, position.white), {})[move] = None

    def __len__(self) -> int:
        """The number of positions in which the side has to know a move."""
        return len(self.cards())

    def moves(self, position: Position) -> dict[str, int]:
        """The legal moves that lines have in a position, with the number of lines; those as they were written first."""
        return {move: n_lines for move, (_, n_lines) in self._followed(position).items()}

    def answers(self, position: Position) -> tuple[str, ...]:
        """The moves that the repertoire has in a position, one of those that lead to the same."""
        found: dict[str, str] = {}
        for move, (key, _) in self._followed(position).items():
            found.setdefault(key, move)
        return tuple(found.values())

    def _followed(self, position: Position) -> dict[str, tuple[str, int]]:
        """The moves of `moves`, each with the position that it leads to, and the number of lines."""
        if position not in self._known:
            following = self._after.get(key_of(position), {})
            written = self._written.get((position.black, position.white), {})
            order = sorted(position.legal_moves if following else (), key=lambda move: move not in written)
            keys = {move: key_of(position.play(move)) for move in order}
            self._known[position] = {move: (key, following[key]) for move, key in keys.items() if key in following}
        return self._known[position]

    def judge(self, position: Position, move: str) -> bool:
        """Tells whether a legal move is in the repertoire. Raises IllegalMoveError."""
        return key_of(position.play(move)) in self._after.get(key_of(position), {})

    def asks(self, position: Position) -> bool:
        """Tells whether there is something to know in a position: the side is to move, and not every move is right."""
        return position.turn is self.side and 0 < len(self.moves(position)) < len(position.legal_moves)

    def cards(self, position: Position | None = None) -> list[str]:
        """The positions in which something is asked, from a position on (the start), the nearest first."""
        waiting, seen, cards = [position or Position.start()], set(), []
        for here in waiting:
            key = key_of(here)
            if key in seen:
                continue
            seen.add(key)
            if self.asks(here):
                cards.append(key)
            waiting += [here.play(move) for move in self.answers(here)]
        return cards

    def next_move(self, position: Position, due: Collection[str], source: random.Random) -> str | None:
        """A move where nothing is asked: of the other side, or one that cannot be wrong; None where the lines end.

        Moves are drawn in proportion to the cards behind them that are due; where there are none, to their lines.
        """
        answers = self.answers(position)
        if not answers:
            return None
        if position.turn is self.side:  # as it was written, not turned
            return answers[0]
        wanted = set(due)
        weights = [len(wanted.intersection(self.cards(position.play(move)))) for move in answers]
        if not any(weights):
            counts = self.moves(position)
            weights = [counts[move] for move in answers]
        return source.choices(answers, weights)[0]

    def advance(self, game: Game[Position], due: Collection[str], source: random.Random) -> bool:
        """Play on until something is asked; False if the lines end before."""
        while not self.asks(game.position):
            move = self.next_move(game.position, due, source)
            if move is None:
                return False
            game.push(move)
        return True


def lines_of(record: Record, longest: int = LONGEST, side: Colour | None = None) -> Iterator[str]:
    """The lines of a game with its variations, as transcripts of so many moves at most.

    A line that `side` is to learn ends before its first move that is marked as a mistake; mistakes of the opponent
    stay, as one wants to know the answer. Raises OutflankError for a game that does not begin at the usual start of
    Othello, or has no line.
    """
    if record.tree.root.position != Position.start():
        raise OutflankError("expected a line from the usual start of Othello on 8×8, got another start or game")
    found: dict[str, None] = {}
    for leaf in record.tree.root.walk():
        if not leaf.children:
            path = islice(takewhile(lambda node: not is_mistake(node, side), leaf.line[1:]), longest)
            found["".join(str(node.move) for node in path if node.move != PASS)] = None
    in_order = sorted(found)
    parts = {line for line, after in pairwise(in_order) if after.startswith(line)}  # of lines that go on
    lines = [line for line in found if line and line not in parts]
    if not lines:
        marked = "whose first move is no mistake" if record.tree.root.children else "of at least one move"
        raise OutflankError("expected a line {kind}, got none", kind=marked)
    yield from lines


def is_mistake(node: GameNode[Any], side: Colour | None) -> bool:
    """True if a node is a move of `side` that is marked ``?`` or ``??``."""
    return node.sign in _MISTAKES and node.parent is not None and node.parent.position.turn is side


def opening_named(name: str) -> Opening:
    """The opening of a name in English or Japanese, or of words in it. Raises OutflankError."""
    found = [each for each in openings_called(name) if each.moves]
    names = list(dict.fromkeys(each.name for each in found))
    if not names:
        raise OutflankError("no opening is called {name}", name=excerpt(name, 40))
    if len(names) > 1:
        shown = ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
        raise OutflankError(
            "{number} openings are called something like {name}: {some}",
            number=len(names),
            name=excerpt(name, 40),
            some=shown,
        )
    return max(found, key=lambda each: len(each.moves))
