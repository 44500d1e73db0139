"""The pages of the reference that the program writes name everything there is."""

import importlib
import re

import pytest

from docs import make_site
from docs.parsers import commands_of
from outflank.cli.main import COMMANDS, parser
from outflank.play import registry

PAGES = {name: write() for name, write in make_site.PAGES.items()}


@pytest.mark.parametrize("module", make_site.MODULES)
def test_every_public_name_is_in_the_reference(module):
    names = re.findall(rf"^::: {module}\.(\w+)$", PAGES["reference/python.md"], re.MULTILINE)
    assert sorted(names) == sorted(importlib.import_module(module).__all__)


@pytest.mark.parametrize("module", make_site.MODULES)
def test_every_public_name_and_member_is_documented(module):
    griffe = pytest.importorskip("griffe")
    loaded = griffe.load(module, allow_inspection=False, search_paths=["src"], resolve_aliases=True)
    things = [loaded[name] for name in importlib.import_module(module).__all__]
    things = [each.final_target if each.is_alias else each for each in things]
    members = [member for each in things if each.is_class for member in each.all_members.values()]
    public = [*things, *(each for each in members if not each.name.startswith("_") and not each.is_alias)]
    assert len(public) >= 10
    assert not [each.path for each in public if not each.docstring]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_is_in_the_reference(command):
    page = PAGES["reference/commands.md"]
    assert f"## `outflank {command}`" in page
    ((_, _, one),) = commands_of(parser((command,)))
    for action in one._actions:
        for option in action.option_strings if action.dest != "help" else ():
            assert f"`{option}" in page


def test_every_player_is_in_the_reference():
    headings = re.findall(r"^## `(\w+)`$", PAGES["reference/players.md"], re.MULTILINE)
    assert headings == ["human", *sorted(registry.names())]
    assert "## `module:FILE.py:NAME`" in PAGES["reference/players.md"]


def test_every_message_is_in_the_reference():
    from outflank.web.wire import INCOMING

    headings = re.findall(r"^## `([\w-]+)`$", PAGES["reference/messages.md"], re.MULTILINE)
    assert len(headings) == len(set(headings)) == len(INCOMING)
