"""The page in other languages: no word that is not from the catalogue, no English on any screen, and there and back.

Words that are not from the catalogue are found in a language that the tests make of it: each of its texts in brackets.
"""

import re

import pytest

from outflank.rules import openings
from outflank.web.transport.languages import catalogues
from tests.web import pseudo as pseudo_languages
from tests.web.lessons import offered
from tests.web.playing import WIPE_OUT
from tests.web.test_browser_study import GAME

pytestmark = pytest.mark.slow

LOOSE = r"""() => {
  const known = "kbd, pre, code, [lang=en], script, style, noscript, option[lang], .label, .corner-label, " +
    ".moves .number, .explorer .aside-title, .explorer .about b";
  const plain = /^(([a-p](10|[1-9]))+|X|O|B|R|G|k|M|M\d+|GGF|SGF|SVG|PNG|OBF|Egaroucid|Anna)$/;
  const attributes = ["aria-label", "title", "placeholder", "alt", "label", "aria-description"];
  const loose = new Set();
  const inText = { depth: 0 };
  const read = (text, state, where) => {
    let outside = "";
    for (const character of text) {
      if (character === "⟦") state.depth++;
      else if (character === "⟧") state.depth--;
      else if (!state.depth) outside += character;
    }
    const parts = outside.split(/[\s,.:;()·]+/).filter((part) => /\p{L}/u.test(part) && !plain.test(part));
    if (parts.length) loose.add(`${where}: ${text.trim().slice(0, 90)}`);
  };
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) || element.closest("svg, option, optgroup, .offscreen");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement;
    const name = element.tagName.toLowerCase();
    if (element.closest(known) || !isShown(element)) continue;
    if (node !== element) {
      if (name !== "textarea") read(node.data, inText, name);
    } else {
      for (const each of attributes) {
        const state = { depth: 0 };
        read(element.getAttribute(each) ?? "", state, `${name} ${each}`);
        if (state.depth) loose.add(`${name} ${each}: brackets are left open`);
      }
    }
  }
  if (inText.depth) loose.add("brackets are left open");
  return [...loose];
}"""
"""Texts that have letters and are not in brackets: but for moves and squares, names of formats and of keys, lines that
a program printed, names of languages and openings, and words that a person typed."""


SHOWN = """() => {
  const found = new Set();
  const root = document.querySelector("dialog[open]") ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: element, data } = node;
    if (element.closest("kbd, pre, code, [lang=en]:not(html), script, style, noscript, option[lang]")) continue;
    if (element.checkVisibility() && /\\p{L}{4}/u.test(data)) found.add(data.trim());
  }
  return [...found];
}"""
"""The texts that are seen, each with a word of four letters or more."""

WITHOUT_LATIN = {"ja", "zh"}
"""Languages whose words have no Latin letters."""

LANGUAGE = "eo"  # one that the page does not have, with plurals as in English


@pytest.fixture(scope="module")
def bracketed(tmp_path_factory):
    """A server that has one more language, in which each text is itself in brackets."""
    with pseudo_languages.served_in(
        LANGUAGE, pseudo_languages.bracketed, tmp_path_factory.mktemp("bracketed")
    ) as server:
        yield server


@pytest.fixture
def pseudo(open_tab, bracketed):
    """A page in brackets."""
    tab = open_tab(bracketed, locale=LANGUAGE)
    yield tab
    assert tab.faults == []


def assert_all_words_are_in_the_catalogue(tab, where):
    assert (where, tab.page.evaluate(LOOSE)) == (where, [])


def unfold(tab):
    tab.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


def test_every_word_of_a_game_is_in_the_catalogue(pseudo):
    tab = pseudo.go("#/")
    assert_all_words_are_in_the_catalogue(tab, "home")
    tab.begin("human", "level2", clock="300+5")
    assert_all_words_are_in_the_catalogue(tab, "a new game")
    tab.square("f5").click()
    tab.until_moves(2)
    tab.page.evaluate("outflank.modes.play.choose('a1')")
    tab.wait("document.querySelector('#status').innerText.includes('a1')")
    assert_all_words_are_in_the_catalogue(tab, "an illegal move")
    tab.page.get_by_role("button", name="Why this move?").click()
    tab.page.wait_for_selector(".reasons li")
    assert_all_words_are_in_the_catalogue(tab, "why")
    tab.page.keyboard.press("a")
    tab.wait("outflank.modes.play.hints.hint")
    assert_all_words_are_in_the_catalogue(tab, "a hint in words")
    tab.page.keyboard.press("a")
    tab.page.wait_for_selector(".hint-ring")
    assert_all_words_are_in_the_catalogue(tab, "a hint")
    tab.page.evaluate("outflank.modes.play.change('resign')")
    tab.page.wait_for_selector(".result")
    assert_all_words_are_in_the_catalogue(tab, "resigned")
    tab.begin("human", "human", moves=WIPE_OUT)
    tab.page.wait_for_selector(".result")
    assert_all_words_are_in_the_catalogue(tab, "a wipe-out")
    tab.begin("tribolo", "tribolo", "human", kind="tribolo", clock="0.2/move", seed=5)
    tab.wait("outflank.modes.play.state.result", seconds=60)
    assert_all_words_are_in_the_catalogue(tab, "Tribolo")


def test_no_word_is_shown_before_its_translation_has_arrived(pseudo):
    """The words of the server arrive only after a game has begun: neither the page nor a screen shows English ones."""
    held = []
    pseudo.page.route(re.compile(r"page-\w+/words\.json"), lambda route: held.append(route))
    tab = pseudo.go("#/")
    assert_all_words_are_in_the_catalogue(tab, "home")
    tab.page.evaluate("outflank.dialogs.newGame()")
    unfold(tab)
    assert_all_words_are_in_the_catalogue(tab, "new game")
    tab.page.keyboard.press("Escape")
    tab.begin("human", "human", moves=["f5", "d6", "c3", "d3"])
    assert_all_words_are_in_the_catalogue(tab, "a game")
    tab.page.evaluate("void outflank.modes.play.change('resign')")  # both wait for words
    tab.page.evaluate("void outflank.turnTo('opponents')")
    tab.wait("outflank.connection.held.length > 0")
    assert tab.page.locator(".screen-opponents *").count() == 0
    assert_all_words_are_in_the_catalogue(tab, "before all words")
    for route in held:
        route.continue_()
    tab.page.wait_for_selector(".screen-opponents .gallery")
    unfold(tab)
    assert_all_words_are_in_the_catalogue(tab, "opponents")
    tab.page.evaluate("outflank.turnTo('play')")
    tab.page.wait_for_selector(".result")
    assert_all_words_are_in_the_catalogue(tab, "the end of the game")
    assert tab.page.locator("#panel-play h2 .muted").first.inner_text() != ""


def test_every_word_of_the_dialogs_is_in_the_catalogue(pseudo):
    tab = pseudo.go("#/analyse?moves=f5d6c3")
    for kind in ("othello", "anti-othello", "tribolo"):
        tab.page.evaluate("kind => outflank.dialogs.newGame({kind})", kind)
        unfold(tab)
        assert_all_words_are_in_the_catalogue(tab, f"new game of {kind}")
        tab.page.keyboard.press("Escape")
    for dialog in ("paste()", "edit()", "share()", "settings()", "keys()"):
        tab.page.evaluate(f"outflank.dialogs.{dialog}")
        tab.page.wait_for_selector("dialog[open]")
        assert_all_words_are_in_the_catalogue(tab, dialog)
        tab.page.keyboard.press("Escape")
    for text in ("f5 d6 c3 c3", "a1", "nothing", "My game: f5 d6", "-" * 62 + "XO X"):
        tab.page.evaluate("text => outflank.dialogs.take(text)", text)
        tab.page.wait_for_selector(".note")
        assert_all_words_are_in_the_catalogue(tab, text)
        tab.page.locator(".note .close").click()
    tab.go("#/analyse?moves=f5d6c3")
    tab.page.evaluate("outflank.dialogs.tree(outflank.examined.study.root.view)")
    tab.page.wait_for_selector(".tree-picture")
    assert_all_words_are_in_the_catalogue(tab, "tree")


def test_every_word_of_analysis_and_review_is_in_the_catalogue(pseudo):
    tab = pseudo.go(f"#/analyse?moves={GAME[:80]}")
    assert_all_words_are_in_the_catalogue(tab, "before an analysis")
    tab.page.locator("#panel-analyse .engine select").select_option("3")
    tab.page.wait_for_selector(".line >> nth=2")
    tab.page.locator(".why-button").last.click()
    tab.page.wait_for_selector(".reasons li")
    unfold(tab)
    assert_all_words_are_in_the_catalogue(tab, "an analysis")
    tab.go(f"#/review?moves={GAME[:40]}")
    assert_all_words_are_in_the_catalogue(tab, "before a review")
    tab.page.evaluate("outflank.modes.review.begin()")
    assert_all_words_are_in_the_catalogue(tab, "a review that goes on")
    tab.wait("!outflank.modes.review.running", seconds=150)  # it searches claimed mistakes again
    for key in ("i", "m", "b"):
        tab.page.keyboard.press(key)
        tab.page.wait_for_timeout(100)
        assert_all_words_are_in_the_catalogue(tab, f"review, {key}")
    tab.page.evaluate("outflank.modes.review.learn.begin(0)")
    tab.page.wait_for_selector(".learn")
    assert_all_words_are_in_the_catalogue(tab, "learn from mistakes")
    assert tab.faults == []


def test_every_word_of_the_other_screens_is_in_the_catalogue(pseudo):
    tab = pseudo.go("#/")
    tab.begin("human", "human", moves=WIPE_OUT)
    tab.begin("human", "momo", moves=["f5", "d6", "c3", "d3", "c4"])
    for hash_ in ("", "opponents", "games", "study", "learn", "help", "rules", "learn/nothing", "join/a/b"):
        tab.go(f"#/{hash_}")
        tab.page.wait_for_timeout(400)
        unfold(tab)
        assert_all_words_are_in_the_catalogue(tab, hash_)
    for lesson in offered():
        tab.go(f"#/learn/{lesson}")
        tab.page.wait_for_selector("#screens [data-square='a1']")
        assert_all_words_are_in_the_catalogue(tab, lesson)


def test_a_word_from_elsewhere_is_found(pseudo):
    tab = pseudo.go("#/")
    for add in (
        "document.body.append('loose ⟦kept⟧')",
        "document.querySelector('h1').title = 'loose'",
        "document.querySelector('h1').append('⟦open')",
    ):
        tab.go("#/")
        tab.page.evaluate(add)
        assert tab.page.evaluate(LOOSE)


def test_every_word_between_two_people_is_in_the_catalogue(pseudo):
    tab = pseudo.go("#/")
    tab.page.evaluate("outflank.dialogs.friend()")
    assert_all_words_are_in_the_catalogue(tab, "play a friend")
    tab.page.locator("#friend input[name=name]").fill("Anna")
    tab.page.locator("#friend [type=submit]").click()
    tab.page.wait_for_selector(".qr")
    assert_all_words_are_in_the_catalogue(tab, "waiting")


def fault_told_at(page, hash_):
    """The words on a page that fetched the words of the server only after it had shown its place."""
    held = []
    page.page.route(re.compile(r"page-\w+/words\.json"), lambda route: held.append(route))
    page.page.goto(f"{page.address}/{hash_}")
    page.page.wait_for_timeout(500)
    for route in held:
        route.continue_()
    page.page.unroute_all()
    told = page.page.locator(".note.error, .screen:not([hidden]) [role=alert], .screen-join:not([hidden])")
    told.first.wait_for()
    return told.first.inner_text()


@pytest.mark.parametrize(
    "hash_",
    [
        "#/review?moves=f5d6c3g6",
        "#/analyse?moves=f5a1",
        "#/analyse?moves=zz",
        "#/analyse?start=XO",
        "#/analyse?start=abc",
        "#/analyse?game=chess",
        "#/analyse?game=tribolo&moves=a1",
        f"#/play/{20 * 'x'}",
        "#/play/x",
        f"#/study/{20 * 'x'}",
        f"#/join/{20 * 'x'}/{20 * 'x'}",
        "#/practice/x",
        "#/learn/x",
        "#/opponents/x",
        "#/games/x",
        "#/lobby/x",
        "#/x",
    ],
)
def test_address_that_leads_nowhere_is_told_in_the_language_of_the_page(tab, hash_):
    """Once, the server's words were English there, as the page had not fetched its own for them yet."""
    told = {}
    for language in catalogues():
        page = tab.more(locale=language)
        told[language] = fault_told_at(page, hash_)
        assert page.faults == []
        page.page.context.close()
    english = told.pop("en")
    for language, words in told.items():
        assert all(line.strip() not in english or not re.search("[A-Za-z]{4}", line) for line in words.splitlines()), (
            words
        )
        if language in WITHOUT_LATIN:
            own = re.sub("「.*?」|“.*?”|outflank serve --club", "", words)  # a command is the same in every language
            assert not re.findall(r"[A-Za-z]{3,}", own), words


def test_language_is_chosen_in_the_settings_and_kept(tab):
    page = tab.more(locale="ja-JP").go("#/")
    shown = "ja"
    for language in (*catalogues(), ""):
        page.page.evaluate("outflank.dialogs.settings()")
        with page.page.expect_navigation():
            page.page.get_by_label(catalogues()[shown].of("Language")).select_option(language)
        page.page.wait_for_selector("html[data-ready]")
        page.reload()
        shown = language or "ja"
        assert page.page.evaluate("document.documentElement.lang") == catalogues()[shown].tag
    page.page.evaluate("outflank.dialogs.settings()")
    assert page.page.get_by_label("言語").input_value() == ""
    assert page.faults == []


SCREENS = ("", "opponents", "games", "study", "learn", "learn/rules", "practice", "progress", "help", "rules")


def shown_on_main_screens(page):
    """The texts of the screens, of the dialogs and of a game that was played, each with where it stands."""
    found = {}
    for hash_ in SCREENS:
        page.go(f"#/{hash_}")
        page.page.wait_for_timeout(300)
        unfold(page)
        found |= dict.fromkeys(page.page.evaluate(SHOWN), hash_)
    page.begin("human", "human", moves=WIPE_OUT)
    page.page.wait_for_selector(".result")
    found |= dict.fromkeys(page.page.evaluate(SHOWN), "a game")
    page.go("#/analyse?moves=f5d6c3")
    for dialog in ("newGame()", "newGame({ kind: 'tribolo' })", "friend()", "share()", "settings()", "keys()"):
        page.page.evaluate(f"outflank.dialogs.{dialog}")
        unfold(page)
        found |= dict.fromkeys(page.page.evaluate(SHOWN), dialog)
        page.page.keyboard.press("Escape")
    return found


def test_no_english_is_left_over_on_the_main_screens(tab):
    """A word that two languages share is a translation that equals its text; names of openings may be English.

    The format of a program is called by the program's name.
    """
    names = {opening.english for opening in openings.all_openings()} | {"Egaroucid"}
    english = shown_on_main_screens(tab.more(locale="en"))
    assert len(english) > 300
    for language, catalogue in catalogues().items():
        if language != "en":
            shared = names | {text for text, form in catalogue.words.items() if text == form}
            page = tab.more(locale=language)
            found = shown_on_main_screens(page)
            assert {text: where for text, where in found.items() if text in english and text not in shared} == {}, (
                language
            )
            assert page.faults == []


def test_numbers_and_plurals_are_those_of_the_language(tab):
    """Of one move, of several, of a wipe-out: what the server says and what the page says."""
    for language, words in (
        ("ja", "13対0で黒の勝ち（空き51マスは勝者のもの：+64）"),
        ("zh", "黑方以13–0获胜（51个空格归胜方：+64）"),
        ("fr", "Noir gagne 13–0 (51 cases vides au vainqueur\u202f: +64)"),
        ("en", "Black wins 13–0 (51 empty squares to the winner: +64)"),
    ):
        page = tab.more(locale=language).go()
        page.begin("human", "human", moves=WIPE_OUT)
        assert page.status == words


def test_number_with_decimals_has_the_sign_of_the_language(tab):
    for language, sign in (("en", "."), ("fr", ","), ("zh", ".")):
        page = tab.more(locale=language).go()
        page.begin("human", "human", clock="9")
        page.page.wait_for_selector(".clock.low, .clock")
        page.square("f5").click()
        page.until_moves(1)
        page.wait(f"/^\\d\\{sign}\\d$/.test(document.querySelectorAll('.clock')[1].innerText.trim())")
