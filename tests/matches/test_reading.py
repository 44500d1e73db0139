import pytest

from outflank.errors import OutflankError
from outflank.play import TimeControl
from tests.matches.conftest import text_of

WHOLE = """
title = "Club evening"
seed = 7
game = "anti-othello"
size = 6
time = "10+0.5"
openings = "random:6"

[schedule]
kind = "gauntlet"
games = 8
challengers = ["Ada"]

[[players]]
name = "Ada"
player = "random"

[[players]]
player = "first"

[sprt]
players = ["Ada", "first"]
elo0 = -5
elo1 = 20
alpha = 0.1
beta = 0.2
"""


def test_everything_that_a_file_may_say(plan_of):
    plan = plan_of(WHOLE)
    assert (plan.title, plan.seed, plan.game, plan.size) == ("Club evening", 7, "anti-othello", 6)
    assert (plan.control, plan.openings) == (TimeControl(10, 0.5), "random:6")
    assert (plan.schedule.kind, plan.schedule.games, plan.schedule.challengers) == ("gauntlet", 8, ("Ada",))
    assert [(each.name, each.player) for each in plan.entrants] == [("Ada", "random"), ("first", "first")]
    assert plan.test.names == ("Ada", "first")
    assert (plan.test.sprt.elo0, plan.test.sprt.elo1, plan.test.sprt.alpha, plan.test.sprt.beta) == (-5, 20, 0.1, 0.2)


def test_what_is_left_out_is_usual(plan_of):
    plan = plan_of("[[players]]\nplayer = 'first'\n[[players]]\nplayer = 'random'\n")
    assert (plan.title, plan.game, plan.size, plan.seed, plan.schedule.kind) == ("club", "othello", 8, 0, "round-robin")
    assert plan.test is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("seed = ", "club.toml: expected TOML: "),
        (text_of("a", "b", top="sed = 3"), "club.toml: unknown key sed: expected one of title, game, seed"),
        (text_of("a", "b", top="seed = 'x'"), "club.toml: seed: expected a whole number from 0 to .*, got 'x'"),
        (text_of("a", "b", top="seed = true"), "seed: expected a whole number .*, got True"),
        (text_of("a", "b", top="seed = -1"), "seed: expected a whole number"),
        (text_of("a", "b", top="title = 3"), "title: expected a title, got 3"),
        (text_of("a", "b", top='title = "two\\nlines"'), "title: expected a title"),
        (text_of("a", "b", top="game = 'chess'"), r"game: expected a game \(anti-othello or othello or tribolo\), got"),
        (text_of("a", "b", top="size = 7"), r"size: expected a size \(4 or 6 or 8 or 10\), got 7"),
        (text_of("a", "b", top="time = 'soon'"), "time: expected a time such as 300"),
        (text_of("a", "b", top="fair_clock = 1.5"), "fair_clock: the load on a machine is no longer measured"),
        (text_of("a", "b", schedule="kind = 'ladder'\nrounds = 2"), "schedule.kind: ladders no longer exist"),
        (text_of("a"), "players: expected at least 2, got 1"),
        ("seed = 1", r"players: expected \[\[players\]\] with name and player, got none"),
        ("players = 3", "players: expected"),
        ("players = [3]", "players: expected"),
        (text_of("Ada", "Bob", "ada"), r"players\[3\].name: 'ada' is also the name of players\[1\]"),
        (text_of("a" * 61, "b"), r"players\[1\].name: expected a name of at most 60 characters"),
        (text_of("a", "b", players=("", "first")), r"players\[1\].player: expected a player"),
        (text_of("a", "b", players=("human", "first")), "is for computer players"),
        ("[[players]]\nname='a'\n", r"players\[1\].player: expected a player such as .*, got none"),
        ("[[players]]\nplayer='a'\nelo=3\n", r"unknown key players\[1\].elo: expected one of player, name"),
        (text_of("a", "b", schedule="kind = 'cup'"), "schedule.kind: expected a kind .*, got 'cup'"),
        (text_of("a", "b", schedule="games = 3"), "schedule.games: expected a multiple of 2"),
        (text_of("a", "b", schedule="games = 0"), "schedule.games: expected a whole number"),
        (text_of("a", "b", schedule="rounds = 3"), "unknown key schedule.rounds"),
        (text_of("a", "b", schedule="kind = 'swiss'"), "schedule.rounds: expected a whole number .*, got none"),
        (text_of("a", "b", schedule="kind = 'gauntlet'"), "schedule.challengers: expected names of players"),
        (text_of("a", "b", schedule="kind = 'gauntlet'\nchallengers = ['c']"), "schedule.challengers: .*, got 'c'"),
        (text_of("a", "b", schedule="kind = 'gauntlet'\nchallengers = ['a', 'b']"), "and not all of them"),
        (text_of("a", "b", schedule="kind = 'knock-out'\ndraw = 'luck'"), "schedule.draw: expected order or lot"),
        (text_of("a", "b", "c", top="game = 'tribolo'", schedule="games = 4"), "schedule.games: .* multiple of 3"),
        (text_of("a", "b", "c", top="game = 'tribolo'\nsize = 8", schedule="games = 3"), "size: Tribolo is played"),
        (
            text_of("a", "b", "c", top="game = 'tribolo'", schedule="kind = 'knock-out'"),
            "knock-out is for two players, but Tribolo has 3",
        ),
        (text_of("a", "b", "c", more="[sprt]\nelo0 = 0"), "sprt.players: expected the names of two players, got none"),
        (text_of("a", "b", more="[sprt]\nelo0 = 10"), "sprt.elo1: expected Elo points above elo0"),
        (text_of("a", "b", more="[sprt]\nalpha = 0.6"), "sprt.alpha: expected a share"),
        (text_of("a", "b", more="[sprt]\nelo1 = nan"), "sprt.elo1: expected"),
        (text_of("a", "b", more="[sprt]\nelo2 = 1"), "unknown key sprt.elo2"),
        (text_of("a", "b", schedule="kind = 'swiss'\nrounds = 1", more="[sprt]"), "not a swiss"),
    ],
)
def test_whatever_is_wrong_is_said_in_a_line_with_file_and_key(plan_of, text, words):
    with pytest.raises(OutflankError, match=words) as caught:
        plan_of(text)
    assert str(caught.value).startswith("club.toml: ")
    assert "\n" not in str(caught.value)


def test_a_file_of_openings_is_looked_for_beside_the_tournament(plan_of, tmp_path):
    (tmp_path / "lines.txt").write_text("f5d6c3\n", encoding="utf-8")
    plan = plan_of(text_of("a", "b", top="openings = 'lines.txt'"))
    assert plan.openings_source == str(tmp_path / "lines.txt")
    assert plan.openings == "lines.txt"
    before = plan.terms()
    (tmp_path / "lines.txt").write_text("f5d6c4\n", encoding="utf-8")
    assert plan_of(text_of("a", "b", top="openings = 'lines.txt'")).terms() != before


def test_a_file_that_is_not_there(plan_of, tmp_path):
    from outflank.matches.reading import read_plan

    with pytest.raises(OutflankError, match="there is no file"):
        read_plan(tmp_path / "none.toml")
