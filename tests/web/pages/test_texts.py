"""A pasted text on its way to the board: read once, played once, and sent with all that the page draws."""

from collections import Counter

import pytest

from outflank import formats
from outflank.play.record import Record
from outflank.rules import DiscPosition, Game
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
