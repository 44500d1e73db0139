"""Perft in Python beside the same method in C++ (perft.cpp): alternate runs in one process, medians, and the ratio.

python benchmarks/perft.py [--depth 11] [--rounds 5]
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from outflank.board.perft import count_leaves
from outflank.rules import Position

SOURCE = Path(__file__).with_name("perft.cpp")
BUILD = SOURCE.parent / "build"
OPTIONS = {"native": ["-march=native"], "no-avx512": ["-march=native", "-mno-avx512f"]}  # some GCCs are slower with it
KNOWN = {9: 3005288, 10: 24571284, 11: 212258800, 12: 1939886636}


def build(compiler: str) -> dict[str, Path]:
    """The C++ programs by name, one for each set of options that the compiler knows."""
    BUILD.mkdir(exist_ok=True)
    programs = {}
    for name, options in OPTIONS.items():
        program = BUILD / f"perft-{name}"
        command = [compiler, "-O3", *options, "-Wno-psabi", "-o", program, SOURCE]
        if subprocess.run(command, capture_output=True).returncode == 0:
            programs[f"{Path(compiler).name} -O3 {' '.join(options)}"] = program
    return programs


def run_cpp(program: Path, depth: int) -> tuple[int, float]:
    leaves, seconds = subprocess.run([program, str(depth)], capture_output=True, text=True, check=True).stdout.split()
    return int(leaves), float(seconds)


def run_python(depth: int) -> tuple[int, float]:
    start = Position.start()
    started = time.perf_counter()
    leaves = count_leaves(start.player, start.opponent, depth)
    return leaves, time.perf_counter() - started


def main() -> int:
    parser = argparse.ArgumentParser(description="Perft in Python beside C++.")
    parser.add_argument("--depth", type=int, default=11)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    programs = build(compiler) if compiler else {}
    if not programs:
        print("no C++ compiler that builds perft.cpp: only Python is timed", file=sys.stderr)

    contestants = {"Python": lambda: run_python(options.depth)}
    contestants |= {name: lambda program=program: run_cpp(program, options.depth) for name, program in programs.items()}
    seconds = {name: [] for name in contestants}
    counts = set()
    for _ in range(options.rounds):
        for name, run in contestants.items():
            leaves, elapsed = run()
            counts.add(leaves)
            seconds[name].append(elapsed)
    medians = {name: statistics.median(times) for name, times in seconds.items()}

    if len(counts) != 1 or counts != {KNOWN.get(options.depth, leaves)}:
        print(f"wrong: leaves at depth {options.depth} were counted as {sorted(counts)}", file=sys.stderr)
        return 1
    print(f"perft {options.depth}: {leaves:,} leaves; medians of {options.rounds} alternate runs")
    for name, median in medians.items():
        print(f"{median:8.3f} s {leaves / median / 1e6:8.0f} million leaves/s  {name}")
    python = medians.pop("Python")
    if medians:
        print(f"{python / min(medians.values()):8.2f}   Python's time over that of the fastest C++")
    return 0


if __name__ == "__main__":
    sys.exit(main())
