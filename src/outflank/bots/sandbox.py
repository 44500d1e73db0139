"""Create the sandbox for a bot: with bubblewrap if it works, otherwise with the system's limits on processes.

A trial decides which one is used. A small program must be unable to see other processes or this machine's files, or to
exceed its number of processes. It is not enough that bubblewrap is installed, because many containers and AppArmor
rules prevent it from creating namespaces.
"""

import os
import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Literal

from outflank import plugins
from outflank.bots import filter as calls
from outflank.bots import guard, launcher
from outflank.bots.limits import Limits
from outflank.bots.submission import SITE, Submission
from outflank.errors import OptionError, excerpt, quoted_path

Kind = Literal["bubblewrap as root", "bubblewrap", "limits"]
"""Type of sandbox: bubblewrap as root, where each bot runs as a separate user; bubblewrap; or only process limits."""

NOT_HELD = (
    "bubblewrap does not work here, so bots have only the limits of their processes: they can read and write the same "
    "files as you, even each other's, use the network, and end your processes. Run only bots that you trust"
)

_MB = 1_000_000
_HOME = "/bot"  # the submission's place in the sandbox
_PACKAGE = Path(__file__).parents[1]
_INSIDE = "/opt/outflank"  # the package's place, for the runner and for players that import it
_DECLARED = f"{_INSIDE}/declared"  # the list of its players
_SYSTEM = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
_SETTINGS = ("ld.so.cache", "alternatives", "localtime")  # of /etc; some programs do not start without them
_DEVICES = {name: name for name in ("null", "full", "random", "urandom")} | {"zero": "full"}
"""Devices in the sandbox's /dev, each with the device on this machine that it stands for. There are no terminals, and
/dev/zero cannot be used to share memory.
"""
_OPEN_FILES = 128
_SHARED = 4 * _MB  # of memory shared by name
_WARNED = "OUTFLANK_BOTS_WARNED"  # in the environment, so that worker processes do not repeat the warning

_TRIAL = """
import os, sys
children = []
try:
    for _ in range(12):
        child = os.fork()
        if child == 0:
            import time
            time.sleep(5)
            os._exit(0)
        children.append(child)
except OSError:
    pass
for child in children:
    os.kill(child, 9)
held = 0 < len(children) < 12
alone = len([name for name in os.listdir('/proc') if name.isdigit()]) < 20
bare = not os.path.exists('/home') and not os.path.exists('/root/.ssh') and not os.access('/usr', os.W_OK)
no_root = 'CapEff:\\t0000000000000000' in open('/proc/self/status').read()
quiet = [line.split(':')[0].strip() for line in open('/proc/net/dev').readlines()[2:]] in ([], ['lo'])
first = not os.access('/proc/1/mem', os.R_OK | os.W_OK)
sys.exit(0 if held and alone and bare and no_root and quiet and first else 3)
"""


@cache
def kind() -> Kind:
    """Determine the type of sandbox by a trial, once per process. Raises OptionError if the system has no sandbox."""
    if os.name != "posix":
        raise OptionError("bots run on Linux and macOS only")
    if shutil.which("bwrap") is not None:
        for each in ("bubblewrap as root", "bubblewrap")[os.geteuid() != 0 :]:
            if _works(each):  # type: ignore[arg-type]
                return each  # type: ignore[return-value]
    return "limits"


def warn() -> None:
    """Print a warning, only once, if the sandbox is incomplete."""
    if kind() == "limits" and _WARNED not in os.environ:
        os.environ[_WARNED] = "yes"
        print(f"outflank: {NOT_HELD}", file=sys.stderr, flush=True)


def command(bot: Submission, limits: Limits, function: str | None, speaks: str = "lines") -> list[str]:
    """Build the command that the guard runs to start a bot. Raises OptionError if the bot cannot run here."""
    how = kind()
    if _has_own_user(how):
        if not bot.readable_by_all():
            raise OptionError(
                "root's bots run as another user, who cannot read all of this bot's files: allow it with chmod -R"
                f" a+rX {shlex.quote(str(bot.home))}"
            )
        if how == "limits":
            for path in (bot.home, bot.interpreter or bot.file, Path(os.path.realpath(sys.executable)), _PACKAGE):
                _check_reached(path)
    return [
        sys.executable,
        "-I",
        "-S",
        guard.__file__,
        str(limits.memory * _MB),
        str(limits.processes),
        str(limits.output * 1000),
        str(limits.cpu),
        *_within(how, _words(how, bot, function, speaks), limits, bot),
    ]


def _has_own_user(how: Kind) -> bool:
    """True if each bot runs as a separate user. This is necessary under root, because root ignores limits."""
    return how != "bubblewrap" and os.geteuid() == 0


def _check_reached(path: Path) -> None:
    """Raise OptionError if users other than root cannot reach a file."""
    path = Path(os.path.realpath(path))
    for folder in path.parents:
        if not folder.stat().st_mode & 0o1:
            raise OptionError(
                f"without bubblewrap, root's bots run as another user, who cannot reach {quoted_path(path)}, as"
                f" {quoted_path(folder)} is closed: install bubblewrap, move it, or let another user than root play"
            )


def _words(how: Kind, bot: Submission, function: str | None, speaks: str) -> list[str]:
    """Build the command that runs the bot itself, as seen from inside the sandbox."""
    home, package = (bot.home, _PACKAGE) if how == "limits" else (Path(_HOME), Path(_INSIDE) / "outflank")
    folder = home if bot.folder is not None else home.parent if how == "limits" else home
    file = str(folder / bot.file.name)
    if bot.is_python:
        runner = str(package / "bots" / "runner.py")
        installed = plugins.folder("outflank")
        declared = "-" if installed is None else str(installed if how == "limits" else _DECLARED)
        words = [str(bot.interpreter), "-I", "-S", "-B", runner, str(package.parent), declared, file]
        return [*words, str(folder / SITE), speaks, function or ""]
    return [file] if bot.interpreter is None else [str(bot.interpreter), file]


def _within(how: Kind, words: list[str], limits: Limits, bot: Submission | None) -> list[str]:
    """Wrap a command so that it runs inside the sandbox and is started by the launcher."""
    python = os.path.realpath(sys.executable)
    package = _PACKAGE if how == "limits" else Path(_INSIDE) / "outflank"
    user = "@user" if _has_own_user(how) else "-"
    # one more than the guard allows, so that it sees the excess; with its own user, the first process counts, too
    processes = limits.processes + (1 if _has_own_user(how) else 2)
    if how == "limits" and user == "-":
        processes += _running()
    rules = calls.program()
    folder = "/tmp" if bot is None else _HOME if how != "limits" else str(bot.file.parent)
    launched = [
        *(python, "-I", "-S", "-B", str(package / "bots" / Path(launcher.__file__).name), folder, user),
        *("-" if how == "limits" else "@status", "-" if rules is None else rules.hex()),
        *(str(limits.memory * _MB), str(processes), str(limits.disk * _MB), str(_OPEN_FILES), str(limits.cpu)),
        *words,
    ]
    return launched if how == "limits" else [*_bubblewrap(how, limits, bot), "--", *launched]


def _bubblewrap(how: Kind, limits: Limits, bot: Submission | None) -> list[str]:
    """Build the bubblewrap command that creates the sandbox."""
    found = shutil.which("bwrap")
    assert found is not None
    words = [os.path.realpath(found), "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    words += ["--unshare-cgroup-try", "--die-with-parent", "--as-pid-1", "--new-session", "--clearenv"]
    words += ["--cap-drop", "ALL"]
    if how == "bubblewrap as root":  # its own user replaces a namespace: process limits apply per user
        words += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    else:
        words += ["--unshare-user", "--uid", "1000", "--gid", "1000"]
    words += ["--perms", "1777", "--size", str(limits.disk * _MB), "--tmpfs", "/tmp"]
    words += ["--hostname", "bot", "--ro-bind", "/usr", "/usr"]
    for name in _SYSTEM:
        path = Path("/") / name
        if path.is_symlink():
            words += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            words += ["--ro-bind", str(path), str(path)]
    words += ["--perms", "0755", "--dir", "/etc"]
    for name in _SETTINGS:
        words += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    prefixes = {os.path.realpath(sys.base_prefix), os.path.realpath(sys.base_exec_prefix)}
    if bot is not None and bot.interpreter is not None and not bot.is_python:
        prefixes.add(str(bot.interpreter.parent.parent))
    for prefix in sorted(prefixes):
        if not Path(prefix).is_relative_to("/usr") and prefix != "/":
            if Path(os.path.realpath(Path.home())).is_relative_to(prefix):
                lies = f"what bots run with lies in {excerpt(prefix, 80)}"
                raise OptionError(f"{lies}, all of which they would see: install it elsewhere")
            words += _shown(prefix, prefix)
    words += _shown(str(_PACKAGE), f"{_INSIDE}/outflank")
    if (installed := plugins.folder("outflank")) is not None:
        words += _shown(str(installed / plugins.DECLARATIONS), f"{_DECLARED}/{plugins.DECLARATIONS}")
    if bot is not None:
        where = _HOME if bot.folder is not None else f"{_HOME}/{bot.file.name}"
        words += _shown(os.path.realpath(bot.home), where)
    words += ["--proc", "/proc"]
    words += ["--perms", "0755", "--dir", "/dev", "--symlink", "/proc/self/fd", "/dev/fd"]
    for name, stream in (("stdin", 0), ("stdout", 1), ("stderr", 2)):
        words += ["--symlink", f"/proc/self/fd/{stream}", f"/dev/{name}"]
    for name, device in _DEVICES.items():
        words += ["--dev-bind", f"/dev/{device}", f"/dev/{name}"]
    words += ["--perms", "1777", "--size", str(_SHARED), "--tmpfs", "/dev/shm"]
    words += ["--remount-ro", "/"]
    for name, value in {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8"}.items():
        words += ["--setenv", name, value]
    return words


def _shown(path: str, where: str) -> list[str]:
    """Build the options that make a file or folder visible in the sandbox.

    All users can read the parent folders that this creates there.
    """
    words = []
    for parent in reversed(Path(where).parents[:-1]):
        words += ["--perms", "0755", "--dir", str(parent)]
    return [*words, "--ro-bind", path, where]


def _works(how: Kind) -> bool:
    """Run a trial, and return True if this type of sandbox works."""
    python = os.path.realpath(sys.executable)
    words = [python, "-I", "-S", "-c", _TRIAL]
    limits = Limits(processes=6, memory=256)
    read, write = os.pipe()
    given = {"@status": str(write), "@user": str(guard.USERS + os.getpid())}
    try:
        done = subprocess.run(
            [given.get(word, word) for word in _within(how, words, limits, None)],
            stdin=subprocess.PIPE,
            capture_output=True,
            timeout=20,
            check=False,
            pass_fds=(write,),
            env={"PATH": "/usr/bin:/bin"},
        )
        os.set_blocking(read, False)
        return done.returncode == 0 and os.read(read, 10) == b"0"
    except (OSError, subprocess.TimeoutExpired):
        return False
    finally:
        os.close(read)
        os.close(write)


def _running() -> int:
    """Count this user's processes and threads. A process limit includes all of them."""
    count, me = 0, os.geteuid()
    try:
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal():
                try:
                    if entry.stat().st_uid == me:
                        count += len(list((entry / "task").iterdir()))
                except OSError:
                    continue
    except OSError:
        return 1000
    return count
