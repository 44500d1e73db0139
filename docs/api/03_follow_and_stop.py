"""Follow an analysis while it goes on, and stop it: from its loop, or from another thread, however early."""

import threading
import time

from outflank import Engine, EngineError, Game

engine = Engine(megabytes=16)
position = Game(moves="f5d6c3d3c4").position

with engine.analysis(position) as analysis:
    for info in analysis:
        print(f"depth {info.depth}: {info.move} {info.chosen.verdict}")
        if info.depth >= 10:
            break

analysis = engine.analysis(position)
analysis.stop()  # at once: it still has a move
print(analysis.wait().move)

analysis = engine.analysis(position)
try:
    engine.analyse(position)
except EngineError as error:
    print(error)

threading.Timer(0.1, analysis.stop).start()
began = time.perf_counter()
result = analysis.wait(timeout=10)
print(f"stopped after {time.perf_counter() - began:.1f} s at depth {result.depth}")
