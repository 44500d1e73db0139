"""A repertoire: the opening lines that one side learns by heart.

Every position in which that side is to move becomes a card. Symmetric positions share one card, even if different moves
lead to them.

>>> from outflank import BLACK
>>> known = Repertoire(BLACK, ["f5d6c3d3c4", "f5f6e6f4"])
>>> known.answers(Game(moves="f5d6").position)
('c3',)
>>> [known.answers(Game(moves=moves).position) for moves in ("d3c5", "c4c3")]  # the same positions, rotated
[('f6',), ('d3',)]
>>> known.judge(Game(moves="f5f6").position, "e6")
True
"""

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice, pairwise, takewhile
from typing import Any

from outflank.errors import OutflankError, excerpt
from outflank.play.record import Record
from outflank.play.tree import GameNode
from outflank.practice.puzzles import key_of
from outflank.rules import PASS, Colour, Game, Position
from outflank.rules.openings import Opening, no_opening, openings_called

LONGEST = 30
"""Default maximum number of moves in a line."""

_NAMED = 5  # openings listed in one error
_MISTAKES = ("?", "??")

_Board = tuple[int, int]

Replies = Callable[[Position], Mapping[str, int]]
"""The number of games in which each legal move was played in a position; moves that nobody played may be missing."""


class Repertoire:
    """The lines of one side, organised as positions and their moves. Raises OutflankError if a line is not valid."""

    def __init__(self, side: Colour, lines: Iterable[str]):
        self.side = side
        self._after: dict[str, dict[str, int]] = {}  # the next positions, with their numbers of lines
        self._written: dict[_Board, dict[str, None]] = {}  # the moves as written in the lines, by exact position
        self._known: dict[Position, dict[str, tuple[str, int]]] = {}  # results of `_followed`
        for line in lines:
            game = Game(Position.start(), line)
            keys = [key_of(position) for position in game.positions]
            for position, move, key, after in zip(game.positions, game.moves, keys, keys[1:], strict=False):
                following = self._after.setdefault(key, {})
                following[after] = following.get(after, 0) + 1
                self._written.setdefault((position.black, position.white), {})[move] = None

    def __len__(self) -> int:
        """The number of cards: positions for which a move must be learnt."""
        return len(self.cards())

    def moves(self, position: Position) -> dict[str, int]:
        """Return the repertoire's moves in a position, mapped to the number of lines that contain each.

        Moves that appear in the lines in this exact orientation come before their symmetric equivalents.
        """
        return {move: n_lines for move, (_, n_lines) in self._followed(position).items()}

    def answers(self, position: Position) -> tuple[str, ...]:
        """Return the repertoire's moves in a position, but only one from each group of symmetric moves."""
        found: dict[str, str] = {}
        for move, (key, _) in self._followed(position).items():
            found.setdefault(key, move)
        return tuple(found.values())

    def _followed(self, position: Position) -> dict[str, tuple[str, int]]:
        """Return the same moves as `moves`, each with the key of the next position and the number of lines."""
        if position not in self._known:
            following = self._after.get(key_of(position), {})
            written = self._written.get((position.black, position.white), {})
            order = sorted(position.legal_moves if following else (), key=lambda move: move not in written)
            keys = {move: key_of(position.play(move)) for move in order}
            self._known[position] = {move: (key, following[key]) for move, key in keys.items() if key in following}
        return self._known[position]

    def judge(self, position: Position, move: str) -> bool:
        """Return True if a move is in the repertoire. Raises IllegalMoveError if the move is not legal."""
        return key_of(position.play(move)) in self._after.get(key_of(position), {})

    def asks(self, position: Position) -> bool:
        """Return True if a position is a card.

        The repertoire's side must be to move, and some, but not all, of its legal moves must be in the repertoire.
        """
        return position.turn is self.side and 0 < len(self.moves(position)) < len(position.legal_moves)

    def cards(self, position: Position | None = None) -> list[str]:
        """Return the keys of the cards that can follow a position (by default, the start), with the nearest first."""
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

    def next_move(
        self,
        position: Position,
        due: Collection[str],
        source: random.Random,
        replies: Replies | None = None,
    ) -> str | None:
        """Choose a move in a position that is not a card; return None where the lines end.

        For the other side, the move is random. With `replies`, which counts the games with each move, its probability
        is proportional to its games; moves that lead to no due card are left out if other moves lead to some. Without
        `replies`, the probability is proportional to the number of due cards that a move leads to or, if no cards are
        due, to the number of lines that contain it.
        """
        answers = self.answers(position)
        if not answers:
            return None
        if position.turn is self.side:  # as written in the lines
            return answers[0]
        wanted = set(due)
        weights = [len(wanted.intersection(self.cards(position.play(move)))) for move in answers]
        if replies is not None:
            games, is_due = replies(position), any(weights)
            weights = [
                games.get(move, 0) + 1 if n or not is_due else 0 for move, n in zip(answers, weights, strict=True)
            ]
        elif not any(weights):
            counts = self.moves(position)
            weights = [counts[move] for move in answers]
        return source.choices(answers, weights)[0]

    def advance(
        self,
        game: Game[Position],
        due: Collection[str],
        source: random.Random,
        replies: Replies | None = None,
    ) -> bool:
        """Play moves until the game reaches a card; return False if the lines end before that."""
        while not self.asks(game.position):
            move = self.next_move(game.position, due, source, replies)
            if move is None:
                return False
            game.push(move)
        return True


def lines_of(record: Record, longest: int = LONGEST, side: Colour | None = None) -> Iterator[str]:
    """Yield the lines in a game and its variations, as transcripts of at most `longest` moves.

    If `side` is not None, each line stops before the first move by that side that is marked as a mistake. Mistakes by
    the opponent are kept, because the side must know how to answer them. Raises OutflankError if the game does not
    start from the usual position or contains no line.
    """
    if record.tree.root.position != Position.start():
        raise OutflankError("expected a line from the usual start of 8×8 Othello, got another start or game")
    found: dict[str, None] = {}
    for leaf in record.tree.root.walk():
        if not leaf.children:
            path = islice(takewhile(lambda node: not is_mistake(node, side), leaf.line[1:]), longest)
            found["".join(str(node.move) for node in path if node.move != PASS)] = None
    in_order = sorted(found)
    parts = {line for line, after in pairwise(in_order) if after.startswith(line)}  # prefixes of longer lines
    lines = [line for line in found if line and line not in parts]
    if not lines:
        marked = "without a mistake on its first move" if record.tree.root.children else "of at least one move"
        raise OutflankError("expected a line {kind}, got none", kind=marked)
    yield from lines


def is_mistake(node: GameNode[Any], side: Colour | None) -> bool:
    """Return True if a node is a move by `side` that is marked ``?`` or ``??``."""
    return node.sign in _MISTAKES and node.parent is not None and node.parent.position.turn is side


def opening_named(name: str) -> Opening:
    """Look up an opening by its English or Japanese name, or by words in its name.

    Raises OutflankError unless exactly one opening matches.
    """
    found = [each for each in openings_called(name) if each.moves]
    names = list(dict.fromkeys(each.name for each in found))
    if not names:
        raise no_opening(name)
    if len(names) > 1:
        shown = ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
        raise OutflankError(
            "{name} matches {number} openings: {some}",
            number=len(names),
            name=excerpt(name, 40),
            some=shown,
        )
    return max(found, key=lambda each: len(each.moves))
