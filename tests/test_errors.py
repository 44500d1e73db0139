import importlib
import inspect
import pickle
import re
from pathlib import Path

import pytest

import outflank
from outflank import Game, OutflankError, create
from outflank.errors import ParseError, did_you_mean, near, quoted_path
from outflank.formats.files import read_records
from outflank.play import kind_of
from outflank.text import Text


def kinds_of_errors():
    """All classes of errors of the package, its own ones for one module too."""
    sources = Path(outflank.__file__).parent
    for path in sources.rglob("*.py"):
        if "templates" not in path.parts and re.search(r"^class \w+Error\(", path.read_text(encoding="utf-8"), re.M):
            importlib.import_module(".".join(("outflank", *path.relative_to(sources).with_suffix("").parts)))
    classes = [OutflankError]
    for each in classes:
        classes += each.__subclasses__()
    return {each for each in classes if each.__module__.startswith("outflank.")}


@pytest.mark.parametrize("kind", sorted(kinds_of_errors(), key=str))
def test_errors_of_every_class_go_from_process_to_process_as_they_are(kind):
    parameters = inspect.signature(kind).parameters.values()
    error = kind(
        *(each.name for each in parameters if each.default is each.empty and each.kind is not each.VAR_KEYWORD)
    )
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is kind
    assert (str(copy), copy.args, vars(copy)) == (str(error), error.args, vars(error))


def test_an_error_that_goes_to_another_process_keeps_its_place_and_its_template():
    error = ParseError("expected {n}", n=3, source="games.ggf", line=2)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.source, copy.line) == ("expected 3 (games.ggf:2)", "games.ggf", 2)
    assert (copy.message.template, copy.message.values) == ("expected {n}", {"n": 3})


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
