from contextlib import suppress
from dataclasses import replace
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.engine.engine import Engine
from outflank.errors import IllegalMoveError, ParseError
from outflank.jit import INTERPRETED
from outflank.play import Limit
from outflank.practice.maker import curve_of
from outflank.practice.puzzles import LEVELS, MARGIN, THEMES, Puzzle, key_of, shipped
from tests.oracles.minimax import naive_score


def test_shipped_puzzles_are_many_and_each_is_one():
    puzzles = shipped()
    assert len(puzzles) >= 600
    assert len({puzzle.key for puzzle in puzzles}) == len(puzzles)  # no two are mirror images of each other
    for puzzle in puzzles:
        assert set(puzzle.themes) <= set(THEMES)
        assert puzzle.level in LEVELS
        assert puzzle.margin >= MARGIN
        assert len(puzzle.choices) >= 4
        values = [choice.value for choice in puzzle.choices]
        assert values == sorted(values, reverse=True)
        assert {choice.move for choice in puzzle.choices} == set(puzzle.position.legal_moves)


def test_lines_of_shipped_puzzles_can_be_played():
    for puzzle in shipped():
        for choice in puzzle.choices:
            position = puzzle.position.play(choice.move)
            for move in choice.line:
                position = position.play(move)


def test_every_level_and_most_themes_have_puzzles():
    assert {puzzle.level for puzzle in shipped()} == set(LEVELS)
    assert len({theme for puzzle in shipped() for theme in puzzle.themes}) >= len(THEMES) - 1


def test_exact_values_are_those_of_the_naive_solver():
    few = [puzzle for puzzle in shipped() if puzzle.is_proven and puzzle.position.n_empties <= 7][:3]
    assert few
    for puzzle in few:
        for choice in puzzle.choices:
            assert choice.value == -naive_score(puzzle.position.play(choice.move))


@pytest.mark.skipif(INTERPRETED, reason="searches")
def test_exact_values_are_those_of_the_engine():
    engine = Engine(8)
    for puzzle in [puzzle for puzzle in shipped() if puzzle.is_proven][::40]:
        found = engine.analyse(puzzle.position, Limit(exact=True), top=2)
        assert (found.move, found.score) == (puzzle.best.move, puzzle.best.value)
        assert found.ranked()[1].value == puzzle.choices[1].value


def test_size_of_the_shipped_file():
    assert sum(len(puzzle.to_line()) + 1 for puzzle in shipped()) <= 150_000


@given(st.sampled_from(shipped()))
def test_a_line_read_back_is_the_puzzle(puzzle):
    assert Puzzle.from_line(puzzle.to_line()) == puzzle


@given(st.sampled_from(shipped()), st.integers(0, 7))
def test_key_is_that_of_all_symmetric_positions(puzzle, symmetry):
    assert key_of(puzzle.position.transformed(symmetry)) == puzzle.key


@given(st.sampled_from(shipped()), st.data())
def test_a_damaged_line_is_refused_or_is_another_puzzle(puzzle, data):
    line = puzzle.to_line()
    at = data.draw(st.integers(0, len(line) - 1))
    damaged = line[:at] + data.draw(st.text(max_size=2)) + line[at + 1 :]
    with suppress(ParseError):  # and nothing else is raised
        found = Puzzle.from_line(damaged)
        assert {choice.move for choice in found.choices} == set(found.position.legal_moves)


def test_lines_from_before_ratings_get_the_usual_rating_of_their_level():
    for level in LEVELS:
        same = [puzzle for puzzle in shipped() if puzzle.level == level]
        fields = same[0].to_line().split("\t")
        old = Puzzle.from_line("\t".join(fields[:3] + fields[4:]))
        assert old == replace(same[0], curve=None)
        assert old.to_line().split("\t")[3] == ""
        assert Puzzle.from_line(old.to_line()) == old
        assert old.rating == pytest.approx(median(puzzle.rating for puzzle in same), abs=60)
        assert old.by_rating.slope == pytest.approx(median(puzzle.by_rating.slope for puzzle in same), abs=0.15)


@pytest.mark.parametrize("rated", ["x", "1", "1/2/3", "nan/0.5", "0/nan", "0/0", "0/7", "99999/0.5"])
def test_a_rating_that_is_none_is_refused(rated):
    fields = shipped()[0].to_line().split("\t")
    with pytest.raises(ParseError, match="expected a puzzle"):
        Puzzle.from_line("\t".join([*fields[:3], rated, *fields[4:]]))


def test_shipped_ratings_are_those_of_the_model():
    for puzzle in shipped()[::60]:
        assert puzzle.curve == curve_of(puzzle.position, puzzle.choices)


def test_answers_are_judged():
    puzzle = shipped()[0]
    right = puzzle.judge(f" {puzzle.best.move.upper()} ")
    assert (right.best, right.loss) == (right.played, 0)
    wrong = puzzle.judge(puzzle.choices[1].move)
    assert (wrong.best, wrong.loss) == (right.best, puzzle.margin)
    with pytest.raises(IllegalMoveError, match=r"cannot play|expected a square"):
        puzzle.judge("z9")
