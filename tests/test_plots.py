import itertools
import re
import xml.etree.ElementTree as ET

import pytest

from outflank.plots import intervals, line_chart, stacked

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


def test_names_stand_below_their_places():
    names = ["2026-01", "2026-02", "2026-03"]
    chart = ET.fromstring(line_chart("", "month", "", {"": [(0, 1), (1, 3), (2, 2)]}, x_names=names))
    places = [place.split(",")[0] for place in chart.find(f"{SVG}polyline").get("points").split()]
    below = {text.text: text.get("x") for text in chart.iter(f"{SVG}text")}
    assert [below[name] for name in names] == places


def test_a_line_of_one_point_is_a_spot():
    chart = ET.fromstring(line_chart("", "", "", {"": [(0, 1)]}, x_names=["2026"]))
    assert chart.find(f"{SVG}circle") is not None


def test_stacked_charts_are_one_picture():
    one = line_chart("", "", "", {"": [(0, 1), (1, 2)]})
    picture = ET.fromstring(stacked([one, one]))
    assert [chart.get("y") for chart in picture.findall(f"{SVG}svg")] == ["0", "400"]


def test_what_is_below_zero_is_drawn_below_the_zero_line():
    chart = line_chart("LLR", "pairs", "ratio", {"llr": [(0, 0.0), (1, -2.5), (2, 2.5)]})
    heights = [float(place.split(",")[1]) for place in re.search(r'points="([^"]+)"', chart)[1].split()]
    assert heights[1] > heights[0] > heights[2]
    assert max(heights) <= 352  # the bottom of the plot
    assert ">-3<" in chart or ">-4<" in chart or ">-2<" in chart


def test_intervals_stand_at_their_values_and_names_are_only_names():
    chart = intervals("Ratings", "Elo", [("<b>", 100.0, 50.0), ("second", -100.0, None), ("x" * 60, 0.0, 10.0)])
    assert "<b>" not in chart
    assert "&lt;b&gt;" in chart
    assert "x" * 24 + "…" in chart
    centres = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', chart)]
    assert centres[1] < centres[2] < centres[0]
    (low, high), (_, _) = (
        map(float, ends)
        for ends in re.findall(r'x1="([\d.]+)" x2="([\d.]+)" y1="[\d.]+" y2="[\d.]+" stroke="#1f', chart)
    )
    assert low < centres[0] < high


def test_intervals_of_nobody_are_an_empty_chart():
    assert intervals("Ratings", "Elo", []).endswith("</svg>\n")
