"""The engine's analysis as a command shows it: each depth on a line while it goes on, Ctrl-C to have enough."""

import argparse
import contextlib
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outflank.engine import Analysis
    from outflank.play import Decision
    from outflank.rules import Position

_SECONDS, _TOP = 5.0, 3  # unless the options say otherwise


def deepened(position: "Position", options: argparse.Namespace) -> "Decision":
    """What the engine thinks of the best moves of a position that is not over, within the options' limits."""
    from outflank.engine import Engine
    from outflank.play import Decision

    engine = Engine(options.memory, options.threads)
    is_limited = options.depth or options.time or options.nodes
    known: list[Analysis] = []

    def watch(analysis: "Analysis") -> None:
        known.append(analysis)
        if sys.stderr.isatty():
            print(_line(analysis), file=sys.stderr, flush=True)

    with contextlib.suppress(KeyboardInterrupt):  # what is known by then is the answer
        analysis = engine.analyse(
            position,
            depth=options.depth,
            seconds=options.time if is_limited else _SECONDS,
            nodes=options.nodes,
            top=options.top or _TOP,
            watch=watch,
        )
        known.append(analysis)
    if not known:
        raise KeyboardInterrupt
    last = known[-1]
    return Decision(last.best, last.moves, last.nodes, last.seconds)


def _line(analysis: "Analysis") -> str:
    """Depth, value, speed and line of an analysis that goes on."""
    best = analysis.moves[0]
    depth = f"{analysis.depth}@{analysis.selectivity}%" if analysis.selectivity < 100 else str(analysis.depth)
    speed = analysis.nodes / max(analysis.seconds, 1e-6) / 1e6
    line = " ".join(map(str, best.pv[:10]))
    return (
        f"{depth:>6} {best.verdict:>12} {analysis.seconds:8.2f} s {analysis.nodes:>14,} nodes {speed:5.1f} M/s  {line}"
    )
