from xml.etree import ElementTree

import pytest
from hypothesis import given

from outflank.errors import OutflankError, ParseError
from outflank.formats import Record, convert, registry, svg
from outflank.rules import Game, Position
from tests.strategies import positions

NAMESPACE = "{http://www.w3.org/2000/svg}"


def circles(text):
    return ElementTree.fromstring(text).findall(f"{NAMESPACE}circle")


@given(positions())
def test_picture_shows_every_disc_and_says_the_position(position):
    drawn = svg.write(position)
    radii = [circle.get("r") for circle in circles(drawn)]
    assert radii.count("21") == position.occupied.bit_count()
    assert radii.count("15") == position.white.bit_count()
    assert ElementTree.fromstring(drawn).find(f"{NAMESPACE}desc").text == position.cells


def test_last_move_is_marked_and_legal_moves_are_dotted():
    position = Position.start().play("f5")
    assert len(circles(svg.write(position, last="f5"))) == len(circles(svg.write(position))) + 1
    assert len(circles(svg.write(position, legal=True))) == len(circles(svg.write(position))) + 3


def test_game_converts_to_a_picture_of_its_end_but_not_back():
    drawn = convert("f5d6", "svg")
    assert drawn == svg.write(Game(moves=["f5", "d6"]).position, last="d6")
    with pytest.raises(ParseError, match="can only be written"):
        registry.read(drawn)
    with pytest.raises(OutflankError, match="one position, got 2"):
        registry.write([Record(Game()), Record(Game())], "svg")
