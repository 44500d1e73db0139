"""The environments pass the checks of Gymnasium and of PettingZoo, and play by the rules."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra gym is not installed")
pytest.importorskip("pettingzoo", reason="the extra gym is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from outflank import EngineError, IllegalMoveError, OptionError, Position  # noqa: E402
from outflank.learning import action_mask, gym_env, index_to_move, move_to_index, to_planes, zoo_env  # noqa: E402
from outflank.rules import BLACK, WHITE  # noqa: E402


def first(position):
    return position.legal_moves[0]


def played_out(env, seed):
    """Random legal play to the end: the last reward and info."""
    env.action_space.seed(seed)
    _, info = env.reset(seed=seed)
    while True:
        _, reward, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if terminated:
            return reward, info


# --- Gymnasium --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"opponent": "first", "size": 4}, {"reward": "discs", "colour": BLACK}])
def test_the_checker_of_gymnasium_has_nothing_to_say(options):
    check_env(gymnasium.make(gym_env.ID, render_mode="ansi", **options).unwrapped)  # warnings are errors


def test_the_environment_is_made_by_its_id_alone():
    env = gymnasium.make(f"outflank.learning.gym_env:{gym_env.ID}", opponent="greedy")
    observation, info = env.reset(seed=1)
    assert observation.shape == (3, 8, 8)
    assert info["action_mask"].sum() == observation[2].sum()


@pytest.mark.parametrize("colour", [BLACK, WHITE, None])
def test_a_game_is_played_by_the_rules_and_ends_with_its_result(colour):
    env = gym_env.OthelloEnv("random", colour=colour, size=6)
    for seed in range(5):
        reward, info = played_out(env, seed)
        position, side = env.position, env.side
        assert position.is_over
        assert side is colour or colour is None
        assert info["difference"] == position.scores[side]
        assert reward == np.sign(position.scores[side])
        assert not info["action_mask"].any()


def test_the_learning_side_sees_its_own_discs_first():
    env = gym_env.OthelloEnv(first, colour=WHITE)
    observation, info = env.reset()
    assert (observation == to_planes(Position.start().play("d3"))).all(), "the opponent has moved"
    assert info["side"] == "white"


def test_discs_are_a_share_of_the_board():
    env = gym_env.OthelloEnv(first, colour=BLACK, reward="discs")
    start = Position.parse("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-- X")
    env.reset(options={"start": start})
    _, reward, terminated, _, info = env.step(move_to_index("g8"))
    assert terminated
    assert (reward, info["difference"]) == (1.0, 64)


def test_an_illegal_action_loses_and_is_said():
    env = gym_env.OthelloEnv(first, colour=BLACK)
    env.reset()
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    with pytest.raises(OptionError, match="start another with reset"):
        env.step(19)


def test_the_same_seed_gives_the_same_game():
    env = gym_env.OthelloEnv("random", size=4)
    assert [played_out(env, 5)[1]["difference"] for _ in range(3)] == [played_out(env, 5)[1]["difference"]] * 3
    sides = set()
    for seed in range(20):
        env.reset(seed=seed)
        sides.add(env.side)
    assert sides == {BLACK, WHITE}, "the colour is drawn"


def test_a_forced_pass_is_an_action():
    env = gym_env.OthelloEnv(first, colour=WHITE, size=4)
    passing = Position.parse("XO-------------- O")
    _, info = env.reset(options={"start": passing.board_string})
    assert np.flatnonzero(info["action_mask"]).tolist() == [16]
    assert not env.step(16)[4].get("illegal")


def test_the_board_is_shown_as_text():
    env = gym_env.OthelloEnv(first, colour=BLACK, render_mode="ansi")
    env.reset()
    assert env.render() == str(Position.start())
    assert gym_env.OthelloEnv(first).render() is None


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: gym_env.OthelloEnv("levle1"), "did you mean level1"),
        (lambda: gym_env.OthelloEnv("tribolo"), "it plays Tribolo, not Othello"),
        (lambda: gym_env.OthelloEnv(reward="wins"), "expected a reward of win or discs"),
        (lambda: gym_env.OthelloEnv(render_mode="human"), "expected a render mode of ansi"),
        (lambda: gym_env.OthelloEnv(first).reset(options={"start": Position.start(4)}), "expected a start on 8×8"),
        (lambda: gym_env.OthelloEnv(first).step(19), "start another with reset"),
        (lambda: zoo_env.raw_env(render_mode="human"), "expected a render mode of ansi"),
    ],
)
def test_what_makes_no_sense_is_refused(make, message):
    with pytest.raises(OptionError, match=message):
        make()


def test_an_opponent_that_fails_is_an_error_and_no_win():
    env = gym_env.OthelloEnv(lambda position: None, colour=WHITE)
    with pytest.raises(EngineError, match="the opponent <lambda> failed: illegal move: expected a move such as"):
        env.reset()


# --- PettingZoo -------------------------------------------------------------------------------------------------------

EXPECTED = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be:UserWarning",  # said of every game with a mask
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",  # of whoever is not to move
)


@EXPECTED
@pytest.mark.parametrize("make", [zoo_env.env, zoo_env.raw_env])
def test_the_tests_of_pettingzoo_pass(make):
    api_test(make(), num_cycles=300, verbose_progress=False)
    api_test(make(size=4), num_cycles=100, verbose_progress=False)


def test_the_seed_test_of_pettingzoo_passes():
    seed_test(zoo_env.env, num_cycles=100)


def test_both_agents_play_a_game_by_the_rules():
    env = zoo_env.env(size=6, render_mode="ansi")
    env.reset(seed=1)
    for each in env.agents:
        env.action_space(each).seed(1)
    position, rewards = Position.start(6), {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        rewards[agent] = reward
        if terminated or truncated:
            env.step(None)
            continue
        assert agent == zoo_env.AGENTS[position.turn]
        assert (observation["observation"] == to_planes(position)).all()
        assert (observation["action_mask"] == action_mask(position)).all()
        assert env.render() == str(position)
        action = int(env.action_space(agent).sample(observation["action_mask"]))
        env.step(action)
        position = position.play(index_to_move(action, 6))
    assert position.is_over
    assert rewards == dict(zip(zoo_env.AGENTS, np.sign(position.scores), strict=True))


def test_who_is_not_to_move_has_no_action():
    env = zoo_env.raw_env()
    env.reset()
    assert env.observe("black_0")["action_mask"].sum() == 4
    assert not env.observe("white_0")["action_mask"].any()
    assert (env.observe("white_0")["observation"][0] == to_planes(Position.start())[1]).all()


def test_an_illegal_action_ends_a_wrapped_game_and_is_an_error_in_a_raw_one():
    raw = zoo_env.raw_env()
    raw.reset()
    with pytest.raises(IllegalMoveError, match="expected the index of a legal move, got 0"):
        raw.step(0)
    env = zoo_env.env()
    env.reset()
    env.step(0)
    assert env.terminations == {"black_0": True, "white_0": True}
    assert env.rewards["black_0"] == -1
