"""NBoard, the graphical program, with Outflank as its engine."""

import random
import time

import pytest

from outflank.jit import INTERPRETED
from outflank.rules import PASS, Game, Position
from tests.ending import COMMAND
from tests.guis import games
from tests.guis.dialogue import Shared
from tests.guis.nboard_client import EXACT, NBoard, ggf

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled is too slow for it"),
]

ENGINE = (*COMMAND, "engine", "--protocol", "nboard", "--depth", "4")
AT_ONCE = 5.0  # seconds: less than any of the searches takes, however busy the machine is
"""Seconds for what takes 100 ms on a machine that does nothing else."""


@pytest.fixture(scope="module")
def shared():
    shared = Shared(lambda: NBoard(ENGINE))
    yield shared
    shared.close()


@pytest.fixture
def nboard(shared):
    """NBoard with an engine that has stopped thinking, at the start of a game."""
    nboard = shared.get()
    nboard.set_depth(4)
    nboard.set_contempt(0)
    nboard.set_game(Game())
    nboard.sync()
    nboard.unknown.clear()
    yield nboard
    assert nboard.unknown == []


@pytest.fixture
def fresh():
    """A client of its own, for tests at whose end the engine is gone."""
    with NBoard(ENGINE) as nboard:
        yield nboard


def place(nboard, game, depth=4, **tags):
    """Set up a game as NBoard does when its user goes to a position."""
    nboard.set_depth(depth)
    nboard.set_game(game, **tags)


# --- hints ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 4, 10])
@pytest.mark.parametrize("depth", [1, 2, 5])
def test_as_many_hints_as_asked_for(nboard, n, depth):
    place(nboard, Game(moves="f5d6"), depth)
    hints = nboard.hint(n, depth)
    nboard.sync()
    assert len([line for line in hints.values() if line.kind == "book" or line.depth >= depth]) == min(n, 5)


def test_hints_do_not_go_beyond_the_depth(nboard):
    place(nboard, games.random_game(1, 40), 3)
    nboard.hint(2, 3)
    nboard.hear_for(0.3)
    nboard.sync()
    assert max(line.depth for line in nboard.requests[-1].of("search")) == 3


def test_says_how_many_nodes_it_has_searched(nboard):
    place(nboard, games.random_game(4, 40), 9)
    nboard.hint(1, 9)
    nboard.hear_for(0.2)
    nboard.sync()
    stats = nboard.requests[-1].of("nodestats")
    assert stats
    counted = [int(line.fields["nodes"]) for line in stats]
    assert counted == sorted(counted)
    assert counted[-1] > 0


@pytest.mark.parametrize("seed", range(6))
def test_hints_at_the_end_are_exact(nboard, seed):
    game = games.random_game(seed, 9)
    place(nboard, game, 60)
    hints = nboard.hint(20, EXACT)
    assert {move: line.value for move, line in hints.items()} == games.exact_move_scores(game.position)


@pytest.mark.parametrize("depth", [2, 4, 6, 8])
def test_what_is_called_exact_is_exact_and_what_is_called_proven_has_the_right_sign(nboard, depth):
    for seed in range(4):
        game = games.random_game(seed, 7 + seed)
        place(nboard, game, depth)
        scores = games.exact_move_scores(game.position)
        nboard.sync()
        request = nboard.ask("hint", 3)
        nboard.hear_for(0.3)
        nboard.sync()
        for line in request.of("search"):
            if line.depth == EXACT:
                assert line.value == scores[line.move]
            elif line.fields["depth"] == "100%W":
                assert (line.value > 0, line.value < 0) == (scores[line.move] > 0, scores[line.move] < 0)


# --- moves ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        Game(),
        Game(Position.start(mirrored=True)),
        Game(games.random_game(1, 30).position),
        games.random_game(2, 45),
        Game(games.random_game(3, 41).position),
    ],
)
def test_plays_whole_games_against_random_moves(nboard, game):
    source = random.Random(1)
    place(nboard, game)
    ours = game.position.turn
    while not nboard.game.is_over:
        position = nboard.game.position
        if position.turn is ours:
            answer = nboard.go()
            nboard.move(answer.move, answer.value, 0.01)
        else:
            nboard.move(source.choice(position.legal_moves))
    assert nboard.game.position.scores[ours] > 0


def test_plays_both_sides_of_games_with_passes(nboard):
    passes = 0
    for seed in range(3):
        place(nboard, games.game_with_pass(seed, 16))
        while not nboard.game.is_over:
            answer = nboard.go()
            passes += answer.move == PASS
            nboard.move(answer.move)
    assert passes >= 3


def test_the_times_it_gives_are_possible(nboard):
    place(nboard, games.random_game(4, 40), 9)
    nboard.sync()
    asked = time.monotonic()
    request = nboard.ask("go")
    nboard.hear_until(lambda: request.is_answered)
    took = time.monotonic() - asked
    for line in request.of("nodestats", "==="):
        assert float(line.fields["seconds"] or 0) <= took + 0.01


@pytest.mark.parametrize(
    "options", [("--level", "3"), ("--time", "0.1"), ("--threads", "2"), ("--ponder", "--depth", "4")]
)
def test_plays_with_other_options(options):
    with NBoard((*COMMAND, "engine", "--protocol", "nboard", *options)) as nboard:
        for _ in range(4):
            answer = nboard.go()
            nboard.move(answer.move, answer.value)
            nboard.move(nboard.game.position.legal_moves[0])
            assert {line.kind for line in nboard.hear_for(0.2)} <= {"status"}
            assert nboard.sync() < AT_ONCE
        assert nboard.quit()[0] == 0


def test_the_move_is_the_one_that_is_hinted_at(nboard):
    for seed in range(4):
        game = games.random_game(seed, 9)
        place(nboard, game, 60)
        answer = nboard.go()
        scores = games.exact_move_scores(game.position)
        assert scores[answer.move] == max(scores.values())
        if answer.value is not None:
            assert answer.value == scores[answer.move]


@pytest.mark.parametrize("seed", range(3))
def test_must_pass(nboard, seed):
    game = games.game_with_pass(seed, 8)
    place(nboard, game, 60)
    assert nboard.go().move == PASS
    assert list(nboard.hint(3, 1)) == [PASS]
    hint = nboard.hint(1, EXACT)[PASS]
    assert hint.value == games.exact_score(game.position)
    nboard.move(PASS)
    assert nboard.go().move in nboard.game.position.legal_moves


@pytest.mark.parametrize("finished", [games.finished_game(1), Game(games.OVER), Game(Position.parse("-" * 64 + "X"))])
@pytest.mark.parametrize("kind", ["go", "hint"])
def test_a_game_that_is_over_has_no_moves(nboard, finished, kind):
    place(nboard, finished)
    nboard.sync()
    request = nboard.ask(kind, 3)
    nboard.hear_for(0.3)
    nboard.sync()
    assert request.of("search", "book") == []
    assert {line.move for line in request.of("===")} <= {PASS}
    place(nboard, Game())
    assert nboard.go().move in Position.start().legal_moves


@pytest.mark.parametrize("contempt", [-100, -1, 0, 50, 100])
def test_contempt_changes_no_game_that_is_not_drawn(nboard, contempt):
    nboard.set_contempt(contempt)
    for seed in range(4):
        game = games.random_game(seed, 9)
        place(nboard, game, 60)
        scores = games.exact_move_scores(game.position)
        answer = nboard.go()
        if max(scores.values()):
            assert scores[answer.move] == max(scores.values())


# --- the state that is sent -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [2, 4])
def test_does_not_lose_on_time(seconds):
    """A depth that is never reached, and a clock."""
    with NBoard((*COMMAND, "engine", "--protocol", "nboard")) as nboard:
        nboard.go()  # once everything is loaded
        place(nboard, games.random_game(1, 50), 60, clock=f"0:{seconds:02}")
        asked = time.monotonic()
        assert nboard.go().at - asked < seconds


# --- analysis and learning ------------------------------------------------------------------------------------------


def test_analyses_a_finished_game_exactly_where_it_can(nboard):
    game = games.finished_game(2)
    place(nboard, game, 8)
    found = nboard.analyse()
    assert sorted(found) == list(range(len(game.moves) + 1))
    end = game.position
    assert found[len(game.moves)] == end.scores[end.turn]
    for n, position in enumerate(game.positions):
        if position.n_empties <= 6:
            assert found[n] == games.exact_score(position), f"after {n} moves of {game.transcript}"


def test_analyses_a_game_without_moves(nboard):
    place(nboard, Game(games.random_game(9, 9).position), 12)
    found = nboard.analyse()
    assert found == {0: games.exact_score(nboard.game.position)}


def test_an_analysis_can_be_stopped(nboard):
    place(nboard, games.finished_game(3), 20)
    nboard.sync()
    nboard.ask("analyze")
    nboard.hear_for(0.5)
    seconds = nboard.sync()
    print("seconds:", seconds)
    assert seconds < AT_ONCE


def test_learns(nboard):
    for game in (games.random_game(1, 30), games.finished_game(1), Game()):
        place(nboard, game, 2)
        nboard.learn()


# --- haste ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["hint", "go"])
@pytest.mark.parametrize("n_empties", [56, 30])
def test_a_ping_stops_it_at_once(nboard, kind, n_empties):
    times = []
    game = games.random_game(7, n_empties)
    for seconds in (0.0, 0.05, 0.2, 0.5, 0.5):
        place(nboard, game, 60)
        nboard.sync()
        nboard.ask(kind, 5)
        nboard.hear_for(seconds)
        times.append(nboard.sync())
        nboard.hear_for(0.1)  # fails if anything is heard of what has been stopped
    print("seconds:", *times)
    assert max(times) < AT_ONCE


def test_a_user_who_browses_faster_than_pongs_come(nboard):
    game = games.random_game(4, 4)
    browsed = Game()
    requests = []
    for move in game.moves:
        browsed.push(move)
        place(nboard, browsed, 60)
        nboard.ping()
        requests.append(nboard.ask("hint", 1))
        nboard.hear_for(0.005)
    nboard.hear_until(lambda: EXACT in [line.depth for line in requests[-1].of("search")])
    nboard.sync()


def test_all_lines_of_a_game_in_one_piece(nboard):
    game = games.random_game(5, 10)
    moves = [f"move {'PA' if move == PASS else move.upper()}" for move in game.moves]
    nboard.send("set depth 60", f"set game {ggf(Game())}", *moves)
    nboard.game = Game(moves=game.moves)
    answer = nboard.go()
    scores = games.exact_move_scores(game.position)
    assert scores[answer.move] == max(scores.values())


def test_a_second_hint_for_more_moves(nboard):
    place(nboard, games.random_game(6, 30), 3)
    nboard.sync()
    nboard.ask("hint", 1)
    nboard.ask("hint", 3)
    nboard.hear_for(1)
    nboard.sync()
    assert len({line.move for request in nboard.requests[-2:] for line in request.of("search")}) >= 3


def test_a_move_that_is_made_while_it_thinks(nboard):
    place(nboard, Game(), 60)
    nboard.sync()
    nboard.ask("hint", 2)
    nboard.hear_for(0.2)
    nboard.move("f5")
    nboard.sync()
    nboard.set_depth(3)
    assert nboard.hint(3, 3).keys() == {"d6", "f4", "f6"}


# --- what is no command ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["", "rubbish", "set colour blue", "status", "x" * 100_000])
def test_rubbish_stops_no_thinking_and_changes_no_position(nboard, line):
    place(nboard, games.random_game(1, 30), 3)
    nboard.sync()
    request = nboard.ask("go")
    nboard.send(line)
    nboard.hear_until(lambda: request.is_answered, what="===")
    assert nboard.go().move in nboard.game.position.legal_moves


def test_reads_lines_that_end_as_on_windows_and_come_in_pieces(nboard):
    data = f"set depth 3\r\nset game {ggf(Game(moves='f5'))}\r\n".encode()
    for at in range(0, len(data), 40):
        nboard.dialogue.send_bytes(data[at : at + 40])
        time.sleep(0.005)
    nboard.game = Game(moves="f5")
    assert nboard.go().move in {"d6", "f4", "f6"}


# --- the end --------------------------------------------------------------------------------------------------------


def test_quits(fresh):
    assert fresh.quit()[0] == 0


@pytest.mark.parametrize("kind", ["hint", "go", "analyze", "learn"])
def test_quits_while_it_thinks(fresh, kind):
    place(fresh, games.random_game(1, 30), 60)
    fresh.sync()
    fresh.ask(kind, 3)
    fresh.hear_for(1.5)
    status, seconds = fresh.quit()
    print("seconds:", seconds)
    assert status == 0
    assert seconds < 30


@pytest.mark.parametrize("kind", [None, "hint", "go", "analyze"])
def test_ends_when_its_input_does(fresh, kind):
    place(fresh, games.random_game(1, 30), 60)
    fresh.sync()
    if kind:
        fresh.ask(kind, 3)
        fresh.hear_for(1.5)
    fresh.dialogue.close_input()
    fresh.dialogue.end_of_output(60)
    assert fresh.dialogue.exit_status(60) == 0


def test_writes_nothing_to_standard_error(fresh):
    fresh.hint(2, 3)
    fresh.quit()
    assert fresh.dialogue.errors == ""
