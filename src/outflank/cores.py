"""The processor cores that this process may use, and how many of them are free right now.

A core is free while it is idle or runs this process. `free_cores` watches the cores for a tenth of a second and rounds
the sum of their free time. A process of low priority counts like any other, because it gives way only to processes of
its own session. Without Linux's ``/proc/stat``, the load average of the last minute counts as the work of others.
"""

import os
import time
from pathlib import Path

_PROC, _GROUPS = Path("/proc"), Path("/sys/fs/cgroup")
_LOOK = 0.1  # seconds; long enough for the system to count ten ticks on each core


def usable_cores() -> int:
    """Number of cores that this process may use: at least 1, and no more than its group's quota of processor time."""
    n_cores = len(_allowed()) or os.cpu_count() or 1
    return max(1, int(min(n_cores, _quota())))


def free_cores() -> int:
    """Number of cores that nobody else keeps busy right now, from 1 to `usable_cores`. Takes a tenth of a second."""
    usable = usable_cores()
    return 1 if usable == 1 else max(1, min(usable, round(_free_now())))


def _allowed() -> set[int]:
    """The numbers of the cores to which this process is restricted; empty if the system does not tell."""
    return set(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else set()


def _free_now() -> float:
    """The share of time in which the allowed cores are free, summed over the cores."""
    allowed = _allowed()
    before, own = _ticks(allowed), time.process_time()
    if before is None:
        n_cores = len(allowed) or os.cpu_count() or 1
        return n_cores - (os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0)
    began = time.monotonic()
    time.sleep(_LOOK)
    after = _ticks(allowed) or before
    own, seconds = time.process_time() - own, time.monotonic() - began
    idle, total = after[0] - before[0], after[1] - before[1]
    return len(allowed) * idle / max(total, 1) + own / seconds


def _ticks(allowed: set[int]) -> tuple[int, int] | None:
    """Idle ticks and all ticks of the allowed cores since the system's start; None if the system does not count."""
    idle = total = 0
    try:
        for line in (_PROC / "stat").read_text("ascii").splitlines():
            name, *fields = line.split()
            if name[:3] == "cpu" and name[3:].isdecimal() and int(name[3:]) in allowed:
                ticks = [int(field) for field in fields[:8]]  # the fields after these count guests a second time
                idle += ticks[3] + ticks[4]  # with nothing to do, or waiting for a disk
                total += sum(ticks)
    except (OSError, ValueError, IndexError):
        return None
    return (idle, total) if total else None


def _quota() -> float:
    """Cores' worth of processor time that this process's control group and the groups above it may use."""
    try:
        own = next(
            (line[3:] for line in (_PROC / "self" / "cgroup").read_text("utf-8").splitlines() if line[:3] == "0::"), "/"
        )
    except (OSError, ValueError):
        own = "/"
    folders = [Path(own.strip("/")), *Path(own.strip("/")).parents]
    quotas = [_quota_in(_GROUPS / folder / "cpu.max") for folder in folders if ".." not in folder.parts]
    return min([*quotas, _quota_in(_GROUPS / "cpu" / "cpu.cfs_quota_us", _GROUPS / "cpu" / "cpu.cfs_period_us")])


def _quota_in(*files: Path) -> float:
    """The quota in one file (cgroup v2) or two (v1), as a number of cores; infinity if there is none."""
    try:
        most, period = " ".join(file.read_text("ascii") for file in files).split()
        return int(most) / int(period) if most not in ("max", "-1") else float("inf")
    except (OSError, ValueError, ZeroDivisionError):
        return float("inf")
