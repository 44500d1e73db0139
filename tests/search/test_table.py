import subprocess
import sys
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from outflank.board.atomics import load, store
from outflank.errors import OutflankError
from outflank.rules import Position
from outflank.search.table import (
    ENTRY_BYTES,
    EXACT,
    NO_MOVE,
    Table,
    best_move,
    draft_of,
    hash_of,
    lower_bound,
    packed,
    probe,
    record,
    second_move,
    upper_bound,
)
from tests.search.memory import linux_only
from tests.strategies import boards

WORDS = st.integers(0, 2**64 - 1)
SCORES, MOVES = st.integers(-100, 100), st.integers(0, 127)
DEPTHS, GENERATIONS = st.integers(0, 100 << 8 | EXACT), st.integers(0, 65535)
DATA = st.builds(packed, SCORES, SCORES, MOVES, MOVES, DEPTHS, GENERATIONS)


def test_too_little_memory_is_reported_in_megabytes(monkeypatch):
    def fails(*_arguments):
        raise MemoryError

    monkeypatch.setattr("outflank.search.table.np.zeros", fails)
    with pytest.raises(OutflankError, match="not enough memory for a table of 4 MB"):
        Table(4)


@linux_only
def test_memory_is_taken_up_when_it_fills_or_before():
    """In a process of its own: this one may reuse memory that other tests have freed."""
    script = (
        "from outflank.search.table import Table, probe\n"
        "from tests.search.memory import share_in_memory\n"
        "from tests.search.test_table import address_of\n"
        "table = Table(64)\n"
        "before = share_in_memory(table)\n"
        "table.take_up()\n"
        "print(before < 0.1, share_in_memory(table) == 1)\n"
        "print(any(probe(address_of(table, key), key) for key in range(1000)))\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True", "False"]


def address_of(table, key):
    return table.address + (key & table.mask) * ENTRY_BYTES


def data_of(table, depth, lower=-64):
    """An entry of the table's present generation."""
    return packed(lower, 64, NO_MOVE, NO_MOVE, depth, table.generation)


# --- data ---------------------------------------------------------------------------------------------------------


@given(SCORES, SCORES, MOVES, MOVES, DEPTHS, GENERATIONS)
def test_packed_data_unpack_to_the_same_values(lower, upper, best, second, depth, generation):
    data = packed(lower, upper, best, second, depth, generation)
    assert (lower_bound(data), upper_bound(data)) == (lower, upper)
    assert (best_move(data), second_move(data)) == (best, second)
    assert (draft_of(data), data >> 48) == (depth, generation)


@given(DATA)
def test_data_are_never_taken_for_missing(data):
    assert data != 0


# --- hashes -------------------------------------------------------------------------------------------------------


@given(boards(), boards(), WORDS)
def test_other_positions_have_other_hashes(board, other, salt):
    assume(board != other)
    assert hash_of(*board, salt) != hash_of(*other, salt)


@given(boards(), WORDS)
def test_a_hash_tells_the_sides_and_every_square_apart(board, salt):
    player, opponent = board
    hashes = {hash_of(player, opponent, salt), hash_of(opponent, player, salt)}
    hashes |= {hash_of(player ^ 1 << square, opponent, salt) for square in range(64)}
    hashes |= {hash_of(player, opponent ^ 1 << square, salt) for square in range(64)}
    assert len(hashes) == (129 if player == opponent else 130)


def test_positions_that_differ_in_two_halves_of_rows_have_different_hashes():
    halves = [range(first, first + 4) for first in range(0, 64, 4)]
    for number, (one, other) in enumerate(combinations(halves, 2)):
        squares = [*one, *other]
        rest = Random(number)
        discs = [rest.choice("pqe") if square not in squares else "e" for square in range(64)]
        background = [sum(1 << square for square in range(64) if discs[square] == side) for side in "pq"]
        boards = {(background[0], background[1])}
        for square in squares:
            boards |= {(p | 1 << square, q) for p, q in boards} | {(p, q | 1 << square) for p, q in boards}
        assert len({hash_of(*board, 0) for board in boards}) == len(boards) == 3**8


def test_hashes_spread_over_a_small_table():
    boards = {(position.player, position.opponent) for position in within(Position.start(), 6)}
    slots = {hash_of(*board, 0) & 2**16 - 1 for board in boards}
    chance = 2**16 * (1 - (1 - 2**-16) ** len(boards))
    assert abs(len(slots) - chance) < 0.03 * chance


def within(position, depth):
    """All positions after a number of plies."""
    yield position
    if depth:
        for move in position.legal_moves:
            yield from within(position.play(move), depth - 1)


@given(boards(), WORDS)
def test_another_salt_gives_another_hash(board, salt):
    assert hash_of(*board, salt) != hash_of(*board, salt ^ 1)


# --- entries ------------------------------------------------------------------------------------------------------


@given(WORDS.filter(bool), DATA)
def test_a_recorded_position_is_found(key, data):
    table = Table(1)
    assert probe(address_of(table, key), key) == 0
    record(address_of(table, key), key, data)
    assert probe(address_of(table, key), key) == data


@given(WORDS.filter(bool), DATA, st.integers(0, 1), WORDS.filter(bool))
def test_a_torn_entry_is_not_believed(key, data, word, change):
    table = Table(1)
    address = address_of(table, key)
    record(address, key, data)
    store(address + 8 * word, load(address + 8 * word) ^ change)
    assert probe(address, key) == 0


def test_the_entry_of_another_position_is_not_believed():
    table = Table(1)
    record(address_of(table, 5), 5, data_of(table, 10))
    assert probe(address_of(table, 5), 5 + table.mask + 1) == 0


def neighbours(table, n):
    """Keys that share both places."""
    return [5 + i * (table.mask + 1) for i in range(n)]


def found(table, keys):
    """The keys that are in the table."""
    return [probe(address_of(table, key), key) != 0 for key in keys]


@pytest.mark.parametrize("first_place", [4, 5])
def test_a_deeper_entry_survives_and_the_newcomer_goes_to_the_second_place(first_place):
    table = Table(1)
    deep, shallow, other = (first_place + i * (table.mask + 1) for i in range(3))
    address = address_of(table, deep)
    record(address, deep, data_of(table, 20))
    record(address, shallow, data_of(table, 10))
    assert load(address) ^ load(address + 8) == deep
    assert load(address ^ 16) ^ load((address ^ 16) + 8) == shallow
    record(address, other, data_of(table, 5))
    assert found(table, [deep, shallow, other]) == [True, False, True]


@pytest.mark.parametrize("depth", [10, 11])
def test_an_entry_that_is_no_deeper_gives_way(depth):
    table = Table(1)
    old, new = neighbours(table, 2)
    record(address_of(table, old), old, data_of(table, 10))
    record(address_of(table, new), new, data_of(table, depth))
    assert found(table, [old, new]) == [False, True]


def test_a_deeper_entry_of_an_earlier_generation_gives_way_but_is_believed_until_then():
    table = Table(1)
    old, new = neighbours(table, 2)
    record(address_of(table, old), old, data_of(table, 20))
    table.age()
    assert found(table, [old]) == [True]
    record(address_of(table, new), new, data_of(table, 10))
    assert found(table, [old, new]) == [False, True]


@pytest.mark.parametrize(("first", "second", "kept"), [(10, 20, 2), (20, 20, 2), (20, 10, 1)])
def test_a_position_keeps_the_result_of_its_deepest_search(first, second, kept):
    table = Table(1)
    record(address_of(table, 5), 5, data_of(table, first, lower=1))
    record(address_of(table, 5), 5, data_of(table, second, lower=2))
    assert lower_bound(probe(address_of(table, 5), 5)) == kept


def test_what_an_earlier_generation_knew_of_a_position_is_replaced_by_a_shallower_search():
    table = Table(1)
    record(address_of(table, 5), 5, data_of(table, 20, lower=1))
    table.age()
    record(address_of(table, 5), 5, data_of(table, 10, lower=2))
    assert lower_bound(probe(address_of(table, 5), 5)) == 2


# --- the table ----------------------------------------------------------------------------------------------------


@given(boards())
def test_clear_forgets_everything(board):
    table = Table(1)
    key = hash_of(*board, table.salt)
    record(address_of(table, key), key, data_of(table, 10))
    table.clear()
    key = hash_of(*board, table.salt)
    assert probe(address_of(table, key), key) == 0


def test_clear_may_keep_to_a_part_of_the_table_until_the_next_time():
    table = Table(1)
    n_bytes, n_entries = table.n_bytes, table.mask + 1
    table.clear(n_entries=16)
    assert (table.mask, table.n_bytes) == (15, n_bytes)
    table.clear(n_entries=2**40)
    assert table.mask == n_entries - 1
    table.clear(n_entries=16)
    table.clear()
    assert table.mask == n_entries - 1


def test_clear_leaves_every_position_at_its_place():
    table, places = Table(1), set()
    for _ in range(3):
        table.clear()
        places.add(address_of(table, hash_of(1, 2, table.salt)))
    assert len(places) == 1


def test_generations_start_again_at_zero():
    table = Table(1)
    table.generation = 2**16 - 1
    table.age()
    assert table.generation == 0
    table.generation = 2**16 - 1
    table.clear()
    assert table.generation == 0


@pytest.mark.parametrize("megabytes", [1, 2, 3, 100])
def test_the_size_is_the_requested_one_or_the_power_of_two_below(megabytes):
    table = Table(megabytes)
    assert megabytes * 2**20 / 2 < table.n_bytes <= megabytes * 2**20
    assert table.n_bytes == (table.mask + 1) * ENTRY_BYTES
    assert table.mask & table.mask + 1 == 0


def test_the_first_and_the_last_entry_lie_in_the_memory_of_the_table():
    table = Table(1)
    begin = table._words.ctypes.data
    assert table.address % 64 == 0
    assert begin <= table.address
    assert table.address + table.n_bytes <= begin + table._words.nbytes
