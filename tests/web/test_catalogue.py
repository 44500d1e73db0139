import pytest

from outflank.errors import OptionError
from outflank.play import registry
from outflank.web import catalogue


def test_every_classic_player_is_offered_with_plain_words():
    offered = {info["name"]: info for info in catalogue.describe()}
    assert {"random", "first", "greedy", "lookahead", "level1", "level2", "level3", "budget", "deepening"} <= set(
        offered
    )
    assert offered["level2"]["label"] == "Computer 2"
    assert all(info["promise"] and info["group"] for info in offered.values())


@pytest.mark.parametrize(
    ("text", "checked"),
    [
        ("human", "human"),
        ("level2", "level2"),
        (" level1:deterministic=off ", "level1:deterministic=off"),
        ("budget:nodes=500,mode=fair", "budget:nodes=500,mode=fair"),
        ("deepening", "deepening:time=2.0"),
        ("lookahead:depth=3", "lookahead:depth=3"),
        ("engine", "engine:level=10"),
        ("engine:level=3", "engine:level=3"),
        ("engine:time=0.5", "engine:time=0.5"),
    ],
)
def test_player_is_checked_and_written_as_the_registry_takes_it(text, checked):
    assert catalogue.check(text) == checked
    if checked != "human":
        registry.create(checked)


@pytest.mark.parametrize(
    "text",
    [
        "module:os:system",
        "module:/tmp/evil.py:Bot",
        "nboard:rm -rf /",
        "gtp:sh",
        "nobody",
        "",
        "level1:frob=1",
        "level1:seed=7",
        "lookahead:depth=20",
        "deepening:time=1000000",
        "budget:nodes=999999999",
        "budget:nodes=x",
        "budget:nodes=0",
        "engine:level=31",
        "engine:level=3,time=1",
        "engine:time=3600",
        "engine:weights=/etc/passwd",
        "engine:threads=64",
        "tribolo",
    ],
)
def test_page_can_neither_run_programs_nor_ask_for_the_impossible(text):
    with pytest.raises(OptionError):
        catalogue.check(text)


def test_levels_of_the_engine_are_labelled_by_what_they_guarantee():
    level = next(info for info in catalogue.describe() if info["name"] == "engine")["options"][0]
    assert [value for value, _ in level["choices"]] == [str(number) for number in range(1, 31)]
    assert dict(level["choices"])["12"] == "12: depth 8, exact from 14 empties"


def test_catalogue_says_of_the_engine_what_the_registry_does():
    entry = registry.entry("engine")
    ours = next(info for info in catalogue.describe() if info["name"] == "engine")
    theirs = {option.name: option.type.__name__ for option in entry.options}
    assert theirs["level"] == "int"
    assert {option["name"]: option["type"] for option in ours["options"]} == {"level": "choice", "time": theirs["time"]}


def test_players_of_tribolo_are_offered_there():
    assert {"tribolo", "max_n", "paranoid", "random"} == {info["name"] for info in catalogue.describe("tribolo")}
    assert catalogue.check("tribolo:mode=max_n", "tribolo") == "tribolo:mode=max_n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("human", "You"),
        ("engine:level=12", "Outflank, level 12"),
        ("engine:time=2.0", "Outflank, 2 s a move"),
        ("tribolo:mode=max_n,person=blue", "Tribolo, max-n"),
        ("budget:nodes=500", "Budget, nodes 500"),
    ],
)
def test_players_have_names_for_people(text, words):
    assert catalogue.label(text) == words
