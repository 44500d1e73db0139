"""A game of one bot against a simple player, as whoever runs the tests, or as a user with no rights at all.

python -m tests.bots.playing BOT CONTROL WAITS OPTIONS
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from functools import cache
from pathlib import Path

from outflank.play import TimeControl, create, play_game
from outflank.rules import Position

HOSTILE = Path(__file__).parent / "hostile"
ROOT = Path(__file__).parents[2]
NOBODY = 1_800_000_000  # a user that there is not


def slower(opponent_waits):
    """An opponent that takes some time over its moves."""

    def choose(position):
        time.sleep(opponent_waits)
        return position.legal_moves[0]

    return choose


def played(path, *, control="20/move", waits=0.0, **options):
    """The forfeit of a bot against a simple player, if any, and what it said last."""
    given = "".join(f",{key}={value}" for key, value in options.items())
    bot = create(f"bot:{path}{given}")
    try:
        match = play_game(Position.start(), [bot, slower(waits)], TimeControl.parse(control))
    finally:
        bot.close()
    assert match.forfeit is None or match.forfeit.seat == 0
    return match.forfeit, bot.said


def played_by_nobody(path, *, control="20/move", waits=0.0, **options):
    """The same, the forfeit as text, in a process of an ordinary user, who root alone can become."""
    return tuple(_by_nobody("-m", "tests.bots.playing", str(path), control, str(waits), json.dumps(options)))


@cache
def kind_for_nobody():
    """How an ordinary user's bots are held; empty if the tests cannot become one here."""
    if os.geteuid() != 0 or _python() is None:
        return ""
    try:
        return _by_nobody("-c", "import json; from outflank.bots import sandbox; print(json.dumps(sandbox.kind()))")
    except (OSError, subprocess.SubprocessError):
        return ""


def _by_nobody(*words):
    with tempfile.TemporaryDirectory() as home:
        os.chown(home, NOBODY, NOBODY)
        standard = {os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")}
        paths = [path for path in sys.path if path and os.path.realpath(path) not in standard]
        done = subprocess.run(
            [_python(), *words],
            user=NOBODY,
            group=NOBODY,
            extra_groups=[],
            cwd=home,
            env={
                "HOME": home,
                "PATH": "/usr/local/bin:/usr/bin:/bin",
                "PYTHONPATH": os.pathsep.join([str(ROOT), *paths]),
                "PYTHONDONTWRITEBYTECODE": "yes",
                "OUTFLANK_DATA_DIR": home,
            },
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
    return json.loads(done.stdout.splitlines()[-1])


@cache
def _python():
    """A Python of this version that everybody can run; None if there is none."""
    name = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    for path in (os.path.realpath(sys.executable), shutil.which(name, path="/usr/local/bin:/usr/bin:/bin")):
        if path and all(folder.stat().st_mode & 1 for folder in Path(path).parents):
            return path
    return None


if __name__ == "__main__":
    forfeit, said = played(sys.argv[1], control=sys.argv[2], waits=float(sys.argv[3]), **json.loads(sys.argv[4]))
    print(json.dumps(["" if forfeit is None else str(forfeit), said]))
