import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import Game, Position, Record
from outflank.board.squares import NAMES, SQUARES
from outflank.errors import OutflankError
from outflank.library import boards
from outflank.library.boards import NO_MOVE, canonical
from outflank.library.stored import StoredGame
from outflank.rules import transform_move
from tests.library.conftest import positions_of, random_game, random_records
from tests.strategies import positions

EIGHT = positions((8,))


@given(EIGHT)
def test_one_position_stands_for_all_eight(position):
    found = {canonical(turned.player, turned.opponent).board for turned in map(position.transformed, range(8))}
    assert len(found) == 1
    assert found <= {(turned.player, turned.opponent) for turned in map(position.transformed, range(8))}


@given(EIGHT, st.integers(0, 7), st.data())
def test_square_goes_where_its_position_goes(position, symmetry, data):
    square = data.draw(st.sampled_from(range(64)))
    turned = position.transformed(symmetry)
    moved = SQUARES[8][transform_move(NAMES[8][square], symmetry)]
    assert canonical(position.player, position.opponent).square(square) == canonical(
        turned.player, turned.opponent
    ).square(moved)


def test_first_moves_are_all_alike():
    start = Position.start()
    at = canonical(start.player, start.opponent)
    assert len({at.square(SQUARES[8][move]) for move in start.legal_moves}) == 1
    assert at.square(NO_MOVE) == NO_MOVE


@given(st.randoms())
def test_steps_are_the_positions_of_the_game(rng):
    game = random_game(rng)
    record = Record.of(game)
    steps = list(boards.steps(game.start, boards.squares_of(game.moves)))
    assert [step.board for step in steps] == [(p.player, p.opponent) for p in positions_of(record)]
    assert [step.black_moves for step in steps] == [p.turn == 0 for p in positions_of(record)]


@given(st.randoms(), st.integers(0, 60), st.integers(0, 7))
def test_game_is_found_at_each_of_its_positions_and_nowhere_else(rng, ply, symmetry):
    game, other = random_game(rng), random_game(rng)
    steps = list(boards.steps(game.start, boards.squares_of(game.moves)))
    step = steps[min(ply, len(steps) - 1)]
    at = canonical(*step.board)
    found = boards.find(game.start, boards.squares_of(game.moves), at.board)
    assert found is not None
    assert found.square == at.square(step.square)
    others = {canonical(p.player, p.opponent).board for p in positions_of(Record.of(other))}
    assert (boards.find(other.start, boards.squares_of(other.moves), at.board) is not None) == (at.board in others)


@pytest.mark.parametrize("size", [4, 6, 10])
def test_other_boards_are_refused(size):
    with pytest.raises(OutflankError, match=f"8×8 Othello position, got one from othello on {size}×{size}"):
        boards.board_of(Position.start(size))


# --- the twins of kernels ---------------------------------------------------------------------------------------------


def test_kernels_find_the_same_keys():
    from outflank.library.many import ManyGames

    starts = [Position.parse("-" * 27 + "XO------OX" + "-" * 27 + " O"), Game(moves="f5d6c3").position]
    records = random_records(12, plies=70)
    records += [Record.of(random_game(random.Random(seed), start)) for seed, start in enumerate(starts)]
    entries = [StoredGame.of(record) for record in records]
    slow = {
        (canonical(*step.board).key << boards.GAME_BITS) + number
        for number, entry in enumerate(entries, 7)
        for step in boards.steps(entry.start, entry.moves)
    }
    index, _ = ManyGames.of(entries).index(7, {})
    assert index.tolist() == sorted(slow)


def test_kernels_check_games():
    from outflank.library.kernels import ILLEGAL
    from outflank.library.many import ManyGames

    records = random_records(12) + random_records(3, plies=20)
    entries = [StoredGame.of(record) for record in records]
    bad = entries[0]._replace(moves=entries[0].moves[:9] + bytes([SQUARES[8]["d4"]]))
    lengths, scores = ManyGames.of([*entries, bad]).checked()
    assert lengths[:-1].tolist() == [len(entry.moves) for entry in entries]
    assert lengths[-1] == ILLEGAL + 9
    assert scores[:-1].tolist() == [ILLEGAL if entry.score is None else entry.score for entry in entries]


def test_kernels_find_positions():
    from outflank.library.many import ManyGames, Walk

    entries = [StoredGame.of(record) for record in random_records(30, plies=30)]
    games = ManyGames.of(entries)
    for ply in (0, 1, 2, 3, 8, 20, 30):
        board = list(boards.steps(entries[0].start, entries[0].moves))[min(ply, len(entries[0].moves))].board
        at = canonical(*board)
        walk = Walk(games)
        found = {number: (walk.squares[number], walk.movers[number] == 0) for number in walk.find(at).tolist()}
        steps = {number: boards.find(entry.start, entry.moves, at.board) for number, entry in enumerate(entries)}
        assert found == {number: (step.square, step.black_moves) for number, step in steps.items() if step}
