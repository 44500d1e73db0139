import hashlib
import os
import time
import tracemalloc
import zlib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.errors import WeightsError
from outflank.evaluation.evaluate import STRIDE, aligned, evaluate, features_of
from outflank.evaluation.network import Network, network_digest
from outflank.evaluation.patterns import N_LANES, N_WEIGHTS, PHASES, classes
from outflank.evaluation.weights import UNFITTED_PROBCUT, Weights, shipped
from outflank.search.root import Root
from tests.evaluation.networks import random_network


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """A file of weights that are zero but for a few."""
    values = np.zeros((PHASES, classes()[1]), np.int16)
    values[3, 5], values[29, -1], values[0, 0] = -32767, 32767, 1
    path = tmp_path_factory.mktemp("weights") / "weights"
    Weights.of_classes(values, (1.5, 2.0, 3.0, 4.0, 5.0, 6.25), {"games": 7, "command": "outflank train"}).save(path)
    return path.read_bytes()


@pytest.fixture(scope="module")
def with_network(content, tmp_path_factory):
    """A file of the same weights with a network."""
    path = tmp_path_factory.mktemp("weights") / "weights"
    replace(Weights.parse(content, "test"), network=random_network(1)).save(path)
    return path.read_bytes()


def parts(content):
    """The header and the compressed weights."""
    return content.split(b"\n", 3)[2:]


def signed(header, body):
    """A file with such parts, and the checksum that they ask for."""
    rest = header + b"\n" + body
    return b"outflank weights 3\n" + hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest


def test_what_was_saved_is_loaded(tmp_path, content):
    (tmp_path / "weights").write_bytes(content)
    weights = Weights.load(tmp_path / "weights")
    assert weights.by_class()[3, 5] == -32767
    assert weights.probcut == (1.5, 2, 3, 4, 5, 6.25)
    assert weights.training == {"games": 7, "command": "outflank train"}
    weights.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == content
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again", "weights"]


def test_any_weights_are_loaded_as_they_were(tmp_path):
    values = np.random.default_rng(1).integers(-(2**15), 2**15, (PHASES, classes()[1]), np.int16)
    values[:4, 0] = -(2**15), 2**15 - 1, -(2**15), 0
    Weights.of_classes(values, UNFITTED_PROBCUT, {}).save(tmp_path / "weights")
    assert np.array_equal(Weights.load(tmp_path / "weights").by_class(), values)


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
    with pytest.raises(WeightsError, match="not a file"):
        Weights.load(tmp_path)
    with pytest.raises(WeightsError, match="null"):
        Weights.load("a\0b")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes that have a name")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(WeightsError, match="not a file"):
        Weights.load(tmp_path / "pipe")


@given(st.data())
def test_a_file_cut_anywhere_is_an_error(content, data):
    length = data.draw(st.integers(0, len(content) - 1))
    with pytest.raises(WeightsError, match=r"\(a file\)"):
        Weights.parse(content[:length], "a file")


@given(st.data())
def test_a_file_with_a_changed_byte_is_an_error(content, data):
    place = data.draw(st.integers(0, len(content) - 1))
    changed = bytearray(content)
    changed[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises(WeightsError, match=r"\(a file\)"):
        Weights.parse(bytes(changed), "a file")


def test_files_of_other_kinds_are_refused_as_weights():
    for other in (b"", b"\n\n", b"outflank", b"PK\x03\x04", "outflank weights １\n".encode()):
        with pytest.raises(WeightsError, match="expected"):
            Weights.parse(other, "a file")


@pytest.mark.parametrize("version", ["1", "2", "4"])
def test_another_version_is_named_in_one_line(content, version):
    with pytest.raises(WeightsError) as error:
        Weights.parse(content.replace(b"weights 3", b"weights " + version.encode(), 1), "a file")
    assert str(error.value) == f"expected weights of version 3, got version {version} (a file)"


def test_a_file_is_put_together_as_the_tests_do(content):
    assert signed(*parts(content)) == content


@pytest.mark.parametrize(
    "header", [b"", b"{}", b"[]", b"null", b'"text"', b'{"probcut": 2}', b"{", b"[" * 100_000, b"\xff"]
)
def test_a_header_that_says_nothing_is_an_error(content, header):
    with pytest.raises(WeightsError, match="damaged"):
        Weights.parse(signed(header, parts(content)[1]), "a file")


@pytest.mark.parametrize(
    "probcut",
    [b"[]", b"[1, 2]", b'"text"', b"[1, 2, 3, 4, 5, NaN]", b"[1, 2, 3, 4, 5, 1e999]", b"[1, 2, 3, 4, 5, 1e9]", b"7"],
)
def test_impossible_parameters_are_an_error(content, probcut):
    header, body = parts(content)
    with pytest.raises(WeightsError, match="damaged"):
        Weights.parse(signed(header.replace(b"[1.5, 2.0, 3.0, 4.0, 5.0, 6.25]", probcut), body), "a file")


@pytest.mark.parametrize("training", [b"5", b'"ab"', b"[1, 2]", b"null"])
def test_an_invalid_provenance_is_an_error(content, training):
    header, body = parts(content)
    place = header.index(b'"training": ') + 12
    with pytest.raises(WeightsError, match="damaged"):
        Weights.parse(signed(header[:place] + training + b"}", body), "a file")


def test_bytes_after_the_end_are_an_error(content):
    with pytest.raises(WeightsError, match="damaged"):
        Weights.parse(content + b"more", "a file")


def test_other_weights_under_the_same_checksum_are_an_error(content):
    header, body = parts(content)
    raw = bytearray(zlib.decompress(body))
    raw[1000] ^= 1
    first, checksum, _ = content.split(b"\n", 2)
    with pytest.raises(WeightsError, match="checksum"):
        Weights.parse(b"\n".join([first, checksum, header, zlib.compress(raw)]), "a file")


ZEROS = 16, 1 << 24  # 256 MB of them


def one_stream():
    packer, (count, size) = zlib.compressobj(), ZEROS
    return b"".join([packer.compress(bytes(size)) for _ in range(count)] + [packer.flush()])


def many_streams():
    count, size = ZEROS
    return zlib.compress(bytes(size)) * count


@pytest.mark.parametrize("bomb", [one_stream, many_streams])
@pytest.mark.parametrize("kind", ["content", "with_network"])
def test_a_small_file_that_unpacks_to_much_is_refused_before_it_has(request, kind, bomb):
    content = request.getfixturevalue(kind)
    file = signed(parts(content)[0], bomb())
    assert len(file) < 300_000
    expected = 2 * PHASES * classes()[1] + (Network.n_bytes() if kind == "with_network" else 0)
    began = time.perf_counter()
    tracemalloc.start()
    try:
        with pytest.raises(WeightsError, match=r"\(a file\)"):
            Weights.parse(file, "a file")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2.5 * expected
    assert time.perf_counter() - began < 30


@pytest.mark.parametrize("body", [b"", b"rubbish", zlib.compress(b"")[:-1]])
def test_weights_that_do_not_unpack_are_an_error(content, body):
    with pytest.raises(WeightsError, match="damaged"):
        Weights.parse(signed(parts(content)[0], body), "a file")


@pytest.mark.parametrize("rest", [b"\0", b"rubbish", zlib.compress(b"")])
def test_bytes_after_the_weights_are_an_error(content, rest):
    header, body = parts(content)
    with pytest.raises(WeightsError, match="damaged"):
        Weights.parse(signed(header, body + rest), "a file")


def test_a_header_of_a_megabyte_is_an_error(content):
    header, body = parts(content)
    with pytest.raises(WeightsError, match="damaged"):
        Weights.parse(signed(header[:-1] + b" " * 1_000_000 + b"}", body), "a file")


@pytest.mark.parametrize("change", [lambda raw: raw[:-2], lambda raw: raw + b"xx"])
def test_too_few_or_too_many_weights_are_an_error(content, change):
    header, body = parts(content)
    with pytest.raises(WeightsError, match="other patterns"):
        Weights.parse(signed(header, zlib.compress(change(zlib.decompress(body)))), "a file")


def test_weights_for_other_patterns_are_an_error(content):
    header, body = parts(content)
    place = header.index(b'"patterns": "') + 13
    with pytest.raises(WeightsError, match="other patterns"):
        Weights.parse(signed(header[:place] + b"0000" + header[place + 4 :], body), "a file")


# --- networks -------------------------------------------------------------------------------------------------------


def test_a_network_is_loaded_as_it_was_saved(tmp_path, with_network):
    weights, network = Weights.parse(with_network, "test"), random_network(1)
    for name in ("scales", "stacks", "embeddings"):
        assert np.array_equal(getattr(weights.network, name), getattr(network, name))
    weights.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == with_network


def test_weights_beside_a_network_are_those_without(content, with_network):
    with_it, without = (Weights.parse(each, "test") for each in (with_network, content))
    assert np.array_equal(with_it.table, without.table)
    assert (with_it.probcut, with_it.training) == (without.probcut, without.training)


def test_there_need_not_be_a_network(content):
    assert Weights.parse(content, "test").network is None


DIGEST = b'"network": "' + network_digest().encode() + b'"'


@pytest.mark.parametrize("other", [b'"0123456789abcdef"', b'""', b"1", b"true", b"[]", b"{}"])
def test_a_network_of_another_layout_is_an_error(with_network, other):
    header, body = parts(with_network)
    assert DIGEST in header
    with pytest.raises(WeightsError, match="another network"):
        Weights.parse(signed(header.replace(DIGEST, b'"network": ' + other), body), "a file")


def test_a_network_that_the_header_does_not_name_is_an_error(with_network):
    header, body = parts(with_network)
    with pytest.raises(WeightsError, match="another network"):
        Weights.parse(signed(header.replace(DIGEST, b'"network": null'), body), "a file")


def test_a_network_that_is_not_there_is_an_error(content):
    header, body = parts(content)
    assert b'"network": null' in header
    with pytest.raises(WeightsError, match="another network"):
        Weights.parse(signed(header.replace(b'"network": null', DIGEST), body), "a file")


def test_a_header_that_does_not_speak_of_networks_is_an_error(content):
    header, body = parts(content)
    with pytest.raises(WeightsError, match="damaged"):
        Weights.parse(signed(header.replace(b'"network": null, ', b""), body), "a file")


@pytest.mark.parametrize("change", [lambda raw: raw[:-1], lambda raw: raw + b"x"])
def test_too_short_or_too_long_a_network_is_an_error(with_network, change):
    header, body = parts(with_network)
    with pytest.raises(WeightsError, match="another network"):
        Weights.parse(signed(header, zlib.compress(change(zlib.decompress(body)), 1)), "a file")


@settings(max_examples=10)
@given(st.data())
def test_a_network_cut_anywhere_is_an_error(with_network, data):
    length = data.draw(st.integers(0, len(with_network) - 1))
    with pytest.raises(WeightsError, match=r"\(a file\)"):
        Weights.parse(with_network[:length], "a file")


def test_weights_that_know_nothing_say_so():
    assert not Weights.zero().table.any()
    assert Weights.zero().probcut == UNFITTED_PROBCUT
    row = aligned((N_LANES,))
    for board in ((2**64 - 1, 0), (0x0000001008000000, 0x0000000810000000)):
        row[:] = features_of(*board)
        n_empties = 64 - sum(side.bit_count() for side in board)
        assert evaluate(row.ctypes.data, n_empties, Weights.zero().address) == 0
        assert evaluate(row.ctypes.data, n_empties, shipped().address) != 0


def test_damaged_shipped_weights_are_no_silent_fallback(monkeypatch, tmp_path):
    (tmp_path / "shipped.weights").write_bytes(b"rubbish")
    monkeypatch.setattr("outflank.evaluation.weights.files", lambda _package: tmp_path)
    shipped.cache_clear()
    try:
        with pytest.raises(WeightsError, match=r"shipped\.weights"):
            Root(1)
    finally:
        shipped.cache_clear()
