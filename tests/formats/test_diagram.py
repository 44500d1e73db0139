import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import ParseError
from outflank.formats import diagram
from outflank.rules import BLACK, WHITE, Game, Position
from tests.formats.games import PASSING, games, positions

START = "---------------------------OX------XO---------------------------"


@given(positions())
def test_reading_what_was_written_gives_the_position(position):
    assert diagram.read(diagram.write(position)) == position


@given(positions())
def test_the_board_as_python_prints_it_reads(position):
    assert diagram.read(str(position)) == position


@given(positions(), st.data())
def test_layout_and_letters_of_the_cells_do_not_matter(position, data):
    width = data.draw(st.sampled_from([1, position.size, position.size**2]))
    cells = position.cells.translate(
        {
            ord("X"): data.draw(st.sampled_from("XxBb*")),
            ord("O"): data.draw(st.sampled_from("OoWw")),
            ord("-"): "-."[width % 2],
        }
    )
    rows = [cells[i : i + width] for i in range(0, len(cells), width)]
    text = data.draw(st.sampled_from(["\n", " ", "\r\n", "|\n|"])).join(rows)
    assert diagram.read(f"{text} {position.turn.symbol}") == position


@given(games())
def test_a_board_with_moves_behind_it_is_a_game(game):
    for between in "; ", " ", "\n", ";":
        read = diagram.read_game(f"{diagram.write(game.start)}{between}{' '.join(game.moves)}")
        assert (read.start, read.moves) == (game.start, game.moves)


@pytest.mark.parametrize(
    "text",
    [
        START,
        START + "X",
        START + " X",
        START + " x;",
        "8 " + START.replace("X", "*") + " *",
        "8\n" + START + "\n*",
        START + "\nBlack to move",
        START + "\nBlack (X) to move",
        "black to play\n" + START,
        "  A B C D E F G H\n"
        + "\n".join(f"{n} {' '.join(START[8 * n - 8 : 8 * n])} {n}" for n in range(1, 9))
        + "\n  A B C D E F G H\n",
        "abcdefgh\r\n" + "\r\n".join(f"{n}|{START[8 * n - 8 : 8 * n]}|" for n in range(1, 9)) + "\r\nBlack's turn\r\n",
    ],
)
def test_all_layouts_give_the_start(text):
    assert diagram.read(text) == Position.start()


EDAX = """\
  A B C D E F G H
1 - - - - - - - - 1
2 - - - - - - - - 2 O to move
3 - - - . - . - - 3
4 - - - O * - - - 4 O: discs =  1    moves =  3
5 - - - * * * - - 5 *: discs =  4    moves =  3
6 - - - . - - - - 6   empties = 59      ply =  2
7 - - - - - - - - 7
8 - - - - - - - - 8
  A B C D E F G H
"""
EDAX_GAME = """\
  A B C D E F G H            BLACK            A  B  C  D  E  F  G  H
1 - - - - - - - - 1         0:00.000        1 |  |  |  |  |  |  |  |  | 1
2 - - - - - - - - 2    4 discs   3 moves    2 |  |  |  |  |  |  |  |  | 2
3 - - - . - . - - 3                         3 |  |  |  |  |  |  |  |  | 3
4 - - - O * - - - 4   ply  2 (59 empties)   4 |  |  |  |()|##|  |  |  | 4
5 - - - * * * - - 5     White's turn (O)    5 |  |  |  |##|()| 1|  |  | 5
6 - - - . - - - - 6                         6 |  |  |  |  |  |  |  |  | 6
7 - - - - - - - - 7    1 discs   3 moves    7 |  |  |  |  |  |  |  |  | 7
8 - - - - - - - - 8         0:00.000        8 |  |  |  |  |  |  |  |  | 8
  A B C D E F G H            WHITE            A  B  C  D  E  F  G  H
"""


@pytest.mark.parametrize("text", [EDAX, EDAX_GAME, EDAX.replace("O to", "WHITE to"), EDAX.replace("\n", "\r\n")])
def test_what_edax_draws_beside_a_board_is_left_out(text):
    expected = Position.start().play("f5")
    assert diagram.read(text) == Position.parse(text) == expected
    assert diagram.read_game(f"{text}d6").moves == ("d6",)
    assert diagram.recognises(text)
    switched = text.replace("O to", "* to").replace("WHITE to", "BLACK to").replace("White's", "Black's")
    assert diagram.read(switched) == expected.switched()


def test_the_side_to_move_may_be_given_in_words():
    assert diagram.read(START + " O to move").turn is WHITE
    assert diagram.read("* to play\n" + START).turn is BLACK
    assert diagram.read(START + " White (O) to move").turn is WHITE
    assert diagram.read("White's turn\n" + START).turn is WHITE


def test_without_a_side_to_move_the_discs_decide():
    assert diagram.read(START).turn is BLACK
    assert diagram.read(Position.start().play("f5").cells).turn is WHITE


def test_a_pass_may_stand_behind_the_side_to_move():
    start = Game(moves=[PASSING[i : i + 2] for i in range(0, 16, 2)]).position
    assert start.must_pass
    for passed in "--", "; --", " PA", "":
        assert diagram.read_game(f"{diagram.write(start)} {passed} a3").moves == ("pass", "a3")


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        (START[:-1], "expected 64 cells, got 63: '------------------------…'", 1, 1),
        (START[:-1] + " X;", "expected 64 cells, got 63", 1, 1),
        (START[:-1] + "\nX", "expected 64 cells, got 63", 1, 1),
        ("--------\n" * 7 + "-------\nX", "expected 64 cells, got 63", 1, 1),
        ("- - - - \n" * 3 + "- - - \nX", "expected 16 cells, got 15", 1, 1),
        ("-" * 63, "expected 64 cells, got 63", 1, 1),
        (START + "XX", "expected 64 cells, got 66", 1, 1),
        ("XXXX\nOOOO\nXXX\nXXXX", "expected 16 cells, got 15", 1, 1),
        (START + " -", "expected the side to move (X or O), got '-'", 1, 66),
        (START[:60] + "?" + START[61:], "expected 64 cells, got 60", 1, 1),
        ("hello", "expected a cell (X, O or -), got 'h'", 1, 1),
        ("\n XO?", "expected a cell (X, O or -), got '?'", 2, 4),
        (START + " X f5", "expected nothing after the board, got 'f5'", 1, 68),
        ("Board: " + START, "expected a board, got 'Board:'", 1, 1),
        ("6 " + START, "expected a board, got '6'", 1, 1),
        ("", "cells, got 0", 1, 1),
    ],
)
def test_an_error_names_the_place_and_the_reason(text, message, line, column):
    with pytest.raises(ParseError) as caught:
        diagram.read(text)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


def test_an_illegal_move_behind_a_board_is_placed_in_the_whole_text():
    with pytest.raises(ParseError) as caught:
        diagram.read_game(f"{START} X\nf5 d6 a1")
    assert str(caught.value) == "move 3: Black cannot play a1: it turns over no disc (line 2, column 7)"


def test_a_board_is_found_among_other_text():
    found = diagram.find(f"Bob (X) and I:\n==========\n{START} O\nb4 c3")
    assert found is not None
    assert found.position == Position.start().switched()
    assert found.after.split() == ["b4", "c3"]


@pytest.mark.parametrize("text", ["", "hello", "f5d6c3", "--------------------\nf5", "Bob wow oxo"])
def test_words_moves_and_lines_of_dashes_are_no_board(text):
    assert diagram.find(text) is None
    assert not diagram.recognises(text)
