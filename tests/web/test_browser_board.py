"""Drawings on the board and beside it: values, lines, the bar; its size; the end of a game."""

import pytest

from tests.web.playing import WIPE_OUT
from tests.web.test_browser_access import PHONE, contrast

pytestmark = pytest.mark.slow

# What an engine might say of the position after f5 d6, best first.
FOUND = """() => {
  const view = outflank.examined.study.current.view;
  const usual = { bound: "exact", depth: 17, selectivity: 73, kind: "heuristic" };
  const value = (move, value, more) => ({ ...usual, move, value, pv: [move], ...more });
  const moves = [
    value("c3", 3, { pv: ["c3", "d3", "c4", "b3"] }),
    value("c4", 1.4),
    value("c5", 1, { pv: ["c5", "f4"] }),
    value("c6", -2, { bound: "upper" }),
    value("c7", -9, { kind: "exact", selectivity: 100 }),
  ];
  outflank.examined.take("othello", view.text, { moves, depth: 17, selectivity: 73, nodes: 1000, seconds: 1 });
  outflank.mode.show();
}"""


def without_engine(tab):
    """The tab in an analysis whose engine is off, so that it says nothing of its own."""
    tab.page.add_init_script("""location.host && localStorage.setItem('outflank.settings', '{"engine": false}')""")
    return tab.go("#/analyse?moves=f5d6")


def analysing(tab, **options):
    other = without_engine(tab.more(**options) if options else tab)
    other.page.evaluate(FOUND)
    return other


def square(tab, name):
    return tab.square(name).get_attribute("aria-label")


def texts(tab):
    return tab.page.locator("#board .marks text").all_text_contents()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_values_have_the_colour_of_what_is_lost_and_say_so_in_words(tab, scheme):
    other = analysing(tab, color_scheme=scheme)
    fill = "each => getComputedStyle(each).fill"
    plate = other.page.locator("#board .plate").first.evaluate(fill)
    colours = [each.evaluate(fill) for each in other.page.locator("#board .value").all()]
    shown = dict(zip(other.page.locator("#board .value").all_text_contents(), colours, strict=True))
    assert list(shown) == ["+3", "+1.4", "+1", "≤−2", "−9"]
    assert all(contrast(colour, plate) >= 4.5 for colour in colours)
    assert shown["+3"] == shown["+1.4"]
    assert len(set(colours)) == 4
    assert [text for text in texts(other) if "?" in text] == ["?!", "?", "??"]
    assert "loses" not in square(other, "c3")
    assert square(other, "c3").endswith(", best")
    assert "value +1 estimated, loses 2" in square(other, "c5")
    assert "value at most −2 estimated, loses 5" in square(other, "c6")


def test_depths_are_shown_on_demand_and_what_is_proven_always(tab):
    analysing(tab)
    assert "17@73" not in texts(tab)
    assert "=" in texts(tab)
    tab.page.keyboard.press("d")
    assert texts(tab).count("17@73") == 4
    assert "=" in texts(tab)
    assert "value at most −2 depth 17 at 73 %, loses 5" in square(tab, "c6")
    assert tab.page.locator("#evalbar").get_attribute("aria-label").endswith(", depth 17 at 73 %")
    tab.page.keyboard.press("d")
    assert "17@73" not in texts(tab)
    tab.page.locator("#button-settings").click()
    tab.page.get_by_text("More choices").click()
    tab.page.get_by_label("Search depth").check()
    assert texts(tab).count("17@73") == 4


def steps(tab):
    return tab.page.locator("#board .step").all_text_contents()


def test_line_under_the_pointer_is_drawn_with_numbers(tab):
    analysing(tab)
    assert steps(tab) == []
    tab.page.locator(".line").nth(0).hover()
    assert steps(tab) == ["1", "2", "3", "4"]
    assert tab.page.locator("#board .arrow").count() == 3
    classes = [each.get_attribute("class") for each in tab.page.locator("#board .step").all()]
    assert classes == ["step seat-0", "step seat-1"] * 2
    assert square(tab, "d3").endswith(", move 2 of the line")
    tab.page.locator(".line").nth(2).hover()
    assert steps(tab) == ["1", "2"]
    tab.page.locator("#status").hover()
    assert steps(tab) == []


def test_line_under_the_keyboard_is_drawn_and_keeps_the_keyboard(tab):
    analysing(tab)
    tab.page.get_by_role("button", name="Play c5", exact=True).focus()
    assert steps(tab) == ["1", "2"]
    tab.page.evaluate(FOUND)  # the engine says something new
    assert tab.page.evaluate("document.activeElement.textContent") == "c5"
    assert steps(tab) == ["1", "2"]


def test_best_line_is_drawn_on_demand(tab):
    analysing(tab)
    tab.page.keyboard.press("v")
    assert steps(tab) == ["1", "2", "3", "4"]
    assert tab.page.get_by_role("button", name="Show the best line").get_attribute("aria-pressed") == "true"
    tab.page.keyboard.press("z")
    assert steps(tab) == []
    tab.page.keyboard.press("z")
    tab.page.get_by_role("button", name="Show the best line").click()
    tab.page.locator("#status").hover()
    assert steps(tab) == []


def test_bar_shows_how_the_position_stands(tab):
    analysing(tab)
    bar = tab.page.locator("#evalbar")
    share = "bar => Number(getComputedStyle(bar).getPropertyValue('--share'))"
    assert bar.get_attribute("aria-label") == "Evaluation: Black is 3 discs ahead, estimated"
    assert bar.inner_text() == "3"
    assert 0.5 < bar.evaluate(share) < 0.6
    box, board = bar.bounding_box(), tab.page.locator("#board svg").bounding_box()
    assert box["x"] + box["width"] <= board["x"]
    assert box["height"] == pytest.approx(board["height"], abs=2)
    shares = []
    for value in (-64, -20, -4, 0, 4, 20, 64):
        tab.page.evaluate(
            """value => {
                const known = outflank.examined.known(outflank.examined.study.current.view);
                known.moves[0].value = value;
                outflank.mode.show();
            }""",
            value,
        )
        shares.append(bar.evaluate(share))
    assert shares == sorted(shares)
    assert shares[0] < 0.01 < 0.5 == shares[3]
    assert shares[-1] == pytest.approx(1 - shares[0])
    tab.page.keyboard.press("z")
    assert not bar.is_visible()
    tab.page.keyboard.press("z")
    assert bar.is_visible()
    tab.page.get_by_role("tab", name="Play").click()
    assert not bar.is_visible()


@pytest.mark.parametrize("size", [(1024, 600), (1280, 860), (1920, 1080), (2560, 1440)], ids=str)
def test_board_is_as_large_as_the_window_allows(tab, size):
    width, height = size
    tab.page.set_viewport_size({"width": width, "height": height})
    tab.begin("human", "human")
    board = tab.page.locator("#board svg").bounding_box()
    players = [bar.bounding_box() for bar in tab.page.locator("#scores .score").all()]
    bars = [bar["height"] for bar in players if bar["x"] < board["x"] + board["width"]]  # above and below the board
    assert len(bars) == (2 if height > 700 else 0)
    assert sum(bars) <= 96
    assert board["height"] >= min(height - 90 - sum(bars), width - 440)
    assert board["y"] + board["height"] <= height


def test_handle_resizes_the_board_and_it_is_remembered(tab):
    tab.begin("human", "human")

    def width():
        return tab.page.locator("#board svg").bounding_box()["width"]

    largest = width()
    handle = tab.page.get_by_role("slider", name="Board size")
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(x - 200, y - 200, steps=4)
    tab.page.mouse.up()
    assert width() == pytest.approx(largest - 200, abs=12)
    box = handle.bounding_box()
    assert box["y"] + box["height"] / 2 == pytest.approx(y - 200, abs=12)
    small = width()
    tab.reload()
    assert width() == pytest.approx(small, abs=1)
    handle.dblclick()
    assert width() == pytest.approx(largest, abs=1)
    assert handle.get_attribute("aria-valuenow") == "100"
    handle.focus()
    tab.page.keyboard.press("ArrowDown")
    assert handle.get_attribute("aria-valuetext") == "95 % of the largest"
    assert width() == pytest.approx(0.95 * largest, abs=2)
    tab.page.keyboard.press("Home")
    assert width() == pytest.approx(0.4 * largest, abs=2)
    tab.page.keyboard.press("End")
    assert width() == pytest.approx(largest, abs=1)


@pytest.mark.parametrize("viewport", [(390, 844), (320, 480), (568, 320)], ids=str)
def test_coordinates_of_tribolo_are_not_under_pieces(tab, viewport):
    other = tab.more(**{**PHONE, "viewport": dict(zip(("width", "height"), viewport, strict=True))}).go()
    other.begin("human", "human", "human", kind="tribolo", seed=7)
    other.wait("outflank.board.shown.kind === 'tribolo'")
    labels, pieces = (
        other.page.evaluate(
            """selector => [...document.querySelectorAll(selector)].map((each) => {
                const box = each.getBoundingClientRect();
                return [box.left, box.top, box.right, box.bottom, each.textContent];
            })""",
            selector,
        )
        for selector in ("#board svg text.label", "#board .piece, #board .wall")
    )
    assert sorted(each[4] for each in labels) == sorted([*"abcdefghijklmnop", *map(str, range(1, 12))])
    for left, top, right, bottom, name in labels:
        assert not [
            each for each in pieces if each[0] < right and each[2] > left and each[1] < bottom - 1 and each[3] > top + 1
        ], name


def test_setting_has_the_board_drawn_once_if_at_all(tab):
    without_engine(tab)
    tab.page.evaluate("""() => {
      const { board } = outflank;
      const { decorate } = board;
      window.drawn = 0;
      board.decorate = () => { window.drawn++; decorate.call(board); };
    }""")
    tab.page.locator("#button-settings").click()
    dialog = tab.page.get_by_role("dialog")
    dialog.get_by_text("More choices").click()
    dialog.get_by_label("Volume").fill("10")
    dialog.get_by_role("combobox", name="Page").select_option("dark")
    assert tab.page.evaluate("window.drawn") == 0
    dialog.get_by_label("Coordinates").uncheck()
    assert tab.page.evaluate("window.drawn") == 1
    assert tab.page.locator("#board .label").count() == 0
    dialog.get_by_label("Dots where a move is legal").uncheck()
    assert tab.page.evaluate("window.drawn") == 2
    assert tab.page.locator("#board .dot").count() == 0


def test_arrows_start_from_the_square_that_has_the_focus(tab):
    tab.begin("human", "human")
    tab.page.keyboard.press("Tab")
    tab.square("a1").focus()
    tab.page.keyboard.press("ArrowRight")
    tab.square("e6").focus()  # as a screen reader does
    for key, name in (("ArrowUp", "e5"), ("ArrowLeft", "d5")):
        tab.page.keyboard.press(key)
        assert tab.page.evaluate("document.activeElement.dataset.square") == name
    assert tab.page.locator("#board [tabindex='0']").get_attribute("data-square") == "d5"


WAVING = """document.getAnimations()
  .filter((each) => each.effect.target.closest(".pieces") && each.effect.getTiming().duration > 400).length"""


@pytest.mark.parametrize(("motion", "count"), [("no-preference", 13), ("reduce", 0)])
def test_pieces_of_the_winner_move_softly_once(tab, motion, count):
    other = tab.more(reduced_motion=motion).go()
    other.begin("human", "human", moves=WIPE_OUT[:8])
    other.square("c5").click()
    other.page.wait_for_selector(".result")
    assert other.page.evaluate(WAVING) == count
    assert other.page.evaluate("outflank.board.view.counts") == [13, 0]
    other.page.keyboard.press("ArrowLeft")
    other.page.keyboard.press("ArrowRight")
    other.wait("document.getAnimations().every(each => each.playState === 'finished')")
    assert other.page.evaluate(WAVING) == 0


def test_nothing_moves_for_a_person_who_has_lost(tab):
    tab.begin("human", "level1", moves=["f5", "d6"])
    tab.button("Resign").click()
    tab.page.wait_for_selector(".result")
    assert tab.page.evaluate(WAVING) == 0
