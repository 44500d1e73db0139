"""The log: one line an event, with nothing in it that says who plays."""

import json
import logging

import pytest

from outflank.web import logs


@pytest.fixture
def written(capsys):
    """What a log has written, by the lines of JSON."""
    return lambda: [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_event_is_one_object_a_line_with_time_level_and_name(written):
    with logs.kept("json"):
        logs.event(logs.INFO, "page gone", connection=7, seconds=1.23456, messages=3)
    (line,) = written()
    assert line.pop("time").endswith("+00:00")
    assert line == {"level": "info", "event": "page gone", "connection": 7, "seconds": 1.235, "messages": 3}


def test_id_of_a_game_is_cut_so_that_the_log_opens_no_game(written):
    with logs.kept("json"):
        logs.event(logs.INFO, "game started", game="AbCdEfGhIjKlMnOpQrStUv")
    assert written()[0]["game"] == "AbCdEfGh"


def test_fault_says_where_but_not_what_was_typed(written):
    typed = " ".join(["Ada", "Lovelace"])
    with logs.kept("json"):
        try:
            raise KeyError(typed)
        except KeyError as error:
            logs.event(logs.ERROR, "message failed", fault=error)
        logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: %r", KeyError(typed))
    own, library = written()
    assert own["fault"].endswith("KeyError")
    assert "test_logs.py" in own["fault"]
    assert library["event"] == "Task exception was never retrieved"
    assert "Lovelace" not in json.dumps([own, library])


def test_text_is_quiet_until_something_goes_wrong(capsys):
    with logs.kept("text"):
        logs.event(logs.INFO, "page connected", connection=1)
        logs.event(logs.WARNING, "player failed", players=["level2"], reason="it did not move")
    assert capsys.readouterr().err == "outflank: player failed (players ['level2'], reason it did not move)\n"


def test_log_ends_with_the_server(capsys):
    with logs.kept("json"):
        pass
    logs.event(logs.INFO, "page connected", connection=1)
    assert capsys.readouterr().err == ""
