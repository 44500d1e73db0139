from hypothesis import given
from hypothesis import strategies as st

from outflank.board.moves import legal_moves
from outflank.board.squares import SQUARES, full
from outflank.evaluation.weights import Weights
from outflank.rules import Position
from outflank.search.ordering import CORNER, EVEN_REGION, LEAST_KEY, insert, least_above, sort_key
from outflank.search.state import MAX_MOVES, SearchState
from outflank.search.table import Table

STATE = SearchState(Table(1), Weights.zero()).record
KEYS = st.lists(st.integers(-100_000, 100_000), max_size=MAX_MOVES)


@given(KEYS)
def test_moves_are_inserted_in_the_order_of_their_keys_and_equals_stay_as_they_were(keys):
    for i, key in enumerate(keys):
        insert(key, i + 1, i, MAX_MOVES, MAX_MOVES + i, STATE)
    places = range(MAX_MOVES, MAX_MOVES + len(keys))
    found = [(int(STATE.keys[i]), int(STATE.flips[i]), int(STATE.squares[i])) for i in places]
    assert found == [(key, i + 1, i) for i, key in sorted(enumerate(keys), key=lambda each: each[1])]


@given(KEYS.map(lambda keys: list(dict.fromkeys(keys))))
def test_the_least_above_one_key_after_the_other_is_their_order(keys):
    for i, key in enumerate(keys):
        STATE.keys[i] = key
    found, last = [], LEAST_KEY
    for _ in keys:
        last = int(least_above(last, 0, len(keys), STATE))
        found.append(last)
    assert found == sorted(keys)


def test_fewer_replies_come_first():
    move = 1 << SQUARES[8]["d6"]
    keys = [
        sort_key(sum(1 << SQUARES[8][name] for name in names), move, full(8)) for names in ([], ["c3"], ["c3", "c4"])
    ]
    assert keys == sorted(set(keys))


def test_a_corner_and_an_odd_region_come_sooner():
    replies = Position.start().legal_mask
    corner, inside = (1 << SQUARES[8][name] for name in ("a1", "c3"))
    odd, even = full(8), 0
    assert sort_key(replies, corner, odd) == sort_key(replies, inside, odd) + CORNER
    assert sort_key(replies, inside, even) == sort_key(replies, inside, odd) + EVEN_REGION


def test_there_is_place_for_the_most_moves_that_any_discs_are_known_to_have():
    board = 4620732825940533312, 1177209854075362816
    assert legal_moves(*board).bit_count() == 35 <= MAX_MOVES
