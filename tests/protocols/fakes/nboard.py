"""Speaks NBoard's protocol; its value of a position is the disc difference.

Options: answer with spaces (``spaces``), answer with the move alone (``bare``), and repeat its input on standard error
(``tell``).
"""

import random
import sys

from outflank.formats import ggf
from outflank.rules import Game, Position

FLAGS = set(sys.argv[1:])
game, can_go = Game(Position.start()), False
assert input() == "nboard 2"
print("set myname Fake", flush=True)
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if "tell" in FLAGS:
        print(line.strip(), file=sys.stderr, flush=True)
    if command == "quit":
        break
    if command == "set" and rest.startswith("game "):
        (record,) = ggf.read(rest.removeprefix("game "))
        game, can_go = record.game, False
    elif command == "move":
        game.push({"PA": "pass"}.get(rest, rest.lower()))
        can_go = False
    elif command == "ping":
        print("status ready\nlearned\npong", rest, flush=True)
        can_go = True
    elif command == "go":
        assert can_go
        position = game.position
        move = random.choice(position.legal_moves)
        value = position.count(position.turn) - position.count(position.turn.opponent)
        name = "PA" if move == "pass" else move.upper()
        if "bare" in FLAGS:
            print("===", name, flush=True)
        else:
            reply = random.choice(position.play(move).legal_moves or [""])
            print(f"book {name} odd\nsearch {name}{reply} {value} 0 7 thinking\nnodestats 1234 -5.5")
            print(f"=== {name.lower()} {value:.2f} 0.1" if "spaces" in FLAGS else f"=== {name}/{value}/0.1", flush=True)
