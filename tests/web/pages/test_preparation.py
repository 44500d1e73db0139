"""The preparation screen: players by name, reports that are made once, and errors that tell what is missing."""

import asyncio

import pytest

from outflank import Game, Record
from outflank.errors import OutflankError
from outflank.jit import INTERPRETED
from outflank.library import Library
from outflank.web.engines import preparing
from outflank.web.engines.preparing import PreparationFiles
from outflank.web.pages.preparation import (
    ComparePlayers,
    FindPlayers,
    Preparations,
    PreparationScreen,
    PrepareForPlayer,
    StopPreparing,
)
from tests.web.conftest import run

LINES = ["f5d6c3d3c4f4", "f5d6c3d3c4b3", "f5f6e6f4", "f5d6c3d3c4f4f6"]


@pytest.fixture
def path(tmp_path):
    """A library in which Ann has four games as Black, and one against a program."""
    path = tmp_path / "library.sqlite"
    with Library.open(path) as library:
        library.add([Record.of(Game(moves=moves), ("Ann", "Ben"), date=str(1999 + i)) for i, moves in enumerate(LINES)])
        library.add([Record.of(Game(moves="f5f4e3"), ("Ann", "Edax (delorme)"), date="2003")])
        library.add([Record.of(Game(moves="e6f4c3"), ("Ben", "Annabel"), date="2003")])
    return path


class Threads:
    """A pool that runs jobs in threads, and counts them."""

    is_full = False

    def __init__(self):
        self.jobs = []

    async def run(self, job, *arguments, hear):
        self.jobs.append(job)
        return await asyncio.to_thread(job, *arguments)


class Warm:
    async def wait(self, _tell):
        pass


def screen_of(path, pool=None, sent=None, check_all=lambda _person, _positions: None, **options):
    preparations = Preparations(PreparationFiles(path), **options)
    send = [].append if sent is None else sent.append
    return PreparationScreen(preparations, pool or Threads(), Warm(), check_all, send)


def ask(screen, sent, *messages):
    """The last message that a page hears after each request."""

    async def script():
        found = []
        for message in messages:
            screen.handlers[message.type](message, "ann")
            while screen._work._tasks:
                await asyncio.sleep(0.01)
            found.append(sent[-1])
        return found

    return run(script())


def find(screen, text="", **fields):
    return run(screen.handlers["find_players"](FindPlayers(type="find_players", text=text, **fields), "ann"))


def request(player="ann", side="black", **fields):
    return PrepareForPlayer(type="prepare", id=5, player=player, side=side, **fields)


# --- names ------------------------------------------------------------------------------------------------------------


def test_players_with_the_most_games_come_first_and_programs_may_be_left_out(path):
    screen = screen_of(path)
    answer = find(screen)
    assert [row["player"] for row in answer["players"]] == ["Ann", "Ben", "Annabel", "Edax (delorme)"]
    assert (answer["total"], answer["trouble"], answer["fills"]) == (6, None, True)
    assert [row["player"] for row in find(screen, people=True)["players"]] == ["Ann", "Ben", "Annabel"]
    assert [(row["player"], row["games"]) for row in find(screen, "anna")["players"]] == [("Annabel", 1)]


def test_unknown_names_offer_near_ones(path):
    assert find(screen_of(path), "anabell")["near"] == ["Annabel"]
    assert find(screen_of(path), "zzzzzz") | {"type": ""} == {
        "type": "", "players": [], "near": [], "total": 6, "trouble": None, "fills": True,
    }  # fmt: skip


def test_lists_follow_the_library(path):
    screen = screen_of(path)
    assert find(screen, "cy")["players"] == []
    with Library.open(path) as library:
        library.add([Record.of(Game(moves="f5"), ("Cy", "Ann"))])
    assert [row["player"] for row in find(screen, "cy")["players"]] == ["Cy"]


@pytest.mark.parametrize(("is_shared", "fills"), [(False, True), (True, False)])
def test_a_missing_library_is_told_and_who_can_fill_it(tmp_path, is_shared, fills):
    answer = find(screen_of(tmp_path / "none.sqlite", is_shared=is_shared))
    assert (answer["trouble"]["code"], answer["fills"], answer["players"]) == ("no library", fills, [])


def test_a_damaged_library_is_told_without_its_path_on_a_shared_server(tmp_path):
    path = tmp_path / "library.sqlite"
    path.write_bytes(b"no database" * 1000)
    assert str(path) not in find(screen_of(path, is_shared=True))["trouble"]["message"]
    sent = []
    [answer] = ask(screen_of(path, sent=sent, is_shared=True), sent, request())
    assert (answer["type"], answer["of"]) == ("error", "preparation")
    assert str(path) not in answer["message"]


# --- reports ----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled is too slow")
def test_a_report_has_tree_tries_doubts_and_an_opponent_and_is_made_once(path):
    sent, pool, checked = [], Threads(), []
    screen = screen_of(path, pool, sent, lambda person, positions: checked.append((person, len(positions))))
    first, again, people = ask(screen, sent, request(), request("Ann"), request(people=True))
    report = first["done"]
    assert (first["type"], first["re"], report["player"], report["as"]) == ("preparation", 5, "Ann", "black")
    assert report["games"] == 5
    assert people["done"]["games"] == 4
    assert [move["move"] for move in report["positions"][0]["moves"]] == ["f5"]
    assert all(len(each["cells"]) == 64 for each in (*report["tries"], *report["costly"], *report["book"]["moves"]))
    assert report["doubts"][0] == "only 5 games as Black: the report says little about Ann"
    assert report["opponent"]
    assert again["done"]["player"] == "Ann"
    assert len(pool.jobs) == 3  # "ann" and "Ann" are two requests
    assert ask(screen, sent, request())[0]["done"] == report
    assert len(pool.jobs) == 3
    assert len(checked) == 4
    assert checked[0][0] == "ann"
    assert checked[0][1] >= len(report["positions"])


@pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled is too slow")
def test_values_are_not_told_to_players_of_a_running_game(path):
    def refuse(_person, _positions):
        raise OutflankError("your game is not over")

    sent = []
    [answer] = ask(screen_of(path, sent=sent, check_all=refuse), sent, request())
    assert (answer["type"], answer["message"]) == ("error", "your game is not over")


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (request("anabell"), "did you mean Annabel?"),
        (request("n"), "matches several players"),
        (ComparePlayers(type="compare", player="ann", other="Ann"), "expected two players, got Ann twice"),
        (ComparePlayers(type="compare", player="ann", other="bem"), "did you mean Ben?"),
    ],
)
def test_bad_names_are_refused_in_one_line(path, message, words):
    sent = []
    [answer] = ask(screen_of(path, sent=sent), sent, message)
    assert answer["type"] == "error"
    assert words in answer["message"]


def test_two_players_are_compared(path):
    sent = []
    message = ComparePlayers(type="compare", player="ann", other="ben", people=True)
    report = ask(screen_of(path, sent=sent), sent, message)[0]["done"]
    assert [player["player"] for player in report["players"]] == ["Ann", "Ben"]
    assert report["direct"]["games"] == 4
    assert report["as_black"][0]["line"].startswith("f5d6c3d3c4")
    assert all(len(each["cells"]) == 64 for each in report["as_black"])


def test_no_library_means_no_report(tmp_path):
    sent = []
    [answer] = ask(screen_of(tmp_path / "none.sqlite", sent=sent), sent, request())
    assert answer["message"] == "there is no library of games yet"


class Waiting(Threads):
    """A pool whose jobs last until they are cancelled."""

    def __init__(self):
        super().__init__()
        self.cancelled = 0

    async def run(self, job, *arguments, hear):
        self.jobs.append(job)
        hear({"done": 1, "total": 7})
        try:
            await asyncio.Event().wait()
        finally:
            self.cancelled += 1


def test_a_report_is_stopped_and_a_new_request_replaces_it(path):
    sent, pool = [], Waiting()
    screen = screen_of(path, pool, sent)

    async def until(wanted):
        while not wanted():
            await asyncio.sleep(0.01)

    async def script():
        screen.handlers["prepare"](request(), "ann")
        await until(lambda: len(pool.jobs) == 1)
        assert sent[-1]["found"] == {"done": 1, "total": 7}
        screen.handlers["prepare"](request(side="white"), "ann")
        await until(lambda: pool.cancelled == 1 and len(pool.jobs) == 2)
        assert screen.handlers["stop_preparing"](StopPreparing(type="stop_preparing"), "ann") == {"type": "stopped"}
        await until(lambda: pool.cancelled == 2 and sent[-1].get("stopped"))
        screen.handlers["prepare"](request(), "ann")
        await until(lambda: len(pool.jobs) == 3)
        screen.close()
        await until(lambda: pool.cancelled == 3)

    run(asyncio.wait_for(script(), 60))


def test_jobs_end_when_they_are_asked_to(monkeypatch):
    stops = []
    monkeypatch.setattr(preparing, "heed_stop", stops.append)
    told = []
    monkeypatch.setattr(preparing, "tell_watch", told.append)

    class Engine:
        stopped = 0

        def stop(self):
            self.stopped += 1

    engine = Engine()
    report = preparing._reporter(engine)
    report(1, 9)
    report(2, 9)
    assert told == [{"done": 1, "total": 9}]  # not more often than a person can read
    stops[-1]()
    assert engine.stopped == 1
    with pytest.raises(OutflankError, match="stopped"):
        report(3, 9)
