"""A run of seconds, played by the twin and learned on the processor."""

from dataclasses import replace

import numpy as np
import pytest

from outflank.errors import OutflankError
from outflank.evaluation.weights import Weights
from outflank.jit import INTERPRETED
from outflank.training import dataset
from outflank.training.card.batch import TwinPlayer
from outflank.training.card.run import CardPlan, CardTraining
from outflank.training.folder import Folder
from outflank.training.network import Learner
from outflank.training.plan import Learning, PlaySettings
from tests.evaluation.networks import random_network, random_weights

pytestmark = [pytest.mark.slow, pytest.mark.skipif(INTERPRETED, reason="takes compiled searches")]

N_GAMES = 120
PLAN = CardPlan(
    minutes=60,
    seed=2,
    playing=0.0,
    play=PlaySettings(depth=1, solve_from=5, least_random=30, random_plies=44),
    learning=Learning(epochs=1, batch=256),
    measured=2,
)
START = replace(random_weights(5, network=random_network(1)), training={"games": 7})


class Player(TwinPlayer):
    """Plays as many games at once as a card."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.threads = N_GAMES


class Impatient(Learner):
    """Somebody stops the run while it learns."""

    def learn(self, *_arguments, **_more):
        raise KeyboardInterrupt


def training(path, plan=PLAN, start=START, learner=Learner, heard=None):
    return CardTraining(Folder(path), plan, start, Player, learner, (heard if heard is not None else []).append)


@pytest.fixture
def folder(tmp_path):
    return tmp_path


def test_a_run_leaves_only_weights_whose_history_tells_of_it(folder):
    heard = []
    training(folder, heard=heard).run()
    assert [path.name for path in folder.iterdir()] == ["weights"]
    weights = Weights.load(folder / "weights")
    assert (weights.table == START.table).all()
    assert (weights.network.embeddings != START.network.embeddings).any()
    assert weights.training["games"] == 7
    (run,) = weights.training["card_runs"]
    assert (run["games"], run["seed"]) == (N_GAMES, 2)
    assert run["positions"] > 10 * N_GAMES
    assert (heard[0].step, heard[-1].step) == ("play", "end")
    assert f"0 games, {N_GAMES} more at 60 empty squares" in heard[0].text


def test_runs_add_up(folder):
    first = training(folder).run()
    second = training(folder, replace(PLAN, seed=3), first).run()
    assert [run["seed"] for run in second.training["card_runs"]] == [2, 3]
    assert (second.network.embeddings != first.network.embeddings).any()


def test_games_are_kept_on_request_and_learned_from_again(folder):
    plan = replace(PLAN, keep_games=True)
    for n_runs in (1, 2):
        weights = training(folder, plan).run()
        games = dataset.read(folder)
        assert games["number"].tolist() == list(range(n_runs * N_GAMES))
        assert weights.training["card_runs"][-1]["games"] == n_runs * N_GAMES


def test_an_interrupted_run_leaves_its_games_for_the_next(folder):
    with pytest.raises(KeyboardInterrupt):
        training(folder, learner=Impatient).run()
    expected = Player(START, PLAN.play, 2).games(0, N_GAMES)
    assert dataset.read(folder).tobytes() == expected.tobytes()
    assert training(folder).run().training["card_runs"][0]["games"] == 2 * N_GAMES
    assert [path.name for path in folder.iterdir()] == ["weights"]


def test_a_start_without_a_network_gets_one(folder):
    weights = training(folder, start=random_weights(5)).run()
    assert weights.network is not None


def test_too_few_games_are_refused_and_not_lost(folder):
    class Hasty(Player):
        def games(self, first, n_games, watch):
            return super().games(first, n_games, watch)[:3]

    with pytest.raises(OutflankError, match="too few games"):
        CardTraining(Folder(folder), PLAN, START, Hasty, Learner, lambda _progress: None).run()
    assert len(dataset.read(folder)) == 3


def test_written_games_are_those_that_are_read(folder):
    games = Player(START, PLAN.play, 2).games(5, 3)
    dataset.write(folder / "some.games", games)
    assert dataset.read(folder).tobytes() == games.tobytes()
    assert np.fromfile(folder / "some.games", np.uint8).size == 3 * dataset.RECORD.itemsize
