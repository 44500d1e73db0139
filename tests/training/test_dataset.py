import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import OutflankError
from outflank.training import dataset
from outflank.training.dataset import GAME, RECORD, Appender, read, whole


def games(n, seed=0):
    generator = np.random.default_rng(seed)
    found = np.frombuffer(generator.bytes(n * GAME.itemsize), GAME).copy()
    found["number"] = np.arange(n)
    return found


def write(path, some):
    appender = Appender(path)
    for game in some:
        appender.add(game)
    appender.close()


def test_what_was_added_is_read(tmp_path):
    write(tmp_path / "a.games", games(5))
    assert np.array_equal(read(tmp_path), games(5))


def test_an_empty_folder_and_an_empty_file_hold_no_games(tmp_path):
    assert len(read(tmp_path)) == 0
    (tmp_path / "a.games").touch()
    assert len(read(tmp_path)) == 0


@given(st.integers(0, 4 * RECORD.itemsize))
def test_a_file_cut_anywhere_keeps_its_whole_games(tmp_path_factory, length):
    path = tmp_path_factory.mktemp("cut") / "a.games"
    write(path, games(4))
    path.write_bytes(path.read_bytes()[:length])
    n = length // RECORD.itemsize
    assert np.array_equal(whole(path), games(4)[:n])
    write(path, games(5)[n:])
    assert np.array_equal(whole(path)["number"], np.arange(5))


@given(st.integers(0, 3 * RECORD.itemsize - 1), st.integers(1, 255))
def test_no_game_is_read_from_a_damaged_record(tmp_path_factory, place, change):
    path = tmp_path_factory.mktemp("damaged") / "a.games"
    write(path, games(3))
    content = bytearray(path.read_bytes())
    content[place] ^= change
    path.write_bytes(content)
    number = place // RECORD.itemsize
    if number == 2:  # the last one may have been left unfinished
        assert np.array_equal(whole(path), games(2))
    else:
        with pytest.raises(OutflankError, match=rf"game {number + 1} of 3 is damaged.*a\.games"):
            whole(path)


def test_zeros_that_a_power_failure_left_are_cut_off(tmp_path):
    path = tmp_path / "a.games"
    write(path, games(2))
    with path.open("ab") as file:
        file.write(bytes(3 * RECORD.itemsize + 7))
    assert np.array_equal(whole(path), games(2))
    write(path, games(3)[2:])
    assert np.array_equal(whole(path), games(3))


def test_rubbish_is_no_dataset(tmp_path):
    (tmp_path / "a.games").write_bytes(np.random.default_rng(1).bytes(1000))
    with pytest.raises(OutflankError, match="game 1 of 7 is damaged"):
        read(tmp_path)


def test_a_number_counts_once_whatever_file_it_is_in(tmp_path):
    write(tmp_path / "a.games", games(4)[:3])
    write(tmp_path / "b.games", games(4)[1:])
    assert np.array_equal(read(tmp_path), games(4))


def test_checksums_are_those_of_zlib():
    rows = np.frombuffer(np.random.default_rng(1).bytes(1000), np.uint8).reshape(10, 100)
    assert dataset._crc32(rows).tolist() == [zlib.crc32(row.tobytes()) for row in rows]


def test_a_full_disk_is_an_error(tmp_path, monkeypatch):
    appender = Appender(tmp_path / "a.games")
    monkeypatch.setattr("os.write", lambda _file, _data: 7)
    with pytest.raises(OSError, match="space"):
        appender.add(games(1)[0])
    appender.close()
