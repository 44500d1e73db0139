"""Prints the JSON schema of what goes over the wire; `npm run wire` makes the types of the page's scripts of it.

`Incoming` is any message of a page, as `web/transport/messages.py` checks it; the others are parts of what the server
tells pages, from `web/page_types.py`.
"""

import json
from typing import Any, Literal

from outflank.web.transport.messages import Incoming
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from outflank.web.page_types import AnalysisFields, GameFields, JudgedMoveFields, KindFields, ListedGame


class _Untitled(GenerateJsonSchema):
    """Gives no titles to fields, which would be types of their own."""

    def field_title_should_be_set(self, _: Any) -> bool:
        return False


def made() -> dict[str, Any]:
    """The schema: an object that has one of each type."""
    types: dict[str, Any] = {
        "incoming": Incoming,
        "game": GameFields,
        "kind": KindFields,
        "listed": ListedGame,
        "analysis": AnalysisFields,
        "judged": JudgedMoveFields,
    }
    mode: Literal["validation"] = "validation"
    adapters = [(name, mode, TypeAdapter(each)) for name, each in types.items()]
    found, schema = TypeAdapter.json_schemas(adapters, schema_generator=_Untitled)
    properties = {name: found[name, mode] for name in types}
    properties["incoming"]["title"] = "Incoming"
    return {"title": "Wire", "type": "object", "properties": properties, "required": [*types], "$defs": schema["$defs"]}


if __name__ == "__main__":
    print(json.dumps(made(), indent=2))
