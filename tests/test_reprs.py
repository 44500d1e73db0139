"""What a value shows can be typed in again: `eval(repr(x)) == x` for every public class of values."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outflank
from outflank import BLACK, WHITE, AntiPosition, Colour, Game, Limit, Mark, MoveValue, Outcome, Position, Score
from outflank.analysis.judged import JudgedMove
from outflank.analysis.review import Review, Summary
from outflank.play import Forfeit, Result, Seat, TimeControl, TimeLeft
from outflank.play.analysis import Analysis
from outflank.play.clock import Ceiling
from tests.strategies import games, positions

FLOATS = st.floats(-64, 64)
MOVES = st.sampled_from(["f5", "a1", "pass"])
COLOURS = st.sampled_from([None, BLACK, WHITE])

limits = st.builds(
    Limit,
    depth=st.none() | st.integers(1, 60),
    seconds=st.none() | st.floats(0.01, 1e6),
    nodes=st.none() | st.integers(1, 10**12),
    exact=st.booleans(),
    wld=st.booleans(),
    best=st.booleans(),
    confidence=st.none() | st.integers(1, 100),
)
values = st.builds(
    MoveValue,
    move=MOVES,
    value=st.none() | FLOATS,
    bound=st.sampled_from(["exact", "lower", "upper"]),
    depth=st.integers(0, 60),
    kind=st.sampled_from(["heuristic", "exact", "wld", "book"]),
    pv=st.lists(MOVES, max_size=3).map(tuple),
    spread=st.none() | FLOATS,
)
judged = st.builds(JudgedMove, st.integers(0, 60), st.sampled_from([BLACK, WHITE]), st.integers(0, 60), values, values)
counts = st.builds(dict, mistake=st.integers(0, 9))
summaries = st.builds(Summary, st.sampled_from([BLACK, WHITE]), st.integers(0, 60), FLOATS, counts, st.just((1, 2)))
forfeits = st.builds(
    outflank.GameForfeit, st.integers(1, 99), st.text(), st.booleans(), st.just("crash"), st.text(), st.just("f5d6")
)

KINDS = {
    "Position": positions(),
    "AntiPosition": positions().map(lambda each: AntiPosition(each.black, each.white, each.turn, each.size)),
    "Game": games(),
    "Game of anti-Othello": games().map(
        lambda game: Game(AntiPosition(game.start.black, game.start.white, BLACK, game.start.size), game.moves)
    ),
    "Game resigned": st.builds(lambda game, side: Game(game.start, game.moves, resigned=side), games(), COLOURS),
    "Colour": st.sampled_from(Colour),
    "Outcome": st.builds(Outcome, st.integers(0, 64), st.integers(0, 64), st.integers(0, 60), COLOURS, st.booleans()),
    "Limit": limits,
    "MoveValue": values,
    "Analysis": st.builds(Analysis, MOVES, st.lists(values, max_size=3).map(tuple), st.integers(0, 9), FLOATS, FLOATS),
    "Mark": st.builds(Mark, st.just("arrow"), MOVES, MOVES),
    "TimeControl": st.builds(TimeControl, st.floats(1, 900), st.floats(0, 9), st.booleans()),
    "Ceiling": st.builds(Ceiling, st.floats(1, 900)),
    "TimeLeft": st.builds(TimeLeft, st.floats(1, 900)),
    "Score": st.builds(
        Score,
        st.integers(0, 9),
        st.integers(0, 9),
        st.integers(0, 9),
        st.lists(FLOATS, max_size=3).map(tuple),
        st.lists(st.integers(-64, 64), max_size=3).map(tuple),
        st.lists(forfeits, max_size=2).map(tuple),
    ),
    "Review": st.builds(Review, st.lists(judged, max_size=2).map(tuple), st.tuples(summaries, summaries)),
    "Forfeit": st.builds(Forfeit, st.integers(0, 1), st.sampled_from(["crash", "time"]), st.text()),
    "Result": st.builds(Result, st.text(), st.just((0,)), st.just((4.0, -4.0))),
    "Seat": st.builds(Seat, st.text(), st.text()),
}
SAID_BY_OTHERS = {"JudgedMove", "Summary"}
"""Classes that stand only inside others."""
NAMES = {name: getattr(outflank, name) for name in outflank.__all__} | {
    each.__name__: each for each in (Ceiling, Forfeit, JudgedMove, Result, Seat, Summary)
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_value_can_be_read_back_from_what_it_shows(kind):
    @given(KINDS[kind])
    def check(value):
        assert eval(repr(value), dict(NAMES)) == value

    check()


def test_every_public_class_of_values_is_tried():
    public = {name for name in outflank.__all__ if dataclasses.is_dataclass(getattr(outflank, name))}
    assert public - {"DiscPosition", "Record", "GameForfeit"} <= set(KINDS)  # abstract; holds a tree; within a Score


@pytest.mark.parametrize(
    ("game", "shown"),
    [
        (Game(), "Game()"),
        (Game("f5d6"), "Game(moves='f5d6')"),
        (Game("f5", resigned=WHITE), "Game(moves='f5', resigned=WHITE)"),
        (Game(Position.start(4), "b1"), "Game(Position.parse('-----OX--XO----- X'), 'b1')"),
    ],
)
def test_a_game_shows_itself_as_short_as_it_can(game, shown):
    assert repr(game) == shown
