import json

import pytest

from outflank.cli.main import main

GOOD = "def choose(position):\n    return position.legal_moves[0]"
BAD = "def choose(position):\n    return 'a1'"


@pytest.mark.slow
def test_a_good_bot_would_not_forfeit(tmp_path, capsys):
    (tmp_path / "ann, b.py").write_text(GOOD)
    assert main(["bot", "check", str(tmp_path / "ann, b.py"), "--quick"]) == 0
    out = capsys.readouterr().out
    assert "· Its moves are legal in all 60 positions" in out
    assert out.endswith("It would play without forfeiting.\n")


def test_a_bad_one_would_and_the_exit_code_says_so(tmp_path, capsys):
    (tmp_path / "ann.py").write_text(BAD)
    assert main(["bot", "check", str(tmp_path / "ann.py"), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["fit"] is False
    assert report["findings"][-1]["text"].startswith("illegal move: ")


def test_a_bot_is_begun_and_checked(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["bot", "init", "mine"]) == 0
    assert capsys.readouterr().out == "Made mine/bot.py.\nTry it: outflank bot check mine/bot.py\n"
    assert main(["bot", "check", "bot:mine,memory=256", "--quick", "--time", "20/move"]) == 0
    assert main(["bot", "init", "mine"]) == 2
    capsys.readouterr()
    assert main(["bot", "init", "ann's own"]) == 0
    assert capsys.readouterr().out.endswith("""Try it: outflank bot check 'ann'"'"'s own/bot.py'\n""")


def test_forfeits_of_a_bot_stand_in_the_table_of_a_match(tmp_path, capsys):
    (tmp_path / "ann.py").write_text("def choose(position):\n    while True:\n        print('x' * 100_000)")
    assert main(["match", f"bot:{tmp_path / 'ann.py'}", "first", "--games", "2", "--json"]) == 1
    forfeits = json.loads(capsys.readouterr().out)["forfeited_games"]
    assert [game["fault"] for game in forfeits] == ["limits", "limits"]
