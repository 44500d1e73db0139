"""Games that end before the board is full: their scores are exact at every depth, by the rules alone."""

import random

import pytest

from outflank.engine.ending import ends_within
from outflank.engine.engine import Engine
from outflank.engine.player import EnginePlayer
from outflank.jit import INTERPRETED
from outflank.play import Limit
from outflank.play.analysis import MoveValue
from outflank.rules import AntiPosition, Game, Position
from tests.oracles import endgame

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long")

WIPE_OUT = Game(moves="e6f4e3f6g5d6e7f5").position
"""c5 ends the game, 13–0."""

STUCK = Position.parse("-OXXXXXX" + "XXXXXXXX" + "XXXXOXXX" + "X" * 32 + "-XXXXXX- X")
"""a1 is Black's only move; after it nobody can play a8 or h8, and Black has won by 62."""


@pytest.fixture(scope="module")
def engine():
    return Engine(1)


def positions_with_few_discs(n):
    """Some discs of Black in the middle, and one or two of White."""
    source, squares = random.Random(33), [8 * row + column for row in range(2, 6) for column in range(2, 6)]
    found = []
    while len(found) < n:
        cells = ["-"] * 64
        for number, square in enumerate(source.sample(squares, source.randrange(5, 12))):
            cells[square] = "O" if number < source.randrange(1, 3) else "X"
        position = Position.parse("".join(cells) + source.choice([" X", " O"]))
        if not position.is_over:
            found.append(position)
    return found


def random_positions(n):
    """Positions of games of random moves, many of them early ones with few discs of one side."""
    source = random.Random(33)
    for _ in range(n):
        game = Game()
        for _ in range(source.randrange(4, 50)):
            if game.is_over:
                break
            game.push(source.choice(game.position.legal_moves))
        if not game.is_over:
            yield game.position


@compiled_only
@pytest.mark.parametrize("depth", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("top", [1, 3, 60])
def test_a_move_that_ends_the_game_is_worth_its_score_at_every_depth(engine, depth, top):
    found = engine.analyse(WIPE_OUT, Limit(depth), top=top)
    assert found.move == "c5"
    assert found.score == 64
    assert found.chosen.is_proven
    assert found.chosen.spread == 0


@compiled_only
@pytest.mark.parametrize("options", [{"level": 10}, {"level": 1, "seed": 1}, {"depth": 1}, {"depth": 2}])
def test_so_do_players_know(options):
    assert EnginePlayer(**options).choose(WIPE_OUT).move == "c5"


@pytest.mark.parametrize("depth", [1, 2])
def test_and_the_plain_search(depth):
    six = Position.parse("------" * 2 + "-XOO--" + "------" * 3 + " X")
    found = Engine(1).analyse(six, Limit(depth))
    assert (found.move, found.score) == ("e3", 36)
    assert found.chosen.is_proven
    anti = AntiPosition.parse("-" * 24 + "-XO-----" + "-" * 32 + " X")
    lost = Engine(1).analyse(anti, Limit(depth))
    assert lost.score == -64
    assert lost.chosen.is_proven


def forced(position, plies):
    """64 or -64 if the side to move can force a wipe-out within some plies, or cannot escape one; else 0."""
    if position.is_over:
        score = position.scores[position.turn]
        return score if abs(score) == 64 else 0
    if position.must_pass:
        return -forced(position.play("pass"), plies)
    return max(-forced(position.play(move), plies - 1) for move in position.legal_moves) if plies else 0


@compiled_only
@pytest.mark.parametrize("top", [1, 60])
def test_a_wipe_out_that_is_forced_is_proven_and_not_estimated(engine, top):
    """Those of an independent search, and none besides."""
    seen = {64: 0, -64: 0}
    for position in positions_with_few_discs(200):
        score = forced(position, 3)
        found = engine.analyse(position, Limit(3, confidence=100), top=top)
        if score:
            seen[score] += 1
            assert (found.score, found.chosen.kind, found.chosen.selectivity) == (score, "exact", 100)
            assert found.chosen.value == score
            assert not found.chosen.spread
        else:
            assert found.score is None or abs(found.score) < 64  # a game that ends otherwise
        if top > 1:
            for each in found.moves:
                is_wipe_out = each.is_proven and abs(each.value) == 64
                assert is_wipe_out == bool(forced(position.play(each.move), 2))
    assert min(seen.values()) > 0


@compiled_only
@pytest.mark.parametrize("depth", [1, 2])
def test_a_search_all_of_whose_leaves_are_ends_of_the_game_is_exact(engine, depth):
    found = engine.analyse(STUCK, Limit(depth))
    assert found.score == endgame.score(STUCK.player, STUCK.opponent)
    assert found.chosen.is_proven
    assert found.chosen.pv == ("a1",)


@compiled_only
@pytest.mark.parametrize("top", [1, 60])
@pytest.mark.parametrize("depth", [1, 2, 5])
def test_no_estimate_exceeds_the_range_of_scores(engine, top, depth):
    for position in random_positions(60):
        for found in engine.analyse(position, Limit(depth), top=top).moves:
            assert found.is_proven or abs(found.value) + (found.spread or 0) <= 64
            assert found.is_proven or abs(found.value) < 64


@pytest.mark.parametrize(("plies", "ends"), [(0, False), (1, False), (2, False), (60, False)])
def test_most_games_do_not_end_soon(plies, ends):
    assert ends_within(Position.start(), plies) is ends


def test_a_game_ends_when_its_longest_line_does():
    assert ends_within(STUCK, 1)
    assert not ends_within(STUCK, 0)
    assert ends_within(Position.parse("X" * 64 + " X"), 0)
    assert not ends_within(WIPE_OUT, 1)


def test_estimates_that_are_large_are_no_proof():
    assert not MoveValue("b1", 6004, depth=1).is_proven
    assert not MoveValue("b1", 64, depth=8, selectivity=73).is_proven
