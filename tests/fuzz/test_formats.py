"""Damaged files of every format: games, or errors of ours that say so in one line, and nothing else."""

import io
import random
import time

import pytest

from outflank import formats
from outflank.errors import OutflankError, ParseError
from outflank.formats import streams
from outflank.formats import text as any_text
from outflank.formats.files import write_records
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.game import Setup, kind_of
from outflank.play.record import Record
from outflank.rules import AntiPosition, Game, Position
from tests.formats.games import FULL, PASSING, played
from tests.fuzz.mutants import N_MUTANTS, mutants

NAMES = formats.names()


def records():
    """Games in which there is something of everything."""
    known = Record.of(Game(moves="f5d6c3d3c4"), ("Ann [a]", "Zoë \\"), date="2026-11-22", place="Here; there")
    node = known.tree.extend("f5")
    node.value, node.seconds, node.comment = (
        MoveValue("f5", -1.5, depth=9, pv=("f5", "d6")),
        2.25,
        "good (?)\n{so} [so]",
    )
    known.tree.root.add("e6").add("f4")
    return [
        known,
        Record.of(Game(moves=FULL)),
        Record.of(Game(moves=PASSING)),
        Record.of(Game(Position.start(10), played(Position.start(10), 40, random.Random(2)).moves)),
        Record.of(Game(Position.start(6, mirrored=True))),
        Record.of(Game(AntiPosition.start(), "f5f6")),
        analysed(),
    ]


def analysed():
    """A position with values of its moves, as a book holds it."""
    record = Record.of(Game(Game(moves="f5d6").position))
    moves = tuple(MoveValue(move, value, kind="book") for move, value in (("c3", 2), ("c4", 0), ("c5", -4)))
    record.tree.root.analysis = Analysis("c3", moves)
    return record


def seeds(folder, name):
    """Good files of a format: of one game each, and of as many as go in."""
    found = []
    every = records()
    if name == "saved-tribolo":
        kind = kind_of("tribolo")
        every = [Record.of(kind.new_game(kind.start(Setup(seed=1))))]
    for some in [[each] for each in every] + [every, every[:2]]:
        path = folder / f"seed{formats.format_named(name).extensions[0]}"
        try:
            write_records(path, some, name)
        except OutflankError:
            continue
        found.append(path.read_bytes())
    assert found
    return found


@pytest.mark.parametrize("name", NAMES)
def test_damaged_files_give_games_and_errors_in_one_line(tmp_path, name):
    good = seeds(tmp_path, name)
    for number, data in enumerate(mutants(good)):
        began = time.process_time()
        try:
            found = list(streams.read(io.BytesIO(data), "the file"))
        except ParseError as error:
            one_line(error)
        except Exception as error:
            raise AssertionError(f"mutant {number} of {name}: {data!r}") from error
        else:
            for each in found:
                assert (each.record is None) != (each.error is None), data
                if each.error is not None:
                    one_line(each.error)
        assert time.process_time() - began < 2, (number, data)


@pytest.mark.parametrize("name", [name for name in NAMES if isinstance(formats.format_named(name), formats.Format)])
def test_damaged_texts_that_people_paste_are_read_or_refused(tmp_path, name):
    good = seeds(tmp_path, name)
    for data in mutants(good, N_MUTANTS // 4, seed=2):
        try:
            reading = any_text.read(data.decode("utf-8", errors="replace"))
            assert reading.game.positions
        except OutflankError as error:
            one_line(error)


@pytest.mark.parametrize("name", NAMES)
def test_files_that_are_read_can_be_written_again(tmp_path, name):
    """What a damaged file still says goes out and comes in again as the same moves."""
    format_ = formats.format_named(name)
    if not isinstance(format_, formats.Format) or name in ("svg", "board", "nboard", "edax-board", "obf"):
        pytest.skip("holds positions only, or no text")
    for data in mutants(seeds(tmp_path, name), N_MUTANTS // 4, seed=3):
        try:
            found = list(streams.read(io.BytesIO(data), "the file"))
        except ParseError:
            continue
        for each in found:
            if each.record is None or not isinstance(each.record.tree.root.position, format_.holds):
                continue
            try:
                text = format_.write([each.record])
            except OutflankError:
                continue
            if name == "transcript" and not text.strip():
                continue  # a game without moves leaves nothing there
            (again,) = format_.read(text, None)
            assert again.tree.moves == each.record.tree.moves, data


def one_line(error):
    assert str(error)
    assert "\n" not in str(error)
    assert len(str(error)) < 1000


@pytest.mark.parametrize(
    "data",
    [
        b"(;" * 2_000_000,
        b"(;GM[2];B[f5]" + b"(;W[f6])" * 300_000,
        b"(" * 5_000_000,
        b"[" * 5_000_000,
        b"{" * 5_000_000,
        b'{"a":' * 500_000,
        b"(;GM[Othello]CO[" + b"a" * 5_000_000,
        b"(;GM[Othello]" + b"B[f5]" * 1_000_000 + b";)",
        b'[Event "x"]\n' + b"{" * 5_000_000,
        b'[Event "x"]\n1. f5 ' + b"(" * 1_000_000,
        b"f5" * 3_000_000,
        b"-" * 5_000_000,
        b"\n" * 5_000_000,
        b"\0" * 5_000_000,
        b"\xff" * 5_000_000,
        b"% Outflank game\n" * 300_000,
        b"XADEKOOB" + b"\xff" * 5_000_000,
        bytes([20, 1, 1, 1, 255, 255, 255, 255, 0, 0, 0, 0, 8, 0, 0, 0]) + b"\x38" * 3_000_000,
    ],
    ids=lambda data: repr(data[:24]),
)
def test_large_hostile_files_are_refused_soon(data):
    began = time.process_time()
    try:
        for n_found, found in enumerate(streams.read(io.BytesIO(data), "the file")):
            if found.error is not None:
                one_line(found.error)
            if n_found > 1000:
                break
    except ParseError as error:
        one_line(error)
    assert time.process_time() - began < 20
