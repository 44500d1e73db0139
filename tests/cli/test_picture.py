"""The picture of the README, which docs/make_picture.py draws."""

import re
from pathlib import Path
from xml.etree import ElementTree

PICTURE = Path(__file__).parents[2] / "docs" / "picture.svg"


def test_the_picture_needs_nothing_from_elsewhere():
    text = PICTURE.read_text(encoding="utf-8")
    assert set(re.findall(r"https?://[^\"' )]+", text)) == {"http://www.w3.org/2000/svg"}
    assert "@font-face" not in text
    assert "@import" not in text


def test_the_picture_shows_a_game():
    words = "".join(ElementTree.parse(PICTURE).getroot().itertext()).replace("\xa0", " ")
    assert "●" in words
    assert "to move: hint" in words
