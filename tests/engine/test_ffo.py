"""The FFO endgame test, the field's common set of hard endgames, where its positions are at hand."""

import functools
from pathlib import Path

import pytest

from outflank.engine.engine import Engine
from outflank.formats import obf
from outflank.jit import INTERPRETED
from outflank.play import Limit
from tests.engine.test_exact import replayed

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "ffo"
FILES = {20: FOLDER / "ffo-20-39.obf", 40: FOLDER / "ffo-40-59.obf"}  # by the number of the first position

pytestmark = [
    pytest.mark.skipif(INTERPRETED, reason="takes long"),
    pytest.mark.skipif(not all(file.exists() for file in FILES.values()), reason="the FFO positions are not here"),
]
slow = pytest.mark.slow


@functools.cache
def problems():
    """The positions with the scores of all their moves, by their number."""
    found = {}
    for first, file in FILES.items():
        found.update(enumerate(obf.read(file.read_text()), first))
    return found


@functools.cache
def engine(threads=1):
    return Engine(megabytes=64, threads=threads)


def solved(position, threads=1):
    engine(threads).clear()
    return engine(threads).analyse(position, Limit(exact=True))


@pytest.mark.parametrize("number", [*range(20, 30), *(pytest.param(number, marks=slow) for number in range(30, 45))])
def test_the_score_the_move_and_the_line_are_right(number):
    problem = problems()[number]
    analysis = solved(problem.position)
    assert analysis.score == problem.score == replayed(problem.position, analysis.pv)
    assert problem.scores[analysis.move] == problem.score


@slow
@pytest.mark.parametrize("number", range(20, 45))
def test_two_threads_agree_with_one(number):
    problem = problems()[number]
    analysis = solved(problem.position, threads=2)
    assert analysis.score == problem.score == replayed(problem.position, analysis.pv)
    assert problem.scores[analysis.move] == problem.score


@slow
@pytest.mark.parametrize("number", [22, 28, 34, 37, 40])
def test_all_eight_symmetries_have_the_same_score(number):
    problem = problems()[number]
    for symmetry in range(8):
        position = problem.position.transformed(symmetry)
        analysis = solved(position)
        assert analysis.score == problem.score == replayed(position, analysis.pv)
