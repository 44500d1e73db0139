import json
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from outflank.errors import OutflankError
from outflank.evaluation.weights import Weights
from outflank.jit import INTERPRETED
from outflank.training import dataset
from outflank.training.folder import Folder, GenerationFiles, WorkClock, append_new
from outflank.training.plan import Acceptance, Fitting, TrainingPlan
from outflank.training.playing import Task, play
from outflank.training.report import generations, losses_chart
from outflank.training.run import Training
from outflank.workers import ProcessPool
from tests.training.small import MATCH, RANDOM, plan, train

pytestmark = pytest.mark.slow

GAMES = 20 if INTERPRETED else 2000
KILLS = 3 if INTERPRETED else 10
GENERATIONS = 3


def results(folder):
    """All that a run came to, but for the time it took."""
    runs = [GenerationFiles(path) for path in sorted(folder.glob("generation-*"))]
    return [
        (
            dataset.read(run.path).tobytes(),
            run.weights.read_bytes(),
            run.losses.read_text(),
            run.pairs(),
            run.result.read_text(),
        )
        for run in runs
    ]


def start(folder, games):
    command = [sys.executable, "-m", "tests.training.small", str(folder), str(games)]
    return subprocess.Popen(command, start_new_session=True, stderr=subprocess.PIPE, text=True)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")
    assert train(folder, GAMES)
    return folder


def test_each_game_is_there_once(undisturbed):
    for number in range(GENERATIONS):
        games = dataset.read(undisturbed / f"generation-{number}")
        assert games["number"].tolist() == list(range(GAMES))


def test_a_finished_run_stays_as_it_is(undisturbed):
    before = {path: path.stat().st_mtime_ns for path in undisturbed.rglob("*.games")}
    train(undisturbed, GAMES)
    assert {path: path.stat().st_mtime_ns for path in undisturbed.rglob("*.games")} == before


def test_a_generation_is_kept_only_if_it_won(undisturbed):
    kept = [row["kept"] for row in generations(Folder(undisturbed))]
    assert (undisturbed / "weights").exists() == any(kept)
    for row in generations(Folder(undisturbed)):
        assert row["wins"] + row["draws"] + row["losses"] == 2 * len(
            Folder(undisturbed).generation(row["generation"]).pairs()
        )
        assert row["kept"] is (row["llr"] > 0)


def test_weights_say_where_they_come_from(undisturbed):
    training = Weights.load(undisturbed / "weights").training
    assert training["command"] == "test"
    assert training["generations"][0]["games"] == GAMES
    assert training["positions"] > GAMES
    assert len(training["losses"]) == 30


def test_the_report_draws_a_line_for_each_generation_and_one_for_the_network(undisturbed):
    chart = losses_chart(Folder(undisturbed))
    assert chart.count("<polyline") == GENERATIONS + 1
    assert "generation 2 with network" in chart


def test_the_last_generation_learns_a_network(undisturbed):
    networks = [Weights.load(undisturbed / f"generation-{number}" / "weights").network for number in range(GENERATIONS)]
    assert [network is not None for network in networks] == [False, False, True]


def test_losses_tell_those_with_the_network(undisturbed):
    files = [Folder(undisturbed).generation(number) for number in range(GENERATIONS)]
    *others, losses = (json.loads(each.losses.read_text()) for each in files)
    assert not any("network_loss" in each or "network" in each["phases"][0] for each in others)
    known = {loss["phase"]: loss["network"] for loss in losses["phases"] if loss["network"]}
    of_weights = {loss["phase"]: loss["held_out"] for loss in losses["phases"] if loss["held_out"]}
    assert set(known) == set(of_weights)
    assert [known[phase] for phase in (28, 29)] == [of_weights[phase] for phase in (28, 29)]  # where none is asked
    assert losses["network_loss"] == pytest.approx(np.sqrt(np.mean(np.square(list(known.values())))), abs=1e-4)


@pytest.mark.skipif(INTERPRETED, reason="too few games for a network to learn from")
def test_a_network_is_nearer_to_what_games_came_to(undisturbed):
    phases = json.loads(Folder(undisturbed).generation(2).losses.read_text())["phases"]
    assert all(loss["network"] < loss["held_out"] for loss in phases if loss["network"] > 0 and loss["phase"] < 28)


def test_what_was_kept_of_learning_is_gone_at_the_end(undisturbed):
    assert {path.name for path in undisturbed.rglob("*")} >= {"weights", "losses.json"}
    assert not [*undisturbed.rglob("fitted"), *undisturbed.rglob("learner.npz")]


class StoppedError(Exception):
    pass


@pytest.mark.parametrize(
    ("step", "kept"), [("fit", set()), ("learn", {"fitted", "learner.npz"}), ("measure", {"fitted", "learner.npz"})]
)
def test_stopped_while_it_learns_it_comes_to_the_same_end(undisturbed, tmp_path, step, kept):
    folder = shutil.copytree(undisturbed, tmp_path / "run")
    for name in ("weights", "losses.json", "match.txt", "result.json"):
        (folder / "generation-2" / name).unlink()
    (folder / "weights").unlink(missing_ok=True)

    def watch(progress):
        if (progress.generation, progress.step) == (2, step):
            is_early = step == "learn" and 2 * progress.done <= progress.total
            if not is_early:
                raise StoppedError

    with pytest.raises(StoppedError):
        train(folder, GAMES, watch=watch)
    names = {path.name for path in (folder / "generation-2").iterdir()}
    assert names & {"weights", "fitted", "learner.npz"} == kept
    train(folder, GAMES)
    assert results(folder) == results(undisturbed)
    assert not [*folder.rglob("fitted"), *folder.rglob("learner.npz")]


def test_a_network_is_learned_even_if_no_game_is_held_out(tmp_path):
    folder, few = Folder(tmp_path), replace(plan(2), acceptance=Acceptance(MATCH, 200, 1))
    with folder.locked():
        folder.begin(few, "test")
        with ProcessPool(1) as workers:
            Training(folder, few, workers, lambda _progress: None).run()
    weights = Weights.load(folder.generation(2).weights)
    assert weights.network is not None
    assert json.loads(folder.generation(2).losses.read_text())["network_loss"] == 0


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
@pytest.mark.timeout(600)
def test_killed_at_random_moments_it_comes_to_the_same_end(undisturbed, tmp_path):
    generator = random.Random(5)
    kills = 0
    counts = [0]
    while kills < KILLS:
        process = start(tmp_path, GAMES)
        time.sleep(1 + generator.random() * 2)
        if generator.random() < 0.5:
            os.killpg(process.pid, signal.SIGKILL)  # all at once, as when the power fails
        else:
            process.kill()  # the one that leads; the others notice
        process.communicate()
        kills += 1
        counts.append(sum(len(dataset.read(path)) for path in tmp_path.glob("generation-*")))
    assert all(earlier <= later for earlier, later in pairwise(counts))
    finished = start(tmp_path, GAMES)
    _, complaints = finished.communicate()
    assert (finished.returncode, complaints) == (0, "")
    assert results(tmp_path) == results(undisturbed)
    on_disk = sum(path.stat().st_size // dataset.RECORD.itemsize for path in tmp_path.rglob("*.games"))
    lost_or_twice = on_disk - GENERATIONS * GAMES
    assert 0 <= lost_or_twice <= 2 * KILLS  # a game in progress in each of two processes may have been finished again
    assert not list(tmp_path.rglob("*.part"))


def test_a_second_run_in_the_same_folder_is_refused(tmp_path):
    with Folder(tmp_path).locked(), pytest.raises(OutflankError, match="another training run is using"):
        train(tmp_path, 1)
    with Folder(tmp_path).locked():
        pass


def played_by(n_processes, task, numbers, enough):
    """The numbers of games that a pool plays, as they come."""
    with ProcessPool(n_processes) as workers:
        yield from play(workers, task, numbers, lambda: enough)


def test_a_process_that_is_killed_loses_no_game(tmp_path):
    task = Task(tmp_path, None, RANDOM, 1)
    finished: set[int] = set()
    n = GAMES // 2
    killed = False
    for numbers in played_by(2, task, iter(range(n)), False):
        finished.update(numbers)
        if finished and not killed:
            multiprocessing.active_children()[0].kill()
            killed = True
    assert finished == set(range(n))
    assert dataset.read(tmp_path)["number"].tolist() == list(range(n))
    assert killed


def test_the_number_of_processes_does_not_matter(tmp_path):
    games = []
    for n_workers in (1, 3):
        folder = tmp_path / str(n_workers)
        folder.mkdir()
        list(played_by(n_workers, Task(folder, None, RANDOM, 1), iter(range(10)), False))
        games.append(dataset.read(folder).tobytes())
    assert games[0] == games[1]


def test_weights_that_cannot_be_read_are_named(tmp_path):
    (tmp_path / "bad").write_bytes(b"nothing")
    with pytest.raises(OutflankError, match="bad"):
        list(played_by(1, Task(tmp_path, tmp_path / "bad", RANDOM, 1), iter(range(3)), False))


def test_every_process_gets_a_file_of_its_own(tmp_path):
    assert [append_new(tmp_path).name for _ in range(3)] == [f"worker-{n}.games" for n in range(3)]
    (tmp_path / "worker-0.games").unlink()
    assert append_new(tmp_path).name == "worker-3.games"


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"version": 1, "plan": {}}', '{"version": 1, "plan": 3}'])
def test_a_damaged_plan_is_named(tmp_path, content):
    (tmp_path / "run.json").write_text(content)
    with pytest.raises(OutflankError, match=r"run\.json"):
        Folder(tmp_path).plan()


def test_another_version_is_named(tmp_path):
    (tmp_path / "run.json").write_text('{"version": 2}')
    with pytest.raises(OutflankError, match="version 1, got 2"):
        Folder(tmp_path).plan()


@pytest.mark.parametrize("minutes", [0.5, 5, 60, 600])
def test_plans_are_written_and_read(minutes):
    plan = TrainingPlan.for_minutes(minutes, 7)
    assert TrainingPlan.from_json(json.loads(json.dumps(plan.to_json()))) == plan
    ends = [generation.until or 0 for generation in plan.generations]
    assert ends == sorted(ends)
    assert ends[-1] < 1


@pytest.mark.parametrize("confidence", ["level", "selectivity"])
def test_a_run_that_an_older_version_began_goes_on(tmp_path, confidence):
    """Its plan as version 1 wrote it, when confidence was a level or a selectivity and the match had rules."""
    play = '{"depth": 2, "solve_from": 14, "least_random": 60, "random_plies": 60, "random_percent": 3, "%s": 1}'
    play %= confidence
    (tmp_path / "run.json").write_text(
        '{"version": 1, "command": "outflank train", "plan": {"generations": [{"play": ' + play + ', "games": 50, '
        '"until": null, "from_random": true}], "seed": 9, "minutes": null, "fitting": {"ridge": 0.5, "close": 10.0, '
        '"trust": 0.75, "early_trust": 0.9, "late": 26, "rounds": 20, "held_out": 50}, "acceptance": {"rules": '
        '{"opening_plies": 8, "depth": 4, "solve_from": 14}, "elo": 100, "most_pairs": 100}, '
        '"measuring": {"positions": 10, "depth": 8, "solve_from": 16}}}'
    )
    its_own = {"fitting": Fitting(ridge=0.5, rounds=20), "acceptance": Acceptance(elo=100, most_pairs=100)}
    assert Folder(tmp_path).plan() == replace(TrainingPlan.of(1, 50, 4, 12, 9), **its_own)


def test_generations_have_seeds_of_their_own():
    plan = TrainingPlan.for_minutes(600, 3)
    assert (
        len({plan.seed_of(n) for n in range(10)} | {TrainingPlan.for_minutes(5, 4).seed_of(n) for n in range(10)}) == 20
    )


def test_the_clock_goes_on_where_it_stopped(tmp_path, monkeypatch):
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    clock = WorkClock(Folder(tmp_path))
    now += 10
    assert clock.seconds() == 10
    now += 1
    assert WorkClock(Folder(tmp_path)).seconds() == 10  # what was written down last


def test_a_pair_that_was_cut_short_is_played_again(tmp_path):
    files = GenerationFiles(tmp_path)
    assert files.pairs() == []
    files.add_pair(0, (4, -6))
    files.add_pair(1, (64, 0))
    with (tmp_path / "match.txt").open("ab") as file:
        file.write(b"-1")
    assert files.pairs() == [(4, -6), (64, 0)]
    files.add_pair(2, (-10, 2))
    assert files.pairs() == [(4, -6), (64, 0), (-10, 2)]


def test_time_ends_a_generation(tmp_path):
    given = list(played_by(1, Task(tmp_path, None, RANDOM, 1), iter(range(10**6)), True))
    assert 1 <= sum(map(len, given)) < 20
    assert np.all(np.diff(dataset.read(tmp_path)["number"]) == 1)
