"""Run a bot as its guard: measure its resources, pause it between turns, and limit its output.

``python guard.py MEMORY PROCESSES OUTPUT CPU COMMAND …``

MEMORY and OUTPUT are in bytes, CPU is in seconds, and PROCESSES includes threads. In COMMAND, ``@status`` is replaced
by a file descriptor to which the exit code of the bot is written, and ``@user`` by a unique user number. The bot does
not inherit the environment of the guard.

Each line of the protocol starts with its type. Outflank sends:

- ``>`` and a line for the bot
- ``wake SECONDS``: the bot may run, and use that much processor time
- ``rest``: the bot must pause

The guard sends:

- ``<`` and a line from the bot
- ``=SECONDS BYTES`` in response to ``rest``: processor time used, and peak memory so far
- ``!`` and the limit that the bot exceeded, ``?`` and the time by which it overran, or ``.`` and the reason why it
  ended; the guard exits after any of these lines

The guard copies the bot's standard error to its own.

This file imports nothing from the package, because the imports would take longer than all the rest.
"""

import os
import select
import signal
import sys
import time

_GLANCE = 0.02  # seconds between checks of a running bot
_DOZE = 0.1  # seconds between checks of a paused bot
_LONGEST_LINE = 4096  # bytes
_STOPPING = 1.0  # seconds allowed for pausing all of a bot's processes on a busy machine
_STOLEN = 0.05  # seconds of processor time that a bot may use while paused, in a whole game
_KILLING = 2.0  # seconds allowed for killing all of a bot's processes
_PARTING = 0.3  # seconds that a bot may take to exit after it closed its output
_FILES = 10_000  # most files in the folders where a bot can write, since each file uses kernel memory
_FOLDERS = ("tmp", "dev/shm")
USERS = 1_900_000_000
"""First user number in a range that is not used for anything else."""
_TICK = 1 / os.sysconf("SC_CLK_TCK")
_PR_SET_CHILD_SUBREAPER = 36
_MB = 1_000_000
_FIRST = 32 * _MB  # memory that is free for a sandbox's first process, which uses less than half of it
_HELD = (b"VmRSS:", b"VmSwap:", b"VmPTE:", b"HugetlbPages:")
"""Kernel fields that add up to a process's memory: resident, swapped and huge pages, and page tables."""
_ANONYMOUS = b"/dev/zero (deleted)"  # the kernel's name for memory that processes share without a file
SHARED = 1 << 24
"""Limit on a single block of memory that processes share without a file, in bytes. Even a smaller block is charged at
this size, because the kernel keeps pages that a bot has released or unmapped.
"""
_LARGEST_BUFFER = "/proc/sys/net/core/wmem_max"  # the largest buffer of a socket; a socket can have two of them

Usage = tuple[float, int, int]
"""Seconds of processor time, bytes of memory, and number of processes and threads."""


class ProcessTree:
    """All descendants of this process.

    They belong to the bot or to bubblewrap, whose process number is `sandbox`. The first process inside the sandbox is
    measured, paused and limited as if it belonged to the bot.
    """

    def __init__(self, sandbox: int | None) -> None:
        self._sandbox = sandbox
        self._own: dict[tuple[int, int], float] = {}  # processor seconds of each process, by its number and start time
        self.used = 0.0  # total processor time in seconds
        self.pids: list[int] = []
        self.bot: list[int] = []  # only the bot's processes
        self.stopped = True  # True if all of the bot's processes were paused at the last look
        self.n_files = 0  # number of files that the bot has created
        self._asks_kernel = os.path.exists(f"/proc/{os.getpid()}/task/{os.getpid()}/children")  # noqa: PTH110

    def look(self) -> Usage:
        """Find all processes, and measure those that belong to the bot.

        The processor time is the larger of two sums, each of which may be too small but never too large. One sum covers
        all processes ever seen, without their children. The other one covers all running processes together with their
        finished children.
        """
        memory = threads = 0
        shared: dict[bytes, int] = {}
        with_children = 0.0
        inside = None
        self.pids, self.bot, self.stopped = [], [], True
        for pid in self._below():  # parents first, so that no child is counted twice
            fields = _stat(f"/proc/{pid}")
            if not fields:
                continue
            parent, began = int(fields[1]), int(fields[19])
            own, of_children = int(fields[11]) + int(fields[12]), int(fields[13]) + int(fields[14])
            self._own[pid, began] = own * _TICK
            with_children += (own + of_children) * _TICK
            folder = f"/proc/{pid}"
            if fields[0] in b"ZX":  # or only its first thread has ended, which then reports no memory
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
                inside = inside or pid  # the very first process may still be in this machine's namespaces
        if self._sandbox is not None and inside is not None:
            self.n_files = _n_files(inside)
            memory += _n_sockets(inside) * 2 * _largest_buffer()
        memory += sum(shared.values())
        self.used = max(self.used, with_children, sum(self._own.values()))
        return self.used, memory, threads

    def _below(self) -> list[int]:
        """List all descendants, from the kernel's lists of children or by searching all processes on the machine."""
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
    """Read the kernel's status fields for a process or thread, starting with its state.

    The list is empty if the process or thread no longer exists.
    """
    return _read_file(f"{folder}/stat").rpartition(b")")[2].split()


def _of_others(pid: int) -> tuple[str, list[bytes]]:
    """Find a running thread in a process whose first thread has ended, and return its folder and status fields.

    Both are empty if all threads have ended.
    """
    try:
        folders = [f"/proc/{pid}/task/{thread}" for thread in os.listdir(f"/proc/{pid}/task")]  # noqa: PTH208
    except OSError:
        return "", []
    told = ((folder, _stat(folder)) for folder in folders)
    return next(((folder, fields) for folder, fields in told if fields and fields[0] not in b"ZX"), ("", []))


def _memory(folder: str, *, is_bounded: bool) -> int:
    """Private memory of a process in bytes. Shared file memory is included unless the sandbox limits it separately."""
    held = 0
    for line in _read_file(f"{folder}/status").splitlines():
        if line.startswith(_HELD):
            held += int(line.split()[1]) * 1024
        elif is_bounded and line.startswith(b"RssShmem:"):
            held -= int(line.split()[1]) * 1024
    return held


def _add_shared(folder: str, found: dict[bytes, int]) -> None:
    """Record memory that a process shares without a file. `found` maps its inode to the number of bytes."""
    told = _read_file(f"{folder}/maps")
    if _ANONYMOUS in told:
        for line in told.splitlines():
            if line.endswith(_ANONYMOUS):
                addresses, _, offset, _, inode, *_ = line.split()
                begin, end = (int(address, 16) for address in addresses.split(b"-"))
                found[inode] = max(found.get(inode, SHARED), int(offset, 16) + end - begin)


def _n_sockets(pid: int) -> int:
    """Count the sockets of all processes in the sandbox that contains a process."""
    return max(0, _read_file(f"/proc/{pid}/net/unix").count(b"\n") - 1)


def _largest_buffer() -> int:
    return int(_read_file(_LARGEST_BUFFER) or 212_992)


def _read_file(path: str) -> bytes:
    """Read a kernel file. The result is empty if the process that it describes is gone."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read()
    except OSError:
        return b""


def _n_files(pid: int) -> int:
    """Count the files in all folders to which a sandboxed process can write."""
    found = 0
    for folder in _FOLDERS:
        try:
            there = os.statvfs(f"/proc/{pid}/root/{folder}")
        except OSError:
            continue
        found += there.f_files - there.f_ffree
    return found


def send(number: int, pids: list[int]) -> None:
    """Send a signal to processes, and ignore those that no longer exist."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except OSError:
            continue


class Guard:
    """Runs a bot and enforces its limits."""

    def __init__(self, memory: int, processes: int, output: int, cpu: float):
        self.memory, self.processes, self.output, self.cpu = memory, processes, output, cpu
        self.tree = ProcessTree(None)
        self.is_awake = True
        self.printed = 0
        self.peak = 0  # bytes of memory
        self.woken = 0.0  # processor time at the last `wake`
        self.allowed = cpu  # processor time for the turn
        self.rested = 0.0  # processor time at the last `rest`
        self.stolen = 0.0  # processor time used while paused, before this turn
        self.asked = b""  # start of an incomplete line from Outflank
        self.begun = b""  # start of an incomplete line from the bot

    # --- life -------------------------------------------------------------------------------------------------------

    def run(self, command: list[str]) -> None:
        """Run the bot until it exits, exceeds a limit or is no longer needed, then kill all of its processes."""
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
                    tell(".closed its output but did not exit")
                    return
        finally:
            self.kill()

    def is_within(self, cpu: float, memory: int, threads: int) -> bool:
        """True if the bot is within its limits. Otherwise, a message to Outflank names the limit that it exceeded."""
        self.peak = max(self.peak, memory)
        if memory > self.memory:
            tell(f"!used {memory / _MB:.0f} MB of memory, but only {self.memory / _MB:.0f} MB are allowed")
        elif self.tree.n_files > _FILES:
            tell(f"!made {self.tree.n_files} files, but only {_FILES} are allowed")
        elif threads > self.processes:
            tell(f"!ran {threads} processes and threads, but only {self.processes} are allowed")
        elif self.printed > self.output:
            tell(f"!printed more than the {self.output // 1000} KB that are allowed")
        elif cpu > self.cpu:
            tell(f"!used {cpu:.1f} s of processor time, but only {self.cpu:g} s per game are allowed")
        elif self.is_awake and cpu - self.woken > self.allowed:
            tell(f"?used {cpu - self.woken:.1f} s of processor time, but had only {self.allowed:.3g} s")
        elif not self.is_awake and self.stolen + cpu - self.rested > _STOLEN:
            tell(f"!kept running for {self.stolen + cpu - self.rested:.1f} s during its opponent's turn")
        else:
            if not self.is_awake and not self.tree.stopped:
                send(signal.SIGSTOP, self.tree.bot)
            return True
        return False

    def kill(self) -> None:
        """Kill all of the bot's processes."""
        until = time.monotonic() + _KILLING
        while time.monotonic() < until:
            self.tree.look()
            send(signal.SIGKILL, self.tree.pids)
            _reap(0)
            if not self.tree.pids:
                return
            time.sleep(0.001)

    def wake(self, seconds: float) -> None:
        """Let the bot run for `seconds` of processor time.

        Output from before this call is dropped, because it cannot be a response. Processor time that the bot used while
        it was supposed to be paused counts toward this turn.
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
        """Pause all of the bot's processes, and return the processor time used since `wake`."""
        until = time.monotonic() + _STOPPING
        while True:  # until all are found paused: running processes may start others
            self.rested, memory, _ = self.tree.look()
            self.peak = max(self.peak, memory)
            if self.tree.stopped or time.monotonic() > until:
                break
            send(signal.SIGSTOP, self.tree.bot)
        self.is_awake = False
        return max(0.0, self.rested - self.woken)

    # --- input ------------------------------------------------------------------------------------------------------

    def hear_outflank(self, said: bytes) -> bool:
        """Execute commands from Outflank. Return False if Outflank is gone."""
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
        """Send a line to the bot. The line is lost if the pipe is full because the bot does not read."""
        try:
            os.write(self.stdin, line)
        except OSError:
            return

    def hear_bot(self, said: bytes) -> bool:
        """Pass on lines that the bot prints during its turn. Return False at the end of its output.

        Output that is left in the pipe when the bot is paused is dropped: it cannot be a response, and it could leave
        no room for the real one.
        """
        self.printed += len(said)
        *lines, rest = (self.begun + said).split(b"\n")
        self.begun = rest[:_LONGEST_LINE]
        if lines and self.is_awake and self.printed <= self.output:
            tell_bytes(b"\n".join(b"<" + line[:_LONGEST_LINE] for line in lines))
        return bool(said)

    def hear_errors(self, said: bytes) -> bool:
        """Pass on the bot's standard error. Return False at its end."""
        self.printed += len(said)
        if self.printed <= self.output:
            os.write(2, said)
        return bool(said)

    def say_ended(self, code: int) -> None:
        """Report how the bot ended. `code` is its exit code, or minus the number of the signal that killed it."""
        if self.printed > self.output:
            self.is_within(0.0, 0, 0)
        elif code == -signal.SIGXFSZ:
            tell("!wrote a file larger than the limit")
        elif (
            code == -signal.SIGXCPU and self.tree.used >= self.cpu
        ):  # the signal came from the limit, not from the bot itself
            tell(f"!used more than {self.cpu:g} s of processor time")
        elif code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
            tell(f".ended ({name})")
        else:
            tell(f".ended (exit code {code})")


# --- processes and pipes ----------------------------------------------------------------------------------------------


def _started(command: list[str]) -> tuple[int, int, int, int, int]:
    """Start the bot.

    Returns its process number, the pipe that will contain its exit code, and the guard's ends of its standard streams.
    """
    (theirs_in, ours_in), (ours_out, theirs_out), (ours_err, theirs_err) = os.pipe(), os.pipe(), os.pipe()
    how, status = os.pipe()
    bot = os.fork()
    if bot == 0:
        try:
            os.setsid()
            for stream, number in ((theirs_in, 0), (theirs_out, 1), (theirs_err, 2)):
                os.dup2(stream, number)
            os.set_inheritable(status, "@status" in command)
            given = {"@status": str(status), "@user": str(USERS + os.getppid())}  # as unique as this process's number
            words = [given.get(word, word) for word in command]
            os.execve(words[0], words, {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"})
        finally:
            os._exit(127)
    for stream in (theirs_in, theirs_out, theirs_err, status):
        os.close(stream)
    os.set_blocking(ours_in, False)
    return bot, how, ours_in, ours_out, ours_err


def _be_subreaper() -> None:
    """Make this process the parent of its orphaned descendants."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    except (ImportError, OSError, AttributeError):
        return


def _reap(bot: int) -> int | None:
    """Collect the exit statuses of finished child processes, and return the bot's status if it is one of them."""
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
    """Read everything that is left in a pipe."""
    os.set_blocking(stream, False)
    return _read(stream)


def tell(line: str) -> None:
    """Send a line to Outflank."""
    tell_bytes(line.encode())


def tell_bytes(lines: bytes) -> None:
    """Send bytes to Outflank, even if they are not valid text."""
    left = lines + b"\n"
    try:
        while left:
            left = left[os.write(1, left) :]
    except OSError:
        os._exit(1)


def main() -> None:
    """Guard the bot given on the command line."""
    memory, processes, output, cpu = sys.argv[1:5]
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    Guard(int(memory), int(processes), int(output), float(cpu)).run(sys.argv[5:])


if __name__ == "__main__":
    main()
