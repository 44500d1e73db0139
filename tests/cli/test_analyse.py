import json
import re
import signal
import threading

import pytest

from outflank.cli.explain import compared
from outflank.engine.engine import Engine
from outflank.formats import saved
from outflank.jit import INTERPRETED
from outflank.play import Analysis, MoveValue, registry
from outflank.play.record import Record
from outflank.rules import PASS, AntiPosition, Game, Position
from outflank.tribolo import TriboloPosition

PASSED = {
    4: "XXO-XXOOOXOOXXXX O",
    6: "OOOXXXOOOOX-OOOXXXOOOXXXXOOXX-XOOXXX X",
    8: "--XXXXOXXXXXXOOXXOXOOOOXXOXOOOOXXOOOXOOXXOXOOXOXXOOOOOXXXOOXXXXX X",
}


def analyse(outflank, *arguments):
    done = outflank("analyse", *arguments, "--json")
    assert (done.code, done.err) == (0, "")
    assert done.out.count("\n") == 1
    return json.loads(done.out)


def test_json_has_every_move_best_first(outflank):
    answer = analyse(outflank, "f5d6", "--player", "level2")
    assert list(answer) == ["position", "side", "moves", "best", "nodes", "seconds"]
    position = Position.parse(answer["position"])
    assert answer["side"] == "black"
    assert {found["move"] for found in answer["moves"]} == set(position.legal_moves)
    values = [found["value"] for found in answer["moves"]]
    assert values == sorted(values, reverse=True)
    assert answer["best"] == answer["moves"][0]["move"]
    assert list(answer["moves"][0]) == ["move", "value", "bound", "depth", "selectivity", "kind", "pv"]
    assert answer["moves"][0]["pv"][0] == answer["best"]


def test_top_keeps_the_best(outflank):
    all_moves = analyse(outflank, "f5d6", "--player", "level2")["moves"]
    assert analyse(outflank, "f5d6", "--player", "level2", "--top", "2")["moves"] == all_moves[:2]


PASSING = [
    pytest.param(board, player, id=f"{size}x{size}-{player}")
    for size, board in PASSED.items()
    for player in [*registry.names(), "deepening:depth=2"]
    if registry.entry_of(player).stands_alone and registry.entry_of(player).can_play(Position.parse(board))
]


@pytest.mark.parametrize(("board", "player"), PASSING)
def test_a_forced_pass_is_the_only_and_best_move(outflank, board, player):
    answer = analyse(outflank, board, "--player", player)
    assert answer["best"] == PASS
    assert {found["move"] for found in answer["moves"]} <= {PASS}


@pytest.mark.parametrize("player", ["level3", "lookahead:depth=2", "greedy", "budget:nodes=100", "deepening:depth=2"])
@pytest.mark.parametrize("where", ["start", "f5d6c3d3c4", *PASSED.values()])
def test_the_tree_in_json_is_legal_from_top_to_bottom(outflank, player, where):
    answer = analyse(outflank, where, "--player", player, "--tree")

    def check(node, position):
        legal = position.legal_moves
        for child in node["children"]:
            assert child["move"] in legal
            check(child, position.play(child["move"]))
        assert set(node["cut"]) <= set(legal)

    assert answer["tree"]["best"] == answer["best"]
    check(answer["tree"], Position.parse(answer["position"]))


def test_the_text_shows_the_board_the_moves_and_the_choice(outflank):
    done = outflank("analyse", "f5d6", "--player", "level1")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].split() == list("abcdefgh")
    assert "Black (X) to move. Even at 3–3." in done.out
    assert [line.split()[0] for line in lines if line.startswith("*")] == ["*"]
    assert lines[-1].startswith("level1 plays c")
    assert "5 nodes in 0." in lines[-1]


def test_a_player_is_made_once(outflank, home):
    bot = """
class Noisy:
    def __init__(self):
        print("made")

    def choose(self, position):
        return position.legal_moves[0]
"""
    (home / "noisy.py").write_text(bot, encoding="utf-8")
    done = outflank("analyse", "f5d6", "--player", "module:noisy.py:Noisy")
    assert (done.code, done.err) == (0, "made\n")


def test_one_node_is_not_nodes(outflank):
    assert "level1 plays pass: 1 node in" in outflank("analyse", PASSED[8], "--player", "level1").out


def test_the_tree_can_be_cut_by_plies_and_width(outflank):
    def lines(*options):
        out = outflank("analyse", "start", "--player", "level2", "--tree", *options).out
        return out[out.index("Black (X) to move, value") :].splitlines()[1:]

    assert len(lines()) == 4 + 4 * 3
    assert len([line for line in lines("--plies", "1") if " X " in f" {line[2:]}"]) == 4
    assert not any("O " in line for line in lines("--plies", "1"))
    narrow = lines("--width", "1")
    assert len([line for line in narrow if "*" in line]) == 2
    assert "└╴… 3 more moves" in narrow


def test_a_player_that_knows_no_values_still_says_its_move(outflank):
    done = outflank("analyse", "start", "--player", "random", "--seed", "1")
    assert done.code == 0
    move = analyse(outflank, "start", "--player", "random", "--seed", "1")["best"]
    assert f"random plays {move}: 0 nodes" in done.out


@pytest.mark.usefixtures("bots")
def test_what_a_player_prints_does_not_get_into_the_answer(outflank):
    done = outflank("analyse", "start", "--player", "module:bots.py:prints", "--json")
    assert json.loads(done.out)["best"] == "d3"
    assert done.err == "rubbish\n"


def analyse_at_random(outflank, *arguments):
    """Of equal moves, this player chooses one at random."""
    return outflank("analyse", "start", "--player", "level1:deterministic=off", "--tree", *arguments).out


def test_with_a_seed_the_tree_is_the_one_behind_the_decision(outflank):
    assert not any("second search" in analyse_at_random(outflank, "--seed", seed) for seed in range(9))


def test_a_second_search_that_came_to_another_move_is_mentioned(outflank):
    assert any("The tree is from a second search" in analyse_at_random(outflank) for _ in range(60))


@pytest.mark.parametrize("where", ["game.txt", "f5 D6", "  f5\nd6 ", "1. f5 2. d6"])
def test_a_position_may_be_a_file_or_a_transcript(outflank, home, where):
    (home / "game.txt").write_text("f5d6\n", encoding="utf-8")
    assert analyse(outflank, where, "--depth", "2")["position"].count("X") == 4  # three discs, and the side to move


# --- the engine ---------------------------------------------------------------------------------------------------


def test_without_a_player_the_engine_looks(outflank):
    answer = analyse(outflank, "f5d6c3d3c4", "--depth", "4", "--top", "2")
    assert [found["depth"] for found in answer["moves"]][:2] == [4, 4]
    assert [found["bound"] for found in answer["moves"]][:3] == ["exact", "exact", "upper"][: len(answer["moves"])]
    assert "engine plays" in outflank("analyse", "start", "--depth", "1").out


@pytest.mark.parametrize("arguments", [(), ("--player", "engine")], ids=["nobody", "engine"])
def test_other_boards_and_games_are_looked_at_by_the_engine_as_well(outflank, arguments):
    answer = analyse(outflank, "X--------OX----XO----------------X-- X", "--depth", "3", *arguments)
    assert {found["depth"] for found in answer["moves"]} == {3}
    done = outflank("analyse", "f5d6", "--game", "anti-othello", "--depth", "3", *arguments)
    assert (done.code, done.err) == (0, "")
    assert "engine plays" in done.out


def test_games_of_three_are_looked_at_by_the_player_that_gives_hints(outflank):
    done = outflank("analyse", "start", "--tribolo", "--time", "0.1")
    assert (done.code, done.err) == (0, "")
    assert re.search(r"(Blue|Red|Green) \([BRG]\) to move\.", done.out)
    assert "tribolo plays " in done.out
    answer = analyse(outflank, "start", "--tribolo", "--player", "tribolo:time=0.1")
    assert answer["side"] in ("blue", "red", "green")
    assert answer["best"] in TriboloPosition.parse(answer["position"]).legal_moves


def test_fewest_discs_are_best_in_anti_othello(outflank):
    board = "XXXXXXXXXOO-OOOO X"  # of which one move is left
    answers = [analyse(outflank, board, "--exact", "--game", game) for game in ("othello", "anti-othello")]
    first, second = ({found["move"]: found["value"] for found in answer["moves"]} for answer in answers)
    assert first == {move: -value for move, value in second.items()}


def test_the_tree_is_that_of_level3_unless_another_is_named(outflank):
    assert "level3 plays" in outflank("analyse", "start", "--tree", "--plies", "1").out


# --- options that are the player's own as well --------------------------------------------------------------------


def test_a_players_own_time_and_nodes_are_passed_on(outflank):
    fast = analyse(outflank, "f5d6", "--player", "deepening", "--time", "0.05")
    assert fast["seconds"] < 8  # by itself it takes ten
    few, many = (analyse(outflank, "f5d6", "--player", "budget", "--nodes", nodes)["nodes"] for nodes in (50, 2000))
    assert few < 200 < many


@pytest.mark.skipif(INTERPRETED, reason="takes long")
def test_time_and_threads_reach_an_engine_with_options_of_its_own(outflank):
    answer = analyse(outflank, "f5d6", "--player", "engine:memory=2", "--time", "0.05", "--threads", "2")
    assert answer["seconds"] < 10


def test_a_depth_is_passed_on_too(outflank):
    answer = analyse(outflank, "f5d6", "--player", "lookahead", "--depth", "2")
    assert answer["moves"][0]["depth"] == 2


# --- Ctrl-C -------------------------------------------------------------------------------------------------------


@pytest.fixture
def ctrl_c(monkeypatch):
    """Presses Ctrl-C so many seconds after a search has begun, even where the parent process ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timers = []

    def after(seconds):
        def begin(*arguments, **options):
            timers.append(threading.Timer(seconds, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)))
            timers[-1].start()
            return analysis(*arguments, **options)

        analysis = Engine.analysis
        monkeypatch.setattr(Engine, "analysis", begin)

    yield after
    for timer in timers:
        timer.join()
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(INTERPRETED, reason="needs compiled code")
@pytest.mark.parametrize("arguments", [("start",), ("start", "--game", "anti-othello")], ids=["8×8", "anti-Othello"])
def test_ctrl_c_shows_what_is_known(outflank, ctrl_c, arguments):
    ctrl_c(0.5)
    answer = analyse(outflank, *arguments, "--time", "60")
    assert answer["best"] in Position.start().legal_moves
    assert answer["moves"][0]["depth"] >= 1
    assert answer["seconds"] < 40


@pytest.mark.skipif(INTERPRETED, reason="needs compiled code")
def test_ctrl_c_in_an_exact_search_shows_what_is_proven_and_the_best_move_so_far(outflank, ctrl_c):
    """Once: "stopped before the best move was known: the score is unknown"."""
    ctrl_c(0.7)
    done = outflank("analyse", "start", "--exact")
    assert done.code == 1
    assert re.search(r"Stopped: the score is unknown, the best move so far is (c4|d3|e6|f5): [\d,]+ nodes", done.out)
    assert "evaluation" in done.out
    assert len(done.err.splitlines()) == 1
    assert "Ctrl-C stops the search and shows what is proven so far" in done.err


def test_bounds_that_are_proven_so_far_are_told(outflank, monkeypatch):
    found = MoveValue("f5", 4, "lower", 60, 100, "exact", ("f5",))
    known = Analysis("f5", (found,), 10, 0.1, 4, 12)
    monkeypatch.setattr("outflank.cli.analyse.followed", lambda *_, **__: (known, True))
    done = outflank("analyse", "start", "--exact", "--time", "9")
    assert done.code == 1
    assert "Stopped: the score is from +4 to +12, the best move so far is f5: 10 nodes" in done.out
    answer = json.loads(outflank("analyse", "start", "--exact", "--time", "9", "--json").out)
    assert (answer["lower"], answer["upper"], answer["best"]) == (4, 12, "f5")


@pytest.mark.skipif(INTERPRETED, reason="takes long")
def test_the_engine_stops_in_time_and_with_nodes(outflank):
    assert analyse(outflank, "start", "--time", "0.2")["seconds"] < 10
    assert analyse(outflank, "start", "--nodes", "100000")["nodes"] < 110_000


def test_an_explanation_is_of_the_best_move_and_of_the_one_beside_it(outflank):
    out = outflank("analyse", "f5d6c3d3c4", "--depth", "2", "--explain").out
    best = analyse(outflank, "f5d6c3d3c4", "--depth", "2")["best"]
    assert f"\n{best}\n  " in out
    assert "leaves Black " in out
    assert "What the evaluation sees" not in out
    other = "b5" if best != "b5" else "b3"
    out = outflank("analyse", "f5d6c3d3c4", "--depth", "2", "--beside", other).out
    assert f"\n{other}\n  " in out
    assert "What the evaluation sees" not in out
    out = outflank("analyse", "f5d6c3d3c4", "--depth", "2", "--beside", other, "--weights").out
    assert "What the evaluation sees, in discs:" in out
    answer = analyse(outflank, "f5d6c3d3c4", "--depth", "2", "--beside", other)
    assert [found["move"] for found in answer["explanations"]] == [best, other]


@pytest.mark.skipif(INTERPRETED, reason="takes long")
def test_the_move_beside_is_compared_with_the_move_that_is_played(outflank):
    answer = analyse(outflank, "f5d6", "--depth", "8", "--beside", "c7")
    assert answer["why"].endswith(f" with {answer['best']}.")
    position = Game("f5d6").position
    for chosen in ("c3", "c4"):  # they are equally good
        assert compared(position, "c7", chosen).endswith(f" with {chosen}.")
    assert compared(position, "c6", "c7") == "c6 is at least as good as c7."  # the player's choice is worse


def test_the_move_beside_the_best_is_compared_in_a_sentence(outflank):
    answer = analyse(outflank, "f5d6c3d3c4", "--depth", "2", "--beside", "g6")
    assert re.match(r"g6 loses about \d+ discs \(±\d\): Black .*\.$", answer["why"])
    assert answer["why"] in outflank("analyse", "f5d6c3d3c4", "--depth", "2", "--beside", "g6").out
    assert analyse(outflank, "start", "--depth", "2", "--beside", "f5")["why"] == "f5 is as good as any move."
    assert "--weights compares two moves" in outflank("analyse", "start", "--weights").err


def test_the_engine_by_name_is_the_engine(outflank):
    answer = analyse(outflank, "f5d6c3d3c4", "--depth", "2", "--player", "engine")
    assert [found["bound"] for found in answer["moves"][:3]] == ["exact"] * 3
    assert {found["depth"] for found in answer["moves"]} == {2}


def test_a_forced_pass_is_not_explained(outflank):
    assert "explanations" not in analyse(outflank, PASSED[8], "--depth", "1", "--explain")


def test_a_saved_game_says_which_game_it_is(outflank, home):
    game = Game(AntiPosition.start(4), ["a2"])
    (home / "anti.txt").write_text(saved.write(Record.of(game)), encoding="utf-8")
    best = [analyse(outflank, "anti.txt", "--exact", *options)["lower"] for options in ((), ("--game", "othello"))]
    assert best[0] != best[1]
    assert analyse(outflank, "anti.txt", "--exact", "--game", "anti-othello")["lower"] == best[0]
    done = outflank("analyse", "-", "--exact", "--json", stdin=(home / "anti.txt").read_bytes())
    assert json.loads(done.out)["lower"] == best[0]
