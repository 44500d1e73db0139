import json

import pytest

from outflank.cli.bench import POSITIONS
from outflank.jit import INTERPRETED
from outflank.rules import Game, Position

LAST_FOUR = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOOXOOOOOXXXOOOOOOOXOOOO---- X"
"""Four empty squares: quick even without compiled code."""

WIPED_OUT = f"{Game(moves=['e6', 'f4', 'e3', 'f6', 'g5', 'd6', 'e7', 'f5', 'c5']).position.cells} O"


def exact(position):
    """The exact score by the rules alone."""
    if position.is_over:
        return position.scores[position.turn]
    return max(-exact(position.play(move)) for move in position.legal_moves)


SCORE = exact(Position.parse(LAST_FOUR))


@pytest.fixture
def obf(home):
    def write(*lines):
        path = home / "problems.obf"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    return write


def test_a_line_for_each_position_and_the_totals(outflank, obf):
    done = outflank("solve", obf("% a comment", f"{LAST_FOUR};", f"{WIPED_OUT};"))
    assert done.code == 0
    first, second, totals = done.out.splitlines()
    assert first.split()[:4] == ["2", "4", "empties", f"{SCORE:+d}"]
    assert second.split()[:4] == ["3", "51", "empties", "-64"]
    assert totals.startswith("2 positions, 2 as expected: ")


def test_json_is_an_object_a_position_and_the_total(outflank, obf):
    done = outflank("solve", obf(f"{LAST_FOUR};"), "--json")
    answer, total = map(json.loads, done.out.splitlines())
    assert list(answer) == ["line", "empties", "score", "best", "pv", "nodes", "seconds"]
    assert (answer["line"], answer["empties"], answer["score"]) == (1, 4, SCORE)
    game = Game(Position.parse(LAST_FOUR), answer["pv"])
    assert game.is_over
    assert game.position.scores[0] == SCORE
    assert answer["best"] == answer["pv"][0]
    assert total["total"]["positions"] == 1
    assert total["total"]["nodes"] == answer["nodes"]


def test_a_score_that_the_file_has_right_is_accepted_and_a_wrong_one_is_reported(outflank, obf):
    best = json.loads(outflank("solve", obf(f"{LAST_FOUR};"), "--json").out.splitlines()[0])["best"]
    assert outflank("solve", obf(f"{LAST_FOUR}; {best}:{SCORE:+d};")).code == 0
    done = outflank("solve", obf(f"{LAST_FOUR}; {best}:{SCORE + 2:+d};"))
    assert done.code == 1
    assert f"DIFFERS FROM THE {SCORE + 2:+d} OF THE FILE" in done.out
    assert "0 as expected" in done.out


def test_win_only_says_who_wins(outflank, obf):
    answer = json.loads(outflank("solve", obf(f"{LAST_FOUR};"), "--win-only", "--json").out.splitlines()[0])
    bounds = answer.get("lower", answer["score"]), answer.get("upper", answer["score"])
    assert bounds[0] <= SCORE <= bounds[1]
    assert bounds[0] > 0 or bounds[1] < 0 or bounds == (0, 0)


def test_what_was_not_solved_within_the_limits_is_said(outflank, obf):
    done = outflank("solve", obf(f"{POSITIONS[-1]};"), "--nodes", 10, "--json")
    assert done.code == 1
    answer = json.loads(done.out.splitlines()[0])
    assert answer["score"] is None
    assert (answer["lower"], answer["upper"]) == (-64, 64)
    assert answer["problem"] == "not solved within the limits"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "holds no position"),
        (["X" * 63 + " X;"], "expected 64 cells, got 63"),
        ([LAST_FOUR + ";", "rubbish", "more"], "problems.obf:2"),
        (["-OX-" * 4 + " X;"], "expected 8×8 boards"),
        ([f"{LAST_FOUR}; a1:+3;"], "problems.obf:1"),
    ],
)
def test_a_bad_file_is_refused_whole(outflank, obf, lines, message):
    done = outflank("solve", obf(*lines))
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [["--threads", "0"], ["--memory", "0"], ["--time", "-1"], ["--time", "nan"], ["--nodes", "x"]],
)
def test_bad_options_take_one_line(outflank, obf, arguments):
    done = outflank("solve", obf(f"{LAST_FOUR};"), *arguments)
    assert done.code == 2
    assert done.err.count("\n") == 1


def test_analyse_exact_scores_the_moves(outflank):
    position = Position.parse(LAST_FOUR)
    answer = json.loads(outflank("analyse", LAST_FOUR, "--exact", "--top", "9", "--json").out)
    assert {found["move"]: found["value"] for found in answer["moves"]} == {
        move: -exact(position.play(move)) for move in position.legal_moves
    }
    assert all((found["bound"], found["kind"], found["depth"]) == ("exact", "exact", 4) for found in answer["moves"])
    assert answer["moves"][0]["value"] == SCORE


def test_analyse_exact_prints_a_table(outflank):
    done = outflank("analyse", LAST_FOUR, "--exact")
    assert "final score" in done.out
    assert "Best play is" in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((LAST_FOUR, "--exact", "--tree"), "--tree shows what a player searched"),
        ((WIPED_OUT, "--exact"), "the game is over"),
        (("-" * 5 + "OX--XO" + "-" * 5 + " X", "--exact"), "expected an 8×8 board, got 4×4"),
        (("start", "--exact", "--nodes", "1000"), "stopped before the best move was known"),
    ],
)
def test_analyse_exact_refuses_in_one_line(outflank, arguments, message):
    done = outflank("analyse", *arguments)
    assert done.code == 2
    assert message in done.err
    assert done.err.count("\n") == 1


def test_a_long_search_is_announced_unless_it_is_limited(outflank, obf, monkeypatch):
    from outflank.search.solver import Solution, Solver

    monkeypatch.setattr(Solver, "solve", lambda *_arguments, **_options: Solution(-64, 64))
    path = obf(f"{Position.start().play('f5').cells} O;")
    assert "59 empty squares: expect about" in outflank("solve", path).err
    assert outflank("solve", path, "--time", "1").err == ""


def test_ctrl_c_shows_what_is_proven(outflank, obf, monkeypatch):
    from outflank.search.solver import Solution, Solver

    def interrupted(_solver, _position, *, watch, **_options):
        watch(Solution(2, 64))
        raise KeyboardInterrupt

    monkeypatch.setattr(Solver, "solve", interrupted)
    done = outflank("solve", obf(f"{LAST_FOUR};"))
    assert done.code == 130
    assert "at least +2" in done.out


@pytest.mark.skipif(INTERPRETED, reason="needs compiled code")
def test_bench_gives_the_same_node_count_every_time(outflank):
    first, second = (json.loads(outflank("bench", "--json").out) for _ in range(2))
    assert first["nodes"] == second["nodes"]
    assert f"Bench: {first['nodes']}" in outflank("bench").out
