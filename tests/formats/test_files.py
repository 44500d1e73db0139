import io
import os

import pytest

from outflank import formats
from outflank.errors import OutflankError, ParseError
from outflank.formats import files, saved
from outflank.formats.files import read_records
from outflank.formats.obf import problems_of, read_problems
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.game import Setup, kind_of
from outflank.play.record import Record
from outflank.rules import WHITE, Game, Position
from outflank.rules.kinds import OTHELLO

START = "---------------------------OX------XO--------------------------- X"


def read_record(argument):
    return files.read_record(argument, OTHELLO)


def read_game(argument):
    return read_record(argument).game


def read_position(argument):
    return read_game(argument).position


def saved_text(game, *players):
    return saved.write(Record.of(game, players))


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("argument", "moves"),
    [
        ("start", []),
        (START, []),
        (START.replace("-", "."), []),
        (f"{START}; f5 d6", ["f5", "d6"]),
        ("f5d6", ["f5", "d6"]),
        ("1. F5 D6", ["f5", "d6"]),
        (str(Position.start()), []),
    ],
)
def test_a_user_names_a_position_by_what_it_is(here, argument, moves):
    game = Game(moves=moves)
    assert read_game(argument) == game
    assert read_position(argument) == game.position


@pytest.mark.parametrize(
    "content",
    ["f5d6", "F5 D6\r\n", "\ufefff5 d6", f"% mine\n{START} f5 d6", saved_text(Game(moves=["f5", "d6"])), "f5\nd6"],
)
@pytest.mark.parametrize("name", ["game.txt", "game", "f5", "game.board"])
def test_a_file_is_read_by_its_content(here, name, content):
    (here / name).write_text(content, encoding="utf-8", newline="")
    assert read_game(name) == Game(moves=["f5", "d6"])


def test_the_extension_helps_to_say_what_is_wrong(here):
    (here / "game.obf").write_text("problem 1; G8:+2;")
    with pytest.raises(ParseError, match=r"expected a cell \(X, O or -\), got 'p' \(game.obf:1, column 1\)"):
        read_records("game.obf")
    (here / "game.obf").write_text("% nothing")
    with pytest.raises(ParseError, match=r"expected a position or a game, got only comments \(game.obf\)"):
        read_records("game.obf")


GAME = Game(moves=["f5", "d6"])
EXTENSIONS = sorted({each for name in formats.names() for each in formats.format_named(name).extensions})


def content_of(folder, name):
    """A game, or a position of which the values are known, as a file of a format has it."""
    path = folder / f"made{formats.format_named(name).extensions[0]}"
    if name == "saved-tribolo":
        kind = kind_of("tribolo")
        record = Record.of(kind.new_game(kind.start(Setup(seed=1))))
    else:
        record = Record.of(
            Game(GAME.position) if name in ("edax-book", "egaroucid-book", "obf") else GAME, ("Ann", "Bob")
        )
    if name in ("edax-book", "egaroucid-book", "obf"):
        record.tree.root.analysis = Analysis("c3", (MoveValue("c3", 2, kind="exact"),), lower=2, upper=2)
    files.write_records(path, [record], name)
    return path.read_bytes()


@pytest.mark.parametrize("name", formats.names())
def test_a_file_of_any_format_is_read_under_any_extension(here, name):
    content = content_of(here, name)
    expected = None
    for extension in [*EXTENSIONS, ".xyz", ""]:
        path = here / f"other{extension}"
        path.write_bytes(content)
        (record,) = read_records(path)
        assert record.position == files.find_record(str(path), OTHELLO, any_kind=True).position
        expected = expected or record
        assert (record.tree.moves, record.position) == (expected.tree.moves, expected.position), extension
        if name not in ("saved-tribolo", "edax-book"):  # a book holds the least of the symmetric positions
            assert record.position.cells == GAME.position.cells


def test_names_and_a_resignation_come_with_a_saved_game(here):
    game = Game(moves=["f5"])
    game.resign(WHITE)
    (here / "game.txt").write_text(saved_text(game, "me", "you"), encoding="utf-8")
    record = read_record("game.txt")
    assert (record.game, record.players) == (game, ("me", "you"))


def test_one_position_is_wanted_where_a_file_holds_two(here):
    (here / "two.obf").write_text(f"{START}; +2;\n{START}; +2;\n")
    assert len(read_records("two.obf")) == 2
    with pytest.raises(
        ParseError, match=r"expected one game or position, got several: write two.obf#1 for the first of"
    ):
        read_position("two.obf")


def test_one_game_of_many_is_named_by_its_number(here):
    (here / "some.moves").write_text("f5\nd3c3\nc4\n")
    assert read_game("some.moves#2") == Game(moves=["d3", "c3"])
    with pytest.raises(ParseError, match=r"expected at least 4 games or positions, got 3 \(some.moves\)"):
        read_game("some.moves#4")
    for argument in "some.moves#0", "some.moves#x":
        with pytest.raises(ParseError, match=r"expected a game number, from 1, after some\.moves#"):
            read_game(argument)
    with pytest.raises(ParseError, match="the name of an existing file, got"):
        read_game("others.moves#1")


def test_problems_come_with_the_errors_of_bad_lines(here):
    (here / "some.obf").write_text(f"% two\n{START}; +2;\nrubbish\n")
    problems, errors = read_problems("some.obf")
    assert [problem.best_score for problem in problems] == [2]
    assert [str(error) for error in errors] == ["expected a cell (X, O or -), got 'r' (some.obf:3, column 1)"]


def test_a_line_that_is_no_text_is_one_of_the_bad_lines_and_keeps_its_number(here):
    good = f"{START}; +2;".encode()
    (here / "some.obf").write_bytes(b"\n".join([good, b"rubbish", b"% \xff", good, b"\0", good]))
    problems, errors = read_problems("some.obf")
    assert [problem.line for problem in problems] == [1, 4, 6]
    assert [str(error) for error in errors] == [
        "expected a cell (X, O or -), got 'r' (some.obf:2, column 1)",
        "expected text in UTF-8, got text in another encoding (some.obf:3, column 3)",
        "expected text, got a zero byte (some.obf:5, column 1)",
    ]


def test_after_a_line_without_end_nothing_is_read(here):
    lines = b"%s\n%s" % (f"{START}; +2;".encode(), b"\0" * 4_000_000)
    problems, errors = problems_of(io.BytesIO(lines), "standard input")
    assert len(problems) == len(errors) == 1
    assert errors[0].line == 2


@pytest.mark.slow
def test_a_file_of_many_may_be_longer_than_a_game(here):
    lines = f"{START}; +2;\n" * 2000
    (here / "many.obf").write_text(lines)
    (here / "many.txt").write_text(lines)
    assert len(read_records("many.obf")) == len(read_problems("many.obf")[0]) == len(read_records("many.txt")) == 2000
    game = "f5d6c3d3c4f4f6f3e6e7"
    (here / "many.moves").write_text(f"{game}\n" * 5000)
    assert len(read_records("many.moves")) == 5000


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "bad.txt is empty"),
        (b" \r\n\t", "bad.txt is empty"),
        (b"\xef\xbb\xbf", "bad.txt is empty"),
        (b"f5d6\nc3\0", "expected text, got a zero byte (bad.txt:2, column 3)"),
        ("f5d6\né".encode() + b"\xff", "expected text in UTF-8, got text in another encoding (bad.txt:2, column 2)"),
        ("f5d6".encode("utf-16"), "expected games, got text in UTF-16: save it in UTF-8 (bad.txt)"),
        (b"f5 " * 4_000_000, "expected at most 100,000 characters per line, got more (bad.txt:1)"),
        (b"\xff" * 4_000_000, "expected text in UTF-8, got text in another encoding (bad.txt:1, column 1)"),
        (b"f5\n" * 1_000_000, "expected one game or position, got several: write bad.txt#1 for the first of them"),
        (b"hello", "expected a board, a transcript or a saved game, got 'hello' (bad.txt)"),
        (b"f5d6\nc3 zz", "expected a move such as f5, got 'zz' (bad.txt:2, column 4)"),
    ],
)
def test_a_bad_file_is_refused_with_its_name_and_the_place(here, content, message):
    (here / "bad.txt").write_bytes(content)
    with pytest.raises(ParseError) as caught:
        read_position("bad.txt")
    assert message in str(caught.value)


def test_a_file_without_end_is_not_read_to_the_end(here):
    class Endless(io.RawIOBase):
        n_read = 0

        def readable(self):
            return True

        def readinto(self, buffer):
            buffer[:] = b"f5d6\n" * (len(buffer) // 5) + b"\n" * (len(buffer) % 5)
            self.n_read += len(buffer)
            return len(buffer)

    endless = Endless()
    with pytest.raises(ParseError, match="got more"):
        files.read_text(io.BufferedReader(endless), "standard input")
    assert endless.n_read < 1_000_000


@pytest.mark.parametrize("argument", ["nofile.txt", "f5d6.txt", "no/where", "hello", "pass", "", "a\0b", "\u2028" * 99])
def test_what_is_neither_a_file_nor_a_position_is_refused_as_both(here, argument):
    with pytest.raises(ParseError) as caught:
        read_position(argument)
    assert "expected a board, a transcript, 'start' or the name of an existing file, got" in str(caught.value)
    assert "or the name of an existing file, got" in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_bad_transcript_or_board_is_not_taken_for_a_file(here):
    with pytest.raises(ParseError, match="move 3: Black cannot play f1"):
        read_position("f5d6f1")
    with pytest.raises(ParseError, match="expected 64 cells, got 63"):
        read_position(START[1:])


def test_a_folder_or_a_file_that_cannot_be_read_is_refused(here):
    (here / "folder.obf").mkdir()
    with pytest.raises(OutflankError, match=r"expected a file, got the folder 'folder\.obf'|cannot read"):
        read_position("folder.obf")
    with pytest.raises(OutflankError, match=r"there is no file 'missing\.obf'"):
        read_problems("missing.obf")
    with pytest.raises(OutflankError, match="there is no file"):
        read_problems("a\0b")
    (here / "empty.obf").write_text("% nothing\n")
    with pytest.raises(ParseError, match=r"empty\.obf contains no position"):
        read_problems("empty.obf")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_file_without_permission_is_refused(here):
    (here / "secret.txt").write_text("f5")
    (here / "secret.txt").chmod(0)
    with pytest.raises(OutflankError, match=r"cannot read 'secret\.txt': Permission denied"):
        read_position("secret.txt")


@pytest.mark.parametrize(
    ("missing", "meant"),
    [
        ("nosuch.txt", ""),
        ("d.txt", ""),
        ("C.TXT", "c.txt"),
        ("gmaes.txt", "games.txt"),
        ("games.ggf", "games.txt"),
        ("game.txt", "games.txt"),
        ("some.txt", ""),
    ],
)
def test_a_missing_file_is_compared_by_more_than_its_extension(tmp_path, missing, meant):
    for name in ("c.txt", "games.txt"):
        (tmp_path / name).touch()
    with pytest.raises(OutflankError, match="there is no file") as raised, files.opened(tmp_path / missing):
        pass
    assert str(raised.value).partition("; did you mean ")[2] == (f"{meant}?" if meant else "")
