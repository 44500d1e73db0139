"""What NBoard itself would write, which is a Java program: doubles with all their digits, every move with its time."""

from outflank.rules import BLACK, PASS, Game

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
