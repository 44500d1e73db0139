"""`outflank proof`: write the proof of a score on a small board, and check it without the engine."""

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank.cli.arguments import (
    Commands,
    add_game,
    add_json,
    add_shared,
    add_start,
    kind_from,
    print_json,
    start_of,
    whole_number,
)
from outflank.cli.outputs import refuse_to_replace
from outflank.rules import BLACK, WHITE
from outflank.rules.kinds import DiscGame

if TYPE_CHECKING:
    from outflank.proofs.file import Proof
    from outflank.proofs.tree import ProofTree

_LEAVES, _MEGABYTES = 16, 1024
_FILE = "the file of the proof"
_OFTEN = 1.0  # seconds between lines about the progress


def add_parser(commands: Commands) -> None:
    """Add the command to the `outflank` parser."""
    parser = commands.add_parser(
        "proof",
        help="prove a score on a small board, and check the proof with the plain rules",
        description="A proof has one move of each side for every position that the other side can bring about. "
        "Therefore, the score can be checked without the engine that found it.",
        epilog="Example: outflank proof make 6x6.proof --size 6",
    )
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    _add_make(actions)
    check = actions.add_parser(
        "check",
        help="check a proof without the engine",
        description="Unfold a proof with the plain rules, and solve its last positions with a search that shares no "
        "code with the engine. Say in one line that the proof holds, or name the position where it fails; exit code 1 "
        "if it fails.",
        epilog="Example: outflank proof check 6x6.proof --threads 2",
    )
    check.add_argument("file", type=Path, metavar="FILE", help=_FILE)
    add_shared(check, threads="threads that solve the last positions (default: 1)")
    add_json(check)
    check.set_defaults(run=run_check)


def _add_make(actions: Any) -> None:
    make = actions.add_parser(
        "make",
        help="write the proof of a position's score",
        description="Solve a position, and write one move for each position of either side until few squares are "
        "empty. If the file exists, continue it: Ctrl-C, or even a kill, loses only seconds.",
        epilog="Example: outflank proof make 6x6.proof --size 6 --memory 4096 --threads 2",
    )
    make.add_argument("file", type=Path, metavar="FILE", help=f"{_FILE}, new or to be continued")
    add_game(make, DiscGame)
    add_start(make)
    make.add_argument(
        "--leaves",
        type=whole_number(0, 30),
        default=_LEAVES,
        metavar="N",
        help=f"leave positions with N or fewer empty squares to the check (default: {_LEAVES})",
    )
    add_shared(
        make, threads="search threads (default: 1)", memory=f"size of the transposition table (default: {_MEGABYTES})"
    )
    add_json(make)
    make.set_defaults(run=run_make)


def run_make(options: argparse.Namespace) -> int:
    """Write a proof and print its size."""
    start = start_of(options, kind_from(options))
    if options.start is not None:
        refuse_to_replace(str(options.file), [options.start])
    from outflank.proofs.prove import prove

    began = time.monotonic()
    progress = _Progress()
    proof = prove(
        options.file,
        start,
        options.leaves,
        megabytes=options.memory or _MEGABYTES,
        threads=options.threads or 1,
        report=progress,
    )
    n_moves, n_bytes = {side: len(proof.moves[side]) for side in proof.moves}, options.file.stat().st_size
    seconds = time.monotonic() - began
    if options.json:
        moves = {side.title.lower(): n for side, n in n_moves.items()}
        print_json({"score": proof.score, "moves": moves, "bytes": n_bytes, "seconds": round(seconds, 1)})
        return 0
    print(
        f"{proof.claim(BLACK)} ({n_moves[BLACK]:,} moves), {proof.claim(WHITE)} ({n_moves[WHITE]:,} moves): "
        f"{n_bytes:,} bytes in {seconds:.0f} s"
    )
    return 0


def run_check(options: argparse.Namespace) -> int:
    """Check a proof and print the result."""
    from outflank.cli.screen import live_bar
    from outflank.proofs.check import check
    from outflank.proofs.file import read

    proof = read(options.file)
    began = time.monotonic()
    with live_bar("checking", "{task.fields[side]}") as bar:
        task = None if bar is None else bar.add_task("", total=None, side="")

        def show(side: Any, done: int, total: int) -> None:
            if bar is not None and task is not None:
                bar.update(task, completed=done, total=total, side=side.title)

        result = check(proof, options.threads or 1, show)
    seconds = time.monotonic() - began
    work = f"{result.n_nodes:,} nodes, {result.n_ends:,} ends solved in {seconds:.0f} s"
    if options.json:
        known = {"score": proof.score, "nodes": result.n_nodes, "ends": result.n_ends, "seconds": round(seconds, 1)}
        print_json({"holds": not result.fault, "fault": result.fault or None, **known})
    elif result.fault:
        print(f"The proof fails. {result.fault} ({work})")
    else:
        print(f"The proof holds. {proof.claim(BLACK)}, {proof.claim(WHITE)} ({work})")
    return 1 if result.fault else 0


class _Progress:
    """Prints a line about the growth of a proof from time to time, if somebody reads it."""

    def __init__(self) -> None:
        self._shown = time.monotonic()

    def __call__(self, proof: "Proof", tree: "ProofTree") -> None:
        if sys.stderr.isatty() and time.monotonic() - self._shown > _OFTEN:
            self._shown = time.monotonic()
            print(
                f"{proof.claim(tree.side)}: {len(proof.moves[tree.side]):,} moves, {tree.n_nodes:,} nodes",
                file=sys.stderr,
                flush=True,
            )
