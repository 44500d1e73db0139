"""Tournaments of people: paired, played, and continued after the server was killed."""

import asyncio

import pytest

from outflank.matches.schedules import circle
from outflank.web.club import club as club_module
from outflank.web.club import tournaments
from tests.web.club.conftest import SHORTEST, in_club

pytestmark = pytest.mark.usefixtures("each_database")

NAMES = ("Anna", "Bob", "Cleo", "Dan", "Eve")
FIELDS = {"title": "Evening", "clock": "600", "rated": True}


@pytest.fixture(autouse=True)
def no_breaks(monkeypatch):
    monkeypatch.setattr(tournaments, "_BREAK", 0.01)
    monkeypatch.setattr(club_module, "_RETURN", 0.01)


async def evening(join, names=NAMES, **fields):
    """A tournament that has begun, and its people by name."""
    people = {name: await join(name) for name in names}
    first = people[names[0]]
    number = (await first.ask("create-tournament", **{**FIELDS, **fields}))["tournament"]
    for each in people.values():
        await each.ask("join-tournament", tournament=number)
    assert (await first.ask("start-tournament", tournament=number))["type"] == "done"
    return number, people


async def state(page, number):
    return await page.ask("tournament", tournament=number)


async def play_round(number, people, n_games=None):
    """Black wins each game of the current round that is not over; returns the round's pairings."""
    page = next(iter(people.values()))
    told = await state(page, number)
    names = {row["number"]: row["name"] for row in told["table"]}
    open_games = [each for each in told["pairings"][-1] if each["points"] is None]
    for pairing in open_games[:n_games]:
        black, white = (people[names[seat]] for seat in pairing["seats"])
        for each in (black, white):
            assert (await each.ask("open", game=pairing["game"]))["type"] == "opened"
        for ply, move in list(enumerate(SHORTEST))[len(black.games[pairing["game"]]["moves"]) :]:
            answer = await (white if ply % 2 else black).ask("play", game=pairing["game"], ply=ply, move=move)
            assert answer["type"] == "done", answer
    return [[names[seat] for seat in each["seats"]] for each in told["pairings"][-1]]


async def until(page, number, wanted):
    async with asyncio.timeout(60):
        while not wanted(told := await state(page, number)):
            await asyncio.sleep(0.02)
    return told


async def play_all(number, people):
    page, played = next(iter(people.values())), []
    while (await state(page, number))["state"] != "over":
        played.append(await play_round(number, people))
        n = len(played)
        await until(page, number, lambda told, n=n: len(told["pairings"]) > n or told["state"] == "over")
    return played, await state(page, number)


def test_a_swiss_pairs_nobody_twice_and_gives_one_bye_each():
    async def talk(join, services):
        number, people = await evening(join, rounds=4)
        return await play_all(number, people)

    played, told = in_club(talk)
    meetings = [frozenset(seats) for round_ in played for seats in round_ if len(seats) == 2]
    byes = [seats[0] for round_ in played for seats in round_ if len(seats) == 1]
    assert len(meetings) == len(set(meetings)) == 8
    assert len(set(byes)) == len(byes) == 4
    assert sum(row["points"] for row in told["table"]) == 8 + 4
    assert [row["points"] for row in told["table"]] == sorted((row["points"] for row in told["table"]), reverse=True)


def test_in_a_round_robin_everybody_meets_everybody_and_colours_are_shared():
    async def talk(join, services):
        number, people = await evening(join, schedule="round-robin")
        return await play_all(number, people)

    played, told = in_club(talk)
    meetings = [frozenset(seats) for round_ in played for seats in round_ if len(seats) == 2]
    assert len(meetings) == len(set(meetings)) == 10
    blacks = [seats[0] for round_ in played for seats in round_ if len(seats) == 2]
    assert {blacks.count(name) for name in NAMES} <= {1, 2, 3}  # of four games each
    assert told["rounds"] == 5


@pytest.mark.parametrize("n_games", [0, 1, 2])
def test_a_tournament_goes_on_after_the_server_was_killed(games_place, n_games):

    async def begin(join, services):
        number, people = await evening(join, rounds=3)
        await play_round(number, people, n_games)
        return number, (await state(people["Anna"], number))["pairings"][0]

    number, before = in_club(begin, games_place)

    async def go_on(join, services):
        services.club.start()
        people = {name: await join(name) for name in NAMES}
        return await play_all(number, people)

    told = in_club(go_on, games_place)[1]
    assert told["state"] == "over"
    assert len(told["pairings"]) == 3
    assert [each["seats"] for each in told["pairings"][0]] == [each["seats"] for each in before]


@pytest.mark.parametrize("rated", [True, False])
def test_games_of_a_tournament_count_after_the_server_was_killed_as_before(games_place, rated):

    async def begin(join, services):
        number, people = await evening(join, NAMES[:2], rounds=1, rated=rated)
        game = (await state(people["Anna"], number))["pairings"][0][0]["game"]
        await people["Anna"].ask("open", game=game)
        return number, people["Anna"].games[game]["rated"]

    number, before = in_club(begin, games_place)

    async def go_on(join, services):
        people = {name: await join(name) for name in NAMES[:2]}
        await play_round(number, people)
        game = (await state(people["Anna"], number))["pairings"][0][0]["game"]
        return people["Anna"].games[game]["rated"], len(services.club.ratings.change(game))

    assert (before, *in_club(go_on, games_place)) == (rated, rated, 2 * rated)


def test_games_that_were_not_begun_before_the_kill_begin_later(games_place, monkeypatch):

    async def begin(join, services):
        monkeypatch.setattr(tournaments.ClubTournaments, "_begin_games", lambda *_: None)
        number, _ = await evening(join, rounds=1)
        monkeypatch.undo()
        return number

    number = in_club(begin, games_place)

    async def go_on(join, services):
        services.club.tournaments.resume()
        people = {name: await join(name) for name in NAMES}
        return await play_all(number, people)

    assert in_club(go_on, games_place)[1]["state"] == "over"


def test_somebody_who_does_not_come_loses_and_is_not_paired_again():
    async def talk(join, services):
        number, people = await evening(join, NAMES[:4], rounds=3)
        told = await state(people["Anna"], number)
        game = told["pairings"][0][0]["game"]
        late = told["pairings"][0][0]["seats"][0]
        services.matches.sessions[game].publish(services.matches.sessions[game].run_out())
        await play_round(number, people)
        told = await until(people["Anna"], number, lambda told: len(told["pairings"]) > 1)
        paired = {seat for each in told["pairings"][1] for seat in each["seats"]}
        (row,) = (row for row in told["table"] if row["number"] == late)
        back = await people[row["name"]].ask("join-tournament", tournament=number)
        return late in paired, row["active"], row["points"], services.club.ratings.change(game), back["type"]

    assert in_club(talk) == (False, False, 0, [], "done")


def test_only_members_join_and_only_the_owner_starts():
    async def talk(join, services):
        ann, bob, nobody = await join("Anna"), await join("Bob"), await join("Nn", named=False)
        number = (await ann.ask("create-tournament", **FIELDS))["tournament"]
        codes = [(await ann.ask("start-tournament", tournament=number))["code"]]
        codes.append((await nobody.ask("join-tournament", tournament=number))["code"])
        await bob.ask("join-tournament", tournament=number)
        codes.append((await bob.ask("start-tournament", tournament=number))["code"])
        await bob.ask("leave-tournament", tournament=number)
        codes.append((await ann.ask("start-tournament", tournament=number))["code"])
        codes.append((await ann.ask("tournament", tournament="x" * 22))["code"])
        return codes

    assert in_club(talk) == ["tournament", "no name", "owner", "tournament", "unknown tournament"]


def test_the_owner_cancels_before_the_start_and_people_hear_it():
    async def talk(join, services):
        ann, bob, cleo = [await join(name) for name in NAMES[:3]]
        number = (await ann.ask("create-tournament", **FIELDS))["tournament"]
        for each in (bob, cleo):
            await each.ask("join-tournament", tournament=number)
        await cleo.ask("leave-tournament", tournament=number)
        codes = [(await bob.ask("cancel-tournament", tournament=number))["code"]]
        assert (await ann.ask("cancel-tournament", tournament=number))["type"] == "done"
        heard = await bob.event("elsewhere")
        for what in ("cancel-tournament", "start-tournament", "join-tournament"):
            answer = await ann.ask(what, tournament=number)
            codes.append(answer["code"])
        await cleo.ask("tournaments")  # hears all that was sent before
        others = [said for page in (ann, cleo) for said in page.heard if said["type"] == "elsewhere"]
        return number, heard, codes, others, (await state(ann, number))["state"]

    number, heard, codes, others, ended = in_club(talk)
    assert (heard["tournament"], heard["title"]) == (number, "Evening")
    assert codes == ["owner", "too late", "too late", "too late"]
    assert (others, ended) == ([], "cancelled")


def test_games_of_a_cancelled_tournament_are_played_to_the_end_and_no_round_follows():
    async def talk(join, services):
        number, people = await evening(join, NAMES[:2], rounds=3)
        assert (await people["Anna"].ask("cancel-tournament", tournament=number))["type"] == "done"
        (pairing,) = (await state(people["Anna"], number))["pairings"][0]
        await play_round(number, people)
        services.club.tournaments.resume()
        services.club.tournaments._go_on(number)  # as after the break between two rounds
        told = await state(people["Anna"], number)
        return told["state"], len(told["pairings"]), services.club.ratings.change(pairing["game"])

    ended, n_rounds, changes = in_club(talk)
    assert (ended, n_rounds, len(changes)) == ("cancelled", 1, 2)


@pytest.mark.parametrize("has_begun", [False, True])
def test_tournaments_of_an_organiser_who_leaves_the_club_are_cancelled_and_people_hear_it(has_begun):
    async def talk(join, services):
        ann, bob, cleo = [await join(name) for name in NAMES[:3]]
        number = (await ann.ask("create-tournament", **FIELDS))["tournament"]
        other = (await bob.ask("create-tournament", **FIELDS))["tournament"]
        for each in (bob, cleo):
            await each.ask("join-tournament", tournament=number)
        await ann.ask("leave-tournament", tournament=number)
        if has_begun:
            await ann.ask("start-tournament", tournament=number)
        assert (await ann.ask("delete-member", name="Anna"))["type"] == "done"
        for each in (bob, cleo):
            await each.event("elsewhere", tournament=number)
        return [(await state(bob, each))["state"] for each in (number, other)]

    assert in_club(talk) == ["cancelled", "open"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"kind": "tribolo"}, "tournament"),
        ({"clock": ""}, "clock"),
        ({"clock": "86400/move"}, "tournament"),
        ({"title": " "}, "title"),
        ({"title": "x" * 61}, "name"),
        ({"rounds": 16}, "message"),
        ({"schedule": "knock-out"}, "message"),
        ({"kind": "chess"}, "refused"),
    ],
)
def test_impossible_tournaments_are_refused(fields, code):
    async def talk(join, services):
        ann = await join("Anna")
        return await ann.ask("create-tournament", **{**FIELDS, **fields}), services.club.tournaments.latest()

    answer, found = in_club(talk)
    assert (answer["code"], found) == (code, [])


def test_a_tournament_that_never_begins_is_forgotten_with_its_entrants():
    async def talk(join, services):
        ann = await join("Anna")
        first = (await ann.ask("create-tournament", **FIELDS))["tournament"]
        with services.store.writing() as database:
            database.execute("UPDATE club_tournaments SET created = created - 2 * 86400")
        second = (await ann.ask("create-tournament", **FIELDS))["tournament"]
        listed = [each["id"] for each in (await ann.ask("tournaments"))["tournaments"]]
        entrants = [row[0] for row in services.store.rows("SELECT tournament FROM club_entrants")]
        return second, listed, entrants, (await ann.ask("tournament", tournament=first))["code"]

    second, listed, entrants, code = in_club(talk)
    assert (listed, entrants, code) == ([second], [second], "unknown tournament")


def test_tournaments_are_announced_rarely():
    async def talk(join, services):
        ann = await join("Anna")
        return [(await ann.ask("create-tournament", **FIELDS)).get("code") for _ in range(6)]

    assert in_club(talk) == [None] * 5 + ["hasty"]


@pytest.mark.parametrize("count", range(2, 9))
def test_the_circle_pairs_everybody_once(count):
    rounds = circle(range(count))
    met = [frozenset(meeting) for round_ in rounds for meeting in round_]
    assert len(met) == len(set(met)) == count * (count - 1) // 2
    for round_ in rounds:
        players = [player for meeting in round_ for player in meeting]
        assert len(players) == len(set(players)) == count // 2 * 2


def test_a_move_of_correspondence_may_take_days_even_if_the_server_is_down(games_place, monkeypatch):

    async def begin(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        number = (await ann.ask("challenge", clock="86400/move", rated=True, seat=0))["challenge"]
        game = (await bob.ask("accept-challenge", challenge=number))["game"]
        await ann.ask("open", game=game)
        await ann.ask("play", game=game, ply=0, move="f5")
        return game, (await ann.ask("lobby"))["turns"], (await bob.ask("lobby"))["turns"]

    game, waiting, own = in_club(begin, games_place)
    assert [(each["game"], each["turn"]) for each in (*waiting, *own)] == [(game, False), (game, True)]
    assert 86_000 < own[0]["left"] <= 86_400
    now = club_module.time.time

    async def look(join, services):
        bob = await join("Bob")
        turns = (await bob.ask("lobby"))["turns"]
        services.club._sweep()
        return turns, (await bob.ask("lobby"))["turns"]

    monkeypatch.setattr("time.time", lambda: now() + 80_000)
    before, after = in_club(look, games_place)
    assert 5_000 < before[0]["left"] <= 6_400
    assert [each["game"] for each in after] == [game]
    monkeypatch.setattr("time.time", lambda: now() + 90_000)
    assert in_club(look, games_place)[1] == []
