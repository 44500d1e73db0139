"""Who holds a seat, and what people may be called."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import RequestError
from outflank.sessions.people import LONGEST_NAME, NoSeatError, People, clean_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna \t\n  Lena ", "Anna Lena"),
        ("", ""),
        ("\u202eanna\u202c", "anna"),
        ("\u2067\u2066An\u200bna\u2069", "Anna"),
        ("An\0na\x1b[31m", "Anna[31m"),
        ("E\u0301va", "\u00c9va"),
        ("\u3164 \u2800", ""),
        ("\u0627\u0644\u0639\u0631\u0628\u064a\u0629", "\u0627\u0644\u0639\u0631\u0628\u064a\u0629"),
        ("\u7530\u4e2d\u3000\u82b1\u5b50", "\u7530\u4e2d \u82b1\u5b50"),
        ("<b>Anna</b>", "<b>Anna</b>"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        ("\ud800Anna\U000e0001", "Anna"),
    ],
)
def test_name_is_one_line_that_can_be_read(text, name):
    assert clean_name(text) == name


def test_name_that_is_too_long_is_refused():
    with pytest.raises(RequestError, match="at most 24 characters, got 10,000"):
        clean_name("x" * 10_000)


@given(st.text(max_size=24))
def test_no_name_holds_what_cannot_be_seen_and_cleaning_again_changes_nothing(text):
    name = clean_name(text)
    assert not any(unicodedata.category(each).startswith("C") for each in name)
    assert unicodedata.is_normalized("NFC", name)
    assert clean_name(name) == name


@pytest.fixture
def three():
    people = People("ann", ["ann", "", ""])
    people.invite([1, 2])
    return people


def test_secret_gives_one_seat_once(three):
    second, third = three.invites[1], three.invites[2]
    assert len(second) >= 22
    assert second != third
    assert three.take(third, "cleo") == 2
    assert three.seats == ["ann", "", "cleo"]
    with pytest.raises(NoSeatError):
        three.take(third, "bob")
    assert three.is_waiting
    three.take(second, "bob")
    assert not three.is_waiting
    assert three.is_shared
    assert three.persons == ("ann", "bob", "cleo")


@pytest.mark.parametrize("secret", ["", "x" * 24, "\u00fc" * 24])
def test_guessed_secret_gives_nothing(three, secret):
    with pytest.raises(NoSeatError):
        three.take(secret, "eve")
    assert three.seats == ["ann", "", ""]


def test_nobody_holds_the_seat_of_a_program(three):
    assert three.seats_of("") == ()


def test_people_read_back_as_they_were(three):
    three.has_begun, three.next_game = True, "next"
    assert People.from_json(three.to_json(), 3) == three
    with pytest.raises(ValueError, match="people of 2 seats"):
        People.from_json(three.to_json(), 2)
