import lzma
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.errors import WeightsError
from outflank.evaluation.evaluate import STRIDE
from outflank.evaluation.patterns import N_WEIGHTS, PHASES, classes
from outflank.evaluation.weights import UNFITTED_PROBCUT, Weights, shipped
from outflank.search.solver import Solver


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """A file of weights that are zero but for a few."""
    values = np.zeros((PHASES, classes()[1]), np.int16)
    values[3, 5], values[29, -1], values[0, 0] = -32767, 32767, 1
    path = tmp_path_factory.mktemp("weights") / "weights"
    Weights.of_classes(values, (1.5, 2.0, 3.0, 4.0, 5.0, 6.25), {"games": 7, "command": "outflank train"}).save(path)
    return path.read_bytes()


def parts(content):
    """The first line, the header, the rest."""
    first, _, rest = content.partition(b"\n")
    return (first, *rest.split(b"\n", 1))


def test_what_was_saved_is_loaded(tmp_path, content):
    (tmp_path / "weights").write_bytes(content)
    weights = Weights.load(tmp_path / "weights")
    assert weights.by_class()[3, 5] == -32767
    assert weights.probcut == (1.5, 2, 3, 4, 5, 6.25)
    assert weights.training == {"games": 7, "command": "outflank train"}
    weights.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == content
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again", "weights"]


def test_weights_lie_as_kernels_expect_them(content):
    weights = Weights.parse(content, "test")
    assert weights.table.shape == (PHASES, STRIDE)
    assert weights.table.dtype == np.int16
    assert weights.address % 64 == 0
    assert weights.table.strides[0] % 64 == 0
    assert np.array_equal(weights.table[:, :N_WEIGHTS], weights.by_class()[:, classes()[0]])


def test_the_shipped_weights_are_whole():
    weights = shipped()
    assert np.count_nonzero(weights.table) > 100_000
    assert shipped() is weights


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(WeightsError, match=r"No such file.*nothing\.weights"):
        Weights.load(tmp_path / "nothing.weights")
    with pytest.raises(WeightsError, match="directory"):
        Weights.load(tmp_path)


@settings(max_examples=40)
@given(st.data())
def test_a_file_cut_anywhere_is_an_error(content, data):
    length = data.draw(st.integers(0, len(content) - 1))
    with pytest.raises(WeightsError, match=r"\(a file\)"):
        Weights.parse(content[:length], "a file")


@settings(max_examples=40)
@given(st.data())
def test_a_file_with_a_changed_byte_is_an_error_or_says_the_same(content, data):
    place = data.draw(st.integers(0, len(content) - 1))
    changed = bytearray(content)
    changed[place] ^= data.draw(st.integers(1, 255))
    with suppress(WeightsError):  # none for the parameters, the words for people, and what LZMA does not look at
        assert np.array_equal(Weights.parse(bytes(changed), "a file").table, Weights.parse(content, "test").table)


def test_other_files_are_told_from_weights():
    for other in (b"", b"\n\n", b"outflank", b"PK\x03\x04", "outflank weights １\n".encode()):
        with pytest.raises(WeightsError, match="expected"):
            Weights.parse(other, "a file")


def test_another_version_is_named(content):
    with pytest.raises(WeightsError, match="expected weights of version 1, got version 2"):
        Weights.parse(content.replace(b"weights 1", b"weights 2", 1), "a file")


@pytest.mark.parametrize("header", [b"", b"{}", b"[]", b"null", b'"text"', b'{"sha256": 1, "probcut": 2}', b"{"])
def test_a_damaged_header_is_an_error(content, header):
    first, _, body = parts(content)
    with pytest.raises(WeightsError, match="damaged"):
        Weights.parse(b"\n".join([first, header, body]), "a file")


@pytest.mark.parametrize("probcut", [b"[]", b"[1, 2]", b'"text"', b"[1, 2, 3, 4, 5, NaN]", b"[1, 2, 3, 4, 5, 1e999]"])
def test_impossible_parameters_are_an_error(content, probcut):
    with pytest.raises(WeightsError, match="damaged"):
        Weights.parse(content.replace(b"[1.5, 2.0, 3.0, 4.0, 5.0, 6.25]", probcut), "a file")


def test_bytes_after_the_end_are_an_error(content):
    with pytest.raises(WeightsError, match="damaged"):
        Weights.parse(content + b"more", "a file")


def test_other_weights_under_the_same_header_are_an_error(content):
    first, header, body = parts(content)
    raw = bytearray(lzma.decompress(body))
    raw[1000] ^= 1
    with pytest.raises(WeightsError, match="checksum"):
        Weights.parse(b"\n".join([first, header, lzma.compress(raw)]), "a file")


def test_weights_for_other_patterns_are_an_error(content):
    first, header, body = parts(content)
    place = header.index(b'"patterns": "') + 13
    with pytest.raises(WeightsError, match="other patterns"):
        Weights.parse(b"\n".join([first, header[:place] + b"0000" + header[place + 4 :], body]), "a file")


def test_weights_that_know_nothing_say_so():
    assert not Weights.zero().table.any()
    assert Weights.zero().probcut == UNFITTED_PROBCUT
    assert Solver(1, weights=Weights.zero()).root is not None


def test_damaged_shipped_weights_are_no_silent_fallback(monkeypatch, tmp_path):
    (tmp_path / "shipped.weights").write_bytes(b"rubbish")
    monkeypatch.setattr("outflank.evaluation.weights.files", lambda _package: tmp_path)
    shipped.cache_clear()
    try:
        with pytest.raises(WeightsError, match=r"shipped\.weights"):
            Solver(1)
    finally:
        shipped.cache_clear()
