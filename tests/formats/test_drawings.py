"""Several drawn boards in one text are several positions, each with the moves and the words that belong to it."""

import pytest

from outflank import formats
from outflank.errors import ParseError
from outflank.formats import drawings, text
from outflank.rules import Game, Position

ONE, OTHER = Position.start(), Game(moves="f5d6c3").position
SMALL = Position.start(6)


def labelled(position):
    """Drawn as the terminal does, without the line that says who is to move."""
    return "".join(line + "\n" for line in str(position).split("\n") if "to move" not in line)


def rows(position):
    size = position.size
    return "".join(position.cells[n : n + size] + "\n" for n in range(0, size * size, size))


def framed(position):
    line = "+" + "---+" * position.size + "\n"
    return line + "".join("|" + "".join(f" {cell} |" for cell in row) + "\n" for row in rows(position).split()) + line


def discs(position):
    return rows(position).translate(str.maketrans("XO-", "●○・"))


def boards_in(content):
    return [(record.tree.root.position, record.tree.moves) for record in formats.read(content)]


@pytest.mark.parametrize("between", ["\n", "\n\n\n", " \t\n", ""])
@pytest.mark.parametrize("draw", [labelled, rows, framed, discs])
def test_boards_one_below_the_other_are_several(draw, between):
    content = f"{draw(ONE)}{between}{draw(OTHER)}White to move\n{between}{draw(ONE)}"
    assert boards_in(content) == [(ONE, ()), (OTHER, ()), (ONE, ())]


def test_boards_may_be_of_several_sizes_and_kinds_of_drawing():
    content = f"{labelled(SMALL)}\n{framed(ONE)}\n{discs(OTHER)}White to move"
    assert boards_in(content) == [(SMALL, ()), (ONE, ()), (OTHER, ())]


def test_words_above_the_first_board_stand_above_each():
    content = (
        f"Position 1: White to move\n\n{rows(OTHER)}\nPosition 2, from\na book: Black to move\n\n{labelled(ONE)}\n"
        f"Position 3: White to move\n{rows(OTHER)}"
    )
    assert boards_in(content) == [(OTHER, ()), (ONE, ()), (OTHER, ())]


def test_words_below_the_first_board_stand_below_each():
    content = f"{rows(OTHER)}White to move\n\n{labelled(ONE)}\nBlack to move\n\n{rows(OTHER)}\nWhite to move\n"
    assert boards_in(content) == [(OTHER, ()), (ONE, ()), (OTHER, ())]


@pytest.mark.parametrize("between", ["", "\n"])
@pytest.mark.parametrize("heading", ["", "Diagram: Black to move\n\n"])
def test_moves_belong_to_the_board_above_them(heading, between):
    content = f"{heading}{labelled(ONE)}{between}1. f5 d6\n{between}{heading}{rows(ONE)}{between}d3c3\n"
    assert boards_in(content) == [(ONE, ("f5", "d6")), (ONE, ("d3", "c3"))]


def test_an_error_names_its_line_in_the_whole_text():
    content = f"{rows(ONE)}\n{rows(ONE)}f5 a1\n"
    with pytest.raises(ParseError, match=r"^move 2: White cannot play a1: .* \(line 18, column 4\)$"):
        formats.read(content)


def test_of_boards_of_which_one_is_wrong_the_others_are_read():
    content = f"{rows(ONE)}\n{rows(ONE)}a1 f5\n\n{rows(OTHER)}White to move\n"
    reading = text.read(content)
    assert [record.tree.root.position for record in (reading.record, *reading.more)] == [ONE, OTHER]


def test_pasted_boards_are_counted():
    reading = text.read(f"{labelled(ONE)}\n{labelled(OTHER)}White to move")
    assert (reading.format, reading.game.position) == ("board", ONE)
    assert [record.position for record in reading.more] == [OTHER]


@pytest.mark.parametrize(
    "content",
    [
        labelled(ONE) + "f5 d6\n\nwhat a game\n",
        "a game\n\n" + rows(ONE) + "\n--------\n" * 8,
        f"{ONE.cells} X\n{OTHER.cells} O\n",
        "f5d6\n",
        "",
    ],
)
def test_a_text_with_one_drawn_board_or_none_stays_whole(content):
    assert drawings.cut(content) == [(content, 0)]
