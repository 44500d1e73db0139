"""The lock on a games database: one holder at a time, and none after a process was killed."""

import os
import signal
import subprocess
import sys

import pytest

from outflank.errors import OutflankError
from outflank.web.games import lock as lock_module
from outflank.web.games.database import open_database, open_to_read
from outflank.web.games.lock import LockKeeper, lock_of
from outflank.web.games.place import place_of
from tests.patience import until
from tests.web.postgres import name_of

HOLD = """
import sys
from outflank.web.games.lock import lock_of
from outflank.web.games.place import place_of
lock = lock_of(place_of(sys.argv[1]))
print(lock.try_take(), flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=["file", "postgres"])
def place(request, tmp_path):
    """A games database of each kind, as its operator names it."""
    if request.param == "file":
        return str(tmp_path / "new" / "games.sqlite")
    return request.getfixturevalue("postgres").new_database()


@pytest.fixture
def lock(place):
    lock = lock_of(place_of(place))
    yield lock
    lock.release()


def held_elsewhere(place):
    """A process that holds the lock, or has tried to."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, place], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    return process, process.stdout.readline().strip() == "True"


def end(process):
    process.kill()
    process.communicate()


def test_only_one_object_holds_the_lock(lock, place):
    other = lock_of(place_of(place))
    assert not lock.is_held
    assert lock.try_take()
    assert lock.try_take()  # it has it already
    assert lock.is_held
    assert not other.try_take()
    assert not other.is_held
    lock.release()
    assert not lock.is_held
    assert other.try_take()
    other.release()


def test_lock_of_a_killed_process_is_free(lock, place):
    process, is_held = held_elsewhere(place)
    try:
        assert is_held
        assert not lock.try_take()
    finally:
        end(process)
    until(lock.try_take)
    process, is_held = held_elsewhere(place)
    end(process)
    assert not is_held


def test_lock_of_games_in_memory_is_always_free():
    one, other = lock_of(None), lock_of(None)
    assert one.try_take()
    assert other.try_take()
    one.release()
    assert (one.is_held, other.is_held) == (False, True)


def test_lock_is_lost_with_its_connection(postgres):
    url = postgres.new_database()
    lock = lock_of(url)
    assert lock.try_take()
    os.kill(postgres.backends(name_of(url))[0], signal.SIGTERM)
    until(lambda: not lock.is_held)
    until(lock.try_take)
    assert lock.is_held
    lock.release()


def test_lock_is_taken_again_after_the_server_was_restarted(own_postgres, monkeypatch):
    monkeypatch.setattr(lock_module, "_PAUSE", 0.02)
    url = own_postgres.new_database()
    lock, lost = lock_of(url), []
    assert lock.try_take()
    with LockKeeper(lock, lambda: lost.append(True)) as keeper:
        own_postgres.stop()
        own_postgres.start()
        until(lambda: own_postgres.backends(name_of(url)))
        until(lambda: not lock_of(url).try_take())
        assert not keeper.is_lost
    assert lock.is_held
    lock.release()
    assert not lost


def test_all_threads_see_that_the_lock_is_held(lock, monkeypatch):
    monkeypatch.setattr(lock_module, "_PAUSE", 0.01)
    looks = []
    assert lock.try_take()
    with LockKeeper(_Counted(lock, looks), lambda: None) as keeper:
        until(lambda: len(looks) >= 3)
    assert set(looks) == {True}
    assert not keeper.is_lost


class _Counted:
    """A lock that remembers the answers to whether it is held."""

    def __init__(self, lock, looks):
        self._lock, self._looks = lock, looks

    def try_take(self):
        return self._lock.try_take()

    @property
    def is_held(self):
        self._looks.append(self._lock.is_held)
        return self._looks[-1]


def test_keeper_tells_when_somebody_else_has_the_lock(lock, place, monkeypatch):
    monkeypatch.setattr(lock_module, "_PAUSE", 0.02)
    other, lost = lock_of(place_of(place)), []
    assert other.try_take()
    with LockKeeper(lock, lambda: lost.append(True)) as keeper:
        until(lambda: lost)
    assert keeper.is_lost
    assert other.is_held
    other.release()


def test_locks_on_two_databases_of_a_server_are_separate(postgres):
    one, other = (lock_of(postgres.new_database()) for _ in range(2))
    assert one.try_take()
    assert other.try_take()
    one.release()
    other.release()


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("postgresql://nobody@/postgres?host={folder}", 'role "nobody" does not exist'),
        ("postgresql://postgres@/nowhere?host={folder}", 'database "nowhere" does not exist'),
        ("postgresql://postgres:s3cret@127.0.0.1:1/games", "Connection refused"),
        ("postgresql://postgres:s3cret@host/games?nonsense=1", "not a valid URL"),
        ("postgresql://postgres:s3cret@/games?host={folder}/absent", "No such file or directory"),
    ],
)
def test_database_that_cannot_be_used_is_named_in_one_line(postgres, address, reason):
    with pytest.raises(OutflankError, match=reason) as said:
        lock_of(address.format(folder=postgres.folder)).try_take()
    assert "\n" not in str(said.value)
    assert "s3cret" not in str(said.value)


def test_folder_that_cannot_be_made_is_named_in_one_line(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(OutflankError, match="cannot store games in"):
        lock_of(tmp_path / "file" / "games.sqlite").try_take()


def test_missing_driver_is_named(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    for use in (lock_of, open_database, open_to_read):
        with pytest.raises(OutflankError, match=r"pip install 'outflank\[postgres\]'"):
            use("postgresql://ann@host/games")
