"""The bytes that a first visit needs until its home is usable. Seconds depend on the machine, bytes do not."""

import json

from outflank.web.wire import VERSION

HOME = (
    {"type": "practice"},
    {"type": "rating"},
    {"type": "games", "most": 3},
    {"type": "games", "mine": True, "most": 1},
    {"type": "look", "kind": "othello", "start": "", "moves": [], "since": 0},
)
"""The requests that a page sends with its hello."""

MOST_WELCOME = 15_000
MOST_ANSWERS = 2_000


def test_the_welcome_and_the_answers_for_the_home_are_short(shared_server):
    sizes = {}
    with shared_server.connect() as socket:
        messages = [{"type": "hello", "v": VERSION, "key": 32 * "f"}, *HOME]
        for number, message in enumerate(messages):
            socket.send(json.dumps({**message, "id": number}))
        while len(sizes) < len(messages):
            data = socket.recv(60)
            answer = json.loads(data)
            assert answer["type"] != "error"
            sizes[answer["re"]] = len(data)
    assert sizes.pop(0) < MOST_WELCOME
    assert sum(sizes.values()) < MOST_ANSWERS, sizes
