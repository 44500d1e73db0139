"""Cassio, the graphical program, with Outflank as its engine."""

import random
import time

import pytest

from outflank.jit import INTERPRETED
from outflank.rules import Game, Position
from tests.ending import COMMAND
from tests.guis import games
from tests.guis.cassio_client import PREFIX, Cassio, Search, text_of
from tests.guis.dialogue import Shared

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled is too slow for it"),
]

ENGINE = (*COMMAND, "engine", "--protocol", "cassio")
AT_ONCE = 5.0  # seconds: less than any of the searches takes, however busy the machine is
"""Seconds for what takes 100 ms on a machine that does nothing else."""


@pytest.fixture(scope="module")
def shared():
    shared = Shared(lambda: Cassio(ENGINE))
    yield shared
    shared.close()


@pytest.fixture
def started(shared):
    return shared.get()


@pytest.fixture
def cassio(started):
    """Cassio with an engine that knows of no earlier position."""
    started.command("new-position")
    started.unknown.clear()
    yield started
    assert started.unknown == []


@pytest.fixture
def fresh():
    """A client of its own, for tests at whose end the engine is gone."""
    with Cassio(ENGINE) as cassio:
        yield cassio


def test_answers_an_empty_line(fresh):
    assert fresh.sync() < 2 * AT_ONCE


def test_answers_an_empty_line_while_it_searches(fresh):
    fresh.ask_midgame(Position.start(), 60)
    fresh.hear_until(lambda: fresh.results)
    assert fresh.sync() < 2 * AT_ONCE
    fresh.stop()


def test_says_how_many_nodes_the_last_search_had(cassio):
    result = cassio.midgame(Position.start(), 6)
    cassio.command("get-search-infos")
    assert cassio.infos
    assert cassio.infos[-1][0] >= result.nodes


# --- searches -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 5, 10])
def test_midgame_searches_reach_their_depth(cassio, depth):
    result = cassio.midgame(Position.start(), depth)
    assert result.depth == depth
    assert result.lower == result.upper
    assert len(result.pv) <= depth


@pytest.mark.parametrize("precision", [0, 50, 73, 90, 95, 99, 100])
@pytest.mark.parametrize("n_empties", [30, 12])
def test_midgame_searches_are_as_precise_as_asked(cassio, precision, n_empties):
    position = games.random_game(n_empties + precision, n_empties).position
    assert cassio.midgame(position, 8, precision=precision).precision >= precision


def test_a_midgame_search_is_wider_the_more_precise_it_is(cassio):
    position = games.random_game(4, 30).position
    nodes = []
    for precision in (73, 100):
        cassio.command("empty-hash")
        nodes.append(cassio.midgame(position, 10, precision=precision).nodes)
    assert nodes[0] < nodes[1]


@pytest.mark.parametrize("alpha", [-64, -20, -3, 0, 5, 30])
def test_midgame_searches_keep_to_their_window(cassio, alpha):
    position = games.random_game(alpha, 25).position
    whole = cassio.midgame(position, 6)
    cassio.command("empty-hash")
    result = cassio.midgame(position, 6, alpha=alpha, beta=alpha + 4)
    inside = [value for value in (whole.lower,) if alpha < value < alpha + 4]
    for value in inside:
        assert result.lower <= value <= result.upper
    assert result.upper <= alpha or result.lower >= alpha + 4 or result.lower == result.upper


@pytest.mark.parametrize("seed", range(6))
def test_endgame_searches_are_exact(cassio, seed):
    position = games.random_game(seed, 9 + seed % 2).position
    result = cassio.endgame(position)
    scores = games.exact_move_scores(position)
    assert result.lower == result.upper == max(scores.values()) == scores[result.move]
    assert (result.depth, result.precision) == (position.n_empties, 100)
    score_at_the_end(position, result)


def score_at_the_end(position, result):
    """Play the variation; if it reaches the end of the game, that must be the score."""
    end = Game(position, result.pv).position
    if end.is_over:
        assert end.scores[position.turn] == result.lower


@pytest.mark.parametrize("seed", range(12))
def test_endgame_searches_prove_bounds_that_are_true(cassio, seed):
    position = games.random_game(100 + seed, 9).position
    score = games.exact_score(position)
    for alpha, beta in [(-64, 64), (-1, 1), (0, 1), (score, score + 2), (score - 2, score), (-64, -63), (63, 64)]:
        lowest, highest = max(alpha, -64), min(beta, 64)
        cassio.command("empty-hash")
        result = cassio.endgame(position, alpha=lowest, beta=highest)
        assert result.lower <= score <= result.upper
        if lowest < score < highest:
            assert result.lower == result.upper
        elif score <= lowest:
            assert result.upper <= lowest
        else:
            assert result.lower >= highest


@pytest.mark.parametrize("precision", [0, 50, 73, 87, 95, 98, 99, 100])
def test_endgame_searches_are_as_precise_as_asked(cassio, precision):
    result = cassio.endgame(games.random_game(precision, 16).position, precision=precision)
    assert result.precision >= precision
    assert result.depth == 16


# --- odd positions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_a_pass_is_searched(cassio, seed):
    position = games.game_with_pass(seed, 9).position
    result = cassio.endgame(position)
    assert result.move == "pass"
    assert result.lower == result.upper == games.exact_score(position)
    assert cassio.midgame(position, 3).move == "pass"


@pytest.mark.parametrize(
    "position", [games.OVER, Position.parse("X" * 10 + "-" * 54 + "O"), Position.parse("-" * 64 + "X")]
)
def test_a_game_that_is_over_has_its_result(cassio, position):
    for result in (cassio.endgame(position), cassio.midgame(position, 5)):
        assert result.lower == result.upper == position.scores[position.turn]
        assert result.pv == ()


# --- whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", [Position.start(), Position.start(mirrored=True), games.random_game(5, 40).position])
def test_plays_whole_games_against_random_moves(cassio, start):
    source = random.Random(1)
    game = Game(start)
    ours = start.turn
    cassio.command("new-position")
    while not game.is_over:
        position = game.position
        if position.must_pass:
            game.push("pass")
        elif position.turn is not ours:
            game.push(source.choice(position.legal_moves))
        elif position.n_empties <= 14:
            result = cassio.endgame(position)
            assert result.lower == result.upper
            game.push(result.move)
        else:
            game.push(cassio.midgame(position, 4, precision=90).move)
    assert game.position.scores[ours] > 0


def test_the_score_stays_what_it_is_while_the_engine_plays_both_sides(cassio):
    game = games.random_game(7, 14)
    result = cassio.endgame(game.position)
    score, ours = result.lower, game.position.turn
    while not game.is_over:
        game.push(result.move)
        if not game.is_over:
            result = cassio.endgame(game.position)
            assert result.lower == result.upper == (score if game.position.turn is ours else -score)
    assert game.position.scores[ours] == score


# --- haste ----------------------------------------------------------------------------------------------------------


def test_stops_at_once(cassio):
    times = []
    for seconds in (0.0, 0.01, 0.1, 0.3, 0.5):
        cassio.ask_midgame(Position.start(), 60)
        cassio.hear_until(lambda: cassio.results)
        cassio.hear_for(seconds)
        times.append(cassio.stop())
        result = cassio.finished[-1]
        assert result.move in Position.start().legal_moves
    print("seconds:", *times)
    assert max(times) < AT_ONCE


def test_stops_an_endgame_at_once(cassio):
    times = []
    for seed in range(3):
        cassio.ask_endgame(games.random_game(seed, 32).position)
        cassio.hear_until(lambda: cassio.results)
        cassio.hear_for(0.2 * seed)
        times.append(cassio.stop())
    print("seconds:", *times)
    assert max(times) < AT_ONCE


def test_a_stop_right_behind_the_search_ends_that_search(cassio):
    position = games.random_game(6, 30).position
    search = f"{PREFIX}midgame-search {text_of(position)} -64.00 64.00 60 100%"
    for _ in range(20):
        cassio.command("empty-hash")
        cassio.expect(Search(position, "midgame", -64, 64, 60, 100))
        sent = cassio.dialogue.send(search, PREFIX + "stop")
        assert cassio.await_result().at - sent < AT_ONCE


@pytest.mark.parametrize(
    "command", ["new-position", "empty-hash", "get-search-infos", "init", "get-version", "rubbish"]
)
def test_stops_whatever_else_is_said_while_it_searches(fresh, command):
    fresh.ask_midgame(Position.start(), 60)
    fresh.hear_until(lambda: fresh.results)
    for _ in range(3):
        fresh.send(command)
    sent = fresh.send("stop")
    while time.monotonic() < sent + 10:
        heard = fresh.dialogue.hear(0.3)
        if heard is None:
            break
        last = heard
    assert last.text == "ready."
    assert last.at - sent < AT_ONCE
    position = games.random_game(1, 9).position
    fresh.forget()
    assert fresh.endgame(position).lower == games.exact_score(position)


def test_many_searches_in_one_piece_are_answered_in_their_order(cassio):
    positions = [games.random_game(seed, 9).position for seed in range(20)]
    for position in positions:
        cassio.ask_endgame(position)
    cassio.await_result()
    assert [result.lower for result in cassio.finished[-20:]] == [games.exact_score(each) for each in positions]


def test_says_how_far_it_is_while_it_searches(cassio):
    cassio.ask_midgame(Position.start(), 60)
    cassio.hear_until(lambda: cassio.results)
    for _ in range(5):
        cassio.hear_for(0.15)
        cassio.send("get-search-infos")
    cassio.hear_until(lambda: len(cassio.infos) >= 5, what="node and time")
    heard = list(cassio.infos)
    assert heard[-1][0] > heard[0][0] > 0
    assert heard[-1][1] > heard[0][1]
    cassio.stop()
    assert cassio.finished[-1].depth > 1


# --- what is no command ---------------------------------------------------------------------------------------------


def test_reads_lines_that_end_as_on_windows_and_come_in_pieces(cassio):
    cassio.expect(Search(Position.start(), "midgame", -64, 64, 3, 100))
    line = f"{PREFIX}midgame-search {text_of(Position.start())} -64.00 64.00 3 100%\r\n".encode()
    for at in range(0, len(line), 25):
        cassio.dialogue.send_bytes(line[at : at + 25])
        time.sleep(0.01)
    assert cassio.await_result().depth == 3


# --- the end --------------------------------------------------------------------------------------------------------


def test_quits_while_it_searches(fresh):
    fresh.ask_midgame(Position.start(), 60)
    fresh.hear_for(2)
    status, seconds, lines = fresh.quit()
    print("seconds:", seconds)
    assert status == 0
    assert lines[-1] == "bye bye."
    assert seconds < 30


def test_ends_when_its_input_does(fresh):
    fresh.dialogue.close_input()
    fresh.dialogue.end_of_output(60)
    assert fresh.dialogue.exit_status(60) == 0


def test_ends_when_its_input_does_while_it_searches(fresh):
    fresh.ask_midgame(Position.start(), 60)
    fresh.hear_for(2)
    fresh.dialogue.close_input()
    fresh.dialogue.end_of_output(60)
    assert fresh.dialogue.exit_status(60) == 0


def test_says_nothing_unasked(cassio):
    cassio.midgame(Position.start(), 6)
    assert cassio.hear_for(0.5) == []


def test_writes_nothing_to_standard_error(fresh):
    fresh.midgame(Position.start(), 6)
    fresh.quit()
    assert fresh.dialogue.errors == ""
