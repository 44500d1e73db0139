"""The club's screens in a real browser: lobby, correspondence, tournaments, profiles and one's own name."""

import pytest

from tests.web.ended_games import random_moves
from tests.web.playing import WIPE_OUT, resign
from tests.web.test_browser_access import LOOKS, SMALL, check, check_width
from tests.web.test_browser_club import claim
from tests.web.test_browser_screens import LONG, fits

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server_options():
    return ("--club",)


def entries(tab, name):
    """The rows of a list in the lobby, as text."""
    return tab.page.get_by_role("region", name=name).locator("li")


def own_game(tab):
    """The form for a game of one's own choice."""
    tab.button("Other …").click()
    return tab.page.get_by_role("form", name="Challenge")


def begin(one, other, **fields):
    """Two pages without a browser begin a game; its id."""
    number = one.ask("challenge", **{"clock": "900", "seat": 0, **fields})["challenge"]
    game = other.ask("accept-challenge", challenge=number)["game"]
    for each in (one, other):
        assert each.ask("open", game=game)["type"] == "opened"
    return game


def play(one, other, moves):
    """They play these moves, and have heard of each; the server passes for them."""
    for ply, move in enumerate(moves):
        if move == "pass":
            continue
        (other if ply % 2 else one).send("play", game=one.game["game"], ply=ply, move=move)
        is_before_pass = moves[ply + 1 : ply + 2] == ("pass",)
        for each in (one, other):
            each.until_moves(ply + 1 + is_before_pass)


def test_a_challenge_is_offered_withdrawn_accepted_and_watched(tab):
    visitor = tab.more().go("#/lobby")
    anna, bob = claim(tab, "Anna").go("#/lobby"), claim(tab.more(), "Bob").go("#/lobby")
    form = own_game(anna)
    form.get_by_label("Clock").select_option(label="15 minutes")
    form.get_by_label("You play").select_option(label="Black")
    anna.page.get_by_role("checkbox", name="Rated").uncheck()
    anna.button("Offer this game").click()
    offered = entries(bob, "Open challenges").filter(has_text="Anna")
    offered.wait_for()
    assert "Othello · 15 minutes · casual · plays Black" in offered.inner_text()
    assert anna.button("Accept the challenge of Anna").count() == 0
    visitor.button("Accept the challenge of Anna").wait_for()
    entries(anna, "Open challenges").get_by_role("button", name="Withdraw").click()
    for each in (anna, bob, visitor):
        each.page.get_by_text("Nobody offers a game at the moment.").wait_for()

    anna.button("Offer this game").click()
    bob.button("Accept the challenge of Anna").click()
    anna.wait("outflank.mode === outflank.modes.play && outflank.modes.play.state.people?.length > 0")
    anna.square("f5").click()
    visitor.page.get_by_role("link", name="Watch").click()
    visitor.until_moves(1)
    assert visitor.page.locator("#board button.legal").count() == 0
    anna.go("#/lobby").page.get_by_role("link", name="Go on with your game").click()
    anna.until_moves(1)
    resign(bob)
    for each in (anna, bob, visitor):
        each.wait("Boolean(outflank.modes.play.state?.result)")
    visitor.go("#/lobby").page.get_by_text("Nobody offers a game at the moment.").wait_for()
    assert not visitor.page.get_by_role("region", name="Games in progress").is_visible()
    assert (bob.faults, visitor.faults) == ([], [])


def test_a_person_without_a_name_chooses_one_and_meets_the_fitting_challenge(tab):
    rosa = claim(tab, "Rosa").go("#/lobby")
    rosa.button("3+2 Blitz").click()
    rosa.button("3+2 waiting …").click()  # takes it back
    rosa.page.get_by_text("Nobody offers a game at the moment.").wait_for()
    rosa.button("3+2 Blitz").click()
    rosa.button("3+2 waiting …").wait_for()
    sam = tab.more().go("#/lobby")
    sam.button("Accept the challenge of Rosa").wait_for()
    sam.button("3+2 Blitz").click()
    naming = sam.page.get_by_role("form", name="Choose a name")
    naming.get_by_label("Your name on this server").fill("Rosa")
    naming.get_by_role("button").click()
    sam.page.locator(".note.error").first.wait_for()  # it is taken
    naming.get_by_label("Your name on this server").fill("Sam")
    naming.get_by_role("button").click()
    for each in (rosa, sam):
        each.wait("outflank.mode === outflank.modes.play && outflank.modes.play.state.rated")
        assert each.page.evaluate("outflank.modes.play.state.labels.toSorted().join()") == "Rosa,Sam"


def test_small_boards_of_the_games_in_progress_follow_their_moves(tab, pages):
    tina, uwe = pages("t"), pages("u")
    for page, name in ((tina, "Tina"), (uwe, "Uwe")):
        page.ask("claim-name", name=name)
    begin(tina, uwe, clock="600+5")
    visitor = tab.go("#/lobby")
    game = visitor.page.get_by_role("link", name="Watch").filter(has_text="Tina")
    game.get_by_text("Move 0 · 10+5 · casual").wait_for()
    play(tina, uwe, WIPE_OUT[:3])
    game.get_by_text("Move 3").wait_for()
    drawn = [game.locator(f"path.of-{seat}").get_attribute("d").count("M") for seat in (0, 1)]
    assert drawn == tina.game["view"]["counts"]
    assert visitor.faults == []


def test_ratings_stand_beside_the_names_during_and_after_a_rated_game(tab, pages):
    vera, will = pages("v"), pages("w")
    for page, name in ((vera, "Vera"), (will, "Will")):
        page.ask("claim-name", name=name)
    for _ in range(3):  # ratings appear after three results
        begin(vera, will, rated=True)
        play(vera, will, WIPE_OUT)
    game = begin(vera, will, rated=True)
    visitor = tab.go(f"#/play/{game}")
    visitor.wait("document.querySelectorAll('#scores .elo').length === 2")
    before = visitor.page.locator("#scores .elo").all_inner_texts()
    assert all(each.removesuffix("?").isdigit() for each in before), before
    assert int(before[0].rstrip("?")) > int(before[1].rstrip("?"))
    play(vera, will, WIPE_OUT)
    visitor.wait("[...document.querySelectorAll('#scores .elo')].every(each => each.textContent.includes(' '))")
    changes = [each.split(" ") for each in visitor.page.locator("#scores .elo").all_inner_texts()]
    assert [rating.rstrip("?") for rating, _ in changes] == [rating.rstrip("?") for rating in before]
    assert [change[0] for _, change in changes] == ["+", "\N{MINUS SIGN}"]
    assert visitor.faults == []


def test_running_clock_is_told_on_every_other_screen(tab, pages):
    anna, bob = claim(tab, "Ina").go("#/lobby"), claim(tab.more(), "Jim").go("#/lobby")
    anna.button("5+5 Blitz").click()
    bob.button("Accept the challenge of Ina").click()
    for each in (anna, bob):
        each.wait("outflank.modes.play.state?.rated === true && outflank.mode === outflank.modes.play")
        assert not each.page.locator(".elsewhere").is_visible()
    one, two = (anna, bob) if anna.page.evaluate("outflank.modes.play.state.you[0]") == 0 else (bob, anna)
    name = {anna: "Ina", bob: "Jim"}
    for ply, square in enumerate(("f5", "d6")):  # the clocks run from the first move on
        (two if ply else one).square(square).click()
        for each in (one, two):
            each.until_moves(ply + 1)
    for place in ("#/", "#/learn"):
        one.go(place)
        line = one.page.get_by_role("link", name=f"Your turn against {name[two]}")
        line.wait_for()
    before = line.inner_text()
    one.wait("before => document.querySelector('.elsewhere').innerText !== before", before)  # the clock is alive
    one.page.reload()
    line.click()
    one.wait("outflank.mode === outflank.modes.play && outflank.modes.play.mayMove")
    line.wait_for(state="hidden")
    two.go("#/")
    two.page.get_by_role("link", name=f"{name[one]} to move").wait_for()
    one.square("c3").click()
    two.page.get_by_role("link", name=f"Your turn against {name[one]}").wait_for()
    resign(one)
    two.page.get_by_role("link", name="You won: Black resigned").click()
    two.page.locator(".elsewhere").wait_for(state="hidden")
    assert (one.faults, two.faults) == ([], [])


@pytest.mark.parametrize(
    ("hash_", "words", "place"),
    [
        ("#/tournament/x", "There is no tournament “x” here.", "#/tournament"),
        (f"#/tournament/{20 * 'x'}", f"There is no tournament “{20 * 'x'}” here.", "#/tournament"),
        ("#/member/nobody", "There is no member 'nobody' here", "#/member"),
        ("#/member/%", "There is no member '%' here", "#/member"),
        ("#/account/x", "There is no page “account/x” here.", "#/account"),
    ],
)
def test_address_in_the_club_that_leads_nowhere_says_so(tab, hash_, words, place):
    tab.page.evaluate("hash_ => { location.hash = hash_; }", hash_)
    tab.page.locator(".note").filter(has_text=words).wait_for()
    tab.wait("place => location.hash === place", place)
    assert tab.page.get_by_role("heading", level=2).first.is_visible()


def test_form_says_at_the_field_what_is_missing_in_the_language_of_the_page(tab):
    for language, words in (("en", "Fill in this field."), ("ja", "入力してください。")):
        page = tab.more(locale=language).go("#/tournament")
        title = page.page.locator("[name=title]")
        page.page.locator("form.card [type=submit]").click()
        assert page.page.get_by_role("alert").inner_text() == words
        assert title.evaluate("each => each === document.activeElement")
        assert page.page.get_by_label(words).count() == 1  # the field is called so
        title.press_sequentially("A")
        assert page.page.get_by_role("alert").count() == 0
        assert page.faults == []


@pytest.mark.parametrize("place", ["learn", "member"])
def test_a_challenge_calls_its_maker_from_every_screen(tab, place):
    maker, taker = f"Cleo {place}", f"Dan {place}"
    cleo, dan = claim(tab, maker).go("#/lobby"), claim(tab.more(), taker).go("#/lobby")
    cleo.button("5+5 Blitz").click()
    dan.button(f"Accept the challenge of {maker}").wait_for()
    cleo.go(f"#/{place}")
    cleo.wait("place => outflank.mode.name === place", place)
    dan.button(f"Accept the challenge of {maker}").click()
    dan.wait("outflank.mode === outflank.modes.play")
    if place == "learn":  # a lesson goes on
        dan.wait("outflank.modes.play.state.people.some(person => !person.here)")
        assert dan.page.get_by_text("has left").count() == 0  # Cleo is on the way
        line = cleo.page.locator(".elsewhere").filter(has_text=taker)
        line.wait_for()
        assert cleo.page.evaluate("outflank.mode.name") == "learn"
        line.click()
    cleo.wait("outflank.mode === outflank.modes.play && outflank.modes.play.state?.rated")
    game = cleo.page.evaluate("outflank.modes.play.id")
    question = cleo.page.get_by_role("dialog", name="goes on, and its clock runs.")
    cleo.button("New game").click()
    cleo.button("Start game").click()
    question.filter(has_text=taker).get_by_role("button", name="Play on").click()
    question.wait_for(state="hidden")
    assert cleo.page.evaluate("outflank.modes.play.id") == game
    cleo.button("Start game").click()
    question.get_by_role("button", name="Begin another game").click()
    cleo.wait("game => outflank.modes.play.id !== game", game)
    cleo.go(f"#/play/{game}")
    resign(cleo)
    cleo.button("To the lobby").click()
    cleo.wait("outflank.mode.name === 'lobby'")
    assert (cleo.faults, dan.faults) == ([], [])


def test_correspondence_tells_whose_turn_it_is(tab):
    emma, finn = claim(tab, "Emma").go("#/lobby"), claim(tab.more(), "Finn").go("#/lobby")
    form = own_game(emma)
    form.get_by_label("Clock").select_option(label="3 days a move")
    form.get_by_label("You play").select_option(label="Black")
    emma.button("Offer this game").click()
    finn.button("Accept the challenge of Emma").click()
    for each, words in ((emma, "Your turn"), (finn, "not your turn")):
        each.wait("outflank.mode === outflank.modes.play")
        each.go("#/lobby")
        row = entries(each, "Correspondence").filter(has_text="Emma – Finn")
        row.filter(has_text=f"{words} · 72 hours left").wait_for()
    entries(emma, "Correspondence").get_by_role("link", name="Open").click()
    emma.square("f5").click()
    emma.until_moves(1)
    finn.go("#/lobby")
    entries(finn, "Correspondence").filter(has_text="Your turn").wait_for()
    assert finn.faults == []


def test_the_list_of_tournaments_shows_by_itself_what_begins_and_ends(tab):
    watcher = tab.more().go("#/tournament")
    gina, hal = claim(tab, "Gina"), claim(tab.more(), "Hal")
    gina.go("#/tournament")
    form = gina.page.get_by_role("form", name="Announce a tournament")
    form.get_by_label("Title").fill("<b>Cup</b>")
    form.get_by_label("Rounds (Swiss)").select_option("1")
    gina.button("Announce").click()
    row = watcher.page.get_by_role("region", name="Tournaments of the club").locator("li").filter(has_text="<b>Cup</b>")
    row.filter(has_text="open").wait_for()
    hal.go("#/tournament").page.get_by_role("link", name="<b>Cup</b>").click()
    hal.button("Take part").click()
    gina.page.get_by_role("row", name="Hal").wait_for()
    gina.button("Start the tournament").click()
    for each in (gina, hal):
        each.wait("outflank.mode === outflank.modes.play && outflank.modes.play.state.tournament")
    row.filter(has_text="running").wait_for()
    one, two = (gina, hal) if gina.page.evaluate("outflank.modes.play.state.you[0]") == 0 else (hal, gina)
    for ply, square in enumerate(WIPE_OUT):
        (two if ply % 2 else one).square(square).click()
        for each in (one, two):
            each.until_moves(ply + 1)
    row.filter(has_text="over").wait_for()
    row.get_by_role("link").click()
    watcher.page.get_by_text("1 : 0").wait_for()
    assert (hal.faults, watcher.faults) == ([], [])


def test_an_organiser_sees_how_many_are_missing_and_cancels_after_a_question(tab):
    olga, paul = claim(tab, "Olga").go("#/tournament"), claim(tab.more(), "Paul").go("#/tournament")
    olga.page.get_by_label("Title").fill("Late cup")
    olga.button("Announce").click()
    olga.page.get_by_text("At least two people play a tournament: 1 person is missing.").wait_for()
    assert olga.button("Start the tournament").is_disabled()
    paul.page.get_by_role("link", name="Late cup").click()
    assert paul.button("Cancel the tournament …").count() == 0
    paul.button("Take part").click()
    olga.wait("!document.querySelector('.club-title button.primary').disabled")
    olga.button("Cancel the tournament …").click()
    olga.page.get_by_text("Cancel it for everybody?").first.wait_for()
    assert olga.page.evaluate("document.activeElement.textContent") == "Keep it"
    olga.button("Keep it").click()
    paul.go("#/learn")
    olga.button("Cancel the tournament …").click()
    olga.button("Yes, cancel it").click()
    olga.page.get_by_text("cancelled", exact=True).wait_for()
    assert olga.page.locator(".club-title button").count() == 0
    line = paul.page.get_by_role("link", name="The tournament “\u2068Late cup\u2069” is cancelled")
    line.click()
    paul.page.get_by_text("The organiser has cancelled this tournament.").wait_for()
    line.wait_for(state="hidden")
    assert (olga.faults, paul.faults) == ([], [])


def test_a_profile_shows_games_and_strength_and_blocks_and_reports(tab, pages, shared_server):
    ines, jon = pages("i"), pages("j")
    for page, name in ((ines, "Ines"), (jon, LONG)):
        page.ask("claim-name", name=name)
    game = begin(ines, jon, rated=True)
    play(ines, jon, random_moves(4))
    kira = claim(tab, "Kira").go("#/member/Ines")
    kira.page.get_by_role("heading", name="Ines").wait_for()
    rating = kira.page.get_by_role("region", name="Othello", exact=True)
    assert "1 game so far: the rating appears after three." in rating.inner_text()
    openings = kira.page.get_by_role("region", name="Openings")
    assert "100 %" in openings.inner_text()
    kira.page.get_by_role("link", name=f"Ines – {LONG}").click()
    kira.wait("game => outflank.modes.play.state?.game === game", game)
    kira.go("#/member/Ines")
    kira.button("Block").click()
    kira.page.get_by_text("You and Ines no longer play with each other.").first.wait_for()
    kira.page.get_by_label("Report to the operator").fill("<script>alert(1)</script>")
    kira.button("Report").click()
    kira.page.get_by_text("The operator of this server gets your report.").first.wait_for()
    kira.go("#/account").button("No longer block Ines").click()
    kira.page.get_by_role("region", name="Blocked people").wait_for(state="hidden")
    kira.go("#/member/nobody").page.get_by_text("There is no member 'nobody' here").first.wait_for()


def test_initials_of_members_look_the_same_after_a_visit_to_analyse(tab):
    """Analyse has initials of its own, and its style sheet stays."""
    lea = claim(tab, "Lea").go("#/lobby")
    size = "(({ offsetWidth, offsetHeight }) => [offsetWidth, offsetHeight])(document.querySelector('.club-who .face'))"
    width, height = lea.page.evaluate(size)
    assert width == height > 0
    for place, shown in (("analyse", ".study"), ("lobby", ".club-who .face")):
        lea.page.evaluate("place => { location.hash = `#/${place}`; }", place)
        lea.page.locator(shown).wait_for()
    assert lea.page.evaluate(size) == [width, height]


@LOOKS
def test_axe_finds_no_violation_in_the_club_and_nothing_is_cut_off(tab, pages, options):
    """All that a screen may show is on it: challenges, games, correspondence, a running tournament, words and codes."""
    style = options.get("color_scheme", "phone" if options else "light")
    letters = {"light": "abc", "dark": "def", "phone": "ghi"}[style]
    long = LONG[: -len(style)] + style  # of 24 letters
    mia, ned, oda = (pages(letter) for letter in letters)
    for page, name in ((mia, f"Mia {style}"), (ned, long), (oda, f"Oda {style}")):
        assert page.ask("claim-name", name=name)["type"] == "member"
    page = claim(tab.more(**options), f"Pia {style}")
    begin(mia, ned, rated=True)
    play(mia, ned, WIPE_OUT)
    begin(mia, ned, rated=True)
    oda.ask("challenge", clock="300+5", rated=True, seat=1)
    number = oda.ask("challenge", clock="86400/move")["challenge"]
    page.page.evaluate("challenge => outflank.ask('accept-challenge', { challenge })", number)
    page.wait("outflank.mode === outflank.modes.play")
    made = {"title": "Tournament of a long evening " + style, "clock": "900", "rounds": 2}
    tournament = oda.ask("create-tournament", **made)["tournament"]
    assert ned.ask("join-tournament", tournament=tournament)["type"] == "done"
    looked = ["#/lobby", "#/member", f"#/member/Mia {style}", f"#/member/{long}", "#/tournament"]
    looked += [f"#/tournament/{tournament}", "#/account", f"#/account/key/{'b' * 32}"]
    for place in looked:
        page.go(place).page.locator(".screen:visible .card:visible").first.wait_for()
        check(page, place)
        check_width(page, place)
        fits(page, place)
    page.go("#/account").button("Show the words").click()
    page.button("Delete it …").click()
    check(page, "words and code")
    fits(page, "words and code")
    assert page.faults == []


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_the_bar_at_the_top_fits_beside_a_board_at_every_width(tab, locale):
    """Once, the place of the lobby pushed the last button off a screen of 1280 pixels."""
    page = tab.more(locale=locale).go("#/analyse?moves=f5")
    for width in (561, 739, 740, 820, 1024, 1259, 1260, 1280, 1310, 1311, 1366, 1500, 1501):
        page.page.set_viewport_size({"width": width, "height": 1000})
        fits(page, width)
    assert page.faults == []


@pytest.mark.parametrize("locale", ["en", "fr"])
def test_the_places_at_the_foot_stand_in_one_line_on_a_small_phone(tab, locale):
    """Once, “My games” had two lines and its picture stood above the others."""
    page = tab.more(locale=locale, **SMALL).go("#/lobby")
    pictures = page.page.locator(".places svg:visible")
    tops = pictures.evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
    assert len(tops) == 6
    assert len(set(tops)) == 1
    assert page.faults == []


def test_a_server_without_a_club_says_so_and_offers_to_play_a_friend(open_tab, serve):
    visitor = open_tab(serve())
    for place in ("lobby", "tournament", "member", "account"):
        visitor.go(f"#/{place}")
        visitor.page.get_by_text("This server has no club.").wait_for()
        assert visitor.page.get_by_text("outflank serve --club").is_visible()
        assert visitor.page.locator(".note").count() == 0
        screen = visitor.page.locator(f"#screen-{place}")
        screen.get_by_role("button", name="Play a friend").click()
        visitor.page.get_by_role("dialog").wait_for()
        visitor.page.keyboard.press("Escape")
        screen.get_by_role("link", name="Home").click()
        visitor.wait("outflank.mode.name === 'home'")
    assert visitor.faults == []
