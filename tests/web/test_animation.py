"""Animated pictures of games."""

import base64
import io

import pytest

from outflank.errors import OutflankError
from outflank.rules import Game, Position
from outflank.web.animation import MOST_FRAMES, animated
from outflank.web.pages.texts import animate

PIL = pytest.importorskip("PIL", reason="animated pictures need outflank[pictures]")

GAME = ["f5", "d6", "c3", "d3", "c4"]


def frames_of(gif):
    from PIL import Image, ImageSequence

    return [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(io.BytesIO(gif)))]


def shades(frame, width):
    """The brightness beside the middle of each square, where a disc is and the mark of the last move is not."""
    side = frame.width / (width + 0.3)
    at = [round((0.15 + i + 0.5) * side) for i in range(width)]
    return [sum(frame.getpixel((x + round(0.2 * side), y))) for y in at for x in at]


def test_each_position_is_a_frame_with_its_discs():
    game = Game(Position.start(), GAME)
    frames = frames_of(animated(game.positions, game.moves))
    assert len(frames) == len(GAME) + 1
    for frame, position in zip(frames, game.positions, strict=True):
        found = "".join("X" if s < 150 else "O" if s > 650 else "-" for s in shades(frame, 8))
        assert found == position.cells


def test_board_has_the_colours_that_are_asked_for():
    game = Game(Position.start(), GAME)
    felt, lines, frame = "#3f80a8", "#1c4964", "#1d3442"
    for picture in frames_of(animated(game.positions, game.moves, (felt, lines, frame))):
        side = picture.width / 8.3
        assert picture.getpixel((1, 1)) == tuple(bytes.fromhex(frame[1:]))
        assert picture.getpixel((round(0.65 * side), round(0.65 * side))) == tuple(bytes.fromhex(felt[1:]))


def test_small_boards_and_a_game_without_moves_are_drawn():
    assert len(frames_of(animated([Position.start()], []))) == 1
    told = animate("othello", "------" * 2 + "--OX----XO--" + "------" * 2 + " X", ["b3"])
    assert told["type"] == "animated"
    assert len(frames_of(base64.b64decode(told["gif"]))) == 2


def test_games_that_cannot_be_drawn_are_refused_in_one_line():
    with pytest.raises(OutflankError, match="game with discs"):
        animate("tribolo", "", [])
    with pytest.raises(OutflankError, match=f"expected at most {MOST_FRAMES} positions, got 200"):
        animated([Position.start()] * 200, [""] * 199)
    with pytest.raises(OutflankError, match="cannot play"):
        animate("othello", "", ["a1"])


def test_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "PIL", None)
    with pytest.raises(OutflankError, match=r"outflank\[pictures\]"):
        animated([Position.start()], [])
