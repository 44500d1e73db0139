"""The clients refuse what the protocols forbid, said by engines that answer as they are told."""

import sys

import pytest

from tests.guis.cassio_client import Cassio
from tests.guis.dialogue import BrokenProtocolError
from tests.guis.games import random_game
from tests.guis.nboard_client import NBoard

ENGINE = """
import sys
answers = dict(zip(sys.argv[1::2], sys.argv[2::2]))
for line in sys.stdin:
    for begin, answer in answers.items():
        if line.startswith(begin):
            print(answer.replace("<n>", line.split()[-1]) if answer else "", end="\\n" if answer else "", flush=True)
            break
"""


def engine(**answers):
    """An engine that answers lines by how they begin, with ``<n>`` for the last word of the line."""
    return (sys.executable, "-c", ENGINE, *(word for pair in answers.items() for word in pair))


def nboard(**answers):
    return NBoard(engine(**({"nboard": "set myname Outflank", "ping": "pong <n>"} | answers)))


def heard_by_nboard(kind, answer, n=0):
    """What NBoard makes of an answer at the start of a game."""
    with nboard(**{kind: answer}) as client:
        request = client.ask(kind, n)
        for _ in answer.splitlines():
            assert client.hear(20) is not None
        return request


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("go", "=== a1"),
        ("go", "=== PA"),
        ("go", "=== F5\n=== F5"),
        ("go", "learned"),
        ("go", "=== F5/65.00"),
        ("hint", "=== F5"),
        ("hint", "search F5 1.00 1 3"),
        ("hint", "search F5F6F4 1.00 0 3"),
        ("hint", "search F5 1.00 0 99%"),
        ("hint", "search F5 3.00 0 100%"),
        ("hint", "search F5 -64.50 0 5"),
        ("hint", "search F5 1.00 0 5\nsearch F5 1.00 0 4"),
        ("hint", "set myname Out-Flank"),
        ("hint", "pong 7"),
        ("analyze", "analysis 1 0.00"),
    ],
)
def test_nboard_refuses(kind, answer):
    with pytest.raises(BrokenProtocolError):
        heard_by_nboard(kind, answer, 3)


def test_nboard_refuses_thoughts_after_the_pong():
    with (
        nboard(ping="pong <n>\nsearch F5 1.00 0 3") as client,
        pytest.raises(BrokenProtocolError, match="nothing asked"),
    ):
        client.hear(20)


def test_nboard_wants_a_name():
    with pytest.raises(BrokenProtocolError, match="myname"):
        nboard(nboard="status")


POSITION = random_game(1, 9).position
BOARD = POSITION.cells.replace(".", "-") + "XO"[POSITION.turn]
MOVE = POSITION.legal_moves[0]
SAID = MOVE if POSITION.turn else MOVE.upper()
RESULT = f"{BOARD}, move {SAID}, depth 9, @98%, W+4.00 <= v <= W+4.00, {SAID}, node 10, time 0.1"


def heard_by_cassio(answer):
    """What Cassio makes of an answer to a search."""
    prefix = "ENGINE-PROTOCOL "
    with Cassio(engine(**{prefix + "init": "ready.", prefix + "endgame": answer})) as client:
        client.ask_endgame(POSITION)
        for _ in answer.splitlines():
            assert client.hear(20) is not None
        return client


def test_cassio_takes_a_result():
    client = heard_by_cassio(f"node 10, time 0.1\n{RESULT}\nready.")
    [result] = client.finished
    assert (result.move, result.depth, result.precision, result.nodes) == (MOVE, 9, 98, 10)
    assert result.lower == (4 if POSITION.turn else -4)
    assert client.unknown == []


@pytest.mark.parametrize(
    "answer",
    [
        "ready.",
        RESULT.replace(BOARD, BOARD[::-1]),
        RESULT.replace(f"move {SAID}", f"move {SAID.swapcase()}"),
        RESULT.replace(f"move {SAID}", "move D4"),
        RESULT.replace("@98%", "98%"),
        RESULT.replace("<= W+4.00", "<= B+4.00").replace("W+4.00 <=", "W+6.00 <="),
        RESULT.replace("W+4.00,", "W+65.00,"),
        RESULT.replace(f" {SAID}, node", f" {SAID.swapcase()}, node"),
        RESULT.replace(f" {SAID}, node", f" {SAID}{SAID}, node"),
        RESULT + "\n" + RESULT.replace("depth 9", "depth 8"),
        RESULT + "\n" + RESULT.replace("node 10", "node 9"),
        RESULT + "\nready.\n" + RESULT,
        "node 10, time 0.1\nnode 9, time 0.1",
    ],
)
def test_cassio_refuses(answer):
    with pytest.raises(BrokenProtocolError):
        heard_by_cassio(answer)


def test_an_engine_that_ends_is_noticed():
    with pytest.raises(BrokenProtocolError, match="ended its output"):
        Cassio((sys.executable, "-c", "input(); raise SystemExit(3)"))
