"""`outflank train`: a run of seconds from zero, gone on with, reported, verified, and whatever may be wrong with it."""

import hashlib
import json
import re
import shutil
import sys
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from outflank.cli import train_card
from outflank.evaluation.weights import Weights
from outflank.jit import INTERPRETED
from outflank.training.card.batch import TwinPlayer
from outflank.training.network import Learner
from tests.evaluation.networks import random_weights

pytestmark = [pytest.mark.slow, pytest.mark.skipif(INTERPRETED, reason="takes compiled searches")]

TINY = ("--generations", "2", "--games", "200", "--depth", "3", "--solve-from", "10", "--seed", "4")
COMMAND = f"outflank train {' '.join(TINY)}"


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The folder of a run that is over, what it printed, and what it said of its progress."""
    import contextlib
    import io

    from outflank.cli.main import main

    folder = tmp_path_factory.mktemp("trained") / "run"
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        assert main(["train", *TINY, "--folder", str(folder), "--workers", "2"]) == 0
    return folder, out.getvalue(), err.getvalue()


@pytest.fixture
def run_folder(trained, home):
    """A copy of that folder, to be damaged."""
    return shutil.copytree(trained[0], home / "run")


class FewPlayer(TwinPlayer):
    """Plays batches of sixty games, mostly random, instead of a card."""

    def __init__(self, weights, play, seed):
        super().__init__(weights, replace(play, depth=1, solve_from=5, least_random=40, random_plies=44), seed)
        self.threads = 60


def everything(folder):
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_from_zero_to_weights(trained):
    folder, out, err = trained
    assert out == f"The weights are in {folder / 'weights'}\n"
    for step in ("playing", "fitting", "measuring searches", "match", "kept"):
        assert re.search(rf"^\d+ s: generation 0 of 0–1,? {step}: ", err, re.MULTILINE)
    assert err.endswith(" s: done\n")
    training = Weights.load(folder / "weights").training
    assert training["command"] == COMMAND
    assert training["games"] == 200
    assert (folder / "losses.svg").read_text().count("<polyline") == 2


def test_a_run_that_is_over_has_nothing_left_to_do(run_folder, outflank):
    before = everything(run_folder)
    for options in (("--resume",), TINY, ("--resume", "--json")):
        done = outflank("train", "--folder", run_folder, *options)
        assert (done.code, re.sub(r"\d+ s: done\n", "", done.err)) == (0, "")
        assert str(run_folder / "weights") in done.out
    assert {**everything(run_folder), "clock.json": b""} == {**before, "clock.json": b""}


def test_the_report_has_a_row_for_each_generation(trained, outflank):
    folder = trained[0]
    done = outflank("train", "report", "--folder", folder)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0].split()[:3] == ["generation", "games", "depth"]
    assert [line.split()[0] for line in done.out.splitlines()[1:3]] == ["0", "1"]
    assert "losses.svg" in done.out
    rows = json.loads(outflank("train", "report", "--folder", folder, "--json").out)["generations"]
    assert [row["generation"] for row in rows] == [0, 1]
    assert all(row["games"] == 200 and len(row["phases"]) == 30 for row in rows)


def test_trainer_and_engine_agree_on_what_was_trained(trained, outflank):
    done = outflank("train", "verify", "--weights", trained[0] / "weights")
    assert done.code == 0
    assert done.out.splitlines()[0] == f"{trained[0] / 'weights'}: the checksum is correct"
    assert done.out.count("none wrong") == 10
    of_the_folder = outflank("train", "verify", "--folder", trained[0])
    assert of_the_folder.out == done.out
    assert all(not each["wrong"] for each in json.loads(outflank("train", "verify", "--json").out).values())


def one_line(done, message):
    assert done.code == 2
    assert done.out == ""
    lines = [line for line in done.err.splitlines() if not re.match(r"\d+ s: generation", line)]
    assert len(lines) == 1
    assert re.search(message, lines[0])
    return True


def test_a_run_that_the_version_before_began_comes_to_the_same_weights(home, outflank):
    """Its games, losses and matches are there, its weights are made again from them."""
    with tarfile.open(Path(__file__).parents[1] / "data" / "training-v1.tar.gz") as archive:
        archive.extractall(home, filter="data")
    told = json.loads((home / "told.json").read_text())
    assert (
        json.loads(outflank("train", "report", "--folder", "run", "--json").out)["generations"] == told["generations"]
    )
    for name in ("losses.json", "result.json"):
        for path in (home / "run").rglob(name):
            path.unlink()
    assert outflank("train", "--resume", "--folder", "run", "--workers", "1").code == 0
    assert (
        json.loads(outflank("train", "report", "--folder", "run", "--json").out)["generations"] == told["generations"]
    )
    for number, digest in told["weights"].items():
        weights = home / "run" / f"generation-{number}" / "weights"
        assert hashlib.sha256(weights.read_bytes()).hexdigest() == digest


def test_other_settings_are_refused(run_folder, outflank):
    before = everything(run_folder)
    done = outflank("train", "--folder", run_folder, "--minutes", "7")
    assert one_line(done, f"was started with other settings .{COMMAND}.: leave them out")
    assert everything(run_folder) == before


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("run.json", r"expected the plan of a training run.*run\.json"),
        ("clock.json", r"damaged file: delete it.*clock\.json"),
        ("generation-0/result.json", r"damaged file: delete it.*result\.json"),
        ("generation-1/losses.json", r"damaged file: delete it.*losses\.json"),
        ("generation-1/weights", r"expected a file of weights.*generation-1/weights"),
    ],
)
def test_a_damaged_file_of_a_run_is_named(run_folder, outflank, name, message):
    (run_folder / "weights").unlink()
    (run_folder / name).write_bytes(b"\x00rubbish\xff")
    assert one_line(outflank("train", "--resume", "--folder", run_folder), message)


@pytest.mark.parametrize("seconds", ['"x"', "null", "-1", "NaN", "[]"])
def test_a_clock_that_shows_no_time_is_named(run_folder, outflank, seconds):
    (run_folder / "weights").unlink()
    (run_folder / "clock.json").write_text(f'{{"seconds": {seconds}}}')
    assert one_line(outflank("train", "--resume", "--folder", run_folder), r"expected a number of seconds.*clock\.json")


def test_only_what_a_killed_run_left_is_removed(run_folder, outflank):
    mine = [
        run_folder / "film.part",
        run_folder / "generation-0" / "thesis.part",
        run_folder / "other" / "weights.x.part",
    ]
    (run_folder / "other").mkdir()
    left = [run_folder / "run.json.a1_b2c3d.part", run_folder / "generation-1" / "weights.abcdefgh.part"]
    for path in (*mine, *left):
        path.write_text("precious")
    assert outflank("train", "--folder", run_folder).code == 0
    assert [path.exists() for path in (*mine, *left)] == [True, True, True, False, False]


def test_a_report_writes_nothing(trained, home, outflank):
    folder = home / "begun"
    folder.mkdir()
    shutil.copy(trained[0] / "run.json", folder)
    assert outflank("train", "report", "--folder", folder).code == 0
    assert [path.name for path in folder.iterdir()] == ["run.json"]


def test_a_damaged_game_is_named(run_folder, outflank):
    path = max((run_folder / "generation-1").glob("*.games"), key=lambda path: path.stat().st_size)
    content = bytearray(path.read_bytes())
    content[150] ^= 1
    path.write_bytes(content)
    (run_folder / "generation-1" / "weights").unlink()
    (run_folder / "generation-1" / "result.json").unlink()
    done = outflank("train", "--resume", "--folder", run_folder)
    assert one_line(done, rf"game 2 of [\d,]+ is damaged: delete the file to go on without it .*{path.name}")
    path.unlink()
    assert outflank("train", "--resume", "--folder", run_folder).code in (0, 1)


def test_damaged_weights_are_named(run_folder, outflank):
    path = run_folder / "weights"
    path.write_bytes(path.read_bytes()[:-1000])
    assert one_line(outflank("train", "verify", "--weights", path), "damaged or truncated.*weights")
    player = f"engine:weights={path}"
    assert one_line(outflank("match", player, "random", "--games", "2"), "damaged or truncated.*weights")


def test_a_card_is_asked_for_before_anything_is_played(home, outflank, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "outflank.training.gpu", raising=False)
    assert one_line(outflank("train", "--gpu", "--folder", "new"), "--gpu needs PyTorch: pip install 'outflank")
    assert not (home / "new").exists()


def test_a_card_without_numba_cuda_cannot_play(home, outflank, monkeypatch):
    monkeypatch.setattr(train_card, "check_torch", lambda: None)
    monkeypatch.setattr(train_card, "find_spec", lambda _name: None)
    assert one_line(outflank("train", "--gpu", "--folder", "new"), "--gpu needs numba-cuda: pip install 'outflank")
    assert not (home / "new").exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--playing", "40"), "--playing is for outflank train --gpu"),
        (("--gpu", "--playing", "95"), "expected .*95"),
        (("--keep-games",), "--keep-games is for outflank train --gpu"),
        (("--weights", "mine"), "--weights is for outflank train verify and for outflank train --gpu"),
        (("--gpu", "--games", "9", "--weights", "mine"), "--weights is for outflank train verify and"),
    ],
)
def test_options_of_a_card_without_one_are_refused(home, outflank, options, message):
    assert one_line(outflank("train", *options, "--folder", "new"), message)
    assert not (home / "new").exists()


def test_a_run_on_a_card_starts_from_weights_and_the_next_from_its_own(home, outflank, monkeypatch):
    monkeypatch.setattr(train_card, "check_torch", lambda: None)
    monkeypatch.setattr(train_card, "_on_card", lambda _threads: (FewPlayer, Learner))
    random_weights(5).save(home / "mine")
    options = ("train", "--gpu", "--minutes", "0.01", "--folder", "card")
    done = outflank(*options, "--weights", "mine")
    assert (done.code, done.out) == (0, f"The weights are in {home / 'card' / 'weights'}\n".replace(f"{home}/", ""))
    assert re.search(r"^\d+ s: playing: 0 games, 60 more at 60 empty squares, ", done.err, re.MULTILINE)
    assert re.search(r"^\d+ s: end: done$", done.err, re.MULTILINE)
    done = outflank(*options, "--json")
    assert json.loads(done.out)["run"]["seed"] == 1
    assert len(Weights.load(home / "card" / "weights").training["card_runs"]) == 2


def test_a_script_that_asks_for_a_cluster_is_told_that_training_has_none(home, outflank):
    done = outflank("train", "--folder", "new", "--scheduler", "tcp://127.0.0.1:9")
    assert one_line(done, "--scheduler: training no longer runs on a cluster; .* --workers")
    assert not (home / "new").exists()
