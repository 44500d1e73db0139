"""`outflank warm`: compile all code for this processor in advance, so that the first use is not slow."""

import argparse
import sys
import time
from typing import TYPE_CHECKING

from outflank import jit

if TYPE_CHECKING:  # `main` imports this module, and must not load argument types that few commands need
    from outflank.cli.arguments import Commands

_ERASE = "\r\x1b[K"


def add_parser(commands: "Commands") -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "warm",
        help="compile now, once for this processor",
        description="Compile all kernels now, so that later commands do not have to wait.",
        epilog="Example: outflank warm",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:  # noqa: ARG001
    """Compile everything, and print the time taken and the cache folder."""
    began = time.perf_counter()
    jit.warm()
    folder = jit.cache_folder()
    print(
        f"Ready in {time.perf_counter() - began:.1f} s; stored in {folder or 'memory only: no folder can be written'}."
    )
    return 0


class CompileLine:
    """Shows the progress of compilation: a line that updates itself on a terminal, or a single line elsewhere."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._is_shown = False

    def __call__(self, progress: jit.CompileProgress) -> None:
        """Update the line. At the end, it is erased from a terminal."""
        if self._is_terminal:
            print(_ERASE if progress.is_over else f"{_ERASE}{progress}", end="", file=sys.stderr, flush=True)
        elif not (self._is_shown or progress.is_over):
            print(progress, file=sys.stderr, flush=True)
        self._is_shown = True
