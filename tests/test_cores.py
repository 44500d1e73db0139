"""The cores that a process may use, and those that are free, on pretended systems."""

import os
import subprocess
import sys

import pytest

from outflank import cores
from outflank.cores import free_cores, usable_cores

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc/stat and affinities")


@pytest.fixture
def system(tmp_path, monkeypatch):
    """A system with four cores and no quota, whose files a test may write."""
    monkeypatch.setattr(cores, "_PROC", tmp_path / "proc")
    monkeypatch.setattr(cores, "_GROUPS", tmp_path / "groups")
    monkeypatch.setattr(cores, "_allowed", lambda: {0, 1, 2, 3})
    monkeypatch.setattr(cores, "_LOOK", 0.0)
    (tmp_path / "proc" / "self").mkdir(parents=True)
    (tmp_path / "groups" / "cpu").mkdir(parents=True)
    (tmp_path / "groups" / "a" / "b").mkdir(parents=True)
    return tmp_path


def passing(system, monkeypatch, *cores_before_and_after):
    """Make the files of the cores' ticks change while `free_cores` sleeps."""
    before, after = (
        "".join(f"cpu{number} {' '.join(map(str, ticks))}\n" for number, ticks in enumerate(each))
        for each in cores_before_and_after
    )
    file = system / "proc" / "stat"
    file.write_text(f"cpu 1 1 1 1 1 1 1 1 0 0\n{before}intr 5\n")
    monkeypatch.setattr(cores.time, "sleep", lambda _seconds: file.write_text(f"{after}intr 6\n"))


def ticks(busy=0, nice=0, idle=0, waiting=0, stolen=0):
    return busy, nice, 0, idle, waiting, 0, 0, stolen, 0, 0


@pytest.mark.parametrize(
    ("after", "free"),
    [
        ([ticks(idle=10)] * 4, 4),
        ([ticks(busy=10), *[ticks(idle=10)] * 3], 3),
        ([ticks(busy=10), ticks(nice=10), ticks(waiting=10), ticks(idle=10)], 2),
        ([ticks(busy=1, idle=9)] * 4, 4),
        ([ticks(busy=4, idle=6)] * 4, 2),
        ([ticks(stolen=10), ticks(stolen=10), ticks(idle=10), ticks(busy=10)], 1),
        ([ticks(busy=10)] * 4, 1),
        ([ticks()] * 4, 1),
    ],
)
def test_a_core_is_free_while_it_is_idle(system, monkeypatch, after, free):
    monkeypatch.setattr(cores.time, "process_time", lambda: 0.0)
    start = ticks(busy=50, nice=50, idle=50, waiting=50, stolen=50)
    passing(system, monkeypatch, [start] * 4, [tuple(map(sum, zip(start, each, strict=True))) for each in after])
    assert free_cores() == free


def test_the_process_itself_keeps_no_core_busy(system, monkeypatch):
    moments = iter([5.0, 7.0])
    monkeypatch.setattr(cores.time, "process_time", lambda: next(moments))
    times = iter([1.0, 2.0])
    monkeypatch.setattr(cores.time, "monotonic", lambda: next(times))
    passing(system, monkeypatch, [ticks(1)] * 4, [ticks(busy=11)] * 3 + [ticks(busy=1, idle=10)])
    assert free_cores() == 3


def test_cores_that_this_process_may_not_use_do_not_count(system, monkeypatch):
    monkeypatch.setattr(cores, "_allowed", lambda: {1, 3})
    monkeypatch.setattr(cores.time, "process_time", lambda: 0.0)
    passing(system, monkeypatch, [ticks(1)] * 4, [*[ticks(busy=1, idle=10)] * 3, ticks(busy=11)])
    assert usable_cores() == 2
    assert free_cores() == 1


@pytest.mark.parametrize(("load", "free"), [(0.0, 4), (0.4, 4), (1.2, 3), (9.0, 1)])
@pytest.mark.parametrize("text", [None, "", "cpu0 what ever\n", "cpu0 1 2\n", "cpu0 0 0 0 0 0 0 0 0 0 0\n", "ä"])
def test_without_counts_of_ticks_the_load_average_decides(system, monkeypatch, text, load, free):
    if text is not None:
        (system / "proc" / "stat").write_text(text, encoding="utf-8")
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 7.0, 7.0), raising=False)
    assert free_cores() == free


def test_without_any_figure_all_cores_are_free(system, monkeypatch):
    monkeypatch.delattr(os, "getloadavg", raising=False)
    assert free_cores() == 4


@pytest.mark.parametrize(
    ("file", "text", "usable"),
    [
        ("cpu.max", "max 100000\n", 4),
        ("cpu.max", "200000 100000\n", 2),
        ("a/cpu.max", "350000 100000\n", 3),
        ("a/b/cpu.max", "50000 100000\n", 1),
        ("a/b/cpu.max", "900000 100000\n", 4),
        ("a/b/cpu.max", "damaged", 4),
        ("a/b/cpu.max", "100000 0\n", 4),
        ("cpu/cpu.cfs_quota_us", "200000\n", 2),
        ("cpu/cpu.cfs_quota_us", "-1\n", 4),
    ],
)
def test_the_quotas_of_control_groups_limit_the_cores(system, file, text, usable):
    (system / "proc" / "self" / "cgroup").write_text("1:cpu:/a\n0::/a/b\n")
    (system / "groups" / "cpu" / "cpu.cfs_period_us").write_text("100000\n")
    (system / "groups" / file).write_text(text)
    assert usable_cores() == usable


def test_a_group_outside_the_folder_of_groups_is_ignored(system):
    (system / "proc" / "self" / "cgroup").write_text("0::/../..\n")
    (system / "cpu.max").write_text("100000 100000\n")
    assert usable_cores() == 4


@linux_only
def test_a_process_counts_only_the_cores_that_it_may_use():
    one = min(os.sched_getaffinity(0))
    code = f"import os; os.sched_setaffinity(0, {{{one}}}); from outflank import cores; print(cores.free_cores())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "1\n"


def test_free_cores_are_among_the_usable_ones():
    assert 1 <= free_cores() <= usable_cores() <= (os.cpu_count() or 1)
