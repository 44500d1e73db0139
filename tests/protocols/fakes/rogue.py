"""An engine that speaks all protocols a little, and misbehaves: `rogue.py MODE`."""

import os
import signal
import subprocess
import sys
import time

from outflank.formats import ggf
from outflank.rules import Game, Position

MODE = sys.argv[1]
SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]

if MODE == "dies at start":
    print("no licence", file=sys.stderr)
    sys.exit(7)
if MODE == "stubborn":
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    subprocess.Popen(SLEEPER, start_new_session=True)
if MODE == "chatters" and os.fork() == 0:
    while True:
        os.write(2, b"warning: all is well\n")


def say(text):
    print(text, flush=True)


def misbehave(answer):
    """The text sent instead of an answer."""
    if MODE == "never":
        time.sleep(60)
    elif MODE == "dies":
        print("out of memory", file=sys.stderr)
        sys.exit(8)
    elif MODE == "illegal":
        say(answer("a1"))
    elif MODE == "rubbish":
        say("!§$%&/()=?`")
        say(answer("hello"))
    elif MODE == "floods":
        block = b"thinking about it\n" * 4096
        for _ in range(100_000_000 // len(block)):
            os.write(1, block)
        os.write(1, b"x" * 10_000_000)
        time.sleep(60)
    elif MODE == "half a line":
        print(answer("f5")[:3].strip(), end="", flush=True)
        time.sleep(60)
    elif MODE == "bytes":
        os.write(1, "Gr\xfc\xdfe \x00\x00".encode("latin-1") + b"\xff\xfe\n\x00\n")
        say(answer("\x00f5"))
    elif MODE == "late":
        time.sleep(3)
        say(answer(legal()))
    elif MODE == "closes":
        os.close(1)
        time.sleep(60)
    elif MODE == "twice":
        say(answer(legal()))
        say(answer("a1"))
    else:
        say(answer(legal()))


game = Game()
number = ""


def legal():
    return game.position.legal_moves[0]


def gtp(move):
    return f"={number} {move}\n"


def nboard(move):
    return f"=== {move}"


def edax(move):
    return f"Edax plays {move}"


def egaroucid(move):
    return f"{move} 0"


protocol = edax if MODE and "-edax" in sys.argv else egaroucid
for line in sys.stdin if MODE != "stubborn" else iter(sys.stdin.readline, None):
    if not line:  # the end of input, of which it takes no notice
        time.sleep(60)
    words = line.split()
    number = words.pop(0) if words[0].isdecimal() else ""
    command = words.pop(0)
    if command == "nboard":
        protocol = nboard
    elif command == "ping":
        say(f"pong {words[0]}")
    elif command == "clear_board":
        game = Game()
        say(f"={number}\n")
    elif command == "play":
        game.push("pass" if words[1] == "PASS" else words[1])
        say(f"={number}\n")
    elif command == "move":
        game.push("pass" if words[0] == "PA" else words[0])
    elif command == "set" and words[0] == "game":
        game = ggf.read(line.partition("game ")[2])[0].game
    elif command == "setboard":
        game = Game(Position.parse(" ".join(words)))
    elif command == "genmove":
        misbehave(gtp)
        game.push(legal())
    elif command == "go":
        misbehave(protocol)
    elif command == "quit" and MODE != "stubborn":
        sys.exit()
    elif number:
        say(f"={number}\n")
    else:
        say("")
