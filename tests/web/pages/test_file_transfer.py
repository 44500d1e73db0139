"""Addresses at which files go out and come in."""

import asyncio
import io
import itertools
import logging
import threading
from types import SimpleNamespace

import pytest

from outflank.errors import OutflankError
from outflank.web import logs
from outflank.web.games.own_games import OwnGames
from outflank.web.games.store import GameStore
from outflank.web.pages import file_transfer
from outflank.web.pages.file_transfer import Exchange
from outflank.web.pages.studies import Studies
from outflank.web.studies.shared_studies import SharedStudies
from outflank.web.wire import MessageError
from tests.web.conftest import run


def made():
    games = OwnGames(GameStore(), is_shared=True)
    return Exchange(games, Studies(games, SharedStudies(games)))


def ticket_in(address):
    return address.partition("ticket=")[2]


def test_address_is_too_old_after_a_minute(monkeypatch):
    exchange_ = made()
    now = file_transfer.time.monotonic()
    ticket = ticket_in(exchange_.address("ann", "export"))
    monkeypatch.setattr(file_transfer.time, "monotonic", lambda: now + 61)
    assert exchange_._tickets.take(ticket, "export") is None


def test_addresses_cannot_be_asked_for_without_end():
    exchange_ = made()
    for _ in range(1000):
        exchange_.address("ann", "export")
    with pytest.raises(MessageError, match="too many files"):
        exchange_.address("ann", "export")


def test_no_more_games_are_taken_than_a_person_may_have(monkeypatch):
    exchange_ = made()
    monkeypatch.setattr(file_transfer, "MOST_GAMES", 2)
    file = io.BytesIO(b"f5d6\nf5f6\nf5f4\n")
    with pytest.raises(OutflankError, match="2 games were imported; the limit of 2 games has been reached"):
        run(exchange_._take("import", "ann", file))
    assert exchange_.library.count("ann") == 2


def test_at_most_so_many_games_are_taken_of_a_file(monkeypatch):
    exchange_ = made()
    monkeypatch.setattr(file_transfer, "MOST_OF_A_FILE", 2)
    answer = run(exchange_._take("import", "ann", io.BytesIO(b"f5d6\nf5a1\nf5f4\nf5f6\n")))
    assert (answer["added"], answer["refused"], answer["most"]) == (1, 1, 2)
    assert run(exchange_._take("import", "ann", io.BytesIO(b"f5d6\nf5f4\n")))["most"] is None  # no more than that


def test_file_is_read_only_as_long_as_somebody_waits():
    exchange_, waits = made(), iter([*[False] * 9, True])

    async def is_gone():
        return next(waits)

    moves = ["f5d6", "f5f4", "f5f6", "d3c3", "d3c5", "d3e3", "c4c3", "c4c5", "c4e3", "e6f4", "e6d6", "e6f6"]
    run(exchange_._take("import", "ann", io.BytesIO("\n".join(moves).encode()), is_gone))
    assert exchange_.library.count("ann") == 10


def test_games_and_studies_of_a_file_are_kept_beside_the_event_loop(monkeypatch):
    exchange_, threads = made(), set()
    writing = exchange_.library.store.writing

    def noted(error):
        threads.add(threading.get_ident())
        return writing(error)

    monkeypatch.setattr(exchange_.library.store, "writing", noted)

    async def take():
        games = await exchange_._take("import", "ann", io.BytesIO(b"f5d6\nf5f4\n"))
        studies = await exchange_._take("import-studies", "ann", io.BytesIO(b"f5d6\nf5f4\n"))
        return games["added"], studies["added"], threading.get_ident()

    *counts, loop = run(take())
    assert counts == [2, 2]
    assert threads
    assert loop not in threads


def test_games_that_cannot_be_kept_are_an_error_and_leave_nothing_half():
    exchange_ = made()
    exchange_.library.store.database.connection.execute(
        "CREATE TRIGGER full BEFORE INSERT ON parts BEGIN SELECT RAISE(FAIL, 'disk full'); END"
    )
    with pytest.raises(OutflankError, match="could not be saved: disk full"):
        run(exchange_._take("import", "ann", io.BytesIO(b"f5d6\nf5f6\n")))
    assert len(exchange_.library.store) == 0


class Upload:
    """A file that comes in chunks, with times between them, and perhaps never ends."""

    def __init__(self, chunks, *, pause=0.0, ends=False):
        self.chunks, self.pause, self.ends = chunks, pause, ends
        self.client, self.url = ("192.0.2.1", 1), SimpleNamespace(path="/games/import")

    async def stream(self):
        for chunk in self.chunks:
            yield chunk
            await asyncio.sleep(self.pause)
        if not self.ends:
            await asyncio.Event().wait()

    async def is_disconnected(self):
        return False


def answer_to(upload, exchange_):
    ticket = ticket_in(exchange_.address("ann", "import"))
    answer = run(exchange_._import(upload, ticket))
    return answer.status_code, exchange_._importing


def test_a_file_that_stops_coming_is_given_up_and_the_log_says_so(monkeypatch, caplog):
    monkeypatch.setattr(file_transfer, "_CHUNK", 0.1)
    monkeypatch.setattr(logs, "dropped", logs.Dropped())
    with caplog.at_level(logging.INFO, "outflank.web"):
        assert answer_to(Upload([b"f5d6"]), made()) == (408, {})
    fields = [record.fields for record in caplog.records if record.message == "connections dropped"]
    assert fields == [{"reason": "upload too slow", "connections": 1}]


def test_a_file_that_drips_is_given_up(monkeypatch):
    monkeypatch.setattr(file_transfer, "_CHUNK", 600.0)
    now = itertools.count(0, 100)  # seconds between two looks at the clock
    monkeypatch.setattr(file_transfer.time, "monotonic", lambda: float(next(now)))
    monkeypatch.setattr(file_transfer, "GOOD_FOR", 1e6)
    assert answer_to(Upload([b"f5"] * 100_000), made())[0] == 408


def test_a_file_that_takes_its_time_is_read(monkeypatch):
    monkeypatch.setattr(file_transfer, "_CHUNK", 600.0)
    exchange_ = made()
    assert answer_to(Upload([b"f5", b"d6\n"], pause=0.05, ends=True), exchange_) == (200, {})
    assert exchange_.library.count("ann") == 1


def test_a_fifth_file_is_read_while_four_come_slowly():
    exchange_ = made()

    async def go():
        tickets = {name: ticket_in(exchange_.address(name, "import")) for name in "abcde"}
        slow = [asyncio.ensure_future(exchange_._import(Upload([b"f5"]), tickets[name])) for name in "abcd"]
        await asyncio.sleep(0)
        answer = await exchange_._import(Upload([b"f5d6\n"], ends=True), tickets["e"])
        for each in slow:
            each.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        return answer.status_code

    assert run(go()) == 200


def test_uploads_of_one_address_leave_room_for_those_of_others():
    exchange_ = made()
    exchange_._importing.update({f"{number}": "192.0.2.1" for number in range(16)})
    assert answer_to(Upload([b"f5d6\n"], ends=True), exchange_)[0] == 503
    other = Upload([b"f5d6\n"], ends=True)
    other.client = ("192.0.2.2", 1)
    assert answer_to(other, exchange_)[0] == 200
