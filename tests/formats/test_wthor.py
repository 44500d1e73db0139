import contextlib
import io
import os
import random
import struct
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import OutflankError, ParseError
from outflank.formats import ggf, streams, wthor
from outflank.formats.files import read_records, write_records
from outflank.play.record import Record
from outflank.rules import PASS, AntiPosition, Game, Position
from tests.formats.games import FULL, PASSING, played

ARCHIVE = Path(os.environ.get("OUTFLANK_WTHOR", "../shared/data/wthor"))
HEADER = 16
GAME = 68


def record(moves, *, size=8, black="Tamenori Hideshi", white="Zoë", place="World Championship", date="1998", **known):
    return Record.of(Game(Position.start(size), moves), (black, white), date=date, place=place, **known)


def written(tmp_path, *records):
    write_records(tmp_path / "some.wtb", records)
    return (tmp_path / "some.wtb").read_bytes()


def read(data, path=None):
    return list(wthor.read(io.BytesIO(data), path))


def test_games_come_back_with_names_tournament_and_year(tmp_path):
    records = [record(FULL), record(PASSING, white="Ann"), record("f5d6", black="Zoë", white="Ann", place="Cambridge")]
    written(tmp_path, *records)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["some.jou", "some.trn", "some.wtb"]
    found = read_records(tmp_path / "some.wtb")
    assert [each.players for each in found] == [each.players for each in records]
    assert [each.place for each in found] == [each.place for each in records]
    assert [each.date for each in found] == ["1998"] * 3
    assert [each.tree.moves for each in found] == [each.tree.moves for each in records]


def test_the_bytes_are_those_that_the_format_says(tmp_path):
    data = written(tmp_path, record("f5d6c3"))
    assert len(data) == HEADER + GAME
    assert struct.unpack_from("<IHH", data, 4) == (1, 0, 1998)
    assert (data[12], data[13]) == (8, 0)
    assert struct.unpack_from("<HHH", data, HEADER) == (0, 0, 1)
    assert data[HEADER + 8 : HEADER + 12] == bytes([56, 64, 33, 0])
    players = (tmp_path / "some.jou").read_bytes()
    assert struct.unpack_from("<IH", players, 4) == (0, 2)
    assert players[16:36] == b"Tamenori Hideshi".ljust(20, b"\0")
    assert players[36:56] == "Zoë".encode("latin-1").ljust(20, b"\0")
    assert (tmp_path / "some.trn").read_bytes()[16:] == b"World Championship".ljust(26, b"\0")


@given(st.sampled_from([8, 10]), st.lists(st.tuples(st.integers(0, 96), st.integers(0, 999)), min_size=1, max_size=4))
def test_games_of_both_sizes_come_back(tmp_path_factory, size, wanted):
    path = tmp_path_factory.mktemp("games") / "some.wtb"
    records = [Record.of(played(Position.start(size), n, random.Random(seed))) for n, seed in wanted]
    write_records(path, records)
    found = read(path.read_bytes(), path)
    assert [without_last_pass(each.record.tree.moves) for each in found] == [
        without_last_pass(each.tree.moves) for each in records
    ]
    assert all(not each.note for each in found if each.record.position.is_over)
    assert [tuple(each.record.players) for each in found] == [("?", "?")] * len(records)


def without_last_pass(moves):
    return moves[:-1] if moves[-1:] == (PASS,) else moves


def test_passes_are_put_in():
    moves = played(Position.start(), 60, random.Random(3))
    assert read(game_of(moves))[0].record.tree.moves == moves.moves
    assert PASS in Game(moves=PASSING).moves


def game_of(game, discs=None, best=0, n_games=1):
    """The bytes of a file with one game."""
    header = struct.pack("<BBBBIHHBBBB", 20, 3, 1, 1, n_games, 0, 2003, 8, 0, 0, 0)
    squares = bytes(10 * int(move[1]) + ord(move[0]) - 96 for move in game.moves if move != PASS)
    stands = (64 + game.position.scores[0]) // 2
    return header + struct.pack("<HHHBB", 7, 8, 9, stands if discs is None else discs, best) + squares.ljust(60, b"\0")


def test_names_that_are_not_known_are_numbers():
    (found,) = read(game_of(Game(moves=FULL)))
    assert (found.record.players, found.record.place, found.note) == (("#8", "#9"), "#7", "")


def test_a_result_that_the_moves_do_not_lead_to_is_noted():
    (found,) = read(game_of(Game(moves=FULL), discs=63))
    assert found.record is not None
    assert "#8 against #9" in found.note
    assert "the result is 63 discs for Black, but the moves lead to" in found.note


def test_a_game_that_is_not_over_keeps_its_result(tmp_path):
    (found,) = read(game_of(Game(moves="f5d6c3"), discs=40))
    assert found.record.ending == "Black wins by 16"
    assert "the moves end with 57 squares empty; the result is 40 discs for Black" in found.note
    data = written(tmp_path, found.record)
    assert data[HEADER + 6] == 40


@pytest.mark.parametrize("moves", ["", "f5", "f5d6c3"])
def test_a_game_without_a_result_comes_back_without_one(tmp_path, moves):
    unfinished = Record.of(Game(moves=moves), ("Ann", "Bob"))
    assert "the game is not over" in wthor.FORMAT.check(unfinished)
    path = tmp_path / "some.wtb"
    write_records(path, [unfinished])
    (found,) = read(path.read_bytes())
    assert found.record.ending == "unfinished"
    assert found.note.endswith("and the result equals the discs on the board: read as unfinished")


def test_the_result_that_a_game_states_is_kept_in_discs(tmp_path):
    (resigned,) = ggf.read("(;GM[Othello]TY[8]RE[-40.000:r]B[E6];)")
    assert written(tmp_path, resigned)[HEADER + 6] == 12
    assert wthor.FORMAT.left_behind(replace(resigned, date="1977-05-02", tags={"RB": "1"})) == (
        "RB",
        "date except the year",
        "resigned",
    )


def test_the_best_result_is_kept(tmp_path):
    (found,) = read(game_of(Game(moves=FULL), best=37))
    assert found.record.tags[wthor.BEST] == "37"
    assert written(tmp_path, found.record)[HEADER + 7] == 37


@pytest.mark.parametrize("first", ["d3", "c4", "f5", "e6"])
def test_any_first_move_begins_a_game(first):
    data = game_of(Game(moves=first))
    assert wthor.recognises(data)
    assert read(data)[0].record.tree.moves == (first,)


def test_the_archives_names_go_with_every_file_beside_them(tmp_path):
    written(tmp_path, record("f5"))
    (tmp_path / "some.jou").rename(tmp_path / "WTHOR.JOU")
    (tmp_path / "some.trn").rename(tmp_path / "Wth.Trn")
    assert read_records(tmp_path / "some.wtb")[0].players == ("Tamenori Hideshi", "Zoë")


def test_a_header_that_promises_too_many_games_is_an_error_after_those_there_are():
    data = game_of(Game(moves=FULL), n_games=4_000_000_000)
    found = read(data + data[HEADER:])
    assert [each.record is None for each in found] == [False, False, True]
    assert "expected 4,000,000,000 games, as the header says, got 2" in str(found[-1].error)


@pytest.mark.parametrize("n_left", range(1, GAME))
def test_a_file_that_breaks_off_is_an_error_after_its_whole_games(n_left):
    data = game_of(Game(moves=FULL), n_games=2)
    found = read(data + data[HEADER : HEADER + n_left])
    assert found[0].record is not None
    assert "got 1 and a part of one" in str(found[1].error)


def test_a_header_that_breaks_off_or_of_another_size_is_an_error():
    assert "expected a header of 16 bytes, got 3" in str(read(b"abc")[0].error)
    data = bytearray(game_of(Game(moves="f5")))
    data[12] = 9
    assert "got the size 9" in str(read(bytes(data))[0].error)


@pytest.mark.parametrize(
    ("byte", "reason"), [(56, "taken"), (99, "expected the number of a square"), (11, "turns over no disc")]
)
def test_a_move_that_is_none_leaves_the_other_games(byte, reason):
    good = game_of(Game(moves="f5d6"), n_games=3)
    bad = bytearray(good[HEADER:])
    bad[9] = byte
    found = read(good + bytes(bad) + good[HEADER:])
    assert [each.record is None for each in found] == [False, True, False]
    assert reason in str(found[1].error)
    assert "game 2, #8 against #9, #7: move 2" in str(found[1].error)


def test_what_does_not_fit_is_refused_and_nothing_is_written(tmp_path):
    from_elsewhere = Record.of(Game(Position.start(mirrored=True), "c5"))
    for records, reason in (
        ([from_elsewhere], "from the usual start"),
        ([record("", size=6)], "8×8 or 10×10"),
        ([record("f5"), record("", size=10)], "boards of one size"),
        ([Record.of(Game(AntiPosition.start(), "f5"))], "cannot hold a game of"),
    ):
        with pytest.raises(OutflankError, match=reason):
            write_records(tmp_path / "some.wtb", records)
    assert list(tmp_path.iterdir()) == []


@given(st.data())
def test_mutated_files_give_games_and_errors_and_nothing_else(data):
    whole = bytearray(game_of(played(Position.start(), 60, random.Random(5)), n_games=2))
    for _ in range(data.draw(st.integers(1, 6))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(whole[: data.draw(st.integers(0, len(whole)))])
    for found in read(cut):
        assert (found.record is None) == isinstance(found.error, ParseError)
    with contextlib.suppress(ParseError):
        list(streams.read(io.BytesIO(cut), "the file"))


@pytest.mark.slow
@pytest.mark.skipif(not ARCHIVE.is_dir(), reason="needs the archive, in the folder that OUTFLANK_WTHOR names")
def test_every_game_of_the_archive_replays_to_its_result():
    n_games = n_unfinished = 0
    for path in sorted(ARCHIVE.glob("*.wtb")):
        with path.open("rb") as file:
            for found in wthor.read(file, path):
                assert found.record is not None, found.error
                assert not found.record.player(0).startswith("#")
                n_games += 1
                n_unfinished += bool(found.note)
                assert not found.note or "the moves end with" in found.note
    assert n_games >= 137_548
    assert n_unfinished < n_games / 200
