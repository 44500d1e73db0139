"""Self-checking exercises for course notebooks.

A notebook contains a check after each exercise. A check never raises an error: it marks the expressions that are
correct, and prints the expected and actual values of the others. Cells that depend on an exercise first test whether it
is done.
"""

import hashlib
import inspect
import math
import reprlib
import traceback
from collections.abc import Mapping
from typing import Any

_DONE = "_exercises_done"  # a name in the notebook
_TOLERANCE = 1e-3  # relative error within which two floats count as equal


def check(exercise: str, cases: Mapping[str, object]) -> None:
    """Evaluate each expression in the notebook, and print whether it has the expected value.

    Floats may differ from the expected value by a relative or absolute error of one thousandth.
    """
    names = _names_of_notebook()
    _report(
        exercise, {expression: _fault(expression, expected, names) for expression, expected in cases.items()}, names
    )


def quiz(exercise: str, seals: Mapping[str, str]) -> None:
    """Check answers as `check` does, but by comparing seals, so that the notebook does not reveal the answers."""
    names = _names_of_notebook()
    _report(exercise, {expression: _doubt(expression, seal, names) for expression, seal in seals.items()}, names)


def sealed(answer: object) -> str:
    """Return the seal of an answer, which is a short hash that `quiz` compares.

    If the answer is a set, the order of its elements does not matter.
    """
    shown = repr(sorted(answer)) if isinstance(answer, set) else repr(answer)
    return hashlib.sha256(shown.encode()).hexdigest()[:8]


def done(*exercises: str) -> bool:
    """Return True if all of these exercises have passed their checks; if not, print the first one that has not."""
    passed: set[str] = _names_of_notebook().get(_DONE, set())
    missing = [each for each in exercises if each not in passed]
    if missing:
        print(f"This cell needs your exercise “{missing[0]}”. Come back when its check says that it is done.")
    return not missing


def _names_of_notebook() -> dict[str, Any]:
    """Return the global variables of the notebook cell that called a function in this module."""
    frame = inspect.currentframe()
    assert frame is not None
    assert frame.f_back is not None
    assert frame.f_back.f_back is not None
    return frame.f_back.f_back.f_globals


def _report(exercise: str, faults: Mapping[str, str | None], names: dict[str, Any]) -> None:
    """Print each expression, either as correct or with its fault, and record whether the exercise is done.

    A fault of None means that the expression is correct.
    """
    passed: set[str] = names.setdefault(_DONE, set())
    passed.discard(exercise)
    for expression, fault in faults.items():
        print(f"✓ {expression}" if fault is None else f"✗ {expression}\n    {fault}")
    left = sum(fault is not None for fault in faults.values())
    if not left:
        passed.add(exercise)
        print(f"Exercise “{exercise}” is done.")
    else:
        print(f"Exercise “{exercise}” is not finished: {left} of {len(faults)} to go.")
        print("Change your cell, then run it and this one again.")


def _fault(expression: str, expected: object, names: dict[str, Any]) -> str | None:
    """Describe the problem with an expression's value, or return None if it has the expected value."""
    got, trouble = _evaluated(expression, names)
    if trouble is not None:
        return f"expected {_short(expected)}, but {trouble}"
    if _same(got, expected):
        return None
    if got is ...:
        return f"expected {_short(expected)} in place of the three dots"
    return f"expected {_short(expected)}, got " + ("None: nothing is returned yet" if got is None else _short(got))


def _doubt(expression: str, seal: str, names: dict[str, Any]) -> str | None:
    """Describe the problem with an answer without revealing the correct one, or return None if its seal matches."""
    got, trouble = _evaluated(expression, names)
    if trouble is not None:
        return f"expected an answer, but {trouble}"
    if got is ...:
        return "expected your answer in place of the three dots"
    return None if sealed(got) == seal else f"expected another answer, got {_short(got)}: look again"


def _evaluated(expression: str, names: dict[str, Any]) -> tuple[object, str | None]:
    """Evaluate an expression, and return its value and, if it raised an error, a description of that error."""
    try:
        return eval(expression, names), None  # the notebook's own code
    except NameError as error:
        return None, f"{error}: run the cell above first"
    except Exception as error:
        if "ellipsis" in str(error):
            return None, "the three dots are still there"
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = "it" if place.name.startswith("<") else f"line {place.lineno} of {place.name}"
        hint = " (does something return nothing yet?)" if "NoneType" in str(error) else ""
        return None, f"{where} raised {type(error).__name__}: {error}{hint}"


def _short(value: object) -> str:
    return f"{value:.5g}" if isinstance(value, float) else reprlib.repr(value)


def _same(got: object, expected: object) -> bool:
    if isinstance(got, bool) and not isinstance(expected, bool):  # True does not count as 1
        return False
    if isinstance(expected, float) and isinstance(got, int | float):
        return math.isclose(got, expected, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)
    if isinstance(expected, list | tuple) and isinstance(got, list | tuple):
        return len(got) == len(expected) and all(map(_same, got, expected))
    return bool(got == expected)
