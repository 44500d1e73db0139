"""How a person is played in a browser."""

import random

STATE = "outflank.modes.play.state"
"""Script for the game that is played."""

EXAMINED = "outflank.examined.study.mainLine.slice(1).map(node => node.move)"
"""Script for the moves of the game that is examined."""

CURRENT = "outflank.examined.study.current"
"""Script for the node of that game that one is at."""

WIPE_OUT = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"]  # the last move takes White's last disc


def play_on(tab, choose):
    """Let a person play to the end; `choose` makes a move on one of the legal squares."""
    while not tab.page.evaluate("Boolean(outflank.modes.play.state.result)"):
        ply = len(tab.moves)
        legal = tab.page.evaluate("Object.keys(outflank.modes.play.state.view.legal)")
        choose(legal)
        tab.wait(
            f"(state => state.result || (state.moves.length > {ply} && state.seats[state.view.turn] === 'human'))"
            "(outflank.modes.play.state)"
        )


def clicking_at_random(tab, seed):
    """A player for `play_on` that clicks on any legal square, or passes if it must."""
    draw = random.Random(seed)

    def click(legal):
        if legal == ["pass"]:
            tab.button("Pass").click()
        else:
            tab.square(draw.choice(legal)).click()

    return click


def resign(tab):
    """Resign in a game with others, which asks first."""
    tab.button("Resign").click()
    assert not tab.page.evaluate("outflank.modes.play.state.result")
    tab.button("Yes, resign").click()
