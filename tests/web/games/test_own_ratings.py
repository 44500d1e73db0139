"""Rated games: which count, and that nobody improves a rating by taking back or deleting."""

import json

import pytest

from outflank.characters import nearest, ratings
from outflank.play import Analysis, MoveValue
from outflank.rules import Game, Position
from outflank.sessions.own_rating import BEGINNING, ArchiveRating, RatedGame
from outflank.sessions.people import People
from outflank.sessions.rated_games import RatedGames
from outflank.web.games.club_results import ClubTerms
from outflank.web.games.fairness import Fairness
from outflank.web.games.match_session import MatchSession
from outflank.web.games.matches import new_match
from outflank.web.games.own_games import OwnGames
from outflank.web.games.own_ratings import OwnRatings
from outflank.web.wire import MatchSetup

pytestmark = pytest.mark.usefixtures("each_database")

OPPONENT = next(iter(ratings()))
SHORTEST = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")  # wipes White out


def begun(store, person="ann", **setup):
    setup = MatchSetup(**{"seats": ["human", OPPONENT], **setup})
    people = People(person)
    people.seats = [person if player == "human" else "" for player in setup.seats]
    return MatchSession(new_match(setup), store, None, people=people)


def play(session, moves=SHORTEST, person="ann"):
    for move in moves:
        if session.turn.is_person:
            events = session.move(len(session.match.played), move, person)
        else:
            events = session.take_answer(Analysis(move, (MoveValue(move),)))
        session.publish(events)


def rated(store, person="ann", *, is_shared=True):
    return OwnRatings(OwnGames(store, is_shared=is_shared)).of(person)


def reopened(session, store):
    return MatchSession.from_json(store.load(session.id), store, None)


def test_a_finished_game_moves_the_rating(store):
    nobody = rated(store)
    assert (nobody["rating"], nobody["results"], nobody["change"], nobody["trend"]) == (800, 0, None, [])
    assert nobody["opponent"] == nearest(800).name
    play(begun(store))
    found = rated(store)
    assert (found["results"], found["rating"] > BEGINNING.rating) == (1, True)
    assert found["change"] == found["rating"] - 800
    assert [(each["opponent"], each["score"]) for each in found["trend"]] == [(OPPONENT, 1)]
    assert found["error_95"] < nobody["error_95"]
    assert found["archive"] == ArchiveRating.of(found["rating"]).to_json()
    assert rated(store, "bob")["results"] == 0
    assert rated(store, "bob", is_shared=False)["results"] == 1  # on a local server, everybody is the same


def test_a_game_counts_after_the_server_was_restarted(store):
    session = begun(store)
    play(session, SHORTEST[:4])
    play(reopened(session, store), SHORTEST[4:])
    assert rated(store)["results"] == 1


def taken_back(session, store):
    play(session, SHORTEST[:4])
    session.publish(session.change("undo", "ann"))
    play(session, SHORTEST[2:])


def hinted(session, store):
    play(session, SHORTEST[:2])
    session.note_help()
    play(session, SHORTEST[2:])


def hinted_and_reopened(session, store):
    play(session, SHORTEST[:2])
    session.note_help()
    play(reopened(session, store), SHORTEST[2:])


def analysed(session, store):
    play(session, SHORTEST[:4])
    Fairness(store, {session.id: session}).check("ann", Game(moves=SHORTEST[:4]).position.transformed(3))
    play(session, SHORTEST[4:])


def with_other_players(session, store):
    play(session, SHORTEST[:2])
    session.publish(session.seat_players(["human", list(ratings())[1]], "ann"))
    play(session, SHORTEST[2:])


@pytest.mark.parametrize("played", [taken_back, hinted, hinted_and_reopened, analysed, with_other_players])
def test_a_game_with_help_does_not_count(store, played):
    session = begun(store)
    played(session, store)
    assert session.match.is_over or played is hinted_and_reopened
    assert rated(store)["results"] == 0


def test_pages_hear_at_once_that_a_game_no_longer_counts(store):
    session = begun(store)
    heard = []
    session.join(heard.append, "bob")  # a spectator, so that no clock runs
    play(session, SHORTEST[:2])
    assert json.loads(heard[-1])["counts"]
    n_heard = len(heard)
    session.note_help()
    session.note_help()
    assert [json.loads(state)["counts"] for state in heard[n_heard:]] == [False]


def test_only_a_running_game_that_can_move_a_rating_counts_for_pages(store):
    ended = begun(store)
    play(ended)
    of_the_club = begun(store, seats=["human", "human"])
    of_the_club.agree(ClubTerms(rated=True))
    others = begun(store, seats=["human", "human"]), begun(store, moves=["f5"]), begun(store, seats=["human", "random"])
    assert [each.state()["counts"] for each in (begun(store), of_the_club, ended, *others)] == [True] * 2 + [False] * 4


def test_a_game_that_begins_with_moves_does_not_count_but_the_next_one_does(store):
    session = begun(store, moves=list(SHORTEST[:2]))
    play(session, SHORTEST[2:])
    assert rated(store)["results"] == 0
    session.publish(session.change("restart", "ann"))
    play(session)
    assert rated(store)["results"] == 1


def test_analysis_of_other_positions_is_no_help(store):
    session = begun(store)
    play(session, SHORTEST[:2])
    fairness = Fairness(store, {session.id: session})
    fairness.check("ann", Game(moves="f5f6").position)
    fairness.check("bob", session.match.position)
    fairness.check_line("ann", [Position.start()])
    play(session, SHORTEST[2:])
    assert rated(store)["results"] == 1


def test_a_loss_stays_when_it_is_taken_back_or_deleted(store):
    session = begun(store)
    play(session, SHORTEST[:2])
    session.publish(session.change("resign", "ann"))
    lost = rated(store)
    assert (lost["results"], lost["trend"][0]["score"]) == (1, 0)
    session.publish(session.change("undo", "ann"))
    play(session, SHORTEST[2:])
    assert rated(store)["trend"] == lost["trend"]
    OwnGames(store, is_shared=True).delete("ann", session.id)
    with store.writing() as database:
        database.execute("UPDATE parts SET deleted = 1")
    store.purge()
    assert len(store) == 0
    assert rated(store)["trend"] == lost["trend"]


def test_a_game_from_before_ratings_does_not_count(store):
    session = begun(store)
    play(session, SHORTEST[:2])
    old = store.load(session.id).replace('"helped": false, ', "")
    assert old != store.load(session.id)
    play(MatchSession.from_json(old, store, None), SHORTEST[2:])
    assert rated(store)["results"] == 0


def test_a_local_page_and_the_terminal_share_one_rating(store, tmp_path):
    path = tmp_path / "ratings.sqlite"
    play(begun(store))
    in_terminal = RatedGame(OPPONENT, 500.0, 50.0, 1.0, 5.0)
    with RatedGames(path) as file:
        file.add(in_terminal)
    shared, local = (OwnGames(store, is_shared=is_shared) for is_shared in (True, False))
    for _ in range(2):  # the page adds its games once
        assert OwnRatings(local, path).of("ann")["results"] == 2
        with RatedGames(path) as file:
            assert file.games()[0][1].at == in_terminal.at
            assert len(file.games()) == 2
    assert OwnRatings(shared, path).of("ann")["results"] == 1
