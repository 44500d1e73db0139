import pytest

from outflank import formats, plugins
from outflank.errors import OptionError, OutflankError, ParseError
from outflank.formats import registry
from outflank.formats.files import read_record
from outflank.formats.registry import format_of
from outflank.play.game import Setup, kind_of
from outflank.play.record import Record
from outflank.rules import DiscPosition, Game, Position
from outflank.rules.kinds import DiscGame
from tests.formats.games import converted

START = "---------------------------OX------XO--------------------------- X"


@pytest.mark.parametrize(
    ("text", "transcripts"),
    [
        ("f5\nd6\nc3", ["f5d6c3"]),
        ("f5d6c3d3\nc4f4", ["f5d6c3d3c4f4"]),
        ("f5f6\nc4c3", ["f5f6", "c4c3"]),
        ("1. f5 f6\n2. c4 c3", ["f5f6c4c3"]),
        ("% openings\n\n1. f5 f6\r\n1. c4 c3\r\n", ["f5f6", "c4c3"]),
    ],
)
def test_lines_are_games_of_their_own_where_each_of_them_can_be(text, transcripts):
    assert [record.game.transcript for record in formats.read(text)] == transcripts


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("% Outflank game\n", "saved"),
        ("(;GM[Othello]B[f5];)", "ggf"),
        (f" 2 (;PB[a]\nBO[8 {START}]B[f5];)", "ggf"),
        ("(;GM[2];B[f5])", "sgf"),
        ("(;FF[4]B[f5];W[d6])", "sgf"),
        (f"% a test\n{START}; F5:+2;", "obf"),
        (f"{START}; +2;", "obf"),
        (f"{START}; -- : -2", "obf"),
        (START, "board"),
        (f"{START}; f5d6", "board"),
        (f"{START}; 1. f5 d6", "board"),
        (START[1:], "board"),
        (str(Position.start()), "board"),
        ("f5d6c3", "transcript"),
        (" 1. F5 D6 hello", "transcript"),
        ("hello", None),
        ("pass", None),
        ("", None),
    ],
)
def test_a_text_says_which_format_it_is_in(text, name):
    assert formats.recognise(text) == name


def test_the_extension_helps_a_text_that_says_nothing():
    assert formats.recognise("hello", ".obf") == "obf"
    assert formats.recognise("f5", ".txt") == "transcript"
    assert formats.recognise("hello", ".txt") is None


def test_scores_survive_from_obf_to_obf():
    text = f"{START}; F5:+2; % best\n{START}; -4;\n"
    assert converted(text, "obf") == text
    root = formats.read(text)[0].tree.root
    assert root.comment == "best"
    assert [(found.move, found.value, found.is_proven) for found in root.analysis.moves] == [("f5", 2, True)]


def test_formats_convert_into_each_other():
    assert converted("F5 D6", "transcript") == "f5d6\n"
    assert converted("f5", "board") == f"{Position.start().play('f5').cells} O\n"
    assert converted("f5", "obf") == f"{Position.start().play('f5').cells} O;\n"
    assert converted("f5", "saved") == f"% Outflank game\n% Result: unfinished\n{START}\nf5\n"
    assert converted(f"% mine\n{START}; f5 d6", "transcript") == "f5d6\n"


def test_what_a_format_cannot_hold_is_refused():
    with pytest.raises(OutflankError, match="a transcript cannot hold a start position"):
        converted(f"{Position.start(6).cells} X", "transcript")
    with pytest.raises(OutflankError, match="a saved-game file holds one game, got several"):
        converted(f"{START}\n{START}", "saved")
    with pytest.raises(OptionError, match=r"expected a format \(.*saved, .*obf, board, transcript\), got 'png'"):
        converted("f5", "png")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5d6\nf5f6\nd3e9", r"move 2: expected a square from a1 to h8, got 'e9' \(x:3, column 3\)"),
        ("f5d6\nc3d3\na1", r"move 5: Black cannot play a1: it turns over no disc \(x:3, column 1\)"),
        (f"{START}\n\n{START[1:]}\n", r"expected 64 cells, got 63: .* \(x:3, column 1\)"),
        ("hello", r"expected a board, a transcript or a saved game, got 'hello' \(x\)"),
        (" ", r"expected .*, but the text is empty \(x\)"),
        (f"% no\n{START}; F5:+2; F5:+2;", r"expected each move once, got f5 again \(x:2, column 76\)"),
    ],
)
def test_an_error_is_that_of_the_reading_that_gets_furthest(text, message):
    with pytest.raises(ParseError, match=message):
        formats.read(text, source="x")


def test_the_extension_names_the_format_of_a_file_to_be_written():
    names = ["a.txt", "b/c.OBF", "d.board", "e.moves", "f.ggf", "g.sgf"]
    assert [format_of(name) for name in names] == ["saved", "obf", "board", "transcript", "ggf", "sgf"]
    with pytest.raises(OptionError, match=r"expected a file name that ends in .*\.txt, .*, got 'a\.png'"):
        format_of("a.png")


def test_no_extension_but_that_of_saved_games_belongs_to_two_formats():
    extensions = [extension for name in formats.names() for extension in formats.format_named(name).extensions]
    shared = {extension for extension in extensions if extensions.count(extension) > 1}
    assert shared <= {".txt"}  # a saved game, of whatever game it is


@pytest.fixture
def declared(monkeypatch):
    """Declare formats beside those of the package: by name, what is loaded or the error that loading raises."""

    def declare(**added):
        names, load = plugins.names, plugins.load

        def load_too(group, name):
            if group != plugins.FORMATS or name not in added:
                return load(group, name)
            if isinstance(added[name], Exception):
                raise added[name]
            return added[name]

        monkeypatch.setattr(plugins, "names", lambda group: names(group) + tuple(added) * (group == plugins.FORMATS))
        monkeypatch.setattr(plugins, "load", load_too)
        registry._formats.cache_clear()

    yield declare
    monkeypatch.undo()
    registry._formats.cache_clear()


def test_a_format_that_fails_to_load_is_in_nobodys_way_until_it_is_asked_for(declared):
    declared(broken=ImportError("no module named 'x'"), odd="not a format")
    assert converted("f5", "transcript") == "f5\n"
    assert "broken" not in formats.names()
    with pytest.raises(OptionError, match=r"the format 'broken' cannot be loaded: .*ImportError: no module named 'x'"):
        converted("f5", "broken")
    with pytest.raises(OptionError, match="the format 'odd' is invalid"):
        converted("f5", "odd")


def test_a_format_of_another_package_is_read_written_and_asked_in_its_order(declared):
    written = []
    declared(
        mine=formats.Format(
            "my game",
            "all that begins with f5",
            (".mine", ".txt"),
            lambda text: text.startswith("f5"),
            lambda text, source: [Record.of(Game())],
            lambda records: written.append(records) or "mine",
            order=1,
        )
    )
    assert formats.recognise("f5d6") == "mine"
    assert converted("f5d6", "mine") == "mine"
    assert [record.game for record in written[0]] == [Game()]
    assert read_record("f5d6", kind_of("othello")).game == Game()
    assert (format_of("a.mine"), format_of("a.txt"), format_of("a.txt", ["mine"])) == ("mine", "saved", "mine")


def test_what_is_installed_says_in_which_order_it_is_asked():
    assert formats.names()[-3:] == ("obf", "board", "transcript")


@pytest.mark.parametrize("name", formats.that_hold(kind_of("othello")))
def test_a_format_of_othello_says_in_one_line_that_it_cannot_hold_tribolo(name):
    kind = kind_of("tribolo")
    with pytest.raises(OutflankError, match="cannot hold a game of Tribolo"):
        formats.write([Record.of(kind.new_game(kind.start(Setup(seed=1))))], name)


def test_formats_that_name_the_variant_refuse_one_that_they_do_not_know():
    """Once, GGF and SGF wrote a game of any variant, and read it back as Othello."""

    class Third(DiscPosition):
        __slots__ = ()
        game = "third"

    kind = DiscGame("third", "Third", Third, hinter="max_n", opponent="max_n")
    assert {"saved", "board"} <= set(formats.that_hold(kind))
    assert {"ggf", "sgf"}.isdisjoint(formats.that_hold(kind))
    assert {"ggf", "sgf"} <= set(formats.that_hold(kind_of("anti-othello")))
