"""Prints the JSON schema of what goes over the wire; `npm run wire` makes the types of the page's scripts of it.

`Incoming` is any message of a page; the others are parts of what the server tells pages, from `web/page_types.py`.
"""

import json
from typing import Any, Literal

from pydantic import TypeAdapter

from outflank.web.page_types import AnalysisFields, GameFields, JudgedMoveFields, KindFields, ListedGame, StoryFields
from outflank.web.studies.fields import SharedStudyFields
from outflank.web.transport.schema import message_schema


def made() -> dict[str, Any]:
    """The schema: an object that has one of each type."""
    types: dict[str, Any] = {
        "game": GameFields,
        "kind": KindFields,
        "listed": ListedGame,
        "analysis": AnalysisFields,
        "judged": JudgedMoveFields,
        "story": StoryFields,
        "study": SharedStudyFields,
    }
    mode: Literal["validation"] = "validation"
    found, told = TypeAdapter.json_schemas([(name, mode, TypeAdapter(each)) for name, each in types.items()])
    incoming = message_schema()
    definitions = {**incoming.pop("$defs"), **told["$defs"]}
    for each in definitions.values():
        for field in each.get("properties", {}).values():
            field.pop("title", None)  # it would be a type of its own
    properties = {"incoming": incoming | {"title": "Incoming"}, **{name: found[name, mode] for name in types}}
    return {
        "title": "Wire",
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "$defs": definitions,
    }


if __name__ == "__main__":
    print(json.dumps(made(), indent=2))
