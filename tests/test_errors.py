import re
from pathlib import Path

import pytest

from outflank import Game, OutflankError, create
from outflank.errors import did_you_mean, near, quoted_path
from outflank.formats.files import read_records
from outflank.play import kind_of
from outflank.text import Text


def test_of_a_long_path_the_end_is_shown():
    """Once it was the beginning: all files in a long folder looked alike."""
    folder = Path("/home/somebody") / ("games of the " * 10)
    assert quoted_path(folder / "first.ggf").endswith("/first.ggf'")
    assert len(quoted_path(folder / "first.ggf")) == len("'…'") + 120


def test_a_path_is_one_line_that_can_be_shown():
    assert quoted_path("my games.ggf") == "'my games.ggf'"
    assert quoted_path("it's\n\x1b[2J") == '"it\'s\\n\\x1b[2J"'


PLAYERS = ("level1", "level2", "level3", "engine", "greedy", "max_n", "budget")


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("levle1", ("level1",)),
        ("level4", ("level1", "level2", "level3")),  # as near to each
        ("LEVEL2", ("level2",)),  # capitals are no slip: this one and no other
        ("enigne", ("engine",)),
        ("eng", ("engine",)),  # its beginning
        ("max-n", ("max_n",)),
        ("zzz", ()),
        ("e", ()),
        ("", ()),
        ("level1" * 1000, ()),  # too long to be a slip, and to be compared soon
    ],
)
def test_the_names_that_a_slip_may_stand_for_are_known(slip, meant):
    assert near(slip, PLAYERS) == meant


def test_a_question_ends_a_message_only_where_a_name_is_near():
    assert did_you_mean(Text("no"), "gredy", PLAYERS) == "no; did you mean greedy?"
    assert did_you_mean(Text("no"), "nobody", PLAYERS) == "no"


def test_capitals_alone_mean_one_name():
    assert did_you_mean(Text("no"), "Level3", PLAYERS) == "no; did you mean level3?"


@pytest.mark.parametrize(
    ("fails", "meant"),
    [
        (lambda folder: create("levle1"), "level1"),
        (lambda folder: create("budget:noeds=5"), "nodes"),
        (lambda folder: create("budget:classc"), "classic"),
        (lambda folder: create("budget:mode=fiar"), "fair"),
        (lambda folder: kind_of("otello"), "othello"),
        (lambda folder: Game().save(folder / "x.sgff"), ".sgf"),
        (lambda folder: Game().save(folder / "x", to="trancript"), "transcript"),
        (lambda folder: Game.load(folder / "gmae.moves"), "game.moves"),
        (lambda folder: read_records(folder / "gmae.moves"), "game.moves"),
        (lambda folder: create(f"module:{folder / 'bot.py'}:Bto"), "Bot"),
    ],
)
def test_an_error_about_an_unknown_name_asks_for_the_near_one(fails, meant, tmp_path):
    Game(moves="f5d6").save(tmp_path / "game.moves")
    (tmp_path / "bot.py").write_text("class Bot:\n    def choose(self, position): ...\n")
    with pytest.raises(OutflankError, match=rf"; did you mean {re.escape(meant)}( or [\w.]+)*\?$"):
        fails(tmp_path)


def test_no_file_is_proposed_from_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(OutflankError) as caught:
        Game.load(tmp_path / "nowhere" / "game.moves")
    assert "did you mean" not in str(caught.value)
