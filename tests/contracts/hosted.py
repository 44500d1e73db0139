"""What every hosted engine must do: called with its name as the registry knows it."""

import os
import random
import sys
import threading
import time

import pytest

from outflank.errors import ProgramError
from outflank.play import TimeLeft, create, play_game
from outflank.rules import PASS, Game, Position
from tests.contracts.player import check_answer, check_refuses_a_finished_game
from tests.ending import descendants

PASSING = Position.parse("XO" + "-" * 62 + " O")  # White has no move, Black has one
RANDOM = Game(moves="f5d6c3d3c4f4f6f3e6e7")


def check_no_process_is_left(before):
    """The processes below this one are those that were there before."""
    if sys.platform == "linux":
        until = time.monotonic() + 60
        while (left := descendants(os.getpid()) - before) and time.monotonic() < until:
            time.sleep(0.01)
        assert left == set()


def check_plays_games(name, *, boards=True):
    """It plays whole games, from the usual start, from an opening, and from a board if it takes `boards`."""
    starts = [Game(), RANDOM] + [Game(RANDOM.position)] * boards
    for seat, start in enumerate(starts):
        player = create(name, plays=start.position)
        players = [player, "random"] if seat % 2 else ["random", player]
        match = play_game(start, players)
        assert match.forfeit is None
        assert match.position.is_over
        player.close()


def check_answers(name, *, value=None):
    """It answers as players must; with the value that `value` has for a position, in the mover's view."""
    player = create(name)
    check_refuses_a_finished_game(player, Position.parse("X" * 64))
    position = Position.start()
    generator = random.Random(1)
    for _ in range(20):
        answer = player.choose(position, TimeLeft(60, 1))
        check_answer(position, answer)
        if value is not None:
            assert answer.value == value(position)
        position = position.play(answer.move)
        if not position.is_over:
            position = position.play(generator.choice(position.legal_moves))
    player.close()


def check_passes_without_being_asked(name):
    player = create(name)
    assert player.choose(PASSING).move == PASS
    assert player._process is None
    player.close()


def check_goes_on_after_it_was_killed(name):
    """Once in a game; then it has ended."""
    player = create(name)
    position = Position.start()
    for _ in range(2):
        position = position.play(player.choose(position).move)
    player._process.end()
    move = player.choose(position).move
    assert move in position.legal_moves
    player._process.end()
    with pytest.raises(ProgramError, match=r"^ended \("):
        player.choose(position.play(move))
    player.close()


def check_stops(name):
    """One that is asked something that takes long, and is stopped, says so; and it can be asked again."""
    player = create(name)
    player.choose(Position.start())
    player.stop()  # while it is not asked, this changes nothing
    ask = player.ask

    def hear_for_ever(line, time_left):
        while True:
            player.hear()

    player.ask = hear_for_ever
    threading.Timer(0.1, player.stop).start()
    with pytest.raises(ProgramError, match=r"^was stopped$"):
        player.choose(Position.start())
    player.ask = ask
    assert player.choose(Position.start()).move in Position.start().legal_moves
    player.close()
