"""`outflank players --published`: the five programs in short."""

import json

import pytest

from outflank.classic import published

STORIES = [published.BUDGET, published.LEVELS, published.STAGED, published.TRIBOLO, published.DEEPENING]


def test_the_terminal_lists_the_programs_in_80_columns(outflank):
    done = outflank("players", "--published")
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= 80
    for story in STORIES:
        assert story.command in done.out
        assert f"src/outflank/{story.file}" in done.out
        assert story.docs in done.out
    shown = " ".join(done.out.split())
    for word in (word for story in STORIES for word in story.words):
        assert word.word in shown
    assert "easyMode (= greedy)" in shown


@pytest.mark.parametrize(("word", "number"), [("easymode", 3), ("level2", 2), ("futureNestedScore", 1), ("isDone", 5)])
def test_a_word_picks_its_program(outflank, word, number):
    (only,) = json.loads(outflank("players", "--published", word, "--json").out)["published"]
    assert only["number"] == number
    assert f"\n{number}. " in "\n" + outflank("players", "--published", word).out


@pytest.mark.parametrize(
    ("word", "document"),
    [
        *(("Brown", "Othello AI Handout"), ("haskell", "Let's build an Othello AI"), ("3000", "Let's build")),
        *(("ANU", "Othello AI Technical Report"), ("COMP1130", "Othello AI Technical Report"), ("Apply", "Handout")),
        *(("allied", "The sixth post"), ("Tribolo", "The sixth post"), ("EDA132", "Applied Artificial Intelligence")),
    ],
)
def test_any_word_on_a_published_program_finds_it_and_what_was_changed(word, document, outflank):
    done = outflank("players", "--published", word)
    assert done.code == 0
    assert document in " ".join(done.out.split())
    assert "changed" in done.out


@pytest.mark.parametrize("word", ["easyMode", "easymode", "argument 1", "futureNestedScore"])
def test_a_word_needs_no_option(outflank, word):
    assert outflank("players", word).out == outflank("players", "--published", word).out
    assert outflank("players", word, "--json").out == outflank("players", "--published", word, "--json").out
