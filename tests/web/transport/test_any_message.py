"""Hostile messages of every type that a page may send: each gets one answer in one line, and the page goes on.

The types and their fields come from the schema, so a new type is tested from its first day.
"""

import json
import re
from functools import lru_cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outflank.web.club.tournaments import ClubTournaments
from outflank.web.engines.page_work import Work
from outflank.web.transport.schema import message_schema
from tests.web.club.conftest import in_club

HTML = "<img src=x onerror=alert(1)>"
TEXTS = (
    *("", " ", HTML, "'; DROP TABLE games; --", "\x00", "\x1b[31m", "\ud800", "\udfff\ud800", "\u202e", "a\nb\r\n"),
    *("../../etc/passwd", "x" * 300, "é" * 5000, "𝔘" * 50, "{name}", "{0.__class__}", "%s%n", "human", "engine", "f5"),
)
NUMBERS = (0, -1, 1, 2**31, 2**53, 2**63, -(2**64), 10**400, 0.5, -0.0, 1e-320, 1.7e308)
RAW = ("1e400", "-1e999", "NaN", "Infinity", "[" * 3000 + "]" * 3000, '{"a":' * 2000 + "1" + "}" * 2000)
"""JSON, or what looks like it, that no Python value has."""

QUIET = ("seen",)  # have no answer unless they are refused
LATER = 1000

KNOWN = ("@game", "@challenge", "@tournament", "othello", "human", "level1", "Anna", "Bob", "300+2")
"""Values that mean something; the ids behind @ are inserted when they are known."""

hostile = st.one_of(
    st.sampled_from(TEXTS),
    st.sampled_from(NUMBERS),
    st.none() | st.booleans(),
    st.lists(st.sampled_from((*TEXTS, *NUMBERS, None)), max_size=4),
    st.dictionaries(st.sampled_from(("type", "id", "game", "__proto__", HTML)), st.sampled_from(TEXTS), max_size=3),
    st.text(st.characters(codec=None), max_size=30),
)


@lru_cache(1)
def schema():
    return message_schema()


def messages():
    """The schemas of all messages by type; a message with several types is there several times."""
    return {type_: schema()["$defs"][ref.split("/")[-1]] for type_, ref in schema()["discriminator"]["mapping"].items()}


def valid(field):
    """Values that a field allows, in most cases."""
    if "$ref" in field:
        return valid(schema()["$defs"][field["$ref"].split("/")[-1]])
    if "anyOf" in field:
        return st.one_of(*(valid(each) for each in field["anyOf"]))
    if "const" in field or "enum" in field:
        return st.sampled_from(field.get("enum") or [field["const"]])
    match field.get("type"):
        case "string" if "pattern" in field:
            return st.sampled_from(KNOWN) | st.from_regex(field["pattern"].replace("$", r"\Z"))
        case "string":
            return st.sampled_from((*KNOWN, *TEXTS)).map(lambda text: text[: field.get("maxLength", 400)])
        case "integer":
            return st.integers(field.get("minimum", -5), min(field.get("maximum", 9), field.get("minimum", -5) + 9))
        case "number":
            return st.sampled_from((field.get("minimum", 0.0), 1.5, field.get("maximum", 1e300)))
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "array":
            if "prefixItems" in field:
                return st.tuples(*(valid(each) for each in field["prefixItems"])).map(list)
            return st.lists(valid(field["items"]), min_size=field.get("minItems", 0), max_size=4)
        case "object":
            return objects(field)
    return hostile


def objects(definition):
    fields = {name: valid(each) for name, each in definition.get("properties", {}).items() if name != "id"}
    needed = set(definition.get("required", ()))
    optional = {name: each for name, each in fields.items() if name not in needed}
    return st.fixed_dictionaries({name: each for name, each in fields.items() if name in needed}, optional=optional)


@st.composite
def messages_of(draw, type_):
    """A message of a type as JSON without its id, with up to two hostile fields, or without a field."""
    message = {**draw(objects(messages()[type_])), "type": type_}
    raw = {}
    for _ in range(draw(st.integers(0, 2))):
        name = draw(st.sampled_from([*(each for each in message if each != "type"), "more", HTML]))
        message[name] = draw(hostile)
        match draw(st.sampled_from(("hostile", "raw", "gone"))):
            case "raw":
                message[name] = f"@raw{len(raw)}"
                raw[json.dumps(message[name])] = draw(st.sampled_from(RAW))
            case "gone":
                del message[name]
    text = json.dumps(message)
    for mark, each in raw.items():
        text = text.replace(mark, each)
    return text


async def say(client, text, number):
    """The answer to a message; it names no message if the id cannot be read, because all is nested too deeply."""
    since = len(client.heard)
    client._says.put_nowait({"type": "websocket.receive", "text": text})
    numbers = (number, number + LATER)
    if any(f'"type": "{each}"' in text for each in QUIET):
        again = json.dumps({"type": "member", "id": number + LATER})
        client._says.put_nowait({"type": "websocket.receive", "text": again})
    return await client.until(
        lambda said: said.get("re") in numbers or (said["type"], said.get("re")) == ("error", 0), since
    )


def check(texts):
    """Let a person of a club, who has begun a game, send messages."""

    async def talk(join, _services):
        ann, bob = await join("Anna"), await join("Bob")
        ids = {
            "@game": (await ann.ask("new", setup={"seats": ["human", "human"]}))["game"],
            "@challenge": (await bob.ask("challenge", clock="300+2"))["challenge"],
            "@tournament": (await bob.ask("create-tournament", title="T", clock="300", rounds=2))["tournament"],
        }
        for number, text in enumerate(texts, 100):
            for mark, id_ in ids.items():
                text = text.replace(mark, id_)
            text = f'{text[:-1]}, "id": {number}}}'
            answer = await say(ann, text, number)
            if answer["type"] == "error":
                assert answer["code"] != "fault", (text, answer)
                assert not re.search("\n|Traceback|pydantic", answer["message"]), (text, answer)
                assert len(answer["message"]) < 600, (text, answer)
        return (await ann.ask("tournaments"))["type"]

    assert in_club(talk) == "tournaments"


@pytest.mark.parametrize("type_", sorted(messages()))
def test_any_message_gets_one_answer_and_the_page_goes_on(type_, monkeypatch):
    monkeypatch.setattr(Work, "begin", lambda work, what, re, *_: work._send({"type": what, "re": re}))

    @settings(
        max_examples=max(2, settings().max_examples // 10),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(st.lists(messages_of(type_), min_size=12, max_size=12))
    def check_many(texts):
        check(texts)

    check_many()


def test_a_handler_that_fails_is_seen(monkeypatch):
    monkeypatch.setattr(ClubTournaments, "latest", lambda *_: 1 / 0)
    with pytest.raises(AssertionError, match="fault"):
        check(['{"type": "tournaments"}'])
