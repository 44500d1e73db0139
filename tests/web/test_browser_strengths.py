"""The ratings for which a review tells how hard moves are: one's own, or any others."""

import pytest

from outflank.sessions.own_rating import ArchiveRating
from outflank.web.games.store import GameStore
from tests.web.conftest import Served
from tests.web.ended_games import keep

pytestmark = pytest.mark.slow

MOVES = "f5d6c3d3c4f4e3f6e6c5d7c6b5d8g4g3g5b6"
RATED = (
    "outflank.examined.study.mainLine.filter((node) => node.judged?.people)"
    ".map((node) => [node.seat, node.judged.people.rating])"
)


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory):
    """A server with a game that Black has played and rated results."""
    folder = tmp_path_factory.mktemp("served")
    store = GameStore(folder / "games.sqlite")
    keep(store, 1, moves=MOVES, reviewed=False, own=0)
    with store.writing("no rating") as database:
        for number in range(30):
            row = f"rated{number}", 1e9 + number, "*", "ben", 1400.0, 20.0, float(number % 2)
            database.execute("INSERT INTO rated VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    store.close()
    server = Served(folder).start()
    yield server
    server.stop()


def rated(tab, seat):
    return {rating for each, rating in tab.page.evaluate(RATED) if each == seat}


def test_a_review_is_for_the_persons_own_rating_or_another(tab):
    own = tab.page.evaluate("outflank.ask('rating')")
    assert own["archive"] == ArchiveRating.of(own["rating"]).to_json()
    tab.page.evaluate(
        f"""outflank.examine({{kind: "othello", start: "", moves: "{MOVES}".match(/../g), players: ["You", "Level 1"],
            id: "ended-game-00000001"}}, "review")"""
    )
    tab.page.wait_for_selector("text=Review again", timeout=240_000)
    assert rated(tab, 0) == {own["archive"]["rating"]}
    asked = tab.page.locator("details.strengths")
    asked.locator("summary").click()
    assert f"Your ladder rating is {own['rating'] + 100}" in asked.inner_text()
    asked.locator("input").first.fill("9999")
    asked.locator("button").click()
    tab.page.locator(".note", has_text="1900 is used").wait_for()
    tab.wait(f"{RATED}.every(([seat, rating]) => seat || rating === 500)", seconds=240)
    assert asked.locator("input").first.input_value() == "1900"


def test_review_says_you_where_the_person_played(tab):
    tab.begin("human", "momo", moves=["f5", "d6"])
    tab.square("c3").click()
    tab.until_moves(4)
    tab.turn_to("Review")
    tab.button("Review this game").click()
    tab.wait("() => outflank.mode.isWhole && !outflank.mode.running")
    tab.reload()
    tab.page.locator(".verdict").wait_for()
    tab.page.locator(".summary", has_text="You").wait_for()
    tab.page.evaluate("outflank.examined.go(outflank.examined.study.mainLine[1])")
    tab.page.locator(".verdict", has_text="You f5: nothing lost").wait_for()
    tab.page.evaluate("outflank.examined.go(outflank.examined.study.mainLine[2])")
    tab.page.locator(".verdict", has_text="White d6: ").wait_for()
    assert tab.page.get_by_role("region", name="Summary: You").is_visible()
    assert tab.page.get_by_role("region", name="Summary: White").is_visible()
