"""Matches on the server: how they begin, and how they are kept. What can happen to a match is tested with `play`."""

import asyncio
import json
import random

import pytest

from outflank.errors import IllegalMoveError, OptionError, OutflankError, ParseError
from outflank.play import Analysis, MoveValue
from outflank.rules import Position
from outflank.web import logs
from outflank.web.games.match_session import MatchSession
from outflank.web.games.matches import Matches, new_match
from outflank.web.games.retrying_store import RetryingStore
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch
from outflank.web.wire import MatchSetup

# As the first version of the web app kept its games.
WITH_A_CLOCK = """{"id": "AbCdEfGhIjKlMnOpQrStUv", "kind": "othello",
 "start": "---------------------------OX------XO--------------------------- X", "seats": ["human", "level2"],
 "control": [300.0, 5.0, false], "left": [311.75, 309.99], "pace": 0.6, "moves": [
 {"seat": 0, "move": "f5", "flips": [36], "seconds": 0.0, "found": null, "skipped": []},
 {"seat": 1, "move": "d6", "flips": [35], "seconds": 0.0, "found": null, "skipped": []},
 {"seat": 0, "move": "c3", "flips": [27], "seconds": 2.25, "found": null, "skipped": []},
 {"seat": 1, "move": "d3", "flips": [27], "seconds": 0.01, "found": {"move": "d3", "value": 4.0, "bound": "exact",
  "depth": 2, "selectivity": 100, "kind": "heuristic", "pv": ["d3", "c4"], "nodes": 31, "seconds": 0.004},
  "skipped": []}],
 "undone": [{"seat": 0, "move": "c4", "flips": [27], "seconds": 1.0, "found": null, "skipped": []}],
 "resigned": null, "fault": null, "paused": false, "revision": 6}"""
WITH_A_FAULT = """{"id": "CbCdEfGhIjKlMnOpQrStUv", "kind": "othello",
 "start": "---------------------------OX------XO--------------------------- X", "seats": ["human", "level1"],
 "control": null, "left": null, "pace": 0.0,
 "moves": [{"seat": 0, "move": "f5", "flips": [36], "seconds": 0.0, "found": null, "skipped": []}], "undone": [],
 "resigned": null, "fault": {"seat": 1, "fault": "slow", "reason": "it did not move within 60 seconds"},
 "paused": false, "revision": 2}"""
OF_TRIBOLO = """{"id": "BbCdEfGhIjKlMnOpQrStUv", "kind": "tribolo",
 "start": "GR..R.B........./....B......#.B../BG.#.G...GR...../..R#...G......../B.R...G.B..R...G/.#..R.R.#......./\
.G..G..R..B...../RR...#.......B#./G.B#.B#....G..../.R......#....B#./.#.......B.....G R",
 "seats": ["human", "tribolo", "tribolo:mode=max_n,time=1.0"], "control": null, "left": null, "pace": 0.0,
 "moves": [{"seat": 1, "move": "a2", "flips": [33], "seconds": 0.0, "found": null, "skipped": []}], "undone": [],
 "resigned": null, "fault": null, "paused": false, "revision": 1}""".replace("\\\n", "")

MUST_PASS = "OOOO----" + 48 * "-" + "OX------ X"  # Black cannot move, White can


def begun(*seats, **setup):
    return new_match(MatchSetup(seats=list(seats or ("human", "level1")), **setup))


def session(match, **own):
    return MatchSession(match, GameStore(), None, **own)


def read(text):
    return MatchSession.from_json(text, GameStore(), None)


def test_match_begins_with_players_as_the_registry_takes_them():
    match = begun("human", "engine", moves=["f5"], clock="300+5")
    assert [seat.player for seat in match.seats] == ["human", "engine:level=10"]
    assert match.position == Position.start().play("f5")
    assert match.clock.seconds == (300, 300)


def test_passes_may_be_left_out_of_the_moves_that_a_match_begins_with():
    forced = ["e6", "f6", "c4", "c5", "c6", "d6", "g7", "f4", "g4", "g6", "e7", "h8", "h6", "g5", "g8", "f8", "b4"]
    assert "pass" in begun("human", "human", moves=forced).game.moves


@pytest.mark.parametrize(
    ("setup", "error", "words"),
    [
        ({"kind": "chess"}, OptionError, "expected a game"),
        ({"seats": ["human"] * 3}, OptionError, "expected 2 players, got 3"),
        ({"size": 7}, ParseError, "board size"),
        ({"start": "rubbish"}, ParseError, "expected a cell"),
        ({"start": "X" * 64 + " X"}, OptionError, "nobody can move"),
        ({"clock": "soon"}, OptionError, "expected a time"),
        ({"moves": ["a1"]}, IllegalMoveError, "turns over no disc"),
        ({"size": 10, "seats": ["human", "kiki"]}, OptionError, "boards of 8×8, not 10×10"),
        ({"start": "-----OX--XO----- X", "seats": ["human", "kiki"]}, OptionError, "boards of 8×8, not 4×4"),
        ({"kind": "anti-othello", "seats": ["human", "engine"]}, OptionError, "it plays Othello, not Anti-Othello"),
    ],
)
def test_impossible_match_is_refused_before_it_begins(setup, error, words):
    with pytest.raises(error, match=words):
        new_match(MatchSetup(**{"seats": ["human", "human"], **setup}))


def test_player_who_cannot_play_is_not_let_into_a_match():
    matches = Matches(RetryingStore(), None)
    game = matches.begin(MatchSetup(seats=["human", "human"], size=6), lambda _text: None, "ann")
    with pytest.raises(OptionError, match="boards of 8×8"):
        matches.sit(game, ["human", "kiki"], "ann")
    assert [seat.player for seat in matches.session(game).match.seats] == ["human", "human"]


def test_game_of_the_first_version_opens_as_it_was_left():
    kept = read(WITH_A_CLOCK)
    match = kept.match
    assert (kept.id, kept.pace, kept.revision) == ("AbCdEfGhIjKlMnOpQrStUv", 0.6, 6)
    assert match.game.moves == ("f5", "d6", "c3", "d3")
    assert match.clock.seconds == (311.75, 309.99)
    assert (match.played[3].answer.value, match.played[3].answer.depth, match.played[3].answer.nodes) == (4.0, 2, 31)
    assert match.redo() == ("c4",)
    old, new = json.loads(WITH_A_CLOCK), json.loads(read(WITH_A_CLOCK).to_json())
    assert new.pop("names") == ["", ""]
    assert new == old


def test_fault_of_the_first_version_can_still_be_mended_by_another_player():
    match = read(WITH_A_FAULT).match
    assert match.result.words.startswith("Black wins: White forfeits the game: ")
    assert "it did not move within 60 seconds" in match.result.words
    match.sit(["human", "level2"])
    assert match.result is None


def test_game_of_tribolo_of_the_first_version_opens():
    match = read(OF_TRIBOLO).match
    assert match.kind.name == "tribolo"
    assert match.game.moves == ("a2",)


def test_game_of_the_first_version_is_found_in_the_store():
    store = RetryingStore()
    store.save(StoredMatch.of("AbCdEfGhIjKlMnOpQrStUv", read(WITH_A_CLOCK).match, WITH_A_CLOCK))
    state = Matches(store, None).session("AbCdEfGhIjKlMnOpQrStUv").state()
    assert [played["move"] for played in state["moves"]] == ["f5", "d6", "c3", "d3"]
    assert state["labels"] == ["You", "Computer 2"]


@pytest.mark.parametrize("seed", range(5))
def test_what_is_kept_reads_back_as_the_same_session(seed):
    draw = random.Random(seed)
    kind = draw.choice(["othello", "anti-othello"])
    match = begun("human", "human", kind=kind, size=draw.choice([4, 6, 8, 10]), clock="3000000+2.5")
    for _ in range(draw.randrange(20)):
        if match.is_over:
            break
        move = draw.choice(match.position.legal_moves)
        answer = Analysis(move, (MoveValue(move, 3.0, pv=(move,)),), nodes=5)
        match.push(move, seconds=draw.random(), answer=answer)
    if draw.random() < 0.5 and len(match.played) > 2:
        match.undo()
    before = session(match, pace=0.6, revision=3)
    after = read(before.to_json())
    assert after.to_json() == before.to_json()
    assert after.match.position == match.position
    assert after.match.result == match.result


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"kind": "othello"}', '{"kind": 7}', WITH_A_CLOCK[:-60] + "}"])
def test_rubbish_is_not_a_session(text):
    with pytest.raises(OutflankError, match="the saved game cannot be read"):
        read(text)


class FullStore:
    """A store that has no room for another game."""

    def save(self, _match):
        raise OutflankError("database or disk is full")


def test_the_end_of_a_game_is_logged_even_if_it_cannot_be_saved(caplog):
    caplog.set_level(logs.INFO, "outflank.web")
    game = MatchSession(begun("human", "human", moves=["f5"]), FullStore(), None)
    with pytest.raises(OutflankError, match="full"):
        game.publish(game.change("resign", "ann"))
    assert [record.message for record in caplog.records] == ["game started", "game ended"]


@pytest.mark.parametrize(("clock", "after"), [("60+2", ["pass"]), ("", [])])
def test_a_game_that_was_saved_with_a_forced_pass_continues_with_it(clock, after):
    saved = session(begun("human", "human", start=MUST_PASS, clock=clock), name="AbCdEfGhIjKlMnOpQrStUv")
    game = read(saved.to_json())
    states = []

    async def arrive():
        game.join(states.append, "ann")
        await asyncio.sleep(0)

    asyncio.run(arrive())
    assert [played.move for played in game.match.played] == after
    assert json.loads(states[-1])["must_pass"] is not bool(after)
    assert game.turn_clock.is_running
