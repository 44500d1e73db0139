"""Hooks of MkDocs (see mkdocs.yml): pages made of the program itself, and links that leave the documentation."""

import argparse
import importlib
import inspect
import json
import posixpath
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

sys.path.insert(0, str(Path(__file__).parents[1]))  # MkDocs loads this file by its path

from docs.parsers import arguments_of, commands_of, help_of, values_of

MODULES = ("outflank", "outflank.learning")
"""Modules whose public names the reference describes."""

_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s#]+)(?:#[^)\s]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages of the reference that the program writes itself."""
    from mkdocs.structure.files import File

    for name, write in PAGES.items():
        files.append(File.generated(config, name, content=write()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn each link to a file outside the documentation into the path of that file: the site stands alone."""
    folder = posixpath.dirname(page.file.src_uri)

    def shown(match: re.Match[str]) -> str:
        words, address = match[1], match[2]
        if "://" in address or address.startswith("mailto:"):
            return match[0]
        path = posixpath.normpath(posixpath.join("docs", folder, address))
        if path.startswith("docs/"):
            return match[0]
        return f"`{path}`" if words.strip("`") in (path, posixpath.basename(path)) else f"{words} (`{path}`)"

    return _LINK.sub(shown, markdown)


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Take the script that lets the search run from a folder from the site itself."""
    return _own_worker(output, posixpath.dirname(page.url))


def on_post_template(output_content: str, template_name: str, **_: Any) -> str:
    """Do the same for the page of an address that leads nowhere."""
    return _own_worker(output_content, "") if template_name == "404.html" else output_content


def _own_worker(page: str, folder: str) -> str:
    return page.replace(
        "https://unpkg.com/iframe-worker/shim", posixpath.relpath("javascripts/worker.js", folder or ".")
    )


# --- Python ---------------------------------------------------------------------------------------------------------


def python() -> str:
    """A page of all public names; mkdocstrings puts their signatures and docstrings in."""
    parts = ["# Python\n\nEvery public name. [Use Outflank from Python](../how-to/use-from-python.md) uses them.\n"]
    for module in MODULES:
        names = importlib.import_module(module).__all__
        parts.append(f"## `{module}`\n")
        parts += [f"::: {module}.{name}\n    options:\n      heading_level: 3\n" for name in sorted(names, key=_order)]
    return "\n".join(parts)


def _order(name: str) -> tuple[bool, str, str]:
    return name.isupper(), name.lower(), name


# --- commands -------------------------------------------------------------------------------------------------------


def commands() -> str:
    """A page of all commands, from their parsers."""
    from outflank.cli.main import parser

    return "# Commands\n\n" + "\n".join(_command(parser(), 1))


def _command(parser: argparse.ArgumentParser, level: int) -> Iterator[str]:
    if level > 1:
        yield f"{'#' * level} `{parser.prog}`\n"
    if parser.description:
        yield f"{_prose(parser.description)}\n"
    yield f"```text\n{parser.format_usage().removeprefix('usage: ').strip()}\n```\n"
    rows = [each for _, actions in arguments_of(parser) for each in actions if each.dest != "help"]
    if rows:
        yield "| argument | meaning |\n|---|---|"
        yield from (f"| {_argument(each)} | {_cell(help_of(parser, each))} |" for each in rows)
        yield ""
    if parser.epilog:
        yield f"{_prose(parser.epilog)}\n"
    for command in commands_of(parser):
        yield from _command(command.parser, min(level + 1, 4))


def _argument(action: argparse.Action) -> str:
    words = [" ".join((option, *values_of(action))) for option in action.option_strings or ("",)]
    return ", ".join(f"`{_cell(each)}`" for each in words)


# --- players --------------------------------------------------------------------------------------------------------


def players() -> str:
    """A page of all players and their options, from the registry."""
    from outflank.cli.players import SPECIAL, described
    from outflank.play import registry

    rows = ["# Players\n\nAny command that takes a player takes one of these names, with options: `engine:level=12`.\n"]
    rows += [f"## `{name}`\n\n{about}\n" for name, about in SPECIAL.items()]
    entries = registry.entries()
    for player, each in zip(entries, described(entries), strict=True):
        more = inspect.cleandoc(player.make.__doc__ or "").partition("\n")[2].replace("Raises OptionError.", "")
        rows.append(f"## `{each['player']}`\n\n{each['about']}\n\n{_prose(more.strip())}\n")
        if "rating" in each:
            rows.append(f"Measured rating: {each['rating']} (see [opponents](../explanation/opponents.md)).\n")
        rows += [f"- `{option}`" for option in each["options"]]
        rows.append("")
    return "\n".join(rows)


# --- messages of the page -------------------------------------------------------------------------------------------


def messages() -> str:
    """A page of the messages that the page in the browser sends, from the models that check them."""
    from outflank.web.transport.schema import message_schema
    from outflank.web.wire import INCOMING, VERSION

    definitions = message_schema()["$defs"]  # this loads all screens, whose models are in `INCOMING` then
    models = {get_args(model.model_fields["type"].annotation)[0]: model for model in INCOMING}
    parts = [
        f"# Messages of the page\n\nVersion {VERSION} of the protocol between the page and its server: JSON over a "
        "WebSocket at `/ws`. The page sends `hello` first. [The web app](../explanation/web.md) explains the answers.\n"
    ]
    for name, model in sorted(models.items()):
        parts.append(f"## `{name}`\n\n{_prose(inspect.getdoc(model) or '')}\n")
        schema = definitions[model.__name__]
        parts.append("| field | type |\n|---|---|")
        required = schema.get("required", ())
        parts += [
            f"| `{field}`{'' if field in required else ' (optional)'} | {_cell(_type(each))} |"
            for field, each in schema["properties"].items()
            if field != "type"
        ]
        parts.append("")
    return "\n".join(parts)


def _type(schema: Mapping[str, Any]) -> str:
    """A type of JSON schema in short."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if "anyOf" in schema or "oneOf" in schema:
        return " or ".join(_type(each) for each in schema.get("anyOf") or schema["oneOf"])
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(each)}`" for each in schema["enum"])
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    name = schema.get("type", "any")
    if name == "array":
        name = f"array of {_type(schema.get('items', {}))}"
    bounds = [
        f"{words} {schema[key]}"
        for key, words in (
            ("minimum", "≥"), ("exclusiveMinimum", ">"), ("maximum", "≤"), ("exclusiveMaximum", "<"),
            ("maxLength", "at most, in characters:"), ("maxItems", "at most, in items:"),
        )
        if key in schema
    ]  # fmt: skip
    return f"{name} ({', '.join(bounds)})" if bounds else name


# --- text -----------------------------------------------------------------------------------------------------------


def _prose(text: str) -> str:
    return re.sub(r"<(\w+)>", r"&lt;\1&gt;", inspect.cleandoc(text))


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


PAGES = {f"reference/{each.__name__}.md": each for each in (python, commands, players, messages)}
"""The pages that the program writes, by their paths: the functions that give their texts."""
