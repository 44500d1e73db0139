"""Edax's console; its value of a position is the difference of discs. Shows no table if told to be ``quiet``."""

import random
import sys

from outflank.rules import Position

FLAGS = set(sys.argv[1:])
position, mode = Position.start(), 0
print("\n>", end="", flush=True)
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if "tell" in FLAGS:
        print(line.strip(), file=sys.stderr, flush=True)
    if command in ("quit", "q"):
        break
    if command == "mode":
        mode = int(rest)
    elif command == "setboard":
        position = Position.parse(rest)
    elif command == "go":
        assert mode == 3
        move = random.choice(position.legal_moves)
        value = position.count(position.turn) - position.count(position.turn.opponent)
        position = position.play(move)
        reply = random.choice(position.legal_moves or [""])
        if "quiet" not in FLAGS:
            print("\n depth|score|       time   |  nodes (N)  |   N/s    | principal variation")
            print("------+-----+--------------+-------------+----------+----------------------")
            print(f"   11   {value - 1:+03d}        0:00.001           799     266333 {move.upper()}")
            print(f"12@73%  {value:+03d}        0:00.003          1799     266333 {move} {reply.upper()}")
            print("------+-----+--------------+-------------+----------+----------------------")
        print(f"\nEdax plays {move.upper()}")
    print("\n>", end="", flush=True)
