"""Parsing and validation of messages from pages, and a JSON schema for them.

The first message from a page is `Hello`. All others are defined in `pages`. An answer contains the `id` of the message
as `re`. A message that starts a search (`hint`, `analyse`, `explain`, `review`, `tree`) may get several answers. All
other messages from the server are events, which are listed in `docs/explanation/web.md`.
"""

import importlib
import json
import pkgutil
from functools import lru_cache
from typing import Annotated, Any, Literal, Union

from pydantic import Field, TypeAdapter, ValidationError

from outflank.web import pages
from outflank.web.wire import INCOMING, Key, Message, MessageError, in_words


class Hello(Message):
    """The first message from a page.

    `key` is a secret that identifies the browser. `knows` identifies the descriptions of games and players that the
    browser has stored.
    """

    type: Literal["hello"]
    v: int
    key: Key | None = None
    knows: Annotated[str, Field(max_length=40)] = ""


def _adapter() -> TypeAdapter[Any]:
    messages: Any = Annotated[Union[tuple(INCOMING)], Field(discriminator="type")]  # noqa: UP007  # built from a list
    return TypeAdapter(messages)


_reader = lru_cache(1)(_adapter)  # created with the first message, once all screens are loaded


def message_schema() -> dict[str, Any]:
    """The JSON schema of all messages from pages: a ``oneOf`` by ``type``, with the models in ``$defs``."""
    for module in pkgutil.iter_modules(pages.__path__):
        importlib.import_module(f"{pages.__name__}.{module.name}")
    return _adapter().json_schema()


def read(text: str) -> Any:
    """Parse and validate a message. Raises MessageError if it is invalid."""
    try:
        return _reader().validate_json(text)
    except ValidationError as error:
        raise MessageError("message", in_words(error)) from None
    except RecursionError:
        raise MessageError("message", "expected a message, got something nested too deeply") from None


def id_of(text: str) -> int:
    """The id in any text sent as a message; 0 if there is no id.

    This allows the server to answer even an invalid message.
    """
    try:
        number = json.loads(text).get("id", 0)
    except (ValueError, AttributeError, RecursionError):
        return 0
    return number if isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= 2**53 else 0
