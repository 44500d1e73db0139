"""Several people at one game, each in a browser of their own."""

import re

import pytest

from tests.web.games.conftest import invite as invited
from tests.web.games.conftest import join, moves_on, settle
from tests.web.playing import STATE, resign
from tests.web.test_browser_access import LOOKS, PHONE, check, check_width
from tests.web.test_browser_games import in_menu

pytestmark = pytest.mark.slow

YOURS = f"(name => {STATE}?.people.every(person => !person?.waits) && {STATE}.you.length === 1)"


def invite(tab, name="Anna", **choices):
    """Begin a game by the dialog; the part of the link that names it."""
    tab.page.evaluate("outflank.turnTo('home')")
    tab.page.get_by_role("button", name=re.compile("^Play a friend")).click()
    dialog = tab.page.get_by_role("dialog")
    dialog.get_by_label("Your name, if you like").fill(name)
    for label, choice in {**choices, "You play": "0"}.items():
        dialog.get_by_label(label).select_option(choice)
    dialog.get_by_role("button", name="Get the link").click()
    tab.page.wait_for_selector(".qr")
    return links(tab)[0]


def links(tab):
    found = [field.input_value() for field in tab.page.locator(".invitation input").all()]
    return [link[link.index("#") :] for link in found]


def accept(tab, link, name="Bob"):
    tab.go(link)
    tab.page.get_by_label("Your name, if you like").fill(name)
    tab.button("Play").click()
    tab.wait(f"outflank.mode.name === 'play' && {STATE}?.you.length === 1")


@pytest.fixture
def two(tab):
    """Anna, who is Black, and Bob on a phone."""
    bob = tab.more(**PHONE)
    accept(bob, invite(tab))
    tab.wait(YOURS)
    yield tab, bob
    assert bob.faults == []


def play(two, *moves):
    for move in moves:
        ply = len(two[0].moves)
        two[two[0].page.evaluate(f"{STATE}.you.includes({STATE}.view.turn) ? 0 : 1")].square(move).click()
        for tab in two:
            tab.until_moves(ply + 1)


def test_two_people_invite_join_and_play(two):
    anna, bob = two
    assert anna.status == "Your turn: Black"
    assert bob.status.replace("\u2068", "").replace("\u2069", "") == "Anna (Black) to move"
    bob.page.wait_for_timeout(700)  # until his screen's name is no longer joined to what is announced
    play(two, "f5", "d6", "c3")
    assert bob.said.startswith("Black c3, flips 1.")
    assert anna.page.locator(".invitation").count() == 0
    assert anna.page.locator(".score .player").all_inner_texts() == ["Anna (you)", "Bob"]
    assert bob.page.locator(".presence.here").count() == 2
    for tab in two:
        for missing in ("Undo", "Redo", "Restart", "Hint", "Pause", "Apply to this game"):
            assert not tab.button(missing).is_visible()
    anna.square("c4").click()  # which is not hers to make
    assert "It is not your turn" in anna.page.get_by_role("status").last.inner_text()
    assert anna.moves == ["f5", "d6", "c3"]
    check_width(bob)


def test_two_quick_presses_take_one_seat(tab):
    """Once, the second press left the game that the first one had joined."""
    bob = tab.more().go()
    bob.page.evaluate("link => { location.hash = link; }", invite(tab))
    bob.page.locator("form.card").get_by_role("button", name="Play", exact=True).dblclick()
    for each in (tab, bob):
        each.wait(YOURS)
        each.wait("outflank.mode === outflank.modes.play")
    assert bob.page.evaluate(f"{STATE}.game") == tab.page.evaluate(f"{STATE}.game")
    assert bob.page.locator(".note.error").count() == 0
    tab.square("f5").click()
    bob.until_moves(1)
    assert tab.page.get_by_text("has left").count() == 0
    assert bob.faults == []


def test_two_quick_presses_ask_for_one_link(tab):
    before = tab.page.evaluate("outflank.asked")
    tab.page.evaluate("outflank.dialogs.friend()")
    tab.page.get_by_role("dialog").get_by_role("button", name="Get the link").dblclick()
    tab.page.wait_for_selector(".qr")
    assert tab.page.evaluate("outflank.asked") == before + 1


def test_engine_is_barred_with_its_reason_during_a_game_between_people(two):
    anna, _ = two
    play(two, "f5", "d6")
    anna.turn_to("Analyse")
    anna.page.get_by_text("Analysis of a game between people is available only after the game").wait_for()
    assert anna.button("Engine").is_disabled()
    anna.turn_to("Play")
    resign(anna)
    anna.wait(f"Boolean({STATE}.result)")
    anna.turn_to("Analyse")
    anna.page.locator("button.toggle:enabled", has_text="Engine").wait_for()


def test_friend_without_a_name_is_a_guest_in_the_game_and_in_both_lists(tab):
    bob = tab.more()
    accept(bob, invite(tab), "")
    tab.wait(YOURS)
    play((tab, bob), "f5", "d6")
    for each, players in ((tab, ["Anna", "Guest"]), (bob, ["Anna", "You"])):
        each.page.evaluate("location.hash = '#/games'")
        sides = each.page.locator(".game .sides").first.locator("bdi")
        sides.first.wait_for()
        assert sides.all_inner_texts() == players
    assert bob.faults == []


def test_inviter_sees_the_link_and_a_code_and_may_withdraw(tab):
    invite(tab)
    (link,) = links(tab)
    assert link.startswith("#/join/")
    assert tab.page.locator(".qr").evaluate("image => image.naturalWidth") > 0
    invitation = tab.page.get_by_role("region", name="Invitation")
    assert invitation.get_by_text("This link opens only on this computer").is_visible()
    assert tab.status == "Waiting for your friend"
    tab.square("f5").click()
    assert tab.moves == []
    tab.reload()
    tab.page.wait_for_selector(".qr")
    assert links(tab) == [link]
    tab.button("Withdraw the invitation").click()
    tab.wait("outflank.mode.name === 'home'")
    late = tab.more().go(link)
    assert late.page.get_by_text("This seat is taken, or the invitation was withdrawn.").is_visible()
    assert late.faults == []


def test_take_back_is_declined_and_allowed(two):
    anna, bob = two
    play(two, "f5", "d6")
    anna.button("Take back").click()
    bob.page.get_by_text("Anna").first.wait_for()
    bob.button("No").click()
    anna.wait(f"{STATE}.offers.length === 0")
    anna.page.get_by_text("The other player said no.").wait_for()
    anna.page.keyboard.press("Backspace")
    bob.page.wait_for_selector(".offer")
    assert "asks to take a move back" in bob.said
    bob.button("Allow it").click()
    anna.until_moves(0)
    bob.until_moves(0)
    assert bob.page.locator(".offer").count() == 0


def test_leaving_is_shown_and_coming_back_is_easy(two):
    anna, bob = two
    play(two, "f5")
    hash_ = bob.page.evaluate("location.hash")
    bob.page.goto("about:blank")
    anna.page.wait_for_selector("text=has left")
    assert anna.page.locator(".presence.away").count() == 1
    bob.go(hash_)
    anna.wait("document.querySelectorAll('.presence.here').length === 2")
    assert anna.page.get_by_text("has left").count() == 0
    anna.wait("document.querySelector('#live').textContent.includes('is back')")
    play(two, "d6")


def test_nobody_is_back_who_comes_for_the_first_time(tab):
    link = invite(tab)
    tab.page.evaluate(
        "window.heard = ''; const live = document.querySelector('#live');"
        "new MutationObserver(() => { window.heard += live.textContent; }).observe(live, { childList: true });"
    )
    bob = tab.more(**PHONE)
    accept(bob, link)
    tab.wait("document.querySelectorAll('.presence.here').length === 2")
    assert "has taken a seat" in tab.page.evaluate("window.heard")
    assert "is back" not in tab.page.evaluate("window.heard")
    assert bob.faults == []


def test_resigning_takes_two_clicks_and_a_rematch_swaps_the_sides(two):
    anna, bob = two
    play(two, "f5")
    for tab in two:
        tab.page.evaluate("window.waves = 0; outflank.board.wave = () => { window.waves += 1; }; null")
    resign(bob)
    anna.page.wait_for_selector(".result")
    assert anna.status.startswith("You won")
    assert bob.status == "You resigned at 4–1"
    assert [tab.page.evaluate("window.waves") for tab in two] == [1, 0]  # nothing is celebrated where one has lost
    before = anna.page.evaluate("outflank.modes.play.id")
    anna.button("Rematch").click()
    bob.button("Accept rematch").click()
    for tab, seat in ((anna, 1), (bob, 0)):
        tab.wait(f"outflank.modes.play.id !== '{before}' && {STATE}.you[0] === {seat} && !{STATE}.result")
    assert bob.status == "Your turn: Black"
    play(two, "f5")
    anna.page.go_back()
    anna.wait(f"outflank.modes.play.id === '{before}'")
    anna.button("Go to the next game").click()
    anna.wait(f"outflank.modes.play.id !== '{before}'")


def test_two_quick_presses_or_a_key_held_down_do_not_resign(two):
    anna, bob = two
    play(two, "f5")
    bob.button("Resign").dblclick()
    bob.button("Yes, resign").wait_for()
    bob.button("Play on").click()
    bob.button("Resign").focus()
    for _ in range(3):
        bob.page.keyboard.down("Enter")  # which repeats the key as long as it is not up
    bob.page.keyboard.up("Enter")
    bob.page.keyboard.press("Escape")
    bob.button("Yes, resign").wait_for(state="hidden")
    play(two, "d6")
    assert not anna.page.evaluate(f"{STATE}.result")


def test_the_question_about_resigning_stays_while_moves_arrive_and_ends_with_the_game(two):
    anna, bob = two
    play(two, "f5")
    anna.button("Resign").click()
    play(two, "d6")
    assert anna.button("Yes, resign").is_visible()
    resign(bob)
    anna.button("Yes, resign").wait_for(state="hidden")
    anna.page.wait_for_selector(".result")


def test_spectator_sees_everything_and_has_nothing_that_cannot_work(two):
    anna, _bob = two
    play(two, "f5")
    eve = anna.more().go(anna.page.evaluate("location.hash"))
    assert eve.moves == ["f5"]
    assert eve.page.get_by_text("You are watching.").is_visible()
    play(two, "d6")
    eve.until_moves(2)
    assert eve.said.startswith("White d6, flips 1.")
    enabled = eve.page.locator("#panel-play button:visible:enabled:not(.move)").count()
    assert enabled == 0
    assert not eve.page.locator("#move-form").is_visible()
    assert eve.page.locator("button.legal").count() == 0
    eve.square("c3").click()
    eve.page.keyboard.press("Backspace")
    eve.page.keyboard.press("a")
    assert eve.moves == ["f5", "d6"]
    anna.page.wait_for_selector("text=1 person is watching.")
    assert eve.faults == []
    eve.turn_to("Analyse")
    assert eve.page.locator("#move-form").is_visible()


def test_three_people_at_tribolo(tab):
    bob, cleo = tab.more(), tab.more(**PHONE)
    invite(tab, Game="tribolo")
    first, second = links(tab)
    accept(cleo, second, "Cleo")
    assert cleo.status == "Waiting for your friend"
    accept(bob, first)
    everybody = [tab, bob, cleo]
    for each in everybody:
        each.wait(f"{STATE}.people.every(person => !person.waits)")
    for ply in range(3):
        turn = tab.page.evaluate(f"{STATE}.view.turn")
        mover = next(each for each in everybody if each.page.evaluate(f"{STATE}.you[0]") == turn)
        mover.page.locator("button.legal").first.click()
        for each in everybody:
            each.until_moves(ply + 1)
    assert tab.page.locator(".score .player").all_inner_texts() == ["Anna (you)", "Bob", "Cleo"]
    assert bob.faults == cleo.faults == []


def test_names_turn_no_text_round_and_break_nothing(tab):
    bob = tab.more()
    accept(bob, invite(tab, "<b>\u202eannA"), "\u0628\u0648\u0628")
    tab.wait(YOURS)
    assert bob.page.locator(".score .player").all_inner_texts() == ["<b>annA", "\u0628\u0648\u0628 (you)"]
    assert bob.page.locator(".score b").count() == 0
    assert bob.faults == []


def test_tab_out_of_sight_says_that_it_is_ones_turn(two):
    anna, bob = two
    hide = "Object.defineProperty(document, 'hidden', { value: true, configurable: true })"
    bob.page.evaluate(hide)
    assert bob.page.title() == "Play – Outflank"
    play(two, "f5")
    bob.wait("document.title === 'Your turn – Outflank'")
    bob.page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    assert bob.page.title() == "Play – Outflank"
    assert anna.page.title() == "Play – Outflank"


def test_share_names_a_link_to_watch(two):
    anna, _ = two
    play(two, "f5")
    anna.button("Share").click()
    dialog = anna.page.get_by_role("dialog")
    link = dialog.get_by_role("textbox", name="Link to watch the game").input_value()
    assert link.endswith(anna.page.evaluate("location.hash"))
    assert dialog.get_by_text("This link opens only on this computer").is_visible()


@LOOKS
def test_axe_finds_no_violation(tab, options):
    anna, bob = tab.more(**options).go(), tab.more(**options)
    anna.page.evaluate("outflank.dialogs.friend()")
    check(anna, "play a friend")
    anna.page.keyboard.press("Escape")
    link = invite(anna)
    check(anna, "waiting")
    bob.go(link)
    check(bob, "invitation")
    accept(bob, link)
    anna.wait(YOURS)
    play((anna, bob), "f5")
    anna.button("Take back").click()
    bob.page.wait_for_selector(".offer")
    check(bob, "offer")
    eve = tab.more(**options).go(anna.page.evaluate("location.hash"))
    check(eve, "watching")
    bob.go(link.replace("join/", "join/AAAA"))
    check(bob, "an invitation that is none")
    small = anna.page.evaluate(
        """() => [...document.querySelectorAll("button, select, input")]
          .filter((each) => each.checkVisibility() && Math.round(each.getBoundingClientRect().height) < 44)
          .map((each) => each.outerHTML.slice(0, 80))"""
    )
    assert options is not PHONE or small == []
    assert anna.faults == bob.faults == eve.faults == []


def test_name_that_a_person_typed_is_never_translated(tab, pages):
    """The player Greedy is 欲張り in Japanese; a person who is called Greedy is Greedy on every screen."""
    anna, ben = pages("a"), pages("b")
    (secret,) = invited(anna, name="Random")
    game = anna.game["game"]
    join(ben, game, secret, "Greedy")
    settle(anna, ben)
    moves_on(anna, ben, "f5", "d6", "c3")
    page = tab.more(locale="ja-JP").go(f"#/play/{game}")
    assert page.page.locator(".score .player").all_inner_texts() == ["Random", "Greedy"]
    assert "Greedy" in page.status
    anna.ask("resign", game=game)
    page.go("#/")
    page.begin("human", "greedy").square("f5").click()
    page.until_moves(2)
    assert "欲張り" in page.page.locator(".score .player").all_inner_texts()
    for hash_, where in (("#/", ".latest bdi"), ("#/games", ".game .sides bdi")):
        page.go(hash_)
        page.page.wait_for_selector(where)
        assert {"Random", "Greedy", "欲張り"} <= set(page.page.locator(where).all_inner_texts())
    assert "欲張り" in page.page.evaluate(
        "[...document.querySelectorAll('.screen-games option')].map((each) => each.text)"
    )
    in_menu(page, re.compile("Random.*Greedy"), "解析")
    page.page.wait_for_selector("#panel-analyse:not([hidden])")
    page.page.locator(".score .player").nth(1).wait_for()
    assert page.page.locator(".score .player").all_inner_texts() == ["Random", "Greedy"]
    assert page.faults == []
