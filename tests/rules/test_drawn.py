"""Boards drawn by people and programs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.cli import boards
from outflank.errors import ParseError
from outflank.formats import diagram
from outflank.formats.files import find_record
from outflank.play import kind_of
from outflank.rules import BLACK, WHITE, Game, Position
from tests.formats.games import positions

EGAROUCID = """\
  a b c d e f g h
1 . . X O . O . .
2 . . X O O O . .
3 O O X X O O X .   WHITE to move
4 . O O O X O O .   ply 32 29 empties
5 . . O X O X X X   BLACK: 18 WHITE: 17
6 . X X X X X . .
7 . . O X X . . .
8 . . X . . . . .
"""
POSITION = Position.parse("--XO-O----XOOO--OOXXOOX--OOOXOO---OXOXXX-XXXXX----OXX-----X----- O")


def test_a_labelled_board_with_words_beside_it_is_as_large_as_its_labels_say():
    assert diagram.read(EGAROUCID) == Position.parse(EGAROUCID) == POSITION
    assert diagram.read(EGAROUCID.replace("\n", "\r\n")) == POSITION
    assert diagram.read(EGAROUCID.replace("WHITE to", "BLACK to")) == POSITION.switched()


def test_rows_stand_where_their_numbers_say_and_columns_where_their_letters_say():
    letters, *rows = EGAROUCID.splitlines()
    assert diagram.read("\n".join([letters, *reversed(rows)])) == POSITION
    turned = [f"{row[:2]}{row[2:17][::-1]}{row[17:]}" for row in rows]
    assert diagram.read("\n".join(["  h g f e d c b a", *turned])) == POSITION


CELLS = st.sampled_from(["XO-", "xo.", "*O-", "●○・", "⚫⚪－", "●◯□", "＊Ｏ．", "@O.", "●〇・"])


@given(positions(), CELLS, st.booleans(), st.booleans(), st.sampled_from(["", " ", "|", "│"]), st.integers(0, 9))
def test_every_drawing_of_a_position_gives_it_back(position, cells, lettered, numbered, gap, beside):
    if gap == "" and position.size == 4 and not numbered:
        beside = 99
    size = position.size
    text = position.cells.translate(dict(zip(map(ord, "XO-"), cells, strict=True)))
    lines = []
    for y in range(size):
        row = gap.join(text[size * y : size * (y + 1)])
        words = "   the words beside" if y == beside and y < size - 1 else ""
        lines.append(f"{f'{y + 1:<3}' if numbered else ''}{row}{words}")
    if lettered:
        lines.insert(0, "   " + " ".join("abcdefghij"[:size]))
    side = "Black" if position.turn is BLACK else "White"
    assert diagram.read("\n".join([*lines, f"{side} to move"])) == position


BOXES = """\
　ａ　ｂ　ｃ　ｄ
１│　│　│　│　│
２│　│○│●│　│
３│　│●│○│　│
４│　│　│　│　│
"""


def test_boxes_may_be_blank():
    assert diagram.read(BOXES) == Position.start(4)
    framed = "\n".join(["+-+-+-+-+", *("\n".join([row[1:], "+-+-+-+-+"]) for row in BOXES.splitlines()[1:])])
    assert diagram.read(framed) == Position.start(4)


@pytest.mark.parametrize(
    ("words", "side"),
    [
        *(("黒番", BLACK), ("白番", WHITE), ("手番: 白", WHITE), ("手番：黒", BLACK), ("白の手番", WHITE)),
        *(("Turn: White", WHITE), ("turn = X", BLACK), ("Next: O", WHITE), ("○ to move", WHITE), ("● to play", BLACK)),
        *(("side to move: black", BLACK), ("White's turn", WHITE), ("WHITE to move", WHITE)),
    ],
)
def test_words_say_who_is_to_move(words, side):
    board = "----\n-OX-\n-XO-\n----\n"
    assert diagram.read(board + words).turn is side


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("3 O O", "3 O", r"expected 8 cells in a row, as the letters above say, got '3 O X.*line 4"),
        ("8 . . X . . . . .\n", "", r"expected 8 rows, as the letters above say, got 7 .line 1"),
        ("e f g h", "e f", r"expected 6 rows, as the letters say, got 8"),
        ("5 . .", "6 . .", r"expected rows numbered from 1 to 8"),
        (
            "BLACK: 18",
            "BLACK: 19",
            r"the board has 18 black and 17 white discs, but the text beside it says 'BLACK: 19.*line 6",
        ),
        (
            "29 empties",
            "28 empties",
            r"the board has 29 empty squares, but the text beside it says '28 empties' .line 5",
        ),
        ("ply 32", "BLACK to move", r"the words beside the board say that both sides are to move"),
    ],
)
def test_a_drawing_that_contradicts_itself_is_refused_and_never_read_as_a_smaller_board(before, after, message):
    with pytest.raises(ParseError, match=message):
        diagram.read(EGAROUCID.replace(before, after))


def test_a_side_behind_the_board_that_the_words_beside_it_contradict_is_refused():
    with pytest.raises(ParseError, match=r"the board says X to move, but the text next to it says white"):
        diagram.read(EGAROUCID + "X\n")
    assert diagram.read(EGAROUCID + "O\n") == POSITION


# --- digits ----------------------------------------------------------------------------------------------------------

START = Position.start().cells


@pytest.mark.parametrize(
    "digits",
    [
        START.translate(str.maketrans("XO", "01")),
        START.translate(str.maketrans("XO-", "01.")) + " 0",
        START.translate(str.maketrans("XO-", "01.")) + "0",
        "0\n" + START.translate(str.maketrans("XO-", "01-")),
        START.translate(str.maketrans("XO-", "012")),
        START.translate(str.maketrans("-XO", "012")),
        "\n".join(" ".join(START[at : at + 8].translate(str.maketrans("-XO", "012"))) for at in range(0, 64, 8)),
        str([[{"-": 0, "X": 1, "O": -1}[cell] for cell in START[at : at + 8]] for at in range(0, 64, 8)]),
        str([[{"-": 0, "X": 1, "O": 2}[cell] for cell in START[at : at + 8]] for at in range(0, 64, 8)]),
    ],
)
def test_a_board_of_digits_is_read_with_the_meaning_of_each_digit(digits):
    found = diagram.find(digits)
    assert found is not None
    assert found.position == Position.start()
    assert "black" in found.meaning


def test_one_behind_a_board_of_digits_is_white():
    assert diagram.read(START.translate(str.maketrans("XO-", "01.")) + " 1").turn is WHITE


def test_a_board_of_digits_that_may_mean_two_things_is_refused():
    with pytest.raises(ParseError, match="expected 0 or 2 alone in the middle"):
        diagram.read("0" * 27 + "11" + "2" * 6 + "11" + "2" * 27)


@pytest.mark.parametrize("start", [Position.start(size) for size in (4, 6, 8, 10)], ids=str)
def test_the_terminals_own_board_is_read_with_its_marks(start):
    game = Game(start)
    while not game.is_over and len(game.moves) < 12:
        before, move = game.position, game.position.legal_moves[-1]
        game.push(move)
        after = game.position
        turned = [n for n, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)) if "-" != old != new]
        for legal in False, True:
            text = boards.draw(after, last=move, turned=turned, legal=legal).plain
            for shown in text, text.strip(), text.replace("\n", "\r\n"):
                assert Position.parse(shown).cells == after.cells
                assert diagram.read(shown).cells == after.cells
            words = f"{text}    Black leads by 3, 4–1.\n{boards.side(after, after.turn)} to move: "
            assert find_record(words, kind_of("othello")).position == after


def test_a_copy_of_a_coloured_board_says_that_it_has_lost_its_colours():
    text = boards.draw(Game(moves="f5d6").position, last="d6", turned=[35], colour=True).plain
    for read in Position.parse, diagram.read:
        with pytest.raises(ParseError, match="all discs are ●: a copy from a terminal loses its colours") as error:
            read(text)
        assert "\n" not in str(error.value)
    wiped = "  a b c d\n1 ● ● · ·\n2 · ● ● ·\n3 · ● ● ·\n4 · · · ·\n"
    assert Position.parse(wiped).cells == "XX---XX--XX-----"
