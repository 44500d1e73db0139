from itertools import islice, pairwise

import pytest

from outflank import Game, Position
from outflank.jit import INTERPRETED
from outflank.practice.choosing import puzzles_of
from outflank.practice.deck import digest_of
from outflank.practice.endgames import shuffled_games
from outflank.practice.maker import CLEAR, Candidate, Maker, candidates_of
from outflank.practice.puzzles import MARGIN, Puzzle, shipped

START = Position.start().board_string
MOVES = "f5d6c3d3c4f4c5b3c2b4e3e6b6c6b5f6a5a6d7f2f3a4g3g4f1c8e7d8f8e8b8c7h5h4g6h6g5f7g8c1a2a3a7e1h3e2d2d1b1g7h8h7g1g2"


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


def test_searches_of_a_game_for_one_side_for_both_and_for_mistakes_alone_have_names_of_their_own():
    searches = [(sides, missed) for sides in ([0], [1], [0, 1]) for missed in (False, True)]
    names = {digest_of(START, ["f5", "d6"], sides, missed=missed) for sides, missed in searches}
    assert len(names) == len(searches)
    assert digest_of(START, ["f5"], [0], missed=False) not in names
    assert digest_of(START, ("f5", "d6"), [0], missed=False) in names


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="searches")
@pytest.mark.parametrize("sides", [[0], [1]])
def test_puzzles_of_a_side_are_those_that_it_had_to_move_in(monkeypatch, sides):
    monkeypatch.setattr("os.nice", lambda _by: 0)
    game = Game(moves=MOVES)
    found = [Puzzle.from_line(line) for line in puzzles_of(START, game.moves, sides, False)]
    own = (each for each in candidates_of(game.positions, game.moves) if each.position.turn == sides[0])
    assert found == [made.puzzle for made in Maker().from_game(own)]
    missed = {puzzle.key for puzzle in map(Puzzle.from_line, puzzles_of(START, game.moves, sides, True))}
    played = dict(zip(game.positions, game.moves, strict=False))
    assert missed >= {puzzle.key for puzzle in found if played[puzzle.position] != puzzle.best.move}
    assert not missed & {puzzle.key for puzzle in found if played[puzzle.position] == puzzle.best.move}
