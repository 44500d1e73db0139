"""The picture of the README, which docs/make_picture.py draws."""

import re
from pathlib import Path
from xml.etree import ElementTree

from docs import make_picture

PICTURE = Path(__file__).parents[2] / "docs" / "images" / "picture.svg"


def test_the_picture_needs_nothing_from_elsewhere():
    text = PICTURE.read_text(encoding="utf-8")
    assert set(re.findall(r"https?://[^\"' )]+", text)) == {"http://www.w3.org/2000/svg"}
    assert "@font-face" not in text
    assert "@import" not in text


def words_of(picture):
    return "".join(ElementTree.fromstring(picture).itertext()).replace("\xa0", " ")


def test_the_picture_shows_a_game():
    words = words_of(PICTURE.read_text(encoding="utf-8"))
    assert "●" in words
    assert "to move: hint" in words


def test_the_picture_shows_what_the_terminal_shows_today():
    """If it fails: `python -m docs.make_picture`."""
    assert words_of(make_picture.made()) == words_of(PICTURE.read_text(encoding="utf-8"))
