"""Puzzles of one's own games, made on the page: which games are searched, and what becomes of what is found."""

import asyncio

import pytest

from outflank.errors import OutflankError
from outflank.practice.choosing import puzzles_of
from outflank.practice.deck import digest_of
from outflank.practice.puzzles import shipped
from outflank.rules import Position
from outflank.web.games.own_games import OwnGames
from outflank.web.pages.practice import OwnPractice
from outflank.web.pages.practice_messages import MakePuzzles, Practice
from tests.web.conftest import run
from tests.web.ended_games import keep, random_moves

START = Position.start().board_string


class Warm:
    async def wait(self, _tell):
        pass


class Analysts:
    """Find two puzzles in each game."""

    def __init__(self):
        self.jobs, self.go_on = [], asyncio.Event()
        self.go_on.set()

    async def run(self, *job):
        self.jobs.append(job)
        number = 2 * len(self.jobs)
        await self.go_on.wait()
        return [puzzle.to_line() for puzzle in shipped()[number : number + 2]]


@pytest.fixture
def practice(store):
    found = OwnPractice(None, OwnGames(store), Analysts(), Warm())
    yield found
    found.close()


def make(practice, person="*"):
    return practice.handlers["make_puzzles"](MakePuzzles(type="make_puzzles"), person)


def test_own_games_are_searched_one_by_one_the_newest_first_and_never_again(practice, store):
    keep(store, 1, seats=("human", "level1"), reviewed=False)
    keep(store, 2, seats=("coco", "human"), reviewed=False)
    keep(store, 3, seats=("level1", "coco"), reviewed=False)  # nobody's
    keep(store, 4, moves=random_moves(4)[:20], reviewed=False)  # not ended

    async def ask():
        before = await practice.handlers["practice"](Practice(type="practice"), "*")
        return before, [await make(practice) for _ in range(3)]

    before, found = run(ask())
    assert (before["unsearched"], before["own"]) == (2, 0)
    assert [(each["new"], each["own"], each["unsearched"]) for each in found] == [(2, 2, 1), (2, 4, 0), (0, 4, 0)]
    assert [(job, tuple(moves), sides, missed) for job, _start, moves, sides, missed in practice._analysts.jobs] == [
        (puzzles_of, random_moves(2), [1], True),
        (puzzles_of, random_moves(1), [0], True),
    ]


def test_two_tabs_at_once_search_two_games(practice, store):
    for number in (1, 2):
        keep(store, number, reviewed=False)
    analysts = practice._analysts

    async def ask():
        analysts.go_on.clear()
        both = [asyncio.create_task(make(practice)) for _ in range(3)]
        while len(analysts.jobs) < 2:
            await asyncio.sleep(0.01)
        analysts.go_on.set()
        return await asyncio.gather(*both)

    found = run(ask())
    assert sorted(each["new"] for each in found) == [0, 2, 2]
    assert len({tuple(moves) for _job, _start, moves, *_ in analysts.jobs}) == 2


def test_a_game_that_was_searched_for_all_puzzles_at_the_terminal_is_done(practice, store):
    keep(store, 1, reviewed=False)
    digest = digest_of(START, random_moves(1), [0], missed=False)
    run(practice._with("*", lambda deck: deck.add_puzzles(digest, [], "games.txt")))
    assert run(make(practice)) == {"type": "made_puzzles", "new": 0, "own": 0, "unsearched": 0}


def test_a_search_that_fails_is_an_error_and_can_be_asked_for_again(practice, store, monkeypatch):
    keep(store, 1, reviewed=False)
    analysts = practice._analysts

    async def fail(*_job):
        raise OutflankError("the engine process ended unexpectedly")

    with monkeypatch.context() as patched:
        patched.setattr(analysts, "run", fail)
        with pytest.raises(OutflankError):
            run(make(practice))
    assert run(make(practice))["new"] == 2
