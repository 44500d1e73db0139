"""The loop, as a process."""

import signal
import subprocess
import sys
import time

import pytest

from outflank.engine.engine import Engine
from outflank.jit import INTERPRETED
from tests.protocols.process import EngineProcess, seconds_of

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long")
START = "---------------------------OX------XO---------------------------X"
SOON = 20.0  # seconds; a tenth of one on a machine with nothing else to do, and none of these searches ends by itself


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """The engine is compiled before a process has to do that."""
    if not INTERPRETED:
        Engine(1).load()


def test_a_handshake_does_not_wait_for_the_engine():
    with EngineProcess("gtp") as engine:
        engine.say("1 name", "2 protocol_version", "3 quit")
        assert engine.until("=3") == ["=1 Outflank", "", "=2 2", "", "=3"]
        assert engine.end() == (0, "")


def test_a_search_that_has_to_wait_for_the_engine_can_be_stopped():
    with EngineProcess("gtp", "--time", 60) as engine:
        engine.say("name")
        engine.until("=")
        engine.say("genmove b", "# interrupt")
        assert seconds_of(lambda: engine.until("= ")) < SOON


@compiled_only
def test_a_search_is_stopped_at_once():
    with EngineProcess("gtp", "--time", 60) as engine:
        engine.say("reg_genmove b")
        engine.say("# interrupt")
        engine.until("= ")  # by now it is being loaded
        engine.say("genmove b")
        time.sleep(1)
        engine.say("# interrupt")
        assert seconds_of(lambda: engine.until("= ")) < SOON


@compiled_only
@pytest.mark.parametrize(
    ("protocol", "hello", "lines", "stop", "answer"),
    [
        ("nboard", ("ping 1", "pong 1"), ["set depth 60", "hint 2"], "ping 7", "pong 7"),
        (
            "cassio",
            ("ENGINE-PROTOCOL init", "ready."),
            [f"ENGINE-PROTOCOL endgame-search {START} -64 64 100"],
            "ENGINE-PROTOCOL stop",
            "ready.",
        ),
        ("edax", ("f5", "You play F5"), ["time 60", "go"], "stop", "Outflank plays "),
    ],
)
def test_every_protocol_stops_at_once(protocol, hello, lines, stop, answer):
    with EngineProcess(protocol) as engine:
        engine.say(hello[0])
        engine.until(hello[1])
        engine.say(*lines)
        time.sleep(1)
        engine.say(stop)
        assert seconds_of(lambda: engine.until(answer)) < SOON


def test_an_engine_does_not_outlive_its_parent():
    program = f"""
import subprocess, sys, time
command = [{sys.executable!r}, "-m", "outflank", "engine", "--protocol", "gtp", "--time", "60"]
engine = subprocess.Popen(command, stdin=subprocess.PIPE)
engine.stdin.write(b"name\\ngenmove b\\n")
engine.stdin.flush()
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as parent:
        assert parent.stdout.readline() == b"= Outflank\n"
        parent.kill()
        assert seconds_of(parent.stdout.read) < 40  # it ends when nobody can write to it any more


@pytest.mark.parametrize("pause", [0, 0.5])
def test_quit_ends_a_search_and_the_process(pause):
    with EngineProcess("gtp", "--time", 60) as engine:
        engine.say("1 genmove b")
        time.sleep(pause)
        engine.say("2 quit")
        assert engine.until("=2")[0].startswith("=1 ")
        assert engine.end() == (0, "")


def test_the_end_of_its_input_ends_a_search_and_the_process():
    with EngineProcess("gtp", "--time", 60) as engine:
        engine.say("name", "genmove b")
        engine.until("=")
        engine.close_input()
        assert engine.end() == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_signals_end_a_search_and_the_process(number, code):
    with EngineProcess("gtp", "--time", 60) as engine:
        engine.say("name", "genmove b")
        engine.until("=")
        engine.process.send_signal(number)
        ended, said = engine.end()
        assert (ended, said.count("\n") <= 1) == (code, True)


def test_a_closed_output_ends_the_process():
    command = [sys.executable, "-m", "outflank", "engine", "--protocol", "gtp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(b"name\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"= Outflank\n"
        process.stdout.close()
        process.stdin.write(b"name\nname\n")
        process.stdin.flush()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


@compiled_only
def test_a_script_is_obeyed_line_by_line_to_its_end(tmp_path):
    script = tmp_path / "script"
    script.write_text("1 genmove b\n2 genmove w\n3 quit\n4 name\n")
    command = [sys.executable, "-m", "outflank", "engine", "--protocol", "gtp", "--depth", "4"]
    with script.open() as lines:
        done = subprocess.run(command, stdin=lines, capture_output=True, text=True, timeout=60, check=True)
    answers = done.stdout.split("\n\n")
    assert [answer.split()[0] for answer in answers if answer] == ["=1", "=2", "=3"]


def test_both_directions_are_logged(tmp_path):
    path = tmp_path / "log"
    with EngineProcess("gtp", "--log", path) as engine:
        engine.say("name", "quit")
        engine.end()
    said = [line.split(" ", 2)[2] for line in path.read_text().splitlines() if line]
    assert said == ["< name", "> = Outflank", "< quit", "> ="]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--protocol", "uci"], "invalid choice"),
        (["--protocol", "gtp", "--level", "31"], "expected a number from 1 to 30"),
        (["--protocol", "gtp", "--level", "3", "--depth", "3"], "not allowed with"),
        (["--protocol", "gtp", "--exact-from", "3"], "--exact-from requires --depth"),
        (["--protocol", "gtp", "--name", ""], "expected a printable name"),
        (["--protocol", "gtp", "--log", "."], "cannot write"),
        (["--protocol", "gtp", "--weights", "nowhere"], "there is no file 'nowhere'"),
    ],
)
def test_bad_options_are_refused_in_one_line(options, reason):
    command = [sys.executable, "-m", "outflank", "engine", *options]
    done = subprocess.run(command, stdin=subprocess.PIPE, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert reason in done.stderr


def test_bad_weights_end_it_with_one_line(tmp_path):
    path = tmp_path / "weights"
    path.write_bytes(b"nothing of use")
    with EngineProcess("gtp", "--weights", path) as engine:
        code, said = engine.end()
        assert (code, said.count("\n")) == (2, 1)
        assert str(path) in said
