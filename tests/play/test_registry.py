import textwrap

import pytest

from outflank.classic.budget import Budget
from outflank.errors import OptionError
from outflank.play import create, registry, saved_players
from outflank.play.options import Option
from outflank.play.player import Player
from outflank.play.registry import entry, names
from outflank.rules import AntiPosition, Position
from outflank.tribolo.position import TriboloPosition
from tests.contracts.games import Nim

CLASSIC = {"random", "first", "greedy", "lookahead", "level1", "level2", "level3", "budget", "deepening"}


def test_every_published_player_is_registered():
    assert set(names()) >= CLASSIC


@pytest.mark.parametrize("name", sorted(CLASSIC))
def test_every_entry_describes_itself(name):
    found = entry(name)
    assert found.description.endswith(".")
    assert "\n" not in found.description
    found.make()  # all options have defaults


def test_options_are_read_by_their_type():
    player = create("budget:nodes=500,mode=fair")
    assert isinstance(player, Budget)
    assert (player.nodes, player.mode) == (500, "fair")
    assert create(" deepening : time=0.5, depth=3 ").depth == 3
    assert create("level1:deterministic=off").deterministic is False
    assert create("level1:deterministic").deterministic is True


def test_a_name_is_understood_in_any_capitals(monkeypatch, tmp_path):
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(tmp_path))
    assert type(create("Level3")) is type(create("level3"))
    assert create(" BUDGET : nodes=60").nodes == 60
    assert registry.spelt("Human") == "human"
    saved_players.add("Rhino", "budget:nodes=70")
    assert create("rhino").nodes == create("RHINO").nodes == 70
    saved_players.add("rhino", "budget:nodes=80")
    assert [create(name).nodes for name in ("Rhino", "rhino")] == [70, 80]
    with pytest.raises(OptionError, match="unknown player 'RHINO'"):  # either of two
        create("RHINO")
    assert registry.is_harmless("Level3")
    assert not registry.is_harmless("GTP:gnugo")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown player ''"),
        ("levle3", "unknown player 'levle3'; did you mean level3"),
        (
            "my_bot.py",
            "unknown player 'my_bot.py': a file of yours plays as module:FILE.py:NAME",
        ),
        ("budget:node=5", "unknown option 'node', expected one of: nodes, mode"),
        ("first:x=1", "unknown option 'x', expected one of: none"),
        ("budget:nodes=many", "expected nodes to be a whole number, got 'many'"),
        ("budget:nodes", "expected nodes to be a whole number, got 'on'"),
        ("budget:nodes=0", "expected nodes to be at least 1, got 0"),
        ("budget:nodes=-5", "expected nodes to be at least 1, got -5"),
        ("budget:mode=odd", "expected mode to be classic or fair, got 'odd'"),
        ("budget:nodes='1", 'player "budget:nodes=\'1": expected a closing \' after "\'1"'),
        ("budget:nodes=1,nodes=2", "option nodes is given twice"),
        ("level1:deterministic=maybe", "expected deterministic to be on or off, got 'maybe'"),
        ("deepening:time=-1", "expected time above 0 and at most 86400 (seconds), got -1"),
        ("deepening:time=nan", "expected time above 0 and at most 86400 (seconds), got nan"),
        ("deepening:time=fast", "expected time to be a number, got 'fast'"),
        ("deepening:depth=0", "expected depth to be at least 1 (plies), got 0"),
        ("lookahead:depth=99", "expected depth from 1 to 20 (plies), got 99"),
        ("module:nofile.py:Bot", "there is no file 'nofile.py'"),
        ("module:", "expected module:FILE.py:NAME"),
        ("module:nofile", "expected module:FILE.py:NAME"),
        ("module:no.such.package:Bot", "cannot import 'no.such.package': ModuleNotFoundError"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text, message):
    with pytest.raises(OptionError) as caught:
        create(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_seed_reaches_the_players_that_take_one_unless_they_have_their_own():
    position = Position.start()
    drawn = {create("random", seed=seed).choose(position).move for seed in range(40)}
    assert drawn == set(position.legal_moves)
    assert len({create("random:seed=4", seed=seed).choose(position).move for seed in range(40)}) == 1
    assert create("first", seed=3).choose(position).move == "d3"


def test_a_bare_word_may_be_one_that_an_option_can_be():
    assert create("budget:fair,nodes=60").mode == "fair"
    assert create("budget:nodes=60,fair").nodes == 60


def test_what_is_known_reaches_the_players_that_have_options_for_it():
    assert create("budget", nodes=70, seed=1).nodes == 70
    assert create("budget:nodes=60", nodes=70).nodes == 60
    assert create("budget", nodes=None).nodes == 3000
    assert create("first", nodes=70)


class Told(Player):
    """Needs to be told something, which may be all that stands behind its name."""

    rest = "words"

    def __init__(self, words: str, depth: int = 3):
        self.words, self.depth = words, depth

    def choose(self, position):
        return position.legal_moves[0]


@pytest.fixture
def told(monkeypatch):
    monkeypatch.setattr("outflank.plugins.load", lambda group, name: Told)
    entry.cache_clear()
    yield
    entry.cache_clear()


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize(
    ("text", "words", "depth"),
    [
        ("told:./edax -l 3, 'x'", "./edax -l 3, 'x'", 3),
        ("told: x=1,depth=5", "x=1,depth=5", 3),
        ("told:words=./edax -l 3,depth=5", "./edax -l 3", 5),
        ('told: depth = 5, words = "a, b" ', "a, b", 5),
        ("told:depth", "depth", 3),
    ],
)
def test_all_behind_a_name_may_be_one_option(text, words, depth):
    player = create(text)
    assert (player.words, player.depth) == (words, depth)


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize(
    ("text", "words", "depth"),
    [
        ("told:my bot.py", "my bot.py", 3),
        ("told:my_bot.py,depth=5", "my_bot.py", 5),
        ('told:words="a, b",depth=5', "a, b", 5),
        ("told:depth=5,words=a", "a", 5),
    ],
)
def test_what_comes_before_the_first_comma_may_be_one_option(text, words, depth, monkeypatch):
    monkeypatch.delattr(Told, "rest")
    monkeypatch.setattr(Told, "first", "words", raising=False)
    player = create(text)
    assert (player.words, player.depth) == (words, depth)


@pytest.mark.usefixtures("told")
@pytest.mark.parametrize("text", ["told", "told:", "told: ", "told:depth=4"])
def test_an_option_that_a_player_needs_must_be_given(text):
    with pytest.raises(OptionError, match=r"^player '.*': expected words=…, or its value alone after the colon$"):
        create(text)
    assert str(entry("told").options[0]) == "words=…"


@pytest.mark.parametrize("name", ["random", "max_n", "paranoid", "module:outflank.classic.staged:First"])
def test_some_players_play_any_game(name):
    assert create(name, plays=Nim(5))
    assert create(name, plays=Position.start())


def test_players_of_one_game_are_not_asked_to_play_another():
    assert create("level1", plays=Position.start(6))
    with pytest.raises(OptionError, match=r"^player 'level1': it plays Othello, not nim$"):
        create("level1", plays=Nim(5))
    with pytest.raises(OptionError, match=r"^player 'level1': it plays Othello, not Tribolo$"):
        create("level1", plays=TriboloPosition.start(1))
    with pytest.raises(OptionError, match=r"^player 'level3': it plays Othello, not Anti-Othello$"):
        create("level3", plays=AntiPosition.start())
    assert create("budget", plays=AntiPosition.start())
    with pytest.raises(OptionError, match=r"^player 'kiki': it plays on boards of 8×8, not 10×10$"):
        create("kiki", plays=Position.start(10))
    with pytest.raises(OptionError, match=r"^player 'tribolo:max_n': it plays Tribolo, not Othello$"):
        create("tribolo:max_n", plays=Position.start())


@pytest.fixture
def bot(tmp_path):
    """A file of somebody's players."""
    path = tmp_path / "my bot.py"
    path.write_text(
        textwrap.dedent("""
        from dataclasses import dataclass

        def last(position):
            return position.legal_moves[-1]

        class Leaver:
            def __init__(self):
                raise SystemExit(5)

        class Broken:
            def __init__(self):
                raise RuntimeError("no\\nway")

        @dataclass
        class Nth:
            n: int = 0
            seed: int | None = None

            def choose(self, position):
                return position.legal_moves[self.n]

        number = 5
        """)
    )
    return path


def test_a_persons_own_function_or_class_is_a_player(bot):
    position = Position.start()
    assert create(f"module:{bot}:last").choose(position).move == "e6"
    assert create(f"module:{bot}:Nth").choose(position).move == "d3"
    assert create(f"module:{bot}:Nth:n=2").choose(position).move == "f5"
    assert create(f"module:{bot}:Nth:n=2", seed=7).choose(position).move == "f5"
    assert create("module:outflank.classic.staged:First").choose(position).move == "d3"


@pytest.mark.parametrize(
    ("tail", "message"),
    [
        ("Nobody", "defines no 'Nobody'"),
        ("number", "expected a function or an object with a method 'choose', got '5'"),
        ("Broken", "it fails to start: RuntimeError: 'no\\nway'"),
        ("Leaver", "it fails to start: SystemExit: '5'"),
        ("last:n=1", "unknown option 'n'"),
        ("Nth:n=x", "expected n to be a whole number"),
    ],
)
def test_what_is_wrong_with_a_persons_own_player_is_said(bot, tail, message):
    with pytest.raises(OptionError) as caught:
        create(f"module:{bot}:{tail}")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_fails_on_import_is_reported(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("import sys\nsys.exit('bye')\n")
    with pytest.raises(OptionError, match="SystemExit: 'bye'"):
        create(f"module:{path}:Bot")
    path = tmp_path / "worse.py"
    path.write_text("def (\n")
    with pytest.raises(OptionError, match="SyntaxError"):
        create(f"module:{path}:Bot")


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (Option("nodes", int, 3000), "nodes=3000"),
        (Option("mode", str, "b", ("a", "b")), "mode=b|a"),
        (Option("deterministic", bool, True), "deterministic=on"),
        (Option("seed", int, None), "seed=…"),
    ],
)
def test_options_show_their_defaults(option, text):
    assert str(option) == text
