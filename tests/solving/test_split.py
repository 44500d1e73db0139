"""A position that is split has the score, the moves and the line that plain minimax finds."""

import asyncio
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.board.squares import NAMES
from outflank.jit import INTERPRETED
from outflank.rules import Position
from outflank.search.score import HIGHEST, LOWEST
from outflank.solving.split import Splitter, until
from tests.oracles import endgame
from tests.search.positions import PROBLEMS, endgames, played

N_EMPTIES, LEAF = (6, 4) if INTERPRETED else (8, 5)


class Askers:
    """Answers for workers, by plain minimax, as weak as the question allows; records the questions."""

    def __init__(self):
        self.windows, self.job = [], None

    async def __call__(self, function, position, *arguments):
        *arguments, megabytes, job = arguments
        assert megabytes == 1
        assert job == "test"
        await asyncio.sleep(0)
        return getattr(self, function.__name__)(position, *arguments)

    def ranked(self, position):
        return tuple(reversed(position.legal_moves))

    def settle(self, position, alpha, beta):
        assert not position.is_over
        assert LOWEST <= alpha < beta <= HIGHEST
        self.windows.append((position, alpha, beta))
        score = endgame.score(position.player, position.opponent)
        if score <= alpha:
            return LOWEST, alpha, 1
        return (beta, HIGHEST, 1) if score >= beta else (score, score, 1)

    def line_of(self, position, score):
        line = []
        while not position.is_over:
            line.append(max(position.legal_moves, key=lambda move: -_score(position.play(move))))
            position = position.play(line[-1])
        return tuple(line), 1


def _score(position):
    return endgame.score(position.player, position.opponent)


def scores_of(position):
    return {
        NAMES[8][square]: score for square, score in endgame.move_scores(position.player, position.opponent).items()
    }


def split(position, top=1, leaf=LEAF, ask=None):
    return asyncio.run(Splitter(ask or Askers(), leaf, megabytes=1, job="test").solve(position, top))


@given(endgames(1, N_EMPTIES), st.integers(0, N_EMPTIES))
def test_the_score_is_that_of_minimax_and_the_line_holds_it(position, leaf):
    found = split(position, leaf=leaf)
    assert found.score == _score(position)
    for move in found.pv:
        position = position.play(move)
    assert position.is_over
    assert abs(position.scores[position.turn]) == abs(found.score)


@given(endgames(1, N_EMPTIES), st.integers(1, 9))
def test_the_best_moves_have_their_scores_and_the_others_bounds(position, top):
    expected = scores_of(position)
    found = split(position, top).moves
    if not expected:
        return
    ranked = sorted(expected.values(), reverse=True)
    if top > 1:
        assert {each.move for each in found} == set(expected)
    assert [each.value for each in found if each.bound == "exact"][:top] == ranked[:top]
    for each in found:
        assert each.value == expected[each.move] if each.bound == "exact" else each.value >= expected[each.move]
        assert each.bound == "exact" or each.value <= ranked[top - 1]


@given(endgames(1, N_EMPTIES))
def test_who_wins_is_found_with_no_wider_window(position):
    ask = Askers()
    found = asyncio.run(Splitter(ask, LEAF, megabytes=1, job="test").who_wins(position))
    score = _score(position)
    assert found.lower <= score <= found.upper
    assert found.lower > 0 or found.upper < 0 or found.lower == found.upper == 0
    if found.move not in (None, "pass"):
        assert scores_of(position)[found.move] >= found.lower
    assert all(-2 <= alpha < beta <= 2 for _, alpha, beta in ask.windows)


def test_the_eldest_is_asked_first_and_the_younger_ones_with_null_windows():
    drawn = (played(seed, N_EMPTIES) for seed in itertools.count())
    position = next(each for each in drawn if len(each.legal_moves) > 2)
    ask = Askers()
    split(position, leaf=N_EMPTIES - 1, ask=ask)
    (eldest, *wide), (_, *null) = ask.windows[0], ask.windows[1]
    assert eldest == position.play(position.legal_moves[-1])
    assert wide == [LOWEST, HIGHEST]
    assert null[1] - null[0] == 2


def test_no_question_is_asked_twice():
    ask = Askers()
    split(PROBLEMS[0].position, top=3, leaf=PROBLEMS[0].position.n_empties - 2, ask=ask)
    assert len(ask.windows) == len(set(ask.windows)) > 10


@settings(max_examples=20)
@given(endgames(2, N_EMPTIES))
def test_what_fails_is_raised(position):
    async def fail(*_arguments):
        raise OSError("gone")

    if not position.is_over and not position.play(position.legal_moves[0]).is_over:
        with pytest.raises(OSError, match="gone"):
            split(position, leaf=0 if len(position.legal_moves) > 1 else position.n_empties, ask=fail)


def test_an_early_end_cancels_the_rest():
    ended = []

    async def wait(seconds):
        try:
            await asyncio.sleep(seconds)
            ended.append(seconds)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    asyncio.run(until([wait(0), wait(60)], lambda: bool(ended)))
    assert ended == [0, "cancelled"]


def test_a_finished_game_needs_nobody():
    over = Position.start()
    while not over.is_over:
        over = over.play(over.legal_moves[0])
    found = split(over, ask=None)
    assert (found.move, found.score) == (None, over.scores[over.turn])
