"""Every line gets an answer in the protocol's form, and the conversation goes on."""

import random
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.jit import INTERPRETED
from outflank.protocols.cassio import Cassio
from outflank.protocols.edax import Edax
from outflank.protocols.gtp import Gtp
from outflank.protocols.nboard import NBoard
from outflank.rules import Position
from tests.protocols.fake import Conversation
from tests.protocols.process import EngineProcess

CELLS = Position.start().cells
GGF = f"(;GM[Othello]TI[5:00]TY[8]BO[8 {CELLS.replace('X', '*')} *]B[F5/1/2]W[D6];)"
MOVE = "(?:[A-J](?:10|[1-9])|PA)"
NUMBER = r"[+-]?\d+(?:\.\d+)?"

PROTOCOLS = {
    "gtp": (
        Gtp,
        "1 genmove b|2 genmove white|play b f5|play w pass|play b e6|undo|boardsize 6|boardsize 8|clear_board|showboard"
        "|set_level 3|time_settings 300 5 1|time_left b 20 0|time_left w 3 2|known_command x|list_commands|komi 6.5"
        "|reg_genmove b|final_score|outflank-values|gogui-rules_board|loadsgf nowhere 3|set_game Othello|# interrupt",
        re.compile(r"[=?]\d*(?: .*)?\n", re.DOTALL),
    ),
    "nboard": (
        NBoard,
        f"nboard 2|set depth 3|set game {GGF}|set contempt 5|move F5/1/2|move PA|f5|d6|hint 3|go|ping 12|learn|analyze",
        re.compile(
            rf"set myname [A-Za-z0-9]+|status.*|nodestats \d+ \d+\.\d+|pong.*|learned|analysis \d+ {NUMBER}"
            rf"|search (?:{MOVE})+ {NUMBER} 0 (?:\d+|100%|100%W) .*|=== {MOVE}(?:/(?:{NUMBER})?/{NUMBER})?"
        ),
    ),
    "cassio": (
        Cassio,
        f"ENGINE-PROTOCOL init|ENGINE-PROTOCOL midgame-search {CELLS}X -64.0 64.0 4 73|"
        f"|ENGINE-PROTOCOL get-search-infos|ENGINE-PROTOCOL endgame-search {'X' * 40}{'O' * 16}------XOX -64 64 100"
        "|ENGINE-PROTOCOL stop"
        "|ENGINE-PROTOCOL new-position|ENGINE-PROTOCOL empty-hash|ENGINE-PROTOCOL get-version",
        re.compile(
            r"ready\.|ok\.|ERROR: .*|version: .*|node \d+, time \d+\.\d+"
            rf"|[XO-]{{65}}, move (?:{MOVE}|--), depth \d+, @\d+%, [BW]{NUMBER} <= v <= [BW]{NUMBER}, (?:{MOVE})*,"
            r" node \d+, time \d+\.\d+",
            re.IGNORECASE,
        ),
    ),
    "edax": (
        Edax,
        f"init|new|setboard {CELLS} X|play f5d6|f5|d6|undo|redo|go|hint 2|mode 3|mode 0|level 2|depth 3|time 0.01"
        "|game-time 1:00|verbose 0|ponder on|solve nowhere|analyze 2|stop|version",
        re.compile(r"[^\n]*"),
    ),
}
"""Of each protocol its class, some good lines, and what an answer looks like."""


def good_lines(protocol):
    return PROTOCOLS[protocol][1].split("|")


def mutated(line, source):
    """A line with something missing, doubled, changed or added."""
    at, length = source.randrange(len(line) + 1), source.randrange(1, 5)
    match source.randrange(5):
        case 0:
            return line[:at] + line[at + length :]
        case 1:
            return line[:at] + line[at : at + length] * 3 + line[at + length :]
        case 2:
            return line[:at] + "".join(chr(source.randrange(1, 0x300)) for _ in range(length)) + line[at:]
        case 3:
            return line[:at] + str(source.randrange(-(10**9), 10 ** source.randrange(1, 30))) + line[at + length :]
        case _:
            return line.swapcase()


@pytest.mark.parametrize("protocol", PROTOCOLS)
@given(seed=st.integers(0, 2**32))
def test_every_line_gets_an_answer_in_the_protocols_form(protocol, seed):
    make, _, answer = PROTOCOLS[protocol]
    talk, source = Conversation(make, ponders=True), random.Random(seed)
    for _ in range(60):
        line = source.choice(good_lines(protocol))
        if source.random() < 0.6:
            line = mutated(line, source).replace("\n", "").replace("\r", "")
        for said in talk(line):
            assert answer.fullmatch(said), (line, said)
        if source.random() < 0.3:
            running = [each for each in talk.thinker.thoughts if not each.is_over]
            for each in running[:1]:
                talk.lines.clear()
                each.finish()
                assert all(answer.fullmatch(said) for said in talk.lines), (line, talk.lines)
    assert not talk.dialogue.is_over or "quit" in line


@pytest.mark.parametrize("protocol", PROTOCOLS)
@given(line=st.text())
def test_text_of_any_kind_does_no_harm(protocol, line):
    make, _, answer = PROTOCOLS[protocol]
    talk = Conversation(make)
    assert all(answer.fullmatch(said) for said in talk(line.replace("\n", " ")))


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="takes long")
@pytest.mark.parametrize(
    ("protocol", "first", "answer", "last", "end"),
    [
        ("gtp", "genmove b", "= D3", "99 name", "=99 Outflank"),
        ("nboard", "go", "=== D3", "ping 99", "pong 99"),
        ("cassio", good_lines("cassio")[1], "ready.", "ENGINE-PROTOCOL get-version", "version: Outflank"),
        ("edax", "go", "Outflank plays D3", "version", "Outflank 0"),
    ],
)
def test_the_engine_itself_survives_some_hundred_lines(protocol, first, answer, last, end):
    source = random.Random(protocol)
    with EngineProcess(protocol, "--depth", 3) as engine:
        engine.say(first)
        engine.until(answer)  # with this, the engine has been loaded
        for number in range(150):
            line = source.choice(good_lines(protocol))
            if source.random() < 0.5:
                line = mutated(line, source).replace("\n", "").replace("\r", "")
            engine.say(line)
            if number % 20 == 0:
                time.sleep(0.01)
        engine.process.stdin.flush()
        engine.process.stdin.buffer.write(b"\xff\xfe\n" + b"x" * 150_000 + b"\n\0\n")
        if protocol in ("cassio", "gtp"):  # whose commands wait for each other
            engine.say({"cassio": "ENGINE-PROTOCOL stop", "gtp": "# interrupt"}[protocol])
        engine.say("stop" if protocol == "edax" else "", last)
        engine.until(end, seconds=30)
        engine.close_input()
        assert engine.end() == (0, "")
