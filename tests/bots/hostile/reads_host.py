"""Looks for other people's data: a file of that name anywhere, other processes' environment and files."""

import glob
import os
import sys

NAME = "outflank-secret.txt"


def found():
    for folder, folders, files in os.walk("/"):
        folders[:] = [name for name in folders if os.path.join(folder, name) not in ("/proc", "/sys", "/usr")]
        if NAME in files:
            yield os.path.join(folder, NAME)
    with open("/proc/self/mountinfo") as file:
        for line in file:
            root = line.split()[3]
            for up in ("", "..", "../..", "../../.."):
                path = os.path.normpath(os.path.join(root, up, NAME))
                if os.path.exists(path):
                    yield path
    for pattern in ("/proc/[0-9]*/environ", "/proc/[0-9]*/cmdline"):
        for path in glob.glob(pattern):
            try:
                with open(path, "rb") as file:
                    if b"planted" in file.read():
                        yield path
            except OSError:
                continue
    for path in ("/etc/shadow", "/etc/passwd", "/root/.profile", "/home", "/var", "/proc/1/root/home", "/proc/1/mem"):
        try:
            os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(1)
        except OSError:
            continue
        yield path


SEEN = list(found())


def choose(position):
    print(f"got: {SEEN or 'nothing'}", file=sys.stderr, flush=True)
    return position.legal_moves[0]
