"""The pictures of notebooks and tutorials."""

from xml.etree import ElementTree

import pytest

from outflank import Game, Position
from outflank.classic.tree import Node
from outflank.course import pictures


def words_of(picture):
    """All texts of a picture, which has to be well-formed."""
    return [text.text for text in ElementTree.fromstring(picture._repr_svg_()).iter("{http://www.w3.org/2000/svg}text")]


def searched(moves):
    """A tree of one ply in which the last of `moves` is chosen, and all others are cut off."""
    root = Node(Game("f5").position)
    for value, child in enumerate(root.expand(moves)):
        child.close(value)
    root.close(len(moves) - 1)
    return root


def test_a_tree_shows_moves_with_their_values_and_what_was_cut_off():
    assert sorted(words_of(pictures.tree(searched(("f4", "d6"))))) == ["+1", "d6 +1", "f4 0", "✂ f6"]


def test_a_tree_marks_one_chosen_branch_in_each_node():
    picture = pictures.tree(searched(("f4", "d6", "f6")))
    assert picture.svg.count(f'stroke="{pictures._CHOSEN}"') == 1


def test_a_tree_shows_no_more_plies_than_asked_for():
    assert words_of(pictures.tree(searched(("f4", "d6")), plies=0)) == ["+1"]


def test_a_tree_with_boards_has_one_for_each_node():
    assert pictures.tree(searched(("f4", "d6", "f6")), boards=True).svg.count("<desc>") == 4


def test_boards_stand_side_by_side_below_their_titles():
    start = Position.start()
    picture = pictures.beside(start, start.play("f5"), titles=("before", "after"))
    assert {"before", "after"} < set(words_of(picture))
    assert picture.svg.count("<desc>") == 2


def test_numbers_on_a_board_are_tinted_by_their_sign():
    picture = pictures.board_of_numbers(Position.start(), {"a1": 9.0, "b2": -9.0, "c3": 0.0}, title="worth")
    assert words_of(picture) == ["worth", "+9.0", "-9.0", "+0.0"]
    for tint in ("#6969ff", "#ff6969"):
        assert picture.svg.count(tint) == 1


def test_a_scatter_chart_has_a_dot_for_each_point():
    picture = pictures.scatter("estimate", "exact", "<guess>", [(0, 0), (-64, 64), (10, 12.5)])
    assert picture.svg.count("<circle") == 3
    assert "<guess>" in words_of(picture)


@pytest.mark.parametrize(
    "picture",
    [
        pictures.chart("lines", "x", "y", {"one": [(0, 1), (1, 10)]}, y_is_log=True),
        pictures.bars("bars", "x", [("one", 1.0, 0.5), ("two", 2.0, None)]),
    ],
    ids=["chart", "bars"],
)
def test_charts_are_pictures(picture):
    assert {"one", "x"} <= set(words_of(picture))
    assert repr(picture).startswith("<Picture, ")
