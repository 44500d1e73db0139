from hypothesis import given
from hypothesis import strategies as st

from outflank.book.nodes import HIGHEST, LOWEST, PLY, Counts, Key, Leaf, Verdict, final, is_pass, judge
from outflank.rules import Game, Position
from tests.formats.games import PASSING, positions

VALUES = st.integers(-64, 64)


@st.composite
def verdicts(draw):
    value = draw(VALUES)
    if draw(st.booleans()):
        return Verdict(value, value, value)
    cost = draw(st.none() | st.integers(1, 40).map(lambda n: n * PLY))
    return Verdict(value, draw(st.integers(-64, value)), draw(st.integers(value, 64)), cost)


@given(positions(sizes=[8]), st.integers(0, 7))
def test_symmetric_positions_have_one_key_and_one_hash(position, symmetry):
    key, turned = Key.of(position), Key.of(position.transformed(symmetry))
    assert key == turned
    assert key.hash == turned.hash < 1 << 64
    assert key.folded_hash == turned.folded_hash < 1 << 64
    assert key.n_empties == position.n_empties
    assert {child for _, child in key.children()} == {Key.of(position.play(move)) for move in position.legal_moves}


def test_hashes_are_those_of_every_version():
    start = Key.of(Position.start())
    assert (start.hash, start.folded_hash) == (14720192506471221559, 12571075697509760365)


def test_a_position_of_a_pass_is_known_as_one():
    found = next(position for position in Game(moves=PASSING).positions if position.must_pass)
    assert is_pass(Key.of(found))
    assert not is_pass(Key.of(Position.start()))


@given(st.lists(verdicts(), min_size=1), st.booleans())
def test_a_verdict_lies_within_its_bounds(links, has_more):
    found = judge(Leaf(None), links, has_more_moves=has_more)
    assert found.lower <= found.value <= found.upper
    assert found.value == max(-link.value for link in links)
    assert found.upper == (HIGHEST if has_more and found.lower < HIGHEST else max(-link.lower for link in links))


@given(st.lists(verdicts()), VALUES)
def test_a_leaf_counts_as_a_link_does_and_is_exact_if_it_is(links, value):
    loose = judge(Leaf("f5", value, 9, 73), links, has_more_moves=True)
    exact = judge(Leaf("f5", value, 60, 100, True), links, has_more_moves=True)
    as_link = judge(Leaf(None), [*links, Verdict(-value, -value, -value)], has_more_moves=False)
    assert loose.value == exact.value == as_link.value
    assert exact == as_link
    assert loose.upper == HIGHEST
    assert loose.lower == max([LOWEST, *(-link.upper for link in links)])


def test_the_cost_is_that_of_the_cheapest_way_out():
    near, far = Verdict(-4, cost=PLY), Verdict(-1, cost=PLY)
    assert judge(Leaf("f5", 2, 9, 73), [near, far], has_more_moves=True) == Verdict(4, cost=2 * PLY)
    assert judge(Leaf("f5", 3, 9, 73), [Verdict(-4, cost=5.0)], has_more_moves=True).cost == 1 + PLY
    assert judge(Leaf("f5", 4, 9, 73), [near], has_more_moves=True).cost == PLY
    assert judge(Leaf("f5", 4, 60, 100, True), [Verdict(3, 3, 3)], has_more_moves=True).cost is None


def test_a_game_that_is_over_is_known():
    over = Game(moves="e6f4e3f6g5d6e7f5c5").position
    assert over.is_over
    assert final(Key.of(over)) == Verdict(-64, -64, -64)


def test_counts_add_up_and_swap():
    counts = Counts(1, 2, 3, 4) + Counts(10, 20, 30, 40)
    assert counts.n_games == 110
    assert counts.swapped == Counts(33, 22, 11, 44)
    assert counts.swapped.swapped == counts
