"""Texts as a search compares them."""

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.play.words import nearest, plain, teach_typed, typed, typed_in_sql

SIGNS = "'’‘‛ʼʹ`´′＇‐‑‒–—−－ aB1虎ー・/.()éŁガ゙"


@pytest.mark.parametrize(
    "written", ["Comp’Oth", "comp'oth", "COMP`OTH", "Ｃｏｍｐ＇Ｏｔｈ", "Comp´Oth", "Compʼoth", "CompOth"]
)
def test_every_apostrophe_and_none_is_the_same_name(written: str) -> None:
    assert typed(written) == "compoth"


@pytest.mark.parametrize(
    "written", ["No-Cat", "no–cat", "No‑Cat", "NO—CAT", "Ｎｏ－Ｃａｔ", "no−cat", "(No) Cat.", "nocat"]
)
def test_punctuation_makes_no_difference(written: str) -> None:
    assert typed(written).replace(" ", "") == "nocat"


@pytest.mark.parametrize(
    ("written", "folded"),
    [("Łukasz Żak", "lukasz zak"), ("Bjørn Ærø", "bjorn aero"), ("Weiß", "weiss"), ("José", "jose")],
)
def test_accents_make_no_difference(written: str, folded: str) -> None:
    assert typed(written) == typed(folded) == folded


def test_a_name_of_punctuation_alone_stays() -> None:
    assert typed("???") == "???"


def test_other_words_stay_different() -> None:
    assert typed("Tiger") != typed("Tigers")
    assert typed("虎ー") == "虎ー"  # a long vowel is no hyphen
    assert typed("ガ") != typed("カ")  # nor is a voiced sound an accent


@given(st.text(SIGNS, max_size=20))
def test_typed_in_sql_is_typed_of_what_a_database_holds(text: str) -> None:
    with closing(sqlite3.connect(":memory:")) as database:
        teach_typed(database)
        expression = typed_in_sql("held")
        (found,) = database.execute(f"SELECT {expression} FROM (SELECT ? AS held)", (plain(text),)).fetchone()
    if "´" not in text:  # `plain` makes an accent on a space of it
        assert found == typed(text)


@given(st.text(SIGNS, max_size=20))
def test_typed_text_is_not_changed_again(text: str) -> None:
    assert typed(typed(text)) == typed(text)


NAMES = ["Tamenori Hideshi", "Tanida Kunihiko", "Tamaki Ryo", "Rose Brian", "OO7 (buro)"]


@pytest.mark.parametrize("written", ["tamenory", "tamanori", "tanemori", "Tamenori Hidesi", "hideshi tamenoti"])
def test_misspelt_name_is_recognised(written: str) -> None:
    assert nearest(written, NAMES)[0] == "Tamenori Hideshi"


def test_unlike_names_are_not_offered() -> None:
    assert nearest("zukertort", NAMES) == ()
    assert nearest("", NAMES) == nearest("?", NAMES) == ()
    assert nearest("tamenori brian", NAMES) == ()  # each word is known, but not of the same person


def test_first_names_win_among_equally_similar_ones() -> None:
    assert nearest("anne", ["Anna", "Annie", "Anni"], most=2) == nearest("anne", ["Anna", "Annie"], most=2)
