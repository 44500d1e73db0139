"""Well-behaved bots: of each kind, in each protocol, at each game."""

import inspect
import re
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from outflank.bots import sandbox
from outflank.bots.player import Bot
from outflank.errors import OptionError, ProgramError
from outflank.play import TimeControl, TimeLeft, create, play_game
from outflank.rules import PASS, AntiPosition, Game, Position
from outflank.tribolo.position import TriboloPosition
from tests.contracts.hosted import PASSING
from tests.contracts.player import check_answer, check_refuses_a_finished_game
from tests.ending import descendants

TEMPLATES = Path(sandbox.__file__).parent / "templates"
FIRST = "def choose(position):\n    return position.legal_moves[0]\n"
START = Position.start()


@pytest.fixture
def bot(tmp_path):
    """Make a bot from source, and close it."""
    made = []

    def make(source, name="my_bot.py", **options):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(source)
        path.chmod(0o755)
        made.append(Bot(str(path), **options))
        return made[-1]

    yield make
    for each in made:
        each.close()


def check_plays(player, start=START):
    for players in ([player, "random"], ["random", player]):
        match = play_game(start, players, TimeControl(30, per_move=True))
        assert match.forfeit is None
        assert match.position.is_over


def test_a_function_of_a_position_is_a_bot(bot):
    check_plays(bot(FIRST))


def test_the_readmes_player_is_a_bot_without_change(bot):
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    source = readme.split("one as `my_bot.py`:")[1].split("```python\n")[1].split("```")[0]
    position = Game(moves="f5").position
    expected = {}
    exec(source, expected)
    assert bot(source).choose(position).move == expected["corner_first"](position)


@pytest.mark.parametrize(
    "source",
    [
        "class Mine:\n    def choose(self, position):\n        return position.legal_moves[-1]",
        "class Mine:\n    def choose(self, position, time_left):\n        assert 0 < time_left.seconds <= 5\n"
        "        return position.legal_moves[-1]",
        "def helper(position):\n    return 1\ndef choose(board):\n    return board.legal_moves[-1]",
        "from outflank import Analysis\ndef mine(position):\n    return Analysis(position.legal_moves[-1])",
        "def choose(position):\n    return position.legal_moves[-1]\nif __name__ == '__main__':\n    input()",
        "print('thinking')\ndef mine(position):\n    print(position)\n    return position.legal_moves[-1].upper()",
    ],
)
def test_a_player_is_found_in_a_file(bot, source):
    assert bot(source).choose(START, TimeLeft(5)).move == START.legal_moves[-1]


def test_of_several_one_can_be_named(bot):
    source = "def one(position):\n    return 'd3'\ndef other(position):\n    return 'c4'"
    assert bot(source, function="other").choose(START).move == "c4"
    with pytest.raises(ProgramError, match=r"^ended \(exit code 1\): .*the file defines 2 possible players"):
        bot(source).choose(START)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = 1", "LookupError: the file defines no player: expected a function choose(position), or function=NAME"),
        ("def choose(position):\n    return 1 / 0", "ZeroDivisionError: division by zero (my_bot.py:2)"),
        ("def choose():\n    return 'd3'", "TypeError: its player takes no position: expected choose(position)"),
        ("def choose(position)", "SyntaxError: expected ':' (my_bot.py, line 1)"),
    ],
)
def test_its_exception_is_reported_in_one_line(bot, source, message):
    with pytest.raises(ProgramError) as caught:
        bot(source).choose(START)
    assert str(caught.value).startswith("ended (exit code 1): ")
    assert message in str(caught.value)


NOT_THERE = "a bot can use outflank's positions, games and pure-Python players (such as level3), not its engine"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import outflank\ndef choose(position):\n    return outflank.create('ryu').choose(position)", NOT_THERE),
        ("from outflank import Engine\ndef choose(position):\n    return 'd3'", NOT_THERE),
        ("import outflank\ndef choose(position):\n    outflank.match('level1', 'random', games=2)", NOT_THERE),
        ("import outflank\ndef choose(position):\n    return outflank.Engine().analyse(position).move", NOT_THERE),
        ("def choose(position):\n    import numpy_not_there", "(pip install --target site numpy_not_there)"),
        ("import numpy_not_there.linalg\ndef choose(position):\n    return 'd3'", "--target site numpy_not_there)"),
    ],
)
def test_a_missing_module_in_a_sandbox_is_reported_with_advice(bot, source, message):
    with pytest.raises(ProgramError) as caught:
        bot(source).choose(START)
    assert message in str(caught.value)
    assert "(my_bot.py:" in str(caught.value)


@pytest.mark.parametrize("name", ["level1", "level2", "first", "greedy", "lookahead", "budget", "max_n"])
def test_a_player_of_plain_python_plays_within_a_sandbox(bot, name):
    position = START.play("f5")
    within = bot(f"import outflank\ndef choose(position):\n    return outflank.create({name!r}).choose(position)")
    assert within.choose(position).move == create(name).choose(position).move


def test_a_game_of_two_players_is_played_within_a_sandbox(bot):
    source = (
        "import outflank\ndef choose(position):\n    game = outflank.play_game(position, ['level1', 'greedy']).game\n"
        "    assert game.is_over\n    return game.moves[0]"
    )
    assert bot(source).choose(START).move in START.legal_moves


def test_a_misspelt_player_in_a_sandbox_gets_suggestions(bot):
    with pytest.raises(ProgramError, match=r"unknown player 'levle1'.*did you mean level1\?"):
        bot("import outflank\noutflank.create('levle1')\ndef choose(position):\n    return 'd3'").choose(START)


MUTE = "import sys\nprint('ready', flush=True)\nfor line in sys.stdin:\n    print('d3')\n"


@pytest.mark.parametrize(
    ("source", "is_told"),
    [
        (MUTE, True),
        (MUTE.replace("'d3'", "'d3', end='', flush=True"), True),  # a line that does not end
        ("def choose(position):\n    while True:\n        pass\n", False),  # whose output nobody asks for
    ],
)
def test_the_forfeit_of_a_program_from_which_nothing_comes_tells_it_to_flush(tmp_path, source, is_told):
    (tmp_path / "mute.py").write_text(source)
    match = play_game(START, (f"bot:{tmp_path / 'mute.py'}", "first"), TimeControl(2, per_move=True))
    assert match.forfeit.fault == "time"
    assert ("it must flush its output after each line" in match.forfeit.reason) is is_told


def test_a_program_that_has_moved_gets_no_advice_to_flush(tmp_path):
    (tmp_path / "mute.py").write_text(
        "input()\nprint('ready', flush=True)\n"
        "print(input().split()[3].split(',')[0], flush=True)\nwhile True:\n    input()\n"
    )
    match = play_game(START, (f"bot:{tmp_path / 'mute.py'}", "first"), TimeControl(2, per_move=True))
    assert match.forfeit.fault == "time"
    assert len(match.game.moves) == 2
    assert "flushed" not in match.forfeit.reason


def test_a_file_that_reads_its_input_speaks_for_itself(bot):
    source = (
        "while True:\n    words = input().split()\n    if words[0] == 'outflank':\n"
        "        print('ready Ann', flush=True)\n    else:\n"
        "        assert words[0] == 'turn' and len(words[1]) == 64 and words[2] == 'X', words\n"
        "        assert words[4:] == ['7.500', 'game'], words\n        print(words[3].split(',')[1], flush=True)"
    )
    ann = bot(source)
    assert ann.choose(START, TimeLeft(7.5)).move == START.legal_moves[1]
    assert ann.called == "Ann"


def test_a_folder_is_a_bot_with_its_requirements(bot, tmp_path):
    (tmp_path / "ann" / "site").mkdir(parents=True)
    (tmp_path / "ann" / "site" / "required.py").write_text("WHICH = -1")
    (tmp_path / "ann" / "own.py").write_text("NUMBER = 0")
    (tmp_path / "ann" / "book.txt").write_text("c4")
    source = "import own, required\ndef choose(position):\n    return open('book.txt').read()"
    bot(source, "ann/bot.py")
    player = create(f"bot:{tmp_path / 'ann'}")
    assert player.choose(START).move == "c4"
    assert player.called == "ann"
    player.close()


@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_each_template_plays(tmp_path, language):
    folder = shutil.copytree(TEMPLATES / language, tmp_path / language)
    if language == "c":
        if shutil.which("cc") is None:
            pytest.skip("no C compiler here")
        subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-o", "bot", "bot.c"], cwd=folder, check=True)
    elif language == "javascript" and shutil.which("node") is None:
        pytest.skip("no node here")
    player = create(f"bot:{folder}")
    check_plays(player)
    player.close()


def test_a_function_without_a_return_gets_advice(bot):
    with pytest.raises(ProgramError, match=r"TypeError: it returned no move: does every path through it end"):
        bot("def choose(position):\n    position.legal_moves[0]").choose(START)


@pytest.mark.skipif(shutil.which("node") is None, reason="no node here")
def test_nodes_error_is_reported_without_its_stack(tmp_path):
    (tmp_path / "bot.js").write_text("function start() {\n  return nonsense;\n}\nstart();\n")
    player = create(f"bot:{tmp_path / 'bot.js'}")
    with pytest.raises(ProgramError, match=r"^ended \(exit code 1\): 'ReferenceError: nonsense is not defined'$"):
        player.choose(START)


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_it_may_speak_another_protocol(bot, protocol):
    player = bot({"gtp": GTP, "nboard": NBOARD}[protocol], protocol=protocol)
    check_answer(START, player.choose(START))
    check_plays(player)
    with pytest.raises(ProgramError, match="for Othello on 8×8 only"):
        player.follow(Position.start(6), ())


NBOARD = """
import re
import sys
from outflank import Game
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "ping":
        print("pong", rest, flush=True)
    elif line.startswith("set game"):
        game = Game(moves=[move.lower().replace("pa", "pass") for move in re.findall(r"[BW]\\[(\\w\\d|PA)", rest)])
    elif command == "move":
        game.push(rest.lower().replace("pa", "pass"))
    elif command == "go":
        print("===", game.position.legal_moves[0], flush=True)
"""

GTP = """
import sys
from outflank import Game
game = Game()
for line in sys.stdin:
    number, command, *rest = line.split()
    answer = ""
    if command == "clear_board":
        game = Game()
    elif command == "play":
        game.push(rest[1].lower())
    elif command == "genmove":
        answer = game.position.legal_moves[0]
        game.push(answer)
    print(f"={number} {answer}\\n", flush=True)
"""


@pytest.mark.parametrize("start", [Position.start(4), Position.start(10), AntiPosition.start()])
def test_it_plays_othello_of_any_size_and_its_variants(bot, start):
    check_plays(bot(FIRST), start)


@pytest.mark.slow
def test_it_plays_othello_for_three(bot):
    start = TriboloPosition.start(1)
    for seat in range(3):
        players = ["random", "random"]
        players.insert(seat, bot(FIRST))
        match = play_game(start, players, TimeControl(30, per_move=True))
        assert match.forfeit is None
        assert match.position.is_over


@pytest.mark.skipif(shutil.which("sh") is None, reason="no shell here")
def test_a_program_hears_of_the_board_of_three_in_lines(bot):
    start = TriboloPosition.start(1)
    board, side = start.board_string.split()
    first, second, *_ = start.legal_moves
    source = (
        "read line; echo ready $line\n"
        'while read line; do case "$line" in\n'
        f"'turn {board} {side} {first},'*' 5.000 move') echo {second};;\n"
        "quit) exit;; *) echo none;; esac; done\n"
    )
    player = bot(source, "bot.sh")
    assert player.choose(start, TimeLeft(5, per_move=True)).move == second
    assert player.called == "outflank 1 tribolo 16"


def test_a_position_of_another_game_is_the_beginning_of_another_one(bot):
    player = bot("def choose(position):\n    return position.legal_moves[-len(position.game) % 2]")
    for start in (START, AntiPosition.start(), Position.start(4), TriboloPosition.start(1), START):
        assert player.choose(start).move == start.legal_moves[-len(start.game) % 2]


def test_games_that_it_does_not_know_are_refused(bot):
    with pytest.raises(ProgramError, match=r"^plays othello, anti-othello, tribolo, not 'nim'$"):
        bot(FIRST).follow(Nim(), ())


class Nim:
    """No game of this package."""

    game = "nim"


def test_it_answers_as_players_must(bot):
    player = bot(FIRST)
    check_refuses_a_finished_game(player, Position.parse("X" * 64))
    assert player.choose(PASSING).move == PASS
    check_answer(START, player.choose(START))


def test_each_game_has_a_process_of_its_own(bot):
    player = bot(
        "import os\nN = []\ndef choose(position):\n    N.append(1)\n    return position.legal_moves[len(N) - 1]"
    )
    for _ in range(2):
        player.follow(START, ())
        assert player.choose(START).move == START.legal_moves[0]
        game = Game(moves=(START.legal_moves[0], "c3"))
        player.follow(START, tuple(game.moves))
        assert player.choose(game.position).move == game.position.legal_moves[1]


def test_time_to_start_is_not_time_for_a_move(bot):
    slow = "import time\ndef choose(position):\n    time.sleep(2)\n    return position.legal_moves[0]"
    assert bot(slow, start=1.9).choose(START).move == START.legal_moves[0]


def test_it_is_not_started_again_when_it_has_ended(bot):
    player = bot("import os\nN = []\ndef choose(position):\n    N.append(1)\n    os._exit(len(N))")
    for _ in range(2):
        with pytest.raises(ProgramError, match=r"^ended \(exit code 1\)$"):
            player.choose(START)


def test_who_was_late_and_closed_does_not_end_the_one_that_was_started_after_it(bot):
    """The referee gives up waiting; the late thread learns of the end only when the next process runs."""
    player = bot(
        "import time\ndef choose(position):\n    time.sleep(0 if position.n_empties < 60 else 30)\n    return 'c4'"
    )
    player.follow(START, ())
    is_asked, has_started = threading.Event(), threading.Event()
    ask = player._engine.ask

    def slow_to_learn(line, time_left):
        is_asked.set()
        try:
            return ask(line, time_left)
        finally:
            has_started.wait(60)

    player._engine.ask = slow_to_learn
    with ThreadPoolExecutor() as pool:
        late = pool.submit(player.choose, START)
        assert is_asked.wait(60)
        player.close()
        player._engine.ask = ask
        player.follow(START.play("d3"), ())
        has_started.set()
        assert isinstance(late.exception(60), ProgramError)
    process = player._engine._process
    assert process is not None
    assert player.choose(START.play("d3")).move == "c4"
    assert player._engine._process is process


def test_processor_time_beyond_the_walls_is_taken_off_its_clock(bot):
    player = bot(FIRST)
    assert player.choose(START, TimeLeft(5)).move == START.legal_moves[0]
    player._engine._owed = 6.0
    with pytest.raises(ProgramError, match=r"^used 6\.0 s more processor time than passed on the clock$") as caught:
        player.choose(START, TimeLeft(5))
    assert not caught.value.in_time


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("bot:path=''", "expected a file or a folder, got nothing"),
        ("bot:nowhere.py", "there is no file or folder 'nowhere.py'"),
        ("bot", "expected path=…, or its value alone after the colon"),
        ("bot:{0}/empty", "expected one of bot.py, bot, bot.js, bot.sh in the folder"),
        ("bot:{0}/text.txt", "but 'text.txt' is not executable"),
        ("bot:{0}/bot.c", "is not executable: compile it, and name the program"),
        ("bot:{0}/ann.ZIP", "is not executable: unpack it, and name the folder"),
        ("bot:{0}/bot.sh", "'bot.sh' has Windows line endings: convert them to LF"),
        ("bot:{0}/a.py,memory=1", "expected memory from 32 to 65536 (MB), got 1"),
        ("bot:{0}/a.py,protocol=uci", "expected protocol to be lines or gtp or nboard, got 'uci'"),
        ("bot:{0}/out", "leads out of its folder"),
        ("bot:{0}/a.py,nonsense=1", "unknown option 'nonsense'"),
    ],
)
def test_anything_but_a_bot_is_refused_in_one_line(tmp_path, options, message):
    for folder in ("empty", "out"):
        (tmp_path / folder).mkdir()
    (tmp_path / "out" / "bot.py").symlink_to("/etc/hostname")
    for name in ("text.txt", "bot.c", "ann.ZIP"):
        (tmp_path / name).write_text("hello")
    (tmp_path / "bot.sh").write_bytes(b"read line\r\necho ready\r\n")
    (tmp_path / "a.py").write_text(FIRST)
    with pytest.raises(OptionError) as caught:
        create(options.format(tmp_path))
    assert message in str(caught.value)


def test_a_link_in_a_folder_shows_nothing_of_the_host(bot, tmp_path):
    if sandbox.kind() == "limits":
        pytest.skip("bubblewrap does not work here")
    (tmp_path / "secret.txt").write_text("planted")
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "link.txt").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(ProgramError, match="FileNotFoundError"):
        bot("def choose(position):\n    return open('/bot/link.txt').read()", "ann/bot.py").choose(START)
    with pytest.raises(OptionError, match=r"'link\.txt' is a link that leads out of its folder"):
        create(f"bot:{tmp_path / 'ann'}")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of all processes")
def test_nothing_is_left_when_outflank_is_killed(tmp_path):
    source = (Path(__file__).parent / "hostile" / "daemons.py").read_text()
    (tmp_path / "ann.py").write_text(source)
    program = (
        "import time; from outflank import create; from outflank.rules import Position;"
        f"bot = create('bot:{tmp_path / 'ann.py'}'); bot.choose(Position.start()); print('moved', flush=True);"
        "time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"moved\n"
        left = descendants(process.pid)
        assert len(left) >= 4  # keeper, guard, the bot and what it started
        process.kill()
    until = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in left) and time.monotonic() < until:
        time.sleep(0.05)
    assert [pid for pid in left if Path(f"/proc/{pid}").exists()] == []


@pytest.mark.skipif(sandbox.kind() == "limits", reason="bubblewrap does not work here")
def test_one_bot_does_not_use_up_the_processes_of_another(bot):
    greedy = bot(
        "import os, time\ndef choose(position):\n    for _ in range(25):\n        if os.fork() == 0:\n"
        "            time.sleep(1000)\n    return position.legal_moves[0]"
    )
    other = bot(greedy.submission.file.read_text(), "other.py")
    for each in (greedy, other):
        assert each.choose(START).move == START.legal_moves[0]


def test_the_page_of_documents_tells_the_same_limits():
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "let-bots-play.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `(\w+)` \| ([\d.]+)", page, re.MULTILINE))
    options = inspect.signature(Bot).parameters.items()
    assert told == {name: f"{option.default:g}" for name, option in options if type(option.default) in (int, float)}
