"""Files that are one object in JSON, with a long list in it, read item by item."""

import io
import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import ParseError
from outflank.web.games import game_file, json_stream
from outflank.web.games.json_stream import fields, items

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(), lambda v: st.lists(v) | st.dictionaries(st.text(), v)
)


@pytest.mark.slow
@given(
    st.lists(VALUES),
    st.dictionaries(st.text(min_size=1).filter(lambda name: name != "games"), VALUES),
    st.booleans(),
    st.sampled_from([None, 2]),
)
def test_what_is_read_is_what_was_written(games, others, comes_first, indent):
    whole = {"games": games, **others} if comes_first else {**others, "games": games}
    file = io.BytesIO(json.dumps(whole, indent=indent, ensure_ascii=False).encode(errors="replace"))
    expected = json.loads(file.getvalue())
    assert list(items(file, "games")) == expected.pop("games")
    assert fields(file, "games") == expected


@pytest.mark.parametrize("block", [1, 2, 3, 7])
def test_what_is_cut_anywhere_is_put_together(block, monkeypatch):
    monkeypatch.setattr(json_stream, "_BLOCK", block)
    file = io.BytesIO('\ufeff{"version": 12, "games": [ 123, -4.5e6, "ä\\u00e9😀", {"a": [true]} ] }'.encode())
    assert list(items(file, "games")) == [123, -4.5e6, "äé😀", {"a": [True]}]
    assert fields(file, "games") == {"version": 12}


BAD = (
    "", "[]", "{", "{]", '{"games": 1}', '{"games": [', '{"games": [1', '{"games": [1 2]}', '{"games": [1]',
    '{"a": NaN}', '{"games": [' + "[" * 100_000, '{"games": ["' + "x" * 5_000_000,
)  # fmt: skip


@pytest.mark.parametrize("text", BAD, ids=range(len(BAD)))
def test_what_is_no_such_object_is_refused_in_a_line(text):
    file = io.BytesIO(text.encode())
    with pytest.raises(ParseError) as refused:
        [fields(file, "games"), list(items(file, "games"))]
    assert len(str(refused.value)) < 200
    assert "\n" not in str(refused.value)


def test_a_long_file_in_one_line_takes_no_more_memory_than_a_game():
    game = {"id": "x" * 22, "created": 1.0, "name": "x" * 6000}
    one = json.dumps(game)
    file = io.BytesIO(f'{{"outflank": "games", "version": 1, "games": [{",".join([one] * 2500)}]}}'.encode())
    assert len(file.getvalue()) > 15_000_000
    tracemalloc.start()
    try:
        n_bad = sum(isinstance(each, game_file.BadGame) for each in game_file.read(file))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert n_bad == 2500
    assert most < 5_000_000
