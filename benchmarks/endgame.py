"""Exact endgames: nodes, seconds and speed for each position of OBF files, one thread, checked against the file.

With --beside SOURCE.cpp, a C++ program that solves the same files is built and run in the same call, position file by
position file in turn, so that both meet the same state of the machine; it must print "total NODES SECONDS ..." last.

    python benchmarks/endgame.py problems.obf [more.obf] [--rounds 3] [--beside solver.cpp] [--record]

--record appends the figures to results.md.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from recording import record

from outflank.engine.engine import Engine
from outflank.formats.obf import read_problems
from outflank.play import Limit

BUILD = Path(__file__).parent / "build"


def build(source: Path) -> Path:
    """The program made from a C++ source, or an exit with one line."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        sys.exit("endgame.py: expected a C++ compiler (g++ or clang++) for --beside, found none")
    BUILD.mkdir(exist_ok=True)
    program = BUILD / source.stem
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
    return program


def solve(path: str, engine: Engine, *, loud: bool) -> tuple[int, float]:
    """Nodes and seconds of a file's positions."""
    problems, errors = read_problems(path)
    if errors:
        sys.exit(f"endgame.py: {errors[0]}")
    nodes, seconds = 0, 0.0
    for problem in problems:
        engine.clear()
        solution = engine.analyse(problem.position, Limit(exact=True))
        if problem.score is not None and solution.score != problem.score:
            sys.exit(f"endgame.py: {path}:{problem.line}: expected {problem.score:+d}, got {solution.score}")
        nodes, seconds = nodes + solution.nodes, seconds + solution.seconds
        if loud:
            rate = solution.nodes / solution.seconds / 1e6
            print(
                f"{problem.line:>4}  {problem.position.n_empties} empties  {solution.score:+4g}  {solution.nodes:>13,} "
                f"{solution.seconds:8.3f} s {rate:6.1f} M/s  {''.join(solution.pv)}"
            )
    return nodes, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--memory", type=int, default=128)
    parser.add_argument("--beside", type=Path, metavar="SOURCE.cpp")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--beside-file", metavar="FILE.obf", help="what the C++ solves (default: the first file)")
    options = parser.parse_args()
    program = build(options.beside) if options.beside else None
    engine = Engine(options.memory, options.threads)
    engine.load()
    ratios, totals = [], []
    for round_ in range(options.rounds):
        total = [solve(path, engine, loud=round_ == 0) for path in options.files]
        nodes, seconds = sum(n for n, _ in total), sum(s for _, s in total)
        totals.append(seconds)
        print(f"round {round_ + 1}: {nodes:,} nodes  {seconds:.3f} s  {nodes / seconds / 1e6:.1f} million nodes/s")
        if program is not None:
            run = subprocess.run(
                [program, options.beside_file or options.files[0]], check=True, capture_output=True, text=True
            )
            _, their_nodes, their_seconds, *_ = run.stdout.splitlines()[-1].split()
            theirs = float(their_nodes) / float(their_seconds)
            ratios.append(nodes / seconds / theirs)
            rate = f"{theirs / 1e6:.1f} million nodes/s"
            print(f"         {program.name}: {int(their_nodes):,} nodes  {their_seconds} s  {rate}")
    seconds = statistics.median(totals)
    figures = f"{nodes:,} nodes, {seconds:.2f} s, {nodes / seconds / 1e6:.1f} million nodes/s"
    if ratios:
        figures += f", {statistics.median(ratios):.2f} × the nodes per second of {program.name}'s C++"
    print(f"median: {figures}")
    if options.record:
        files = " ".join(Path(path).name for path in options.files)
        command = f"python benchmarks/endgame.py {files} --rounds {options.rounds} --threads {options.threads}"
        record(f"exact endgames, {options.threads} thread(s)", figures, command)


if __name__ == "__main__":
    main()
