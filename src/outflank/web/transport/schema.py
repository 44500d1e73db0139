"""The messages of a page, from text to a checked object, and their schema.

A page sends one `Hello`, then any message that the rooms define; each is checked before anything else happens. The
answer has the message's `id` as `re`; a message that begins a job (`hint`, `analyse`, `explain`, `review`, `tree`) gets
any number of answers. Everything else that the server sends is an event. `docs/explanation/web.md` lists
what the server sends.
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

    `key` is a secret of the browser, by which it is known again. `knows` is the edition of the games and players that
    the browser has kept.
    """

    type: Literal["hello"]
    v: int
    key: Key | None = None
    knows: Annotated[str, Field(max_length=40)] = ""


def _adapter() -> TypeAdapter[Any]:
    messages: Any = Annotated[Union[tuple(INCOMING)], Field(discriminator="type")]  # noqa: UP007  # of a list
    return TypeAdapter(messages)


_reader = lru_cache(1)(_adapter)  # made when the first message comes, as all screens are there by then


def message_schema() -> dict[str, Any]:
    """The JSON schema of all messages that a page may send: ``oneOf`` by ``type``, with the models in ``$defs``."""
    for module in pkgutil.iter_modules(pages.__path__):
        importlib.import_module(f"{pages.__name__}.{module.name}")
    return _adapter().json_schema()


def read(text: str) -> Any:
    """The message of a text. Raises MessageError with what is wrong with it."""
    try:
        return _reader().validate_json(text)
    except ValidationError as error:
        raise MessageError("message", in_words(error)) from None
    except RecursionError:
        raise MessageError("message", "expected a message, got something nested too deeply") from None


def id_of(text: str) -> int:
    """The id of a message that may be anything, so that even a bad one can be answered; 0 if it has none."""
    try:
        number = json.loads(text).get("id", 0)
    except (ValueError, AttributeError, RecursionError):
        return 0
    return number if isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= 2**53 else 0
