"""Whole games in NBoard, as the Java program writes them, with Outflank as either side."""

import pytest

from outflank.jit import INTERPRETED
from outflank.rules import BLACK, PASS, WHITE, Game
from tests.ending import COMMAND
from tests.guis import games
from tests.guis.nboard_client import NBoard

pytestmark = pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled is too slow for it")

SECONDS = (30.958000000000002, 0.1 + 0.2, 1e-4, 12.0, 7.300000000000001, 1e-5)
"""Times as sums of doubles come out; the small ones Java prints with an exponent."""


def double(number):
    """A double as Java prints it: ``30.958000000000002``, ``12.0``, ``1.0E-4``."""
    if number and abs(number) < 1e-3:
        mantissa, exponent = f"{number:e}".split("e")
        return f"{float(mantissa)}E{int(exponent)}"
    return repr(float(number))


def name(move):
    """A move as NBoard writes it."""
    return "PA" if move == PASS else move.upper()


def item(number, move, value=None):
    """A move with its value, if it has one, and its time."""
    return f"{name(move)}/{'' if value is None else double(value)}/{double(SECONDS[number % len(SECONDS)])}"


def ggf(game):
    """A game as NBoard sends it."""
    cells = game.start.cells.replace("X", "*")
    moves = "".join(
        f"{'B' if position.turn is BLACK else 'W'}[{item(number, move)}]"
        for number, (position, move) in enumerate(zip(game.positions, game.moves, strict=False))
    )
    head = "(;GM[Othello]PC[NBoard]DT[2026-11-26 10:00:00 GMT]PB[J\u00f6rg]PW[Outflank]RE[?]TI[15:00//02:00]TY[8]"
    return f"{head}BO[8 {cells} {'*' if game.start.turn is BLACK else 'O'}]{moves};)"


def whole_game(program, start: Game, engine_side):
    """Play a game to its end as NBoard does, the person taking the last legal move; every answer is waited for."""
    game = Game(start.start, start.moves)
    program.send("", "set contempt 0", "set depth 3\r", "nonsense of a later version")
    program.unknown.clear()
    n_passes = 0
    while not game.is_over:
        number, turn = len(game.moves), game.position.turn
        if number % 7 == 0:  # its user has gone back and forth in the game
            program.game = Game(game.start, game.moves)
            program.send(f"set game {ggf(game)}")
        if turn is engine_side:
            program.sync()
            request = program.ask("go")
            program.hear_until(lambda request=request: request.is_answered, what="===")
            (answer,) = request.of("===")
            move, value = answer.move, answer.value
        else:
            program.hint(4, 2)
            program.sync()
            move, value = game.position.legal_moves[-1], None
        n_passes += move == PASS
        game.push(move)
        program.game.push(move)
        program.send(f"move {item(number, move, value)}\r")
    program.send(f"set game {ggf(game)}")
    found = program.analyse()
    program.learn()
    return game, found, n_passes


@pytest.mark.parametrize(
    ("number", "text"),
    [(30.958000000000002, "30.958000000000002"), (12, "12.0"), (1e-4, "1.0E-4"), (0.1 + 0.2, "0.30000000000000004")],
)
def test_numbers_are_those_of_java(number, text):
    assert double(number) == text


def test_a_move_has_value_and_time_behind_it():
    assert item(0, "f5") == "F5//30.958000000000002"
    assert item(2, "pass", -1.5) == "PA/-1.5/1.0E-4"


@pytest.mark.parametrize("side", [BLACK, WHITE], ids=["black", "white"])
@pytest.mark.parametrize("start", [Game(), games.game_with_pass(3, 30)], ids=["start", "pass"])
def test_a_whole_game(side, start):
    with NBoard((*COMMAND, "engine", "--protocol", "nboard"), depth=3) as program:
        program.game = Game(start.start, start.moves)
        program.send(f"set game {ggf(start)}")
        game, found, n_passes = whole_game(program, start, side)
        assert game.is_over
        assert n_passes or not start.moves
        assert sorted(found) == list(range(len(game.moves) + 1))
        assert found[len(game.moves)] == game.position.scores[game.position.turn]
        assert program.unknown == []
        assert not (program.status or "").startswith("this")
        assert program.quit()[0] == 0
