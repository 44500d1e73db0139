import io

import pytest

from outflank import formats
from outflank.errors import ParseError
from outflank.formats import ggf, saved, sgf, streams
from outflank.play.record import Record
from outflank.rules import Game, Position

LINES = ["f5d6c3", "f5f6e6", "f5f4"]
RECORDS = [
    Record.of(Game(Position.start(), moves), ("Ann [a]" if n else "Ann (;", "Bob)")) for n, moves in enumerate(LINES)
]


def read(text):
    data = text if isinstance(text, bytes) else text.encode()
    return streams.read(io.BytesIO(data), "the file")


def transcripts(found):
    return ["".join(each.record.tree.moves) if each.record else None for each in found]


@pytest.mark.parametrize("name", ["ggf", "sgf", "transcript"])
def test_games_of_a_text_come_in_their_order(name):
    assert transcripts(read(formats.write(RECORDS, name))) == LINES


def test_saved_games_one_after_the_other_are_read():
    found = list(read("\n\n".join(saved.write(record) for record in RECORDS)))
    assert transcripts(found) == LINES
    assert [each.record.player(1) for each in found] == ["Bob)"] * 3
    assert [each.line for each in found] == [1, 9, 17]


@pytest.mark.parametrize("write", [ggf.write, sgf.write])
def test_game_that_cannot_be_read_leaves_the_others(write):
    texts = [write([record]) for record in RECORDS]
    bad = texts[1].replace("F6", "A1").replace("f6", "a1")
    found = list(read(f"{texts[0]}\n{bad}\n\n{texts[2]}"))
    assert transcripts(found) == ["f5d6c3", None, "f5f4"]
    assert "a1" in str(found[1].error).lower()
    assert "the file:3, column" in str(found[1].error)
    assert [each.line for each in found] == [1, 3, 6]


def test_line_that_cannot_be_read_leaves_the_others():
    found = list(read("f5d6c3\nf5a1\n\n% a comment\nf5f4\n"))
    assert transcripts(found) == ["f5d6c3", None, "f5f4"]
    assert [each.line for each in found] == [1, 2, 5]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n \n"])
@pytest.mark.parametrize("n_empty", [1, 999, 1000, 70_000])
def test_lines_are_counted_through_empty_ones(end, n_empty):
    """Many empty lines are read at once, in the middle of a file of any length."""
    text = LINES[0] + end + end * n_empty + "f5a1" + end + LINES[2]
    n_lines = end.count("\n")
    games = list(read(text))
    assert transcripts(games) == [LINES[0], None, LINES[2]]
    assert [each.line for each in games] == [1, 1 + n_lines * (1 + n_empty), 1 + n_lines * (2 + n_empty)]


def test_game_that_does_not_end_is_an_error_of_its_own():
    text = ggf.write(RECORDS)
    found = list(read(text.rstrip()[:-2]))
    assert transcripts(found) == ["f5d6c3", "f5f6e6", None]


def test_game_without_end_takes_no_more_than_its_own_share_with_it():
    text = ggf.write(RECORDS)
    lost = "(;GM[Othello]CO[" + "no end\n" * 300_000
    found = list(read(f"{text}{lost}\n{text}"))
    assert transcripts(found) == [*LINES, None, *LINES]
    assert "expected at most 2,000,000 characters" in str(found[3].error)


def test_names_in_latin_1_are_read_and_so_are_those_in_utf_8():
    text = "(;GM[Othello]PB[{}]B[f5];)\n(;GM[Othello]PB[Ann]B[d3];)\n".format
    found = [*read(text("Zoë").encode("latin-1")), *read(text("Zoë").encode())]
    assert [each.record.player(0) for each in found] == ["Zoë", "Ann", "Zoë", "Ann"]


@pytest.mark.parametrize(
    ("said", "encoding", "name"),
    [
        ("Shift_JIS", "cp932", "村上 健ソ表"),  # two of them have a byte that is a backslash
        ("Windows-31J", "cp932", "為則 英司"),
        ("EUC-JP", "euc_jp", "村上 健"),
        ("GB2312", "gb2312", "王明"),
        ("windows-1251", "cp1251", "Иван"),
        ("UTF-8", "utf-8", "村上 健"),
        ("hex", "utf-8", "村上 健"),
        ("no-such-thing", "utf-8", "村上 健"),
    ],
)
def test_a_file_in_sgf_is_read_in_the_encoding_that_it_names(said, encoding, name):
    found = list(read(f"(;GM[2]FF[4]CA[{said}]PB[{name}];B[f5])\n".encode(encoding)))
    assert [each.record.player(0) for each in found] == [name]


def test_a_game_in_another_format_than_those_before_it_is_refused_in_one_line_that_says_so():
    found = list(read(ggf.write(RECORDS) + sgf.write(RECORDS)))
    assert transcripts(found[: len(LINES)]) == LINES
    said = "expected a game in GGF, got a game in SGF: put games in other formats into separate files"
    for line, each in enumerate(found[len(LINES) :], len(LINES) + 1):
        assert str(each.error) == f"{said} (the file:{line})"


def test_file_is_read_no_further_than_asked():
    class Counting(io.BytesIO):
        n_read = 0

        def read(self, size=-1):
            data = super().read(size)
            self.n_read += len(data)
            return data

    for text in "f5d6c3\n" * 1_000_000, ggf.write(RECORDS) * 10_000:
        file = Counting(text.encode())
        assert next(streams.read(file, "the file")).record is not None
        assert file.n_read < 300_000


def test_long_text_that_does_not_begin_with_games_is_refused_early():
    with pytest.raises(ParseError, match="got none in the first 1,000 lines"):
        next(read("no game\n" * 100_000))


def test_one_game_in_any_text_is_found():
    assert transcripts(read("My game: 1.f5 d6 2.c3 and then I lost")) == ["f5d6c3"]


def test_one_game_that_breaks_off_at_a_bad_move_is_refused_with_the_move():
    with pytest.raises(ParseError, match="move 3: Black cannot play a1"):
        list(read("f5d6a1"))


@pytest.mark.parametrize("text", ["", " \n", "\ufeff", "no game at all", "(;GM[Chess];)", "((((", "]]]]"])
def test_text_without_a_game_is_refused_or_named(text):
    try:
        found = list(read(text))
    except ParseError:
        return
    assert found
    assert all(each.error for each in found)
