"""The process between Outflank and a bot: measures what it takes, stops it between turns, and bounds its output.

``python guard.py MEMORY PROCESSES OUTPUT CPU COMMAND …``: limits in bytes, processes and threads, bytes and seconds.
COMMAND gets, in the place of ``@status``, a file descriptor for how the bot ended, and in that of ``@user`` the number
of a user that nobody else has. The environment that this process has is not handed on.

A line from Outflank begins with what it is: ``>`` and a line for the bot; ``wake SECONDS``, from when the bot may run,
and for how many seconds of processor time; ``rest``, from when it may not. A line to Outflank is ``<`` and a line of
the bot; ``=SECONDS BYTES``, the answer to ``rest``, of processor time and the most memory so far; ``!`` and which limit
was broken, ``?`` and how too much time was used, ``.`` and how the bot ended, after which this process ends. What the
bot prints on standard error goes to this process's own.

It is a file that imports nothing of the package, for that takes longer than all it does.
"""

import os
import select
import signal
import sys
import time

_GLANCE = 0.02  # seconds between two looks at a bot that runs
_DOZE = 0.1  # seconds between two looks at one that is stopped
_LONGEST_LINE = 4096  # bytes
_STOPPING = 1.0  # seconds in which all of a bot has stopped, however busy the machine is
_STOLEN = 0.05  # seconds of processor time, in a whole game, that a bot may use after it was stopped
_KILLING = 2.0  # seconds
_PARTING = 0.3  # seconds in which one that has closed its output is taken to be ending
_FILES = 10_000  # in the folders to which a bot can write: each takes memory of the kernel's
_FOLDERS = ("tmp", "dev/shm")
USERS = 1_900_000_000
"""Where numbers of users begin that nobody has."""
_TICK = 1 / os.sysconf("SC_CLK_TCK")
_PR_SET_CHILD_SUBREAPER = 36
_MB = 1_000_000
_FIRST = 32 * _MB  # of memory that the first process of a sandbox may take by itself: it takes less than half of that
_HELD = (b"VmRSS:", b"VmSwap:", b"VmPTE:", b"HugetlbPages:")
"""Fields of the kernel that add up to the memory of a process: resident, swapped and huge pages, and page tables."""
_ANONYMOUS = b"/dev/zero (deleted)"  # as what the kernel shows memory that processes share without a file
SHARED = 1 << 24
"""Bytes that such memory may have, and as many it counts: pages that were given back or unmapped are there still."""
_LARGEST_BUFFER = "/proc/sys/net/core/wmem_max"  # of a socket; the kernel keeps as much again beside it

Usage = tuple[float, int, int]
"""Seconds of processor time, bytes of memory, processes with threads."""


class ProcessTree:
    """The processes below this one: those of the bot, and of bubblewrap, which begins with `sandbox` if it is there.

    The first process within the sandbox is watched, stopped and limited as the bot's own are.
    """

    def __init__(self, sandbox: int | None) -> None:
        self._sandbox = sandbox
        self._own: dict[tuple[int, int], float] = {}  # by process and start: its own seconds
        self.used = 0.0  # seconds of processor time that all of them have used
        self.pids: list[int] = []
        self.bot: list[int] = []  # those of the bot alone
        self.stopped = True  # all of the bot's, when last looked at
        self.n_files = 0  # that it has made
        self._asks_kernel = os.path.exists(f"/proc/{os.getpid()}/task/{os.getpid()}/children")  # noqa: PTH110

    def look(self) -> Usage:
        """Find them, and what those of the bot use.

        The processor time is the most of two sums, of which each may miss something, and neither has too much: what all
        processes that were ever seen used themselves, and what those that are there used with children that ended.
        """
        memory = threads = 0
        shared: dict[bytes, int] = {}
        with_children = 0.0
        inside = None
        self.pids, self.bot, self.stopped = [], [], True
        for pid in self._below():  # parents first: what a child has used is then never counted twice
            fields = _stat(f"/proc/{pid}")
            if not fields:
                continue
            parent, began = int(fields[1]), int(fields[19])
            own, of_children = int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14])
            self._own[pid, began] = own * _TICK
            with_children += (own + of_children) * _TICK
            folder = f"/proc/{pid}"
            if fields[0] in b"ZX":  # or its first thread alone, which then tells of no memory
                folder, fields = _of_others(pid)
                if not fields:
                    continue
            self.pids.append(pid)
            if pid == self._sandbox:
                continue  # bubblewrap
            self.bot.append(pid)
            self.stopped = self.stopped and fields[0] == b"T"
            held = _memory(folder, is_bounded=self._sandbox is not None)
            _add_shared(folder, shared)
            if self._sandbox is not None and parent == self._sandbox:
                threads += int(fields[17]) - 1
                memory += max(0, held - _FIRST)
            else:
                threads += int(fields[17])
                memory += held
                inside = inside or pid  # what the first is in before there is any other may be this machine
        if self._sandbox is not None and inside is not None:
            self.n_files = _n_files(inside)
            memory += _n_sockets(inside) * 2 * _largest_buffer()
        memory += sum(shared.values())
        self.used = max(self.used, with_children, sum(self._own.values()))
        return self.used, memory, threads

    def _below(self) -> list[int]:
        """All descendants: as the kernel lists them, or from all processes there are."""
        if not self._asks_kernel:
            return self._searched()
        found: list[int] = []
        waiting = [os.getpid()]
        while waiting:
            pid = waiting.pop()
            try:
                for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208
                    with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:  # noqa: PTH123
                        children = [int(child) for child in file.read().split()]
                    found += children
                    waiting += children
            except (OSError, ValueError):
                continue
        return found

    @staticmethod
    def _searched() -> list[int]:
        parents: dict[int, int] = {}
        for entry in os.listdir("/proc"):  # noqa: PTH208
            if entry.isdecimal():
                try:
                    with open(f"/proc/{entry}/stat", "rb") as file:  # noqa: PTH123
                        parents[int(entry)] = int(file.read().rpartition(b")")[2].split()[1])
                except (OSError, ValueError, IndexError):
                    continue
        found, before = {os.getpid()}, set[int]()
        while found != before:
            before = found
            found = before | {child for child, parent in parents.items() if parent in before}
        return sorted(found - {os.getpid()})


def _stat(folder: str) -> list[bytes]:
    """What the kernel tells of a process or a thread, from its state on; nothing if it has gone."""
    return _read_file(f"{folder}/stat").rpartition(b")")[2].split()


def _of_others(pid: int) -> tuple[str, list[bytes]]:
    """The folder and the same of a thread that has not ended, of a process whose first has; nothing if all have."""
    try:
        folders = [f"/proc/{pid}/task/{thread}" for thread in os.listdir(f"/proc/{pid}/task")]  # noqa: PTH208
    except OSError:
        return "", []
    told = ((folder, _stat(folder)) for folder in folders)
    return next(((folder, fields) for folder, fields in told if fields and fields[0] not in b"ZX"), ("", []))


def _memory(folder: str, *, is_bounded: bool) -> int:
    """Bytes that a process holds by itself; also what it shares in files if nothing else bounds these."""
    held = 0
    for line in _read_file(f"{folder}/status").splitlines():
        if line.startswith(_HELD):
            held += int(line.split()[1]) * 1024
        elif is_bounded and line.startswith(b"RssShmem:"):
            held -= int(line.split()[1]) * 1024
    return held


def _add_shared(folder: str, found: dict[bytes, int]) -> None:
    """Add the memory that a process shares without a file to what was found, by its numbers: bytes of each."""
    told = _read_file(f"{folder}/maps")
    if _ANONYMOUS in told:
        for line in told.splitlines():
            if line.endswith(_ANONYMOUS):
                addresses, _, offset, _, inode, *_ = line.split()
                begin, end = (int(address, 16) for address in addresses.split(b"-"))
                found[inode] = max(found.get(inode, SHARED), int(offset, 16) + end - begin)


def _n_sockets(pid: int) -> int:
    """Number of sockets in the sandbox of a process, whoever holds them."""
    return max(0, _read_file(f"/proc/{pid}/net/unix").count(b"\n") - 1)


def _largest_buffer() -> int:
    return int(_read_file(_LARGEST_BUFFER) or 212_992)


def _read_file(path: str) -> bytes:
    """Content of a file of the kernel; empty if its subject has gone."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""


def _n_files(pid: int) -> int:
    """How many files there are where a process in the sandbox can write."""
    found = 0
    for folder in _FOLDERS:
        try:
            there = os.statvfs(f"/proc/{pid}/root/{folder}")
        except OSError:
            continue
        found += there.f_files - there.f_ffree
    return found


def send(number: int, pids: list[int]) -> None:
    """A signal to some processes."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except OSError:
            continue


class Guard:
    """A bot that runs, and what it may take."""

    def __init__(self, memory: int, processes: int, output: int, cpu: float):
        self.memory, self.processes, self.output, self.cpu = memory, processes, output, cpu
        self.tree = ProcessTree(None)
        self.is_awake = True
        self.printed = 0
        self.peak = 0  # bytes of memory
        self.woken = 0.0  # what it had used of the processor when it was woken
        self.allowed = cpu  # for the turn
        self.rested = 0.0  # what it had used when it was stopped
        self.stolen = 0.0  # what it has used while it was stopped, before this time
        self.asked = b""  # of a line from Outflank
        self.begun = b""  # of a line of the bot

    # --- what it does -----------------------------------------------------------------------------------------------

    def run(self, command: list[str]) -> None:
        """Keep the bot until it ends, breaks a limit or is not wanted any more; then nothing of it is left."""
        _be_subreaper()
        bot, how, self.stdin, self.stdout, self.stderr = _started(command)
        self.tree = ProcessTree(bot if os.path.basename(command[0]) == "bwrap" else None)  # noqa: PTH119
        streams = {0: self.hear_outflank, self.stdout: self.hear_bot, self.stderr: self.hear_errors}
        looked, closed = 0.0, float("inf")
        try:
            while True:
                ready, _, _ = select.select(list(streams), [], [], _GLANCE if self.is_awake else _DOZE)
                for stream in ready:
                    if not streams[stream](_read(stream)):
                        if stream == 0:
                            return
                        del streams[stream]
                        closed = time.monotonic() if stream == self.stdout else closed
                now = time.monotonic()
                if not self.is_awake or now - looked >= _GLANCE / 2:
                    looked = now
                    if not self.is_within(*self.tree.look()):
                        return
                status = _reap(bot)
                if status is not None:
                    for stream in (self.stdout, self.stderr):
                        if stream in streams:
                            streams[stream](_drained(stream))
                    self.say_ended(int(_drained(how) or os.waitstatus_to_exitcode(status)))
                    return
                if now - closed > _PARTING:
                    tell(".closed its output, but did not end")
                    return
        finally:
            self.kill()

    def is_within(self, cpu: float, memory: int, threads: int) -> bool:
        """Whether it keeps to its limits; if not, Outflank is told."""
        self.peak = max(self.peak, memory)
        if memory > self.memory:
            tell(f"!used {memory / _MB:.0f} MB of memory, where {self.memory / _MB:.0f} MB are allowed")
        elif self.tree.n_files > _FILES:
            tell(f"!made {self.tree.n_files} files, where {_FILES} are allowed")
        elif threads > self.processes:
            tell(f"!ran {threads} processes and threads, where {self.processes} are allowed")
        elif self.printed > self.output:
            tell(f"!printed more than the {self.output // 1000} KB that are allowed")
        elif cpu > self.cpu:
            tell(f"!used {cpu:.1f} s of processor time, where {self.cpu:g} s a game are allowed")
        elif self.is_awake and cpu - self.woken > self.allowed:
            tell(f"?used {cpu - self.woken:.1f} s of processor time, where it had {self.allowed:.3g} s")
        elif not self.is_awake and self.stolen + cpu - self.rested > _STOLEN:
            tell(f"!went on for {self.stolen + cpu - self.rested:.1f} s while its opponent was to move")
        else:
            if not self.is_awake and not self.tree.stopped:
                send(signal.SIGSTOP, self.tree.bot)
            return True
        return False

    def kill(self) -> None:
        """Kill all of it."""
        until = time.monotonic() + _KILLING
        while time.monotonic() < until:
            self.tree.look()
            send(signal.SIGKILL, self.tree.pids)
            _reap(0)
            if not self.tree.pids:
                return
            time.sleep(0.001)

    def wake(self, seconds: float) -> None:
        """Let it run, for so many seconds of processor time. What it said before is no answer to what comes.

        What it used since it was stopped is part of what it uses in this turn.
        """
        while select.select([self.stdout], [], [], 0)[0] and (said := _read(self.stdout)):
            self.printed += len(said)
        self.begun = b""
        used, _, _ = self.tree.look()
        if self.is_awake:
            self.woken = used
        else:
            self.woken, self.stolen = self.rested, self.stolen + used - self.rested
        self.allowed, self.is_awake = seconds, True
        send(signal.SIGCONT, self.tree.bot)

    def rest(self) -> float:
        """Stop all of it; what it used of the processor since it was woken."""
        until = time.monotonic() + _STOPPING
        while True:  # until none was found that was not stopped: they may start others
            self.rested, memory, _ = self.tree.look()
            self.peak = max(self.peak, memory)
            if self.tree.stopped or time.monotonic() > until:
                break
            send(signal.SIGSTOP, self.tree.bot)
        self.is_awake = False
        return max(0.0, self.rested - self.woken)

    # --- what it hears ----------------------------------------------------------------------------------------------

    def hear_outflank(self, said: bytes) -> bool:
        """Do what Outflank asks for; False if it has gone."""
        *lines, self.asked = (self.asked + said).split(b"\n")
        for line in lines:
            if line.startswith(b">"):
                self.pass_on(line[1:] + b"\n")
            elif line.startswith(b"wake "):
                self.wake(float(line[5:]))
            elif line == b"rest":
                tell(f"={self.rest():.3f} {self.peak}")
        return bool(said)

    def pass_on(self, line: bytes) -> None:
        """Hand a line to the bot. One that does not read misses what does not fit."""
        try:
            os.write(self.stdin, line)
        except OSError:
            return

    def hear_bot(self, said: bytes) -> bool:
        """Hand on what the bot says in its turn, in lines; False at the end.

        What was in the pipe when it was stopped is no answer, and could drive out ours.
        """
        self.printed += len(said)
        *lines, rest = (self.begun + said).split(b"\n")
        self.begun = rest[:_LONGEST_LINE]
        if lines and self.is_awake and self.printed <= self.output:
            tell_bytes(b"\n".join(b"<" + line[:_LONGEST_LINE] for line in lines))
        return bool(said)

    def hear_errors(self, said: bytes) -> bool:
        """Hand on what the bot says besides; False at the end."""
        self.printed += len(said)
        if self.printed <= self.output:
            os.write(2, said)
        return bool(said)

    def say_ended(self, code: int) -> None:
        """Tell how the bot ended: by an exit code, or by a signal, the number of which is then negative."""
        if self.printed > self.output:
            self.is_within(0.0, 0, 0)
        elif code == -signal.SIGXFSZ:
            tell("!wrote a file that is larger than it may be")
        elif code == -signal.SIGXCPU and self.tree.used >= self.cpu:  # the limit's own signal, and not one of its own
            tell(f"!used more than {self.cpu:g} s of processor time")
        elif code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
            tell(f".ended ({name})")
        else:
            tell(f".ended (exit code {code})")


# --- processes and pipes ----------------------------------------------------------------------------------------------


def _started(command: list[str]) -> tuple[int, int, int, int, int]:
    """Start the bot; its process, where the sandbox tells how it ended, and our ends of its standard streams."""
    (theirs_in, ours_in), (ours_out, theirs_out), (ours_err, theirs_err) = os.pipe(), os.pipe(), os.pipe()
    how, status = os.pipe()
    bot = os.fork()
    if bot == 0:
        try:
            os.setsid()
            for stream, number in ((theirs_in, 0), (theirs_out, 1), (theirs_err, 2)):
                os.dup2(stream, number)
            os.set_inheritable(status, "@status" in command)
            given = {"@status": str(status), "@user": str(USERS + os.getppid())}  # this process's number is its own
            words = [given.get(word, word) for word in command]
            os.execve(words[0], words, {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"})
        finally:
            os._exit(127)
    for stream in (theirs_in, theirs_out, theirs_err, status):
        os.close(stream)
    os.set_blocking(ours_in, False)
    return bot, how, ours_in, ours_out, ours_err


def _be_subreaper() -> None:
    """Become the parent of all below this process that lose theirs."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        return


def _reap(bot: int) -> int | None:
    """Take the exit codes of children that have ended; that of the bot, if it has."""
    status = None
    try:
        while True:
            child, ended = os.waitpid(-1, os.WNOHANG)
            if child == 0:
                return status
            if child == bot:
                status = ended
    except ChildProcessError:
        return status


def _read(stream: int) -> bytes:
    try:
        return os.read(stream, 65536)
    except OSError:
        return b""


def _drained(stream: int) -> bytes:
    """What is left in a pipe."""
    os.set_blocking(stream, False)
    return _read(stream)


def tell(line: str) -> None:
    """Say a line to Outflank."""
    tell_bytes(line.encode())


def tell_bytes(lines: bytes) -> None:
    """Say lines to Outflank, whatever they hold."""
    left = lines + b"\n"
    try:
        while left:
            left = left[os.write(1, left) :]
    except OSError:
        os._exit(1)


def main() -> None:
    """Keep a bot."""
    memory, processes, output, cpu = sys.argv[1:5]
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    Guard(int(memory), int(processes), int(output), float(cpu)).run(sys.argv[5:])


if __name__ == "__main__":
    main()
