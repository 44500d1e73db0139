import json

import pytest

from outflank.web import wire
from outflank.web.transport import schema
from outflank.web.transport.site import STATIC
from outflank.web.wire import MessageError


def test_page_and_server_speak_the_same_version():
    script = (STATIC / "js" / "core" / "protocol.js").read_text(encoding="utf-8")
    assert f"export const VERSION = {wire.VERSION};" in script


def test_message_is_read_as_what_its_type_says():
    message = schema.read('{"type": "play", "id": 3, "game": "abcdefghijklmnop", "ply": 0, "move": "f5"}')
    assert (message.id, message.move) == (3, "f5")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "invalid JSON"),
        ("garbage", "invalid JSON"),
        ("[]", "object"),
        ("null", "object"),
        ("7", "object"),
        ("{}", "type"),
        ('{"type": "frob"}', "frob"),
        ('{"type": "play"}', "the game is missing"),
        ('{"type": "play", "game": "../../etc", "ply": 0, "move": "f5"}', "play.game"),
        ('{"type": "play", "game": "abcdefghijklmnop", "ply": -1, "move": "f5"}', "the ply must be at least 0, got -1"),
        (
            '{"type": "play", "game": "abcdefghijklmnop", "ply": "0", "move": "f5"}',
            "the ply must be a whole number",
        ),
        ('{"type": "play", "game": "abcdefghijklmnop", "ply": 0, "move": 5}', "the move must be text, got 5"),
        ('{"type": "hello", "v": 1, "more": 2}', "more"),
        ('{"type": "hello", "v": 1, "id": -1}', "the id must be at least 0, got -1"),
        (json.dumps({"type": "read", "text": "x" * 100_001}), "at most 100000 characters"),
        (json.dumps({"type": "look", "moves": ["f5"] * 401}), "the moves may have at most 400 entries"),
        (json.dumps({"type": "look", "moves": ["f5", "abcdefghijk"]}), "entry 2 of the moves may have at most 8"),
        (
            json.dumps({"type": "new", "setup": {"seats": ["human", "human"], "pace": -1}}),
            "pace must be at least 0",
        ),
        ("[" * 100_000, ""),
    ],
)
def test_bad_message_is_refused_in_one_short_line(text, complaint):
    with pytest.raises(MessageError) as refused:
        schema.read(text)
    said = str(refused.value)
    assert complaint in said
    assert "\n" not in said
    assert len(said) < 300


@pytest.mark.parametrize(
    ("text", "number"),
    [('{"id": 5, "x": 1}', 5), ('{"id": "5"}', 0), ('{"id": true}', 0), ("[1]", 0), ("rubbish", 0), ("[" * 9999, 0)],
)
def test_even_a_bad_message_can_be_answered_by_its_id(text, number):
    assert schema.id_of(text) == number
