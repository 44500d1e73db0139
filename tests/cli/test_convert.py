import io
import os
import threading

import pytest

from outflank import formats
from outflank.errors import OutflankError
from outflank.formats import files
from outflank.formats.files import read_record
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


@pytest.mark.parametrize("to", [name for name in formats.that_hold(OTHELLO) if "book" not in name])  # which need values
def test_a_game_goes_into_every_format_by_extension(outflank, source, home, to):
    target = home / f"out{formats.format_named(to).extensions[0]}"
    done = outflank("convert", source, target)
    assert (done.code, done.out) == (0, "")
    if to == "wthor":
        assert "the game is not over: its result becomes" in done.err
    elif to in ("board", "edax-board", "nboard", "obf", "svg"):  # of positions
        noun = formats.format_named(to).noun
        assert done.err == f"outflank: dropped because {noun} cannot hold it: moves (games: 1)\n"
    else:
        assert done.err == ""
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


def test_a_file_that_is_read_is_never_written_over_by_whatever_name(outflank, source, home):
    before = source.read_bytes()
    (home / "other.moves").write_text("d3c3\n", encoding="utf-8")
    (home / "link.moves").symlink_to(source)
    (home / "hard.moves").hardlink_to(source)
    (home / "sub").mkdir()
    for target in source, "link.moves", "hard.moves", f"sub/../{source.name}":
        for inputs in [source], [f"{source}#1"], ["other.moves", source]:
            for force in [], ["--force"]:
                done = outflank("convert", *inputs, target, "--to", "board", *force)
                assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
                assert done.err.startswith("outflank: the output cannot be ")
    assert source.read_bytes() == before


def test_a_file_that_is_there_is_written_over_only_when_forced(outflank, source, home):
    (home / "x.board").write_text("as it was", encoding="utf-8")
    done = outflank("convert", source, "x.board")
    assert (done.code, done.out) == (2, "")
    assert done.err == "outflank: x.board exists: choose another file, or overwrite it with --force\n"
    assert (home / "x.board").read_text(encoding="utf-8") == "as it was"
    assert outflank("convert", source, "x.board", "--force").code == 0
    assert (home / "x.board").read_text(encoding="utf-8") == BOARD


def test_the_names_beside_a_file_of_wthor_are_written_over_only_when_forced(outflank, source, home):
    """Those of an archive, WTHOR.JOU, serve all its files."""
    (home / "all.jou").write_bytes(b"names")
    done = outflank("convert", source, "all.wtb")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("outflank: all.jou exists")
    assert (home / "all.jou").read_bytes() == b"names"
    assert not (home / "all.wtb").exists()


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
    reader.join(60)
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
    assert (done.code, done.err) == (2, "outflank: a saved-game file holds one game, got several\n")
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


def test_what_is_said_of_a_game_is_kept_or_left_behind_in_one_line(outflank, home):
    said = r"(;GM[2]TR[a1];B[f5]TE[2]C[角を\u3000取る]CR[d6](;W[d6]V[-2]VB[17])(;W[f6]))".replace("\\u3000", "\u3000")
    (home / "study.sgf").write_text(said * 2, encoding="utf-8")
    lines = {}
    for name in "sgf", "pgn", "ggf", "moves":
        done = outflank("convert", home / "study.sgf", home / f"out.{name}")
        assert done.code == 0
        lines[name] = done.err.replace("outflank: dropped because ", "").strip()
    assert lines == {
        "sgf": "",
        "pgn": "a game in PGN cannot hold it: marks (games: 2)",
        "ggf": "a game in GGF cannot hold it: variations (games: 2), signs (games: 2), circles (games: 2), "
        "marks (games: 2)",
        "moves": "a transcript cannot hold it: variations (games: 2), comments (games: 2), signs (games: 2), "
        "circles (games: 2), marks (games: 2), values (games: 2)",
    }
    assert formats.read((home / "out.sgf").read_text(encoding="utf-8")) == formats.read(said * 2)


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


def test_what_is_wrong_with_some_games_is_said_and_the_others_are_converted(outflank, home):
    (home / "some.moves").write_text("f5d6\nf5a1\nd3c3\nzz\n", encoding="utf-8")
    done = outflank("convert", "some.moves", "some.ggf", "--report", "bad.txt")
    assert done.code == 1
    assert (home / "some.ggf").read_text(encoding="utf-8").count("(;") == 2
    lines = done.err.splitlines()
    assert lines[0].startswith("outflank: move 2: White cannot play a1")
    assert "(some.moves:2, column 3)" in lines[0]
    assert lines[-1] == "2 converted, 2 left out"
    assert (home / "bad.txt").read_text(encoding="utf-8").count("\n") == 2


def test_only_the_first_of_many_errors_are_shown(outflank, home):
    (home / "some.moves").write_text("f5\n" + "f1\n" * 100, encoding="utf-8")
    done = outflank("convert", "some.moves", "some.ggf")
    assert done.err.count("cannot play f1") == 10
    assert done.err.endswith("1 converted, 100 left out, 90 of them not shown here\n")


def test_several_files_go_into_one_and_one_that_is_not_there_is_said(outflank, home):
    (home / "a.moves").write_text("f5d6\n", encoding="utf-8")
    (home / "b.ggf").write_text("(;GM[Othello]B[d3];)\n", encoding="utf-8")
    assert outflank("convert", "a.moves", "b.ggf", "c.moves").code == 0
    assert (home / "c.moves").read_text(encoding="utf-8") == "f5d6\nd3\n"
    done = outflank("convert", "a.moves", "nothing.ggf", "c.moves", "--force")
    assert done.code == 1
    assert "there is no file 'nothing.ggf'" in done.err


def test_games_that_do_not_fit_are_left_out(outflank, home):
    mirrored = "---------------------------XO------OX--------------------------- X"
    (home / "some.txt").write_text(f"f5d6\n{mirrored} c5\n", encoding="utf-8")
    for target in "some.moves", "some.wtb":
        done = outflank("convert", "some.txt", target)
        assert done.code == 1
        assert "1 converted, 1 left out" in done.err


def test_wthor_goes_to_a_file_and_not_to_standard_output(outflank, home):
    (home / "a.moves").write_text("f5d6\nd3c3\n", encoding="utf-8")
    assert outflank("convert", "a.moves", "a.wtb").code == 0
    assert {path.name for path in home.iterdir()} >= {"a.wtb", "a.jou", "a.trn"}
    assert outflank("convert", "a.wtb", "-", "--to", "transcript").out == "f5d6\nd3c3\n"
    done = outflank("convert", "a.moves", "-", "--to", "wthor")
    assert (done.code, done.err) == (2, "outflank: a WTHOR file cannot go to standard output: name a file\n")


def test_one_game_of_a_file_of_many_is_reviewed_by_its_number(outflank, home):
    (home / "a.moves").write_text("f5d6\nd3c3\n", encoding="utf-8")
    done = outflank("analyse", "a.moves#2", "--depth", "1", "--json")
    assert done.code == 0
    assert "a.moves#1 for the first of them" in outflank("analyse", "a.moves").err


def test_a_report_never_takes_the_place_of_what_is_read_or_written(outflank, home):
    """Once it emptied the input, and once it replaced the output."""
    (home / "a.moves").write_text("f5d6\n", encoding="utf-8")
    (home / "link").symlink_to("a.moves")
    for report in "a.moves", "link", "out.ggf", "./a.moves":
        done = outflank("convert", "a.moves", "out.ggf", "--report", report)
        assert (done.code, done.out) == (2, "")
        assert "--report cannot be" in done.err
    assert (home / "a.moves").read_text(encoding="utf-8") == "f5d6\n"
    assert not (home / "out.ggf").exists()


def test_one_game_of_a_file_is_converted_by_its_number(outflank, home):
    (home / "a.moves").write_text("f5d6\nd3c3\nc4\n", encoding="utf-8")
    assert outflank("convert", "a.moves#2", "-", "--to", "moves").out == "d3c3\n"
    assert outflank("convert", "a.moves#2", "one.txt").code == 0
    assert outflank("convert", "a.moves#9", "-", "--to", "moves").code == 2
    assert "from 1, after a.moves#" in outflank("convert", "a.moves#0", "-", "--to", "moves").err


def test_games_that_get_another_year_are_counted(outflank, home):
    games = [f"(;GM[Othello]DT[{date}]PB[A]PW[B];)\n" for date in ("2015-03-01", "2016", "", "2015")]
    (home / "games.ggf").write_text("".join(games))
    done = outflank("convert", "games.ggf", "games.wtb")
    assert "2 games from other years get the year 2015, because a WTHOR file has one year for all games\n" in done.err


def test_what_wthor_has_no_room_for_is_said(outflank, home):
    text = f"(;GM[Othello]PB[大島 太郎]PW[{'long ' * 8}];)"
    (home / "a.ggf").write_text(text, encoding="utf-8")
    done = outflank("convert", "a.ggf", "a.wtb")
    assert done.code == 0
    assert "the name '大島 太郎' becomes '?? ??': at most 19 Latin-1 characters fit" in done.err
    assert "1 converted, 0 left out, 1 odd" in done.err


@pytest.mark.parametrize("data", [b"\x1f\x8b\x08\x00", b"PK\x03\x04", b"\x89PNG\r\n", b"\xff\xfef\x00"])
def test_files_of_other_kinds_are_told_what_they_are(outflank, home, data):
    (home / "a.ggf").write_bytes(data)
    done = outflank("convert", "a.ggf", "b.ggf")
    assert done.code == 2
    assert done.err.startswith("outflank: expected games, got ")
