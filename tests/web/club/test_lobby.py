"""Challenges and rated games between people of a club."""

import asyncio
import json

import pytest

from outflank.web.club import club as club_module
from outflank.web.club import lobby
from tests.web.club.conftest import SHORTEST, in_club, moves_of

pytestmark = pytest.mark.usefixtures("each_database")


async def challenge(maker, taker, **fields):
    """Two people begin a game; its id."""
    number = (await maker.ask("challenge", **{"clock": "300+2", "rated": True, "seat": 0, **fields}))["challenge"]
    game = (await taker.ask("accept-challenge", challenge=number))["game"]
    for each in (maker, taker):
        await each.event("paired", game=game)
        await each.ask("open", game=game)
    return game


async def play(game, one, other, moves=SHORTEST):
    for ply, move in enumerate(moves):
        mover = one if one.games[game]["view"]["turn"] in one.games[game]["you"] else other
        answer = await mover.ask("play", game=game, ply=ply, move=move)
        assert answer["type"] == "done", answer
        for each in (one, other):
            await each.until(lambda said, n=ply: said["type"] == "game" and len(said["moves"]) > n)


def test_a_challenge_is_shown_accepted_and_gone():
    async def talk(join, services):
        ann, bob, eve = [await join(name) for name in ("Anna", "Bob", "Eve")]
        whole = await eve.ask("lobby")
        number = (await ann.ask("challenge", clock="300+2", rated=True, seat=0))["challenge"]
        shown = await eve.event("lobby")
        since = len(eve.heard)
        game = (await bob.ask("accept-challenge", challenge=number))["game"]
        after = await eve.event("lobby", since)
        paired = [(await each.event("paired"))["game"] for each in (ann, bob)]
        late = await eve.ask("accept-challenge", challenge=number)
        await ann.ask("open", game=game)
        await eve.ask("open", game=game)
        return whole, shown, after, game, paired, late, ann.games[game], eve.games[game]

    whole, shown, after, game, paired, late, own, watched = in_club(talk)
    assert whole["entries"] == []
    (entry,) = shown["entries"]
    assert (entry["what"], entry["kind"], entry["clock"], entry["rated"]) == ("challenge", "othello", "300+2", True)
    assert (entry["players"][0]["name"], entry["players"][0]["rating"]) == ("Anna", 1500)
    assert after["gone"] == [entry["id"]]
    assert [each["id"] for each in after["entries"]] == [game]
    assert paired == [game, game]
    assert late["code"] == "challenge gone"
    assert (own["labels"], own["you"], own["rated"], own["clock"]["runs"]) == (["Anna", "Bob"], [0], True, True)
    assert (watched["you"], watched["part"]) == ([], False)


def test_a_rated_game_moves_the_ratings_and_leaves_the_lobby():
    async def talk(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        game = await challenge(ann, bob)
        before = (await bob.ask("rating-change", game=game))["players"]
        await play(game, ann, bob)
        assert ann.games[game]["result"]["winners"] == [0]
        after = (await bob.ask("rating-change", game=game))["players"]
        return before, after, (await ann.ask("lobby"))["entries"], services.club.lobby.n_games

    before, after, entries, n_games = in_club(talk)
    assert before == [{"rating": 1500, "error_95": 686, "results": 0, "change": None}] * 2
    assert [(each["rating"], each["results"], each["change"]) for each in after] == [(1500, 0, 162), (1500, 0, -162)]
    assert entries == []
    assert n_games == 0


def test_casual_games_and_games_outside_the_club_show_no_ratings():
    async def talk(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        casual = await challenge(ann, bob, rated=False)
        alone = (await ann.ask("new", setup={"seats": ["human", "human"], "moves": ["f5"]}))["game"]
        answers = [await ann.ask("rating-change", game=game) for game in (casual, alone, "a" * 20)]
        return [answer.get("players", answer.get("code")) for answer in answers]

    assert in_club(talk) == [[], [], "unknown game"]


def test_the_lobby_shows_the_position_after_each_move():
    async def talk(join, services):
        ann, bob, eve = [await join(name) for name in ("Anna", "Bob", "Eve")]
        await eve.ask("lobby")
        game = await challenge(ann, bob)
        since = len(eve.heard)
        await play(game, ann, bob, SHORTEST[:2])
        shown = await eve.until(
            lambda said: said["type"] == "lobby" and any(each.get("moves") == 2 for each in said["entries"]), since
        )
        return shown["entries"], ann.games[game]["view"]

    (entry,), view = in_club(talk)
    assert (entry["cells"], entry["width"]) == (view["cells"], view["width"])
    assert [each["name"] for each in entry["players"]] == ["Anna", "Bob"]


def test_a_person_cannot_take_both_seats_in_any_page():
    async def talk(join, services):
        ann, same = await join("Anna"), await join("Anna")
        number = (await ann.ask("challenge"))["challenge"]
        return await same.ask("accept-challenge", challenge=number)

    assert in_club(talk)["code"] == "own challenge"


async def looks(services, n=3):
    for _ in range(n):
        timer = services.club.lobby._timer
        async with asyncio.timeout(60):
            while timer is not None and services.club.lobby._timer is timer:
                await asyncio.sleep(0.005)


def test_somebody_who_has_accepted_and_closes_the_page_frees_the_place(monkeypatch):
    monkeypatch.setattr(lobby, "_LOOK", 0.01)
    monkeypatch.setattr(lobby, "_AWAY", 1e9)

    async def talk(join, services):
        ann, bob, eve = [await join(name) for name in ("Anna", "Bob", "Eve")]
        number = (await ann.ask("challenge", kind="tribolo", clock="300", rated=True))["challenge"]
        await bob.ask("accept-challenge", challenge=number)
        await bob.leave()
        early = (await eve.ask("accept-challenge", challenge=number))["code"]
        monkeypatch.setattr(lobby, "_AWAY", 0.0)
        await looks(services)
        (entry,) = (await ann.ask("lobby"))["entries"]
        late = (await eve.ask("accept-challenge", challenge=number))["game"]
        return early, [player["name"] for player in entry["players"]], late

    assert in_club(talk) == ("away", ["Anna"], "")


def test_a_challenge_lasts_while_its_maker_has_a_page_open(monkeypatch):
    monkeypatch.setattr(lobby, "_LOOK", 0.01)
    monkeypatch.setattr(lobby, "_AWAY", 0.0)

    async def talk(join, services):
        ann, other, bob = await join("Anna"), await join("Anna"), await join("Bob")
        number = (await ann.ask("challenge", clock="300"))["challenge"]
        await ann.ask("leave-lobby")
        await ann.leave()
        await looks(services)
        assert len(services.club.lobby.feed) == 1
        monkeypatch.setattr(lobby, "_AWAY", 1e9)
        await other.leave()
        await looks(services)
        away = await bob.ask("accept-challenge", challenge=number)
        monkeypatch.setattr(lobby, "_AWAY", 0.0)
        await looks(services, 1)
        return away["code"], len(services.club.lobby.feed), services.club.lobby._timer

    assert in_club(talk) == ("away", 0, None)


def test_only_its_maker_withdraws_a_challenge():
    async def talk(join, services):
        bob = await join("Bob")
        number = (await bob.ask("challenge"))["challenge"]
        eve = await join("Eve")
        await eve.ask("withdraw-challenge", challenge=number)
        assert len(services.club.lobby.feed) == 1
        await bob.ask("withdraw-challenge", challenge=number)
        return len(services.club.lobby.feed)

    assert in_club(talk) == 0


def test_strangers_and_blocked_people_do_not_play():
    async def talk(join, services):
        ann, bob, nobody = await join("Anna"), await join("Bob"), await join("Nn", named=False)
        number = (await ann.ask("challenge"))["challenge"]
        codes = [(await nobody.ask(type_, **fields))["code"] for type_, fields in (
            ("challenge", {}), ("accept-challenge", {"challenge": number}),
        )]  # fmt: skip
        await ann.ask("block", member=(await bob.ask("member"))["member"]["number"], on=True)
        return [*codes, (await bob.ask("accept-challenge", challenge=number))["code"]]

    assert in_club(talk) == ["no name", "no name", "blocked"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"rated": True}, "clock"),
        ({"clock": "5"}, "clock"),
        ({"clock": "1e9"}, "refused"),
        ({"clock": "99999999"}, "clock"),
        ({"clock": "1/move"}, "clock"),
        ({"clock": "8640000/move"}, "clock"),
        ({"clock": "60+9999"}, "clock"),
        ({"kind": "chess"}, "refused"),
        ({"size": 7}, "refused"),
        ({"size": 99}, "message"),
        ({"seat": 2}, "seats"),
        ({"rating": 3000}, "message"),
        ({"clock": "<b>"}, "refused"),
    ],
)
def test_impossible_challenges_are_refused_in_one_line(fields, code):
    async def talk(join, services):
        ann = await join("Anna")
        answer = await ann.ask("challenge", **fields)
        return answer, len(services.club.lobby.feed)

    answer, count = in_club(talk)
    assert (answer["type"], answer.get("code"), count) == ("error", code, 0)
    assert "\n" not in str(answer["message"])


def test_floods_of_challenges_are_refused():
    async def talk(join, services):
        ann = await join("Anna")
        codes = [(await ann.ask("challenge")).get("code") for _ in range(5)]
        own = services.club.lobby.own(ann.connection.person)
        for _ in range(60):
            await ann.ask("withdraw-challenge", challenge=own[0])
            codes.append((answer := await ann.ask("challenge")).get("code"))
            own[0] = answer.get("challenge", own[0])
        return codes

    codes = in_club(talk)
    assert codes[:5] == [None, None, None, "challenges", "challenges"]
    assert codes[5:].count(None) == 27
    assert set(codes[40:]) == {"hasty"}


def test_nobody_helps_those_who_play_a_rated_game():
    async def talk(join, services):
        ann, bob, again = await join("Anna"), await join("Bob"), await join("Anna")
        game = await challenge(ann, bob)
        await play(game, ann, bob, SHORTEST[:2])
        found = {}
        other = ["d3", "c5", "f6"]  # a line of another game
        for name, page in (("own", ann), ("second tab", again)):
            await page.ask("open", game=game)
            for type_, fields in (
                ("hint", {"game": game}),
                ("analyse", {"position": ann.games[game]["view"]["text"], "top": 3}),
                ("explore", {"moves": other}),
                ("explain", {"position": ann.games[game]["view"]["text"], "moves": ["d6", "c4"]}),
                ("review", {"kind": "othello", "moves": other}),
                ("undo", {"game": game}),
            ):
                answer = await page.ask(type_, **fields)
                found[name, type_] = answer.get("code", answer["type"])
                told.add(answer["message"])
        return found

    told = set()
    found = in_club(talk)
    assert "there is no analysis while you play a rated game" in told
    assert "analysis of a game between people is available only after the game" not in told
    assert {each for key, each in found.items() if key[1] not in ("undo", "hint")} == {"running"}, found
    assert {each for key, each in found.items() if key[1] == "undo"} == {"rated"}
    assert {each for key, each in found.items() if key[1] == "hint"} == {"together"}


def test_a_clock_runs_when_nobody_looks_and_the_late_player_loses(monkeypatch):
    async def talk(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        game = await challenge(ann, bob, clock="10")
        await play(game, ann, bob, moves_of(10))
        session = services.matches.sessions[game]
        await ann.leave()
        await bob.leave()
        assert services.matches.sessions[game] is session
        session.match.clock._seconds[session.match.position.turn] = 0.01
        session._set_flag()
        async with asyncio.timeout(60):
            while game in services.matches.sessions:
                await asyncio.sleep(0.02)
        return json.loads(services.store.load(game))["fault"], services.club.ratings.change(game)

    fault, changes = in_club(talk)
    assert fault["fault"] == "time"
    assert len(changes) == 2


def test_a_game_goes_on_after_a_restart(games_place, monkeypatch):
    monkeypatch.setattr(club_module, "_RETURN", 0.05)

    async def begin(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        game = await challenge(ann, bob)
        await play(game, ann, bob, SHORTEST[:4])
        return game

    game = in_club(begin, games_place)

    async def go_on(join, services):
        services.club.start()
        async with asyncio.timeout(60):
            while game not in services.matches.sessions:
                await asyncio.sleep(0.02)
        runs = services.matches.sessions[game].turn_clock.is_running
        ann, bob = await join("Anna"), await join("Bob")
        entries = (await ann.ask("lobby"))["entries"]
        playing = (await ann.ask("lobby"))["playing"]
        for each in (ann, bob):
            await each.ask("open", game=game)
        for ply, move in list(enumerate(SHORTEST))[4:]:
            mover = ann if ply % 2 == 0 else bob
            assert (await mover.ask("play", game=game, ply=ply, move=move))["type"] == "done"
        return runs, [each["id"] for each in entries], playing

    assert in_club(go_on, games_place) == (True, [game], game)


def test_somebody_who_plays_finishes_first():
    async def talk(join, services):
        ann, bob, eve = [await join(name) for name in ("Anna", "Bob", "Eve")]
        await challenge(ann, bob)
        number = (await eve.ask("challenge"))["challenge"]
        return (await ann.ask("challenge"))["code"], (await bob.ask("accept-challenge", challenge=number))["code"]

    assert in_club(talk) == ("playing", "playing")


def test_three_people_begin_tribolo():
    async def talk(join, services):
        ann, bob, eve = [await join(name) for name in ("Anna", "Bob", "Eve")]
        number = (await ann.ask("challenge", kind="tribolo", clock="300", rated=True))["challenge"]
        first = (await bob.ask("accept-challenge", challenge=number))["game"]
        twice = (await bob.ask("accept-challenge", challenge=number))["code"]
        await bob.ask("withdraw-challenge", challenge=number)
        await bob.ask("accept-challenge", challenge=number)
        game = (await eve.ask("accept-challenge", challenge=number))["game"]
        await eve.ask("open", game=game)
        return first, twice, sorted(eve.games[game]["labels"])

    assert in_club(talk) == ("", "own challenge", ["Anna", "Bob", "Eve"])


def test_whoever_begins_a_game_no_longer_waits_for_another_one():
    async def talk(join, services):
        ann, bob, eve = [await join(name) for name in ("Anna", "Bob", "Eve")]
        waiting = (await ann.ask("challenge", kind="tribolo"))["challenge"]
        await bob.ask("accept-challenge", challenge=waiting)
        await ann.ask("lobby")
        since = len(ann.heard)
        await bob.ask("accept-challenge", challenge=(await eve.ask("challenge"))["challenge"])
        await ann.event("lobby", since)
        entries = (await ann.ask("lobby"))["entries"]
        return waiting, [(each["id"], [player["name"] for player in each["players"]]) for each in entries]

    waiting, entries = in_club(talk)
    assert entries == [(waiting, ["Anna"])]


def test_resigning_at_once_changes_no_rating_and_ends_rated_games_for_a_day():
    async def talk(join, services):
        ann, bob = await join("Anna"), await join("Bob")
        for _ in range(3):
            game = await challenge(ann, bob)
            await bob.ask("resign", game=game)
            assert [each["change"] for each in (await ann.ask("rating-change", game=game))["players"]] == [None, None]
        rated = await bob.ask("challenge", clock="300", rated=True)
        casual = await bob.ask("challenge", clock="300")
        return rated["code"], casual["type"], (await ann.ask("challenge", clock="300", rated=True))["type"]

    assert in_club(talk) == ("short games", "challenge", "challenge")
