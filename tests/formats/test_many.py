import pytest

from outflank.errors import ParseError
from outflank.formats import ggf, many, saved, sgf
from outflank.play import formats
from outflank.play.record import Record
from outflank.rules import Game, Position

LINES = ["f5d6c3", "f5f6e6", "f5f4"]
RECORDS = [
    Record.of(Game(Position.start(), moves), ("Ann [a]" if n else "Ann (;", "Bob)")) for n, moves in enumerate(LINES)
]


def transcripts(found):
    return ["".join(each.record.tree.moves) if each.record else None for each in found]


@pytest.mark.parametrize("name", ["ggf", "sgf", "transcript"])
def test_games_of_a_text_come_in_their_order(name):
    assert transcripts(many.read(formats.write(RECORDS, name))) == LINES


def test_saved_games_one_after_the_other_are_read():
    found = list(many.read("\n\n".join(saved.write(record) for record in RECORDS)))
    assert transcripts(found) == LINES
    assert [each.record.player(1) for each in found] == ["Bob)"] * 3
    assert [each.line for each in found] == [1, 9, 17]


@pytest.mark.parametrize("write", [ggf.write, sgf.write])
def test_game_that_cannot_be_read_leaves_the_others(write):
    texts = [write([record]) for record in RECORDS]
    bad = texts[1].replace("F6", "A1").replace("f6", "a1")
    found = list(many.read(f"{texts[0]}\n{bad}\n\n{texts[2]}"))
    assert transcripts(found) == ["f5d6c3", None, "f5f4"]
    assert "a1" in str(found[1].error).lower()
    assert [each.line for each in found] == [1, 3, 6]


def test_line_that_cannot_be_read_leaves_the_others():
    found = list(many.read("f5d6c3\nf5a1\n\n% a comment\nf5f4\n"))
    assert transcripts(found) == ["f5d6c3", None, "f5f4"]
    assert [each.line for each in found] == [1, 2, 5]


def test_game_that_does_not_end_is_an_error_of_its_own():
    text = ggf.write(RECORDS)
    found = list(many.read(text.rstrip()[:-2]))
    assert transcripts(found) == ["f5d6c3", "f5f6e6", None]


def test_text_is_read_no_further_than_asked(monkeypatch):
    read, read_line = [], formats.read
    monkeypatch.setattr(formats, "read", lambda line: read.append(line) or read_line(line))
    found = many.read("f5d6c3\n" * 100_000)
    assert next(found).record is not None
    assert len(read) == 1


def test_long_text_that_does_not_begin_with_games_is_refused_early():
    with pytest.raises(ParseError, match="got none in the first 1,000 lines"):
        next(many.read("no game\n" * 100_000))


def test_one_game_in_any_text_is_found():
    assert transcripts(many.read("My game: 1.f5 d6 2.c3 and then I lost")) == ["f5d6c3"]


@pytest.mark.parametrize("text", ["", " \n", "\ufeff", "no game at all", "(;GM[Chess];)", "((((", "]]]]"])
def test_text_without_a_game_is_refused_or_named(text):
    try:
        found = list(many.read(text))
    except ParseError:
        return
    assert found
    assert all(each.error for each in found)
