import json
from dataclasses import replace
from itertools import pairwise

import pytest

from outflank.training.plan import Generation, Learning, PlaySettings, TrainingPlan


def timed(*ends, minutes=100.0, **learning):
    """A plan of generations that end at these shares of its time."""
    generations = tuple(Generation(PlaySettings(), 10, until) for until in ends)
    return TrainingPlan(generations, minutes=minutes, learning=Learning(**learning))


def test_a_plan_of_before_there_were_networks_learns_none():
    plan = TrainingPlan.of(4, 100, 4, 12, 9)
    data = json.loads(json.dumps(plan.to_json()))
    del data["learning"]
    for generation in data["generations"]:
        del generation["network"], generation["play"]["most_ahead"]
    without = tuple(replace(generation, network=False) for generation in plan.generations)
    assert TrainingPlan.from_json(data) == replace(plan, generations=without)


def test_settings_of_learning_are_written_and_read():
    plan = replace(TrainingPlan.of(3, 100, 4, 12), learning=Learning(epochs=7, rate=0.125, share=0.75))
    assert TrainingPlan.from_json(json.loads(json.dumps(plan.to_json()))) == plan


def test_an_old_plan_plays_all_games_however_far_a_side_is_ahead():
    assert PlaySettings().most_ahead == 64


@pytest.mark.parametrize("generations", [1, 2, 3, 5])
def test_networks_are_learned_from_the_third_generation_on(generations):
    found = [generation.network for generation in TrainingPlan.of(generations, 100, 4, 12).generations]
    assert found == [False, False, True, True, True][:generations]


@pytest.mark.parametrize(("minutes", "networks"), [(1, 0), (5, 0), (20, 2), (60, 3), (600, 4)])
def test_longer_runs_learn_more_networks(minutes, networks):
    found = [generation.network for generation in TrainingPlan.for_minutes(minutes).generations]
    assert found == [False] * (len(found) - networks) + [True] * networks


def test_a_network_is_learned_for_a_share_of_the_time_of_its_games():
    plan = timed(0.1, 0.25, 0.5, share=0.4)
    assert [plan.seconds_to_learn(number) for number in range(3)] == pytest.approx([240, 360, 600])


def test_games_that_no_time_ends_leave_as_much_as_it_takes():
    assert timed(None, None).seconds_to_learn(1) is None
    assert timed(0.1, 0.5, minutes=None).seconds_to_learn(1) is None


@pytest.mark.parametrize("minutes", [15, 20, 60, 600])
def test_all_networks_together_take_less_than_the_run(minutes):
    plan = TrainingPlan.for_minutes(minutes)
    seconds = sum(plan.seconds_to_learn(number) for number, each in enumerate(plan.generations) if each.network)
    assert 0 < seconds < 60 * minutes / 2


@pytest.mark.parametrize(
    ("generation", "learned_from"),
    [(0, [0]), (1, [1]), (2, [2]), (3, [3]), (4, [3, 4]), (5, [3, 4, 5]), (6, [4, 5, 6])],
)
def test_games_of_the_first_generations_serve_no_later_one(generation, learned_from):
    assert TrainingPlan.learned_from(generation) == learned_from


@pytest.mark.parametrize(("minutes", "generations"), [(0.5, 2), (1, 3), (5, 4), (20, 5), (60, 6), (600, 7)])
def test_longer_runs_have_more_generations_and_the_last_takes_half_the_time(minutes, generations):
    plan = TrainingPlan.for_minutes(minutes)
    ends = [0.0, *(generation.until for generation in plan.generations)]
    lengths = [end - begin for begin, end in pairwise(ends)]
    assert len(lengths) == generations
    assert lengths == sorted(lengths)
    assert lengths[-1] > 0.45
