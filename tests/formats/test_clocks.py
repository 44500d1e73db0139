import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import ParseError
from outflank.formats import clocks
from outflank.formats.clocks import ClockSetting

TIMES = st.integers(0, 10**9).map(lambda milliseconds: milliseconds / 1000)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        *[("2.5", 2.5), ("0", 0), (" .5 ", 0.5), ("05:00", 300), ("1:02.5", 62.5), ("1:00:00", 3600)],
        *[("1.00:00:01", 86401), ("30.958000000000002", 30.958), ("0.0", 0), ("1.0E-3", 0.001), ("3.0958E1", 30.958)],
        *[("1e2", 100), ("9.5367431640625E-7", 0.000001), ("30,958", 30.958), ("0:02,5", 2.5), ("+2.5", 2.5)],
        *[("2.5s", 2.5), ("2 sec", 2), ("1500 ms", 1.5), ("5.", 5), ("000000000000000000002.5", 2.5)],
    ],
)
def test_a_time_is_read_in_seconds(text, seconds):
    assert clocks.seconds(text) == seconds


@given(st.floats(0, 1e8))
def test_a_time_that_a_program_printed_reads_back_to_a_millionth(time):
    assert clocks.seconds(repr(time)) == round(time, 6)
    assert clocks.seconds(f"{time:.17e}") == round(time, 6)


@given(TIMES)
def test_a_time_that_was_written_reads_back(time):
    assert clocks.seconds(clocks.written(time)) == time


@given(st.builds(ClockSetting, TIMES, TIMES, TIMES))
def test_a_clock_that_was_written_reads_back(clock):
    assert ClockSetting.parse(str(clock)) == clock


@pytest.mark.parametrize("text", ["05:00//02:00", "05:00", "15:00/00:05", "01:00:00/00:12/02:00"])
def test_clocks_of_the_servers_are_written_as_they_were(text):
    assert str(ClockSetting.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "/5", "1/2/3/4", "five", "1:2:3:4", "-5", "1e9", "5:00,1//2:00", "NaN", "Infinity", "1e999", "1:" + "9" * 50],
)
def test_what_is_no_clock_is_refused(text):
    with pytest.raises(ParseError, match=r"expected a (clock|time) such as"):
        ClockSetting.parse(text)


@pytest.mark.parametrize(
    ("control", "clock"),
    [("300", "05:00"), ("300+5", "05:00/00:05"), ("0", "00:00"), ("-", "-"), ("40/9000", "40/9000")],
)
def test_a_time_control_is_a_clock(control, clock):
    assert clocks.of_control(control) == clock
    assert clocks.as_control(clock) == control


@pytest.mark.parametrize("clock", ["05:00//02:00", "00:00.5", "05:00/00:00.5", "five", ""])
def test_a_clock_that_is_no_time_control_stays_as_it_is(clock):
    assert clocks.as_control(clock) == clock
