import csv
import os
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from outflank.course import LANGUAGES
from outflank.course.folder import make_bot, make_class, qualify
from outflank.errors import OptionError, OutflankError
from outflank.matches.reading import read_plan
from outflank.play import TimeControl, create

pytestmark = pytest.mark.usefixtures("short_checks")

CLOCK = TimeControl(20, per_move=True)
GOOD = "def choose(position):\n    return position.legal_moves[0]"
BAD = "def choose(position):\n    return 'a1'"


@pytest.fixture
def room(tmp_path):
    """The folder of a class, with some submissions, of which two are good."""
    folder = tmp_path / "class"
    make_class(folder)
    place = folder / "submissions"
    (place / "ann.py").write_text(GOOD)
    (place / 'b, "<b>|.py').write_text(GOOD)
    (place / "carl.py").write_text(BAD)
    (place / "dora.txt").write_text("hello")
    (place / "eve.py").symlink_to("/etc/passwd")
    return folder


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_to_begin_with_is_one_file_in_a_new_folder(tmp_path, language):
    (made,) = make_bot(tmp_path / "mine", language)
    assert made.stem == "bot"
    with pytest.raises(OptionError, match="already exists: expected a new or an empty folder"):
        make_bot(tmp_path / "mine", language)


def test_a_class_has_rules_examples_and_a_place_for_what_is_handed_in(tmp_path):
    made = make_class(tmp_path / "class")
    assert {str(path.relative_to(tmp_path / "class")) for path in made} == {
        "README.md",
        "rules.md",
        "examples/python/bot.py",
        "examples/javascript/bot.js",
        "examples/c/bot.c",
    }
    assert "512 MB of memory, 32 processes and threads" in (tmp_path / "class" / "rules.md").read_text()
    assert list((tmp_path / "class" / "submissions").iterdir()) == []
    with pytest.raises(OptionError, match="already exists"):
        make_class(tmp_path / "class")


def test_who_may_play_is_in_the_tournament_and_who_may_not_is_told_why(room, monkeypatch):
    entries = qualify(room, CLOCK)
    assert [(entry.name, entry.is_fit) for entry in entries] == [
        ("ann", True),
        ('b, "<b>|', True),
        ("carl", False),
        ("dora", False),
        ("eve", False),
    ]
    assert entries[3].reasons == [
        "It is not a bot: expected a .py, .js or .sh file, or a program, but 'dora.txt' is not executable."
    ]
    assert entries[4].reasons == ["It is a link, where a file or a folder was expected."]
    table = (room / "qualification.md").read_text()
    assert "| ann | yes |  |" in table
    assert r'| b, "&lt;b&gt;\| | yes |  |' in table
    assert "| carl | no | illegal move: Black cannot play a1" in table
    tournament = tomllib.loads((room / "tournament.toml").read_text())
    assert [player["name"] for player in tournament["players"]] == ["ann", 'b, "<b>|']
    monkeypatch.chdir(room)
    for player in tournament["players"]:
        create(player["player"]).close()


@pytest.mark.slow
def test_names_may_be_kept_to_the_teacher(room):
    qualify(room, CLOCK, anonymous=True, seed=3)
    table = (room / "qualification.md").read_text()
    assert re.findall(r"\b(ann|carl|dora|eve)\b", table) == []
    assert "cannot play a1" in table
    tournament = tomllib.loads((room / "tournament.toml").read_text())
    with (room / "names.csv").open(newline="") as file:
        assert file.read(1) == "\ufeff"  # for spreadsheets
        names = dict(list(csv.reader(file))[1:])
    assert sorted(names.values()) == sorted(path.name for path in (room / "submissions").iterdir())
    assert {names[player["name"]] for player in tournament["players"]} == {"ann.py", 'b, "<b>|.py'}
    assert all(player["player"].startswith("bot:playing/bot-") for player in tournament["players"])


def test_a_folder_that_is_no_class_is_refused(tmp_path):
    with pytest.raises(OptionError, match="expected a class folder that contains submissions"):
        qualify(tmp_path, CLOCK)
    make_class(tmp_path / "class")
    with pytest.raises(OutflankError, match="nothing was handed in"):
        qualify(tmp_path / "class", CLOCK)


def test_two_of_one_name_are_told_apart(tmp_path):
    make_class(tmp_path / "class")
    place = tmp_path / "class" / "submissions"
    (place / "ann.py").write_text(GOOD)
    shutil.copytree(tmp_path / "class" / "examples" / "python", place / "ann")
    assert len({entry.name for entry in qualify(tmp_path / "class", CLOCK)}) == 2
    assert Path(place / "ann").is_dir()


@pytest.mark.slow
def test_odd_names_of_files_leave_a_tournament_that_can_be_played(tmp_path):
    make_class(tmp_path / "class")
    place = tmp_path / "class" / "submissions"
    long = "a" * 60
    for name in ("Ann.py", "ann.py", f"{long}1.py", f"{long}2.py", "wide\u3000space.py", "ann .py", "=1+1.py"):
        (place / name).write_text(GOOD)
    (place / "pipe").mkdir()
    os.mkfifo(place / "pipe" / "bot.py")
    entries = qualify(tmp_path / "class", CLOCK)
    unfit = {entry.path.name: entry.reasons[0] for entry in entries if not entry.is_fit}
    assert unfit == {
        "wide\u3000space.py": "Its file name has characters that cannot be shown: rename it.",
        "pipe": "It is not a bot: 'bot.py' is neither a file nor a folder.",
    }
    plan = read_plan(tmp_path / "class" / "tournament.toml")
    assert len(plan.entrants) == 6


HEAD = """\
title = "Class 4b"
time = "20/move" # as we agreed
openings = "even:8"
seed = 9

[schedule]
kind = "swiss"
rounds = 4
"""


@pytest.fixture
def small(tmp_path):
    """The folder of a class with one submission, which has been tried."""
    folder = tmp_path / "small"
    make_class(folder)
    (folder / "submissions" / "ann.py").write_text(GOOD)
    qualify(folder, CLOCK)
    return folder


@pytest.mark.parametrize("again", [None, CLOCK, TimeControl(9, per_move=True)])
def test_what_a_teacher_wrote_before_the_players_stays_whatever_time_is_asked_for(small, again):
    file = small / "tournament.toml"
    file.write_text(HEAD + file.read_text()[file.read_text().index("\n[[players]]") :])
    (small / "submissions" / "bert.py").write_text(GOOD)
    qualify(small, again)
    plan = read_plan(file)
    assert (plan.title, plan.seed, plan.openings, plan.schedule.kind) == ("Class 4b", 9, "even:8", "swiss")
    assert plan.control == (again or CLOCK)
    assert [entrant.name for entrant in plan.entrants] == ["ann", "bert"]
    assert ("as we agreed" in file.read_text()) == (again in (None, CLOCK))
    assert "Class 4b" in (small / "tournament.old.toml").read_text()


def test_a_time_that_is_not_there_yet_is_added(small):
    file = small / "tournament.toml"
    file.write_text("".join(line for line in file.read_text().splitlines(keepends=True) if "time" not in line))
    (small / "submissions" / "bert.py").write_text(GOOD)
    qualify(small, CLOCK)
    assert read_plan(file).control == CLOCK


@pytest.mark.parametrize("head", ["seed = = 5", "time = 'tomorrow'", "players = []"])
def test_a_tournament_that_is_broken_is_told_before_anything_is_tried(small, head):
    file = small / "tournament.toml"
    file.write_text(f"{head}\n{file.read_text()}")
    before = file.read_text()
    with pytest.raises(OutflankError, match=r"^tournament\.toml: .*: correct the file, or remove it$"):
        qualify(small)
    assert file.read_text() == before


@pytest.mark.slow
def test_words_in_reasons_stay_even_if_a_bot_is_called_so(tmp_path):
    make_class(tmp_path / "class")
    place = tmp_path / "class" / "submissions"
    (place / "illegal.py").write_text(BAD)
    (place / "move.py").write_text("def choose(position):\n    return 1 / 0")
    (place / "empty").mkdir()
    qualify(tmp_path / "class", CLOCK, anonymous=True, seed=1)
    told = (tmp_path / "class" / "qualification.md").read_text()
    assert "illegal move: " in told
    assert "division by zero (Bot" in told
    assert "in the folder '" in told
    assert not re.search(r"illegal\.py|move\.py|empty", told)


def test_a_file_that_python_knows_by_its_stem_is_hidden_too(tmp_path):
    make_class(tmp_path / "class")
    place = tmp_path / "class" / "submissions"
    (place / "joe.py").write_text("from joe import thing\ndef choose(position):\n    return thing")
    (place / "time.py").write_text("import joe_not_there\ndef choose(position):\n    return 'd3'")
    qualify(tmp_path / "class", CLOCK, anonymous=True, seed=1)
    told = (tmp_path / "class" / "qualification.md").read_text()
    assert "joe.py" not in told
    assert "from 'joe'" not in told
    assert "joe\\_not\\_there" in told


@pytest.mark.parametrize(
    "text",
    [
        "[[players]]\nplayer = 'first'\n[schedule]\nkind = 'swiss'\nrounds = 2\n",
        "seed = 1\n[[players]]\nplayer = 'first'\n[schedule]\ngames = 2\n",
        "rounds = 3\n",
        "[schedule]\nkind = 'gauntlet'\nchallengers = ['nobody']\n",
        "\xe9 = 1",
    ],
)
def test_what_would_be_lost_or_is_no_tournament_is_told(small, text):
    file = small / "tournament.toml"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(OutflankError, match=r"^tournament\.toml: .*: correct the file, or remove it$"):
        qualify(small)
    assert file.read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize("line", ["  time = '20/move'", '"time" = "20/move"', "time='20/move'"])
def test_a_time_is_replaced_however_it_is_written(small, line):
    file = small / "tournament.toml"
    text = file.read_text()
    file.write_text(text.replace('time = "20/move"', line))
    qualify(small, TimeControl(7, per_move=True))
    assert tomllib.loads(file.read_text())["time"] == "7/move"


def test_a_bot_is_tried_at_the_game_of_the_tournament(small):
    file = small / "tournament.toml"
    file.write_text("game = 'tribolo'\ntime = '20/move'\n")
    for name in ("bert", "carl"):
        (small / "submissions" / f"{name}.py").write_text(
            "def choose(position):\n    assert position.game == 'tribolo'\n    return position.legal_moves[0]"
        )
    (small / "submissions" / "ann.py").write_text(
        "def choose(position):\n    assert position.game == 'othello'\n    return position.legal_moves[0]"
    )
    assert [(entry.name, entry.is_fit) for entry in qualify(small)] == [("ann", False), ("bert", True), ("carl", True)]
