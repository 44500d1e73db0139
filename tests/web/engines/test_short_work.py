"""What pages send costs the event loop little, whatever it is: counted in calls, as wall time says nothing here."""

import asyncio
import json
import sys
import threading
from contextlib import suppress
from typing import get_args

import pytest

from outflank.errors import OutflankError
from outflank.rules import Game, Position
from outflank.text import loads
from outflank.web.engines.page_work import Work
from outflank.web.engines.short_work import BUDGET, BURST, RATE, PageBudget, beside
from outflank.web.pages import texts
from outflank.web.transport.services import Capacity, Services
from outflank.web.wire import INCOMING, VERSION
from tests.web.conftest import run

MOST_CALLS = 4000
"""Of functions, by the event loop, for one message: some milliseconds; 72 kB of SGF take millions."""

GAME = "g" * 22
SHARED = "s" * 22
LONG = "(;GM[2]SZ[8]" + "".join(f"XX{chr(65 + n % 26)}[{n}]" for n in range(8000)) + ";B[f5])"
IN_MEMORY = {  # what changes a game that is open, or says where something is
    "hello", "play", "undo", "redo", "restart", "resign", "pause", "resume", "seen", "ping", "seats", "leave",
    "invite", "withdraw", "rematch", "answer", "export", "import", "export-studies", "import-studies", "fill", "stop",
    "arena", "stop_preparing", "leave-lobby", "join-tournament", "leave-tournament", "start-tournament",
    "cancel-tournament",
    "withdraw-challenge", "accept-challenge", "leave-study", "look-in-study", "gather-study", "lead-study", "ask-class",
    "answer-class",
}  # fmt: skip
OPENING = {"open", "invited", "join"}
BY_ENGINES = {"hint", "analyse", "explain", "tree", "make_puzzles", "endgame", "endgame_move", "explore_people"}
BY_ENGINES |= {"prepare", "compare"}
ONE_ROW = {
    "member",
    "rating-change",
    *("leaders", "profile", "tournaments", "tournament", "create-tournament"),
    "claim-name",
    "stored",
    "delete-member",
    "block",
    "report",
    "name-study",
    "delete-study",
    "restore-study",
    "copy-study",
    "share-study",
    "remove-from-study",
    "solve",
    "puzzle_hint",
    "remove_line",
}
MANY = ["f5", "f6"] * 200
WIDE = f"{'-' * 44}OX--------XO{'-' * 44} X"


def whole_game(position):
    """The moves of a game to its end."""
    game = Game(position)
    while not game.is_over:
        game.push(game.position.legal_moves[0])
    return list(game.moves)


OTHER = whole_game(Position.start().play("c4"))
OTHER = ["c4", *OTHER]
PLAYED, PLAYED_WIDE = whole_game(Position.start()), whole_game(Position.parse(WIDE))
NODES = [[-1, ""], *([number, move, {"c": "x" * 3000}] for number, move in enumerate(PLAYED))]
TREE = json.dumps(NODES)
JUNK = (LONG, "f5" * 50_000, "(" * 100_000, "(;B[" * 25_000, "-" * 100_000)

WORST = {
    "read": [{"text": text[:100_000]} for text in JUNK],
    "look": [{"moves": PLAYED_WIDE, "start": WIDE}, {"moves": PLAYED}, {"moves": MANY}],
    "write": [{"moves": PLAYED_WIDE, "start": WIDE}, {"moves": MANY, "players": ["x" * 120] * 3}],
    "animate": [{"moves": PLAYED_WIDE, "start": WIDE}, {"moves": MANY}],
    "write-study": [{"tree": TREE}, {"tree": "[" * 200_000}],
    "keep-study": [{"study": GAME, "revision": 0, "tree": TREE}],
    "follow-study": [{"study": SHARED}],
    "change-study": [
        {"study": SHARED, "revision": 1, "source": f"source-{n}", "operations": [each] * 20}
        for n, each in enumerate(
            (
                {"do": "title", "path": [], "title": "x", "players": []},
                {"do": "add", "path": [], "moves": PLAYED[:16]},
                {"do": "add", "path": [], "moves": OTHER[:16]},
                {"do": "set", "path": [], "letter": "c", "value": "x" * 5000, "was": None},
                {"do": "set", "path": [], "letter": "c", "value": "x" * 5000, "was": "y" * 5000},
                {"do": "remove", "path": PLAYED[:1]},
            )
        )
    ],
    "studies": [{"text": "a " * 100}],
    "study": [{"study": GAME}],
    "games": [{"text": "a " * 100, "ending": "drawn", "mine": True}],
    "reviewed": [{"game": GAME}],
    "new": [{"setup": {"seats": ["human", "human"], "start": WIDE, "moves": PLAYED_WIDE}}],
    "offline_game": [
        {"game": GAME, "changed": 1.0, "setup": {"seats": ["human", "momo"], "start": WIDE, "moves": PLAYED_WIDE}}
    ],
    "review": [{"kind": "othello", "start": WIDE, "moves": PLAYED_WIDE}],
    "explore": [{"moves": PLAYED, "source": "mine"}],
    "find_opening": [{"name": "x" * 100}, {"name": "tiger"}],
    "opening_names": [{}],
    "find_players": [{}, {"text": "a " * 100}],
    "progress": [{}],
    "rating": [{"game": GAME}],
    "lobby": [{}],
    "awaited": [{}],
    "challenge": [{"kind": "tribolo", "clock": "300+5"}],
    "timed": [{}],
    "timed_answer": [{"move": "f5"}],
    "runs": [{}],
    "practice": [{}],
    "openings": [{}],
    "stories": [{}],
    "add_line": [{"side": "black", "moves": MANY, "opening": "x" * 120}],
    "daily": [{}],
    "puzzle": [{"without": [f"{n:032x}" for n in range(200)]}],
    "drill": [{"side": "black", "moves": MANY}],
    "claim": [{"games": [f"{n:022}" for n in range(1000)]}],
    "name": [{"game": GAME, "name": "x" * 100}],
    "delete": [{"game": GAME}],
    "restore": [{"game": GAME}],
}


class Socket:
    """The server's end of a page that says what it is told, and keeps what it hears."""

    def __init__(self):
        self.says, self.heard = asyncio.Queue(), asyncio.Queue()

    async def receive(self):
        return await self.says.get()

    async def send_text(self, text):
        await self.heard.put(loads(text))

    async def close(self, code=1000, reason=""):
        pass

    async def ask(self, type_, **fields):
        self.says.put_nowait({"type": "websocket.receive", "text": json.dumps({"type": type_, "id": 1, **fields})})
        while (answer := await self.heard.get()).get("re") != 1:
            pass
        return answer


async def with_page(path, talk):
    services = Services(path, Capacity(seconds=1.0))
    connection = services.connection(socket := Socket(), "")
    running = asyncio.ensure_future(connection.run())
    try:
        await socket.ask("hello", v=VERSION, key="k" * 32)
        return await talk(socket, services)
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        await services.stop()


class Calls:
    """Counts the functions that this thread calls."""

    def __init__(self):
        self.count = 0

    def __enter__(self):
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_):
        sys.setprofile(None)

    def _note(self, _frame, event, _argument):
        self.count += event == "call"


@pytest.mark.parametrize("type_", WORST)
def test_the_worst_of_messages_costs_the_event_loop_little(type_, tmp_path, monkeypatch):
    monkeypatch.setattr(Work, "begin", lambda work, what, re, *_: work._send({"type": what, "re": re}))

    async def talk(socket, services):
        if WORST[type_][0].get("study") == SHARED:
            await socket.ask("keep-study", study=SHARED, revision=0, tree=TREE)
            await socket.ask("share-study", study=SHARED)
            await socket.ask("follow-study", study=SHARED)
        await socket.ask(type_, **WORST[type_][0])  # what is loaded, and started, once
        counts = []
        for fields in WORST[type_]:
            with Calls() as calls:
                answer = await socket.ask(type_, **fields)
            assert answer["type"] != "error" or answer["code"] != "fault", answer
            counts.append(calls.count)
        return counts

    assert max(run(with_page(tmp_path / "games.sqlite", talk))) < MOST_CALLS


def types_of(message):
    return get_args(message.model_fields["type"].annotation)


def test_every_message_is_known_here_that_a_page_may_send():
    known = {*WORST, *IN_MEMORY, *OPENING, *BY_ENGINES, *ONE_ROW}
    assert {type_ for message in INCOMING for type_ in types_of(message)} == known


def test_every_message_has_one_screen_that_answers_it(tmp_path):
    async def talk(_socket, services):
        connection = services.connection(Socket(), "")
        return [type_ for screen in (*services.screens, *connection._own_screens) for type_ in screen.handlers]

    answered = run(with_page(tmp_path / "games.sqlite", talk))
    assert sorted([*answered, "hello"]) == sorted(type_ for message in INCOMING for type_ in types_of(message))


@pytest.mark.parametrize("type_", ["read", "look", "write"])
def test_what_is_done_in_processes_would_cost_the_event_loop_much(type_):
    given = {"kind": "othello", "start": "", **WORST[type_][0]}
    given = given if type_ != "read" else {"text": given["text"]}
    more = {"read": {}, "look": {"since": 0}, "write": {"players": []}}[type_]
    with Calls() as calls, suppress(OutflankError):
        getattr(texts, type_)(**given, **more)
    assert calls.count > MOST_CALLS


def test_a_game_is_read_beside_the_event_loop_when_it_is_opened(tmp_path):
    async def talk(socket, services):
        games, threads, reading = [], set(), services.matches._read
        services.matches._read = lambda game: threads.add(threading.get_ident()) or reading(game)
        for _ in range(2):
            setup = {"seats": ["human", "human"], "start": WIDE, "moves": PLAYED_WIDE}
            games.append((await socket.ask("new", setup=setup))["game"])
            await socket.ask("leave", game=games[-1])
        assert services.matches.n_games == 0
        counts = []
        for game in games:
            with Calls() as calls:
                assert (await socket.ask("open", game=game))["type"] == "opened"
            counts.append(calls.count)
            await socket.ask("leave", game=game)
            for type_ in "invited", "join":
                answer = await socket.ask(type_, game=game, secret="s" * 24)
                assert answer["type"] == "invitation" or answer["code"] == "seated", answer
                assert services.matches.n_games == 0
        return counts[-1], threads, threading.get_ident()

    opened, threads, loop = run(with_page(tmp_path / "games.sqlite", talk))
    assert opened < MOST_CALLS
    assert threads
    assert loop not in threads


def test_a_game_that_several_open_at_once_is_read_once(tmp_path):
    async def talk(socket, services):
        matches, read = services.matches, []
        game = (await socket.ask("new", setup={"seats": ["human", "human"], "moves": ["f5"]}))["game"]
        await socket.ask("leave", game=game)
        reading = matches._read
        matches._read = lambda name: read.append(name) or reading(name)
        gone = asyncio.ensure_future(matches.fetch(game))
        waiting = [asyncio.ensure_future(matches.fetch(game)) for _ in range(2)]
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(*waiting)
        with pytest.raises(OutflankError, match="there is no game with this id"):
            await matches.fetch(GAME)
        return read == [game, GAME], matches.n_games, matches._reading

    assert run(with_page(tmp_path / "games.sqlite", talk)) == (True, 1, {})


def test_what_takes_too_long_is_given_up_and_the_next_one_is_read(tmp_path):
    async def talk(socket, services):
        services.desk._longest = 0.0
        slow = await socket.ask("read", text="f5")
        services.desk._longest = 60.0
        return slow, await socket.ask("read", text="f5")

    slow, read = run(with_page(tmp_path / "games.sqlite", talk))
    assert (slow["code"], read["type"]) == ("slow", "reading")


def test_a_page_that_has_used_up_its_time_waits_and_others_do_not():
    now = 0.0
    one, other = PageBudget(lambda: now), PageBudget(lambda: now)
    one.charge(BURST)
    assert one.wait_seconds == 0
    one.charge(2.0)
    assert one.wait_seconds == pytest.approx(2.0 / RATE)
    assert other.wait_seconds == 0
    now = 2.0 / RATE
    assert one.wait_seconds == 0
    now = 1e6
    one.charge(BURST + 1)
    assert one.wait_seconds == pytest.approx(1 / RATE)  # no more than that is saved


def test_work_beside_the_loop_is_done_in_a_thread_and_charged():
    async def work():
        BUDGET.set(budget := PageBudget())
        before = budget._seconds
        thread = await beside(lambda: sum(range(300_000)) and threading.get_ident())
        return before - budget._seconds, thread

    spent, thread = run(work())
    assert spent > 0
    assert thread != threading.get_ident()


def test_a_page_has_one_message_of_a_type_answered_at_a_time(tmp_path):
    async def talk(socket, services):
        running = most = 0

        async def answer(*_):
            nonlocal running, most
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.01)
            running -= 1
            return '{"type":"reading"}'

        services.desk.answer = answer
        for number in range(2, 6):
            text = json.dumps({"type": "read", "id": number, "text": "f5"})
            socket.says.put_nowait({"type": "websocket.receive", "text": text})
        await socket.ask("read", text="f5")
        return most

    assert run(with_page(tmp_path / "games.sqlite", talk)) == 1


def test_a_review_that_is_stopped_before_it_begins_does_not_begin(tmp_path, monkeypatch):
    monkeypatch.setattr(Work, "begin", None)  # which cannot be called

    async def talk(socket, services):
        stop = json.dumps({"type": "stop", "id": 2, "what": "review"})
        review = json.dumps({"type": "review", "id": 1, "kind": "othello", "start": WIDE, "moves": PLAYED_WIDE})
        for text in (review, stop):
            socket.says.put_nowait({"type": "websocket.receive", "text": text})
        answers = [await socket.heard.get() for _ in range(2)]
        return {answer["re"]: answer for answer in answers}

    answers = run(with_page(tmp_path / "games.sqlite", talk))
    assert answers == {1: {"type": "review", "stopped": True, "re": 1}, 2: {"type": "stopped", "re": 2}}
