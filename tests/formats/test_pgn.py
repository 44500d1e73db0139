from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import formats
from outflank.errors import ParseError
from outflank.formats import pgn, pieces
from outflank.formats.tagged import printable
from outflank.play.analysis import MoveValue
from outflank.play.record import Record
from outflank.play.tree import Mark
from outflank.rules import WHITE, AntiPosition, Game, Position
from tests.formats.games import ANY_SCRIPT, COMMENTS, FULL, NAMES, PASSING, records, studies

SERVER = """\
[Event "?"]
[Site "PlayOK"]
[Date "2020.05.05"]
[Round "-"]
[Black "ann_1"]
[White "bob"]
[Result "38-26"]
[Time "11:24:48"]
[TimeControl "300"]
[BlackElo "1073"]
[WhiteElo "1183"]

1. f5 d6 2. c3 f3 3. f4 d3 4. c4 g3 5. e6 c6 6. c5 e7 7. f6 g4 8. g5 h4 9. e8
d7 10. d2 b5 11. d8 e3 12. e2 f2 13. h6 h5 14. h3 b4 15. g6 e1 16. g1 f7 17. f8
g7 18. a5 f1 19. d1 c1 20. b1 c2 21. h8 g2 22. a4 b3 23. a3 a6 24. a7 b6 25. c7
c8 26. b2 b7 27. a8 b8 28. h1 h2 29. -- g8 30. h7 a2 31. a1 38-26

"""
EDAX = """\
[Event "?"]
[Site "edax"]
[Date "2012.??.??"]
[Date "2012.0.0"]
[Time "10.3.2"]
[Round "?"]
[Black "?"]
[White "edax"]
[Result "*"]
[FEN "8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1"]

 1. d6 c5
 2. f6 *


"""
STUDY = """\
% made by hand
[Black "Ann \\"A\\" \\\\"] [White "Bob"]
; before the moves
{and more}
1.f5! {[%eval 1.5] best} 1...f6 $1 (1... d6 {parallel
no more} 2.c3 (2.c4?!) 2...d3) 2. e6 ; the usual
f4 {[%emt 0:00:02.5]} 0-1
"""


def known(name):
    return name not in ("?", "-", "????.??.??")


def plain(text):
    return text.translate(str.maketrans("{}", "()"))


@given(st.lists(records(names=NAMES.filter(known), comments=COMMENTS, variations=True), min_size=1, max_size=3))
def test_reading_what_was_written_gives_the_records(some):
    assert pgn.read(pgn.write(some)) == some


def test_a_game_of_a_server_is_read_with_all_that_it_says():
    (record,) = pgn.read(SERVER)
    assert (record.players, record.date, record.place) == (("ann_1", "bob"), "2020.05.05 11:24:48", "PlayOK")
    assert record.tags == {"RB": "1073", "RW": "1183", "TI": "05:00"}
    assert (record.ending, len(record.tree.moves)) == ("Black wins 38–26", 61)
    assert pgn.write([record]) == SERVER.replace("\n\n1. ", '\n[Opening "Perpendicular"]\n\n1. ', 1)


def test_a_game_of_another_program_is_read():
    (record,) = pgn.read(EDAX)
    assert record.tree.root.position == Position.start().play("f5")
    assert (record.tree.moves, record.players, record.ending) == (("d6", "c5", "f6"), ("", "edax"), "unfinished")
    assert (record.place, record.date) == ("edax", "2012.??.?? 10.3.2")


def test_comments_variations_values_and_times_are_read():
    (record,) = pgn.read(STUDY)
    root = record.tree.root
    assert record.players == ('Ann "A" \\', "Bob")
    assert (root.comment, record.tree.moves, record.result) == (
        "before the moves\nand more",
        ("f5", "f6", "e6", "f4"),
        "White wins",
    )
    f5 = root.children[0]
    assert (f5.comment, f5.value) == ("best", MoveValue("f5", 1.5))
    f6, d6 = f5.children
    assert (d6.comment, [child.move for child in d6.children]) == ("parallel\nno more", ["c3", "c4"])
    assert [child.move for child in d6.children[0].children] == ["d3"]
    assert (f6.children[0].comment, list(record.tree)[-1].seconds) == ("the usual", 2.5)


def test_what_is_written_is_canonical():
    assert (
        pgn.write(pgn.read(STUDY))
        == """\
[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "-"]
[Black "Ann \\"A\\" \\\\"]
[White "Bob"]
[Result "0-1"]
[Opening "Diagonal"]

{before the moves
and more} 1. f5 $1 {[%eval 1.5] best} 1... f6 $1 (1... d6 {parallel
no more} 2. c3 (2. c4 $6) 2... d3) 2. e6 {the usual} 2... f4 {[%emt 00:02.5]}
0-1

"""
    )


def test_values_are_in_the_view_of_black():
    record = Record.of(Game(moves="f5d6"))
    record.tree.root.children[0].children[0].value = MoveValue("d6", 3.0)
    text = pgn.write([record])
    assert "d6 {[%eval -3]}" in text
    assert list(pgn.read(text)[0].tree)[-1].value == MoveValue("d6", 3.0)


@pytest.mark.parametrize(
    ("tags", "words", "resigned"),
    [
        ('[Result "40-24"]', "Black wins by 16", None),
        ('[Result "24 - 40"]', "White wins by 16", None),
        ('[Result "32-32"]', "draw", None),
        ('[Result "1/2-1/2"]', "draw", None),
        ('[Result "1-0"]', "Black wins", None),
        ('[Result "0-1"][Termination "time forfeit"]', "White wins: Black ran out of time", None),
        ('[Result "1-0"][Termination "rules infraction"]', "Black wins: White forfeits the game", None),
        ('[Result "36-28"][Termination "agreed"]', "Black wins by 8, as agreed", None),
        ('[Result "1-0"][Termination "White resigned"]', "", WHITE),
        ('[Result "*"]', "", None),
        ('[Result "-2"]', "", None),
        ('[Result "?"]', "", None),
        ('[Result "24-40"][Variant "Anti-Othello"]', "Black wins by 16", None),
    ],
)
def test_the_result_of_a_game_that_stopped_early_is_kept(tags, words, resigned):
    (record,) = pgn.read(f"{tags}\n1. f5 d6")
    assert (record.result, record.resigned) == (words, resigned)
    (again,) = pgn.read(pgn.write([record]))
    assert again == record


def test_the_moves_of_a_finished_game_say_the_result():
    assert '[Result "20-44"]' in pgn.write([Record.of(Game(moves=FULL))])
    (record,) = pgn.read(f'[Result "64-0"]\n{FULL}')
    assert (record.result, record.game) == ("", Game(moves=FULL))
    anti = Record.of(Game(AntiPosition.start(), FULL))
    assert '[Result "20-44"]' in pgn.write([anti])
    assert pgn.read(pgn.write([anti]))[0].ending == anti.ending


@pytest.mark.parametrize("passed", ["--", "pass", "PA", "@@@@", ""])
def test_passes_have_many_names_and_may_be_left_out(passed):
    game = Game(moves=PASSING)
    moves = [passed if move == "pass" else move for move in game.moves]
    assert pgn.read(f'[Event "x"]\n{" ".join(moves)} * ')[0].game == game


def test_passes_after_the_end_are_passed_over():
    assert pgn.read(f'[Event "x"]\n{FULL} -- pass')[0].game == Game(moves=FULL)


@pytest.mark.parametrize("board", ["8/8/8/3pP3/3Pp3/8/8/8 w", f"{Position.start().cells} O"])
def test_a_board_may_be_a_fen_or_a_board_string(board):
    (record,) = pgn.read(f'[SetUp "1"]\n[FEN "{board}"]\n1. f4')
    assert record.tree.root.position == Position.start().switched()


def test_tags_that_are_not_known_stay():
    text = '[BlackRating "1500"][Variant "xot"][Opening "Tiger"][TimeControl "300+5"][Annotator "?"]\n1. f5'
    (record,) = pgn.read(text)
    assert record.tags == {"RB": "1500", "Variant": "xot", "Opening": "Tiger", "TI": "05:00/00:05"}
    assert pgn.read(pgn.write([record])) == [record]


def test_games_need_no_tags_and_no_moves():
    first, second = '[Black "a"]\n\n*\n', '[Black "b"]\n\n[Black "c"]\n'
    assert [record.player(0) for record in pgn.read(first + second)] == ["a", "b", "c"]
    lines = (first + second).splitlines(keepends=True)
    assert [line for line, _ in pgn.cut(lines)] == [1, 4, 6]
    assert [record.tree.moves for record in pgn.read("f5 d6 40-24\nf5 f6 *\n{the end}")] == [("f5", "d6"), ("f5", "f6")]
    assert pgn.read("{nothing}") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. f5\n1... a1", "White cannot play a1: it turns over no disc (x:3, column 6)"),
        ("1. f5\n--", "White may not pass: there is a move at f4, d6, f6 (x:3, column 1)"),
        ("1. f5 e4 hello", "White cannot play e4"),
        ("1. f5 hello", "expected a move such as f5, a comment or a tag, got 'hello' (x:2, column 7)"),
        ("1. f5 (d3", "expected ) at the end of a variation, got the end of the text"),
        ("(1. f5)", "expected a move before its variation, got '(' (x:2, column 1)"),
        ("1. f5)", "expected a move such as f5, got ')' (x:2, column 6)"),
        ("1. f5 {no end", "expected a move such as f5, a comment or a tag, got '{no end'"),
        ('[FEN "8/8 b"]', "expected a square board with a side of 4, 6, 8, 10 in the FEN"),
        ('[FEN "XO"]', "expected 16 or 36 or 64 or 100 cells, got 2"),
        ("{" + "a" * 2_000_000 + "}", "expected at most 2,000,000 characters"),
    ],
)
def test_an_error_names_the_place_and_the_reason(text, message):
    text = f'[Event "x"]\n{text}'
    with pytest.raises(ParseError) as caught:
        pgn.read(text, source="x")
    assert message in str(caught.value)


def test_a_text_says_that_it_is_pgn():
    assert formats.recognise(SERVER) == "pgn"
    assert formats.recognise(STUDY) == "pgn"
    assert formats.recognise("1. f5 d6 (1... f6) 2. c3 {why?} 34-30", ".pgn") == "pgn"
    assert formats.recognise("1. f5 d6", ".pgn") == "pgn"


def test_a_comment_that_does_not_end_hides_no_more_than_one_piece():
    text = '[Event "a"]\n\n1. f5 {\n' + "no end\n" * 300_000 + '[Event "b"]\n\n1. f5 *\n'
    (first, piece), (second, last) = pgn.cut(text.splitlines(keepends=True))
    assert (first, second, len(piece)) == (1, 300_004, pieces.LONGEST + 1)
    with pytest.raises(ParseError, match="expected at most 2,000,000 characters"):
        pgn.read(piece)
    assert pgn.read(last)[0].tree.moves == ("f5",)


@pytest.mark.timeout(120)  # of a busy machine: seconds by itself, and minutes if it grew by squares
@pytest.mark.parametrize(
    "text",
    [
        "(" * 90_000,
        "f5 " + "(f6 " * 25_000,
        "[" * 90_000,
        '[A "' * 20_000,
        "{" * 90_000,
        "\\" * 90_000,
        '[a "b"]' * 10_000,
        " \n" * 40_000 + "x",
        "%\n" * 40_000,
        ";\n" * 40_000 + "x",
    ],
    ids=lambda text: text[:8],
)
def test_a_long_text_takes_no_longer_than_its_length(text):
    for content in text, f'[Event "x"]\n1. f5 {text}':
        pgn.recognises(content)
        with suppress(ParseError):
            pgn.read(content)
        assert list(pgn.cut(content.splitlines(keepends=True)))


def test_what_cannot_be_printed_leaves_single_spaces():
    record = Record.of(Game(moves="f5"), ("a \x1b\x85b", "\u200b c "))
    assert '[Black "a b"]\n[White "c"]' in pgn.write([record])


def test_name_of_the_opening_is_written_and_known_again():
    record = Record.of(Game(moves="f5d6c3d3c4"), ("Ann", "Bob"))
    text = pgn.write([record])
    assert '[Opening "Tiger"]' in text
    (again,) = pgn.read(text)
    assert again.tags == {}  # the moves tell it
    (other,) = pgn.read(text.replace("Tiger", "My own"))
    assert other.tags == {"Opening": "My own"}
    assert '[Opening "My own"]' in pgn.write([other])
    assert "Opening" not in pgn.write([Record.of(Game(Position.start(6), "e4"), ("", ""))])


PLAIN = ANY_SCRIPT.map(lambda text: printable(text.translate({ord(letter): " " for letter in "{}[]%"})))


@given(studies(comments=PLAIN, shapes=("circle", "arrow"), analyses=False))
def test_signs_circles_and_arrows_are_read_back(record):
    for node in record.tree.root.walk():
        node.marks = tuple(sorted(node.marks, key=lambda mark: mark.shape == "arrow"))  # as they are written
    assert pgn.read(pgn.write([record]))[0].tree == record.tree


def test_signs_stand_behind_moves_in_any_way_and_values_have_depths():
    moves = "1. f5!? {[%eval 3.5,17] [%csl Gd4,Re5][%cal Gf5d6] so} d6 $4 2. c3?! $7 d3!!! $139 *"
    (record,) = pgn.read(f'[Black "A"]\n\n{moves}')
    f5, d6, c3, d3 = list(record.tree)[1:]
    assert [node.sign for node in (f5, d6, c3, d3)] == ["!?", "??", "?!", ""]
    assert (f5.value, f5.comment) == (MoveValue("f5", 3.5, depth=17), "so")
    assert f5.marks == (Mark("circle", "d4"), Mark("circle", "e5"), Mark("arrow", "f5", "d6"))


def test_what_cannot_be_read_as_a_drawing_stays_in_the_comment():
    (record,) = pgn.read('[Black "A"]\n\n{[%csl Gz9]} 1. f5 {[%cal Gd4] [%eval x,3]} *')
    assert [node.comment for node in record.tree] == ["[%csl Gz9]", "[%cal Gd4] [%eval x,3]"]


# --- text around games ----------------------------------------------------------------------------------------------

THOR = """\
Game 001 PGN
[Event "World Championship - 1977"]
[Date "1977"]
[Black "Ann"]
[White "Bob"]
[Result "34-30"]
1. F5 D6
3. C3 F3
5. F4 D3
34-30
----------------------------------------
Game 002 PGN
[Event "World Championship - 1977"]
[Date "1977"]
[Black "Cy"]
[White "Di"]
[Result "30-34"]
1. F5 D6
3. C3
30-34
----------------------------------------
"""


@pytest.mark.parametrize(
    "text",
    [
        THOR,
        THOR.replace("\n", "\r\n"),
        THOR.replace("Game 001 PGN", "My games\n\nof 1977: the best\n========\n"),
        "Sent from my phone\n\n" + THOR + "\nBest regards,\nAnn\n",
        THOR.replace("-" * 40, "***\n___\n\nnext\n"),
    ],
)
def test_words_around_games_belong_to_none(text):
    assert formats.recognise(text) == "pgn"
    expected = [("Ann", ("f5", "d6", "c3", "f3", "f4", "d3")), ("Cy", ("f5", "d6", "c3"))]
    in_pieces = [record for _, piece in pgn.cut(text.splitlines(True)) for record in pgn.read(piece)]
    for some in pgn.read(text), in_pieces:
        assert [(record.player(0), record.tree.moves) for record in some] == expected
        assert [record.result for record in some] == ["Black wins by 4", "White wins by 4"]
        assert all(record.notes == () for record in some)


def test_words_within_a_game_are_an_error():
    with pytest.raises(ParseError, match="expected a move such as f5, a comment or a tag, got 'and d6 34-30"):
        pgn.read('[Event "x"]\n1. f5 and d6 34-30\n')
    with pytest.raises(ParseError, match="expected a move such as f5, a comment or a tag, got 'hello"):
        pgn.read("hello\n")


def test_a_game_in_sgf_with_a_tag_in_a_comment_is_no_pgn():
    assert formats.recognise('(;GM[2];B[f5]C[\n[Event "x"]\n\\])') == "sgf"


# --- clocks and results ---------------------------------------------------------------------------------------------


def test_the_time_that_was_left_is_read_and_written():
    (record,) = pgn.read('[Event "x"]\n1. f5 {[%clk 0:24:57.5]} d6 {[%clk 24:58][%emt 2.5] good} *')
    assert [node.left for node in record.tree] == [None, 1497.5, 1498]
    assert [node.comment for node in record.tree] == ["", "", "good"]
    text = pgn.write([record])
    assert "{[%clk 24:57.5]} 1... d6 {[%emt 00:02.5] [%clk 24:58] good}" in " ".join(text.split())
    assert pgn.read(text) == [record]


def test_a_result_that_cannot_be_read_is_named():
    (record,) = pgn.read('[Event "x"]\n[Result "Black, I think"]\n1. f5 d6')
    assert record.game == Game(moves="f5d6")
    assert record.notes == ("left out the result: expected discs such as 38-26, got 'Black,Ithink'",)


def test_a_result_that_the_moves_contradict_is_named():
    text = pgn.write([Record.of(Game(moves=FULL))])
    assert pgn.read(text)[0].notes == ()
    assert len(pgn.read(text.replace("20-44", "33-31"))[0].notes) == 1


@pytest.mark.parametrize("moves", ["f5", FULL])
def test_komi_and_its_result_go_through_pgn(moves):
    record = replace(Record.of(Game(moves=moves), ("a", "b")), tags={"KM": "-0.5", "RE": "-24.500"})
    assert pgn.read(pgn.write([record]))[0].tags == record.tags
