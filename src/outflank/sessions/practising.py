"""Practice sessions: pose puzzles, endgames and opening lines, judge the answers, and store the results.

An answer to a question returns an event, for an interface to render. An interface can rebuild a question from its
fields, so only the deck needs to persist.
"""

import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from outflank.analysis.judged import JudgedMove
from outflank.errors import OutflankError
from outflank.practice.choosing import Puzzles
from outflank.practice.deck import Answer, Deck, Kind, now
from outflank.practice.puzzles import Puzzle, key_of
from outflank.practice.repertoire import Repertoire
from outflank.rules import BLACK, WHITE, Colour, Game, Position

if TYPE_CHECKING:
    from outflank.engine.engine import Engine
    from outflank.practice.endgames import Hardness, Want


# --- questions --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class PuzzleQuestion:
    """A puzzle to solve. Only the first answer counts, and a hint makes it count less."""

    puzzle: Puzzle
    is_due: bool = False
    is_first: bool = True
    is_hinted: bool = False


@dataclass(slots=True)
class EndgameQuestion:
    """An endgame against perfect play; `best` is its exact score from the person's point of view."""

    game: Game[Position]
    best: int = 0
    lost: int = 0
    """Discs given away so far."""

    is_hinted: bool = False


@dataclass(slots=True)
class LineQuestion:
    """A line in a repertoire, played move by move; `due` contains the cards to ask for."""

    book: Repertoire
    due: Collection[str]
    source: random.Random = field(default_factory=random.Random)
    game: Game[Position] = field(default_factory=lambda: Game(Position.start()))
    is_hinted: bool = False

    @property
    def answers(self) -> tuple[str, ...]:
        """The repertoire's moves in the current position."""
        return self.book.answers(self.game.position)

    def advance(self) -> bool:
        """Play the moves up to the next card; return False if the line ends first."""
        self.is_hinted = False
        return self.book.advance(self.game, self.due, self.source)


Question = PuzzleQuestion | EndgameQuestion | LineQuestion


# --- events -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PuzzleAnswered:
    """A puzzle was answered or given up; `due` is its next due time, None if the answer does not count."""

    puzzle: Puzzle
    judged: JudgedMove | None
    due: datetime | None

    @property
    def is_right(self) -> bool:
        """True if the answer is the best move."""
        return self.judged is not None and not self.judged.loss

    @property
    def is_open(self) -> bool:
        """True if the person may try again, because the solution is still hidden."""
        return self.judged is not None and not self.is_right

    @property
    def line(self) -> tuple[str, ...]:
        """The wrong move with its refutation, or the solution."""
        best = self.puzzle.best
        return self.judged.played.pv if self.judged is not None and self.is_open else (best.move, *best.line)


@dataclass(frozen=True, slots=True)
class EndgameMoved:
    """A move in an endgame, and the replies of perfect play up to the person's next choice or the end."""

    judged: JudgedMove
    positions: tuple[Position, ...]
    """The position before the move, and the position after each move."""

    replies: tuple[str, ...]
    lost: int
    """Discs given away so far."""


@dataclass(frozen=True, slots=True)
class LineAnswered:
    """A card in a line was answered; `answers` lists all right moves."""

    is_right: bool
    answers: tuple[str, ...]


# --- the dialogue -----------------------------------------------------------------------------------------------------


class Practising:
    """One person's practice session; it immediately stores each answer in a deck."""

    def __init__(self, deck: Deck):
        self.deck = deck
        self.n_answered = self.n_right = 0

    def _keep(
        self, kind: Kind, card: str, *, is_right: bool, is_hinted: bool = False, lost: int | None = None
    ) -> datetime:
        """Store an answer, and return the card's next due time."""
        answer: Answer = "wrong" if not is_right else "hinted" if is_hinted else "right"
        self.n_answered += 1
        self.n_right += answer == "right"
        return self.deck.answer(kind, card, answer, now=now(), lost=lost)

    # --- puzzles --------------------------------------------------------------------------------------------------

    def next_puzzle(
        self, puzzles: Puzzles, *, seed: int | None = None, without: Iterable[str] = ()
    ) -> PuzzleQuestion | None:
        """Return the next puzzle, skipping those in `without`; None if there are no more for now."""
        time = now()
        puzzle = puzzles.next(now=time, seed=seed, without=without)
        return None if puzzle is None else PuzzleQuestion(puzzle, puzzle.key in self.deck.due("puzzle", now=time))

    def solve(self, question: PuzzleQuestion, move: str | None) -> PuzzleAnswered:
        """Judge a move; None means giving up. Raises IllegalMoveError."""
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
        """Play a move that has been judged, and the replies to it; store the result at the end of the game."""
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
        """Judge a move and play it, or, if it is wrong, play a right one; None asks to see the right move.

        Raises IllegalMoveError, and OutflankError if the repertoire has no move here.
        """
        position, answers = question.game.position, question.answers
        if not answers:
            raise OutflankError("the repertoire has no move in this position")
        is_right = move is not None and question.book.judge(position, move)
        self._keep("opening", key_of(position), is_right=is_right, is_hinted=question.is_hinted)
        question.game.push(str(move) if is_right else answers[0])
        return LineAnswered(is_right, answers)


class Drill:
    """A drill of the repertoire for one side or both: lines with due or new cards."""

    def __init__(self, deck: Deck, side: Colour | None = None, seed: int | None = None):
        self._deck, self._source = deck, random.Random(seed)
        sides = (each for each in (BLACK, WHITE) if side in (None, each))
        books = (Repertoire(each, [line.moves for line in deck.lines(each)]) for each in sides)
        self._cards = {book: cards for book in books if (cards := set(book.cards()))}

    def __bool__(self) -> bool:
        """True if the repertoire has any cards."""
        return bool(self._cards)

    def due(self, *, with_new: bool = True) -> set[str]:
        """The due cards, and by default the new ones."""
        due = set(self._deck.due("opening", now=now()))
        return due | set().union(*self._cards.values()) - set(self._deck.cards("opening")) if with_new else due

    @property
    def n_due(self) -> int:
        """The number of due and new cards in the lines."""
        return len(self.due() & set().union(*self._cards.values()))

    def next_line(self, *, with_new: bool = True, even_known: bool = False) -> LineQuestion | None:
        """Return a line with due cards, for a random side; the more cards a side has due, the likelier it is chosen.

        If no cards are due, return None or, with `even_known`, a line of known cards.
        """
        due = self.due(with_new=with_new)
        weights = [len(due & cards) for cards in self._cards.values()]
        if not any(weights):
            if not even_known:
                return None
            weights = [len(cards) for cards in self._cards.values()]
        return LineQuestion(self._source.choices(list(self._cards), weights)[0], due, self._source)

    def resume(self, moves: Sequence[str]) -> LineQuestion:
        """Return a line in a one-sided drill, with some moves already played. Raises IllegalMoveError."""
        return LineQuestion(next(iter(self._cards)), self.due(), self._source, Game(Position.start(), moves))


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
    """Find an endgame in these games, and return it as a question. Raises OutflankError if there is none."""
    from outflank.practice.endgames import find, solved

    position = find(engine, games, n_empties, want=want, hardness=hardness, seed=seed)
    return EndgameQuestion(Game(position), solved(engine, position)[0])
