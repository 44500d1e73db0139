"""Play, analyse, convert and serve with the Outflank that is installed beside this Python, as its first user would.

`python .ci/try_installed.py` runs on every system, in an empty folder. The page is served where the extra `web` is
installed; without it, `outflank serve` has to say in one line how to get it.
"""

import importlib.util
import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import urllib.request
from pathlib import Path

_SECONDS = 300


def main() -> int:
    """Run everything; an AssertionError or CalledProcessError says what failed."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        environment = {**os.environ, "OUTFLANK_DATA_DIR": f"{folder}/data", "OUTFLANK_CACHE_DIR": f"{folder}/cache"}
        environment.pop("PYTHONPATH", None)
        _try(environment)
        os.chdir(Path(folder).anchor)
    return 0


def _try(environment: dict[str, str]) -> None:
    version = _output(environment, "--version")
    where = _python(environment, "import outflank; print(outflank.__file__)")
    assert "src" not in Path(where.strip()).parts, f"this is not an installed package: {where}"
    print(f"{version.strip()} at {where.strip()}, Python {sys.version.split()[0]}")

    played = _output(environment, "play", "--level", "1", "--no-save", given="f5\nquit\n")
    assert "f5" in played, played
    print("play: a move is answered")

    assert json.loads(_output(environment, "perft", "7", "--json"))["leaves"] == 55092, "perft 7"
    analysed = json.loads(_output(environment, "analyse", "f5d6c3d3c4", "--depth", "10", "--json"))
    print(f"analyse: best move {analysed['best']}")
    assert "B[F5" in _output(environment, "convert", "-", "-", "--to", "ggf", given="f5d6c3\n")
    shown = _python(environment, "from outflank import Game, create; "
                    "print(create('level3').choose(Game(moves='f5d6').position).move)")  # fmt: skip
    assert shown.strip() == "c6", shown
    print("Python: level3 plays c6")

    if importlib.util.find_spec("fastapi") is None:
        refused = subprocess.run(
            _command("serve", "--no-browser"), env=environment, capture_output=True, text=True, timeout=_SECONDS
        )
        assert refused.returncode == 2, refused
        assert "pip install 'outflank[web]'" in refused.stderr, refused.stderr
        print("serve: says which extra it needs")
        return
    _serve(environment)


def _serve(environment: dict[str, str]) -> None:
    """Open the page, and everything that its HTML asks for."""
    server = subprocess.Popen(
        _command("serve", "--no-browser", "--port", "0"), env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        address = re.search(r"http://\S+", said)
        assert address, f"the server said {said!r}"
        page = _fetched(address[0]).decode()
        parts = re.findall(r'(?:src|href)="(page-[^"]+)"', page)
        assert any(part.endswith("main.js") for part in parts), parts
        sizes = [len(_fetched(address[0] + part)) for part in parts]
        assert all(sizes), sizes
        assert _fetched(address[0] + "healthz"), "no answer about health"
        print(f"serve: a page and {len(parts)} files, {sum(sizes):,} bytes")
    finally:
        server.terminate()
        server.wait(30)


def _command(*arguments: str) -> list[str]:
    name = "outflank.exe" if os.name == "nt" else "outflank"
    return [str(Path(sysconfig.get_path("scripts")) / name), *arguments]


def _output(environment: dict[str, str], *arguments: str, given: str = "") -> str:
    done = subprocess.run(
        _command(*arguments), env=environment, input=given, stdout=subprocess.PIPE, text=True, encoding="utf-8",
        timeout=_SECONDS, check=True,
    )  # fmt: skip
    return done.stdout


def _python(environment: dict[str, str], program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], env=environment, capture_output=True, text=True, check=True,
        timeout=_SECONDS,
    )  # fmt: skip
    return done.stdout


def _fetched(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=30) as answer:
        body: bytes = answer.read()
    return body


if __name__ == "__main__":
    sys.exit(main())
