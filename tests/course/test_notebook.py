"""Exercises that check themselves, and the pictures of notebooks."""

import re
from xml.etree import ElementTree

import pytest

from outflank import Game, Position
from outflank.classic.tree import Node
from outflank.course import notebook


def checked(capsys, source):
    """What a check prints, run as a cell."""
    exec(source, {"check": notebook.check, "quiz": notebook.quiz, "done": notebook.done})
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("code", "expression", "expected", "words"),
    [
        ("def f(x): return x", "f(2)", 3, "expected 3, got 2"),
        ("def f(x): pass", "f(2)", 3, "expected 3, got None: nothing is returned yet"),
        ("f = ...", "f", 3, "expected 3 in place of the three dots"),
        ("", "f(2)", 3, "expected 3, but name 'f' is not defined: run the cell above first"),
        ("def f(x):\n    return 1 / 0", "f(2)", 3, "expected 3, but line 2 of f raised ZeroDivisionError"),
        ("f = [None]", "sum(f)", 3, "expected 3, but it raised TypeError: unsupported operand"),
        (
            "f = None",
            "f.games",
            3,
            "expected 3, but it raised AttributeError: 'NoneType' object has no attribute 'games' (",
        ),
        ("f = ...", "f.games", 3, "expected 3, but the three dots are still there"),
        ("f = 0.5", "f", 0.51, "expected 0.51, got 0.5"),
        ("f = True", "f", 1.0, "expected 1, got True"),
        ("f = (1, 2)", "f", (1, 2, 3), "expected (1, 2, 3), got (1, 2)"),
    ],
)
def test_a_check_says_what_was_expected_and_what_came(capsys, code, expression, expected, words):
    printed = checked(capsys, f"{code}\ncheck('mine', {{{expression!r}: {expected!r}}})")
    assert f"✗ {expression}\n    {words}" in printed
    assert "Exercise “mine” is not finished: 1 of 1 to go." in printed


def test_a_quiz_knows_right_answers_by_their_seals(capsys):
    seals = {"f": notebook.sealed({3, 1}), "g": notebook.sealed("d4"), "h": notebook.sealed(True)}
    printed = checked(capsys, f"f, g, h = {{1, 3}}, 'd4', True\nquiz('mine', {seals})")
    assert printed == "✓ f\n✓ g\n✓ h\nExercise “mine” is done.\n"


def test_a_quiz_keeps_its_answers_secret(capsys):
    seals = dict.fromkeys("fgh", notebook.sealed(3))
    printed = checked(capsys, f"f, g = 2, ...\nquiz('mine', {seals})")
    assert "✗ f\n    expected another answer, got 2: look again" in printed
    assert "✗ g\n    expected your answer in place of the three dots" in printed
    assert "✗ h\n    expected an answer, but name 'h' is not defined: run the cell above first" in printed
    assert "Exercise “mine” is not finished: 3 of 3 to go." in printed


def test_floats_may_differ_by_a_thousandth(capsys):
    printed = checked(capsys, "f = [1.0004, 1.0]\ncheck('mine', {'f': [1.0, 1.0]})")
    assert printed == "✓ f\nExercise “mine” is done.\n"


def test_what_builds_on_an_exercise_waits_until_its_check_passes(capsys):
    cell = "f = 1\nprint(done('mine'))\ncheck('mine', {'f': 1})\nprint(done('mine'))"
    printed = checked(capsys, f"{cell}\nf = 2\ncheck('mine', {{'f': 1}})\nprint(done('mine'))")
    assert re.findall("^(?:True|False)$", printed, re.MULTILINE) == ["False", "True", "False"]
    assert "This cell needs your exercise “mine”." in printed


# --- pictures -------------------------------------------------------------------------------------------------------


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
    assert sorted(words_of(notebook.tree(searched(("f4", "d6"))))) == ["+1", "d6 +1", "f4 0", "✂ f6"]


def test_a_tree_marks_one_chosen_branch_in_each_node():
    picture = notebook.tree(searched(("f4", "d6", "f6")))
    assert picture.svg.count(f'stroke="{notebook._CHOSEN}"') == 1


def test_a_tree_shows_no_more_plies_than_asked_for():
    assert words_of(notebook.tree(searched(("f4", "d6")), plies=0)) == ["+1"]


def test_a_tree_with_boards_has_one_for_each_node():
    assert notebook.tree(searched(("f4", "d6", "f6")), boards=True).svg.count("<desc>") == 4


def test_boards_stand_side_by_side_below_their_titles():
    start = Position.start()
    picture = notebook.beside(start, start.play("f5"), titles=("before", "after"))
    assert {"before", "after"} < set(words_of(picture))
    assert picture.svg.count("<desc>") == 2


def test_numbers_on_a_board_are_tinted_by_their_sign():
    picture = notebook.board_of_numbers(Position.start(), {"a1": 9.0, "b2": -9.0, "c3": 0.0}, title="worth")
    assert words_of(picture) == ["worth", "+9.0", "-9.0", "+0.0"]
    for tint in ("#6969ff", "#ff6969"):
        assert picture.svg.count(tint) == 1


def test_a_scatter_chart_has_a_dot_for_each_point():
    picture = notebook.scatter("estimate", "exact", "<guess>", [(0, 0), (-64, 64), (10, 12.5)])
    assert picture.svg.count("<circle") == 3
    assert "<guess>" in words_of(picture)


@pytest.mark.parametrize(
    "picture",
    [
        notebook.chart("lines", "x", "y", {"one": [(0, 1), (1, 10)]}, y_is_log=True),
        notebook.bars("bars", "x", [("one", 1.0, 0.5), ("two", 2.0, None)]),
    ],
    ids=["chart", "bars"],
)
def test_charts_are_pictures(picture):
    assert {"one", "x"} <= set(words_of(picture))
    assert repr(picture).startswith("<Picture, ")
