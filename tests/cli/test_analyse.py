import json

import pytest

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
