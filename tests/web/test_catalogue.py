import pytest

from outflank.characters import LADDER, ratings
from outflank.errors import OptionError
from outflank.play import Setup, kind_of, registry
from outflank.rules import Position
from outflank.text import Text
from outflank.web import catalogue
from outflank.web.engines.pool import needs_engine

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
    assert offered["engine"]["sizes"] == [8, 4, 6, 10]
    assert offered["kiki"]["sizes"] == [8]
    assert offered["level2"]["sizes"] == [8, 4, 6, 10]
    with pytest.raises(OptionError, match="boards of 8×8, not 10×10"):
        catalogue.check("kiki", Position.start(10))


def test_game_is_described_with_its_goal_and_whether_it_can_be_analysed():
    anti = catalogue.describe("anti-othello")
    assert (anti["title"], anti["goal"], anti["analysed"]) == ("Anti-Othello", "fewest discs win", True)
    assert anti["opponents"] == ["human", "max_n"]


def test_characters_of_othello_come_weakest_first_with_their_measured_ratings():
    characters = catalogue.describe("othello")["characters"]
    assert [each["name"] for each in characters] == [character.name for character in LADDER]
    assert characters[1]["plays"] == "max_n:depth=3,varied=on"
    assert [each["rating"]["rating"] for each in characters] == [rating.rating for rating in ratings().values()]
    assert {each["name"] for each in characters} <= set(players_of("othello"))
    assert not catalogue.describe("anti-othello")["characters"]
    assert not catalogue.describe("tribolo")["characters"]


def test_rating_of_what_a_character_does_not_play_any_more_is_not_told(monkeypatch):
    monkeypatch.setattr(LADDER[3], "plays", "level2")
    told = catalogue.describe("othello")["characters"]
    assert [each["rating"] is None for each in told] == [number == 3 for number in range(len(LADDER))]


def test_published_players_have_their_stories_and_sources():
    stories = {story["title"]: story for story in catalogue.stories()}
    told = [name for story in stories.values() for name in story["members"]]
    othello = ["first", "greedy", "lookahead", "level1", "level2", "level3", "budget", "deepening"]
    assert sorted(told) == sorted([*othello, "tribolo"])
    assert "CS15" in stories["Computers 1, 2 and 3"]["source"]
    assert all(story["source"] and story["text"].endswith(".") for story in stories.values())
    assert [story["number"] for story in stories.values()] == sorted(story["number"] for story in stories.values())
    assert {story["kind"] for story in stories.values() if "tribolo" not in story["members"]} == {"othello"}


def test_a_player_of_several_games_is_described_once():
    othello, anti, tribolo = catalogue.described().values()
    assert {"name": "first", "sizes": []} in tribolo["players"]
    assert {"name": "first"} in anti["players"]
    whole = {each["name"]: each for each in othello["players"]}
    for kind, told in (("anti-othello", anti), ("tribolo", tribolo)):
        merged = [whole.get(each["name"], {}) | each for each in told["players"]]
        assert merged == catalogue.describe(kind)["players"]


def test_character_is_a_player_with_a_name_and_without_options():
    assert catalogue.check("coco", START) == "coco"
    assert catalogue.label("coco") == "Coco"
    assert players_of("othello")["coco"]["options"] == []
    with pytest.raises(OptionError, match="coco has no option 'seed' here"):
        catalogue.check("coco:seed=1", START)
    with pytest.raises(OptionError, match="boards of 8×8, not 6×6"):
        catalogue.check("kiki", Position.start(6))
    assert catalogue.check("coco", Position.start(6)) == "coco"


@pytest.mark.parametrize(
    ("player", "needs"), [("engine:level=3", True), ("mina", True), ("momo", False), ("level3", False)]
)
def test_characters_wait_for_the_engine_if_they_play_as_it(player, needs):
    assert needs_engine(player) is needs


def test_options_that_are_private_or_free_text_are_neither_offered_nor_taken():
    for kind in catalogue.offered_kinds():
        for info in catalogue.describe(kind)["players"]:
            options = {option.name: option for option in registry.entry(info["name"]).options}
            for field in info["options"]:
                assert not options[field["name"]].about.private
                assert field["type"] in ("choice", "int", "float", "bool")


def test_a_page_may_ask_for_less_than_a_player_allows():
    fields = {field["name"]: field for field in players_of("othello")["deepening"]["options"]}
    assert (fields["time"]["least"], fields["time"]["most"], fields["time"]["default"]) == (0.05, 30, 2.0)
    assert (fields["depth"]["least"], fields["depth"]["most"]) == (1, 12)
    with pytest.raises(OptionError, match=r"expected depth from 1 to 12 \(plies\), got 13"):
        catalogue.check("deepening:depth=13", START)
    with pytest.raises(OptionError, match=r"expected time from 0.05 to 30 \(seconds\), got 0.01"):
        catalogue.check("deepening:time=0.01", START)


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


@pytest.mark.parametrize(
    "player",
    ["engine:level=5", "engine:depth=4", "lookahead:depth=3", "greedy", "tora", "tribolo:mode=paranoid,depth=2"],
)
def test_a_label_that_a_game_was_stored_with_gets_its_templates_back(player):
    text = catalogue.label(player)
    again = catalogue.spoken(str.__str__(text))
    assert again == text
    assert again.to_json() == text.to_json()


@pytest.mark.parametrize("name", ["Ann", "Outflank, the dog", "GTP engine, level 5", "You, me", ""])
def test_a_name_that_no_player_here_has_stays_as_it_is(name):
    assert catalogue.spoken(name) == name
    assert not isinstance(catalogue.spoken(name), Text)
