from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import ParseError
from outflank.formats import ggf, sgf
from outflank.formats.places import one_line
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.record import Record
from outflank.play.tree import Mark
from outflank.rules import BLACK, WHITE, AntiPosition, Game, Position
from tests.formats.games import FULL, PASSING, records, studies

ONE_NODE = "(;FF[4]GM[2]PC[here]DT[2024-05-01]PB[Ann]PW[Bob]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[B+12]B[f5];W[d6];)"
STUDY = r"""
(;FF[4]GM[2]SZ[8]PB[Ann]BR[2100]C[A \[short\] study\: \
of openings]
 ;B[f5] V[-1.5]
 (;W[d6]V[2]C[perpendicular];B[c3])
 (;W[f6]C[diagonal]
   (;B[e6])(;B[c4]C[rare])))
"""


@given(st.lists(studies(), min_size=1, max_size=3))
def test_reading_what_was_written_gives_the_records(some):
    assert sgf.read(sgf.write(some)) == some


@given(records(with_seconds=False))
def test_a_main_line_is_the_same_in_both_tagged_formats(record):
    assert [each.tree.moves for each in ggf.read(ggf.write([record]))] == [record.tree.moves]
    assert sgf.read(sgf.write([record]))[0].tree.moves == record.tree.moves


def test_a_game_of_other_programs_may_begin_in_the_first_node():
    (record,) = sgf.read(ONE_NODE)
    assert (record.players, record.date, record.place) == (("Ann", "Bob"), "2024-05-01", "here")
    assert (record.game.moves, record.result) == (("f5", "d6"), "Black wins by 12")


def test_an_empty_node_at_the_end_says_nothing():
    text = "(;FF[4]GM[2]AP[edax:4.5.5]\nPB[?]PW[?]\nSZ[8]AB[e4][d5]AW[d4][e5]PL[B]\nRE[Void]\nB[f5];W[d6];\nB[c3];)"
    assert sgf.read(text)[0].game == Game(moves="f5d6c3")


def test_variations_comments_and_values_are_read():
    (record,) = sgf.read(STUDY)
    root = record.tree.root
    assert root.comment == "A [short] study: of openings"
    assert record.tags == {"RB": "2100"}
    assert record.tree.moves == ("f5", "d6", "c3")
    first = root.children[0]
    assert first.value == MoveValue("f5", -1.5)
    assert [(node.move, node.comment) for node in first.children] == [("d6", "perpendicular"), ("f6", "diagonal")]
    assert first.children[0].value == MoveValue("d6", -2)
    assert [node.comment for node in first.children[1].children] == ["", "rare"]


def test_what_is_written_is_canonical():
    assert sgf.write(sgf.read(STUDY)) == (
        "(;FF[4]CA[UTF-8]GM[2]PC[]DT[]PB[Ann]PW[]BR[2100]ON[Perpendicular]SZ[8]AB[e4][d5]AW[d4][e5]PL[B]RE[Void]"
        "C[A [short\\] study: of openings];B[f5]V[-1.5](;W[d6]V[2]C[perpendicular];B[c3])"
        "(;W[f6]C[diagonal](;B[e6])(;B[c4]C[rare])))\n"
    )


def test_several_games_may_stand_in_one_file():
    assert [record.tree.moves for record in sgf.read("(;GM[2];B[f5])\n\n(;GM[2](;B[d3])(;B[c4]))")] == [
        ("f5",),
        ("d3",),
    ]


def test_the_same_move_twice_is_one_move():
    (record,) = sgf.read("(;GM[2];B[f5](;W[d6]C[one];B[c3])(;W[d6]C[two];B[c4]))")
    (node,) = record.tree.root.children[0].children
    assert ([child.move for child in node.children], node.comment) == (["c3", "c4"], "one\ntwo")


@pytest.mark.parametrize(
    ("setup", "start"),
    [
        ("", Position.start()),
        ("SZ[10]", Position.start(10)),
        ("SZ[8:8]", Position.start()),
        ("RU[anti-othello]", AntiPosition.start()),
        ("RU[WOC]", Position.start()),
        ("SZ[4]AB[a1]AW[b1]", Position(1, 2, BLACK, 4)),
        ("SZ[4]PL[W]AB[a1]AW[b1]", Position(1, 2, WHITE, 4)),
    ],
)
def test_the_first_node_sets_the_board_up(setup, start):
    assert sgf.read(f"(;GM[2]{setup})")[0].tree.root.position == start


def test_squares_may_be_set_up_in_rectangles():
    (record,) = sgf.read("(;GM[2]AB[c3:f4][a1]AW[F5:C6][h8:h8])")
    assert record.tree.root.position == Position.parse(
        "X------- -------- --XXXX-- --XXXX-- --OOOO-- --OOOO-- -------- -------O X"
    )


def test_a_set_of_characters_and_other_properties_are_passed_over():
    text = r"(;GM[2]CA[ISO-8859-1]AP[x:1]KM[0]ST[2]C[a\]b\\c [d];B[f5]LB[e4:1][e5:2];N[x])"
    (record,) = sgf.read(text)
    assert (record.tree.moves, record.tree.root.comment) == (("f5",), r"a]b\c [d")


def test_a_game_without_an_end_ends_before_the_next():
    good = r"(;GM[2]C[a\]b(;x)];B[f5](;W[d6])(;W[f6]))"
    cut = list(sgf.cut(f"{good}{good}\n(;GM[2];B[f5](;W[d6])\n{good}\n".splitlines(keepends=True)))
    assert [piece.rstrip() for _, piece in cut] == [good, good, "(;GM[2];B[f5](;W[d6])", good]


def test_the_first_move_says_who_begins_if_nothing_else_does():
    (record,) = sgf.read("(;GM[2]AB[e4][d5]AW[d4][e5]C[odd];W[f4])")
    root = record.tree.root
    assert (root.position, root.comment, record.tree.moves) == (Position.start().switched(), "odd", ("f4",))


def test_passes_may_be_left_out():
    game = Game(moves=PASSING)
    text = sgf.write([Record.of(game)])
    assert ";B[PA];W[a3]" in text
    for spelling in "", ";B[]", ";B[pass]":
        assert sgf.read(text.replace(";B[PA]", spelling))[0].game == game


@pytest.mark.parametrize(
    ("result", "words", "written"),
    [
        ("Void", "", "Void"),
        ("?", "", "Void"),
        ("W+T", "White wins: Black ran out of time", "W+T"),
        ("B+Forfeit", "Black wins: White forfeits the game", "B+F"),
        ("Draw", "draw", "0"),
        ("w+2.5", "White wins by 2.5", "W+2.5"),
        ("B+", "Black wins", "B+"),
    ],
)
def test_the_result_of_a_game_that_stopped_early_is_kept_in_words(result, words, written):
    (record,) = sgf.read(f"(;GM[2]RE[{result}];B[f5])")
    assert (record.result, record.resigned) == (words, None)
    assert f"RE[{written}]" in sgf.write([record])


def test_a_resignation_and_the_score_of_a_finished_game_are_written():
    game = Game(moves="f5")
    game.resign(BLACK)
    assert "RE[W+R]" in sgf.write([Record.of(game)])
    assert "RE[W+24]" in sgf.write([Record.of(Game(moves=FULL))])
    assert "RU[anti-othello]" in sgf.write([Record.of(Game(AntiPosition.start(), FULL))])
    assert "RE[B+24]" in sgf.write([Record.of(Game(AntiPosition.start(), FULL))])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[2]\n;B[f5];W[a1])", "White cannot play a1: it turns over no disc (x:2, column 8)"),
        ("(;GM[2]\n;B[f5]\n(;W[f6])(;B[d6]))", "expected a move by White, got Black's 'd6' (x:3, column 11)"),
        ("(;GM[1]\n;B[dd])", "expected an Othello game, GM[2], got '1' (x:1, column 3)"),
        ("(;GM[2]SZ[19])", "expected a board size (4, 6, 8, 10), got '19' (x:1, column 8)"),
        ("(;GM[2]AB[e4][j9])", "expected a square from a1 to h8, got 'j9' (x:1, column 8)"),
        ("(;GM[2]AB[e4]AW[e4])", "expected at most one disc per square, got a black and a white one on e4"),
        ("(;GM[2];B[f5];AB[a1])", "expected the board to be set up before the first move, got AB (x:1, column 15)"),
        ("(;GM[2];B[f5][d6])", "expected one move, such as B[f5], got 2 (x:1, column 9)"),
        ("(;GM[2];B)", "expected one move, such as B[f5], got 0 (x:1, column 9)"),
        ("(;GM[2];B[f5]", "expected ) at the end of a game, got the end of the text (x:1, column 14)"),
        ("(;GM[2];B[f5)", "expected a move such as ;B[f5], or the end of the game, got '[f5)' (x:1, column 10)"),
        ("(;GM[2];[f5])", "expected a node, which begins with ;, got '[f5])' (x:1, column 9)"),
        ("(B[f5])", "expected a node, which begins with ;, got 'B[f5])' (x:1, column 2)"),
        ("()", "expected a game, which begins with (;, got '()' (x:1, column 1)"),
        ("(;GM[2])\nhello", "expected a node, which begins with ;, got 'hello' (x:2, column 1)"),
        (";B[f5]", "expected a game, which begins with (;, got ';B[f5]' (x:1, column 1)"),
        ("(;GM[2])" * 300_000, "expected at most 2,000,000 characters, got 2,400,000 (x)"),
    ],
)
def test_an_error_names_the_place_and_the_reason(text, message):
    with pytest.raises(ParseError) as caught:
        sgf.read(text, source="x")
    assert message in str(caught.value)


def test_names_and_comments_hold_any_characters():
    record = Record.of(Game(moves="f5"), ("a]\\[;)(b", "\\"))
    record.tree.root.comment = "x]\\\n];B[d3]\\"
    assert sgf.read(sgf.write([record])) == [record]


@pytest.mark.timeout(120)
def test_nesting_has_no_limit_but_the_length_of_the_text():
    text = "(;GM[2]" + "(;B[f5]" + "(" * 400_000 + ";W[d6]" + ")" * 400_002
    assert sgf.read(text)[0].tree.moves == ("f5", "d6")


def test_signs_and_marks_of_other_programs_are_read():
    text = r"(;GM[2]GC[a lesson]AN[Cy]TR[a1][c3:d4];B[f5]TE[2]LB[f5:A][d6:\:b]AR[f5:d6];W[f6]BM[]N[diagonal])"
    (record,) = sgf.read(text)
    root, f5, f6 = record.tree
    assert record.tags == {"GC": "a lesson", "AN": "Cy"}
    assert root.marks == tuple(Mark("triangle", square) for square in ("a1", "c3", "d3", "c4", "d4"))
    assert f5.sign == "!!"
    assert f5.marks == (Mark("label", "f5", "A"), Mark("label", "d6", ":b"), Mark("arrow", "f5", "d6"))
    assert (f6.sign, f6.comment) == ("?", "diagonal")


@pytest.mark.parametrize("bad", ["TR[z9]", "SQ[a1:k1]", "AR[a1]", "AR[a1:i9]", "LB[:x]", "CR[a0]"])
def test_a_mark_beside_the_board_costs_itself_and_is_named(bad):
    (record,) = sgf.read(f"(;GM[2];B[f5] {bad};W[d6])")
    assert record.game == Game(moves="f5d6")
    assert record.tree.root.children[0].marks == ()
    (note,) = record.notes
    assert note.startswith("left out the mark of move 1: expected a square from a1 to h8, got ")


@pytest.mark.parametrize(
    ("bad", "note"),
    [
        ("V[good]", "left out the value of move 1: expected a number, got 'good'"),
        ("ET[soon]", "left out the time of move 1: expected a time such as 2.5 or 1:02.5, got 'soon'"),
        ("BL[-3]", "left out the time left of move 1: expected a time such as 2.5 or 1:02.5, got '-3'"),
        ("WL[3]", "left out the property WL of move 1: unknown here"),
        ("OB[5]", "left out the property OB of move 1: unknown here"),
        ("GB[1]", "left out the property GB of move 1: unknown here"),
    ],
)
def test_a_property_that_cannot_be_kept_is_named_and_costs_no_move(bad, note):
    (record,) = sgf.read(f"(;GM[2];B[f5]{bad};W[d6])")
    assert (record.game, record.notes) == (Game(moves="f5d6"), (note,))


@pytest.mark.parametrize("header", ["RE[good]", "RE[B+12+]", "RE[B+won]", "PL[x]", "SZ[x]", "SZ[0]", "XX[1]", "VW[a1]"])
def test_a_header_that_cannot_be_kept_is_named_and_costs_no_game(header):
    (record,) = sgf.read(f"(;GM[2]{header};B[f5])")
    assert record.game == Game(moves="f5")
    assert len(record.notes) == 1


def test_a_property_is_named_once_and_counted_and_so_are_very_many():
    moves = "".join(f";{'BW'[ply % 2]}[{FULL[2 * ply : 2 * ply + 2]}]OB[5]" for ply in range(5))
    (record,) = sgf.read(f"(;GM[2]{moves})")
    assert record.notes == ("left out the property OB of move 1: unknown here; and 4 more",)
    many = "".join(f"X{chr(65 + n // 26)}{chr(65 + n % 26)}[1]" for n in range(600))
    (record,) = sgf.read(f"(;GM[2]{many})")
    assert len(record.notes) == 21
    assert record.notes[-1].endswith("and 579 more")


def test_what_turns_text_round_and_control_characters_do_not_get_into_comments():
    (record,) = sgf.read("(;GM[2];B[f5]C[a\0b\u202ec\u2066d\x1be])")
    assert record.tree.root.children[0].comment == "a bcd e"


def test_ten_thousand_nodes_and_a_comment_of_a_million_letters_are_read_and_written():
    record = Record.of(Game(), ("", ""))
    waiting = [record.tree.root]
    for node in waiting:
        waiting += [node.add(move) for move in node.position.legal_moves] if len(waiting) < 10_000 else []
    text = sgf.write([record])
    assert sgf.read(text) == [record]
    record.tree.root.comment = "é" * 1_000_000
    assert sgf.read(sgf.write([record])) == [record]


def test_what_a_value_rests_on_is_read_as_far_as_it_is_known():
    (record,) = sgf.read("(;GM[2]VS[f5 1.5 exact 20 f5 d6][h1 3][d3 ?];B[f5]V[-2]VB[odd 17 73% >= what])")
    root, f5 = record.tree
    assert f5.value == MoveValue("f5", -2, "lower", 17, 73)
    assert root.analysis == Analysis(
        "f5", (MoveValue("f5", 1.5, depth=20, kind="exact", pv=("f5", "d6")), MoveValue("d3"))
    )


# --- other programs -------------------------------------------------------------------------------------------------

ANY_HEADER = st.text(min_size=1, max_size=20).map(one_line).filter(bool)
QUARRY = """\
(;GM[2]FF[4]
CA[UTF-8]
AP[Quarry:0.2.0]
SZ[8]
PC[Here]
TM[1500.0]
OT[5x30]
PB[Ann]
PW[Bob]
RE[W+Resign]
PL[B]
;B[dc]C[well\\] done]V[1.5]BL[1497.5]
(;W[cc]TE[1];B[ef];W[db];B[da];W[ea];B[bb];W[ca];;W[ac]CR[bb]
LB[ac:x])
(;W[ec])
)
"""


def test_squares_may_have_the_letters_of_go_as_quarry_writes_them():
    (record,) = sgf.read(QUARRY)
    assert record.tree.moves == Game(moves=PASSING).moves
    assert [child.move for child in record.tree.root.children[0].children] == ["c3", "e3"]
    assert list(record.tree)[-1].marks == (Mark("circle", "b2"), Mark("label", "a3", "x"))
    assert (record.resigned, record.players) == (BLACK, ("Ann", "Bob"))
    assert record.tags == {"AP": "Quarry:0.2.0", "TI": "25:00", "OT": "5x30"}
    assert record.notes == ()
    (again,) = sgf.read(sgf.write([record]))
    assert again == record


def test_a_board_may_be_set_up_with_the_letters_of_go():
    (record,) = sgf.read("(;GM[2]AB[cc:fd][aa]AW[fe:cf][hh]SQ[aa][b2])")
    assert record.tree.root.position == Position.parse(
        "X------- -------- --XXXX-- --XXXX-- --OOOO-- --OOOO-- -------- -------O X"
    )
    assert record.tree.root.marks == (Mark("square", "a1"), Mark("square", "b2"))


@pytest.mark.parametrize("passed", ["B[tt]", "B[]", "B[PA]", "B[pass]", "B[TT]", "B[--]", "", "\n;"])
def test_a_pass_may_be_written_in_any_way_or_left_out(passed):
    moves = [f"{'BW'[ply % 2]}[{PASSING[2 * ply : 2 * ply + 2]}]" for ply in range(8)]
    text = "".join(f";{move}" for move in moves) + (f";{passed}" if passed else "") + ";W[a3]"
    assert sgf.read(f"(;GM[2]{text})")[0].game == Game(moves=PASSING)


# --- clocks and headers ---------------------------------------------------------------------------------------------

CLOCKED = "(;FF[4]GM[2]SZ[8]TM[1500]OT[5x30];B[f5]BL[1499];W[d6]WL[1498.5])"


def test_clocks_are_read_and_written_again():
    (record,) = sgf.read(CLOCKED)
    assert record.tags == {"TI": "25:00", "OT": "5x30"}
    assert [node.left for node in record.tree] == [None, 1499, 1498.5]
    text = sgf.write([record])
    assert all(part in text for part in ("TM[1500]", "OT[5x30]", "B[f5]BL[1499]", "W[d6]WL[1498.5]"))
    assert "HD" not in text
    assert "TI[25:00]" in ggf.write([record])


@pytest.mark.parametrize(
    ("clock", "properties"),
    [
        ("05:00", "TM[300]"),
        ("05:00/00:05", "TM[300]OT[5 fischer]"),
        ("05:00//02:00", "TM[300]"),
        ("5:00,1/0:05", ""),
        ("15:00/00:00.5/02:00", "TM[900]OT[0.5 fischer]"),
    ],
)
def test_a_clock_comes_back_as_it_was(clock, properties):
    record = Record.of(Game(moves="f5"), ("a", "b"))
    record = replace(record, tags={"TI": clock, "TB": "01:00"})
    text = sgf.write([record])
    assert properties in text
    assert sgf.read(text) == [record]


@pytest.mark.parametrize("moves", ["f5", FULL])
def test_a_result_that_counts_komi_goes_through_sgf(moves):
    record = Record.of(Game(moves=moves), ("a", "b"))
    (record,) = ggf.read(ggf.write([record]).replace("RE[", "KM[-0.5]RE[-24.500]XX["))
    assert record.tags["RE"] == "-24.500"
    text = sgf.write([record])
    assert "KM[-0.5]" in text
    assert "RE[W+24.5]" in text
    assert sgf.read(text) == [record]
    (other,) = sgf.read("(;GM[2]KM[-0.5]RE[W+24.5];B[f5])")
    assert "KM[-0.5]" in ggf.write([other])
    assert "RE[-24.500]" in ggf.write([other])


@given(records(variations=True), st.dictionaries(st.from_regex(r"[A-Za-z_-]{1,12}", fullmatch=True), ANY_HEADER))
def test_headers_of_any_name_come_back(record, tags):
    tags = {name: value for name, value in tags.items() if name not in ("RE", "TI", "TM", "OT", "KM", "Opening", "RU")}
    record = replace(record, tags=tags)
    assert sgf.read(sgf.write([record])) == [record]
