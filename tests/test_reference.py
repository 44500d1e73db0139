"""docs/reference/python.md describes everything public, and is up to date with the code."""

import dataclasses
import importlib
import re

import pytest

from docs import make_reference
from outflank import Limit

PAGE = make_reference.PAGE.read_text(encoding="utf-8")


def test_the_page_is_what_the_docstrings_say():
    assert make_reference.made() == PAGE, "run: python -m docs.make_reference"


@pytest.mark.parametrize("name", make_reference.MODULES)
def test_every_public_name_has_its_heading(name):
    headings = set(re.findall(r"^### `(\w+)`$", PAGE, re.MULTILINE))
    assert set(importlib.import_module(name).__all__) <= headings


def test_every_field_of_a_limit_is_described_by_itself():
    section = PAGE.partition("### `Limit`")[2].partition("### ")[0]
    for field in (each.name for each in dataclasses.fields(Limit)):
        assert f"{field}=" in section.partition("\n\n")[2].partition("\n")[0]
        assert re.search(rf"^\| `{field}: .*` \| \w.*\. \|$", section, re.MULTILINE), field


def test_members_of_bases_that_are_not_public_are_listed_with_the_class():
    section = PAGE.partition("### `Game`")[2].partition("### ")[0]
    for member in ("push(", "peek(", "load(", "save(", "outcome", "is_legal("):
        assert f"| `{member}" in section


def test_what_has_no_docstring_is_an_error_and_no_gap():
    with pytest.raises(ValueError, match="no docstring"):
        make_reference._prose(None)
