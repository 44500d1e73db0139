"""The whole board and what belongs to it, on screens of every size; looks that do not rest on colour alone."""

from itertools import pairwise

import pytest

from outflank.web.transport.languages import catalogues
from tests.web.conftest import Served
from tests.web.pseudo import hebrew, served_in
from tests.web.test_browser_access import check_width

pytestmark = pytest.mark.slow

SIZES = [
    (320, 480),
    (360, 640),
    (390, 844),
    (480, 320),
    (568, 320),
    (640, 400),  # 1280×800 at 200 %
    (667, 375),
    (768, 1024),
    (800, 600),
    (844, 390),
    (1024, 600),
    (1280, 720),
    (1920, 1080),
]


def box(page, selector):
    found = page.locator(selector).bounding_box()
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def check_seen(tab, width, height, shape):
    """The board is whole, of its shape, and with its score, status and buttons in sight."""
    left, top, right, bottom = box(tab.page, "#board svg")
    assert left >= 0
    assert top >= 0
    assert right <= width + 0.5
    assert bottom <= height + 0.5
    assert (right - left) / (bottom - top) == pytest.approx(shape, rel=0.05)
    assert min(right - left, bottom - top) >= 0.4 * min(width, height)
    for selector in ("#scores", "#status", ".walk"):
        _, _, right, bottom = box(tab.page, selector)
        assert right <= width + 0.5, selector
        assert bottom <= height + 0.5, selector
    check_width(tab)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_whole_board_is_seen_with_its_controls(tab, width, height):
    """Once, a phone on its side showed three rows of it."""
    touch = {"has_touch": True, "is_mobile": True} if min(width, height) < 500 else {}
    other = tab.more(viewport={"width": width, "height": height}, **touch).go()
    other.begin("human", "human", moves=["f5", "d6"])
    check_seen(other, width, height, 1)
    other.begin("human", "human", kind="anti-othello")
    check_seen(other, width, height, 1)
    other.begin("human", "human", "human", kind="tribolo", seed=7)
    other.wait("outflank.board.shown.kind === 'tribolo'")
    check_seen(other, width, height, 11 / 16 if other.page.evaluate("outflank.board.upright") else 16 / 11)
    other.page.get_by_role("tab", name="Analyse").click()
    assert other.faults == []


@pytest.mark.parametrize(("width", "height"), [(320, 480), (360, 640), (390, 844), (640, 400), (844, 390)])
def test_status_of_two_lines_moves_nothing_below_it(tab, width, height):
    other = tab.more(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True).go()
    other.begin("human", "human", moves=["f5", "d6"])
    walk, status = other.page.locator(".walk"), other.page.locator("#status")
    before, line = walk.bounding_box(), status.bounding_box()["height"]
    words = "Wolfeschlegelsteinhausen (Black) to move"
    other.page.evaluate("words => outflank.stage.showStatus(words, true)", words)
    assert 1.5 * line < status.bounding_box()["height"] < 2.5 * line or width == 844
    assert walk.bounding_box() == before
    if height < 500 and width < 400:
        return  # there is no room to spare for notes, which go away by themselves
    other.page.evaluate("outflank.modes.play.restart()")
    other.page.wait_for_selector(".note")
    assert walk.bounding_box() == before


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (844, 390), (1280, 800)])
def test_buttons_and_the_end_are_in_sight_in_one_row(tab, width, height):
    touch = {"has_touch": True, "is_mobile": True} if min(width, height) < 500 else {}
    other = tab.more(viewport={"width": width, "height": height}, **touch).go()
    other.begin("human", "level1", moves=["f5", "d6", "c3", "d3"])
    names = "() => [...document.querySelectorAll('.acts button')].map(each => each.textContent)"
    rows = """() => [...document.querySelectorAll('.acts button')].map(each => each.getBoundingClientRect())
      .map(({ top, bottom }) => [top, bottom])"""
    assert other.page.evaluate(names) == ["Undo", "Redo", "Hint", "Restart", "Resign"]
    assert not other.page.locator("#move-form").is_visible()
    for _ in range(2):
        places = other.page.evaluate(rows)
        assert len({top for top, _ in places}) == 1
        assert max(bottom for _, bottom in places) <= height
        if not other.page.evaluate("outflank.modes.play.state.result"):
            other.button("Resign").click()
            other.wait("outflank.modes.play.state.result")
    assert other.page.evaluate(names) == ["Review", "Play again", "Undo"]
    assert other.status == "You resigned at 4–4"
    assert other.page.locator("main").get_by_text("You resigned").count() == 1
    assert not other.page.locator("#move-form").is_visible()
    assert other.faults == []


@pytest.mark.parametrize(
    "options", [{"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}, {}]
)
@pytest.mark.parametrize("key", ["Tab", "f"])
def test_keyboard_brings_the_field_for_moves(tab, options, key):
    other = tab.more(**options).go()
    other.begin("human", "human")
    other.square("f5").click()
    other.until_moves(1)
    assert not other.page.locator("#move-form").is_visible()
    other.page.keyboard.press(key)
    other.page.locator("#move-text").fill("d6")
    other.page.keyboard.press("Enter")
    other.until_moves(2)
    assert other.faults == []


@pytest.mark.parametrize(("size", "width"), [(8, 320), (8, 390), (6, 360), (10, 360)])
def test_coordinates_on_a_phone_are_whole_and_inside_their_squares(tab, size, width):
    other = tab.more(viewport={"width": width, "height": 740}, has_touch=True, is_mobile=True).go()
    other.begin("human", "human", size=size)
    labels = other.page.evaluate(
        """size => {
          const { left, top, width } = document.querySelector("#board .felt").getBoundingClientRect();
          const cell = width / size;
          return [...document.querySelectorAll("#board .corner-label")].map((each) => {
            const box = each.getBoundingClientRect();
            const at = (value) => Math.floor(value / cell);
            return [each.textContent, at(box.left - left), at(box.right - left - 0.01), at(box.top - top + 0.01),
              at(box.bottom - top)];
          });
        }""",
        size,
    )
    assert len(labels) == 2 * size
    for text, left, right, top, bottom in labels:
        column, row = (int("abcdefghij".index(text)), 0) if text.isalpha() else (0, int(text) - 1)
        assert (left, right, top, bottom) == (column, column, row, row), text
    assert other.faults == []


LOOK = """element => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return [outlineStyle, outlineWidth, outlineColor].join(" ");
}"""


def test_high_contrast_tells_what_is_chosen(tab):
    """Once, the selected tab, the engine's switch, the current move and the side to move looked like all others."""
    other = tab.more(forced_colors="active").go()
    other.begin("human", "human", moves=["f5", "d6", "c3"])
    turns = [other.page.locator(".score").nth(i).evaluate(LOOK) for i in (0, 1)]
    assert turns[0] != turns[1]
    assert "solid" in turns[1]
    other.page.get_by_role("tab", name="Analyse").click()
    other.page.wait_for_selector("#panel-analyse .move >> nth=2")
    pairs = [
        ('[role="tab"][aria-selected="true"]', '[role="tab"][aria-selected="false"]'),
        ('#panel-analyse .move[aria-current="true"]', "#panel-analyse .move:not([aria-current])"),
    ]
    for chosen, usual in pairs:
        assert "solid" in other.page.locator(chosen).first.evaluate(LOOK)
        assert "solid" not in other.page.locator(usual).first.evaluate(LOOK)
    switch = other.page.locator(".toggle")
    off = switch.evaluate(LOOK)
    switch.click()
    other.page.locator("#status").click()
    assert switch.evaluate(LOOK) != off
    black, white = (
        other.page.locator(f".pieces .piece.seat-{i}").first.evaluate("piece => getComputedStyle(piece).fill")
        for i in (0, 1)
    )
    assert black != white


# At once: a clock draws them anew every second.
WIDTHS = """() => [...document.querySelectorAll('#scores :is(.side, .player)')]
    .map(each => each.getBoundingClientRect().width)"""


def test_names_are_read_in_full_beside_clocks_and_of_three(tab):
    cut = (
        "() => [...document.querySelectorAll('#scores .who *')].filter(each => each.scrollWidth > each.clientWidth + 1)"
    )
    for kind, seats in (("othello", ["human", "engine:level=12"]), ("tribolo", ["human", "tribolo", "tribolo"])):
        tab.begin(*seats, kind=kind, clock="300" if kind == "othello" else "")
        widths = tab.page.evaluate(WIDTHS)
        assert len(widths) == 2 * len(seats)
        assert min(widths) > 20
        assert tab.page.evaluate(f"({cut})().length") == 0


@pytest.mark.parametrize("width", [320, 360, 390])
@pytest.mark.parametrize("language", list(catalogues()))
def test_names_of_places_at_the_foot_are_each_in_one_line(open_tab, foot_server, language, width):
    page = open_tab(foot_server, viewport={"width": width, "height": 740}, locale=language).go("#/")
    check_foot(page)


def test_names_of_places_at_the_foot_are_each_in_one_line_from_right_to_left(open_tab, tmp_path):
    with served_in("he", hebrew, tmp_path, "--club") as server:
        check_foot(open_tab(server, viewport={"width": 360, "height": 740}, locale="he").go("#/"))


@pytest.fixture(scope="module")
def foot_server(tmp_path_factory):
    """A server with a club, whose lobby is one more place."""
    server = Served(tmp_path_factory.mktemp("foot"), "--club").start()
    yield server
    server.stop()


PLACES_IN_SIGHT = """() => {
    const box = (each) => each.getBoundingClientRect();
    const links = [...document.querySelectorAll('.places a')].map(box).filter(({ width }) => width);
    const actions = [...document.querySelectorAll('.top-actions button')].map(box).filter(({ width }) => width);
    const starts = Math.min(...actions.map(({ left }) => left));
    const ends = Math.max(...links.map(({ right }) => right));
    const isAtTop = Math.max(...links.map(({ bottom }) => bottom)) <= box(document.querySelector('.top')).bottom;
    const isAtFoot = Math.min(...links.map(({ top }) => top)) > innerHeight - 60;
    return { count: links.length, narrowest: Math.min(...links.map(({ width }) => width)),
      isOnce: isAtTop !== isAtFoot, isApart: isAtFoot || ends <= starts,
      isInside: document.documentElement.scrollWidth <= innerWidth && [...links, ...actions].every(
        ({ left, right, bottom }) => left >= 0 && right <= innerWidth && bottom <= innerHeight) };
}"""


@pytest.mark.parametrize("club", [True, False])
@pytest.mark.parametrize("language", list(catalogues()))
def test_places_are_in_sight_once_at_every_width(open_tab, foot_server, shared_server, language, club):
    """Once, no window between 561 and 739 pixels had any, nor a phone on its side."""
    page = open_tab(foot_server if club else shared_server, locale=language)
    for place in ("#/games", "#/analyse"):
        page.go(place)
        for width in range(320 if place == "#/games" else 561, 1001, 20):
            for height in (320, 900):
                if width < 480 and height == 320:
                    continue  # no phone on its side is as narrow
                page.page.set_viewport_size({"width": width, "height": height})
                seen = page.page.evaluate(PLACES_IN_SIGHT)
                count, narrowest = seen.pop("count"), seen.pop("narrowest")
                assert all(seen.values()), (place, width, height, seen)
                assert count >= (6 if club else 5), (place, width, height)
                assert narrowest >= 30, (place, width, height)
    assert page.faults == []


def check_foot(page):
    """Each name of a place is in one line, within the window and apart from the others."""
    width, names = page.page.viewport_size["width"], []
    links = page.page.locator(".places a:visible")
    assert links.count() == 6
    for at in range(6):
        lines, left, right, height = links.nth(at).evaluate(
            """each => {
                const range = document.createRange();
                range.selectNodeContents(each.lastChild);
                const {left, right} = range.getBoundingClientRect();
                const lines = new Set([...range.getClientRects()].map(line => line.top));
                return [lines.size, left, right, each.offsetHeight];
            }"""
        )
        assert lines == 1
        assert 0 <= left < right <= width
        assert height >= 44
        names.append((left, right))
    names.sort()  # from left to right
    assert all(after[0] - before[1] >= 3 for before, after in pairwise(names)), names
    edges = links.evaluate_all("all => all.map(each => [each.scrollWidth, each.clientWidth])")
    assert all(inner <= outer for inner, outer in edges), edges


IN_SIGHT = """selectors => selectors.every(selector => {
    const { left, right, top, bottom } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
    return left >= 0 && right <= innerWidth + 0.5 && top >= 0 && bottom <= innerHeight + 0.5 && top < bottom;
})"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (844, 390), (1280, 800)])
def test_analysis_shows_board_value_steps_and_best_line_at_once(tab, width, height):
    touch = {"has_touch": True, "is_mobile": True} if min(width, height) < 500 else {}
    other = tab.more(viewport={"width": width, "height": height}, **touch).go("#/analyse?moves=f5d6c3d3c4f4f6f3e6e7")
    other.page.wait_for_selector("#panel-analyse .line")
    seen = ["#board svg", "#evalbar", ".walk", "#scores", "#panel-analyse .line"]
    if width == 1280:
        seen += ["#status", '#panel-analyse .move[aria-current="true"]']
    other.wait(IN_SIGHT, seen)
    assert other.page.locator(".engine .bar button").all_inner_texts() == ["Engine", "Line"]
    rows = other.page.locator(".engine .bar > *").evaluate_all("all => all.map(each => each.offsetTop)")
    assert max(rows) - min(rows) < 8
    check_width(other)
    assert other.faults == []


@pytest.mark.parametrize("width", [360, 390])
def test_names_share_a_row_above_an_analysis_on_a_phone(tab, width):
    other = tab.more(viewport={"width": width, "height": 844}, has_touch=True, is_mobile=True).go()
    other.begin("human", "coco")
    other.square("d3").click()
    other.until_moves(2)
    other.page.evaluate("outflank.turnTo('analyse')")
    name = other.page.locator("#scores .player").filter(has_text="Coco")
    name.wait_for()
    assert name.evaluate("node => node.getClientRects().length") == 1
    assert name.bounding_box()["height"] < 30
    assert other.faults == []


@pytest.mark.parametrize(("width", "height"), [(360, 740), (390, 844), (844, 390), (1280, 800)])
def test_review_shows_board_steps_graph_and_verdict_at_once(tab, width, height):
    touch = {"has_touch": True, "is_mobile": True} if min(width, height) < 500 else {}
    other = tab.more(viewport={"width": width, "height": height}, **touch).go("#/review?moves=f5d6c3d3c4f4f6f3e6e7")
    other.wait("outflank.modes.review.isWhole && !outflank.modes.review.running", seconds=120)
    other.wait(IN_SIGHT, ["#board svg", ".walk", "#scores", ".insight .graph", ".insight .verdict"])
    check_width(other)
    assert other.faults == []
