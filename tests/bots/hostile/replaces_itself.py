"""Writes another program over its own file, and over the package's."""

import os
import sys


def choose(position):
    done = []
    for path in (__file__, "/opt/outflank/outflank/bots/runner.py", sys.executable):
        try:
            with open(path, "w") as file:
                file.write("print('mine')")
            done.append(path)
        except OSError:
            pass
        try:
            os.replace(path, f"{path}.old")
            done.append(path)
        except OSError:
            pass
    print(f"got: {done or 'nothing'}", file=sys.stderr, flush=True)
    return position.legal_moves[0]
