"""Several people at one game, as the server sees them: over real WebSockets, each with a key of their own."""

import json
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from outflank.text import loads
from outflank.web.wire import VERSION
from tests.web.conftest import LONG_THOUGHT
from tests.web.games.conftest import BASE, invite, join, moves_on, settle


def test_friend_takes_the_seat_and_both_play(two):
    anna, bob = two
    assert (anna.game["you"], bob.game["you"]) == ([0], [1])
    assert bob.game["labels"] == ["Anna", "Bob"]
    assert bob.game["shared"]
    assert all(each["here"] and not each["waits"] for each in bob.game["people"])
    moves_on(anna, bob, "f5", "d6")
    assert anna.moves() == bob.moves() == ["f5", "d6"]
    assert bob.play("c3")["code"] == "not your turn"
    assert bob.ask("play", game=bob.game["game"], ply=2, move="c3")["message"] == "it is Black's turn (Anna)"


def test_invitation_says_what_it_is_to(pages):
    anna, bob = pages("a"), pages("b")
    (secret,) = invite(anna, "friend", "human", clock="300+5")
    said = bob.ask("invited", game=anna.game["game"], secret=secret)
    assert (said["seat"], said["labels"][1], said["clock"], said["seated"]) == (0, "Anna", "300+5", False)
    assert anna.ask("invited", game=anna.game["game"], secret=secret)["seated"]
    assert anna.ask("join", game=anna.game["game"], secret=secret)["code"] == "seated"


def test_invitations_are_for_the_owner_to_give_and_to_withdraw(two, pages):
    anna, bob, cleo = pages("a"), pages("b"), pages("c")
    (secret,) = invite(anna)
    game = anna.game["game"]
    cleo.ask("open", game=game)
    for type_, fields in (("invite", {"base": BASE}), ("withdraw", {})):
        assert cleo.ask(type_, game=game, **fields)["code"] == "watching"
    assert secret not in json.dumps(cleo.game)
    assert anna.ask("withdraw", game=game)["type"] == "done"
    assert join(bob, game, secret)["code"] == "taken"
    assert anna.game["you"] == [0, 1]
    assert anna.ask("invite", game=game, base=BASE)["links"] == []


@pytest.mark.parametrize("base", ["javascript:alert(1)/", "http://x/y/", "club.example/", "http://" + "x" * 400 + "/"])
def test_link_is_made_of_an_address_alone(pages, base):
    anna = pages("a")
    invite(anna)
    assert anna.ask("invite", game=anna.game["game"], base=base)["code"] == "message"


FORBIDDEN = [
    ("play", {"ply": 0, "move": "f5"}),
    *((name, {}) for name in ("undo", "redo", "restart", "resign", "pause", "resume", "rematch", "withdraw")),
    ("seats", {"seats": ["human", "human"]}),
    ("answer", {"what": "undo", "agrees": True}),
    ("invite", {"base": BASE}),
]


@pytest.mark.parametrize("seats", [("human", "human"), ("human", "first"), ("human", "friend")])
@pytest.mark.parametrize("who", ["e", ""], ids=["another key", "no key"])
def test_spectator_changes_nothing(pages, seats, who):
    anna, eve = pages("a"), pages(who)
    anna.ask("new", setup={"seats": list(seats)})
    game = anna.game["game"]
    eve.ask("open", game=game)
    before = anna.game["revision"]
    for type_, fields in FORBIDDEN:
        answer = eve.ask(type_, game=game, **fields)
        assert answer["type"] == "error", type_
        assert answer["code"] in ("watching", "no key", "together"), answer
        assert len(answer["message"]) < 100
    settle(anna)
    assert (anna.game["revision"], anna.moves()) == (before, [])
    assert (eve.game["you"], eve.game["part"]) == ([], False)


def test_spectator_sees_every_move(two, pages):
    anna, bob = two
    eve = pages("e")
    eve.ask("open", game=anna.game["game"])
    moves_on(anna, bob, "f5", "d6")
    settle(eve)
    assert eve.moves() == ["f5", "d6"]
    told = anna.until(lambda message: message["type"] == "people" and message["watching"] == 1)
    assert [each["name"] for each in told["people"]] == ["Anna", "Bob"]


def test_page_without_a_key_cannot_begin_a_game_or_take_a_seat(pages):
    anna, nobody = pages("a"), pages("")
    (secret,) = invite(anna)
    assert nobody.ask("new", setup={"seats": ["human", "human"]})["code"] == "no key"
    assert join(nobody, anna.game["game"], secret)["code"] == "no key"


@pytest.mark.parametrize("key", ["short", "x" * 65, "spaces are no key of anybody", 7, "ä" * 32])
def test_key_of_another_shape_is_refused(shared_server, key):
    with shared_server.connect() as socket:
        socket.send(json.dumps({"type": "hello", "id": 1, "v": VERSION, "key": key}))
        assert loads(socket.recv())["code"] == "message"


def test_hash_of_a_key_is_no_key(two, pages):
    """What the server calls a person, if it were ever known, would not let anybody in."""
    from outflank.web.transport.connection import _person_of

    anna, _ = two
    thief = pages(None)
    thief.ask("open", game=anna.game["game"])
    assert _person_of("a" * 32) not in json.dumps([anna.game, thief.game])


@pytest.mark.parametrize("name", ["Coco", "c0-co", "Outflank"])
def test_guests_and_hosts_have_no_name_of_a_character_or_of_the_server(pages, name):
    anna, bob = pages("a"), pages("b")
    (secret,) = invite(anna)
    game = anna.game["game"]
    assert "reserved" in join(bob, game, secret, name)["message"]
    assert join(bob, game, secret, "Bob")["type"] == "opened"  # the invitation is not lost by that
    setup = {"seats": ["human", "friend"]}
    assert "reserved" in anna.ask("new", setup=setup, name=name)["message"]
    assert anna.ask("new", setup={"seats": ["human", "human"]}, name=name)["type"] == "begun"  # nobody else sees it


@pytest.mark.parametrize(
    ("name", "label"),
    [("", "Guest"), ("\u202eboB\u202c ", "boB"), ("x" * 25, None)],
)
def test_names_are_shown_as_they_can_be_or_refused(pages, name, label):
    anna, bob = pages("a"), pages("b")
    (secret,) = invite(anna)
    answer = join(bob, anna.game["game"], secret, name)
    if label is None:
        assert "at most" in answer["message"]
        assert len(answer["message"]) < 200
        assert join(bob, anna.game["game"], secret)["type"] == "opened"  # the invitation is not lost by that
    else:
        assert bob.game["labels"][1] == label


def test_take_back_is_asked_declined_and_agreed(two):
    anna, bob = two
    moves_on(anna, bob, "f5", "d6")
    assert anna.ask("undo", game=anna.game["game"])["type"] == "done"
    settle(bob)
    assert bob.game["offers"] == [{"what": "undo", "by": [0], "agreed": [0]}]
    assert bob.ask("answer", game=bob.game["game"], what="undo", agrees=False)["type"] == "done"
    settle(anna)
    assert (anna.game["offers"], anna.moves()) == ([], ["f5", "d6"])
    anna.ask("undo", game=anna.game["game"])
    bob.ask("answer", game=bob.game["game"], what="undo", agrees=True)
    settle(anna)
    assert anna.moves() == []  # Anna's move, and Bob's after it
    moves_on(anna, bob, "d3")
    assert bob.ask("undo", game=bob.game["game"])["type"] == "error"  # Bob has not moved yet
    settle(anna, bob)
    assert anna.game["offers"] == []


def test_there_are_no_hints_between_people(two):
    anna, bob = two
    moves_on(anna, bob, "f5")
    assert anna.ask("hint", game=anna.game["game"])["code"] == "together"


def test_nothing_that_one_may_do_starts_the_clock_anew(pages):
    anna, bob = pages("a"), pages("b")
    (secret,) = invite(anna, clock="30")
    join(bob, anna.game["game"], secret)
    moves_on(anna, bob, "f5", "d6")
    game = anna.game["game"]
    time.sleep(0.5)
    assert anna.ask("withdraw", game=game)["code"] == "taken"
    anna.ask("undo", game=game)
    bob.ask("answer", game=game, what="undo", agrees=False)
    for type_ in ("restart", "pause", "resume", "redo", "rematch", "leave"):
        anna.ask(type_, game=game)
    anna.ask("open", game=game)
    assert anna.game["clock"]["left"][0] < 29.55


def test_rematch_swaps_the_seats_and_keeps_names_and_clock(pages):
    anna, bob = pages("a"), pages("b")
    (secret,) = invite(anna, clock="300+5", size=6)
    join(bob, anna.game["game"], secret)
    game = bob.game["game"]
    assert anna.ask("rematch", game=game)["message"] == "the game is not over"
    bob.ask("resign", game=game)
    anna.ask("rematch", game=game)
    settle(bob)
    assert bob.game["offers"] == [{"what": "rematch", "by": [0], "agreed": [0]}]
    bob.ask("rematch", game=game)  # which is to agree
    settle(anna, bob)
    following = anna.game["next"]
    assert following == bob.game["next"] != ""
    assert anna.ask("rematch", game=game)["type"] == "error"
    for page in (anna, bob):
        page.ask("open", game=following)
    settle(anna, bob)
    assert (anna.game["you"], bob.game["you"]) == ([1], [0])
    assert anna.game["labels"] == ["Bob", "Anna"]
    assert anna.game["clock"]["control"] == "300+5"
    assert anna.game["view"]["width"] == 6
    assert anna.moves() == []
    assert bob.play(next(iter(bob.game["view"]["legal"])))["type"] == "done"


def test_leaving_is_seen_and_coming_back_needs_the_key_alone(shared_server, two, pages):
    anna, bob = two
    moves_on(anna, bob, "f5")
    game = anna.game["game"]
    bob.socket.close()
    told = anna.until(lambda message: message["type"] == "people")
    assert [each["here"] for each in told["people"]] == [True, False]
    again = pages("b")
    again.ask("open", game=game)
    assert again.game["you"] == [1]
    assert again.play("d6")["type"] == "done"
    anna.until_moves(2)


def test_one_who_leaves_when_all_is_quiet_is_missed_too(two):
    anna, bob = two
    moves_on(anna, bob, "f5")
    time.sleep(0.6)  # until nothing of those who came is still to be told
    anna.ask("stop")
    bob.socket.close()
    told = anna.until(lambda message: message["type"] == "people")
    assert [each["here"] for each in told["people"]] == [True, False]


def test_who_watches_sees_the_clock_rest_and_run_again(shared_server, pages):
    anna, guest = pages("a"), pages("g")
    game = anna.begin("human", "human", clock="300")
    anna.play("f5")
    guest.ask("open", game=game)
    assert guest.game["clock"]["runs"]
    anna.socket.close()
    guest.until(lambda message: message["type"] == "game" and not message["clock"]["runs"])
    pages("a").ask("open", game=game)
    guest.until(lambda message: message["type"] == "game" and message["clock"]["runs"])


def test_waiting_game_outlives_the_page_that_began_it(serve):
    server = serve(ready=False)
    with server.page("a") as anna:
        (secret,) = invite(anna)
        game = anna.game["game"]
    server.kill()
    server.start(ready=False)
    with server.page("b") as bob, server.page("a") as anna:
        assert join(bob, game, secret)["type"] == "opened"
        anna.ask("open", game=game)
        assert anna.play("f5")["type"] == "done"
        settle(bob)
        assert bob.moves() == ["f5"]


def test_clocks_of_two_begin_with_the_second_move(pages):
    anna, bob = pages("a"), pages("b")
    (secret,) = invite(anna, clock="0.5")
    join(bob, anna.game["game"], secret)
    assert not bob.game["clock"]["runs"]
    time.sleep(1.2)
    assert anna.play("f5")["type"] == "done"
    settle(bob)
    assert bob.game["clock"]["left"] == pytest.approx([0.5, 0.5], abs=0.05)
    assert bob.game["clock"]["runs"]
    bob.until(lambda message: message["type"] == "game" and message["result"])
    assert bob.game["result"]["words"] == "Black wins: White ran out of time"
    assert bob.game["clock"]["left"] == [0.5, 0]


def test_time_that_the_line_took_is_given_back(pages):
    anna, bob = pages("a"), pages("b")
    (secret,) = invite(anna, clock="10")
    join(bob, anna.game["game"], secret)
    moves_on(anna, bob, "f5")
    time.sleep(0.6)
    bob.send("seen", game=bob.game["game"], ply=1)
    bob.send("seen", game=bob.game["game"], ply=0)
    anna.send("seen", game=bob.game["game"], ply=1)
    moves_on(anna, bob, "d6")
    assert bob.game["clock"]["left"][1] > 9.9


def test_clock_stands_still_when_all_have_left(serve):
    server = serve(ready=False)
    with server.page("a") as anna, server.page("b") as bob:
        (secret,) = invite(anna, clock="30")
        join(bob, anna.game["game"], secret)
        moves_on(anna, bob, "f5", "d6")
        game = anna.game["game"]
        time.sleep(0.5)
    server.until(games=0)
    time.sleep(1.0)
    with server.page("e") as guest:
        guest.ask("open", game=game)
        assert not guest.game["clock"]["runs"]
        with server.page("a") as anna:
            anna.ask("open", game=game)
            assert anna.game["clock"]["runs"]
            assert 29.0 < anna.game["clock"]["left"][0] < 29.55


def test_program_does_not_move_for_spectators(serve):
    server = serve(ready=False)
    with server.page("a") as anna:
        game = anna.begin("human", LONG_THOUGHT)
        anna.play("f5")
    server.until(games=0)
    with server.page("e") as guest:
        guest.ask("open", game=game)
        assert not guest.game["thinking"]
        with server.page("a") as anna:
            anna.ask("open", game=game)
            assert anna.game["thinking"]


@pytest.mark.slow
def test_hundred_guests_see_the_game(serve):
    server = serve(ready=False)
    with ExitStack() as stack:
        anna, bob = (stack.enter_context(server.page(letter)) for letter in "ab")
        (secret,) = invite(anna)
        join(bob, anna.game["game"], secret)
        guests = [stack.enter_context(server.page("g")) for _ in range(100)]
        for guest in guests:
            assert guest.ask("open", game=anna.game["game"])["type"] == "opened"
        draw = random.Random(5)
        for _ in range(20):
            mover, other = (anna, bob) if anna.game["view"]["turn"] == 0 else (bob, anna)
            move = draw.choice(list(mover.game["view"]["legal"]))
            mover.send("play", game=mover.game["game"], ply=len(mover.moves()), move=move)
            other.until_moves(len(other.moves()) + 1)
            mover.until_moves(len(other.moves()))
        settle(*guests)
        assert {tuple(guest.moves()) for guest in guests} == {tuple(anna.moves())}
    assert server.errors == ""


def test_game_from_before_there_were_people_belongs_to_who_moves_first(serve, tmp_path):
    from tests.web.games.test_match_session import OF_TRIBOLO
    from tests.web.games.test_store import write_version_1

    game = json.loads(OF_TRIBOLO)["id"]
    state = OF_TRIBOLO.replace('"tribolo:mode=max_n,time=1.0"', '"human"')
    write_version_1(tmp_path / "games.sqlite", (game, 1, state, 1.0, 2.0))
    server = serve("--games", str(tmp_path / "games.sqlite"), ready=False)
    with server.page("a") as anna, server.page("b") as bob, server.page("") as nobody:
        for page in (anna, bob, nobody):
            page.ask("open", game=game)
        assert (anna.game["you"], bob.game["you"], nobody.game["you"]) == ([0, 2], [0, 2], [])
        move = next(iter(anna.game["view"]["legal"]))
        assert nobody.play(move)["code"] == "no key"
        assert anna.game["view"]["turn"] == 2
        assert anna.play(move)["type"] == "done"
        settle(anna, bob)
        assert (anna.game["you"], bob.game["you"]) == ([0, 2], [])
        assert bob.ask("undo", game=game)["code"] == "watching"


@pytest.mark.slow
def test_killed_server_loses_no_move_that_it_has_acknowledged_in_any_of_many_games(serve):
    server = serve("--pages", "200", ready=False)
    acknowledged = {}
    all_there = threading.Barrier(40)

    def play_until_killed(number):
        draw = random.Random(number)
        with server.page("a") as anna, server.page("b") as bob:
            (secret,) = invite(anna)
            game = anna.game["game"]
            join(bob, game, secret)
            acknowledged[game] = []
            all_there.wait(60)
            while anna.game["result"] is None:
                mover = anna if anna.game["view"]["turn"] == 0 else bob
                move = draw.choice(list(mover.game["view"]["legal"]))
                if mover.play(move)["type"] == "done":
                    acknowledged[game].append(move)
                for page in (anna, bob):
                    page.until_moves(len(acknowledged[game]))

    with ThreadPoolExecutor(40) as pool:
        playing = [pool.submit(play_until_killed, number) for number in range(40)]
        while sum(map(len, acknowledged.copy().values())) < 400:
            time.sleep(0.01)
        server.kill()
        for each in playing:
            assert isinstance(each.exception(), ConnectionClosed), each
    server.start(ready=False)
    assert len(acknowledged) == 40
    with server.page("a") as anna:
        for game, moves in acknowledged.items():
            anna.ask("open", game=game)
            assert anna.moves()[: len(moves)] == moves
            assert len(anna.moves()) <= len(moves) + 1  # one may have been saved, and its answer lost
            assert anna.game["you"] == [0]


@pytest.mark.parametrize(("options", "address"), [((), ""), (("--name", "club.example"), "https://club.example/")])
def test_page_is_told_the_address_that_others_reach(serve, options, address):
    server = serve(*options, ready=False)
    with server.connect() as socket:
        socket.send(json.dumps({"type": "hello", "id": 1, "v": VERSION}))
        assert loads(socket.recv())["reach"] == address
