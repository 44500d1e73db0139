"""What spectators are told of a tournament, while another connection plays it."""

import json
import time

import pytest

from outflank.errors import OutflankError
from outflank.matches.game import play_pairing
from outflank.matches.openings import Starts
from outflank.matches.reading import read_plan
from outflank.matches.running import Tournament, seated, without_refused
from outflank.matches.store import Fixture, Store
from outflank.rules import Game, Position
from outflank.web.pages.arena import ArenaReader, AskArena
from outflank.web.pages.tournament_file import Watched
from outflank.web.wire import MessageError
from tests.matches.conftest import THREE, HereBoards, text_of
from tests.web.conftest import run


@pytest.fixture
def club(tmp_path):
    """The file of a tournament, into which `play` plays some games."""
    path = tmp_path / "club.toml"
    path.write_text(text_of(*THREE), encoding="utf-8")
    return path


def play(path, most=None):
    plan = read_plan(path)
    store = Store(plan.database)
    store.agree(plan)
    tournament = Tournament(plan, store)
    tournament.play(HereBoards(seated(plan, store), plan), most=most)
    return plan, store


def test_before_the_first_game_there_is_a_title_and_no_table(club):
    told = Watched(club).read()
    assert (told["title"], told["games"], told["table"], told["playing"]) == ("club", 0, [], False)


def test_who_is_left_out_is_told_with_the_reason(tmp_path):
    """Once, only the terminal and the exported page said so."""
    path = tmp_path / "club.toml"
    names, players = (*THREE, "<b>"), (*THREE, f"bot:{tmp_path / 'bad'}")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "bot.py").write_text("def choose(position):\n    return position.legal_moves[0]\n")
    (tmp_path / "bad" / "log").symlink_to("/proc/kmsg")
    path.write_text(text_of(*names, players=players), encoding="utf-8")
    plan = read_plan(path)
    store = Store(plan.database)
    plan = without_refused(plan, store)
    store.agree(plan)
    Tournament(plan, store).play(HereBoards(seated(plan, store), plan))
    told = Watched(path).read()
    assert [each["name"] for each in told["refused"]] == ["<b>"]
    assert told["refused"][0]["reason"].endswith("'log' is a link that leads out of its folder")
    assert {row["name"] for row in told["table"]} == set(THREE)
    store.close()


def test_the_table_moves_while_games_are_added(club):
    reader = Watched(club)
    _, store = play(club, most=5)
    first = reader.read()
    assert (first["games"], first["total"], first["over"], first["playing"]) == (5, 12, False, True)
    play(club)[1].close()
    whole = reader.read()
    assert (whole["games"], whole["over"], whole["playing"]) == (12, True, False)
    assert sum(row["points"] for row in whole["table"]) == 12
    assert whole["table"] == Watched(club).read()["table"]
    assert [game["number"] for game in whole["latest"]] == [12, 11, 10, 9, 8, 7]
    json.dumps(whole)
    store.close()
    reader.close()


def test_boards_of_games_under_way_are_told_move_by_move(club):
    plan, store = play(club, most=1)
    pairing = Starts(plan).pairing(Fixture(0, 1, (1, 2)), 0)
    whole = play_pairing(THREE, pairing)
    reader = Watched(club)
    for n in (4, 6, 5, len(whole.moves)):
        store.show([(pairing.seats, pairing.start.board_string, whole.moves[:n])], {"seen": time.time()})
        (shown,) = reader.read()["boards"]
        game = Game(Position.start(4), whole.moves[:n])
        assert (shown["cells"], shown["moves"], shown["last"]) == (game.position.cells, n, whole.moves[n - 1])
        assert shown["names"] == ["first", "greedy"]
    store.show([], {"seen": time.time()})
    assert reader.read()["boards"] == []
    store.close()
    reader.close()


def test_a_player_who_joins_and_a_file_that_is_begun_again_are_seen(club):
    reader = Watched(club)
    play(club)[1].close()
    assert reader.read()["games"] == 12
    club.write_text(text_of(*THREE, "level1"), encoding="utf-8")
    play(club)[1].close()
    assert [reader.read()["games"], len(reader.read()["table"])] == [24, 4]
    plan = read_plan(club)
    for path in plan.database.parent.glob("club.sqlite*"):
        path.unlink()
    play(club, most=2)[1].close()
    assert reader.read()["games"] == 2
    reader.close()


def test_a_player_who_joins_and_forfeits_at_once_is_seen(club, tmp_path):
    """Once such a game was an error, and all after it were left out."""
    reader = Watched(club)
    play(club)[1].close()
    (tmp_path / "late.py").write_text("def choose(position):\n    raise ValueError('late')\n", encoding="utf-8")
    players = (*THREE, f"module:{tmp_path / 'late.py'}:choose")
    club.write_text(text_of(*THREE, "late", players=players), encoding="utf-8")
    assert reader.read()["games"] == 12  # before the player is let in
    play(club)[1].close()
    told = reader.read()
    assert told["games"] == 24
    assert {row["name"]: row["forfeits"] for row in told["table"]} == {**dict.fromkeys(THREE, 0), "late": 12}
    reader.close()


def test_the_test_of_a_tournament_is_told_with_its_curve(club):
    club.write_text(text_of("random", "first", more="[sprt]", schedule="games = 20"), encoding="utf-8")
    play(club)[1].close()
    told = Watched(club).read()["test"]
    assert told["pairs"] == len(told["curve"]) == 10
    assert told["names"] == ["random", "first"]
    assert told["llr"] == pytest.approx(told["curve"][-1], abs=1e-3)


def test_a_server_without_a_tournament_says_so():
    with pytest.raises(MessageError, match="this server shows no tournament"):
        run(ArenaReader(None)._answer(AskArena(type="arena"), ""))


def test_many_who_ask_at_once_have_the_file_read_once(club, monkeypatch):
    reader, reads = ArenaReader(club), []
    monkeypatch.setattr(reader, "_read", lambda file: reads.append(file) or {"type": "arena"})

    async def ask():
        import asyncio

        return await asyncio.gather(*(reader._answer(AskArena(type="arena"), "") for _ in range(20)))

    assert len(run(ask())) == 20
    assert len(reads) == 1


def test_a_file_that_becomes_wrong_is_said(club):
    club.write_text("seed = 'x'", encoding="utf-8")
    with pytest.raises(OutflankError, match=r"club\.toml: seed"):
        Watched(club).read()
