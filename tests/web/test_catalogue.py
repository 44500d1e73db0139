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
    ],
)
def test_page_can_neither_run_programs_nor_ask_for_the_impossible(text):
    with pytest.raises(OptionError):
        catalogue.check(text)
