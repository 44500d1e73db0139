"""The command in a process of its own: at a real terminal, at pipes, and interrupted."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from outflank.jit import INTERPRETED
from tests.ending import COMMAND, hear_signals

pexpect = pytest.importorskip("pexpect", reason="needs a terminal")

SEEN = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")  # what only moves the cursor or paints


class Terminal:
    """A person at a terminal."""

    def __init__(self, *arguments, command=COMMAND, **environment):
        env = {**os.environ, "TERM": "xterm-256color", **environment}
        env.pop("NO_COLOR", None) if "NO_COLOR" not in environment else None
        self.child = pexpect.spawn(
            command[0],
            [*command[1:], *arguments],
            env=env,
            timeout=60,
            encoding="utf-8",
            dimensions=(40, 80),
            preexec_fn=hear_signals,
        )
        self.child.delaybeforesend = None
        self.seen = ""

    def waits_for(self, text):
        """Read until a text is shown; returns what was shown since the last one."""
        self.child.expect_exact(text)
        shown = self.child.before + text
        self.seen += shown
        return shown

    def types(self, line):
        self.child.sendline(line)

    def ends(self):
        self.child.expect(pexpect.EOF)
        self.seen += self.child.before
        self.child.wait()  # on a busy machine, it may take a while from its last word to its end
        self.child.close()
        return self.child.exitstatus


def test_a_whole_game_by_hand(home):
    here = Terminal("play", "--white", "level1", "--size", "4", "--save", "game.txt")
    here.waits_for("Black to move: ")
    here.types("a1")
    assert "Invalid move, try again: Black cannot play a1" in here.waits_for("Black to move: ")
    here.types("hint")
    hint = re.search(r"lookahead would play (\w\d)", here.waits_for("Black to move: "))[1]
    here.types(hint)
    assert "White (level1) plays" in here.waits_for("Black to move: ")
    here.types("undo")
    assert f"Back to before {hint}." in here.waits_for("Black to move: ")
    here.types("redo")
    assert "Replayed up to" in here.waits_for("Black to move: ")
    here.types("moves")
    transcript = re.search(rf"^({hint}\w\d)\r", here.waits_for("Black to move: "), re.MULTILINE)[1]
    here.types("resign")
    assert "White wins: black resigned" in here.waits_for("undo or quit? ")
    here.types("undo")
    assert "The game continues." in here.waits_for("Black to move: ")
    here.types("resign")
    here.waits_for("undo or quit? ")
    here.types("board")
    assert "a  b  c  d" in here.waits_for("undo or quit? ")
    here.types("f5")
    assert "Invalid move, try again: the game is over" in here.waits_for("undo or quit? ")
    here.types("new 6")
    assert "A new game." in here.waits_for("Black to move: ")
    here.types("quit")
    assert here.ends() == 0
    assert f"Transcript: {transcript}" in here.seen
    assert "48;5;29m" in here.seen  # a green board
    saved = (home / "game.txt").read_text(encoding="utf-8")
    assert "% Result: White wins: black resigned" in saved


def test_a_game_of_three_by_hand(home):
    here = Terminal("play", "--tribolo", "--start", "BRR./..../GB.. B", "--red", "human", "--save", "game.txt")
    here.waits_for("Blue (B) to move: ")
    assert "48;5;25mB" in here.seen  # a letter on a colour
    assert "m+" in here.seen  # where a move can be made
    here.types("legal")
    assert "m+" not in here.waits_for("Blue (B) to move: ")
    here.types("c3")
    assert "Invalid move, try again: Blue cannot play c3: no run of another" in here.waits_for("Blue (B) to move: ")
    here.types("d1")
    shown = here.waits_for("undo or quit? ")
    assert "Red (human) has no move and is skipped." in shown
    assert "Game over: Blue wins 4–0–3." in shown
    here.types("undo")
    assert "Back to before d1." in here.waits_for("Blue (B) to move: ")
    here.types("restart")
    assert "The same game from its start." in here.waits_for("Blue (B) to move: ")
    here.child.sendeof()
    assert here.ends() == 0
    assert "End of input." in here.seen
    assert (home / "game.txt").read_text(encoding="utf-8").endswith("\nB\nd1 c3\n")


def test_ctrl_c_during_ones_own_turn():
    here = Terminal("play", "--white", "level1")
    here.waits_for("Black to move: ")
    here.types("f5")
    here.waits_for("Black to move: ")
    here.child.sendintr()
    assert here.ends() == 130
    assert re.search(r"Interrupted\.\s+Transcript: f5\w\d\s+Saved: ", here.seen)
    assert "Traceback" not in here.seen


def played_so_far(here):
    """Answer the first prompt of a game, and return the moves that are played at the second."""
    here.waits_for("Black to move: ")
    here.types("f5")
    here.waits_for("Black to move: ")
    here.types("moves")
    return re.search(r"^(f5\w\d)\r", here.waits_for("Black to move: "), re.MULTILINE)[1]


@pytest.mark.parametrize("place", [[], ["--save", "mine.sgf"]])
def test_a_game_that_is_killed_at_the_prompt_can_be_taken_up_again(place, home, tmp_path):
    here = Terminal("play", "--white", "level1", *place)
    moves = played_so_far(here)
    here.child.kill(signal.SIGKILL)
    here.child.wait()
    (kept,) = [*tmp_path.glob("data/games/*"), *home.iterdir()]
    again = Terminal("play", "--start", str(kept))
    again.waits_for("Black is human; White is level1.")
    again.waits_for("Black to move: ")
    again.types("moves")
    assert f"\n{moves}\r" in again.waits_for("Black to move: ")
    again.types("quit")
    assert again.ends() == 0


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="needs the signals of Unix")
def test_a_terminal_that_hangs_up_loses_no_move(games):
    here = Terminal("play", "--white", "level1")
    moves = played_so_far(here)
    os.close(here.child.child_fd)
    _, status = os.waitpid(here.child.pid, 0)
    assert os.waitstatus_to_exitcode(status) in (129, 2)  # 2 if the terminal is gone before the signal comes
    (kept,) = games()
    assert "".join(kept.splitlines()[-1].split()) == moves


ASKS = """
import readline, signal, threading, time
from outflank.cli.screen import Console, TerminalScreen

screen = TerminalScreen(Console())
"""


def test_a_signal_just_before_the_wait_for_input_is_heard():
    """Another thread takes the signal here, so that nothing wakes the main thread, as if it had not waited yet."""
    here = Terminal(
        ASKS
        + """
threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
try:
    screen.ask("Black to move: ")
except KeyboardInterrupt:
    print("heard")
""",
        command=(sys.executable, "-c"),
    )
    here.waits_for("Black to move: ")
    here.child.sendintr()
    assert here.ends() == 0
    assert "heard" in here.seen


@pytest.mark.parametrize("left", [0, 1e-6, 1e-5, 1e-4, 1e-3])
def test_time_that_runs_out_just_before_the_wait_for_input_has_run_out(left):
    here = Terminal(
        ASKS
        + """
for _ in range(5):
    try:
        screen.ask("Black to move: ", LEFT)
    except TimeoutError:
        print("out of time")
""".replace("LEFT", str(left)),
        command=(sys.executable, "-c"),
    )
    assert here.ends() == 0
    assert here.seen.count("out of time") == 5


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize("clock", [(), ("--time", "60")])
def test_ctrl_c_while_the_computer_thinks(clock):
    here = Terminal("play", "--white", "module:bots.py:loops", *clock)
    here.waits_for("Black to move")
    here.types("f5")
    here.waits_for("is thinking")
    here.child.sendintr()
    assert here.ends() == 130
    assert re.search(r"Interrupted\.\s+Transcript: f5\s+Saved: ", SEEN.sub("", here.seen))
    assert "Traceback" not in here.seen


def test_the_flag_of_a_person_falls_and_another_game_can_begin():
    here = Terminal("play", "--white", "level1", "--no-save", "--time", "0.5/move")
    here.waits_for("Black to move [0.5 s]: ")
    shown = here.waits_for("undo or quit? ")
    assert "Black (you) forfeits the game: time: no move in time (0.5/move)." in shown
    here.types("undo")
    assert "there is no time left" in here.waits_for("undo or quit? ")
    here.types("restart")
    here.waits_for("Black to move [0.5 s]: ")
    here.types("quit")
    assert here.ends() == 1


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_where_none_is_wanted(environment):
    here = Terminal("play", "--white", "level1", "--no-save", "--size", "4", **environment)
    here.waits_for("Black (X) to move: ")
    here.types("quit")
    assert here.ends() == 0
    assert "  2  +  O  X  ." in here.seen
    assert not re.search(r"\x1b\[[0-9;]*m", here.seen.replace("\x1b[0m", "").replace("\x1b[1m", ""))


@pytest.mark.usefixtures("bots")
def test_someone_else_can_go_on_for_a_player_that_forfeited():
    here = Terminal("play", "--white", "module:bots.py:raises", "--no-save")
    here.waits_for("Black to move: ")
    here.types("f5")
    assert "forfeits the game: crash: ValueError" in here.waits_for("undo or quit? ")
    here.types("undo")
    assert "Back to before f5." in here.waits_for("Black to move: ")
    here.types("f5")
    assert "forfeits the game: crash: ValueError" in here.waits_for("undo or quit? ")
    here.types("white level1")
    assert "White (level1) plays" in here.waits_for("Black to move: ")
    here.types("quit")
    assert here.ends() == 0


# --- pipes and signals ------------------------------------------------------------------------------------------------


def start(*arguments, command=COMMAND, **options):
    return subprocess.Popen(
        [*command, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        **{"stdin": subprocess.DEVNULL, "preexec_fn": hear_signals, **options},
    )


def test_a_reader_that_goes_away_is_no_error_and_the_game_is_saved(games):
    process = start("play", "--white", "level1", stdin=subprocess.PIPE)
    process.stdin.write("f5\n")
    process.stdin.flush()
    while "White (level1) plays" not in process.stdout.readline():
        pass
    process.stdout.close()
    with contextlib.suppress(BrokenPipeError):  # it may have noticed already
        process.stdin.write("board\n" * 1000)
        process.stdin.close()
    assert process.stderr.read() == ""
    assert process.wait(60) == 0
    assert len(games()) == 1
    process.stderr.close()


@pytest.mark.parametrize("arguments", [["-h"], ["players"], ["players", "--json"], ["analyse", "start", "--tree"]])
def test_output_into_a_closed_pipe_is_no_error(arguments):
    process = start(*arguments)
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(60) == 0
    process.stderr.close()


def test_a_terminal_that_lacks_characters_shows_question_marks():
    process = start(
        "play", "--quiet", "--no-save", stdin=subprocess.PIPE, env={**os.environ, "PYTHONIOENCODING": "ascii"}
    )
    out, err = process.communicate("ü\nresign\n", timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "black resigned at 2?2" in out


@pytest.mark.parametrize("stream", [0, 1, 2])
def test_closed_streams_do_no_harm(stream):
    process = start("play", "--quiet", "--no-save", preexec_fn=lambda: os.close(stream))
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert ("End of input." in out) is (stream != 1)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="needs the signals of Unix")
@pytest.mark.parametrize(("name", "code"), [("SIGHUP", 129), ("SIGTERM", 143)])
def test_a_closed_window_loses_no_game(name, code, games):
    process = start("play", "--white", "level1", stdin=subprocess.PIPE)
    process.stdin.write("f5\n")
    process.stdin.flush()
    while "White (level1) plays" not in process.stdout.readline():
        pass
    process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (code, "")
    assert "Transcript: f5" in out
    assert len(games()) == 1


@pytest.mark.usefixtures("bots")
def test_ctrl_c_ends_a_match_in_processes_at_once():
    options = ("--games", "4", "--jobs", "2", "--time", "300")
    process = start("match", "module:bots.py:stuck", "first", *options, start_new_session=True)
    assert process.stderr.readline() == "stuck\n"
    began = time.perf_counter()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.replace("stuck\n", "") == "outflank: interrupted\n"
    assert time.perf_counter() - began < 30


COUNTING = """
import sys, threading
from outflank.cli.main import main

start = threading.Thread.start

def announce(thread):
    start(thread)
    print("counting", file=sys.stderr, flush=True)

threading.Thread.start = announce
sys.exit(main(["perft", "25"]))
"""


@pytest.mark.skipif(INTERPRETED, reason="compiled code is what Ctrl-C cannot interrupt")
def test_ctrl_c_ends_perft():
    process = start(command=[sys.executable, "-c", COUNTING])
    while process.stderr.readline() != "counting\n":
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "outflank: interrupted\n")


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="takes compiled searches")
def test_results_go_into_their_file_while_a_person_watches(home):
    """Once, whoever watched at a terminal saw the results, and the file stayed empty."""
    board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X;"
    (home / "three.obf").write_text(f"{board}\n" * 3, encoding="utf-8")
    command = " ".join([*COMMAND, "solve", "three.obf", "--json"])
    child = pexpect.spawn("/bin/sh", ["-c", f"{command} > out.txt"], timeout=60, encoding="utf-8", dimensions=(40, 60))
    child.expect(pexpect.EOF)
    lines = [json.loads(line) for line in (home / "out.txt").read_text(encoding="utf-8").splitlines()]
    assert [line.get("score") for line in lines] == [6, 6, 6, None]
    assert '"score"' not in child.before
    narrow = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], "solve", "three.obf", "--json"], timeout=60, encoding="utf-8", dimensions=(40, 60)
    )
    narrow.expect(pexpect.EOF)
    shown = [line for line in SEEN.sub("", narrow.before).replace("\r", "\n").split("\n") if line.startswith("{")]
    assert [json.loads(line).get("score") for line in shown] == [6, 6, 6, None]


@pytest.mark.slow
@pytest.mark.skipif(INTERPRETED, reason="compiles nothing")
def test_compiling_in_the_middle_of_a_game_is_one_line_that_changes(home, tmp_path):
    """Once, it was forty lines, and the board had gone."""
    board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
    (home / "late.txt").write_text(board, encoding="utf-8")
    arguments = ["--start", "late.txt", "--black", "engine:depth=1", "--white", "engine:depth=1", "--no-save"]
    here = Terminal("play", *arguments, OUTFLANK_CACHE_DIR=str(tmp_path / "empty"))
    here.child.timeout = 240
    assert here.waits_for("Game over")
    assert here.seen.count("compiling") > 5
    lines = here.seen.split("\n")
    assert sum("compiling" in line for line in lines) < 4
