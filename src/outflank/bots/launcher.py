"""The first program in a sandbox: it takes away what a bot need not have, and becomes the bot.

``python launcher.py FOLDER USER DATA PROCESSES FILE FILES CPU COMMAND …``: where the bot runs; the user to become, or
``-``; bytes of memory of a process's own, processes and threads of the user, bytes of a file, open files, seconds of
processor time of a process.

It is a file that imports nothing of the package, for that takes longer than all it does.
"""

import os
import resource
import signal
import sys


def main() -> None:
    """Become the bot."""
    folder, user, data, processes, file, files, cpu = sys.argv[1:8]
    limits = {
        "RLIMIT_CORE": 0,
        "RLIMIT_DATA": int(data),
        "RLIMIT_FSIZE": int(file),
        "RLIMIT_NOFILE": int(files),
        "RLIMIT_CPU": int(float(cpu)) + 1,
        "RLIMIT_MSGQUEUE": 0,
        "RLIMIT_MEMLOCK": 1 << 20,
        "RLIMIT_SIGPENDING": 1024,
        "RLIMIT_NICE": 0,
        "RLIMIT_RTPRIO": 0,
        "RLIMIT_NPROC": int(processes),
    }
    for name, most in limits.items():
        number = getattr(resource, name, None)
        if number is not None:
            _, ceiling = resource.getrlimit(number)
            least = most if ceiling == resource.RLIM_INFINITY else min(most, ceiling)
            resource.setrlimit(number, (least, least))
    if user != "-":
        for stream in range(3):  # so that the bot can open /dev/stdout
            os.fchmod(stream, 0o666)
        os.setgroups([])
        os.setresgid(int(user), int(user), int(user))
        os.setresuid(int(user), int(user), int(user))
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGHUP):  # which Python and the guard ignore
        signal.signal(number, signal.SIG_DFL)
    try:
        os.chdir(folder)
        os.execvp(sys.argv[8], sys.argv[8:])
    except OSError as error:
        print(f"{sys.argv[8]}: {error.strerror}", file=sys.stderr)
        sys.exit(126)


if __name__ == "__main__":
    main()
