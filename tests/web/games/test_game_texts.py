import pytest

from outflank import formats
from outflank.play import Setup, kind_of
from outflank.rules import Game, Position
from outflank.web.games.game_texts import texts_of


def test_game_is_written_as_transcript_board_and_in_every_format_that_can_hold_it():
    texts = texts_of(Game(moves="f5d6"), ("Ada", "Alan"))
    assert texts["transcript"] == "f5d6"
    assert texts["board"] == Position.start().play("f5").play("d6").board_string
    assert "% Black: Ada" in texts["saved"]
    assert texts["ggf"].startswith("(;GM[Othello]PC[Outflank]")
    assert "svg" not in texts
    assert "obf" not in texts  # the board once more


@pytest.mark.parametrize("kind", ["othello", "anti-othello"])
def test_what_was_written_reads_back_as_the_same_game(kind):
    kind = kind_of(kind)
    start = kind.start(Setup(size=6))
    game = kind.new_game(start, start.legal_moves[:1])
    texts = texts_of(game)
    assert formats.only(formats.read(texts["saved"], among=formats.that_hold(kind))).game == game


def test_transcript_of_a_game_from_another_start_is_there_too():
    texts = texts_of(Game(Position.start(6), ["e4"]))
    assert texts["transcript"] == "e4"
