"""NBoard, the graphical program, with Outflank as its engine."""

import random
import time

import pytest

from outflank.jit import INTERPRETED
from outflank.rules import BLACK, PASS, WHITE, Game, Position
from tests.ending import COMMAND
from tests.guis import games
from tests.guis.dialogue import Shared
from tests.guis.nboard_client import EXACT, NBoard, ggf

pytestmark = pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled is too slow for it")

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


def test_a_higher_depth_gives_deeper_hints(nboard):
    for depth in (2, 6, 9):
        place(nboard, games.random_game(2, 40), depth)
        assert {line.depth for line in nboard.hint(1, depth).values() if line.kind == "search"} >= {depth}


def test_hints_go_ever_deeper(nboard):
    place(nboard, games.random_game(3, 44), 8)
    nboard.hint(1, 8)
    depths = [line.depth for line in nboard.requests[-1].of("search")]
    assert depths == sorted(depths)
    assert len(set(depths)) >= 3


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


def test_hints_of_one_game_after_another(nboard):
    for seed in range(6):
        game = games.random_game(seed, 30 + seed)
        place(nboard, game, 3)
        assert set(nboard.hint(2, 3)) <= set(game.position.legal_moves)


@pytest.mark.parametrize("seed", range(6))
def test_hints_at_the_end_are_exact(nboard, seed):
    game = games.random_game(seed, 9)
    place(nboard, game, 60)
    hints = nboard.hint(20, EXACT)
    assert {move: line.value for move, line in hints.items()} == games.exact_move_scores(game.position)


@pytest.mark.parametrize("seed", range(4))
def test_the_variation_of_an_exact_hint_leads_to_its_score(nboard, seed):
    game = games.random_game(20 + seed, 10)
    place(nboard, game, 60)
    [best] = [line for line in nboard.hint(1, EXACT).values() if line.depth == EXACT]
    assert best.value == games.exact_score(game.position)
    end = Game(game.position, best.pv).position
    if end.is_over:
        assert end.scores[game.position.turn] == best.value


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


def test_plays_a_game_that_is_sent_again_before_each_move(nboard):
    game = games.random_game(8, 20)
    while not game.is_over:
        place(nboard, game, 3, values=dict.fromkeys(range(len(game.moves)), "1.5"))
        game.push(nboard.go().move)


def test_does_not_make_its_move_itself(nboard):
    place(nboard, games.random_game(5, 30))
    for _ in range(3):
        assert nboard.go().move in nboard.game.position.legal_moves
    before = nboard.game.position
    nboard.move(before.legal_moves[-1])
    assert nboard.go().move in nboard.game.position.legal_moves


def test_a_version_that_sends_moves_without_a_word_before_them(fresh):
    fresh.send("nboard 1", "F5", "D6")
    fresh.game.extend("f5d6")
    assert fresh.hint(5, 3).keys() == {"c3", "c4", "c5", "c6", "c7"}


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


def test_moves_may_carry_value_and_time_or_not(nboard):
    place(nboard, Game())
    for line in ("move F5", "move d6/-1.25", "move C3/0.00/12.5", "move D3//3", "move c4/1.0/0"):
        nboard.send(line)
        nboard.game.push(line[5:7])
    assert nboard.go().move in nboard.game.position.legal_moves


def test_undo_is_a_game_that_is_shorter(nboard):
    game = games.random_game(6, 40)
    place(nboard, game)
    for _ in range(6):
        nboard.go()
        game.undo()
        place(nboard, game)
        assert nboard.go().move in game.position.legal_moves


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


@pytest.mark.parametrize("contempt", [-100, 100])
def test_contempt_leaves_values_within_their_range_in_the_midgame(nboard, contempt):
    nboard.set_contempt(contempt)
    for turn in (BLACK, WHITE):
        game = games.random_game(3, 30)
        if game.position.turn is not turn:
            game = games.random_game(3, 31)
        place(nboard, game)
        nboard.hint(3, 4)
        assert nboard.go().move in game.position.legal_moves


# --- the state that is sent -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "clock", ["5:00", "15:00//02:00", "00:30/0:10/02:00", "1:00:00", "2.0:0:0", "10", "0:01", "0:00"]
)
def test_reads_clocks(nboard, clock):
    game = games.random_game(2, 40)
    place(nboard, game, 4, clock=clock, times={n: f"{n / 10:.2f}" for n in range(len(game.moves))})
    assert nboard.go().move in game.position.legal_moves


def test_reads_clocks_of_each_side(nboard):
    game = games.random_game(2, 40)
    place(nboard, game, 4, clock=None, TB="5:00//2:00", TW="10:00/0:05")
    assert nboard.go().move in game.position.legal_moves


@pytest.mark.parametrize("seconds", [2, 4])
def test_does_not_lose_on_time(seconds):
    """A depth that is never reached, and a clock."""
    with NBoard((*COMMAND, "engine", "--protocol", "nboard")) as nboard:
        nboard.go()  # once everything is loaded
        place(nboard, games.random_game(1, 50), 60, clock=f"0:{seconds:02}")
        asked = time.monotonic()
        assert nboard.go().at - asked < seconds


@pytest.mark.parametrize(
    "tags",
    [
        {"DT": "2003.12.15_12:33:18.MST", "RB": "1700.5", "RW": "2000"},
        {"RE": "+12.000"},
        {"RE": "-64.000:t", "CO": "a comment; with (odd) signs ] (;"[:18]},
        {"PB": "Ünï¢ödé", "PW": "a  b"},
        {"TY": "8r20", "KM": "0.5"},
        {"XX": "a tag that nobody knows"},
        {"PC": "NBoard", "RE": None, "DT": None},
        {"PB": "", "PW": ""},
        {"CO": "c" * 50_000},
    ],
    ids=lambda tags: "-".join(tags),
)
def test_reads_tags_of_all_kinds(nboard, tags):
    place(nboard, Game(moves="f5d6c3"), 3, **tags)
    assert nboard.go().move in nboard.game.position.legal_moves


def test_reads_values_and_times_of_moves(nboard):
    game = games.random_game(3, 30)
    n_moves = range(len(game.moves))
    place(
        nboard,
        game,
        3,
        values={n: f"{n - 10}.25" for n in n_moves},
        times={n: f"{n / 7:.3f}" for n in n_moves if n % 2},
    )
    assert nboard.go().move in game.position.legal_moves


def test_a_set_up_board_with_white_to_move(nboard):
    game = games.random_game(4, 33)
    assert game.position.turn is WHITE
    place(nboard, Game(game.position), 3)
    assert nboard.go().move in game.position.legal_moves


# --- analysis and learning ------------------------------------------------------------------------------------------


def test_analyses_every_position_of_a_game(nboard):
    game = games.random_game(1, 40)
    place(nboard, game, 2)
    assert sorted(nboard.analyse()) == list(range(len(game.moves) + 1))


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


def test_a_user_who_browses_through_a_game(nboard):
    game = games.finished_game(4)
    browsed = Game()
    times = []
    for move in game.moves:
        browsed.push(move)
        place(nboard, browsed, 60)
        sent = nboard.ping()
        nboard.hear_until(lambda: not nboard.is_busy)
        times.append(nboard.lines[-1].at - sent)
        nboard.ask("hint", 3)
        nboard.hear_for(0.03)
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


def test_two_requests_in_a_row(nboard):
    place(nboard, games.random_game(6, 30), 3)
    nboard.sync()
    nboard.ask("hint", 4)
    second = nboard.ask("go")
    nboard.hear_until(lambda: second.is_answered, what="===")
    nboard.sync()


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


def test_many_pings_have_their_pongs_in_order(nboard):
    for _ in range(50):
        nboard.ping()
    nboard.hear_until(lambda: not nboard.is_busy)


def test_a_new_depth_while_it_thinks(nboard):
    place(nboard, Game(), 60)
    nboard.sync()
    nboard.ask("hint", 1)
    nboard.hear_for(0.2)
    nboard.set_depth(2)
    assert nboard.go().move in nboard.game.position.legal_moves


# --- what is no command ---------------------------------------------------------------------------------------------

RUBBISH = [
    "",
    "   ",
    "rubbish",
    "set",
    "set depth",
    "set depth many",
    "set depth -3",
    "set depth 1000000000000000000000",
    "set contempt",
    "set contempt x",
    "set contempt 100000",
    "set colour blue",
    "set game",
    "set game (;GM[Othello];)",
    "set game (;GM[Othello]BO[8 ;)",
    "set game (;GM[Chess]PC[x]BO[8 xyz *];)",
    "set game " + "(;" * 50_000,
    "move",
    "move Z9",
    "move A1",
    "move PA",
    "pong 3",
    "x" * 1_000_000,
    "set game " + "x" * 1_000_000,
    "\t\x07\x1b[31m",
    "é" * 40,
    "NBOARD 2",
    "nboard",
    "nboard 99",
]


@pytest.mark.parametrize("line", RUBBISH, ids=lambda line: f"{line[:24].strip().replace(' ', '-')}-{len(line)}")
def test_ignores_rubbish(nboard, line):
    nboard.send(line)
    nboard.hear_for(0.1)
    nboard.unknown.clear()
    place(nboard, games.random_game(1, 30), 3)
    nboard.set_contempt(0)
    assert nboard.go().move in nboard.game.position.legal_moves


@pytest.mark.parametrize("line", ["", "rubbish", "set colour blue", "status", "x" * 100_000])
def test_rubbish_stops_no_thinking_and_changes_no_position(nboard, line):
    place(nboard, games.random_game(1, 30), 3)
    nboard.sync()
    request = nboard.ask("go")
    nboard.send(line)
    nboard.hear_until(lambda: request.is_answered, what="===")
    assert nboard.go().move in nboard.game.position.legal_moves


@pytest.mark.parametrize("move", ["A1", "F5", "PA", "Z9", "D4"])
def test_a_move_that_is_not_legal_is_not_made(nboard, move):
    """What is said about the position before it is right; the next game is played as if nothing had been."""
    place(nboard, Game(moves="f5"), 3)
    nboard.send(f"move {move}")
    nboard.sync()
    nboard.ask("hint", 3)
    nboard.hear_for(0.2)
    place(nboard, Game(moves="f5"), 3)
    assert nboard.hint(3, 3).keys() == {"d6", "f4", "f6"}


def test_ignores_bytes_that_are_no_text(nboard):
    nboard.dialogue.send_bytes(b"\xff\xfe\x00\x80 " * 50 + b"\n" + b"\x00\n")
    assert nboard.go().move in nboard.game.position.legal_moves


def test_a_game_that_cannot_be_read_leaves_the_engine_alive(nboard):
    nboard.send("set game (;GM[Othello]PC[NBoard]TY[8]BO[8 too short *]B[F5];)")
    nboard.sync()
    place(nboard, Game(moves="f5"), 3)
    assert nboard.go().move in {"d6", "f4", "f6"}


def test_reads_lines_that_end_as_on_windows_and_come_in_pieces(nboard):
    data = f"set depth 3\r\nset game {ggf(Game(moves='f5'))}\r\n".encode()
    for at in range(0, len(data), 40):
        nboard.dialogue.send_bytes(data[at : at + 40])
        time.sleep(0.005)
    nboard.game = Game(moves="f5")
    assert nboard.go().move in {"d6", "f4", "f6"}


# --- the end --------------------------------------------------------------------------------------------------------


def test_says_who_it_is_in_one_word(nboard):
    assert nboard.name.startswith("Outflank")


def test_says_nothing_unasked(nboard):
    nboard.sync()
    assert [line.text for line in nboard.hear_for(0.5)] == []


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
    fresh.dialogue.end_of_output(5)
    assert fresh.dialogue.exit_status(5) == 0


def test_writes_nothing_to_standard_error(fresh):
    fresh.hint(2, 3)
    fresh.quit()
    assert fresh.dialogue.errors == ""
