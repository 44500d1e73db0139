"""The published programs in the terminal and on the page."""

import importlib

import pytest

from outflank.classic import published
from outflank.errors import OptionError
from outflank.play import create, registry

STORIES = [published.BUDGET, published.LEVELS, published.STAGED, published.TRIBOLO, published.DEEPENING]
WORDS = [(story, word) for story in STORIES for word in story.words]


def test_there_are_five_and_every_published_player_is_of_one():
    told = registry.stories(registry.entries())
    assert list(told) == STORIES
    assert [story.number for story in told] == [1, 2, 3, 4, 5]
    assert list(told.values()) == [
        ("budget",),
        ("level1", "level2", "level3"),
        ("first", "greedy", "lookahead"),
        ("tribolo",),
        ("deepening",),
    ]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.title)
def test_a_story_says_all_that_a_reader_looks_for(story):
    for text in (story.document, story.published, story.file, story.command, story.press, story.text):
        assert text
    assert story.mends
    assert importlib.import_module(f"outflank.{story.file.removesuffix('.py').replace('/', '.')}")


@pytest.mark.parametrize(("story", "word"), WORDS, ids=[f"{story.number}-{word.word}" for story, word in WORDS])
def test_a_word_lives_where_the_story_says(story, word):
    file, _, name = word.here.partition("::")
    found = importlib.import_module(f"outflank.{file.removesuffix('.py').replace('/', '.')}")
    for part in name.split("."):
        # a slot of a dataclass is an attribute of its class too
        found = getattr(found, part)
    assert not word.player or word.player == "human" or create(word.player)
    assert registry.published(word.word.upper()) == (story, word)


@pytest.mark.parametrize(
    ("word", "player"),
    [
        ("easyMode", "greedy"), ("EASYMODE", "greedy"), ("hardMode", "lookahead"), ("default", "lookahead"),
        ("firstLegalMove", "first"), ("Level 2", "level2"), ("Computer 3", "level3"), ("Human", "human"),
    ],
)  # fmt: skip
def test_a_published_name_of_a_player_leads_to_it(word, player):
    with pytest.raises(OptionError) as caught:
        create(word)
    assert f"it is {player} here (outflank players --published)" in str(caught.value)


def test_a_word_that_names_no_player_leads_to_its_place():
    with pytest.raises(OptionError, match=r"in “Computers 1, 2 and 3” it is classic/levels\.py::evaluate here"):
        create("evaluateBoard")
