"""`outflank serve`: what goes wrong before there is a page."""

import importlib.util
import socket

import pytest

from outflank.web.club.members import Members
from outflank.web.games.store import GameStore
from tests.web.conftest import Served


def test_without_the_extra_one_line_says_how_to_get_it(outflank, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *_: None if name == "fastapi" else find(name))
    done = outflank("serve", "--no-browser")
    assert done.code == 2
    assert done.err == "outflank: the web app needs fastapi: pip install 'outflank[web]'\n"


def test_port_that_is_taken_is_named(outflank):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        done = outflank("serve", "--no-browser", "--port", other.getsockname()[1])
    assert done.code == 2
    assert "another program already does; try --port 0" in done.err


@pytest.mark.parametrize("host", ["no.such.host.invalid", "300.1.1.1", ""])
def test_address_that_is_not_there_is_named(outflank, host):
    done = outflank("serve", "--no-browser", "--host", host or "nowhere.invalid")
    assert done.code == 2
    assert "cannot resolve the address" in done.err


def test_games_that_cannot_be_kept_are_named(outflank, home):
    (home / "games.sqlite").write_bytes(b"rubbish" * 999)
    done = outflank("serve", "--no-browser", "--port", "0", "--games", home / "games.sqlite")
    assert done.code == 2
    assert "cannot store games in" in done.err


def test_reports_are_printed_on_one_line_each_without_control_characters(outflank, home):
    store = GameStore(home / "games.sqlite")
    members = Members(store)
    members.claim("a", "Anna")
    bob = members.claim("b", "Bob")
    members.report("a", bob, "he is\n\x1b[2Jrude", "g" * 22)
    store.close()
    done = outflank("serve", "--reports", "--games", home / "games.sqlite")
    assert (done.code, done.out.partition("  ")[2]) == (0, f"Anna reports Bob (game {'g' * 22}): he is [2Jrude\n")


def test_reports_are_not_looked_for_where_there_are_no_games(outflank, home):
    done = outflank("serve", "--reports", "--games", home / "wrong.sqlite")
    assert (done.code, "there are no games from the web app in" in done.err) == (2, True)
    assert not (home / "wrong.sqlite").exists()


@pytest.mark.slow
def test_another_address_is_warned_about(tmp_path):
    server = Served(tmp_path, "--host", "0.0.0.0").start()
    try:
        assert "Warning: anyone who can reach 0.0.0.0" in server.errors
        with server.page() as page:
            page.begin()
    finally:
        server.stop()
