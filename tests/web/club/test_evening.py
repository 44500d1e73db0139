"""An evening of a club: 16 people over real WebSockets play five rounds Swiss, and the ratings are right."""

import random
import time
from contextlib import ExitStack

import pytest

from tests.oracles.glicko import NaiveRatings

pytestmark = pytest.mark.slow

NAMES = [f"Player {number}" for number in range(16)]
ROUNDS = 5


def take_turns(people, draw):
    """Let everybody whose turn it is make a move; some resign in the middle of a game. True if somebody could."""
    has_moved = False
    for page in people.values():
        game = page.game
        if game is None or game["result"] or game["view"]["turn"] not in game["you"]:
            continue
        has_moved = True
        if len(game["moves"]) > 20 and draw.random() < 0.2:
            page.ask("resign", game=game["game"])
        else:
            page.play(draw.choice(list(game["view"]["legal"])))
    return has_moved


def test_sixteen_people_play_five_rounds_and_their_ratings_equal_an_independent_computation(serve):
    server = serve("--club", ready=False)
    draw = random.Random(4)
    with ExitStack() as stack:
        people = {}
        for name, key in zip(NAMES, "abcdefghijklmnop", strict=True):
            page = people[name] = stack.enter_context(server.page(key))
            assert page.ask("claim-name", name=name)["member"]["name"] == name
        first = people[NAMES[0]]
        number = first.ask("create-tournament", title="Evening", clock="900", rounds=ROUNDS)["tournament"]
        for name in NAMES[1:]:
            assert people[name].ask("join-tournament", tournament=number)["type"] == "done"
        first.ask("start-tournament", tournament=number)
        ends, opened = time.monotonic() + 600, set()
        while (told := first.ask("tournament", tournament=number))["state"] != "over":
            assert time.monotonic() < ends, told
            names = {row["number"]: row["name"] for row in told["table"]}
            for pairing in told["pairings"][-1]:
                if pairing["game"] not in opened:
                    opened.add(pairing["game"])
                    for seat in pairing["seats"]:
                        page = people[names[seat]]
                        page.game = None
                        assert page.ask("open", game=pairing["game"])["type"] == "opened"
            while take_turns(people, draw):
                for page in people.values():
                    page.ask("rating-change", game=page.game["game"])  # hears all that was sent before
            time.sleep(0.2)
        profiles = {name: first.ask("profile", name=name) for name in NAMES}

    pairings = [pairing for round_ in told["pairings"] for pairing in round_]
    assert len(pairings) == ROUNDS * 8
    assert len({frozenset(each["seats"]) for each in pairings}) == ROUNDS * 8  # nobody meets anybody twice
    points = dict.fromkeys(names, 0.0)
    for each in pairings:
        for seat, point in zip(each["seats"], each["points"], strict=True):
            points[seat] += point
    assert {row["number"]: row["points"] for row in told["table"]} == points
    naive, scores, at = NaiveRatings(), {each["game"]: each for each in pairings}, {}
    for profile in profiles.values():
        assert len(profile["ratings"][0]["curve"]) == ROUNDS
        for game, (time_, _) in zip(reversed(profile["games"]), profile["ratings"][0]["curve"], strict=True):
            at[game["game"]] = time_
    for game in sorted(at, key=at.get):
        (one, two), players = scores[game]["points"], [names[seat] for seat in scores[game]["seats"]]
        naive.play(players, [[0.5, one], [two, 0.5]], at[game])
    for name, profile in profiles.items():
        assert profile["ratings"][0]["rating"] == pytest.approx(naive.of(name)[0], abs=0.6)
        assert profile["ratings"][0]["results"] == ROUNDS
