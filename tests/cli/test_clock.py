"""A person's clock."""

import sys
import time
from functools import partial

import pytest

from outflank.cli.main import main
from outflank.sessions import playing
from outflank.sessions.turn_clock import TurnClock

LOST = "Black (human) forfeits the game: time: no move in time"


class Slow:
    """Standard input from a person who takes so many seconds for each line."""

    def __init__(self, wait, lines):
        self.wait, self.lines = wait, list(lines)

    def isatty(self):
        return False

    def readline(self, _limit):
        if not self.lines:
            return ""
        seconds, line = self.lines.pop(0)
        self.wait(seconds)
        return line + "\n"


@pytest.fixture
def slowly(monkeypatch, capsys):
    """A game in which the seconds of the people pass in no time."""

    def run(*lines, control, white="human"):
        now = [0.0]

        def wait(seconds):
            now[0] += seconds

        monkeypatch.setattr(playing, "TurnClock", partial(TurnClock, now=lambda: now[0]))
        monkeypatch.setattr(sys, "stdin", Slow(wait, lines))
        code = main(["play", "--no-save", "--quiet", "--time", control, "--white", white])
        return code, capsys.readouterr().out

    return run


def test_the_flag_falls_while_a_person_thinks(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", Slow(time.sleep, [(60, "f5")]))
    began = time.perf_counter()
    assert main(["play", "--no-save", "--quiet", "--time", "0.2", "--white", "human"]) == 1
    assert 0.2 <= time.perf_counter() - began < 30
    assert f"{LOST} (0.2+0)." in capsys.readouterr().out


@pytest.mark.parametrize("control", ["30/move", "30+50"])
def test_commands_do_not_wind_up_the_clock(slowly, control):
    code, out = slowly(*[(8, "moves")] * 10, control=control)
    assert code == 1
    assert LOST in out
    assert out.count("No move has been played.") == 3


@pytest.mark.parametrize("control", ["20/move", "20+20"])
def test_every_move_gets_its_own_time_or_an_increment(slowly, control):
    code, out = slowly(*[(19, move) for move in ("f5", "d6", "c3", "d3", "c4")], control=control)
    assert code == 0
    assert "Transcript: f5d6c3d3c4\n" in out


def test_without_an_increment_the_times_of_a_sides_moves_add_up(slowly):
    code, out = slowly((15, "f5"), (39, "d6"), (15, "c3"), (0, "d3"), (15, "c4"), control="40")
    assert code == 1
    assert LOST in out
    assert "Transcript: f5d6c3d3\n" in out


def test_the_prompt_tells_the_time_left(slowly):
    out = slowly((15, "f5"), (0, "d6"), (2.5, "moves"), (0, "quit"), control="40+1")[1]
    assert "Black (X) to move [40.0 s]: f5" in out
    assert "White (O) to move [40.0 s]: d6" in out
    assert "Black (X) to move [26.0 s]: moves" in out
    assert "Black (X) to move [23.5 s]: quit" in out


def test_a_turn_after_undo_begins_anew(slowly):
    code, out = slowly((20, "f5"), (20, "undo"), (20, "d3"), control="30/move")
    assert code == 0
    assert "Transcript: d3\n" in out


def test_a_computer_keeps_to_the_clock_whatever_its_own_limit(slowly):
    began = time.perf_counter()
    code, out = slowly((0, "f5"), (0, "quit"), control="1", white="deepening:time=60")
    assert code == 0
    assert "White (deepening:time=60) plays" in out
    assert time.perf_counter() - began < 30
