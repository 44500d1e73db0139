import json
import re

import pytest

from outflank.cli.bench import POSITIONS
from outflank.cli.searching import bounds_in_words
from outflank.engine.engine import Engine
from outflank.formats.games import write_games
from outflank.formats.obf import read
from outflank.jit import INTERPRETED
from outflank.play import Analysis, Limit
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
    assert totals.startswith("2 positions, 2 without a stated score solved: ")


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
    assert f"DIFFERS FROM THE FILE'S {SCORE + 2:+d}" in done.out
    assert "0 as expected" in done.out


def test_the_totals_claim_nothing_of_scores_that_the_file_does_not_state(outflank, obf):
    best = json.loads(outflank("solve", obf(f"{LAST_FOUR};"), "--json").out.splitlines()[0])["best"]
    right, wrong, none = f"{LAST_FOUR}; {best}:{SCORE:+d};", f"{LAST_FOUR}; {SCORE + 2:+d};", f"{WIPED_OUT};"
    for lines, words in [
        ([right, wrong], "2 positions, 1 as expected"),
        ([right, wrong, none], "3 positions, 1 of 2 as expected, 1 of 1 without a stated score solved"),
        ([none], "1 position, 1 without a stated score solved"),
    ]:
        assert outflank("solve", obf(*lines)).out.splitlines()[-1].startswith(f"{words}: ")
    cut = outflank("solve", obf(f"{POSITIONS[-1]};"), "--nodes", "1")
    assert cut.out.splitlines()[-1].startswith("1 position, 0 without a stated score solved: ")
    assert cut.code == 1


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
        ([], "contains no position"),
        (["X" * 63 + " X;"], "expected 64 cells, got 63"),
        ([f"{LAST_FOUR}; a1:+3;"], "problems.obf:1"),
    ],
)
def test_a_file_without_a_good_line_is_refused(outflank, obf, lines, message):
    done = outflank("solve", obf(*lines))
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1


def test_bad_lines_are_all_reported_and_the_others_solved(outflank, obf):
    """Once, one bad line refused the whole file."""
    path = obf(f"{LAST_FOUR};", "rubbish", f"{WIPED_OUT};", "more", f"{LAST_FOUR}; a1:+3;")
    done = outflank("solve", path, "--json")
    assert done.code == 2
    assert [line.partition("problems.obf:")[2][0] for line in done.err.splitlines()] == ["2", "4", "5"]
    assert all(line.startswith("outflank: ") for line in done.err.splitlines())
    first, second, total = map(json.loads, done.out.splitlines())
    assert [first["line"], second["line"]] == [1, 3]
    assert [first["score"], second["score"]] == [SCORE, -64]
    assert total["total"]["positions"] == 2


def test_standard_input_is_read(outflank):
    """Once, - was the name of a file."""
    done = outflank("solve", "-", stdin=f"{LAST_FOUR};\n\n{WIPED_OUT};\n".encode())
    assert (done.code, done.err) == (0, "")
    assert [line.split()[0] for line in done.out.splitlines()] == ["1", "3", "2"]
    done = outflank("solve", "-", stdin=f"{LAST_FOUR};\nrubbish\n".encode())
    assert done.code == 2
    assert "standard input:2" in done.err
    done = outflank("solve", "-", stdin=b"")
    assert (done.code, done.out, done.err) == (2, "", "outflank: standard input contains no position\n")


def test_the_lines_of_json_are_described_in_the_help(outflank, obf):
    said = " ".join(outflank("solve", "-h").out.split())
    answers = [json.loads(line) for line in outflank("solve", obf(f"{LAST_FOUR};"), "--json").out.splitlines()]
    for key in (*answers[0], "lower", "upper", "problem", "total", *answers[1]["total"]):
        assert re.search(rf"\b{key}\b", said[said.index("With --json") :])


def test_other_boards_are_solved_too(outflank, obf):
    board = "-OX--XO--------- X"
    done = outflank("solve", obf(f"{board};"), "--json")
    answer = json.loads(done.out.splitlines()[0])
    assert (done.code, answer["score"]) == (0, exact(Position.parse(board)))


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
        ((LAST_FOUR, "--exact", "--tree"), "--tree shows a player's search"),
        ((WIPED_OUT, "--exact"), "the game is over"),
    ],
)
def test_analyse_exact_refuses_in_one_line(outflank, arguments, message):
    done = outflank("analyse", *arguments)
    assert done.code == 2
    assert message in done.err
    assert done.err.count("\n") == 1


def test_analyse_exact_within_limits_says_what_is_known(outflank):
    done = outflank("analyse", "start", "--exact", "--nodes", "1000")
    assert (done.code, done.err) == (1, "")
    assert "Stopped: the score is unknown, the best move so far is " in done.out


@pytest.fixture
def known(monkeypatch):
    """Lets each analysis of `solve` end with what is given here, as Ctrl-C would if it is so."""

    def end_with(analysis, *, is_interrupted=False):
        monkeypatch.setattr("outflank.cli.solving.followed", lambda *_, **__: (analysis, is_interrupted))

    return end_with


def test_a_long_search_is_announced_unless_it_is_limited(outflank, obf, known):
    known(Analysis("d6"))
    path = obf(f"{Position.start().play('f5').board_string};")
    assert "59 empty squares: expect about" in outflank("solve", path).err
    assert outflank("solve", path, "--time", "1").err == ""
    assert "32 empty squares: expect about" in outflank("solve", obf(f"{Position.start(6).board_string};")).err


def test_ctrl_c_shows_what_is_proven(outflank, obf, known):
    known(Analysis("d6", lower=2), is_interrupted=True)
    done = outflank("solve", obf(f"{LAST_FOUR};"))
    assert (done.code, done.err) == (130, "outflank: interrupted\n")
    assert "at least +2" in done.out


@pytest.mark.parametrize(
    ("lower", "upper", "words"),
    [
        (4, 4, "+4"),
        (None, None, "unknown"),
        (2, None, "at least +2"),
        (None, -2, "at most -2"),
        (-2, 6, "from -2 to +6"),
    ],
)
def test_bounds_in_words(lower, upper, words):
    assert bounds_in_words(Analysis("d6", lower=lower, upper=upper), Position.start()) == words


def test_what_is_unknown_depends_on_the_board():
    assert bounds_in_words(Analysis("d6", lower=-16, upper=16), Position.start(4)) == "unknown"
    assert bounds_in_words(Analysis("d6", lower=-16, upper=16), Position.start(6)) == "from -16 to +16"


EXPECTED = {move: -exact(Position.parse(LAST_FOUR).play(move)) for move in Position.parse(LAST_FOUR).legal_moves}


def test_all_gives_the_score_of_every_move(outflank, obf):
    done = outflank("solve", obf(f"{LAST_FOUR};"), "--all", "--json")
    moves = json.loads(done.out.splitlines()[0])["moves"]
    assert {each["move"]: each["score"] for each in moves} == EXPECTED
    assert done.code == 0
    assert all(
        f"{move} {score:+d}" in outflank("solve", obf(f"{LAST_FOUR};"), "--all").out for move, score in EXPECTED.items()
    )


def test_top_gives_the_scores_of_the_best_and_bounds_of_the_others(outflank, obf):
    moves = json.loads(outflank("solve", obf(f"{LAST_FOUR};"), "--top", 2, "--json").out.splitlines()[0])["moves"]
    ranked = sorted(EXPECTED.values(), reverse=True)
    assert [each["score"] for each in moves[:2]] == ranked[:2]
    for each in moves[2:]:
        assert EXPECTED[each["move"]] <= (each["upper"] if each["score"] is None else each["score"]) <= ranked[1]


def test_best_move_says_no_more_than_it_proves(outflank, obf):
    done = outflank("solve", obf(f"{LAST_FOUR};"), "--best-move", "--json")
    answer = json.loads(done.out.splitlines()[0])
    assert done.code == 0
    assert EXPECTED[answer["best"]] == SCORE
    assert answer.get("lower", answer["score"]) <= SCORE <= answer.get("upper", answer["score"])


def test_a_single_move_needs_no_search(outflank, obf):
    position = next(p for p in lines_of_play() if len(p.legal_moves) == 1)
    done = outflank("solve", obf(f"{position.board_string};"), "--best-move", "--json")
    answer = json.loads(done.out.splitlines()[0])
    assert (done.code, answer["best"], answer["nodes"]) == (0, position.legal_moves[0], 0)


def lines_of_play():
    """Positions of a game, its start left out."""
    position = Position.start()
    while not position.is_over:
        position = position.play(position.legal_moves[0])
        yield position


def test_a_best_move_that_the_file_does_not_know_is_reported(outflank, obf):
    move = min(EXPECTED, key=EXPECTED.get)
    best = json.loads(outflank("solve", obf(f"{LAST_FOUR};"), "--best-move", "--json").out.splitlines()[0])["best"]
    wrong = f"{LAST_FOUR}; {move}:{SCORE:+d}; {best}:{SCORE - 2:+d};"
    done = outflank("solve", obf(wrong), "--best-move")
    assert done.code == 1
    assert f"{best} is not the file's best move".upper() in done.out


def test_a_moves_score_that_differs_from_the_file_is_reported(outflank, obf):
    best, *_, worst = sorted(EXPECTED, key=lambda move: -EXPECTED[move])
    line = f"{LAST_FOUR}; {best}:{SCORE:+d}; {worst}:{EXPECTED[worst] - 2:+d};"
    assert outflank("solve", obf(line)).code == 0
    done = outflank("solve", obf(line), "--all")
    assert done.code == 1
    assert f"{worst} differs from the file's {EXPECTED[worst] - 2:+d}".upper() in done.out


@pytest.mark.parametrize("option", [(), ("--top", 2), ("--all",)])
def test_obf_reads_back(outflank, obf, option):
    done = outflank("solve", obf("% first", f"{LAST_FOUR}; % my comment", f"{WIPED_OUT};"), "--obf", *option)
    assert done.code == 0
    first, second = read(done.out)
    assert (first.position, first.score, first.comment) == (Position.parse(LAST_FOUR), SCORE, "my comment")
    assert all(EXPECTED[move] == score for move, score in first.scores.items())
    assert len(first.scores) == (len(EXPECTED) if option == ("--all",) else max(2, len(first.scores)) if option else 1)
    assert (second.scores, second.score) == ({}, -64)
    again = outflank("solve", obf(*done.out.splitlines()), "--obf", *option)
    assert again.out.splitlines()[:2] == done.out.splitlines()[:2]


def test_obf_has_no_score_that_is_not_proven(outflank, obf):
    done = outflank("solve", obf(f"{POSITIONS[-1]};"), "--nodes", 10, "--obf")
    (problem,) = read(done.out)
    assert (done.code, problem.score) == (1, None)
    assert problem.comment == "not solved within the limits: unknown"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--win-only", "--best-move"), "not allowed with argument"),
        (("--top", "2", "--all"), "not allowed with argument"),
        (("--top", "0"), "at least 1"),
        (("--obf", "--json"), "--json cannot be used with --obf"),
        (("--obf", "--win-only"), "--win-only cannot be used with --obf"),
        (("--obf", "--best-move"), "--best-move cannot be used with --obf"),
        (("--scheduler", "x", "--threads", "2"), "--threads cannot be used with --scheduler"),
    ],
)
def test_options_that_contradict_each_other_take_one_line(outflank, obf, options, message):
    done = outflank("solve", obf(f"{LAST_FOUR};"), *options)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err


class NoCluster:
    """Solves in this thread, the easiest first, and then stops as Ctrl-C would if told to."""

    n_threads = 1

    def __init__(self, address):
        assert address == "here"

    def check(self):
        pass

    def close(self):
        pass


@pytest.mark.parametrize("is_interrupted", [False, True])
def test_solutions_of_a_cluster_are_printed_in_the_order_of_the_file(outflank, obf, monkeypatch, is_interrupted):
    """And those that wait for others when Ctrl-C comes are not lost."""

    def deal(positions, workers, take, **_options):
        solved = [Engine(1).analyse(position, Limit(exact=True)) for position in positions]
        for number in (2, 0) if is_interrupted else (2, 0, 1):
            take(number, solved[number])
        if is_interrupted:
            raise KeyboardInterrupt

    monkeypatch.setattr("outflank.cluster.Cluster", NoCluster)
    monkeypatch.setattr("outflank.solving.deal.deal", deal)
    done = outflank("solve", obf(*[f"{LAST_FOUR};"] * 3), "--scheduler", "here", "--json")
    lines = [json.loads(line).get("line") for line in done.out.splitlines()]
    assert (done.code, lines) == ((130, [1, 3]) if is_interrupted else (0, [1, 2, 3, None]))


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="needs compiled code")
def test_bench_gives_the_same_node_count_every_time(outflank):
    first, second = (json.loads(outflank("bench", "--json").out) for _ in range(2))
    assert first["nodes"] == second["nodes"]
    assert f"Bench: {first['nodes']}" in outflank("bench").out


@pytest.mark.parametrize("name", ["start", "f5d6c3", "drawn.txt", "game.moves", "game.txt", "game.ggf"])
def test_one_position_or_game_is_sent_to_the_command_that_solves_it(outflank, home, name):
    (home / "drawn.txt").write_text(f"{Game(moves='f5').position}\nBlack leads by 3, 4-1.\n", encoding="utf-8")
    for file in "game.moves", "game.txt", "game.ggf":
        write_games(home / file, Game(moves="f5d6c3"))
    done = outflank("solve", name)
    assert (done.code, done.out) == (2, "")
    command = f"outflank analyse --exact {name}"
    assert done.err == f"outflank: expected an OBF file, one position per line; to solve this position: {command}\n"


def test_a_file_without_any_position_is_answered_in_one_line(outflank, home):
    (home / "words.txt").write_text("no\nposition\nhere\n", encoding="utf-8")
    done = outflank("solve", "words.txt")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.endswith("; 2 more lines are not positions\n")


@pytest.mark.parametrize(
    ("options", "threads"),
    [((), 3), (("--threads", "auto"), 3), (("--threads", "2"), 2), (("--nodes", "9999"), 1)],
)
def test_the_totals_name_the_threads_which_are_the_free_cores(outflank, obf, monkeypatch, options, threads):
    monkeypatch.setattr("outflank.cli.searching.free_cores", lambda: 3)
    words = outflank("solve", obf(f"{LAST_FOUR};"), *options).out
    assert words.endswith(f", {threads} thread{'s' * (threads > 1)}\n")
    total = outflank("solve", obf(f"{LAST_FOUR};"), *options, "--json").out.splitlines()[-1]
    assert json.loads(total)["total"]["threads"] == threads
    answer = json.loads(outflank("analyse", LAST_FOUR, "--exact", *options, "--json").out)
    assert answer["threads"] == threads
    assert f" s, {threads} thread" in outflank("analyse", LAST_FOUR, "--exact", *options).out


def test_a_limit_of_nodes_keeps_to_the_threads_that_are_asked_for(outflank, obf):
    totals = outflank("solve", obf(f"{LAST_FOUR};"), "--nodes", "9999", "--threads", "2").out
    assert totals.endswith(", 2 threads\n")


@pytest.mark.parametrize("threads", ["0", "257", "-1", "2.5", "all", ""])
def test_threads_are_a_number_or_auto(outflank, obf, threads):
    done = outflank("solve", obf(f"{LAST_FOUR};"), f"--threads={threads}")
    assert (done.code, done.out) == (2, "")
    assert f"expected auto or a number from 1 to 256, got '{threads}'" in done.err
