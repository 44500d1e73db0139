"""A random walk through all screens of a club's server, with other people, and without the network now and then."""

from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.test_browser_club import claim
from tests.web.test_browser_installing import ALLOWED
from tests.web.test_browser_walk import PLACES, STUDIES, Walker, walk

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

CLUB = ["#/lobby", "#/lobby", "#/member", "#/member/Robin", "#/member/<b>", "#/tournament", "#/tournament/what"]
CLUB += ["#/account", f"#/account/key/{'b' * 32}", "#/account/key/what"]
MORE = ["#/prepare", "#/practice", "#/practice/puzzles", "#/practice/openings", "#/practice/timed", "#/practice/daily"]
MORE += [
    "#/practice/endgames",
    "#/study",
    "#/progress",
    "#/arena",
    "#/learn/rules",
    "#/learn/corners/1",
    "#/learn/course",
]
WORDS = ["Robin", "f5d6c3", "<img src=x onerror=alert(1)>", "Ёлка 寿限無", " ", "x" * 200, "tiger", "12"]
FIELDS = "input:visible:not([type=checkbox], [type=radio], [type=file], [type=number], [type=range]), textarea:visible"
IN_TOURNAMENTS = dict.fromkeys(["join-tournament", "start-tournament", "leave-tournament", "tournament"], 25)
IN_TOURNAMENTS["cancel-tournament"] = 1  # seldom: a member may announce five a day


class ClubWalker(Walker):
    """Someone in a club, where Robin accepts each challenge and plays."""

    places = PLACES + STUDIES + 2 * CLUB + MORE

    def __init__(self, tab, server, seed):
        super().__init__(tab, server, seed)
        self.robin, self.is_offline, self.games = None, False, 0

    @property
    def actions(self):
        return {**super().actions, self.other: 14, self.meet: 4, self.go: 4, self.write: 3, self.toggle: 0.4}

    def write(self):
        """Write something into a field, and send it now and then."""
        fields = self.page.locator(FIELDS)
        if count := fields.count():
            field = fields.nth(self.draw.randrange(count))
            field.fill(self.draw.choice(WORDS), timeout=500)
            if self.draw.random() < 0.7:
                field.press("Enter", timeout=500)

    def meet(self):
        """Go to the lobby, and offer, accept or go on with a game."""
        self.page.evaluate("location.hash = '#/lobby'")
        self.page.wait_for_timeout(300)
        names = ("Go on with your game", "Accept the challenge of Robin", "Offer this game")
        for role, name in zip(("link", "button", "button"), names, strict=True):
            found = self.page.get_by_role(role, name=name)
            if found.count():
                found.first.click(timeout=500)
                return

    def toggle(self):
        """Lose the network, or have it again."""
        self.is_offline = not self.is_offline
        self.page.context.set_offline(self.is_offline)
        if not self.is_offline:
            self.ask("outflank.connection.retry()")

    def settle(self):
        if self.is_offline:
            self.toggle()
        return super().settle()

    def expects(self, fault):
        lost = ("ERR_INTERNET_DISCONNECTED", "Failed to fetch", "error occurred when fetching the script")
        return super().expects(fault) or any(words in fault for words in lost)

    # --- the other person ---------------------------------------------------------------------------------------------

    def other(self):
        """Robin plays a game, accepts or opens a challenge, or does something in a tournament."""
        with suppress(ConnectionClosed, ConnectionRefusedError):
            if self.robin is None:
                self._connected = self.server.page("r")
                self.robin = self._connected.__enter__()
                self.robin.ask("claim-name", name="Robin")
            try:
                self.let_robin_act(self.robin)
            except ConnectionClosed:
                self.robin = None
                raise

    def let_robin_act(self, robin):
        lobby = robin.ask("lobby")
        if lobby["playing"] or lobby["turns"]:
            game = lobby["playing"] or lobby["turns"][0]["game"]
            if robin.ask("open", game=game)["type"] == "opened":
                state = robin.game
                if not state["result"] and state["view"]["turn"] in state["you"]:
                    if self.draw.random() < 0.02 and len(state["moves"]) > 12:
                        robin.ask("resign", game=game)
                    else:
                        robin.play(self.draw.choice(list(state["view"]["legal"])))
                    self.games += 1
                    self.sure.setdefault(game, robin.moves())
        open_ = [each for each in lobby["entries"] if each["what"] == "challenge" and each["id"] not in lobby["own"]]
        for each in open_:
            robin.ask("accept-challenge", challenge=each["id"])
        if not open_ and self.draw.random() < 0.2:
            robin.ask("challenge", clock=self.draw.choice(["900", "86400/move"]), rated=self.draw.random() < 0.5)
        tournaments = robin.ask("tournaments")["tournaments"]
        going = [each for each in tournaments if each["state"] not in ("over", "cancelled")]
        if not going and self.draw.random() < 0.2:
            robin.ask("create-tournament", title="<i>Evening</i>", clock="300", rounds=1)
        for each in going:
            what = self.draw.choices(list(IN_TOURNAMENTS), list(IN_TOURNAMENTS.values()))[0]
            robin.ask(what, tournament=each["id"])


@pytest.mark.parametrize("seed", [2])
def test_everything_agrees_after_a_random_walk_through_the_club(open_tab, serve, seed):
    server = serve("--club")
    tab = claim(open_tab(server, **ALLOWED), "Wanda")
    walker = ClubWalker(tab, server, seed)
    walk(walker)
    assert walker.games > 20  # moves of another person
