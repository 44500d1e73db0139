"""Exercises that check themselves."""

import re

import pytest

from outflank.course import exercises


def checked(capsys, source):
    """What a check prints, run as a cell."""
    exec(source, {"check": exercises.check, "quiz": exercises.quiz, "done": exercises.done})
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
    seals = {"f": exercises.sealed({3, 1}), "g": exercises.sealed("d4"), "h": exercises.sealed(True)}
    printed = checked(capsys, f"f, g, h = {{1, 3}}, 'd4', True\nquiz('mine', {seals})")
    assert printed == "✓ f\n✓ g\n✓ h\nExercise “mine” is done.\n"


def test_a_quiz_keeps_its_answers_secret(capsys):
    seals = dict.fromkeys("fgh", exercises.sealed(3))
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
