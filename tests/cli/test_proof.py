import errno
import json
import os
from contextlib import contextmanager

import pytest

from outflank.proofs import prove
from outflank.proofs.file import read
from outflank.rules import BLACK, Position
from outflank.rules.anti import AntiPosition


@pytest.fixture
def file(tmp_path):
    return tmp_path / "4x4.proof"


def test_a_proof_is_made_and_checked(outflank, file):
    done = outflank("proof", "make", file, "--size", "4", "--leaves", "3")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Black gets at least -10 (")
    done = outflank("proof", "check", file)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("The proof holds. Black gets at least -10, White gets at least +10 (")
    assert len(done.out.splitlines()) == 1


def test_a_proof_that_fails_names_the_position(outflank, file):
    outflank("proof", "make", file, "--size", "4", "--leaves", "3")
    file.write_text(file.read_text().replace('"score": -10', '"score": -8'))
    done = outflank("proof", "check", file)
    assert (done.code, done.err) == (1, "")
    assert done.out.startswith("The proof fails. Black gets at least -8: not in ")
    answer = json.loads(outflank("proof", "check", file, "--json").out)
    assert not answer["holds"]
    assert answer["fault"].startswith("Black gets at least -8: not in ")
    Position.parse(answer["fault"].partition(" not in ")[2])


def test_proofs_as_json(outflank, file):
    answer = json.loads(outflank("proof", "make", file, "--size", "4", "--game", "anti-othello", "--json").out)
    assert (answer["moves"], answer["bytes"]) == ({"black": 0, "white": 0}, file.stat().st_size)
    assert read(file).start == AntiPosition.start(4)
    answer = json.loads(outflank("proof", "check", file, "--json").out)
    assert (answer["holds"], answer["fault"], answer["nodes"], answer["ends"]) == (True, None, 0, 2)


def test_any_position_can_be_proven(outflank, file):
    start = Position.start(4).play("b1")
    outflank("proof", "make", file, "--start", start.board_string, "--leaves", "4", "--threads", "2", "--memory", "8")
    proof = read(file)
    assert (proof.start, proof.least(BLACK)) == (start, -10)
    assert outflank("proof", "check", file, "--threads", "2").code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "none"], "cannot read 'none': No such file or directory"),
        (["make", ".", "--size", "4"], "cannot read '.': Is a directory"),
        (["make", "x", "--size", "10"], "proofs are for boards up to 8×8, got 10×10"),
        (["make", "x", "--size", "7"], "expected a board size of 4, 6, 8 or 10, got 7"),
        (["make", "x", "--leaves", "31"], "expected a number from 0 to 30, got '31'"),
        (["make", "x", "--start", "X" * 16], "the game is over: there is nothing to prove"),
        (["make", "x", "--game", "tribolo"], "invalid choice: 'tribolo'"),
    ],
)
def test_bad_input_is_one_line(outflank, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    done = outflank("proof", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert len(done.err.splitlines()) == 1
    assert not (tmp_path / "x").exists()


def test_no_other_file_is_touched(outflank, file):
    file.write_text("f5d6c3\n")
    done = outflank("proof", "make", file, "--size", "4")
    assert (done.code, done.out) == (2, "")
    assert "expected a line of a proof" in done.err
    assert file.read_text() == "f5d6c3\n"


def full_from(n_written, monkeypatch):
    """Fill the disk after some writes to the proof."""
    written, writing = [], prove.writing

    @contextmanager
    def full(path):
        with writing(path):
            yield
            written.append(path)
            if len(written) > n_written:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(prove, "writing", full)


@pytest.mark.parametrize("n_written", [0, 1, 2])
def test_a_full_disk_is_named_with_the_file_and_leaves_no_empty_file(outflank, file, monkeypatch, n_written):
    full_from(n_written, monkeypatch)
    done = outflank("proof", "make", file, "--size", "4", "--leaves", "3")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"outflank: cannot write '{file}': No space left on device\n"
    assert file.exists() == (n_written > 1)


def test_an_empty_file_of_the_user_stays(outflank, file, monkeypatch):
    file.touch()
    full_from(0, monkeypatch)
    assert outflank("proof", "make", file, "--size", "4", "--leaves", "3").code == 2
    assert file.exists()
