import itertools
import xml.etree.ElementTree as ET

import pytest

from outflank.training.plot import line_chart

SVG = "{http://www.w3.org/2000/svg}"


def test_a_chart_has_a_line_for_each_series():
    chart = ET.fromstring(line_chart("a < b", "x", "y", {"one": [(1, 2), (2, 3)], "two & more": [(1, 5)]}))
    assert len(chart.findall(f"{SVG}polyline")) == 2
    assert "two & more" in [text.text for text in chart.iter(f"{SVG}text")]


@pytest.mark.parametrize("falls", [False, True])
def test_axes_run_the_way_that_was_asked_for(falls):
    chart = ET.fromstring(line_chart("", "", "", {"": [(0, 1), (10, 2)]}, x_falls=falls))
    places = chart.find(f"{SVG}polyline").get("points").split()
    first, last = (float(place.split(",")[0]) for place in places)
    assert (first > last) is falls


def test_nothing_is_a_chart_too():
    assert ET.fromstring(line_chart("nothing", "x", "y", {})).find(f"{SVG}polyline") is None


def test_values_lie_within_the_frame():
    chart = ET.fromstring(line_chart("", "", "", {"": [(x, x**2) for x in range(30)]}))
    for place in chart.find(f"{SVG}polyline").get("points").split():
        x, y = map(float, place.split(","))
        assert 56 <= x <= 570
        assert 40 <= y <= 352


def test_on_a_logarithmic_axis_equal_factors_are_equal_distances():
    chart = ET.fromstring(line_chart("", "", "", {"": [(x, 3.0 * 10**x) for x in range(-2, 5)]}, y_is_log=True))
    heights = [float(place.split(",")[1]) for place in chart.find(f"{SVG}polyline").get("points").split()]
    steps = [high - low for high, low in itertools.pairwise(heights)]
    assert heights == sorted(heights, reverse=True)
    assert max(steps) - min(steps) < 0.2  # places are rounded to a tenth
    assert {"0.01", "1", "10000"} < {text.text for text in chart.iter(f"{SVG}text")}


@pytest.mark.parametrize("series", [{}, {"": [(1, 1_000_000)]}, {"": [(1, 0.5), (2, 0.5)]}])
def test_a_logarithmic_axis_holds_whatever_there_is(series):
    chart = ET.fromstring(line_chart("", "x", "y", series, y_is_log=True))
    for line in chart.iter(f"{SVG}polyline"):
        for place in line.get("points").split():
            assert 40 <= float(place.split(",")[1]) <= 352
