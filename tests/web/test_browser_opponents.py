"""The screen of opponents, games that are begun from it, results that are kept, and advice after a few of them."""

import pytest

from outflank.characters import LADDER, ratings, strength
from tests.web.playing import STATE, WIPE_OUT

pytestmark = pytest.mark.slow

NAMES = [character.name for character in LADDER]
ADVISE = "async ([all, name, ladder]) => (await import('/js/screens/results.js')).advice(all, name, ladder)"


def rung(tab, name):
    return tab.page.locator(f'[data-character="{name}"]')


def win(tab, name):
    """Win against a character as Black, in one move."""
    tab.begin("human", name, moves=WIPE_OUT[:8])
    tab.square("c5").click()
    tab.wait(f"{STATE}.result && document.querySelector('.result')")


def lose(tab, name):
    """Resign as White against a character."""
    tab.begin(name, "human", moves=["f5"])
    tab.page.evaluate("outflank.modes.play.change('resign')")
    tab.wait(f"{STATE}.result && document.querySelector('.result')")


def test_ladder_shows_everybody_weakest_first_with_sentence_and_rating(tab):
    tab.go("#/opponents")
    shown = tab.page.locator("[data-character]")
    assert shown.evaluate_all("rungs => rungs.map(rung => rung.dataset.character)") == NAMES
    for character in LADDER:
        words = rung(tab, character.name).inner_text()
        assert character.label in words
        assert character.promise in words
        rating = ratings()[character.name].rating
        assert f"{strength(rating)} · Ladder rating {rating + 100}" in words
    assert shown.locator("svg.portrait :is(circle, path)").count() > 5 * len(LADDER)


def test_approach_of_a_character_is_one_press_away(tab):
    tab.go("#/opponents")
    approach = rung(tab, "coco").get_by_text(LADDER[1].approach)
    summary = rung(tab, "coco").get_by_text("How it chooses its moves")
    summary.wait_for()
    assert not approach.is_visible()
    summary.click()
    approach.wait_for()


def test_new_game_shows_the_face_strength_and_reason_of_the_chosen_character(tab):
    tab.go("#/opponents")
    tab.button("All options …").click()
    dialog = tab.page.get_by_role("dialog")
    dialog.get_by_label("White is played by").select_option("toto")
    promise = dialog.locator(".promise").nth(1)
    assert promise.inner_text().strip() == "Casual player · Guards its corners: learn to win them anyway."
    assert promise.locator("svg.portrait").is_visible()
    dialog.get_by_label("White is played by").select_option("engine")
    assert promise.locator("svg").count() == 0


def test_own_rating_is_shown_after_a_game_and_beside_the_ladder(tab):
    tab.go("#/opponents")
    assert "You have no ladder rating yet" in tab.page.locator(".own-rating p").first.inner_text()
    assert tab.page.locator(".own-rating button").inner_text().startswith("Play against")
    tab.begin("human", NAMES[0])
    tab.square("f5").click()
    tab.wait(f"{STATE}.moves.length >= 2")
    tab.page.evaluate("outflank.modes.play.change('resign')")
    tab.wait("document.querySelector('.own-change')?.textContent")
    change = tab.page.locator(".own-change").inner_text()
    assert change == "Your rating appears after three games."
    tab.go("#/opponents")
    tab.page.locator(".own-rating p", has_text=change).wait_for()
    tab.go("#/progress")
    tab.page.locator("section.card", has_text=change).wait_for()


def test_gallery_tells_the_stories_of_the_published_players_with_their_sources(tab):
    tab.go("#/opponents")
    stories = tab.page.locator(".gallery article")
    stories.nth(4).wait_for()
    assert stories.count() == 5
    told = stories.filter(has_text="Three strategies").inner_text()
    assert "COMP1130 at the Australian National University" in told
    assert "Greedy and Lookahead know what every beginner is told" in told
    assert tab.button("Play against Lookahead").is_visible()
    tab.button("Play against Tribolo").click()
    tab.wait(f"{STATE}?.kind === 'tribolo'")
    seats = tab.page.evaluate(f"{STATE}.seats")
    assert [seat.partition(":")[0] for seat in seats] == ["human", "tribolo", "tribolo"]


def test_options_of_a_published_player_open_a_new_game_against_it(tab):
    tab.go("#/opponents")
    tab.page.get_by_label("White", exact=True).check()
    tab.button("Options … of Computer 2").click()
    dialog = tab.page.get_by_role("dialog")
    assert dialog.get_by_label("Black is played by").input_value() == "level2"
    assert dialog.get_by_label("White is played by").input_value() == "human"
    dialog.get_by_label("Deterministic").uncheck()
    dialog.get_by_role("button", name="Start game").click()
    tab.wait(f"{STATE}?.seats.join() === 'level2:deterministic=off,human'")


@pytest.mark.parametrize(("side", "seats"), [("Black", ["human", "momo"]), ("White", ["momo", "human"])])
def test_game_is_begun_on_the_side_that_was_chosen_and_the_panel_calls_the_opponent_by_name(tab, side, seats):
    tab.go("#/")
    tab.page.locator(".screen-home").get_by_role("button", name="Opponents").click()
    tab.page.get_by_label(side, exact=True).check()
    rung(tab, "momo").get_by_role("button").click()
    tab.wait(f"{STATE}?.seats.includes('momo')")
    assert tab.page.evaluate(f"{STATE}.seats") == seats
    assert tab.page.locator(".score .player").all_inner_texts() == [{"human": "You", "momo": "Momo"}[s] for s in seats]
    tab.wait(f"{STATE}.view.turn === {seats.index('human')}")
    tab.page.go_back()
    tab.wait("outflank.mode.name === 'opponents'")
    assert tab.page.get_by_label(side, exact=True).is_checked()


def test_opponent_is_remembered_for_the_next_game(tab):
    tab.go("#/opponents")
    rung(tab, "kiki").get_by_role("button").click()
    tab.wait(f"{STATE}?.seats.includes('kiki')")
    tab.page.evaluate("sessionStorage.clear()")
    tab.go("#/play")
    assert tab.page.evaluate(f"{STATE}.seats") == ["human", "kiki"]


def test_exact_options_are_one_click_away_and_characters_come_first_there(tab):
    tab.go("#/opponents")
    tab.button("All options …").click()
    dialog = tab.page.get_by_role("dialog")
    groups = dialog.locator("select[aria-label='White is played by'] optgroup")
    assert groups.first.get_attribute("label") == "Characters"
    assert groups.first.locator("option").evaluate_all("all => all.map(each => each.value)") == NAMES
    dialog.get_by_label("White is played by").select_option("engine")
    assert dialog.get_by_label("Level").is_visible()


def test_results_are_kept_and_shown_on_the_ladder(tab):
    win(tab, "coco")
    tab.reload()  # the same result again: it counts once
    lose(tab, "coco")
    tab.begin("human", "human", moves=WIPE_OUT[:8])
    tab.square("c5").click()  # against a person: it does not count
    tab.wait(f"{STATE}.result")
    tab.go("#/opponents")
    assert "1 won, 0 drawn, 1 lost" in rung(tab, "coco").inner_text()
    assert "won" not in rung(tab, "momo").inner_text()
    kept = tab.page.evaluate("JSON.parse(localStorage.getItem('outflank.results'))")
    assert [game["margin"] for game in kept["coco"]] == [64, -64]


def test_game_that_did_not_begin_at_the_start_is_not_kept(tab):
    tab.begin("human", "human", moves=["f5", "d6"])
    tab.begin("human", "coco", start=tab.page.evaluate(f"{STATE}.view.text"))
    tab.page.locator("button.legal").first.click()
    tab.until_moves(2)
    tab.page.evaluate("outflank.modes.play.change('resign')")
    tab.wait(f"{STATE}.result")
    assert tab.page.evaluate("localStorage.getItem('outflank.results')") is None


def test_three_clear_wins_advise_a_stronger_opponent_and_the_button_begins(tab):
    for _ in range(2):
        win(tab, "coco")
        assert tab.page.locator(".advice").count() == 0
    win(tab, "coco")
    assert "Too easy?" in tab.page.locator(".advice").inner_text()
    tab.reload()
    assert tab.page.locator(".advice").is_visible()  # with the result, when one comes back to it
    tab.button("Try Kiki").click()
    tab.wait(f"{STATE}.seats.join() === 'human,kiki' && !{STATE}.moves.length")
    assert tab.page.locator(".advice").count() == 0


def test_three_losses_advise_a_weaker_opponent_on_the_same_side(tab):
    for _ in range(3):
        lose(tab, "coco")
    assert "Too hard?" in tab.page.locator(".advice").inner_text()
    tab.button("Try Momo").click()
    tab.wait(f"{STATE}.seats.join() === 'momo,human'")


@pytest.mark.parametrize(
    ("all_", "name", "expected"),
    [
        ({}, "coco", None),
        ({"coco": [20, 20]}, "coco", None),
        ({"coco": [20, 20, 20]}, "coco", ("easy", "kiki")),
        ({"coco": [-30, 2, 2, 26]}, "coco", ("easy", "kiki")),
        ({"coco": [2, 2, 2]}, "coco", None),  # won, but not by much
        ({"coco": [20, 0, 20]}, "coco", None),
        ({"coco": [20, 20, 20, -2]}, "coco", None),
        ({"coco": [-1, -1, -1]}, "coco", ("hard", "momo")),
        ({"coco": [-1, 0, -1]}, "coco", None),
        ({"momo": [-1, -1, -1]}, "momo", None),  # nobody is weaker
        ({"ryu": [20, 20, 20]}, "ryu", None),  # nobody is stronger
        ({"coco": [20, 20, 20], "kiki": [-4, -4, -4]}, "coco", None),  # it would only lead back here
        ({"kiki": [-4, -4, -4], "coco": [20, 20, 20]}, "kiki", None),
        ({"coco": [20, 20, 20], "kiki": [20, 20, 20]}, "coco", ("easy", "kiki")),
        ({"coco": "nonsense"}, "coco", None),
    ],
)
def test_advice_rests_on_the_last_three_games(tab, all_, name, expected):
    kept = {
        key: [{"game": str(number), "margin": margin} for number, margin in enumerate(margins)]
        if isinstance(margins, list)
        else margins
        for key, margins in all_.items()
    }
    given = tab.page.evaluate(ADVISE, [kept, name, NAMES])
    assert given == (None if expected is None else {"verdict": expected[0], "other": expected[1]})


@pytest.mark.parametrize("kept", ['"text"', "[1, 2]", "{", "null", '{"coco": 7, "kiki": [null]}'])
def test_whatever_the_browser_has_kept_the_page_works(tab, kept):
    tab.page.evaluate("kept => localStorage.setItem('outflank.results', kept)", kept)
    tab.go("#/opponents")
    assert tab.page.locator("[data-character]").count() == len(LADDER)
    win(tab, "kiki")
    tab.go("#/opponents")
    assert "1 won, 0 drawn, 0 lost" in rung(tab, "kiki").inner_text()


def test_screen_works_by_keyboard_alone(tab):
    tab.go("#/opponents")
    tab.page.get_by_label("Black", exact=True).focus()
    tab.page.keyboard.press("ArrowRight")
    assert tab.page.get_by_label("White", exact=True).is_checked()
    for button in ("The five published programs", "All options …"):
        tab.page.keyboard.press("Tab")
        assert tab.page.evaluate("document.activeElement.textContent") == button
    tab.page.locator(".own-rating button").wait_for()
    tab.page.keyboard.press("Tab")  # the opponent that is just hard enough
    tab.page.keyboard.press("Tab")
    tab.page.keyboard.press("Enter")
    tab.wait(f"{STATE}?.seats.join() === 'momo,human'")
