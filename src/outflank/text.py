"""Texts for people: an English template and its values, so that interfaces can translate them.

>>> text = Text("no player {name} is offered here", name="'edwin'")
>>> text
"no player 'edwin' is offered here"
>>> text.template, text.values
('no player {name} is offered here', {'name': "'edwin'"})

Templates are the keys of the catalogues in `web/locales`, extracted from the code: write them as literals.
"""

import json
from collections.abc import Mapping
from typing import Any, Self


class Text(str):
    """An English text that remembers its `template` and the `values` of its gaps.

    A value may itself be a text or an error, which is translated with it. Other values appear as Python prints them.
    Typed names are values, so that no catalogue takes them for words. A template without values is literal, braces and
    all.
    """

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: object, /, **values: object) -> Self:
        """Make the text of a template and its values, or copy a text."""
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
        """The template and values, for `loads` and for the page."""
        values = {name: value.to_json() if isinstance(value, Text) else value for name, value in self.values.items()}
        return {"template": self.template, "values": values}


def _plain(value: object) -> "str | int":
    return value if type(value) is int else str(value)  # an error gives the text it was made of


def _restored(cls: type[Text], template: str, values: dict[str, Any]) -> Text:
    return cls(template, **values)


def dumps(data: object, **settings: Any) -> str:
    """JSON in which texts keep their templates, so that `loads` or a page can rebuild them."""
    return json.dumps(_outward(data), **settings)


def loads(data: str | bytes) -> Any:
    """Load the data that `dumps` wrote."""
    return json.loads(data, object_hook=_inward)


def _outward(data: object) -> object:
    if isinstance(data, Text):
        return data.to_json()
    if isinstance(data, dict):
        return {name: _outward(value) for name, value in data.items()}
    return [_outward(each) for each in data] if isinstance(data, list | tuple) else data


def _inward(data: dict[str, Any]) -> Any:
    return Text(data["template"], **data["values"]) if data.keys() == {"template", "values"} else data
