"""Define messages for users. Each is an English template with values, so that user interfaces can translate it.

>>> text = Text("no player {name} is offered here", name="'edwin'")
>>> text
"no player 'edwin' is offered here"
>>> text.template, text.values
('no player {name} is offered here', {'name': "'edwin'"})

Templates are the keys of the catalogues in `web/locales`. They must be literals, because they are extracted from the
source code.
"""

import json
from collections.abc import Mapping
from typing import Any, Self


class Text(str):
    """An English message that keeps its `template` and the `values` for the placeholders in it.

    A value can be another Text or an error, which is then translated, too. Any other value is shown as Python prints
    it. Names that a user typed must be passed as values, because otherwise the message would not be found in a
    catalogue. A template without values is taken literally, including any braces.
    """

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: object, /, **values: object) -> Self:
        """Fill in the placeholders of a template, or copy a Text."""
        words = str(template)
        text = super().__new__(cls, words.format_map(values) if values else words)
        if isinstance(words, Text) and not values:
            text.template, text.values = words.template, words.values
        else:
            text.template, text.values = words, {name: _plain(value) for name, value in values.items()}
        return text

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.template, dict(self.values))

    def to_json(self) -> dict[str, Any]:
        """Return the template and the values in a form that `loads` and the web page can read."""
        values = {name: value.to_json() if isinstance(value, Text) else value for name, value in self.values.items()}
        return {"template": self.template, "values": values}


def _plain(value: object) -> "str | int":
    return value if type(value) is int else str(value)  # an error is converted to the message it was made from


def _restored(cls: type[Text], template: str, values: dict[str, Any]) -> Text:
    return cls(template, **values)


def dumps(data: object, **settings: Any) -> str:
    """Write JSON in which each message is stored as a template and its values.

    From these, `loads` and the web page can rebuild the message.
    """
    return json.dumps(_outward(data), **settings)


def loads(data: str | bytes) -> Any:
    """Read JSON that was written by `dumps`."""
    return json.loads(data, object_hook=_inward)


def _outward(data: object) -> object:
    if isinstance(data, Text):
        return data.to_json()
    if isinstance(data, dict):
        return {name: _outward(value) for name, value in data.items()}
    return [_outward(each) for each in data] if isinstance(data, list | tuple) else data


def _inward(data: dict[str, Any]) -> Any:
    return Text(data["template"], **data["values"]) if data.keys() == {"template", "values"} else data
