"""Egaroucid's console; its value of a position is the difference of discs. Quiet unless told to be ``noisy``."""

import random
import sys

from outflank.rules import Position

FLAGS = set(sys.argv[1:])
assert {"-quiet", "-showvalue"} <= FLAGS or "-q" in FLAGS
position = Position.start()
for line in sys.stdin:
    print("> ", end="", file=sys.stderr, flush=True)
    command, _, rest = line.strip().partition(" ")
    if "tell" in FLAGS:
        print(line.strip(), file=sys.stderr, flush=True)
    if command == "quit":
        break
    if command == "setboard":
        position = Position.parse(rest)
    elif command == "go":
        move = random.choice(position.legal_moves)
        value = position.count(position.turn) - position.count(position.turn.opponent)
        position = position.play(move)
        if "noisy" in FLAGS:
            print("|          Level|          Depth|           Move|          Score|           Time|")
            print(f"|             21|         21@73%|             {move}|  {value:+d}|       0.01|", flush=True)
        else:
            print(move, value, flush=True)
    else:
        print(f"[ERROR] command `{command}` not found", flush=True)
