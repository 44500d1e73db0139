"""All that is stored about a person: told, and deleted."""

import json

import pytest

from outflank.play import PERSON, Match, Seat, kind_of
from outflank.rules import Position
from outflank.web.club.deletion import delete_person, stored_about
from outflank.web.club.members import Members
from outflank.web.games import schema
from outflank.web.games.stored_games import StoredMatch, state_text
from tests.web.club.conftest import in_club

pytestmark = pytest.mark.usefixtures("each_database")


def save(store, game, seats, names):
    kind = kind_of(Position.start())
    match = Match(kind.new_game(Position.start(), ["f5"]), [Seat(PERSON, name) for name in names])
    people = {"owner": seats[0], "seats": seats, "invites": {}, "begun": True, "next": ""}
    text = state_text(game, match, people=people)
    store.save(StoredMatch.of(game, match, text, {person: seat for seat, person in enumerate(seats)}))


def test_games_alone_go_and_games_with_others_stay_without_the_name(store):
    members = Members(store)
    members.claim("ann", "Anna")
    save(store, "alone" * 4, ["ann", "ann"], ["Anna", "Anna"])
    save(store, "shared" * 3, ["ann", "bob"], ["Anna", "Bob"])
    about = stored_about(store, "ann")
    assert [each["id"] for each in about["games"]] == ["alone" * 4, "shared" * 3]
    assert about["names"][0]["name"] == "Anna"
    nobody = delete_person(store, "ann")
    assert members.of("ann") is None
    left = stored_about(store, "ann")
    assert left == {"person": "ann", **{name: [] for name in left if name != "person"}}
    assert store.load("alone" * 4) is None
    state = json.loads(store.load("shared" * 3))
    assert (state["names"], state["people"]["seats"]) == (["deleted", "Bob"], [nobody, "bob"])
    (players,) = store.rows("SELECT players, words FROM games")
    assert (json.loads(players[0]), "anna" in players[1]) == (["deleted", "Bob"], False)
    file = "".join(map(str, store.rows("SELECT * FROM games")))
    assert "Anna" not in file + str(store.rows("SELECT * FROM states"))


def test_a_game_that_cannot_be_read_goes(store):
    save(store, "shared" * 3, ["ann", "bob"], ["Anna", "Bob"])
    with store.writing() as database:
        database.execute("UPDATE states SET state = '[]'")
    delete_person(store, "ann")
    assert store.rows("SELECT person FROM parts") == []
    assert len(store) == 0


def test_a_person_deletes_everything_by_typing_the_own_name():
    async def talk(join, services):
        ann = await join("Anna")
        game = (await ann.ask("new", setup={"seats": ["human", "human"], "moves": ["f5"]}))["game"]
        await ann.ask("play", game=game, ply=1, move="f6")
        wrong = await ann.ask("delete-member", name="anna")
        done = await ann.ask("delete-member", name="Anna")
        about = await ann.ask("stored")
        return wrong["code"], done["type"], about["stored"]["games"], (await ann.ask("member"))["member"]

    assert in_club(talk) == ("name", "done", [], None)


@pytest.mark.parametrize("clock", ["300", "86400/move"])
def test_somebody_whose_clock_runs_resigns_before_leaving_the_club(clock):
    async def talk(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        members = (ann, "Anna"), (bob, "Bob")
        number = (await ann.ask("challenge", clock=clock, seat=0))["challenge"]
        game = (await bob.ask("accept-challenge", challenge=number))["game"]
        await ann.ask("open", game=game)
        await ann.ask("leave", game=game)  # correspondence is then in the file only
        before = [(await each.ask("delete-member", name=name)).get("code") for each, name in members]
        eve = await join("Eve")
        for page in (bob, eve):
            await page.ask("open", game=game)
        await bob.ask("resign", game=game)
        after = [(await each.ask("delete-member", name=name))["type"] for each, name in members]
        await eve.ask("member")  # hears all that was sent before
        return before, after, eve.games[game]["labels"]

    assert in_club(talk) == (["playing", "playing"], ["done", "done"], ["deleted", "deleted"])


def test_no_row_names_somebody_who_has_left_the_club():
    async def talk(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        number = (await ann.ask("challenge", seat=0))["challenge"]
        game = (await bob.ask("accept-challenge", challenge=number))["game"]
        await ann.ask("open", game=game)
        person = ann.connection.person
        done = (await ann.ask("delete-member", name="Anna"))["type"]
        rows = [row for table in schema.columns() for row in services.store.rows(f"SELECT * FROM {table}")]
        return done, [row for row in rows if person in str(row) or "Anna" in str(row)]

    assert in_club(talk) == ("done", [])
