import json

import pytest

from outflank.jit import INTERPRETED
from outflank.play import registry
from outflank.rules import PASS, Position

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


OTHELLO = [name for name in registry.names() if issubclass(Position, registry.entry(name).plays)]


@pytest.mark.parametrize("player", [*OTHELLO, "deepening:depth=2"])
@pytest.mark.parametrize("board", PASSED.values(), ids=[f"{size}x{size}" for size in PASSED])
def test_a_forced_pass_is_the_only_and_best_move(outflank, player, board):
    if player == "engine" and board != PASSED[8]:
        pytest.skip("plays on 8×8")
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
    assert any("The tree is that of a second search" in analyse_at_random(outflank) for _ in range(60))


@pytest.mark.parametrize("where", ["game.txt", "f5 D6", "  f5\nd6 ", "1. f5 2. d6"])
def test_a_position_may_be_a_file_or_a_transcript(outflank, home, where):
    (home / "game.txt").write_text("f5d6\n", encoding="utf-8")
    assert analyse(outflank, where)["position"].count("X") == 4  # three discs, and the side to move


# --- the engine ---------------------------------------------------------------------------------------------------


def test_without_a_player_the_engine_looks(outflank):
    answer = analyse(outflank, "f5d6c3d3c4", "--depth", "4", "--top", "2")
    assert [found["depth"] for found in answer["moves"]][:2] == [4, 4]
    assert [found["bound"] for found in answer["moves"]][:3] == ["exact", "exact", "upper"][: len(answer["moves"])]
    assert "engine plays" in outflank("analyse", "start", "--depth", "1").out


def test_the_engine_refuses_other_boards(outflank):
    done = outflank("analyse", PASSED[6], "--player", "engine")
    assert "outflank: player 'engine': it plays on boards of 8×8, not 6×6" in done.err


def test_other_boards_are_looked_at_by_level3(outflank):
    assert "level3 plays" in outflank("analyse", "X--------OX----XO----------------X-- X").out


@pytest.mark.skipif(INTERPRETED, reason="takes long")
def test_the_engine_stops_in_time_and_with_nodes(outflank):
    assert analyse(outflank, "start", "--time", "0.2")["seconds"] < 1
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
    assert "What the evaluation sees, in discs:" in out
    answer = analyse(outflank, "f5d6c3d3c4", "--depth", "2", "--beside", other)
    assert [found["move"] for found in answer["explanations"]] == [best, other]


def test_the_engine_by_name_is_the_engine(outflank):
    answer = analyse(outflank, "f5d6c3d3c4", "--depth", "2", "--player", "engine")
    assert [found["bound"] for found in answer["moves"][:3]] == ["exact"] * 3
    assert {found["depth"] for found in answer["moves"]} == {2}


def test_a_forced_pass_is_not_explained(outflank):
    assert "explanations" not in analyse(outflank, PASSED[8], "--depth", "1", "--explain")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["start", "--depth", "3", "--player", "level2"], "--depth is for the engine"),
        (["start", "--depth", "3", "--exact"], "--depth is for the engine"),
        (["start", "--depth", "0"], "expected a number from 1 to 60, got '0'"),
        (["start", "--depth", "1", "--beside", "a1"], "Black cannot play a1: it turns over no disc"),
        (["X--------OX----XO----------------X-- X", "--explain"], "moves are explained on 8×8 boards, got 6×6"),
        (["start", "--player", "human"], "a human cannot be asked for an analysis"),
    ],
)
def test_what_cannot_be_analysed_is_said_in_one_line(outflank, arguments, error):
    done = outflank("analyse", *arguments)
    assert done.code != 0
    assert error in done.err.splitlines()[-1]
