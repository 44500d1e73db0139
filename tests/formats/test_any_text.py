"""Whatever a reader is given, it reads it or says in one printable line what is wrong."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import formats
from outflank.errors import OutflankError
from outflank.formats import diagram, ggf, obf, saved, sgf, text, transcript
from outflank.formats.files import read_record
from outflank.play.record import Record
from outflank.rules.kinds import OTHELLO
from tests.formats.games import games

READERS = [
    transcript.read,
    diagram.read,
    diagram.read_game,
    diagram.find,
    obf.read,
    saved.read,
    ggf.read,
    sgf.read,
    text.read,
    lambda content: read_record(content, OTHELLO),
]


def check(content):
    for read in READERS:
        try:
            read(content)
        except OutflankError as error:
            message = str(error)
            assert message.isprintable()
            assert len(message) < 300


def check_conversions(content):
    """Check that what can be read is written in a form that is read and written in the same way again."""
    try:
        records = formats.read(content)
    except OutflankError:
        return
    for name in "obf", "ggf", "sgf":
        if records[0].kind.name == "tribolo":
            with pytest.raises(OutflankError, match="cannot hold a game of Tribolo"):
                formats.write(records, name)
        else:
            written = formats.write(records, name)
            assert formats.write(formats.format_named(name).read(written, None), name) == written


@given(st.text())
def test_any_text(content):
    check(content)
    check_conversions(content)


@given(st.binary().map(lambda data: data.decode("latin-1")))
def test_any_bytes(content):
    check(content)
    check_conversions(content)


@given(st.text("XO-.*bw abh158\n;:%+", max_size=150))
def test_any_text_of_the_letters_that_formats_use(content):
    check(content)
    check_conversions(content)


@given(st.text("(;)[]\\GMBWCOREVTYSZABPL258fda/+-.: \n", max_size=150))
def test_any_text_of_the_letters_that_tagged_formats_use(content):
    check(content)
    check_conversions(content)
    check(f"(;{content}")
    check_conversions(f"(;{content}")


@given(games(), st.sampled_from(["saved", "obf", "board", "ggf", "sgf"]), st.integers(0, 10**6))
def test_a_text_with_a_few_wrong_characters(game, name, seed):
    chance = random.Random(seed)
    letters = list(formats.write([Record.of(game)], name))
    for _ in range(chance.randrange(1, 4)):
        letters[chance.randrange(len(letters))] = chance.choice(
            ["", "X", "-", "a", "9", "\n", " ", ";", "%", "é", "\0", "(", ")", "[", "]", "\\", "/"]
        )
    check("".join(letters))
    check_conversions("".join(letters))


N = 30_000


@pytest.mark.timeout(120)  # of a busy machine: a second by itself, and minutes if it grew by squares
@pytest.mark.parametrize(
    "content",
    [
        *(letter * N for letter in "-x|1 \n\ta;%"),
        " " * (N - 1) + "q",
        "x " * (N // 2),
        "- " * (N // 2 - 1) + "q",
        "a1" * (N // 2 - 1) + "z",
        "x" * 11 + " " * (N - 12) + "q",
        "a b c d" + " " * (N - 8) + "q",
        "8 " * (N // 2),
        "Black " * (N // 6),
        "1." * (N // 2),
        "-- " * (N // 3),
        "xo\n" * (N // 3),
        "% Outflank game\n" + "% a\n" * (N // 5),
        "(;" * (N // 2),
        "(;GM[Othello]" * (N // 13),
        "(;GM[Othello]B[" + "f5" * (N // 2 - 8),
        "(;GM[Othello]CO[" + "a]CO[" * (N // 5 - 4),
        "(;GM[Othello];)" * (N // 15),
        "(;GM[2];B[f5]" + "(;W[d6]" * (N // 7 - 2),
        "(;GM[2]" + "(" * (N - 7),
        "(;GM[2]C[" + "\\]" * (N // 2 - 5),
        "(;GM[2]C" + "[a]" * (N // 3 - 3) + ")",
        "(;GM[2];B[f5]" + "(;W[d6])" * (N // 8 - 2) + ")",
    ],
    ids=lambda content: repr(content[:12]),
)
def test_a_long_text_takes_no_longer_than_its_length(content):
    check(content)
