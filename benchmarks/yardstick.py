"""A C++ program that solves endgames, as a measure of the machine: how long it takes for one and the same position."""

import shutil
import statistics
import subprocess
import tempfile
from pathlib import Path

from problems import ProblemSet

from outflank.errors import OutflankError
from outflank.formats import obf

BUILD = Path(__file__).parent / "build"


class Yardstick:
    """The program of a C++ source, and the positions of which its seconds are the unit Y.

    It is called with the name of an OBF file and prints ``total NODES SECONDS …`` last. Raises OutflankError if the
    source cannot be built.
    """

    def __init__(self, source: Path, unit: ProblemSet):
        self.name, self.unit = source.name, unit.name
        self.seconds: list[float] = []
        """Of each run so far."""
        self.nodes = 0
        self._program = _built(source)
        with tempfile.NamedTemporaryFile("w", suffix=".obf", dir=BUILD, delete=False) as file:
            file.write(obf.write(unit.problems))
            self._file = Path(file.name)

    def close(self) -> None:
        """Delete the file of positions."""
        self._file.unlink(missing_ok=True)

    def run(self) -> float:
        """Solve the positions once; the seconds that took. Raises OutflankError."""
        run = subprocess.run([self._program, self._file], capture_output=True, text=True)
        last = (run.stdout.splitlines() or [""])[-1].split()
        try:
            word, self.nodes, seconds = last[0], int(last[1]), float(last[2])
        except (IndexError, ValueError):
            word, seconds = "", 0.0
        if run.returncode or word != "total" or seconds <= 0:
            raise OutflankError(
                f"expected {self.name} to end with 'total NODES SECONDS', got {' '.join(last)!r} "
                f"and exit code {run.returncode}"
            )
        self.seconds.append(seconds)
        return seconds

    @property
    def y(self) -> float:
        """The unit in seconds: the median of all runs."""
        return statistics.median(self.seconds)


def _built(source: Path) -> Path:
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        raise OutflankError("expected a C++ compiler (g++ or clang++), found none")
    BUILD.mkdir(exist_ok=True)
    program = BUILD / source.stem
    command = [compiler, "-O3", "-march=native", "-o", program, source]
    build = subprocess.run(command, capture_output=True, text=True)
    if build.returncode:
        line = (build.stderr.strip().splitlines() or [""])[0]
        raise OutflankError(f"{source} cannot be built: {line}")
    return program
