"""`outflank warm`: compile everything for this processor now, instead of at first use."""

import argparse
import sys
import time
from functools import cache

from outflank import jit
from outflank.cli.arguments import Commands


def add_parser(commands: Commands) -> None:
    """Declare the command."""
    parser = commands.add_parser(
        "warm",
        help="compile now, once for this processor",
        description="Compile all kernels now, so that no later command has to wait for it.",
        epilog="Example: outflank warm",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:  # noqa: ARG001
    """Compile and say where it went."""
    began = time.perf_counter()
    jit.on_compile = None  # the modules are listed
    jit.warm(lambda module: print(f"{module} …", flush=True))
    folder = jit.cache_folder()
    print(f"Ready in {time.perf_counter() - began:.1f} s; kept in {folder or 'memory only: no folder can be written'}.")
    return 0


@cache
def say_once() -> None:
    """Tell the person who waits that something is being compiled, the first time."""
    print("compiling for this processor, once …", file=sys.stderr, flush=True)
