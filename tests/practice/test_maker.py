from itertools import islice, pairwise

import pytest

from outflank import Game, Position
from outflank.jit import INTERPRETED
from outflank.practice.endgames import shuffled_games
from outflank.practice.maker import CLEAR, Candidate, Maker, candidates_of
from outflank.practice.puzzles import MARGIN, shipped


@pytest.fixture(scope="module")
def maker():
    if INTERPRETED:
        pytest.skip("searches")
    return Maker()


def test_shipped_puzzles_are_what_the_maker_makes(maker):
    for puzzle in shipped()[::90]:
        assert maker.puzzle_at(puzzle.position) == puzzle


def test_positions_of_games_make_puzzles(maker):
    found = []
    for game in islice(shuffled_games(1), 3):
        late = [each for each in candidates_of(game.positions, game.moves) if each.position.n_empties < 24]
        made = list(maker.from_game(late))
        empties = [each.puzzle.position.n_empties for each in made]
        assert all(later - earlier >= 6 for earlier, later in pairwise(empties))
        for puzzle, missed in made:
            played = dict(late)[puzzle.position]
            assert missed == (played != puzzle.best.move)
            assert puzzle.margin >= (MARGIN if puzzle.is_proven else CLEAR)
        found += made
    assert found


def test_only_missed_ones_are_made_if_that_is_asked(maker):
    puzzle = next(each for each in shipped() if each.is_proven)
    right = Candidate(puzzle.position, puzzle.best.move)
    wrong = Candidate(puzzle.position, puzzle.choices[1].move)
    assert list(maker.from_game([right], missed=True)) == []
    assert [made.missed for made in maker.from_game([wrong], missed=True)] == [True]


def test_what_is_no_puzzle(maker):
    assert maker.puzzle_at(Position.start()) is None  # too early, and all moves are alike
    assert maker.puzzle_at(Position.start(6)) is None
    forced = next(
        position
        for game in shuffled_games(1)
        for position in game.positions
        if position.n_empties < 12 and len(position.legal_moves) == 1
    )
    assert maker.puzzle_at(forced) is None
    assert maker.puzzle_at(Game(moves="f5d6").position) is None
