"""An evening of a club: 16 people over real WebSockets play five rounds Swiss, and the ratings are right."""

import random
import time
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import ConnectionClosed

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


class Interrupted:
    """People of a tournament on a server that is killed at any moment. `acknowledged` has the moves by game."""

    def __init__(self, server, names, seed):
        self.server, self.names, self.draw = server, names, random.Random(seed)
        self.acknowledged, self.over = {}, {}
        self.pages, self._stack = {}, ExitStack()

    def __enter__(self):
        self.connect()
        return self

    def __exit__(self, *_):
        self._stack.close()

    def connect(self):
        for name, key in zip(self.names, "abcdefghijklmnop", strict=False):
            self.pages[name] = self._stack.enter_context(self.server.page(key))

    def told(self, number):
        return self.pages[self.names[0]].ask("tournament", tournament=number)

    def open_games(self, number):
        """Let everybody open the game of the current round, and check that nothing acknowledged is missing."""
        told = self.told(number)
        names = {row["number"]: row["name"] for row in told["table"]}
        for round_ in told["pairings"]:
            for pairing in round_:
                for seat in pairing["seats"]:
                    page = self.pages[names[seat]]
                    page.game = None
                    assert page.ask("open", game=pairing["game"])["type"] == "opened"
                    moves = page.moves()
                    known = self.acknowledged.get(pairing["game"], [])
                    assert moves[: len(known)] == known
                if pairing["game"] in self.over:
                    assert pairing["points"] == self.over[pairing["game"]]
                elif pairing["points"]:
                    self.over[pairing["game"]] = pairing["points"]
        return told

    def move(self, chance):
        """Let everybody whose turn it is move. The server may be killed before they have an answer.

        Returns "moved", "killed", or "" if it was nobody's turn.
        """
        asked = []
        for page in self.pages.values():
            game = page.game
            if game is None or game["result"] or game["view"]["turn"] not in game["you"]:
                continue
            move = self.draw.choice(list(game["view"]["legal"]))
            moves = [*page.moves(), move]
            asked.append((page, page.send("play", game=game["game"], ply=len(moves) - 1, move=move), moves))
        is_killed = bool(asked) and self.draw.random() < chance
        if is_killed:
            time.sleep(self.draw.random() * 0.02)
            self.server.kill()
        for page, number, moves in asked:
            with suppress(ConnectionClosed):
                answer = page.until(lambda message, number=number: message.get("re") == number)
                assert answer["type"] == "done", answer
                known = self.acknowledged.setdefault(page.game["game"], [])
                if len(moves) > len(known):
                    self.acknowledged[page.game["game"]] = moves
        return "killed" if is_killed else "moved" if asked else ""

    def restart(self):
        self._stack.close()
        self.pages.clear()
        self.server.start(ready=False)
        self.connect()


@pytest.mark.timeout(1200)
def test_a_server_killed_in_the_rounds_of_a_tournament_loses_nothing_acknowledged_and_goes_on(serve):
    names, kills = NAMES[:6], 0
    with Interrupted(serve("--club", ready=False), names, seed=9) as evening:
        for name in names:
            evening.pages[name].ask("claim-name", name=name)
        made = {"title": "Evening", "clock": "900", "rounds": 3}
        number = evening.pages[names[0]].ask("create-tournament", **made)["tournament"]
        for name in names[1:]:
            evening.pages[name].ask("join-tournament", tournament=number)
        evening.pages[names[0]].ask("start-tournament", tournament=number)
        ends, n_moves = time.monotonic() + 800, 0
        while (told := evening.open_games(number))["state"] != "over":
            assert time.monotonic() < ends, told
            while (what := evening.move(chance=0.04)) == "moved":
                n_moves += 1
                for page in evening.pages.values():
                    page.ask("rating-change", game=page.game["game"])  # hears all that was sent before
            if what == "killed":
                kills += 1
                evening.restart()
            time.sleep(0.2)
        told = evening.open_games(number)
        profiles = [evening.pages[names[0]].ask("profile", name=name) for name in names]
    assert kills >= 3
    assert n_moves > 100
    assert [len(round_) for round_ in told["pairings"]] == [3, 3, 3]
    assert all(sum(pairing["points"]) == 1.0 for round_ in told["pairings"] for pairing in round_)
    assert [profile["ratings"][0]["results"] for profile in profiles] == [3] * 6  # each game counts once
