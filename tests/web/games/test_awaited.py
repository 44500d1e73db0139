"""What awaits a person whose page shows something else: running clocks, and questions that others have asked."""

import pytest

from tests.web.games.conftest import invite, join, moves_on, settle


@pytest.fixture
def ended(two):
    """Anna and Bob after a game."""
    anna, bob = two
    moves_on(anna, bob, "f5")
    bob.ask("resign", game=anna.game["game"])
    return anna, bob


def is_news(message):
    return message["type"] == "elsewhere"


def questions(page):
    return [(each["game"], each["question"], each["asker"]) for each in page.ask("awaited")["games"]]


def test_running_clocks_are_those_of_the_person_who_asks(two, pages):
    anna, bob = two
    assert anna.ask("awaited")["games"] == []  # this game has no clock
    game = anna.begin("human", "human", clock="300+5")
    (found,) = anna.ask("awaited")["games"]
    assert (found["game"], found["turn"], found["against"]) == (game, True, [])
    assert 200 < found["left"] <= 300
    for other in (bob, pages("c"), pages()):
        assert other.ask("awaited")["games"] == []
    anna.ask("resign", game=game)
    assert anna.ask("awaited")["games"] == []


def test_running_clock_tells_whose_turn_it_is(pages):
    anna, bob = pages("a"), pages("b")
    (secret,) = invite(anna, clock="300+5")
    assert anna.ask("awaited")["games"] == []  # it waits for the friend
    join(bob, anna.game["game"], secret)
    settle(anna, bob)
    for runs in (False, True, True):  # from the first move on
        for each, against in ((anna, ["Bob"]), (bob, ["Anna"])):
            (found,) = each.ask("awaited")["games"]
            is_own = each.game["view"]["turn"] in each.game["you"]
            assert (found["turn"], found["against"], found["runs"]) == (is_own, against, runs)
        moves_on(anna, bob, next(iter(anna.game["view"]["legal"])))


def test_question_awaits_its_person_until_it_is_withdrawn(ended, pages):
    anna, bob = ended
    game = anna.game["game"]
    for _ in range(2):
        anna.ask("rematch", game=game)
        assert questions(bob) == [(game, "rematch", "Anna")]
        assert questions(anna) == questions(pages("c")) == []
        anna.ask("answer", game=game, what="rematch", agrees=False)
        assert questions(bob) == []


@pytest.mark.parametrize("agrees", [True, False])
def test_answered_question_awaits_nobody(ended, agrees):
    anna, bob = ended
    game = anna.game["game"]
    anna.ask("rematch", game=game)
    bob.ask("answer", game=game, what="rematch", agrees=agrees)
    assert questions(bob) == questions(anna) == []


def test_question_in_a_timed_game_awaits_its_person_with_the_clock_and_ends_with_a_move(pages):
    anna, bob = pages("a"), pages("b")
    (secret,) = invite(anna, clock="300+5")
    join(bob, anna.game["game"], secret, name="")
    settle(anna, bob)
    moves_on(anna, bob, "f5", "d6")
    bob.ask("undo", game=anna.game["game"])
    (found,) = anna.ask("awaited")["games"]
    assert (found["question"], found["asker"], found["turn"]) == ("undo", "Guest", True)
    assert 200 < found["left"] <= 305
    moves_on(anna, bob, "c3")
    assert [each["question"] for page in (anna, bob) for each in page.ask("awaited")["games"]] == [None, None]


def test_question_is_news_when_it_opens_and_when_it_ends(ended):
    anna, bob = ended
    game = anna.game["game"]
    settle(anna, bob)
    anna.send("rematch", game=game)
    assert anna.until(is_news)["questions"]
    assert bob.until(is_news)["questions"]
    anna.send("answer", game=game, what="rematch", agrees=False)
    assert anna.until(is_news)["questions"]
    assert bob.until(is_news)["questions"]


def test_question_ends_when_everybody_has_left_the_game(ended):
    anna, bob = ended
    game = anna.game["game"]
    anna.ask("rematch", game=game)
    for page in (bob, anna):
        assert questions(bob)
        page.ask("leave", game=game)
    assert questions(bob) == []
    bob.ask("open", game=game)
    assert bob.game["offers"] == []


def test_rematch_is_news_for_everybody_who_plays_in_it(ended):
    anna, bob = ended
    game = anna.game["game"]
    settle(anna, bob)
    anna.ask("rematch", game=game)
    bob.send("answer", game=game, what="rematch", agrees=True)
    for page, against in ((anna, ["Bob"]), (bob, ["Anna"])):
        news = page.until(lambda message: is_news(message) and "against" in message)
        assert (news["game"], news["against"], news["result"]) == (page.game["next"], against, None)
