"""Speaks GTP.

Options: leave out numbers (``bare``), put a space before them (``space``), write in lower case (``lower``), load boards
(``load``), pass by itself and refuse passes (``passes``), know levels (``level``), resign (``resigns``), and repeat its
input on standard error (``tell``).
"""

import random
import sys
from pathlib import Path

from outflank.formats import sgf
from outflank.rules import Position

FLAGS = set(sys.argv[1:])
KNOWN = ["list_commands", "clear_board", "play", "genmove", "quit", "time_settings", "time_left", "boardsize"]
KNOWN += ["loadsgf"] * ("load" in FLAGS) + ["set_level"] * ("level" in FLAGS)


def answer(number, text, sign="="):
    number = "" if "bare" in FLAGS else number
    print(f"{sign}{' ' if 'space' in FLAGS else ''}{number} {text}\n", flush=True)


def turn(colour):
    assert colour in ("black", "white")
    return int(colour == "white")


def after(position):
    return position.play("pass") if "passes" in FLAGS and position.must_pass else position


position = Position.start()
for line in sys.stdin:
    words = line.split()
    number = words.pop(0) if words[0].isdecimal() else ""
    command, *arguments = words
    if "tell" in FLAGS:
        print(line.strip(), file=sys.stderr, flush=True)
    if command == "list_commands":
        answer(number, "\n".join(KNOWN))
    elif command in ("name", "version"):
        answer(number, {"name": "Fake", "version": "1.5"}[command])
    elif command not in KNOWN:
        answer(number, "unknown command", "?")
    elif command == "quit":
        answer(number, "")
        break
    elif command == "clear_board":
        position = Position.start()
        answer(number, "")
    elif command == "loadsgf":
        position = sgf.read(Path(arguments[0]).read_text())[0].position
        answer(number, "")
    elif command == "play" and arguments[1] == "PASS" and "passes" in FLAGS:
        answer(number, "illegal move", "?")
    elif command == "play":
        assert turn(arguments[0]) == position.turn
        position = after(position.play(arguments[1].lower()))
        answer(number, "")
    elif command == "genmove":
        assert turn(arguments[0]) == position.turn
        if "resigns" in FLAGS:
            answer(number, "resign")
            continue
        move = random.choice(position.legal_moves)
        position = after(position.play(move))
        answer(number, move if "lower" in FLAGS else move.upper())
    else:
        answer(number, "")
