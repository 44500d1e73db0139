"""Texts that are made of a template and its values."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import OptionError, OutflankError, ParseError
from outflank.play import create
from outflank.rules import BLACK, Position
from outflank.text import Text, dumps, loads

NAMES = st.sampled_from(["name", "other", "number"])
TEXTS = st.recursive(
    st.builds(Text, st.text(max_size=20)),
    lambda inner: st.builds(
        lambda words, values: Text(words + "".join(f" {{{name}}}" for name in values), **values),
        st.text("ab ,:", max_size=20),
        st.dictionaries(NAMES, inner | st.integers() | st.text(max_size=10), min_size=1),
    ),
    max_leaves=5,
)


def parts(text):
    """All that a text was made of."""
    values = {name: parts(value) if isinstance(value, Text) else value for name, value in text.values.items()}
    return str(text), text.template, values


def test_a_text_is_english_and_remembers_what_it_was_made_of():
    text = Text("{side} cannot play {move}", side=BLACK, move="a1")
    assert text == "black cannot play a1"
    assert parts(text) == (text, "{side} cannot play {move}", {"side": ("black", "black", {}), "move": "a1"})


@given(TEXTS)
def test_texts_go_through_json_and_to_other_processes_whole(text):
    for again in (loads(dumps({"a": [text]}))["a"][0], pickle.loads(pickle.dumps(text))):
        assert type(again) is Text
        assert parts(again) == parts(text)


def test_names_that_people_typed_are_values_and_stay_plain_in_json():
    assert loads(dumps({"name": "Black", "side": Text("Black")})) == {"name": "Black", "side": "Black"}
    assert dumps({"name": "Black"}) == '{"name": "Black"}'
    assert dumps(Text("{name} wins", name="Draw")) == '{"template": "{name} wins", "values": {"name": "Draw"}}'


def test_braces_of_a_template_without_values_are_braces():
    assert Text("expected {, got {x}") == "expected {, got {x}"


def test_an_error_within_another_keeps_its_template():
    inner = ParseError("expected a cell, got {cell}", cell="z", line=3)
    outer = OutflankError("game {number}: {error}", number=7, error=inner)
    assert str(outer) == "game 7: expected a cell, got z (line 3)"
    within = outer.message.values["error"]
    assert within.template == "{message} ({place})"
    assert within.values["message"].template == "expected a cell, got {cell}"
    assert str(pickle.loads(pickle.dumps(outer))) == str(outer)
    assert OptionError(str(inner)).message.template == "{message} ({place})"


def test_errors_and_results_of_the_rules_have_templates():
    reason = Position.start().why_illegal("a1")
    assert reason.template == "{side} cannot play {move}: {reason}"
    assert reason.values["side"].template == "Black"
    with pytest.raises(OptionError, match=r"; did you mean level1\?$") as error:
        create("levl1")
    assert error.value.message.template == "{message}; did you mean {names}?"
