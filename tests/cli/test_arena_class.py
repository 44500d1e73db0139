"""A class from its folder to its tournament."""

import json
import re

import pytest

from outflank.cli.main import main

pytestmark = pytest.mark.usefixtures("short_checks")

GOOD = "def choose(position):\n    return position.legal_moves[0]"
BAD = "def choose(position):\n    return 'a1'"


def test_a_class_is_made_and_qualified(tmp_path, capsys):
    folder = tmp_path / "class"
    assert main(["arena", "init", str(folder)]) == 0
    (folder / "submissions" / "ann.py").write_text(GOOD)
    assert main(["arena", "qualify", str(folder)]) == 0
    done = capsys.readouterr()
    assert done.out.endswith(f"1 of 1 qualified: see {folder}/qualification.md and {folder}/tournament.toml\n")
    assert done.err == "outflank: one bot makes no tournament: it takes two\n"
    (folder / "submissions" / "bob.py").write_text(BAD)
    assert main(["arena", "qualify", str(folder), "--json"]) == 1
    done = capsys.readouterr()
    assert done.err == "outflank: one bot makes no tournament: it takes two\n"
    rows = json.loads(done.out)["submissions"]
    assert [(row["handed_in"], row["fit"]) for row in rows] == [("ann.py", True), ("bob.py", False)]


def test_those_who_qualified_play_the_tournament_of_the_class(tmp_path, capsys):
    folder = tmp_path / "class"
    main(["arena", "init", str(folder)])
    for name, bot in (("ann, b", GOOD), ("bob", BAD), ("cleo", GOOD.replace("[0]", "[-1]"))):
        (folder / "submissions" / f"{name}.py").write_text(bot)
    assert main(["arena", "qualify", str(folder), "--anonymous", "--seed", "1"]) == 1
    tournament = folder / "tournament.toml"
    assert main(["arena", "run", str(tournament), "--jobs", "1"]) == 0
    capsys.readouterr()
    assert main(["arena", "report", str(tournament), "--json", "-"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert len(report["table"]) == 2
    assert all(each["name"].startswith("Bot ") for each in report["table"])
    assert not {"ann", "cleo"} & set(re.findall(r"\w+", json.dumps(report)))


@pytest.mark.slow
def test_what_a_teacher_wrote_into_the_tournament_stays(tmp_path):
    folder = tmp_path / "class"
    main(["arena", "init", str(folder)])
    (folder / "submissions" / "ann.py").write_text(GOOD)
    main(["arena", "qualify", str(folder)])
    tournament = folder / "tournament.toml"
    tournament.write_text('title = "May"\n' + tournament.read_text())
    (folder / "submissions" / "zoe.py").write_text(GOOD)
    main(["arena", "qualify", str(folder)])
    assert tournament.read_text().startswith('title = "May"\n')
    assert tournament.read_text().count("[[players]]") == 2
    assert (folder / "tournament.old.toml").read_text().count("[[players]]") == 1


@pytest.mark.slow
def test_late_entries_leave_the_numbers_of_the_others(tmp_path):
    folder = tmp_path / "class"
    main(["arena", "init", str(folder)])
    for name in ("bob", "=dan"):
        (folder / "submissions" / f"{name}.py").write_text(GOOD)
    main(["arena", "qualify", str(folder), "--anonymous"])
    before = (folder / "names.csv").read_text().splitlines()
    (folder / "submissions" / "ann.py").write_text(GOOD)
    main(["arena", "qualify", str(folder), "--anonymous"])
    after = (folder / "names.csv").read_text().splitlines()
    assert after[:3] == before
    assert after[3] == "Bot 3,ann.py"
    assert not any(line.split(",")[1].startswith("=") for line in after)


def test_a_folder_that_is_no_class_is_said_to_be_none(tmp_path, capsys):
    assert main(["arena", "qualify", str(tmp_path / "nowhere")]) == 2
    error = capsys.readouterr().err
    assert error.startswith("outflank: ")
    assert error.count("\n") == 1


@pytest.mark.parametrize("name", ["init"])
def test_a_class_is_not_made_over_another(tmp_path, capsys, name):
    assert main(["arena", name, str(tmp_path / "class")]) == 0
    assert main(["arena", name, str(tmp_path / "class")]) == 2
