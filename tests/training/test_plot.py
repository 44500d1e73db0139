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
