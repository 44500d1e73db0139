import gc
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outflank.errors import EndedError, LateError, OptionError
from outflank.protocols.hosts import keeper
from outflank.protocols.hosts.process import EngineProcess, program
from tests.ending import descendants, is_running

HERE = Path.cwd()
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of the processes that processes start")


def script(text):
    return [sys.executable, "-u", "-c", text]


def soon(seconds=60):
    return time.monotonic() + seconds


@pytest.fixture
def start():
    """Starts programs, and sees to it that nothing is left of them."""
    before = descendants(os.getpid())
    started = []

    def run(text, folder=HERE):
        started.append(EngineProcess(script(text), folder))
        return started[-1]

    yield run
    for process in started:
        process.end()
    until = soon()
    while (left := descendants(os.getpid()) - before) and time.monotonic() < until:
        time.sleep(0.01)
    assert left == set()


def test_lines_go_in_and_come_out_in_their_order(start):
    process = start("for line in iter(input, 'quit'): print('heard', line); print(end='\\n')")
    process.say("one")
    process.say("two")
    assert [process.hear(soon()) for _ in range(4)] == ["heard one", "", "heard two", ""]


def test_who_does_not_answer_is_late(start):
    process = start("input()")
    began = time.monotonic()
    with pytest.raises(LateError, match=r"^did not answer in time$"):
        process.hear(soon(0.1))
    assert 0.1 <= time.monotonic() - began < 30


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raise SystemExit(3)", r"ended \(exit code 3\)"),
        ("import sys; print('one\\n two  \\n\\n', file=sys.stderr); sys.exit(1)", r"ended \(exit code 1\): 'two'"),
        ("import os; os.kill(os.getpid(), 9)", r"ended \(signal 9\)"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", r"ended \(signal 11\)"),
        ("import os, time; os.close(1); time.sleep(60)", "closed its output or its input but did not exit"),
        ("import sys; sys.stderr.buffer.write(b'\\xff\\x00bad\\n'); sys.exit(2)", r"ended \(exit code 2\): '.*bad'"),
    ],
)
def test_its_end_is_reported_in_one_line(start, text, message):
    process = start(text)
    with pytest.raises(EndedError) as caught:
        process.hear(soon())
    assert re.fullmatch(message, str(caught.value))
    with pytest.raises(EndedError):
        process.hear(soon())


def test_lines_sent_before_its_end_are_heard(start):
    process = start("print('last')")
    assert process.hear(soon()) == "last"
    with pytest.raises(EndedError):
        process.hear(soon())


def test_it_is_told_of_nobody_who_listens(start):
    process = start("raise SystemExit(4)")
    while process.is_running:
        time.sleep(0.01)
    with pytest.raises(EndedError, match=r"ended \(exit code 4\)"):
        process.say("hello")


def test_a_flood_takes_no_memory_and_the_newest_lines_are_kept(start):
    text = """
import os
for _ in range(300): os.write(1, b'x' * 99_999 + b'\\n')
os.write(1, b'y' * 30_000_000)
os.write(1, b'\\n' * 1_000_000)
os.write(1, b'the end\\n')
os.write(2, b'z' * 10_000_000)
os.write(2, b'\\nlast words')
"""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    process = start(text)
    while process.is_running:
        time.sleep(0.01)
    lines = []
    while lines[-1:] != ["the end"]:
        lines.append(process.hear(soon()))
    with pytest.raises(EndedError, match="'last words'"):
        process.hear(soon())
    assert sum(map(len, lines)) < 300_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kilobytes


def test_what_nobody_has_heard_can_be_forgotten(start):
    process = start("print('old'); input(); print('new')")
    time.sleep(0.3)
    process.forget()
    process.say("go")
    assert process.hear(soon()) == "new"


def test_it_runs_in_its_folder_and_sees_no_shell(start, tmp_path):
    assert start("import os; print(os.getcwd())", tmp_path).hear(soon()) == str(tmp_path)
    assert program("echo $HOME '*' \"a b\"", tmp_path) == ["echo", "$HOME", "*", "a b"]


STUBBORN = """
import os, signal, subprocess, sys, time
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, signal.SIG_IGN)
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
print("ready")
while True:
    time.sleep(60)
"""


@LINUX
def test_it_ends_with_all_that_it_started_though_it_ignores_everything(start):
    before = descendants(os.getpid())
    process = start(STUBBORN)
    assert process.hear(soon()) == "ready"
    assert len(descendants(os.getpid()) - before) == 3
    began = time.monotonic()
    process.end("quit")
    assert time.monotonic() - began < 30
    assert descendants(os.getpid()) <= before


@LINUX
def test_it_ends_when_it_is_forgotten(start):
    before = descendants(os.getpid())
    process = EngineProcess(script(STUBBORN), HERE)
    assert process.hear(soon()) == "ready"
    del process
    gc.collect()
    assert descendants(os.getpid()) <= before


@LINUX
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_is_left_of_it_when_outflank_is_killed(number):
    text = f"""
import time
from pathlib import Path
from outflank.protocols.hosts.process import EngineProcess
process = EngineProcess({script(STUBBORN)!r}, Path.cwd())
print(process.hear(time.monotonic() + 60), flush=True)
time.sleep(60)
"""
    host = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    with host, host.stdout:
        assert host.stdout.readline() == b"ready\n"
        started = descendants(host.pid)
        assert len(started) == 3
        host.send_signal(number)
        host.wait(60)
    until = soon()
    while (left := {child for child in started if is_running(child)}) and time.monotonic() < until:
        time.sleep(0.01)
    assert left == set()


@LINUX
def test_a_keeper_that_is_asked_to_end_ends_all(start):
    process = start(STUBBORN)
    assert process.hear(soon()) == "ready"
    os.kill(process._process.pid, signal.SIGTERM)
    with pytest.raises(EndedError):
        process.hear(soon(3))


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("", "expected the command that starts a program, got none"),
        ("  ", "expected the command that starts a program, got none"),
        ("nosuchprogram -x", r"there is no program 'nosuchprogram' in any folder on the PATH"),
        ("./nosuchprogram", "there is no program './nosuchprogram'"),
        ("./file 3", "expected a program, but './file' is not executable"),
        ("./file 'x", 'cannot read the command "./file \'x": no closing quotation'),
    ],
)
def test_a_command_that_starts_nothing_is_refused(tmp_path, command, message):
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError) as caught:
        program(command, tmp_path)
    assert re.fullmatch(message, str(caught.value))


def test_a_program_that_the_system_cannot_run_says_so(tmp_path):
    path = tmp_path / "engine"
    path.write_bytes(b"\x00nothing")
    path.chmod(0o755)
    process = EngineProcess(program(shlex.quote(str(path)), tmp_path), tmp_path)
    with pytest.raises(EndedError, match=r"^cannot be started: Exec format error$"):
        process.hear(soon())
    process.end()


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(EndedError, match=r"^cannot be started: No such file or directory$"):
        EngineProcess(script(""), tmp_path / "nowhere")


def test_the_keeper_loads_next_to_nothing():
    """It takes about as long to start as an empty program."""
    text = f"import sys; exec(open({keeper.__file__!r}).read(), {{'__name__': 'keeper'}}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", text], capture_output=True, text=True, check=True)
    assert {"re", "typing", "pathlib", "subprocess", "threading", "outflank"}.isdisjoint(done.stdout.split())
