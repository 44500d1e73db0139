"""Attempts of a member to cheat with messages and files that no page would send."""

import io
import json

import pytest

from outflank.web.transport.schema import message_schema
from tests.web.club.conftest import SHORTEST, in_club
from tests.web.club.test_lobby import challenge, play

SERVERS_OWN = {"seconds", "elapsed", "used", "left", "due", "rating", "deviation", "result", "score", "points", "won"}
SERVERS_OWN |= {"person", "persons", "winner", "club", "state"}


def test_no_message_tells_the_server_what_only_the_server_knows():
    """Times, ratings and results are the server's; a page cannot even name them."""
    schema = message_schema()
    for type_, ref in schema["discriminator"]["mapping"].items():
        fields = schema["$defs"][ref.split("/")[-1]]["properties"]
        searched = {"seconds"} if type_ in ("analyse", "review") else set()  # how long to search
        assert not SERVERS_OWN & set(fields) - searched, type_


@pytest.mark.parametrize("more", [{"seconds": 0.0}, {"elapsed": -100}, {"left": [900, 1]}, {"rating": 3000}])
def test_a_move_with_a_time_or_a_rating_is_refused_and_not_made(more):
    async def talk(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        game = await challenge(ann, bob)
        answer = await ann.ask("play", game=game, ply=0, move="e6", **more)
        return answer, len(services.matches.session(game).match.played)

    answer, n_moves = in_club(talk)
    assert (answer["type"], answer["code"], n_moves) == ("error", "message", 0)


def test_a_game_of_the_club_cannot_come_from_offline_play():
    async def talk(join, services):
        ann, bob, eve = [await join(name) for name in ("Anna", "Bob", "Eve")]
        game = await challenge(ann, bob)
        setup = {"seats": ["human", "momo"], "moves": list(SHORTEST)}
        answers = [await each.ask("offline_game", game=game, changed=9e9, setup=setup) for each in (bob, eve)]
        session = services.matches.session(game)
        changes = services.store.rows("SELECT count(*) FROM rating_changes")
        return answers, len(session.match.played), session.club.terms.rated, changes

    answers, n_moves, rated, changes = in_club(talk)
    assert (n_moves, rated, changes) == (0, True, [(0,)])
    assert all(answer["type"] in ("error", "offline_game", "done") for answer in answers)


@pytest.mark.parametrize("extra", [{}, {"club": {"rated": True, "tournament": ""}}, {"people": {"seats": ["x", "y"]}}])
def test_an_imported_game_moves_no_rating(extra):
    async def talk(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        game = await challenge(ann, bob)
        await play(game, ann, bob)
        before = services.store.rows("SELECT * FROM ratings ORDER BY person")
        for number in (game, "f" * 22):  # the same game, with the other winner, and another one
            match = {"kind": "othello", "start": "-" * 27 + "OX------XO" + "-" * 27 + " X", "seats": ["human"] * 2}
            moves = [{"move": move} for move in SHORTEST[:8]]
            match |= {"names": ["Anna", "Bob"], "moves": moves, "resigned": 0}
            whole = {"id": number, "created": 1.0, "changed": 2e9, "match": match, **extra}
            file = io.BytesIO(json.dumps({"version": 1, "games": [whole]}).encode())
            await services.exchange._take("import", ann.connection.person, file)
        counts = [services.store.rows(f"SELECT count(*) FROM {table}") for table in ("club_games", "rating_changes")]
        return before, services.store.rows("SELECT * FROM ratings ORDER BY person"), counts

    before, after, counts = in_club(talk)
    assert before == after
    assert counts == [[(1,)], [(2,)]]


def test_a_person_has_one_place_in_a_tournament_whatever_is_sent():
    async def talk(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        number = (await ann.ask("create-tournament", title="T", clock="300", rounds=1))["tournament"]
        again = await join("Anna")  # another page of hers
        for page in (ann, again, again):
            await page.ask("join-tournament", tournament=number)
        await bob.ask("join-tournament", tournament=number)
        await ann.ask("claim-name", name="Anna Second")  # another name is no other person
        await again.ask("join-tournament", tournament=number)
        await ann.ask("start-tournament", tournament=number)
        return await ann.ask("tournament", tournament=number)

    told = in_club(talk)
    assert len(told["table"]) == 2
    assert sorted(told["pairings"][0][0]["seats"]) == [1, 2]


@pytest.mark.parametrize(
    "name", ["Аnna", "ANNA", "A n n a", "Änna", "Ａnna", "anna.", "<b>Anna</b>", "Anna\u200b", "‮annA"]
)
def test_nobody_takes_a_name_that_looks_like_another_or_has_html_in_it(name):
    async def talk(join, services):
        await join("Anna")
        bob = await join("Bob")
        answer = await bob.ask("claim-name", name=name)
        return answer, (await bob.ask("member"))["member"]["name"]

    answer, own = in_club(talk)
    assert (answer["type"], own) == ("error", "Bob"), answer
    assert answer["code"] in ("name", "name taken")
