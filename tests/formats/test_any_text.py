"""Whatever a reader is given, it reads it or says in one printable line what is wrong."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import OutflankError
from outflank.formats import convert, diagram, load, obf, registry, saved, text, transcript
from tests.formats.games import games

READERS = [
    transcript.read,
    diagram.read,
    diagram.read_game,
    diagram.find,
    obf.read,
    saved.read,
    registry.read,
    text.read,
    lambda content: text.read(content).summary,
    lambda content: convert(content, "obf"),
    lambda content: convert(content, "saved"),
    load.read_position,
]


def check(content):
    for read in READERS:
        try:
            read(content)
        except OutflankError as error:
            message = str(error)
            assert message.isprintable()
            assert len(message) < 300


@given(st.text())
def test_any_text(content):
    check(content)


@given(st.binary().map(lambda data: data.decode("latin-1")))
def test_any_bytes(content):
    check(content)


@given(st.text("XO-.*bw abh158\n;:%+", max_size=150))
def test_any_text_of_the_letters_that_formats_use(content):
    check(content)


@given(games(), st.sampled_from(["saved", "obf", "board"]), st.integers(0, 10**6))
def test_a_text_with_a_few_wrong_characters(game, name, seed):
    chance = random.Random(seed)
    letters = list(registry.write([registry.Record(game)], name))
    for _ in range(chance.randrange(1, 4)):
        letters[chance.randrange(len(letters))] = chance.choice(
            ["", "X", "-", "a", "9", "\n", " ", ";", "%", "é", "\0"]
        )
    check("".join(letters))


N = 100_000


@pytest.mark.timeout(20)
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
    ],
    ids=lambda content: repr(content[:12]),
)
def test_a_long_text_takes_no_longer_than_its_length(content):
    check(content)
