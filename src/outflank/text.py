"""Texts for people: a template in English and its values, so that an interface can say them in another language.

>>> text = Text("no player {name} is offered here", name="'edwin'")
>>> text
"no player 'edwin' is offered here"
>>> text.template, text.values
('no player {name} is offered here', {'name': "'edwin'"})

Templates are the keys of the catalogues in `web/locales`, and are extracted from the code: write them as literals.
"""

import json
from collections.abc import Mapping
from typing import Any, Self


class Text(str):
    """An English text that remembers its `template` and the `values` of its gaps.

    A value may be a text itself, or an error, which is translated with it. Any other is shown as Python prints it:
    names that people typed are values, so that no catalogue can take them for words. A template without values is
    taken literally, braces and all.
    """

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: object, /, **values: object) -> Self:
        """The text of a template with its values, or a text as it is."""
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
        """The template and the values, for `loads` and for the page."""
        values = {name: value.to_json() if isinstance(value, Text) else value for name, value in self.values.items()}
        return {"template": self.template, "values": values}


def _plain(value: object) -> "str | int":
    return value if type(value) is int else str(value)  # of an error, the text that it was made of


def _restored(cls: type[Text], template: str, values: dict[str, Any]) -> Text:
    return cls(template, **values)


def dumps(data: object, **settings: Any) -> str:
    """JSON in which texts are what they were made of, so that `loads` or a page has them whole."""
    return json.dumps(_outward(data), **settings)


def loads(data: str | bytes) -> Any:
    """The data that `dumps` wrote."""
    return json.loads(data, object_hook=_inward)


def _outward(data: object) -> object:
    if isinstance(data, Text):
        return data.to_json()
    if isinstance(data, dict):
        return {name: _outward(value) for name, value in data.items()}
    return [_outward(each) for each in data] if isinstance(data, list | tuple) else data


def _inward(data: dict[str, Any]) -> Any:
    return Text(data["template"], **data["values"]) if data.keys() == {"template", "values"} else data
