import re

import pytest

from outflank.play import TimeLeft
from outflank.play.limit import Limit
from outflank.protocols.lines import Unreadable
from outflank.protocols.nboard import NBoard, clock_of
from outflank.rules import Game, Position
from tests.formats.games import FULL
from tests.protocols.fake import Conversation, value

START = Position.start().board_string.replace("X", "*")
GAME = "(;GM[Othello]PC[NBoard]PB[Ann]PW[Bob]RE[?]{}TY[8]BO[8 " + START + "]{};)"


def game(moves="B[F5]W[F6]", clock=""):
    return "set game " + GAME.format(clock, moves)


def board(cells):
    return f"set game (;GM[Othello]TY[8]BO[8 {cells.replace('X', '*')}];)"


@pytest.fixture
def talk():
    return Conversation(NBoard)


def test_it_says_its_name(talk):
    assert talk("nboard 2") == ["set myname Outflank"]
    assert talk("set depth 12") == ["set myname Outflank12"]


def test_its_name_is_one_word_of_letters_and_digits():
    assert Conversation(NBoard, name="Out-flank 2!")("nboard 1") == ["set myname Outflank2"]


def test_go_is_answered_by_a_move_that_is_not_made(talk):
    talk("nboard 2", game(), "set depth 12")
    assert talk("ping 7", "go") == ["pong 7", "status Outflank is thinking"]
    assert talk.thinker.last.position == Game(moves="f5f6").position
    assert talk.thinker.last.asked["play"] == Limit.at_depth(12)
    assert talk.found(value("e6", 1.5), nodes=1234, seconds=0.5) == [
        "nodestats 1234 0.50",
        "search E6 1.50 0 10 0.50s",
        "=== E6/1.50/0.50",
        "status",
    ]
    talk("go")
    assert talk.thinker.last.position == Game(moves="f5f6").position


def test_a_move_without_a_value_is_reported_without_one(talk):
    talk("go")
    assert "=== D3//0.00" in talk.found(value("d3", None))


def test_moves_come_in_the_manner_of_both_versions(talk):
    talk("move F5/1.50/3.2", "f6", "move E6", "go")
    assert talk.thinker.last.position == Game(moves="f5f6e6").position


@pytest.mark.parametrize("cells", ["OOOOOOO-" + "X" * 56, "X" * 64])
def test_where_there_is_no_choice_it_passes_at_once(talk, cells):
    assert talk(board(cells + " X"), "go")[-2:] == ["=== PA", "status"]


def test_passes_are_moves(talk):
    talk(board("XO------" + "-" * 48 + "------OX" + " O"))
    assert talk("move PA", "go") == ["status Outflank is thinking"]
    assert str(talk.thinker.last.position.turn) == "black"


def test_hints_tell_of_the_best_moves_as_they_are_found(talk):
    assert talk("set depth 20", "hint 2")[-1] == "status Outflank is analyzing"
    assert (talk.thinker.last.asked["top"], talk.thinker.last.asked["limit"].depth) == (2, 20)
    talk.lines.clear()
    moves = (value("f5", 1), value("d3", -1), value("c4", -2, bound="upper"))
    talk.thinker.last.tell(*moves, nodes=10)
    talk.thinker.last.tell(*moves, nodes=10)
    assert talk.lines == ["search F5 1.00 0 10 0.00s", "search D3 -1.00 0 10 0.00s", "nodestats 10 0.00"]
    assert talk.found(*moves) == ["status"]


@pytest.mark.parametrize(
    ("fields", "depth"), [({"kind": "exact"}, "100%"), ({"kind": "wld"}, "100%W"), ({"selectivity": 73}, "10")]
)
def test_depths(talk, fields, depth):
    talk("hint 1")
    assert talk.found(value("f5", 2, **fields))[0] == f"search F5 2.00 0 {depth} 0.00s"


def test_hints_go_on_until_told_otherwise_if_no_depth_is_set(talk):
    talk("hint 1")
    limit = talk.thinker.last.asked["limit"]
    assert (limit.depth, limit.seconds) == (None, None)


@pytest.mark.parametrize(
    "line", ["ping 8", game(), "move F5", "f5", "set depth 3", "hint 1", "go", "learn", "analyze", "quit"]
)
@pytest.mark.parametrize("asked", ["go", "hint 2"])
def test_any_command_ends_thinking(talk, line, asked):
    talk(asked)
    before = talk.thinker.last
    talk(line)
    assert before.is_dropped
    said = talk.lines.copy()
    before.finish(value("d3", 1))
    assert talk.lines == said


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "xyzzy",
        "nboard 2",
        "set contempt 50",
        "set colour 3",
        "set",
        "set depth x",
        "c",
        "é" * 40,
        "x" * 100_000,
    ],
    ids=lambda line: line[:12],
)
def test_what_says_nothing_of_the_game_does_not_disturb_it(talk, line):
    talk("go")
    talk(line)
    assert not talk.thinker.last.is_stopped


def test_it_learns_nothing_but_says_that_it_has(talk):
    assert talk("learn") == ["learned"]


def test_it_analyzes_a_game_from_its_end(talk):
    talk(game("B[F5]W[F6]"), "analyze")
    lines = []
    for number in (3, -2, 1):
        lines += talk.found(value(talk.thinker.last.position.legal_moves[0], number))
    assert lines == ["analysis 2 3.00", "analysis 1 -2.00", "analysis 0 1.00", "status"]


def test_a_finished_position_is_analyzed_as_its_score(talk):
    assert talk(board("X" * 60 + "OOOO X"), "analyze")[-2:] == ["analysis 0 56.00", "status"]


@pytest.mark.parametrize(
    "line",
    [
        "set game rubbish",
        "set game",
        "set game (;GM[Go];)",
        "set game (;GM[Othello]BO[8 ;)",
        "set game " + "(;" * 50_000,
        "set game " + GAME.format("", "B[a1]"),
    ],
    ids=lambda line: line[9:30],
)
def test_a_game_that_cannot_be_read_is_named_and_not_thought_about(talk, line):
    said = talk(line, "go", "hint 1")
    assert len(said) == 3
    assert all(answer.startswith("status this game cannot be read: ") for answer in said)
    assert not talk.thinker.thoughts
    assert talk(game(), "go") == ["status Outflank is thinking"]


@pytest.mark.parametrize("start", ["set game (;GM[Othello]CO[xxx", "SET GAME xxx", "move F5/xxx"])
def test_after_an_overlong_line_nothing_is_said_about_the_last_game(talk, start):
    talk(game("B[F5]"), "go")
    talk.lines.clear()
    talk.dialogue.hear_unreadable(Unreadable(start, "too long"))
    assert talk.lines == ["status too long"]
    assert talk.thinker.last.is_dropped
    for answer in talk("go", "hint 2", "move D6", "analyze"):
        assert re.fullmatch(r"status this (game|move) cannot be read: too long", answer)
    assert len(talk.thinker.thoughts) == 1
    assert talk(game(), "go") == ["status Outflank is thinking"]


def test_other_lines_that_are_too_long_leave_the_game(talk):
    talk(game("B[F5]"))
    talk.dialogue.hear_unreadable(Unreadable("set contempt xxx", "too long"))
    assert talk("go") == ["status Outflank is thinking"]


def test_moves_are_not_made_in_a_game_that_could_not_be_read(talk):
    talk("set game rubbish")
    assert talk("move F5")[0].startswith("status this game cannot be read: ")
    assert talk.dialogue._game.moves == ()


@pytest.mark.parametrize("depth", ["deep", "", "3.5", "-4"])
def test_a_depth_that_is_no_number_is_named(talk, depth):
    assert talk("set depth 5", f"set depth {depth}")[1].startswith("status expected a depth in plies, got ")
    assert talk.dialogue.limit == Limit.at_depth(5)


@pytest.mark.parametrize(("number", "depth"), [("0", 1), ("60", 60), ("61", 60), ("100", 60)])
def test_a_depth_beyond_all_is_the_nearest(talk, number, depth):
    assert talk(f"set depth {number}") == [f"set myname Outflank{depth}"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("NBOARD 2", ["set myname Outflank"]),
        ("PING 7", ["pong 7"]),
        ("Set Depth 7", ["set myname Outflank7"]),
        ("MOVE f5", []),
        ("move P@f5", []),
        ("P@F5", []),
        ("GO", ["status Outflank is thinking"]),
    ],
)
def test_commands_and_moves_may_be_in_capitals_or_not(talk, line, answer):
    assert talk(line) == answer
    assert bool(talk.dialogue._game.moves) is ("5" in line)


def test_after_a_move_that_cannot_be_made_it_waits_for_a_game(talk):
    assert talk("move a1")[0].startswith("status this move cannot be made: Black cannot play a1")
    talk("go")
    assert not talk.thinker.thoughts
    assert talk(game(), "go") == ["status Outflank is thinking"]


@pytest.mark.parametrize(
    ("clock", "moves", "expected"),
    [
        ("", "B[F5]W[F6]", None),
        ("TI[0]", "B[F5]W[F6]", None),
        ("TI[15:00]", "", TimeLeft(900)),
        ("TI[15:00]", "B[F5//10.5]W[F6//60]", TimeLeft(889.5)),
        ("TI[5:00/0:02/1:00]", "B[F5//10]W[F6//60]", TimeLeft(292, 2)),
        ("TB[1:00]TW[2:00]", "B[F5//10]W[F6//60]", TimeLeft(50)),
        ("TB[1:00]TW[2:00]", "B[F5//10]", TimeLeft(120)),
        ("TI[0:05]", "B[F5//10]W[F6]", TimeLeft(0)),
    ],
)
def test_the_clock_of_the_game_is_obeyed(talk, clock, moves, expected):
    talk(game(moves, clock), "go")
    assert talk.thinker.last.asked["time_left"] == expected


def test_the_time_of_moves_is_booked(talk):
    talk(game("", "TI[1:00]"), "move F5/0/12.5", "move F6//3", "go")
    assert talk.thinker.last.asked["time_left"] == TimeLeft(47.5)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("15:00", (900, 0)),
        ("1:00:00/0:05/2:00", (3600, 5)),
        ("2.01:00:00", (176400, 0)),
        ("5:00//2:00", (300, 0)),
        ("0:00.5", (0.5, 0)),
        ("90", (90, 0)),
        ("15:00,N10/0:05,N1", (900, 5)),
        ("", (0, 0)),
        ("soon", (0, 0)),
    ],
)
def test_clocks(text, seconds):
    assert clock_of(text) == seconds


@pytest.mark.parametrize(
    "tags",
    [
        "DT[2003.12.15_12:33:18.MST]RB[1700.5]RW[2000]",
        "RE[-64.000:t]CO[a comment; with (odd) signs ]",
        "PB[Ünï¢ödé]PW[a  b]",
        "KM[0.5]XX[a tag that nobody knows]",
        "PB[]PW[]",
        f"CO[{'c' * 50_000}]",
        "TI[15:00//02:00]",
        "TI[00:30/0:10/02:00]",
        "TI[2.0:0:0]",
        "TB[5:00//2:00]TW[10:00/0:05]",
    ],
    ids=lambda tags: tags[:8],
)
def test_games_with_tags_of_all_kinds_are_read(talk, tags):
    assert talk(game("B[F5/1.25]W[F6//2.143]", tags), "go") == ["status Outflank is thinking"]
    assert talk.thinker.last.position == Game(moves="f5f6").position


JAVA = ("30.958000000000002", "0.0", "1.0E-3", "0.30000000000000004", "1.2345678E1", "Infinity", "NaN", "-0.5")
"""Seconds as Java prints doubles."""


def test_a_whole_game_is_followed_whatever_the_times_of_its_moves_look_like(talk):
    game_over = Game(moves=FULL)
    tags = ""
    for ply, move in enumerate(game_over.moves):
        talk(game(tags, "TI[15:00//02:00]"))
        assert talk("go")[-1] == "status Outflank is thinking", tags
        assert talk.thinker.last.position == game_over.positions[ply]
        name = "PA" if move == "pass" else move.upper()
        tags += f"{'BW'[game_over.positions[ply].turn]}[{name}//{JAVA[ply % len(JAVA)]}]"
    assert talk(game(tags), "go")[-2:] == ["=== PA", "status"]


def test_an_invalid_time_is_reported_and_leaves_the_clock(talk):
    said = talk(game("B[F5//30.958000000000002]W[F6//soon]", "TI[1:00]"))
    assert said == ["status left out the time of move 2: expected a time such as 2.5 or 1:02.5, got 'soon'"]
    talk("move E6/1.5/1.0E1", "move F4/-2.5/Infinity", "go")
    assert talk.thinker.last.asked["time_left"].seconds == pytest.approx(60 - 30.958 - 10)


def test_it_tells_how_far_it_has_come(talk):
    talk.dialogue.tick()
    assert talk.lines == []
    talk("go")
    talk.thinker.nodes = 77
    talk.lines.clear()
    talk.dialogue.tick()
    assert re.fullmatch(r"nodestats 77 \d+\.\d\d", talk.lines[0])


def test_a_line_that_is_no_text_shows_in_the_status_line(talk):
    talk.dialogue.refuse("expected text")
    assert talk.lines == ["status expected text"]


def test_a_search_that_fails_shows_in_the_status_line(talk):
    talk("go")
    talk.thinker.last.fail("no memory")
    assert talk.lines[-1] == "status no memory"


def test_other_boards_and_anti_othello_are_games_too(talk):
    talk("set game (;GM[Othello]TY[6];)", "go")
    assert talk.thinker.last.position.size == 6
    talk("set game (;GM[Othello]TY[8a];)", "hint 1")
    assert talk.thinker.last.position.fewest_win
