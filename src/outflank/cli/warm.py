"""`outflank warm`: compile everything for this processor now, not at first use."""

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
    """Compile, and print the time and the cache folder."""
    began = time.perf_counter()
    jit.warm()
    folder = jit.cache_folder()
    print(
        f"Ready in {time.perf_counter() - began:.1f} s; stored in {folder or 'memory only: no folder can be written'}."
    )
    return 0


class CompileLine:
    """Shows the progress of compilation: a line that updates itself on a terminal, a single line elsewhere."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._is_shown = False

    def __call__(self, progress: jit.CompileProgress) -> None:
        """Show the progress; at the end, erase the line on a terminal."""
        if self._is_terminal:
            print(_ERASE if progress.is_over else f"{_ERASE}{progress}", end="", file=sys.stderr, flush=True)
        elif not (self._is_shown or progress.is_over):
            print(progress, file=sys.stderr, flush=True)
        self._is_shown = True
