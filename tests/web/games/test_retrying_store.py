"""Games on a disk that is full, and has room again."""

import asyncio
import json
import sqlite3

import pytest

from outflank.errors import OutflankError
from outflank.web.games import retrying_store
from outflank.web.games.matches import Matches
from outflank.web.games.retrying_store import RetryingStore
from outflank.web.wire import MatchSetup
from tests.web.conftest import run
from tests.web.games.test_store import kept

LARGE = "x" * 50_000


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.setattr(retrying_store, "_PAUSE", 0.02)
    store = RetryingStore(tmp_path / "games.sqlite")
    store.save(kept("old", state="kept"))
    yield store
    store.close()


def fill(store):
    """Let there be no room for another page of the database."""
    (pages,) = store.database.connection.execute("PRAGMA page_count").fetchone()
    store.database.connection.execute(f"PRAGMA max_page_count = {pages}")


def make_room(store):
    store.database.connection.execute("PRAGMA max_page_count = 1000000")


def in_file(store, game):
    """What somebody else reads in the file."""
    with sqlite3.connect(store.database.path) as other:
        row = other.execute("SELECT state FROM states JOIN games ON game = number WHERE id = ?", (game,)).fetchone()
    other.close()
    return row and row[0]


def test_game_that_cannot_be_saved_goes_on_in_memory(store):
    told = []
    store.on_saved = lambda game, saved: told.append((game, saved))
    fill(store)
    store.save(kept("new", state=LARGE))
    store.save(kept("new", state=LARGE + "y"))
    assert store.load("new") == LARGE + "y"
    assert (in_file(store, "new"), store.load("old")) == (None, "kept")
    assert "full" in store.failure
    assert told == [("new", False)]  # once, not at each move


def test_it_is_saved_by_itself_as_soon_as_there_is_room(store):
    async def script():
        told = []
        store.on_saved = lambda game, saved: told.append((game, saved))
        fill(store)
        store.save(kept("first", state=LARGE))
        store.save(kept("second", state=LARGE))
        await asyncio.sleep(0.1)
        assert not store.is_saved("first")
        make_room(store)
        await asyncio.sleep(0.1)
        assert (store.is_saved("first"), store.is_saved("second"), store.failure) == (True, True, "")
        assert in_file(store, "second") == LARGE
        assert told == [("first", False), ("second", False), ("first", True), ("second", True)]

    run(script())


def test_next_game_that_can_be_saved_takes_the_others_with_it(store):
    fill(store)
    store.save(kept("first", state=LARGE))
    make_room(store)
    store.save(kept("second", state="x"))
    assert in_file(store, "first") == LARGE


def test_game_that_cannot_be_saved_at_all_holds_up_no_other(store):
    refusal = "CREATE TRIGGER t BEFORE INSERT ON states WHEN NEW.state = 'bad' BEGIN SELECT RAISE(FAIL, 'bad'); END"
    store.database.connection.execute(refusal)
    fill(store)
    for name, state in (("bad", "bad"), ("first", LARGE), ("second", LARGE)):
        store.save(kept(name, state=state))
    make_room(store)
    store.save_again()
    store.save_again()
    assert [store.is_saved(name) for name in ("bad", "first", "second")] == [False, True, True]
    assert "bad" in store.failure
    store.database.connection.execute("DROP TRIGGER t")


def test_pages_have_their_turn_while_many_games_are_saved_again(store, monkeypatch):
    monkeypatch.setattr(retrying_store, "_WORK", 0.0)
    monkeypatch.setattr(retrying_store, "_REST", 0.0)

    async def script():
        saved, turns = [], 0
        fill(store)
        for number in range(5):
            store.save(kept(f"game{number}", state=LARGE))
        make_room(store)
        store.on_saved = lambda game, _saved: saved.append((game, turns))
        async with asyncio.timeout(60):
            while store.failure:
                await asyncio.sleep(0)
                turns += 1
        return saved

    games, turns = zip(*run(script()), strict=True)
    assert games == tuple(f"game{number}" for number in range(5))
    assert len(set(turns)) == 5
    assert all(map(store.is_saved, games))


def test_last_attempt_is_made_when_the_server_stops(store, caplog):
    fill(store)
    store.save(kept("new", state=LARGE))
    make_room(store)
    store.close()
    assert in_file(store, "new") == LARGE
    assert not [record for record in caplog.records if record.message == "games lost"]


def test_what_is_lost_for_good_is_logged(store, caplog):
    fill(store)
    store.save(kept("new", state=LARGE))
    store.close()
    lost = [record for record in caplog.records if record.message == "games lost"]
    assert lost[0].fields["games"] == 1


def test_memory_is_not_filled_as_well(store, monkeypatch):
    monkeypatch.setattr(retrying_store, "_MOST_UNSAVED", 1)
    fill(store)
    store.save(kept("first", state=LARGE))
    with pytest.raises(OutflankError, match="could not be saved"):
        store.save(kept("second", state=LARGE))
    store.save(kept("first", state=LARGE))


def test_check_tells_of_a_file_that_is_locked_and_of_games_that_wait(store):
    store.check()
    with sqlite3.connect(store.database.path, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OutflankError, match="locked"):
            store.check()
        other.execute("ROLLBACK")
    other.close()
    store.check()
    fill(store)
    store.save(kept("new", state=LARGE))
    with pytest.raises(OutflankError, match="full"):
        store.check()


def test_all_who_watch_are_told_and_who_comes_later(store):
    matches = Matches(store, None)
    first, second = [], []
    setup = MatchSetup(seats=["human", "human"], moves=["f5"], start="")

    def into(told):
        return lambda text: told.append(json.loads(text))

    async def script():
        game = matches.begin(setup, into(first), "ann")
        store.database.connection.execute("PRAGMA query_only = 1")
        session = matches.session(game)
        session.publish(session.move(1, "d6", "ann"))
        matches.open(game, into(second), "ann")
        for told in (first, second):
            said = [event for event in told if event["type"] == "saving"]
            assert said == [{"type": "saving", "game": game, "saved": False, "why": "failed"}]
            assert len([event for event in told if event["type"] == "game"][-1]["moves"]) == 2
        store.database.connection.execute("PRAGMA query_only = 0")
        await asyncio.sleep(0.1)
        assert first[-1] == second[-1] == {"type": "saving", "game": game, "saved": True, "why": ""}
        matches.close()

    run(script())
