"""Messages for users: an English template and its values, so that user interfaces can translate them.

>>> text = Text("no player {name} is offered here", name="'edwin'")
>>> text
"no player 'edwin' is offered here"
>>> text.template, text.values
('no player {name} is offered here', {'name': "'edwin'"})

Templates are the keys of the catalogues in `web/locales`. They are extracted from the code, so write them as literals.
"""

import json
from collections.abc import Mapping
from typing import Any, Self


class Text(str):
    """An English message that remembers its `template` and the `values` of the template's placeholders.

    A value may itself be a Text or an error, which is then translated too. Other values appear as Python prints them.
    Names that a user typed must be passed as values, so that no catalogue tries to translate them. A template without
    values is taken literally, including any braces.
    """

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: object, /, **values: object) -> Self:
        """Fill in a template with its values, or copy a Text."""
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
        """The template and values, for `loads` and for the web page."""
        values = {name: value.to_json() if isinstance(value, Text) else value for name, value in self.values.items()}
        return {"template": self.template, "values": values}


def _plain(value: object) -> "str | int":
    return value if type(value) is int else str(value)  # an error is converted to the message it was made from


def _restored(cls: type[Text], template: str, values: dict[str, Any]) -> Text:
    return cls(template, **values)


def dumps(data: object, **settings: Any) -> str:
    """Write JSON in which messages keep their templates, so that `loads` or the web page can rebuild them."""
    return json.dumps(_outward(data), **settings)


def loads(data: str | bytes) -> Any:
    """Read data that `dumps` wrote."""
    return json.loads(data, object_hook=_inward)


def _outward(data: object) -> object:
    if isinstance(data, Text):
        return data.to_json()
    if isinstance(data, dict):
        return {name: _outward(value) for name, value in data.items()}
    return [_outward(each) for each in data] if isinstance(data, list | tuple) else data


def _inward(data: dict[str, Any]) -> Any:
    return Text(data["template"], **data["values"]) if data.keys() == {"template", "values"} else data
