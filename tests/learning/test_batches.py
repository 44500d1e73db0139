import gc
import itertools

import numpy as np
import pytest

from outflank import AntiPosition, Game, GamesWarning, OptionError, Position, Record, write_games
from outflank.learning import Batch, batches, index_to_move, move_to_index, to_planes
from outflank.rules import BLACK, WHITE
from tests.formats.games import FULL, PASSING

WIPE_OUT = Game("e6f4e3f6g5d6e7f5c5")  # Black wins 13–0: 64 discs with the empty squares
LONG = Game(FULL)
PASSED = Game(PASSING, resigned=BLACK)


def whole(games, **options):
    found = list(batches(games, 10_000, **options))
    assert len(found) == 1
    return found[0]


def test_a_game_is_its_positions_its_moves_and_its_end():
    planes, moves, results = whole([WIPE_OUT])
    assert [index_to_move(int(index)) for index in moves] == list(WIPE_OUT.moves)
    for plane, position in zip(planes, WIPE_OUT.positions, strict=False):
        assert (plane == to_planes(position)).all()
    assert results.tolist() == [64, -64] * 4 + [64], "from the point of view of the side to move"
    assert (planes.dtype, moves.dtype, results.dtype) == (np.uint8, np.int64, np.int8)


def test_forced_passes_are_left_out_unless_they_are_asked_for():
    game = PASSED
    n_passes = game.moves.count("pass")
    assert n_passes
    assert len(whole([game]).moves) == len(game.moves) - n_passes
    assert whole([game], passes=True).moves.tolist() == [move_to_index(move) for move in game.moves]


@pytest.mark.parametrize("extension", ["ggf", "sgf", "moves", "wtb"])
def test_files_of_any_format_are_read(extension, tmp_path):
    path = tmp_path / f"games.{extension}"
    write_games(path, [WIPE_OUT, LONG])
    both = whole([WIPE_OUT, LONG])
    found = whole(path)
    assert all((one == other).all() for one, other in zip(found, both, strict=True))


def test_batches_have_the_size_that_is_asked_for():
    sizes = [len(batch.moves) for batch in batches([WIPE_OUT] * 5, 16)]
    assert sizes == [16, 16, 13]
    assert all(isinstance(batch, Batch) for batch in batches([WIPE_OUT], 4))


@pytest.mark.parametrize("shuffle", [1, 7, 1000])
def test_shuffled_positions_are_the_same_ones_and_the_seed_decides(shuffle):
    games = [WIPE_OUT, LONG]
    plain, mixed = whole(games), whole(games, shuffle=shuffle, seed=3)
    key = lambda batch: sorted((p.tobytes(), int(m), int(r)) for p, m, r in zip(*batch, strict=True))  # noqa: E731
    assert key(mixed) == key(plain)
    assert (mixed.moves == whole(games, shuffle=shuffle, seed=3).moves).all()
    if shuffle > 1:
        assert (mixed.moves != plain.moves).any()
        assert (mixed.moves != whole(games, shuffle=shuffle, seed=4).moves).any()


def test_turned_positions_go_with_their_moves():
    plain, turned = whole([LONG]), whole([LONG], symmetries=True, seed=1)
    assert (turned.planes != plain.planes).any()
    for planes, move in zip(turned.planes, turned.moves, strict=True):
        assert planes[2].reshape(-1)[move] == 1, "the move is one of the legal ones"
    assert (turned.results == plain.results).all()


def test_the_stated_end_of_a_game_counts_and_games_without_one_are_left_out():
    resigned = Game("f5d6", resigned=BLACK)
    agreed = Record.of(Game("f5f6"), result="Black wins by 12, as agreed")
    games = [resigned, agreed, Game("f5d6"), Game(AntiPosition.start(), "f5"), Game(Position.start(6), "c2")]
    with pytest.warns(GamesWarning, match=r"^skipped 3 games: unfinished, another kind of game, or not on 8×8$"):
        results = whole(games).results
    assert results.tolist() == [-64, 64, 12, -12]
    small = Game(Position.start(4), resigned=WHITE, moves="b1")
    assert whole([small], size=4).results.tolist() == [16]


def n_records():
    """Count the records in memory, including those of other tests."""
    gc.collect()
    return sum(type(thing) is Record for thing in gc.get_objects())  # isinstance looks behind weak references


def test_no_more_than_a_batch_is_in_memory():
    n_given, n_others = 0, n_records()

    def endless():
        nonlocal n_given
        while True:
            n_given += 1
            yield Record.of(WIPE_OUT)

    found = batches(endless(), 64, shuffle=100)
    for batch in itertools.islice(found, 20):
        assert len(batch.moves) == 64
    assert n_given < (20 * 64 + 100) / 9 + 3
    assert n_records() - n_others < 10


@pytest.mark.parametrize("options", [{"batch_size": 0}, {"shuffle": -1}])
def test_sizes_that_make_no_sense_are_refused(options):
    with pytest.raises(OptionError, match="expected a batch size of at least 1 and a shuffle of at least 0"):
        batches([WIPE_OUT], **options)
