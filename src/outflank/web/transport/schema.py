"""Parsing and validation of a page's messages, and their JSON schema.

A page first sends `Hello`, then any of the messages defined in `pages`. The answer repeats the message's `id` as `re`.
A message that starts a job (`hint`, `analyse`, `explain`, `review`, `tree`) gets any number of answers. The server's
other messages are events; `docs/explanation/web.md` lists them.
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
    """The first message of a page.

    `key` is a secret by which the server recognises the browser. `knows` is the edition of the game and player
    descriptions that the browser has stored.
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
    """The JSON schema of all messages from a page: ``oneOf`` by ``type``, with the models in ``$defs``."""
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
    """The id in any text sent as a message, so that even an invalid message gets an answer; 0 if there is no id."""
    try:
        number = json.loads(text).get("id", 0)
    except (ValueError, AttributeError, RecursionError):
        return 0
    return number if isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= 2**53 else 0
