import pytest

from outflank import Position
from outflank.jit import INTERPRETED
from outflank.practice.maker import Maker, candidates_of
from outflank.practice.own import digest_of, puzzles_of
from outflank.practice.puzzles import Puzzle
from outflank.rules import Game

START = Position.start().board_string
MOVES = "f5d6c3d3c4f4c5b3c2b4e3e6b6c6b5f6a5a6d7f2f3a4g3g4f1c8e7d8f8e8b8c7h5h4g6h6g5f7g8c1a2a3a7e1h3e2d2d1b1g7h8h7g1g2"


def test_searches_of_a_game_for_one_side_for_both_and_for_mistakes_alone_have_names_of_their_own():
    searches = [(sides, missed) for sides in ([0], [1], [0, 1]) for missed in (False, True)]
    names = {digest_of(START, ["f5", "d6"], sides, missed=missed) for sides, missed in searches}
    assert len(names) == len(searches)
    assert digest_of(START, ["f5"], [0], missed=False) not in names
    assert digest_of(START, ("f5", "d6"), [0], missed=False) in names


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
