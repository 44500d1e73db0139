"""The contract of hosted engines, by small engines of our own, and by a real one where it is installed."""

import os
import shutil
from pathlib import Path

import pytest

from tests.contracts import hosted
from tests.ending import descendants
from tests.protocols.fakes import fake

RHINO = shutil.which("gtp-rhino") or "/usr/games/gtp-rhino"
needs_rhino = pytest.mark.skipif(not Path(RHINO).exists(), reason="gtp-rhino is not installed")


def difference(position):
    return position.count(position.turn) - position.count(position.turn.opponent)


VALUED = [
    f"nboard:{fake('nboard')}",
    f"nboard:{fake('nboard', 'spaces')}",
    f"edax:{fake('edax')}",
    f"egaroucid:{fake('egaroucid')}",
    f"egaroucid:{fake('egaroucid', 'noisy', '-q')}",
]
PLAIN = [
    f"nboard:{fake('nboard', 'bare')}",
    f"gtp:{fake('gtp', 'load')}",
    f"gtp:{fake('gtp', 'load', 'bare', 'lower')}",
    f"gtp:{fake('gtp', 'load', 'space', 'passes')}",
    f"edax:{fake('edax', 'quiet')}",
]
REAL = [pytest.param(f"gtp:{RHINO} -l 1", marks=needs_rhino)]


@pytest.fixture(autouse=True)
def nothing_left():
    before = descendants(os.getpid())
    yield
    hosted.check_no_process_is_left(before)


@pytest.mark.parametrize("name", VALUED + PLAIN + REAL, ids=str)
def test_it_plays_games(name):
    hosted.check_plays_games(name)


def test_an_engine_without_boards_plays_from_openings():
    hosted.check_plays_games(f"gtp:{fake('gtp')}", boards=False)


@pytest.mark.parametrize("name", VALUED, ids=str)
def test_values_are_for_the_side_to_move(name):
    hosted.check_answers(name, value=difference)


@pytest.mark.parametrize("name", PLAIN + REAL, ids=str)
def test_it_answers_as_players_must(name):
    hosted.check_answers(name)


@pytest.mark.parametrize("name", [VALUED[0], PLAIN[1], VALUED[2], VALUED[3], *REAL], ids=str)
@pytest.mark.parametrize(
    "check", [hosted.check_passes_without_being_asked, hosted.check_goes_on_after_it_was_killed, hosted.check_stops]
)
def test_it_keeps_the_contract(name, check):
    check(name)
