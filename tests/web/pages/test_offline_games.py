"""Games that were played in the browser and are sent when the server is back."""

import secrets
import time

import pytest

LINE = ["f5", "d6", "c3", "d3", "c4", "f4"]


def new_id():
    return secrets.token_urlsafe(16)


def send(page, game, moves, *, changed=1_700_000_000.0, **more):
    setup = {"seats": ["human", "coco"], **more.pop("setup", {})}
    return page.ask("offline_game", game=game, setup={**setup, "moves": moves}, changed=changed, **more)


def kept(answer):
    assert answer["type"] == "offline_game", answer
    return answer["kept"]


def listed(page):
    return {game["id"]: game for game in page.ask("games", mine=True)["games"]}


@pytest.fixture
def anna(pages):
    """A person of whom the server knows nothing yet."""
    return pages(secrets.choice("abcdefghij"))


def test_game_is_among_ones_own_at_its_time(anna):
    game = new_id()
    assert kept(send(anna, game, LINE)) == "added"
    found = listed(anna)[game]
    assert found["moves"] == LINE
    assert (found["changed"], found["own"], found["part"]) == (1_700_000_000.0, 0, True)
    assert found["result"] is None


def test_game_that_is_sent_twice_is_stored_once(anna, pages):
    game = new_id()
    assert [kept(send(page, game, LINE)) for page in (anna, anna)] == ["added", "known"]
    assert kept(send(anna, game, LINE[:2])) == "known"
    assert listed(anna)[game]["moves"] == LINE


def test_rest_of_a_game_is_added(anna):
    game = new_id()
    send(anna, game, LINE[:2])
    assert kept(send(anna, game, LINE)) == "continued"
    assert listed(anna)[game]["moves"] == LINE
    assert kept(send(anna, game, LINE, resigned=0)) == "continued"
    assert listed(anna)[game]["result"]["winners"] == [1]
    assert kept(send(anna, game, LINE, resigned=0)) == "known"
    assert kept(send(anna, game, [*LINE, "d7"])) == "other"  # it is over


def test_game_goes_on_at_the_server(anna):
    game = new_id()
    send(anna, game, LINE[:2])
    assert anna.ask("open", game=game)["type"] == "opened"
    anna.until_moves(2)
    assert anna.play("c3")["type"] == "done"
    anna.until_moves(4)
    assert kept(send(anna, game, LINE[:2])) == "known"
    assert kept(send(anna, game, [*LINE[:2], "c4"])) == "other"


def test_game_of_somebody_else_is_not_touched(anna, pages):
    game = new_id()
    send(anna, game, LINE[:2])
    bert = pages("z")
    assert kept(send(bert, game, LINE)) == "other"
    assert listed(anna)[game]["moves"] == LINE[:2]


def test_games_with_other_players_or_starts_are_others(anna):
    game = new_id()
    send(anna, game, LINE[:2])
    assert kept(send(anna, game, LINE, setup={"seats": ["human", "momo"]})) == "other"
    assert kept(send(anna, game, ["f4"], setup={"mirrored": True})) == "other"


def test_clock_of_the_browser_may_be_wrong(anna):
    game = new_id()
    send(anna, game, LINE, changed=3.9e9)
    assert listed(anna)[game]["changed"] <= time.time()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"moves": []}, "at least one move"),
        ({"moves": ["a1"]}, "a1"),
        ({"moves": LINE, "setup": {"seats": ["momo", "coco"]}}, "a person"),
        ({"moves": LINE, "setup": {"clock": "5"}}, "without a clock"),
        ({"moves": LINE, "setup": {"seats": ["human", "nobody"]}}, "nobody"),
        ({"moves": LINE, "resigned": 2}, "at most 1"),
        ({"moves": LINE, "changed": 5e9}, "at most 4e"),
        ({"moves": LINE, "changed": "now"}, "a number"),
    ],
)
def test_bad_game_is_refused_in_one_line(anna, fields, words):
    game = new_id()
    answer = send(anna, game, fields.pop("moves"), **fields)
    assert answer["type"] == "error"
    assert words in answer["message"], answer
    assert "\n" not in answer["message"]
    assert game not in listed(anna)


def test_page_without_a_key_stores_nothing(pages):
    assert send(pages(), new_id(), LINE)["code"] == "no key"


def test_it_does_not_count_for_a_rating(anna):
    game = new_id()
    send(anna, game, LINE)
    send(anna, game, LINE, resigned=1)
    assert listed(anna)[game]["result"]["winners"] == [0]
    assert anna.ask("rating", game=game).get("change") is None
