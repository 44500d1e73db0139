"""The picture of the board is that of the position, whatever was interrupted on the way."""

import random

import pytest

pytestmark = pytest.mark.slow

DRAWN = """() => [...document.querySelectorAll('#board .pieces > g > g')].map(group => {
    const pieces = [...group.querySelectorAll('.piece, .wall')].map(piece => piece.getAttribute('class'));
    return pieces.length > 1 ? pieces : pieces[0] ?? '';
})"""
WORDS = {"en": {"X": "black", "O": "white", "-": "empty"}, "ja": {"X": "黒", "O": "白", "-": "空き"}}
LOOKS = {"X": "piece seat-0", "O": "piece seat-1", "-": ""}


def check_picture(tab):
    """The board is drawn as the position says, once everything has come to rest."""
    turning = "document.querySelector('#board').getAnimations({ subtree: true })"
    tab.wait(f"{turning}.every(each => each.playState === 'finished')")
    tab.page.wait_for_timeout(150)
    cells = tab.page.evaluate("outflank.board.view.cells")
    assert tab.page.evaluate(DRAWN) == [LOOKS[cell] for cell in cells]
    words = WORDS[tab.page.evaluate("document.documentElement.lang")]
    labels = tab.page.evaluate("outflank.board.buttons.map(each => each.getAttribute('aria-label').split(/, |、/)[1])")
    assert labels == [words[cell] for cell in cells]


def storm(tab, draw, n_actions):
    """Things done at random, some of them while discs are turning."""

    def play():
        legal = tab.page.evaluate("Object.keys(outflank.board.view.legal)")
        if legal and legal != ["pass"]:
            tab.square(draw.choice(legal)).dispatch_event("click")

    def press(key):
        return lambda: tab.page.keyboard.press(key)

    def switch(name):
        return lambda: tab.page.evaluate("name => outflank.turnTo(name)", name)

    actions = [
        *3 * [play],
        press("Backspace"),
        press("ArrowLeft"),
        press("ArrowRight"),
        press("Home"),
        press("End"),
        switch("analyse"),
        *2 * [switch("play")],
        lambda: tab.page.evaluate("outflank.modes.play.change('restart')"),
        lambda: tab.page.evaluate("outflank.modes.play.go(null)"),
    ]
    for _ in range(n_actions):
        draw.choice(actions)()
        tab.page.wait_for_timeout(draw.choice([0, 0, 20, 80, 200]))


@pytest.mark.parametrize("seats", [("human", "level1"), ("level1", "human"), ("human", "human")], ids=str)
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_picture_is_that_of_the_position_after_a_storm_of_actions(tab, seats, motion):
    other = tab.more(reduced_motion=motion).go()
    for seed in range(2):
        other.begin(*seats)
        storm(other, random.Random(seed), 40)
        check_picture(other)
    assert other.faults == []


@pytest.mark.parametrize("interruption", ["Backspace", "ArrowLeft", "restart"])
def test_move_that_is_taken_back_while_discs_turn_leaves_no_false_disc(tab, interruption):
    tab.begin("human", "human")
    tab.square("f5").click()
    tab.until_moves(1)
    tab.page.wait_for_timeout(40)
    if interruption == "restart":
        tab.page.evaluate("outflank.modes.play.change('restart')")
    else:
        tab.page.keyboard.press(interruption)
    tab.page.wait_for_timeout(700)
    check_picture(tab)
