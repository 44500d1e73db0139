"""Players that were saved on this machine, on the page of a server that nobody else reaches."""

import pytest

from outflank.errors import OptionError
from outflank.play import saved_players
from outflank.rules import Game, Position
from outflank.web import catalogue
from tests.protocols.fakes import fake

START = Position.start()


@pytest.fixture
def rhino(tmp_path, monkeypatch):
    """A saved name that stands for another program."""
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(tmp_path))
    saved_players.add("rhino", f"gtp:{fake('gtp')}")
    saved_players.add("mine", "module:outflank.classic.staged:First")
    saved_players.add("lost", "nobody")
    yield "rhino"
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(tmp_path / "empty"))
    catalogue.offer_saved()


def offered():
    return {info["name"]: info for info in catalogue.describe("othello")["players"]}


def test_a_saved_player_is_offered_by_its_name_alone(rhino):
    before = catalogue.edition()
    assert rhino not in offered()
    with pytest.raises(OptionError, match=r"^this server offers no player 'rhino'$"):
        catalogue.check(rhino, START)
    catalogue.offer_saved()
    assert catalogue.edition() != before
    assert offered()[rhino].items() >= {"label": rhino, "group": "Your own", "options": [], "sizes": [8]}.items()
    assert {"mine", "lost"}.isdisjoint(offered())
    assert catalogue.check(rhino, START) == rhino
    assert catalogue.label(rhino) == rhino
    assert catalogue.minds_time(rhino)
    for text in (f"{rhino}:level=3", f"{rhino}:command=sh", "gtp:sh", "gtp", "nboard:command=sh"):
        with pytest.raises(OptionError):
            catalogue.check(text, START)
    with pytest.raises(OptionError, match="cannot play this game"):
        catalogue.check(rhino, Position.start(6))


def test_a_file_of_names_that_cannot_be_read_keeps_nobody_from_playing(rhino, capfd):
    saved_players.path().write_text("{")
    catalogue.offer_saved()
    assert rhino not in offered()
    assert "random" in offered()


def test_a_saved_player_plays_on_the_page_from_any_opening(rhino, serve):
    with serve(ready=False).page() as page:  # it keeps its files where the name was saved
        page.begin("human", rhino, moves=["f5", "d6"])
        page.play("c3")
        page.until_moves(4)
        page.play(Game(moves=page.moves()).position.legal_moves[0])
        page.until_moves(6)


@pytest.mark.slow
def test_a_server_for_others_offers_none(rhino, serve):
    with serve("--name", "example.org", ready=False).page() as page:
        answer = page.ask("new", setup={"seats": ["human", rhino]})
        assert (answer["type"], answer["message"]) == ("error", "this server offers no player 'rhino'")
