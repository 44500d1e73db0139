"""Practice without an interface: what is posed, what an answer is told, and what the deck keeps of it."""

from datetime import UTC, datetime

import pytest

from outflank import BLACK, WHITE, Game, MoveValue
from outflank.analysis.judged import JudgedMove
from outflank.errors import IllegalMoveError
from outflank.practice.choosing import Puzzles
from outflank.practice.deck import Deck
from outflank.practice.endgames import shuffled_games
from outflank.practice.puzzles import shipped
from outflank.sessions.practising import Drill, EndgameQuestion, Practising, PuzzleQuestion

LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
PUZZLE = shipped()[0]
LINES = [(BLACK, "f5d6c3d3c4", ""), (WHITE, "f5f6e6f4", "")]


@pytest.fixture
def practising():
    with Deck(None) as deck:
        yield Practising(deck)


def history(practising):
    return practising.deck.rows("SELECT kind, card, answer, lost FROM history ORDER BY number")


def test_a_puzzle_that_is_due_comes_first_and_is_not_asked_twice(practising):
    practising.deck.answer("puzzle", PUZZLE.key, "wrong", now=LONG_AGO)
    puzzles = Puzzles(practising.deck)
    question = practising.next_puzzle(puzzles)
    assert (question.puzzle, question.is_due) == (PUZZLE, True)
    other = practising.next_puzzle(puzzles, without=[PUZZLE.key])
    assert other.puzzle != PUZZLE
    assert not other.is_due
    assert practising.next_puzzle(Puzzles(practising.deck, mine=True)) is None


@pytest.mark.parametrize(
    ("moves", "is_hinted", "answer", "lost"),
    [
        (["best"], False, "right", 0),
        (["best"], True, "hinted", 0),
        (["worst"], False, "wrong", PUZZLE.best.value - PUZZLE.choices[-1].value),
        (["worst", "best"], False, "wrong", PUZZLE.best.value - PUZZLE.choices[-1].value),
        ([None], True, "wrong", None),
        (["best", None], False, "right", 0),
    ],
)
def test_the_first_answer_to_a_puzzle_counts(practising, moves, is_hinted, answer, lost):
    named = {"best": PUZZLE.best.move, "worst": PUZZLE.choices[-1].move, None: None}
    question = PuzzleQuestion(PUZZLE, is_hinted=is_hinted)
    events = [practising.solve(question, named[move]) for move in moves]
    assert history(practising) == [("puzzle", PUZZLE.key, answer, lost)]
    assert [event.due is not None for event in events] == [True, *[False] * (len(moves) - 1)]
    assert (practising.n_answered, practising.n_right) == (1, answer == "right")


def test_a_wrong_move_is_told_how_it_loses_and_the_solution_stays_unknown(practising):
    worst, best = PUZZLE.choices[-1], PUZZLE.best
    wrong = practising.solve(PuzzleQuestion(PUZZLE), worst.move)
    assert (wrong.is_right, wrong.is_open, wrong.line) == (False, True, (worst.move, *worst.line))
    for move in best.move, None:
        told = practising.solve(PuzzleQuestion(PUZZLE), move)
        assert (told.is_right, told.is_open, told.line) == (move is not None, False, (best.move, *best.line))


def test_what_is_no_move_leaves_a_puzzle_as_it_was(practising):
    question = PuzzleQuestion(PUZZLE)
    with pytest.raises(IllegalMoveError):
        practising.solve(question, "z9")
    assert question.is_first
    assert history(practising) == []


def played_out(practising, question, loss=0):
    """Play an endgame to its end, as if the first move lost some discs."""
    events = []
    while not question.game.is_over:
        position = question.game.position
        value = MoveValue(position.legal_moves[0], 0, kind="exact")
        judged = JudgedMove(0, position.turn, position.n_empties, MoveValue("a1", loss, kind="exact"), value)
        events.append(practising.play_endgame(question, judged, ()))
        loss = 0
    return events


@pytest.mark.parametrize(
    ("loss", "is_hinted", "answer"), [(0, False, "right"), (0, True, "hinted"), (4, False, "wrong"), (4, True, "wrong")]
)
def test_an_endgame_is_kept_at_its_end_with_what_was_given_away(practising, loss, is_hinted, answer):
    start = next(each for each in next(shuffled_games(1)).positions if each.n_empties == 6)
    question = EndgameQuestion(Game(start), is_hinted=is_hinted)
    events = played_out(practising, question, loss)
    assert history(practising) == [("endgame", start.board_string, answer, loss)]
    assert {event.lost for event in events} == {loss}
    assert events[-1].positions[-1] == question.game.position


def test_an_endgame_that_is_given_up_is_wrong(practising):
    start = next(each for each in next(shuffled_games(1)).positions if each.n_empties == 6)
    practising.give_up_endgame(EndgameQuestion(Game(start)))
    assert history(practising) == [("endgame", start.board_string, "wrong", 0)]


def test_a_line_is_asked_up_to_its_end(practising):
    practising.deck.add_lines(LINES[:1], now=LONG_AGO)
    drill = Drill(practising.deck, seed=1)
    assert drill.n_due == 2
    line = drill.next_line()
    asked = []
    while line.advance():
        assert not line.is_hinted
        asked.append((line.game.transcript, line.answers))
        line.is_hinted = not asked[1:]
        assert practising.answer_line(line, line.answers[0]).is_right
    assert asked == [("f5d6", ("c3",)), ("f5d6c3d3", ("c4",))]
    assert [answer for _, _, answer, _ in history(practising)] == ["hinted", "right"]


def test_a_move_that_is_not_in_the_repertoire_is_put_right(practising):
    practising.deck.add_lines(LINES[:1], now=LONG_AGO)
    for move in "c4", None:
        line = Drill(practising.deck).resume(["f5", "d6"])
        told = practising.answer_line(line, move)
        assert (told.is_right, told.answers) == (False, ("c3",))
        assert line.game.transcript == "f5d6c3"


def test_a_drill_is_over_when_all_is_known(practising):
    practising.deck.add_lines(LINES, now=LONG_AGO)
    assert not Drill(practising.deck.of("another"))
    drill = Drill(practising.deck, BLACK)
    assert drill.next_line(with_new=False) is None  # nothing was asked, so nothing is due
    while (line := drill.next_line()) is not None:
        assert line.book.side is BLACK
        while line.advance():
            practising.answer_line(line, line.answers[0])
    assert drill.n_due == 0
    assert drill.next_line(even_known=True) is not None
    assert Drill(practising.deck, WHITE).next_line().book.side is WHITE
