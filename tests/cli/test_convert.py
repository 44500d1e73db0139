import io
import os
import threading

import pytest

from outflank.errors import OutflankError
from outflank.play import files, formats
from outflank.play.files import read_record
from outflank.play.game import Setup, kind_of
from outflank.play.record import Record
from outflank.rules import Game
from outflank.rules.kinds import OTHELLO

GAME = Game(moves=["f5", "d6", "c3"])
BOARD = "------------------X--------XX------OXX-----O-------------------- O\n"


@pytest.fixture
def source(home):
    path = home / "game.moves"
    path.write_text("f5d6c3\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("to", OTHELLO.formats)
def test_a_game_goes_into_every_format_by_extension(outflank, source, home, to):
    target = home / f"out{formats.format_named(to).extensions[0]}"
    done = outflank("convert", source, target)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert read_record(str(target), OTHELLO).game.position == GAME.position


def test_standard_input_and_output(outflank):
    assert outflank("convert", "-", "-", "--to", "board", stdin=b"f5d6c3").out == BOARD


def test_to_wins_over_the_extension(outflank, source, home):
    outflank("convert", source, "x.txt", "--to", "board")
    assert (home / "x.txt").read_text(encoding="utf-8") == BOARD


def test_a_game_and_back_is_the_same(outflank, source, home):
    outflank("convert", source, "x.txt")
    outflank("convert", "x.txt", "y.moves")
    assert (home / "y.moves").read_bytes() == source.read_bytes()


def test_a_file_can_be_converted_in_place(outflank, source):
    outflank("convert", source, source, "--to", "board")
    assert source.read_text(encoding="utf-8") == BOARD


def test_a_file_that_is_replaced_keeps_its_mode_and_a_link_stays_a_link(outflank, source, home):
    target, link = home / "target.board", home / "link.board"
    target.touch()
    target.chmod(0o640)
    link.symlink_to(target)
    outflank("convert", source, link)
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == BOARD
    assert target.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_usual_mode(outflank, source, home):
    (home / "usual").touch()
    outflank("convert", source, "x.board")
    assert (home / "x.board").stat().st_mode == (home / "usual").stat().st_mode


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_written_to_and_not_replaced(outflank, source, home):
    pipe = home / "pipe.board"
    os.mkfifo(pipe)
    heard = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text(encoding="utf-8")), daemon=True)
    reader.start()
    assert outflank("convert", source, pipe).code == 0
    reader.join(10)
    assert heard == [BOARD]
    assert pipe.is_fifo()


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may write anything")
def test_a_file_that_may_not_be_written_is_not_replaced(outflank, source, home):
    target = home / "x.board"
    target.write_text("as it was", encoding="utf-8")
    target.chmod(0o444)
    done = outflank("convert", source, target)
    assert (done.code, done.err) == (2, f"outflank: cannot write '{target}': Permission denied\n")
    assert target.read_text(encoding="utf-8") == "as it was"


def test_a_write_that_fails_half_way_leaves_the_old_file_and_nothing_else(home, monkeypatch):
    target = home / "x.board"
    target.write_text("as it was", encoding="utf-8")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(OutflankError, match=r"cannot write 'x\.board': No space left on device"):
        files.write_file("x.board", "new")
    assert [path.name for path in home.iterdir()] == ["x.board"]
    assert target.read_text(encoding="utf-8") == "as it was"


def test_what_a_format_has_no_room_for_is_said(outflank, home):
    (home / "two.moves").write_text("f5d6\nd3c3\n", encoding="utf-8")
    done = outflank("convert", "two.moves", "x.txt")
    assert (done.code, done.err) == (2, "outflank: a saved game is one game, got 2\n")
    assert not (home / "x.txt").exists()


def test_a_full_disk_under_the_output_is_one_line(outflank, source, monkeypatch, capsys):
    class Full(io.StringIO):
        def write(self, _):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("sys.stdout", Full())
    done = outflank("convert", source, "-", "--to", "board")
    assert (done.code, done.err) == (2, "outflank: reading or writing failed: No space left on device\n")


def test_a_study_keeps_its_variations_and_loses_them_where_there_is_no_room(outflank, home):
    study = b"(;FF[4]GM[2]PB[Ann];B[f5](;W[d6]C[parallel])(;W[f6]))"
    assert "(;W[d6]C[parallel])(;W[f6])" in outflank("convert", "-", "-", "--to", "sgf", stdin=study).out
    done = outflank("convert", "-", "-", "--to", "ggf", stdin=study)
    assert done.out.endswith("B[F5]W[D6]CO[parallel];)\n")


def test_many_games_go_from_file_to_file(outflank, home):
    (home / "some.ggf").write_text("(;GM[Othello]B[f5];)(;GM[Othello]B[d3]W[c3];)\n", encoding="utf-8")
    assert outflank("convert", "some.ggf", "some.sgf").code == 0
    assert outflank("convert", "some.sgf", "some.moves").code == 0
    assert (home / "some.moves").read_text(encoding="utf-8") == "f5\nd3c3\n"


def test_a_game_of_tribolo_is_converted_to_its_own_format_and_no_other(outflank, home):
    kind = kind_of("tribolo")
    text = formats.write([Record.of(kind.new_game(kind.start(Setup(seed=1))))], kind.saved_as)
    (home / "three.txt").write_text(text, encoding="utf-8")
    assert outflank("convert", "three.txt", "copy.txt").code == 0
    assert (home / "copy.txt").read_text(encoding="utf-8") == text
    done = outflank("convert", "three.txt", "three.ggf")
    assert (done.code, done.err) == (2, "outflank: a game in GGF cannot hold a game of Tribolo\n")


def test_the_help_lists_every_format_with_its_extension(outflank):
    text = outflank("convert", "-h").out
    for name in formats.names():
        row = formats.format_named(name)
        assert any(line.split() == [name, *row.extensions, *row.description.split()] for line in text.splitlines())


def test_a_format_is_needed_for_standard_output_and_must_be_known(outflank):
    done = outflank("convert", "-", "-", stdin=b"f5")
    assert (done.code, done.out) == (2, "")
    assert all(name in done.err for name in formats.names())
    assert "expected a format (" in outflank("convert", "-", "x.sgf", "--to", "png", stdin=b"f5").err
