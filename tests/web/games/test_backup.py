"""Copies of all games, made while a server plays them."""

import sqlite3
import threading

import pytest

from outflank.errors import OutflankError
from outflank.web.games.copying import back_up
from outflank.web.games.store import GameStore
from tests.web.games.test_store import kept


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.sqlite"
    store = GameStore(path)
    for number in range(100):
        store.save(kept(f"game{number}", state=f"state {number}"))
    yield path
    store.close()


def test_copy_holds_all_games_and_opens_as_any_other_file(games, tmp_path):
    assert back_up(games, tmp_path / "copy.sqlite") == 100
    store = GameStore(tmp_path / "copy.sqlite")
    assert (len(store), store.load("game42")) == (100, "state 42")
    store.close()


def test_copy_is_that_of_one_moment_while_games_go_on(games, tmp_path):
    """Each change writes the same number into two games, so that a copy in which they differ would be torn."""
    done, played = threading.Event(), threading.Event()

    def play():
        database = sqlite3.connect(games, isolation_level=None)
        change = "UPDATE states SET state = ? WHERE game IN (SELECT number FROM games WHERE id IN ('game1', 'game99'))"
        number = 0
        while not done.is_set():
            number += 1
            database.execute(change, (str(number),))
            played.set()
        database.close()

    player = threading.Thread(target=play)
    player.start()
    played.wait(60)
    try:
        for number in range(10):
            back_up(games, tmp_path / f"copy{number}")
    finally:
        done.set()
        player.join()
    for number in range(10):
        store = GameStore(tmp_path / f"copy{number}")
        assert store.load("game1") == store.load("game99")
        store.close()


def test_copy_never_takes_the_place_of_another_file(games, tmp_path):
    (tmp_path / "copy").write_text("precious")
    with pytest.raises(OutflankError, match=r"copy' already exists"):
        back_up(games, tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "precious"


@pytest.mark.parametrize(
    ("source", "target", "message"),
    [
        ("none.sqlite", "copy", "there are no games in"),
        ("rubbish", "copy", "cannot copy the games to .*not a database"),
        ("games.sqlite", "no/folder/copy", "cannot copy the games to"),
    ],
)
def test_what_cannot_be_copied_is_said_and_leaves_nothing(games, tmp_path, source, target, message):
    (tmp_path / "rubbish").write_bytes(b"rubbish" * 1000)
    before = set(tmp_path.iterdir())
    with pytest.raises(OutflankError, match=message):
        back_up(tmp_path / source, tmp_path / target)
    assert set(tmp_path.iterdir()) == before
