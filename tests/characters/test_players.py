"""The characters: complete, each a player like any other, and true to their descriptions."""

import re

import pytest

from outflank.characters import LADDER, stands_for
from outflank.jit import INTERPRETED
from outflank.play import Limit, create, registry
from outflank.rules import Game, Position
from tests.contracts.player import check_answer
from tests.patience import in_time

MIDDLE = Game(Position.start(), "f5d6c3d3c4f4f6f3e6e7d7c5b6d8").position
PARTED = pytest.mark.parametrize("character", LADDER, ids=lambda character: character.name)


def test_names_differ_and_are_short_and_easy_to_say():
    names = [character.name for character in LADDER]
    assert len(set(names)) == len(names) == len({character.animal for character in LADDER})
    assert all(re.fullmatch(r"[a-z]{3,6}", name) for name in names)


@PARTED
def test_character_is_registered_with_its_name_and_description(character):
    entry = registry.entry(character.name)
    assert entry.make is character
    assert (entry.label, entry.group) == (character.name.capitalize(), "Characters")
    assert entry.promise.endswith(".")
    assert len(entry.promise) <= 56
    assert entry.description.startswith(f"{entry.label} the {character.animal}, who ")


def test_each_character_gives_a_reason_of_its_own():
    beginnings = {" ".join(character.promise.split()[:2]) for character in LADDER}
    assert len(beginnings) == len({character.approach for character in LADDER}) == len(LADDER)


@PARTED
def test_character_plays_the_usual_size_and_says_if_it_plays_no_other(character):
    entry = registry.entry(character.name)
    assert entry.can_play(Position.start())
    is_free = character.name in {"momo", "coco"}
    assert entry.why_not(Position.start(6)) == (None if is_free else "it plays on boards of 8×8, not 6×6")


@pytest.mark.parametrize("name", ["momo", "coco"])
@pytest.mark.parametrize("size", [4, 6, 10])
def test_weakest_characters_play_on_every_board(name, size):
    start = Position.start(size)
    check_answer(start, create(name, seed=1).choose(start))


@PARTED
@pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled takes long")
def test_character_answers_as_players_must_within_a_second_or_so(character):
    player = create(character.name, seed=1)
    player.load()
    check_answer(MIDDLE, in_time(2, lambda: player.choose(MIDDLE), tries=10))


@PARTED
@pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled takes long")
def test_character_moves_as_the_player_that_it_stands_for(character):
    if "time=" not in character.plays:
        ours, theirs = (create(name, seed=5).choose(MIDDLE) for name in (character.name, character.plays))
        assert (ours.move, ours.moves) == (theirs.move, theirs.moves)


def test_character_stands_for_its_player():
    assert stands_for("coco") == "max_n:depth=3,varied=on"
    assert stands_for("engine:level=3") == "engine:level=3"
    assert stands_for("human") == "human"


def test_characters_that_err_like_people_are_ever_stronger():
    ratings = [create(each.plays).rating for each in LADDER if each.plays.startswith("people:")]
    assert ratings == sorted(ratings)
    assert len(ratings) == 7


def test_kiki_thinks_about_three_moves_in_four():
    assert create(stands_for("kiki"))._care == 0.75


@PARTED
@pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled takes long")
def test_no_two_games_of_a_character_are_alike(character):
    games = set()
    for seed in range(4):
        player, game = create(character.plays.replace("time=1", "time=0.02"), seed=seed), Game(Position.start())
        for _ in range(8):
            game.push(player.choose(game.position).move)
            game.push(game.position.legal_moves[0])
        games.add(game.transcript)
    assert len(games) > 1


@pytest.mark.parametrize(("name", "depth", "exact_from"), [("tora", 6, 12), ("kai", 9, 15), ("sora", 12, 18)])
def test_characters_look_as_far_as_their_approaches_say(name, depth, exact_from):
    plays = Limit.at_level(int(re.findall(r"level=(\d+)", stands_for(name))[0]))
    assert (plays.depth, plays.exact_from, plays.loss) == (depth, exact_from, 0)


@pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled takes long")
def test_the_engine_of_a_character_can_be_stopped():
    player = create("ryu")
    player.stop()  # before it thinks: nothing happens
    assert player._player.engine.analyse(MIDDLE, Limit(depth=2)).move in MIDDLE.legal_moves
