"""What the server tells of one's own reviewed games."""

import asyncio
import json

import pytest

from outflank.text import Text
from outflank.web.games.own_games import OwnGames
from outflank.web.pages.progress import AskRating, OwnProgress
from tests.web.ended_games import BEGAN, MONTH, WIPE_OUT, fill, keep, random_moves


def told(store, by=None, person="*"):
    return OwnProgress(OwnGames(store)).of(person, by)


def test_the_reviews_of_ended_games_are_added_up(store):
    fill(store, months=3, each=2, waiting=1)
    found = told(store)
    assert (found["ended"], found["reviewed"], found["n_unreviewed"]) == (7, 6, 1)
    statistics = found["statistics"]
    assert statistics["games"] == 6
    assert (statistics["by"], [point["games"] for point in statistics["trend"]]) == ("month", [2, 2, 2])
    losses = 0.0
    for number in range(6):
        own = "white" if number % 2 == 0 else "black"
        _, judged, _ = OwnGames(store).review(f"ended-game-{number:08}")
        losses += sum(move["loss"] for move in judged if move["side"] == own)
    assert statistics["loss"] == pytest.approx(losses, abs=0.01)
    assert [game["moves"] for game in found["unreviewed"]] == [list(WIPE_OUT)]
    json.dumps(found)


def test_listed_mistakes_come_with_their_games(store):
    fill(store, months=2, each=1, waiting=0)
    found = told(store)
    assert found["statistics"]["worst"]
    for worst in found["statistics"]["worst"]:
        game = found["games"][worst["game"]]
        assert game["moves"][worst["ply"]] == worst["move"]
    losses = [worst["loss"] for worst in found["statistics"]["worst"]]
    assert losses == sorted(losses, reverse=True)


def test_opponents_who_are_people_are_told_apart(store):
    keep(store, 1)
    (before,) = told(store)["statistics"]["opponents"]
    assert isinstance(before["player"], Text)  # a program's name, to be translated
    with store.writing("") as database:
        database.execute('UPDATE games SET persons = 3, players = \'["", "Ben"]\'')
    (after,) = told(store)["statistics"]["opponents"]
    assert after["player"] == "Ben"
    assert not isinstance(after["player"], Text)
    assert [game["persons"] for game in told(store)["games"].values()] == [[0, 1]]
    with store.writing("") as database:
        database.execute('UPDATE games SET players = \'["", ""]\'')
    (game,) = told(store)["games"].values()
    own = game["own"]
    assert (game["players"][own], game["players"][1 - own]) == ("", "Guest")


def test_games_that_are_not_ones_own_or_have_not_ended_do_not_count(store):
    keep(store, 1, seats=("human", "human"))
    keep(store, 2, seats=("level1", "coco"))
    keep(store, 3, moves=random_moves(3)[:20])
    assert told(store)["ended"] == 0
    assert told(store)["statistics"]["games"] == 0


def test_a_review_of_a_part_of_a_game_is_no_review_of_it(store):
    game = keep(store, 1, reviewed=False)
    moves = random_moves(1)
    keep(store, 2, moves=moves[:10])
    _, judged, _ = OwnGames(store).review("ended-game-00000002")
    OwnGames(store).keep_review(game, moves[:10], 0.1, {"moves": judged})
    found = told(store)
    assert (found["reviewed"], found["n_unreviewed"]) == (0, 1)


def test_a_review_that_makes_no_sense_is_none(store):
    """Files with games may hold anything."""
    game = keep(store, 1)
    moves, judged, _ = OwnGames(store).review(game)
    for move in judged:
        del move["kinds"]
        move["best"] = {**move["best"], "move": "a9", "value": 60.0}
    OwnGames(store).keep_review(game, moves, 1.0, {"moves": judged})
    assert (told(store)["reviewed"], told(store)["n_unreviewed"]) == (0, 1)


def test_reviews_of_earlier_versions_get_their_kinds(store):
    game = keep(store, 1)
    expected = told(store)["statistics"]["kinds"]
    assert expected
    moves, judged, _ = OwnGames(store).review(game)
    for move in judged:
        del move["kinds"]
    OwnGames(store).keep_review(game, moves, 0.1, {"moves": judged})
    assert "kinds" not in OwnGames(store).review(game)[1][0]
    assert told(store)["statistics"]["kinds"] == expected


def test_the_rating_comes_with_the_seat_in_a_game(store):
    screen = OwnProgress(OwnGames(store))
    games = [keep(store, number, seats=seats) for number, seats in enumerate((("human", "coco"), ("coco", "human")))]

    def asked(game):
        return asyncio.run(screen.handlers["rating"](AskRating(type="rating", id=1, game=game), "ann"))

    assert [asked(game)["seat"] for game in (*games, "no-such-game-00000000", None)] == [0, 1, None, None]
    assert asked(games[0])["results"] == 0


def test_a_better_review_takes_the_place_of_the_one_in_memory(store):
    progress = OwnProgress(OwnGames(store))
    game = keep(store, 1)
    before = progress.of("*")["statistics"]["loss"]
    moves, judged, _ = OwnGames(store).review(game)
    for move in judged:
        move["played"]["value"] = move["best"]["value"]
    OwnGames(store).keep_review(game, moves, 5.0, {"moves": judged})
    assert before > 0 == progress.of("*")["statistics"]["loss"]


def test_each_person_has_the_own_games(store):
    keep(store, 1, person="ann", own=0)
    keep(store, 2, person="ben", own=0)
    keep(store, 3, person="ben", own=1, seats=("human", "human"))
    own = OwnProgress(OwnGames(store, is_shared=True))
    assert [own.of(person)["ended"] for person in ("ann", "ben", "cy")] == [1, 2, 0]


def test_trends_go_by_what_is_asked_for(store):
    for number in range(3):
        keep(store, number, at=BEGAN + number * MONTH)
    assert told(store, "games")["statistics"]["by"] == "games"
    assert [point["name"] for point in told(store, "year")["statistics"]["trend"]] == ["2026"]


def test_a_page_asks_for_it(page):
    answer = page.ask("progress")
    assert (answer["type"], answer["ended"]) == ("progress", 0)
    assert page.ask("progress", by="day")["code"] == "message"
