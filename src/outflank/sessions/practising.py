"""Practice sessions, which pose puzzles, endgames and opening lines, judge the answers, and store the results.

Answering a question returns an event for an interface to render. Questions can be rebuilt from their fields, so only
the deck must be stored permanently.
"""

import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from outflank.analysis.judged import JudgedMove
from outflank.errors import OutflankError
from outflank.practice.choosing import Puzzles
from outflank.practice.coverage import Gap, gaps_at
from outflank.practice.deck import Answer, Deck, Kind, now
from outflank.practice.puzzles import Puzzle, key_of
from outflank.practice.repertoire import Repertoire, Replies
from outflank.rules import BLACK, WHITE, Colour, Game, Position

if TYPE_CHECKING:
    from outflank.engine.engine import Engine
    from outflank.practice.endgames import Hardness, Want


# --- questions --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class PuzzleQuestion:
    """A puzzle to solve; only the first answer counts, and it counts less if the person has taken a hint."""

    puzzle: Puzzle
    is_due: bool = False
    is_first: bool = True
    is_hinted: bool = False


@dataclass(slots=True)
class EndgameQuestion:
    """An endgame against a perfect opponent; `best` is the exact score of its start from the person's point of view."""

    game: Game[Position]
    best: int = 0
    lost: int = 0
    """Number of discs that the person has lost so far."""

    is_hinted: bool = False


@dataclass(slots=True)
class LineQuestion:
    """A line of a repertoire that is played move by move; `due` contains the cards that the line should test.

    `replies` counts the games with each move; the other side's moves are drawn by these numbers.
    """

    book: Repertoire
    due: Collection[str]
    source: random.Random = field(default_factory=random.Random)
    game: Game[Position] = field(default_factory=lambda: Game(Position.start()))
    is_hinted: bool = False
    replies: Replies | None = None

    @property
    def answers(self) -> tuple[str, ...]:
        """The repertoire's moves in the current position."""
        return self.book.answers(self.game.position)

    def advance(self) -> bool:
        """Play the moves that lead to the next card; return False if the line ends before that."""
        self.is_hinted = False
        return self.book.advance(self.game, self.due, self.source, self.replies)

    def gaps(self, since: int = 0) -> list[Gap]:
        """Return the frequent replies without an answer in the positions since a number of moves, in order."""
        if self.replies is None:
            return []
        moves = self.game.moves
        games = (Game(Position.start(), moves[:n]) for n in range(since, len(moves) + 1))
        return [gap for game in games for gap in gaps_at(self.book, game, self.replies)]


Question = PuzzleQuestion | EndgameQuestion | LineQuestion


# --- events -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PuzzleAnswered:
    """A puzzle was answered or abandoned.

    `due` is the time when the puzzle is due next, or None if this answer does not count.
    """

    puzzle: Puzzle
    judged: JudgedMove | None
    due: datetime | None

    @property
    def is_right(self) -> bool:
        """True if the answer is the best move."""
        return self.judged is not None and not self.judged.loss

    @property
    def is_open(self) -> bool:
        """True if the person may try again because the solution has not been shown yet."""
        return self.judged is not None and not self.is_right

    @property
    def line(self) -> tuple[str, ...]:
        """The wrong move and its refutation or, once the puzzle has been solved or given up, the solution."""
        best = self.puzzle.best
        return self.judged.played.pv if self.judged is not None and self.is_open else (best.move, *best.line)


@dataclass(frozen=True, slots=True)
class EndgameMoved:
    """A move in an endgame, and the perfect replies up to the person's next choice or the end of the game."""

    judged: JudgedMove
    positions: tuple[Position, ...]
    """The position before the person's move, followed by the positions after that move and after each reply."""

    replies: tuple[str, ...]
    lost: int
    """Number of discs that the person has lost so far."""


@dataclass(frozen=True, slots=True)
class LineAnswered:
    """A card in a line was answered; `answers` contains all right moves."""

    is_right: bool
    answers: tuple[str, ...]


# --- the dialogue -----------------------------------------------------------------------------------------------------


class Practising:
    """One person's practice session, which stores each answer in a deck as soon as it is given."""

    def __init__(self, deck: Deck):
        self.deck = deck
        self.n_answered = self.n_right = 0

    def _keep(
        self, kind: Kind, card: str, *, is_right: bool, is_hinted: bool = False, lost: int | None = None
    ) -> datetime:
        """Store an answer and return the time when the card is due next."""
        answer: Answer = "wrong" if not is_right else "hinted" if is_hinted else "right"
        self.n_answered += 1
        self.n_right += answer == "right"
        return self.deck.answer(kind, card, answer, now=now(), lost=lost)

    # --- puzzles --------------------------------------------------------------------------------------------------

    def next_puzzle(
        self, puzzles: Puzzles, *, seed: int | None = None, without: Iterable[str] = ()
    ) -> PuzzleQuestion | None:
        """Return the next puzzle whose key is not in `without`, or None if there are no more puzzles for now."""
        time = now()
        puzzle = puzzles.next(now=time, seed=seed, without=without)
        return None if puzzle is None else PuzzleQuestion(puzzle, puzzle.key in self.deck.due("puzzle", now=time))

    def solve(self, question: PuzzleQuestion, move: str | None) -> PuzzleAnswered:
        """Judge a move, or reveal the solution if `move` is None. Raises IllegalMoveError if the move is not legal."""
        puzzle = question.puzzle
        judged = None if move is None else puzzle.judge(move)
        answered = PuzzleAnswered(puzzle, judged, None)
        if not question.is_first:
            return answered
        question.is_first = False
        lost = None if judged is None else int(judged.loss)
        due = self._keep("puzzle", puzzle.key, is_right=answered.is_right, is_hinted=question.is_hinted, lost=lost)
        return PuzzleAnswered(puzzle, judged, due)

    # --- endgames -------------------------------------------------------------------------------------------------

    def play_endgame(self, question: EndgameQuestion, judged: JudgedMove, replies: Sequence[str]) -> EndgameMoved:
        """Play a move that has been judged and the replies to it; if the game is then over, store the result."""
        game = question.game
        since = len(game.moves)
        for move in (judged.move, *replies):
            game.push(move)
        question.lost += int(judged.loss)
        if game.is_over:
            self._keep_endgame(question, is_right=not question.lost)
        return EndgameMoved(judged, game.positions[since:], tuple(replies), question.lost)

    def give_up_endgame(self, question: EndgameQuestion) -> None:
        """Give up an endgame, which counts as wrong."""
        self._keep_endgame(question, is_right=False)

    def _keep_endgame(self, question: EndgameQuestion, *, is_right: bool) -> None:
        card = question.game.start.board_string
        self._keep("endgame", card, is_right=is_right, is_hinted=question.is_hinted, lost=question.lost)

    # --- openings -------------------------------------------------------------------------------------------------

    def answer_line(self, question: LineQuestion, move: str | None) -> LineAnswered:
        """Judge a move and play it, or play a right move instead if it is wrong; None asks for a right move.

        Raises IllegalMoveError if the move is not legal, and OutflankError if the repertoire has no move in this
        position.
        """
        position, answers = question.game.position, question.answers
        if not answers:
            raise OutflankError("the repertoire has no move in this position")
        is_right = move is not None and question.book.judge(position, move)
        self._keep("opening", key_of(position), is_right=is_right, is_hinted=question.is_hinted)
        question.game.push(str(move) if is_right else answers[0])
        return LineAnswered(is_right, answers)


class Drill:
    """A drill that consists of lines with due or new cards, from the repertoire of one side or of both."""

    def __init__(self, deck: Deck, side: Colour | None = None, seed: int | None = None, replies: Replies | None = None):
        self._deck, self._source, self._replies = deck, random.Random(seed), replies
        sides = (each for each in (BLACK, WHITE) if side in (None, each))
        books = (Repertoire(each, [line.moves for line in deck.lines(each)]) for each in sides)
        self._cards = {book: cards for book in books if (cards := set(book.cards()))}

    def __bool__(self) -> bool:
        """True if there is at least one card."""
        return bool(self._cards)

    def due(self, *, with_new: bool = True) -> set[str]:
        """Return the cards that are due and, by default, the new cards."""
        due = set(self._deck.due("opening", now=now()))
        return due | set().union(*self._cards.values()) - set(self._deck.cards("opening")) if with_new else due

    @property
    def n_due(self) -> int:
        """The number of cards in the drill's lines that are due or new."""
        return len(self.due() & set().union(*self._cards.values()))

    def next_line(self, *, with_new: bool = True, even_known: bool = False) -> LineQuestion | None:
        """Return a line with due cards for one side or the other.

        The side is chosen at random, with odds in proportion to the number of its due cards. If no cards are due,
        returns None or, with `even_known`, a line of cards that are not due.
        """
        due = self.due(with_new=with_new)
        weights = [len(due & cards) for cards in self._cards.values()]
        if not any(weights):
            if not even_known:
                return None
            weights = [len(cards) for cards in self._cards.values()]
        book = self._source.choices(list(self._cards), weights)[0]
        return LineQuestion(book, due, self._source, replies=self._replies)

    def resume(self, moves: Sequence[str]) -> LineQuestion:
        """Return a line in which some moves have already been played, in a drill for one side.

        Raises IllegalMoveError if a move is not legal.
        """
        game = Game(Position.start(), moves)
        return LineQuestion(next(iter(self._cards)), self.due(), self._source, game, replies=self._replies)


# --- endgames with an engine ------------------------------------------------------------------------------------------


def pose_endgame(
    engine: "Engine",
    games: Iterable[Game[Position]],
    n_empties: int,
    *,
    want: "Want" = "any",
    hardness: "Hardness | None" = None,
    seed: int | None = None,
) -> EndgameQuestion:
    """Choose an endgame from the games, and return it as a question.

    Raises OutflankError if no game contains a suitable position.
    """
    from outflank.practice.endgames import find, solved

    position = find(engine, games, n_empties, want=want, hardness=hardness, seed=seed)
    return EndgameQuestion(Game(position), solved(engine, position)[0])
