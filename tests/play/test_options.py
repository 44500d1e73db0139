from typing import Annotated, Literal

import pytest

from outflank.errors import OptionError
from outflank.play.options import About, Option, checked, options_of


class Example:
    @checked
    def __init__(
        self,
        depth: Annotated[int, About(1, 20, "plies")] = 6,
        time: Annotated[float | None, About(0, 100, "seconds", above=True)] = None,
        mode: Literal["classic", "fair"] = "classic",
        quick: bool = True,
        nodes: Annotated[int, About(1)] = 3000,
    ):
        self.depth, self.time, self.mode, self.quick, self.nodes = depth, time, mode, quick, nodes


OPTIONS = {option.name: option for option in options_of(Example)}


def test_options_are_those_of_the_annotations():
    assert list(OPTIONS) == ["depth", "time", "mode", "quick", "nodes"]
    assert [option.type for option in OPTIONS.values()] == [int, float, str, bool, int]
    assert OPTIONS["mode"].choices == ("classic", "fair")
    assert OPTIONS["depth"].about.unit == "plies"
    assert [str(option) for option in OPTIONS.values()] == [
        "depth=6", "time=…", "mode=classic|fair", "quick=on", "nodes=3000",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"depth": 0}, "expected depth from 1 to 20 (plies), got 0"),
        ({"depth": 21}, "expected depth from 1 to 20 (plies), got 21"),
        ({"depth": "5"}, "expected depth to be a whole number, got '5'"),
        ({"depth": True}, "expected depth to be a whole number, got True"),
        ({"depth": 1.5}, "expected depth to be a whole number, got 1.5"),
        ({"time": 0}, "expected time above 0 and at most 100 (seconds), got 0"),
        ({"time": float("nan")}, "expected time above 0 and at most 100 (seconds), got nan"),
        ({"time": float("inf")}, "expected time above 0 and at most 100 (seconds), got inf"),
        ({"mode": "odd"}, "expected mode to be classic or fair, got 'odd'"),
        ({"quick": 1}, "expected quick to be on or off, got 1"),
        ({"nodes": 0}, "expected nodes to be at least 1, got 0"),
    ],
)
def test_a_constructor_refuses_what_is_out_of_range_or_of_the_wrong_type(given, message):
    with pytest.raises(OptionError) as caught:
        Example(**given)
    assert str(caught.value) == message


def test_a_constructor_takes_what_is_in_range():
    made = Example(20, 1, "fair", quick=False, nodes=10**9)
    assert (made.depth, made.time, made.mode, made.quick, made.nodes) == (20, 1.0, "fair", False, 10**9)
    assert isinstance(made.time, float)
    assert Example(time=None).time is None


def test_text_is_read_by_type_and_then_checked():
    assert OPTIONS["time"].parse("0.5") == 0.5
    assert OPTIONS["quick"].parse("Off") is False
    with pytest.raises(OptionError, match="expected time to be a number, got 'soon'"):
        OPTIONS["time"].parse("soon")
    with pytest.raises(OptionError, match="expected depth from 1 to 20"):
        OPTIONS["depth"].parse("99")


def test_an_option_without_a_description_takes_any_number():
    assert Option("n", int, 0).check(-5) == -5
    with pytest.raises(OptionError, match="expected n to be a finite number, got inf"):
        Option("n", float, 0.0).check(float("inf"))
