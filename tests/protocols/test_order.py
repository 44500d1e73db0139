"""Every command is answered, in order and at any speed, with and without pondering."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.jit import INTERPRETED
from outflank.play.limit import Limit
from outflank.protocols.cassio import Cassio
from outflank.protocols.edax import Edax
from outflank.protocols.gtp import Gtp
from outflank.protocols.lines import Unreadable
from outflank.protocols.nboard import NBoard
from outflank.rules import Game
from tests.protocols.fake import Conversation, value
from tests.protocols.process import EngineProcess

pondering = pytest.mark.parametrize("ponders", [False, True], ids=["", "pondering"])
TOO_LONG = "x" * 150
MOVES = ("", "f5", "f5d6", "f5f6")


def bursts(*commands):
    """Some commands, and after how many of them each the oldest search may end."""
    return st.lists(st.tuples(st.sampled_from(commands), st.integers(0, 2)), min_size=1, max_size=25)


def end_oldest(talk):
    """End the search that the thread of the thinker is at; False if it has none, or is at one that never ends."""
    for thought in talk.thinker.thoughts:
        if thought.is_over:
            continue
        if thought.is_dropped:
            thought.is_over = True
            continue
        if thought.asked.get("limit") == Limit() and not thought.is_stopped:
            return False
        thought.finish()
        return True
    return False


def converse(make, said, ponders, hear):
    """All answers to commands that come in bursts, once every search has ended."""
    talk = Conversation(make, ponders=ponders)
    for number, (command, n_ends) in enumerate(said):
        hear(talk, number, command)
        for _ in range(n_ends):
            end_oldest(talk)
    while end_oldest(talk):
        pass
    assert not talk.dialogue.is_busy or talk.thinker.last.asked.get("limit") == Limit()
    return talk.lines


@pondering
@given(
    said=bursts(
        "genmove b", "genmove w", "play b f5", "name", "undo", "clear_board", "reg_genmove b", "outflank-values",
        "# nothing", "", "GENMOVE B", "castle", "loadsgf nowhere", "showboard", "unreadable", "# interrupt",
    )
)  # fmt: skip
def test_gtp(ponders, said):
    def hear(talk, number, command):
        if command == "unreadable":
            talk.dialogue.hear_unreadable(Unreadable(f"{number} play b f5{TOO_LONG}", "too long"))
        else:
            talk.dialogue.hear(command if command[:1] in ("", "#") else f"{number} {command}")

    answers = converse(Gtp, said, ponders, hear)
    numbers = [number for number, (command, _) in enumerate(said) if command[:1] not in ("", "#")]
    assert [int(re.match(r"[=?](\d+)", answer)[1]) for answer in answers] == numbers


@pondering
@given(said=bursts("endgame-search", "midgame-search", "get-version", "", "stop", "STOP", "feed-hash", "unreadable"))
def test_cassio(ponders, said):
    boards = [f"{game.position.cells}{game.position.turn.symbol}" for game in map(Game, [None] * 4, MOVES)]
    expected = []

    def hear(talk, number, command):
        board = boards[number % len(boards)]
        numbers = {"midgame-search": "-64 64 9 73", "endgame-search": "-64 64 100", "feed-hash": "2 2 20 100 F5"}
        if command == "unreadable":
            expected.extend([f"ERROR: {number}", "ready."])
            talk.dialogue.hear_unreadable(Unreadable(f"ENGINE-PROTOCOL endgame-search {TOO_LONG}", str(number)))
            return
        if command.lower() == "stop":
            expected.extend([] if talk.dialogue.is_busy else ["ready."])
        elif command == "get-version":
            expected.extend(["version: Outflank 1.2", "ready."])
        elif command.endswith("search"):
            expected.extend([board, "ready."])
        rest = f" {board} {numbers[command]}" if command in numbers else ""
        talk.dialogue.hear(f"ENGINE-PROTOCOL  {command}{rest}" if command else "")

    answers = converse(Cassio, said, ponders, hear)
    assert [line.split(",")[0] for line in answers if line != "ok."] == expected


@pondering
@given(said=bursts("go", "ping", "hint 2", "analyze", "learn", "move F5", "set depth 3", "set contempt 3", "", "go"))
def test_nboard(ponders, said):
    def hear(talk, number, command):
        talk.dialogue.hear(f"ping {number}" if command == "ping" else command)

    said = [*said, ("set game (;GM[Othello]BO[8 " + Game().position.cells.replace("X", "*") + " *];)", 0), ("go", 0)]
    answers = converse(NBoard, said, ponders, hear)
    pings = [f"pong {number}" for number, (command, _) in enumerate(said) if command == "ping"]
    assert [line for line in answers if line.startswith("pong")] == pings
    assert sum(line == "learned" for line in answers) == sum(command == "learn" for command, _ in said)
    assert [line for line in answers if not line.startswith("nodestats")][-2].startswith("=== ")


@pondering
@given(said=bursts("go", "version", "castle", "hint 1", "stop", "STOP", "init", "setboard XO", "level 60", "mode 3"))
def test_edax(ponders, said):
    def hear(talk, number, command):
        talk.dialogue.hear(f"castle {number}" if command == "castle" else command)

    answers = converse(Edax, said, ponders, hear)
    has_position, expected = True, []
    for number, (command, _) in enumerate(said):
        if command in ("init", "setboard XO"):
            has_position = command == "init"
        if command == "go":
            expected.append("Outflank plays" if has_position else "there is no position")
        elif command == "hint 1":
            expected.append("  depth |score|" if has_position else "there is no position")
        else:
            expected += {
                "version": ["Outflank 1.2"],
                "castle": [f"Unknown command/parameter: 'castle {number}'"],
                "setboard XO": ["expected 16 or 36"],
            }.get(command, [])
    heads = [line for line in answers if re.match("  depth|Outflank|Unknown|there is no|expected", line)]
    assert len(heads) == len(expected)
    assert all(head.startswith(start) for head, start in zip(heads, expected, strict=True)), (heads, expected)


def test_an_interrupt_hurries_earlier_commands_and_not_later_ones():
    talk = Conversation(Edax)
    talk("go", "go", "stop", "go")
    first = talk.thinker.last
    assert first.is_stopped
    first.finish(value("f5", 1))
    second = talk.thinker.last
    assert second.is_stopped
    second.finish(value("d6", 1))
    third = talk.thinker.last
    assert third is not second
    assert not third.is_stopped


def test_a_search_is_never_asked_for_while_another_ponders():
    talk = Conversation(Gtp, ponders=True)
    talk("genmove b", "genmove w", "name")
    for _ in range(2):
        talk.thinker.last.finish()
    assert [answer[:3] for answer in talk.lines[-1:]] == ["= O"]
    thoughts = talk.thinker.thoughts
    assert all(each.is_over or each.is_dropped for each in thoughts[:-1])


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="takes long")
@pytest.mark.parametrize(
    ("protocol", "lines", "last"),
    [
        ("gtp", ["1 genmove b", "2 genmove w", "3 name"], "=3 Outflank"),
        ("edax", ["go", "go", "version"], "Outflank 0"),
        ("nboard", ["go", "move F5", "go", "ping 3"], "pong 3"),
    ],
)
def test_commands_that_come_in_one_piece_are_all_answered_by_an_engine_that_ponders(protocol, lines, last):
    with EngineProcess(protocol, "--level", 2, "--ponder") as engine:
        engine.say(*lines)
        engine.until(last)
