"""A pasted text on its way to the board: read once, played once, and sent with all that the page draws."""

from collections import Counter

import pytest

from outflank import formats
from outflank.play import Setup, kind_of
from outflank.play.record import Record
from outflank.rules import DiscPosition, Game, Position
from outflank.web.pages import texts
from tests.formats.games import FULL

MIRRORED = "c5e6"  # from the start with the colours swapped
GAME = Game(moves=FULL)
PASTED = {
    "moves": GAME.transcript,
    "among words": f"Ann 35-29 Bob: {GAME.transcript} ; played last week",
    "broken off": f"{GAME.transcript[:40]}d4",
    "behind a board": f"{GAME.start} {GAME.transcript}",
    "of the mirrored start": MIRRORED,
    **{name: formats.write([Record.of(GAME)], name) for name in ("ggf", "sgf", "pgn", "saved", "quest", "grid")},
}


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_a_pasted_game_is_played_once_and_comes_with_its_views(text, monkeypatch):
    played = Counter()
    play = DiscPosition.play

    def counted(position, move):
        played[position, move] += 1
        return play(position, move)

    monkeypatch.setattr(DiscPosition, "play", counted)
    answer = texts.read(text)
    assert played.total() <= len(answer["moves"]) + 1  # and the move that is not legal
    assert answer["moves"]
    assert answer["views"] == texts.look(answer["kind"], answer["start"], answer["moves"], 0)["views"]


def test_game_is_written_as_transcript_board_and_in_every_format_that_can_hold_it():
    written = texts.texts_of(Game(moves="f5d6"), ("Ada", "Alan"))
    assert written["transcript"] == "f5d6"
    assert written["board"] == Position.start().play("f5").play("d6").board_string
    assert "% Black: Ada" in written["saved"]
    assert written["ggf"].startswith("(;GM[Othello]PC[Outflank]")
    assert "svg" not in written
    assert "obf" not in written  # the board once more


@pytest.mark.parametrize("kind", ["othello", "anti-othello"])
def test_what_was_written_reads_back_as_the_same_game(kind):
    kind = kind_of(kind)
    start = kind.start(Setup(size=6))
    game = kind.new_game(start, start.legal_moves[:1])
    written = texts.texts_of(game)
    assert formats.only(formats.read(written["saved"], among=formats.that_hold(kind))).game == game


def test_transcript_of_a_game_from_another_start_is_there_too():
    written = texts.texts_of(Game(Position.start(6), ["e4"]))
    assert written["transcript"] == "e4"
