import subprocess
import sys

import pytest
from hypothesis import given, settings

from outflank.errors import OptionError
from outflank.jit import INTERPRETED
from outflank.play import TimeLeft, create, play_game
from outflank.tribolo import BLUE, RED, TriboloPosition
from outflank.tribolo.strategies import own_score, search
from tests.contracts.player import check_answer, check_refuses_a_finished_game
from tests.patience import in_time
from tests.strategies import tribolo_positions

PLAYERS = [
    "random", "tribolo", "tribolo:depth=1", "tribolo:alliance=off", "tribolo:person=blue", "max_n:depth=2",
    "paranoid:depth=2", "tribolo:max_n,depth=2", "tribolo:paranoid,depth=2",
]  # fmt: skip


@pytest.mark.parametrize("name", PLAYERS)
@settings(max_examples=10)
@given(position=tribolo_positions(sizes=((16, 11), (7, 5), (4, 3))).filter(lambda position: not position.is_over))
def test_players_answer_as_players_must_in_any_position(name, position):
    check_answer(position, create(name, seed=1).choose(position))


@pytest.mark.parametrize("name", PLAYERS)
def test_players_refuse_a_finished_game(name):
    check_refuses_a_finished_game(create(name), TriboloPosition.parse("BRG"))


@pytest.mark.parametrize("name", PLAYERS)
def test_players_with_the_same_seed_answer_the_same(name):
    position = TriboloPosition.start(2)
    if ",depth=" in name:
        name += ",time=1000"  # no machine is too slow
    assert create(name, seed=5).choose(position) == create(name, seed=5).choose(position)


@pytest.mark.slow
@pytest.mark.parametrize("first_seed", range(0, 10 if INTERPRETED else 100, 10))
def test_games_of_three_published_players_run_to_the_end_without_a_forfeit(first_seed):
    for seed in range(first_seed, first_seed + (2 if INTERPRETED else 3)):
        record = play_game(TriboloPosition.start(seed), tuple(create("tribolo", person="blue") for _ in range(3)))
        assert record.forfeit is None
        assert record.position.is_over


def test_the_published_player_takes_the_last_of_the_best_moves():
    position = TriboloPosition.parse(".RB.../.GR.B./B.GR.#/..BG.. R")
    strategy = own_score(RED)
    values = {move: search(position.play(move), 1, strategy) for move in position.legal_moves}
    decision = create("tribolo:alliance=off").choose(position)
    assert decision.depth == 3  # two plies, and one on scores
    assert position.legal_moves == ("d1", "f1", "a2", "b3")
    assert decision.move == "b3"
    assert {found.move: found.value for found in decision.moves} == values
    assert values["d1"] == values["b3"] == max(values.values())


def test_the_published_player_knows_whom_to_ally_against():
    position = TriboloPosition.parse("BBBBBBBBR./........../GRB....... R")
    assert create("tribolo").choose(position).value == 0  # its own cells
    assert create("tribolo", person="blue").choose(position).value == 5  # red and green ones
    assert create("tribolo:alliance=off", person="blue").choose(position).value == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tribolo:depth=0", "expected depth from 1 to 128 (plies), got 0"),
        ("tribolo:depth=7", "expected depth from 1 to 6 (plies), got 7"),
        ("tribolo:max_n,depth=129", "expected depth from 1 to 128 (plies), got 129"),
        ("tribolo:max_n,time=0", "expected time above 0 and at most 86400 (seconds), got 0"),
        ("tribolo:max_n,time=nan", "expected time above 0 and at most 86400 (seconds), got nan"),
        ("tribolo:strongest", "unknown option 'strongest', expected one of: mode, depth"),
        ("tribolo:max_n,paranoid", "option mode is given twice"),
        ("tribolo:mode=best", "expected mode to be published or max_n or paranoid, got 'best'"),
        ("tribolo:alliance=2", "expected alliance to be 1.1 or 1.0 or 1.2 or off, got '2'"),
        ("tribolo:person=black", "expected person to be none or blue or red or green, got 'black'"),
    ],
)
def test_options_out_of_range_are_refused(text, message):
    with pytest.raises(OptionError) as caught:
        create(text)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["tribolo:max_n", "tribolo:paranoid"])
@pytest.mark.parametrize(("seconds", "allowed"), [(0.5, 0.5), (0.05, 0.3)])  # the system may be slow too
def test_the_strong_player_answers_in_time(name, seconds, allowed):
    position, player = TriboloPosition.start(1), create(name)
    player.choose(position, TimeLeft(0.01, per_move=True))  # whatever is slow the first time
    allowed += 5 if INTERPRETED else 0
    check_answer(position, in_time(allowed, lambda: player.choose(position, TimeLeft(seconds, per_move=True))))


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="takes the speed of compiled code")
@pytest.mark.parametrize("mode", ["max_n", "paranoid"])
def test_the_strong_player_beats_two_published_ones(mode):
    """A small match; the large one is in docs/reference/tribolo.md."""
    won = 0
    for seed in range(9):
        players = [create("tribolo") for _ in range(3)]
        players[seed % 3] = create(f"tribolo:{mode},depth=4")
        won += play_game(TriboloPosition.start(seed), tuple(players)).points[seed % 3]
    assert won >= 5


def test_the_readable_players_load_neither_numba_nor_numpy():
    code = (
        "import sys; from outflank.play import create; from outflank.tribolo import TriboloPosition;"
        "[create(name).choose(TriboloPosition.start(1)) for name in ('tribolo', 'max_n:depth=1', 'paranoid:depth=1')];"
        "print({'numba', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "set()\n"


def test_a_person_is_no_option_of_other_players():
    assert create("random", seed=1, person="blue").choose(TriboloPosition.start(1)).move
    assert BLUE.others == (RED, RED.next)
