"""A game of one bot against a simple player, as the user who runs the tests, or as a user without rights.

python -m tests.bots.playing BOT CONTROL WAITS OPTIONS KIND
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

from outflank.bots import sandbox
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
    """The forfeit of a bot against a simple player, if any, and its last line on standard error."""
    given = "".join(f",{key}={value}" for key, value in options.items())
    bot = create(f"bot:{path}{given}")
    try:
        match = play_game(Position.start(), [bot, slower(waits)], TimeControl.parse(control))
    finally:
        bot.close()
    assert match.forfeit is None or match.forfeit.seat == 0
    return match.forfeit, bot.said


def played_by(user, path, *, control="20/move", waits=0.0, kind="", **options):
    """The same with the forfeit as text, in a process of another user, which root alone can become.

    `kind` is the kind of sandbox, if not the one found by trial.
    """
    words = (str(path), control, str(waits), json.dumps(options), kind)
    return tuple(_by(user, "-m", "tests.bots.playing", *words))


@cache
def kind_for_nobody():
    """The kind of sandbox of an ordinary user's bots; empty if the tests cannot become one here."""
    if not can_be_another():
        return ""
    try:
        return _by(NOBODY, "-c", "import json; from outflank.bots import sandbox; print(json.dumps(sandbox.kind()))")
    except (OSError, subprocess.SubprocessError):
        return ""


def can_be_another():
    """Tell whether the tests can run as another user, who can read Python and the packages too."""
    return os.geteuid() == 0 and _python() is not None and all(_is_open(path) for path in (ROOT, *_packages()))


def _packages():
    """The folders that packages are imported from."""
    standard = {os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")}
    return [path for path in sys.path if path and os.path.realpath(path) not in standard]


def _is_open(path):
    """Tell whether everybody can reach a file or folder."""
    return all(folder.stat().st_mode & 1 for folder in Path(path).resolve().parents)


def _by(user, *words):
    with tempfile.TemporaryDirectory() as home:
        os.chown(home, user, user)
        done = subprocess.run(
            [_python(), *words],
            user=user,
            group=user,
            extra_groups=[],
            cwd=home,
            env={
                "HOME": home,
                "PATH": "/usr/local/bin:/usr/bin:/bin",
                "PYTHONPATH": os.pathsep.join([str(ROOT), *_packages()]),
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
        if path and _is_open(path):
            return path
    return None


if __name__ == "__main__":
    if sys.argv[5]:
        sandbox.kind = lambda: sys.argv[5]
    forfeit, said = played(sys.argv[1], control=sys.argv[2], waits=float(sys.argv[3]), **json.loads(sys.argv[4]))
    print(json.dumps(["" if forfeit is None else str(forfeit), said]))
