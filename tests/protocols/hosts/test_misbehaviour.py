"""One engine that misbehaves in many ways: each is a forfeit in one line, in time, and leaves nothing behind."""

import os
import re
import time

import pytest

from outflank.errors import OutflankError, ProgramError
from outflank.matches.api import match_plan, pairings
from outflank.matches.game import play_pairing
from outflank.play import TimeControl, create
from outflank.rules import Position
from tests.contracts.hosted import check_no_process_is_left
from tests.ending import descendants
from tests.protocols.fakes import fake

START = Position.start()
PROTOCOLS = ("gtp", "nboard", "edax", "egaroucid")

LATE = r"time: no move in time after 0\.[5-9]\d* s \(0\.5/move\)"
FAULTS = {
    "never": LATE,
    "half a line": LATE,
    "late": LATE,
    "floods": LATE,
    "dies at start": r"crash: it ended \(exit code 7\): 'no licence'",
    "dies": r"crash: it ended \(exit code 8\): 'out of memory'",
    "illegal": r"illegal move: (Black|White) cannot play a1: it turns over no disc",
    "rubbish": r"illegal move: expected a square from a1 to h8, got 'hello'",
    "bytes": r"illegal move: expected a square from a1 to h8, got '.x00f5'",
    "closes": r"crash: it closed its output or its input but did not exit",
}
HARMLESS = ("stubborn", "chatters", "twice")
CONSOLES = ("edax", "egaroucid")


def rogue(protocol, mode):
    more = {"edax": ["-edax"], "egaroucid": ["-q"]}.get(protocol, [])
    return f"{protocol}:{fake('rogue', mode, *more)}"


@pytest.fixture(autouse=True)
def nothing_left():
    before = descendants(os.getpid())
    yield
    check_no_process_is_left(before)


def match(name, seconds=60.0):
    """Why the first of two players forfeited a game from an opening; None if it did not."""
    first = pairings(match_plan([name, "first"], start=START, games=2, openings="random:4", seed=1))[0]
    result = play_pairing([name, "first"], first, TimeControl(seconds, per_move=True))
    return None if result.forfeited is None else f"{result.fault}: {result.reason}"


def check_forfeit(protocol, mode):
    """Other output of a console is no answer, so time runs out before it answers rubbish."""
    reason = LATE if protocol in CONSOLES and mode in ("rubbish", "bytes") else FAULTS[mode]
    began = time.monotonic()
    why = match(rogue(protocol, mode), 0.5 if reason is LATE else 60.0)
    assert why is not None
    assert re.fullmatch(reason, why)
    assert time.monotonic() - began < 40


@pytest.mark.parametrize("mode", FAULTS)
def test_a_fault_is_a_forfeit_of_one_line(mode):
    check_forfeit("gtp", mode)


@pytest.mark.slow
@pytest.mark.parametrize("mode", FAULTS)
@pytest.mark.parametrize("protocol", ["nboard", *CONSOLES])
def test_it_is_so_in_all_protocols(protocol, mode):
    check_forfeit(protocol, mode)


@pytest.mark.parametrize("mode", HARMLESS)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_does_no_harm_is_no_fault(protocol, mode):
    """Ignoring the end, chatter on standard error, and answering twice, which a console cannot tell apart."""
    why = match(rogue(protocol, mode))
    assert why is None or (mode == "twice" and protocol in CONSOLES and why.startswith("illegal move: "))


@pytest.mark.parametrize(
    ("mode", "patience", "message"),
    [
        ("never", 0.3, r"did not answer within 0\.3 s"),
        ("half a line", 0.3, r"did not answer within 0\.3 s"),
        ("dies", 20, r"ended \(exit code 8\): 'out of memory'"),
        ("closes", 20, "closed its output or its input but did not exit"),
    ],
)
def test_without_a_clock_patience_ends(mode, patience, message):
    began = time.monotonic()
    player = create(f"gtp:command={fake('rogue', mode)},patience={patience}")
    with pytest.raises(ProgramError) as caught:
        player.choose(START)
    assert re.fullmatch(message, str(caught.value))
    assert time.monotonic() - began < 40


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_after_a_question_without_an_answer_it_is_started_anew(protocol):
    """So that the late answer is not taken for that to the next question."""
    player = create(rogue(protocol, "late").replace(":", ':command="', 1) + '",patience=0.3')
    for _ in range(2):
        with pytest.raises(ProgramError, match=r"^did not answer within 0\.3 s$"):
            player.choose(START)
        assert player._process is None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gtp:nosuchprogram", "there is no program 'nosuchprogram' in any folder on the PATH"),
        ("nboard:", "expected command=…, or its value alone after the colon"),
        ("edax:'", 'cannot read the command "\'": no closing quotation'),
        ("gtp:command=ls,folder=/nowhere", "there is no folder '/nowhere'"),
        ("gtp:command=ls,patience=0", "expected patience above 0 and at most 86400 (seconds), got 0"),
    ],
)
def test_what_cannot_be_started_is_refused_before_the_match(name, message):
    with pytest.raises(OutflankError) as caught:
        match(name)
    assert str(caught.value).endswith(message)
    assert "\n" not in str(caught.value)
