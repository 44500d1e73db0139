import numpy as np
import pytest

from outflank.errors import WeightsError
from outflank.variants.patterns import N_WEIGHTS, PHASES, classes
from outflank.variants.weights import parse, save, shipped, table_of
from tests.variants.learned import random_weights


def test_a_file_preserves_the_weights(tmp_path):
    save(random_weights(), tmp_path / "some.weights")
    assert np.array_equal(parse((tmp_path / "some.weights").read_bytes(), ""), random_weights())


def test_the_table_repeats_a_value_for_each_index_of_its_class():
    table = table_of(random_weights())
    assert np.array_equal(table[:, :N_WEIGHTS], random_weights()[:, classes()[0]])


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (lambda content: content[:-1], "damaged"),
        (lambda content: content[:40] + b"x" + content[41:], "damaged"),
        (lambda content: content[:16], "damaged"),
        (lambda content: b"x" + content, "patterns of this version"),
        (lambda _content: b"", "patterns of this version"),
    ],
)
def test_a_damaged_file_is_refused_by_name(tmp_path, damage, expected):
    save(random_weights(), tmp_path / "some.weights")
    with pytest.raises(WeightsError, match=rf"{expected}.*\(some\)") as caught:
        parse(damage((tmp_path / "some.weights").read_bytes()), "some")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("game", ["othello", "anti-othello"])
def test_shipped_weights_know_every_phase(game):
    table = shipped(game)
    assert len(table) == PHASES
    assert all(row.any() for row in table)
