import pytest

from outflank.errors import OptionError
from outflank.play import Setup, kind_of, registry
from outflank.rules import Position
from outflank.web import catalogue

START = Position.start()


def players_of(kind):
    return {info["name"]: info for info in catalogue.describe(kind)["players"]}


def test_every_classic_player_is_offered_with_plain_words():
    offered = players_of("othello")
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
    assert catalogue.check(text, START) == checked
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
        catalogue.check(text, START)


def test_levels_of_the_engine_are_labelled_by_what_they_guarantee():
    level = players_of("othello")["engine"]["options"][0]
    assert [value for value, _ in level["choices"]] == [str(number) for number in range(1, 31)]
    assert dict(level["choices"])["12"] == "12: depth 8, exact from 14 empties"


def test_catalogue_says_of_the_engine_what_the_registry_does():
    entry = registry.entry("engine")
    ours = players_of("othello")["engine"]
    theirs = {option.name: option.type.__name__ for option in entry.options}
    assert theirs["level"] == "int"
    assert {option["name"]: option["type"] for option in ours["options"]} == {"level": "choice", "time": theirs["time"]}


def test_players_of_tribolo_are_offered_there():
    assert {"tribolo", "max_n", "paranoid", "random", "first"} == set(players_of("tribolo"))
    start = kind_of("tribolo").start(Setup(seed=1))
    assert catalogue.check("tribolo:mode=max_n", start) == "tribolo:mode=max_n"


def test_players_of_anti_othello_are_those_that_can_play_it():
    offered = players_of("anti-othello")
    assert {"random", "first", "max_n", "paranoid", "budget", "deepening"} == set(offered)
    with pytest.raises(OptionError, match="Outflank cannot play this game: it plays Othello, not Anti-Othello"):
        catalogue.check("engine", kind_of("anti-othello").start(Setup()))


def test_players_say_on_which_boards_they_play():
    offered = players_of("othello")
    assert offered["engine"]["sizes"] == [8]
    assert offered["level2"]["sizes"] == [8, 4, 6, 10]
    with pytest.raises(OptionError, match="boards of 8×8, not 6×6"):
        catalogue.check("engine", Position.start(6))


def test_game_is_described_with_its_goal_and_whether_it_can_be_analysed():
    anti = catalogue.describe("anti-othello")
    assert (anti["title"], anti["goal"], anti["analysed"]) == ("Anti-Othello", "fewest discs win", True)
    assert anti["opponents"] == ["human", "max_n"]


def test_options_that_are_private_or_free_text_are_neither_offered_nor_taken():
    for kind in catalogue.offered_kinds():
        for info in catalogue.describe(kind)["players"]:
            options = {option.name: option for option in registry.entry(info["name"]).options}
            for field in info["options"]:
                assert not options[field["name"]].about.private
                assert field["type"] in ("choice", "int", "float", "bool")


def test_hosted_ranges_are_the_players_own():
    fields = {field["name"]: field for field in players_of("othello")["deepening"]["options"]}
    assert (fields["time"]["least"], fields["time"]["most"], fields["time"]["default"]) == (0.05, 30, 2.0)
    assert (fields["depth"]["least"], fields["depth"]["most"]) == (1, 12)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("human", "You"),
        ("engine:level=12", "Outflank, level 12"),
        ("engine:time=2.0", "Outflank, 2 s a move"),
        ("tribolo:mode=max_n", "Tribolo, max-n"),
        ("budget:nodes=500", "Budget, nodes 500"),
    ],
)
def test_players_have_names_for_people(text, words):
    assert catalogue.label(text) == words
