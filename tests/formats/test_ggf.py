import re
from dataclasses import replace

import pytest

from outflank import formats
from outflank.errors import ParseError
from outflank.formats import ggf
from outflank.formats.files import read_records
from outflank.play.record import Record
from outflank.rules import WHITE, AntiPosition, Game, Position
from tests.formats.games import FULL, PASSING

CELLS = "---------------------------O*------*O---------------------------"
SERVER = """\
(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Ann]PW[Bob]RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]
RE[+12.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
B[d3/-1.20/1:02.5]W[c5//0.01]B[D6/+3.5]W[e3];)
"""


def plain(text):
    return text.translate(str.maketrans("[]", "()"))


def test_a_game_of_the_servers_is_read_with_all_that_it_says():
    (record,) = ggf.read(SERVER)
    assert (record.players, record.date, record.place) == (("Ann", "Bob"), "2003.12.15_13:24:03.MST", "GGS/os")
    assert record.tags == {"RB": "2197.01", "RW": "2199.72", "TI": "05:00//02:00"}
    assert record.resigned == WHITE
    assert record.tree.moves == ("d3", "c5", "d6", "e3")
    nodes = list(record.tree)[1:]
    assert [node.value and node.value.value for node in nodes] == [-1.2, None, 3.5, None]
    assert [node.seconds for node in nodes] == [62.5, 0.01, None, None]


def test_what_is_written_is_canonical():
    (text,) = ggf.write(ggf.read(SERVER)).splitlines()
    assert text == (
        "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Ann]PW[Bob]RB[2197.01]RW[2199.72]TI[05:00//02:00]"
        f"RE[+12.000:r]TY[8]BO[8 {CELLS} *]B[D3/-1.2/62.5]W[C5//0.01]B[D6/+3.5]W[E3];)"
    )


def test_a_game_that_the_page_shared_is_read():
    text = f"(;GM[Othello]PC[Outflank]TY[8]BO[8 {CELLS} *]B[F5]W[D6];)"
    (record,) = formats.read(text)
    assert (record.game, record.place) == (Game(moves="f5d6"), "Outflank")


def test_games_of_a_match_stand_one_after_the_other():
    games = ggf.read("2 (;GM[Othello]B[f5];)(;GM[Othello]B[d3];)\n1 (;GM[Othello];)\n")
    assert [record.tree.moves for record in games] == [("f5",), ("d3",), ()]


def test_the_number_of_games_in_a_match_is_written_again():
    text = "2 (;GM[Othello]B[f5];) (;GM[Othello]B[d3];)\n1 (;GM[Othello];)\n"
    records = ggf.read(text)
    assert [record.tags.get("games") for record in records] == ["2", None, "1"]
    assert [line[:4] for line in ggf.write(records).splitlines()] == ["2 (;", "(;GM", "1 (;"]
    assert ggf.read(ggf.write(records)) == [replace(record, players=("", "")) for record in records]


RANDOM = Game(moves="f5d6c3d3c4").position


def test_a_game_with_komi_from_a_random_start_is_kept_as_it_is():
    board = f"BO[8 {RANDOM.cells.replace('X', '*')} O]"
    text = (
        f"(;GM[Othello]PC[GGS/os]DT[1]PB[a]PW[b]TB[05:00//02:00]TW[1.00:00:00]RE[-6.500]TY[s8kr9]{board}"
        "KB[F4/+2.5/3.02]KW[F4/+3.5]KM[+3]SE[x]W[F4//0.5];)\n"
    )
    (record,) = ggf.read(text)
    assert record.tree.root.position == RANDOM
    assert record.tags == {
        "TB": "05:00//02:00",
        "TW": "1.00:00:00",
        "TY": "s8kr9",
        "KB": "F4/+2.5/3.02",
        "KW": "F4/+3.5",
        "KM": "+3",
        "SE": "x",
        "RE": "-6.500",
    }
    assert ggf.write([record]) == text


def test_the_result_of_a_finished_game_with_komi_counts_it():
    tags = [f"{'BW'[ply % 2]}[{FULL[2 * ply : 2 * ply + 2]}]" for ply in range(8)]
    text = f"(;GM[Othello]TY[8k]RE[-23.5]KM[-0.5]{''.join(tags)};)"
    (record,) = ggf.read(text)
    assert record.result == "White wins by 23.5"
    record = replace(record, tree=Record.of(Game(moves=FULL)).tree, result="")
    assert "RE[-23.5]" in ggf.write([record])
    assert ggf.read(ggf.write([record]))[0].ending == "White wins 44–20"


def test_a_type_that_does_not_fit_the_game_is_not_written():
    record = replace(Record.of(Game(Position.start(6))), tags={"TY": "s8r9", "Opening": "x", "games": "many"})
    assert ggf.write([record]).startswith("(;GM[Othello]")
    assert "TY[6]" in ggf.write([record])
    assert "x" not in ggf.write([record])


def test_what_is_no_game_and_a_game_without_an_end_are_pieces_of_their_own():
    good = "(;GM[Othello]B[f5];)"
    text = f"hello\n1\n{good}\nxx 2 {good}{good}  \n(;GM[Othello]B[f5]\n 1 {good}\n(;GM[Othello]CO[ (;\n{good} {good}"
    cut = list(ggf.cut(text.splitlines(keepends=True)))
    assert [(line, piece.strip()) for line, piece in cut] == [
        (1, "hello\n1"),
        (3, good),
        (4, "xx 2"),
        (4, good),
        (4, good),
        (5, "(;GM[Othello]B[f5]"),
        (6, f"1 {good}"),
        (7, f"(;GM[Othello]CO[ (;\n{good}"),
        (8, good),
    ]


def test_a_value_that_does_not_end_hides_the_games_of_one_piece_only():
    good = "(;GM[Othello]B[f5];)\n"
    lines = ["(;GM[Othello]CO[\n", *["no end\n"] * 20_000, good, good]
    assert [line for line, _ in ggf.cut(lines)] == [1, 20_002, 20_003]


@pytest.mark.parametrize(
    ("type_", "start"),
    [
        ("8", Position.start()),
        ("10", Position.start(10)),
        ("s6", Position.start(6)),
        ("8a", AntiPosition.start()),
        ("s8ka", AntiPosition.start()),
        ("8b", Position.start()),
    ],
)
def test_the_type_says_the_size_and_who_wins(type_, start):
    assert ggf.read(f"(;GM[Othello]TY[{type_}];)")[0].tree.root.position == start


def test_a_random_start_needs_its_board():
    board = Game(moves="f5d6").position.board_string
    assert ggf.read(f"(;GM[Othello]TY[s8r20]BO[8 {board}]B[c3];)")[0].tree.root.position == Position.parse(board)
    with pytest.raises(ParseError, match="expected the starting board"):
        ggf.read("(;GM[Othello]TY[s8r20]B[c3];)")


def test_passes_may_be_left_out():
    moves = re.findall("..", PASSING)
    tags = [f"{'BW'[ply % 2]}[{move}]" for ply, move in enumerate(moves[:-1])] + ["W[a3]"]
    game = Game(moves=PASSING)
    assert len(tags) == len(game.moves) - 1
    assert ggf.read(f"(;GM[Othello]{''.join(tags)};)")[0].game == game
    for spelling in "PA", "pa", "pass", "PASS", "":
        with_pass = f"{''.join(tags[:-1])}B[{spelling}]{tags[-1]}"
        assert ggf.read(f"(;GM[Othello]{with_pass};)")[0].game == game
    assert "B[PA]W[A3];)" in ggf.write([Record.of(game)])


def test_passes_after_the_end_are_passed_over():
    text = ggf.write([Record.of(Game(moves=FULL))])
    assert ggf.read(text.replace(";)", "B[PA]W[pass];)")) == ggf.read(text)


@pytest.mark.parametrize(
    ("result", "words", "written"),
    [
        ("?", "", "?"),
        ("", "", "?"),
        ("+12.000:l", "Black wins by 12: White left the game", "+12.000:l"),
        ("+0.000:l", "", "?"),
        ("?:l", "", "?"),
        ("+4.00:", "Black wins by 4", "+4.000"),
        ("-127.000", "", "?"),
        ("-8.0:t", "White wins by 8: Black ran out of time", "-8.000:t"),
        ("-64.0:t", "White wins: Black ran out of time", "-64.000:t"),
        ("-40.000000000000004", "White wins by 40", "-40.000"),
        ("1.2E1", "Black wins by 12", "+12.000"),
        ("+4:s", "Black wins by 4, as agreed", "+4.000:s"),
        ("0.00", "draw", "+0.000"),
        ("0:s", "draw, as agreed", "+0.000:s"),
        ("-3.5", "White wins by 3.5", "-3.500"),
    ],
)
def test_the_result_of_a_game_that_stopped_early_is_kept_in_words(result, words, written):
    (record,) = ggf.read(f"(;GM[Othello]RE[{result}]B[f5];)")
    assert (record.result, record.resigned) == (words, None)
    assert f"RE[{written}]" in ggf.write([record])


@pytest.mark.parametrize(
    "result", ["-40.000:r", "-64.000:r", "+12.000:r", "-40.000:t", "-12.000:l", "+6.000:s", "+3.500"]
)
def test_the_result_that_a_game_states_is_written_again(result):
    (record,) = ggf.read(f"(;GM[Othello]RE[{result}]B[e6];)")
    assert f"RE[{result}]" in ggf.write([record])
    assert record.notes == ()


def test_a_result_that_the_moves_contradict_is_named():
    text = ggf.write([Record.of(Game(moves=FULL))])
    assert ggf.read(text)[0].notes == ()
    assert ggf.read(text.replace("RE[-24", "RE[+2"))[0].notes == (
        "the result says Black wins by 2, but the moves lead to White wins by 24, which is kept",
    )


@pytest.mark.parametrize(
    ("move", "value", "seconds", "note"),
    [
        ("f5//30.958000000000002", None, 30.958, ""),
        ("f5/-2.0000000000000004/1.0E-3", -2.0000000000000004, 0.001, ""),
        ("f5/1.5E1/3.0958E1", 15, 30.958, ""),
        ("f5/2,5/30,958", 2.5, 30.958, ""),
        ("f5/good/2", None, 2, "left out the value of move 1: expected a number, got 'good'"),
        ("f5/NaN", None, None, "left out the value of move 1: expected a number, got 'NaN'"),
        (
            "f5/1/Infinity",
            1,
            None,
            "left out the time of move 1: expected a time such as 2.5 or 1:02.5, got 'Infinity'",
        ),
        ("f5//-3.5", None, None, "left out the time of move 1: expected a time such as 2.5 or 1:02.5, got '-3.5'"),
        ("f5//1:2:3:4:5", None, None, "left out the time of move 1: expected a time such as 2.5 or 1:02.5, got"),
    ],
)
def test_a_value_or_a_time_that_cannot_be_read_costs_itself_and_not_the_move(move, value, seconds, note):
    (record,) = ggf.read(f"(;GM[Othello]B[{move}]W[d6];)")
    assert record.tree.moves == ("f5", "d6")
    node = record.tree.root.children[0]
    assert (node.value and node.value.value, node.seconds) == (value, seconds)
    assert " ".join(record.notes).startswith(note)
    assert bool(record.notes) == bool(note)


def test_what_is_left_out_is_counted():
    moves = "".join(f"{'BW'[ply % 2]}[{FULL[2 * ply : 2 * ply + 2]}//soon]" for ply in range(5))
    (record,) = ggf.read(f"(;GM[Othello]RE[good]{moves};)")
    assert len(record.tree.moves) == 5
    assert record.notes == (
        "left out the time of move 1: expected a time such as 2.5 or 1:02.5, got 'soon'; and 4 more",
        "left out the result: expected a result such as +12.000 or ?, got 'good'",
    )


@pytest.mark.parametrize(
    ("headers", "n_notes"),
    [
        (f"GM[Reversi]TY[8]BO[8 {CELLS} *]", 0),
        ("GM[Reversi]", 0),
        (f"GM[OTHELLO]TY[0]BO[8 {CELLS} *]", 1),
        (f"GM[Othello]TY[eight]BO[8 {CELLS} *]", 1),
        (f"GM[Othello]TY[]BO[8 {CELLS} *]", 0),
        (f"GM[Othello]BO[8 {CELLS} *]", 0),
        (f"BO[8 {CELLS} *]", 0),
    ],
)
def test_a_type_that_says_nothing_leaves_the_board_to_say_it(headers, n_notes):
    (record,) = formats.read(f"(;PB[a]PW[b]{headers}B[f5]W[d6];)")
    assert record.game == Game(moves="f5d6")
    assert len(record.notes) == n_notes


def test_a_forfeit_is_a_loss():
    record = Record.of(Game(moves="f5"), result="White wins: Black forfeits the game: illegal move: a1")
    assert "RE[-64.000]" in ggf.write([record])


def test_the_moves_of_a_finished_game_say_the_result():
    game = Game(moves=FULL)
    assert "RE[-24.000]" in ggf.write([Record.of(game)])
    record = ggf.read(ggf.write([Record.of(game)]).replace("-24", "+2"))[0]
    assert (record.result, record.game) == ("", game)


def test_the_variant_with_fewest_discs_is_won_by_the_other_side():
    assert "RE[+24.000]TY[8a]" in ggf.write([Record.of(Game(AntiPosition.start(), FULL))])


def test_variations_stay_behind():
    record = Record.of(Game(moves="f5d6"))
    record.tree.root.extend("f5f6")
    assert ggf.read(ggf.write([record])) == [Record.of(Game(moves="f5d6"), ("", ""))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[Othello]\nB[f5]W[a1];)", "White cannot play a1: it turns over no disc (x:2, column 6)"),
        ("(;GM[Othello]\nW[f5];)", "expected a move by Black, got White's 'f5' (x:2, column 1)"),
        ("(;GM[Chess]\nB[f5];)", "expected an Othello game, GM[Othello], got 'Chess' (x:1, column 3)"),
        ("(;GM[Othello]\nTY[12];)", "expected a type that begins with a size (4, 6, 8, 10), got '12' (x:2, column 1)"),
        ("(;GM[Othello]\nTY[10]BO[8 " + CELLS + " *];)", "expected a board of size 10, as the type says, got one"),
        ("(;GM[Othello]\nBO[8 " + CELLS[1:] + " *];)", "expected 64 cells, got 63"),
        (
            "(;GM[Othello]\nBO[6 " + CELLS + " *];)",
            "expected a board of size 6, as its number says, got one of size 8 (x:2, column 1)",
        ),
        ("(;GM[Othello]B[f5]\n", "expected a tag such as B[F5], or ;) at the end of the game, got the end of the text"),
        (
            "(;GM[Othello]B[f5\n",
            "expected a tag such as B[F5], or ;) at the end of the game, got 'B[f5\\n' (x:1, column 14)",
        ),
        ("(;GM[Othello];)\nhello", "expected a game, which begins with (;, got 'hello' (x:2, column 1)"),
        (
            "(;GM[Othello]CO[" + "a" * 100_000 + "];)",
            "expected at most 100,000 characters, got 100,019 (x:1, column 2)",
        ),
        ("(;GM[Othello];)" * 150_000, "expected at most 2,000,000 characters, got 2,250,000 (x)"),
    ],
)
def test_an_error_names_the_place_and_the_reason(text, message):
    with pytest.raises(ParseError) as caught:
        ggf.read(text, source="x")
    assert message in str(caught.value)


def test_brackets_in_names_and_comments_do_not_break_the_game():
    record = Record.of(Game(moves="f5"), ("a];)(;[b", ""))
    record.tree.root.comment = "x]B[d3"
    (read,) = ggf.read(ggf.write([record]))
    assert (read.players[0], read.tree.root.comment) == ("a);)(;(b", "x)B(d3")
    assert read.tree.moves == ("f5",)


def test_a_file_of_many_games_may_be_longer_than_one_game(tmp_path):
    path = tmp_path / "many.ggf"
    path.write_text("(;GM[Othello]PB[a]B[f5];)\n" * 5000)
    assert len(formats.read(path.read_text(), source="x")) == 5000
    assert len(read_records(path)) == 5000
