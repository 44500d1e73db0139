from xml.etree import ElementTree

import pytest
from hypothesis import given

from outflank import formats
from outflank.errors import OutflankError, ParseError
from outflank.formats import svg
from outflank.play.record import Record
from outflank.rules import Game, Position
from outflank.rules.picture import draw
from tests.formats.games import converted
from tests.strategies import positions

NAMESPACE = "{http://www.w3.org/2000/svg}"


def circles(text):
    return ElementTree.fromstring(text).findall(f"{NAMESPACE}circle")


@given(positions())
def test_picture_shows_every_disc_and_says_the_position(position):
    drawn = draw(position)
    radii = [circle.get("r") for circle in circles(drawn)]
    assert radii.count("21") == position.occupied.bit_count()
    assert radii.count("15") == position.white.bit_count()
    assert ElementTree.fromstring(drawn).find(f"{NAMESPACE}desc").text == f"{position.cells} {position.turn.symbol}"


def test_last_move_is_marked_and_legal_moves_are_dotted():
    position = Position.start().play("f5")
    assert len(circles(draw(position, last="f5"))) == len(circles(draw(position))) + 1
    assert len(circles(draw(position, legal=True))) == len(circles(draw(position))) + 3


def test_game_converts_to_a_picture_of_its_end():
    drawn = converted("f5d6", "svg")
    assert drawn == draw(Game(moves=["f5", "d6"]).position, last="d6")
    assert converted(drawn, "board").strip() == f"{Game(moves=['f5', 'd6']).position.cells} X"
    with pytest.raises(OutflankError, match="one position, got several"):
        formats.write([Record.of(Game())] * 2, "svg")


@pytest.mark.parametrize("text", ["<svg></svg>", "<svg><desc>a house</desc></svg>", "<svg><desc>", "f5d6"])
def test_other_pictures_are_refused(text):
    with pytest.raises(ParseError):
        svg.read(text)
