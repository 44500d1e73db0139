"""Addresses at which files go out and come in."""

import io

import pytest

from outflank.errors import OutflankError
from outflank.web import exchange
from outflank.web.exchange import Exchange
from outflank.web.library import OwnGames
from outflank.web.store import Store
from outflank.web.wire import MessageError
from tests.web.conftest import run


def made():
    return Exchange(OwnGames(Store(), is_shared=True))


def ticket_in(address):
    return address.partition("ticket=")[2]


def test_address_is_too_old_after_a_minute(monkeypatch):
    exchange_ = made()
    now = exchange.time.monotonic()
    ticket = ticket_in(exchange_.address("ann", "export"))
    monkeypatch.setattr(exchange.time, "monotonic", lambda: now + 61)
    assert exchange_._tickets.take(ticket, "export") is None


def test_addresses_cannot_be_asked_for_without_end():
    exchange_ = made()
    for _ in range(1000):
        exchange_.address("ann", "export")
    with pytest.raises(MessageError, match="too many files"):
        exchange_.address("ann", "export")


def test_no_more_games_are_taken_than_a_person_may_have(monkeypatch):
    exchange_ = made()
    monkeypatch.setattr(exchange, "MOST_GAMES", 2)
    file = io.BytesIO(b"f5d6\nf5f6\nf5f4\n")
    with pytest.raises(OutflankError, match="2 games were taken; more than 2 cannot be kept"):
        run(exchange_._take("ann", file))
    assert exchange_.library.count("ann") == 2


def test_at_most_so_many_games_are_taken_of_a_file(monkeypatch):
    exchange_ = made()
    monkeypatch.setattr(exchange, "MOST_OF_A_FILE", 2)
    answer = run(exchange_._take("ann", io.BytesIO(b"f5d6\nf5a1\nf5f4\nf5f6\n")))
    assert (answer["added"], answer["refused"], answer["most"]) == (1, 1, 2)
    assert run(exchange_._take("ann", io.BytesIO(b"f5d6\nf5f4\n")))["most"] is None  # no more than that


def test_file_is_read_only_as_long_as_somebody_waits():
    exchange_, waits = made(), iter([False, True])

    async def is_gone():
        return next(waits)

    moves = ["f5d6", "f5f4", "f5f6", "d3c3", "d3c5", "d3e3", "c4c3", "c4c5", "c4e3", "e6f4", "e6d6", "e6f6"]
    run(exchange_._take("ann", io.BytesIO("\n".join(moves).encode()), is_gone))
    assert exchange_.library.count("ann") == 10  # those of the first step


def test_games_that_cannot_be_kept_are_an_error_and_leave_nothing_half():
    exchange_ = made()
    exchange_.library.store._database.execute(
        "CREATE TRIGGER full BEFORE INSERT ON parts BEGIN SELECT RAISE(FAIL, 'disk full'); END"
    )
    with pytest.raises(OutflankError, match="could not be kept: disk full"):
        run(exchange_._take("ann", io.BytesIO(b"f5d6\nf5f6\n")))
    assert len(exchange_.library.store) == 0
