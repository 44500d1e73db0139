"""A club's evening in real browsers: 16 people meet in the lobby and play five rounds Swiss by clicks on the board.

All results are read from the pages. The table and the ratings must equal those that the test computes from them.
"""

import random
import re
import time
from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from outflank.people.glicko import FEWEST_RESULTS
from outflank.people.scale import shown_rating
from tests.oracles.glicko import NaiveRatings
from tests.web.playing import WIPE_OUT, resign
from tests.web.test_browser_club import claim

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1500)]

NAMES = [
    *("Anna", "Boris", "Chloe", "David", "Emma", "Felix", "Greta", "Hugo"),
    *("Ines", "Jonas", "Kira", "Leon", "Marta", "Nils", "Olga", "Paul"),
]
ROUNDS = 5
ABSENT, LEAVING = "Paul", "Olga"
LEFT_AFTER = 2  # rounds that the one who leaves plays
RESIGNED_AFTER = 12  # moves, so that the game counts

AT_BOARD = """() => {
    const { mode, modes } = outflank, { state } = modes.play;
    if (mode !== modes.play || !state || !state.club && !state.rated) return null;
    return { game: state.game, over: Boolean(state.result), legal: Object.keys(state.view.legal),
        ply: state.moves.length, moves: state.you.includes(state.view.turn) };
}"""
"""Script for the game that a person has on the board."""


@pytest.fixture(scope="module")
def server_options():
    return ("--club", "--pages", "60")


class Evening:
    """The people at their browsers. Each game has a plan: to its end, the shortest game, or until somebody resigns."""

    def __init__(self, tabs):
        self.tabs, self.draw = tabs, random.Random(7)
        self.plans, self.lengths = {}, Counter()

    def act(self):
        """Let everybody whose turn it is click once. Returns False if it was nobody's turn."""
        has_acted = False
        for tab in self.tabs.values():
            at = tab.page.evaluate(AT_BOARD)
            if at is None or at["over"] or not at["moves"]:
                continue
            has_acted = True
            number = len(self.plans)
            plan = self.plans.setdefault(at["game"], ("full", "shortest", "resigned", "shortest")[number % 4])
            self.lengths[at["game"]] = at["ply"]
            if plan == "resigned" and at["ply"] >= RESIGNED_AFTER:
                resign(tab)
                tab.wait("Boolean(outflank.modes.play.state.result)")
                continue
            tab.square(WIPE_OUT[at["ply"]] if plan == "shortest" else self.draw.choice(at["legal"])).click()
            tab.wait("ply => outflank.modes.play.state.moves.length > ply", at["ply"])
        return has_acted


def rounds_of(page):
    """The rounds that a tournament's page shows: the names and points of each pairing; no points before the end."""
    found = []
    for section in reversed(page.locator("section[aria-label^='Round ']").all()):
        rows = section.locator("li").evaluate_all(
            "all => all.map(each => [[...each.querySelectorAll('bdi')].map(name => name.textContent),"
            " each.querySelector('.about').textContent])"
        )
        found.append([(tuple(names), points_of(names, words)) for names, words in rows])
    return found


def points_of(names, words):
    if len(names) == 1:
        return (1.0,)
    return tuple(float(each) for each in words.split(" : ")) if " : " in words else None


def table_of(page):
    """The names and points in the table of a tournament's page, in its order."""
    rows = page.get_by_role("region", name="The table").or_(page.get_by_label("The table")).first.locator("tbody tr")
    return [
        (name, float(points))
        for name, points in rows.evaluate_all(
            "all => all.map(each => [each.querySelector('bdi').textContent, each.lastElementChild.textContent])"
        )
    ]


def swiss_table(rounds):
    """Points and sums of the opponents' points by name, computed from the pairings alone."""
    points, met = defaultdict(float), defaultdict(list)
    for round_ in rounds:
        for names, scores in round_:
            for name, score in zip(names, scores, strict=True):
                points[name] += score
                met[name] += [other for other in names if other != name]
    return {name: (points[name], sum(points[other] for other in met[name])) for name in points}


def read_rating(tab, name):
    """The rating, its error and the number of games that a profile shows.

    There is no rating before three games count; None before one does.
    """
    tab.go(f"#/member/{name}")
    tab.page.get_by_role("heading", name=name).wait_for()
    found = tab.page.locator("#screen, main").first.inner_text()
    if early := re.search(r"(\d+) games? so far: the rating appears after three\.", found):
        return None, None, int(early[1])
    match = re.search(r"(\d+)\?? ± (\d+), from (\d+) games?", found)
    return None if match is None else tuple(map(int, match.groups()))


def test_sixteen_people_play_a_swiss_tournament_and_the_pages_show_the_right_table_and_ratings(tab, shared_server):
    visitor = tab  # watches without a name
    people = {name: claim(tab.more(), name).go("#/lobby") for name in NAMES}
    first = people[NAMES[0]]
    first.page.get_by_text("16 people are here.").wait_for()

    first.page.get_by_role("link", name="Tournaments").click()
    form = first.page.get_by_role("form", name="Announce a tournament")
    form.get_by_label("Title").fill("Club evening")
    form.get_by_label("Clock").select_option(label="3 minutes, plus 2 s a move")
    form.get_by_label("Rounds (Swiss)").select_option(str(ROUNDS))
    first.button("Announce").click()
    first.button("Start the tournament").wait_for()
    for name in NAMES[1:]:
        page = people[name].page
        page.get_by_role("link", name="Tournaments").click()
        page.get_by_role("link", name="Club evening").click()
        people[name].button("Take part").click()
        people[name].button("Withdraw").wait_for()
    visitor.go("#/tournament").page.get_by_role("link", name="Club evening").click()
    absent = people.pop(ABSENT)
    absent.page.goto("about:blank")
    first.page.get_by_role("row", name=ABSENT).wait_for()
    first.button("Start the tournament").click()

    evening, has_left = Evening(people), False
    state = visitor.page.locator(".screen-tournament .tag").first
    while state.inner_text() != "over":
        rounds = rounds_of(visitor.page)
        if len(rounds) == LEFT_AFTER and not has_left and all(points for _, points in rounds[-1]):
            has_left = True
            people[LEAVING].go("#/tournament").page.get_by_role("link", name="Club evening").click()
            people[LEAVING].button("Withdraw").click()
            people[LEAVING].button("Take part").wait_for()
        if not evening.act():
            time.sleep(0.3)
    assert has_left

    rounds, table = rounds_of(visitor.page), table_of(visitor.page)
    games = [each for round_ in rounds for each in round_ if len(each[0]) == 2]
    assert [sum(len(names) for names, _ in round_) for round_ in rounds] == [16, 15, 14, 14, 14]
    assert all(points is not None and sum(points) == 1.0 for _, points in games)
    assert len({frozenset(names) for names, _ in games}) == len(games)  # nobody meets anybody twice
    assert [names for names, _ in rounds[1] if len(names) == 1] != [(ABSENT,)]
    lengths = [length for game, length in evening.lengths.items() if evening.plans[game] == "full"]
    assert len(lengths) >= ROUNDS
    assert max(lengths) > 50  # moves by clicks

    computed = swiss_table(rounds)
    assert dict(table) == {name: points for name, (points, _) in computed.items()}
    keys = [computed[name] for name, _ in table]
    assert all(before >= after for before, after in pairwise(keys))

    naive, counts = NaiveRatings(), Counter()
    for round_ in rounds:
        for names, points in round_:
            if len(names) == 2 and ABSENT not in names:  # the game of the absent has too few moves to count
                naive.play(list(names), [[0.5, points[0]], [points[1], 0.5]], 0.0)
                counts.update(names)
    for name in NAMES:
        shown = read_rating(visitor, name)
        if not counts[name]:
            assert shown is None
            continue
        assert shown is not None
        rating, error, n_games = shown
        assert n_games == counts[name]
        if n_games < FEWEST_RESULTS:
            assert rating is None
            continue
        assert rating == pytest.approx(shown_rating(naive.of(name)[0], "club"), abs=1.0)
        assert error == pytest.approx(1.96 * naive.of(name)[1], abs=2.0)
    assert [fault for each in people.values() for fault in each.faults] == []
    assert visitor.faults == []
