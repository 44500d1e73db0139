"""A file of games that an earlier version wrote opens as it was: `tests/data` also has what that version sent of it."""

import gzip
import io
import json
from pathlib import Path

import pytest

from outflank.text import dumps
from outflank.web.games import game_file
from outflank.web.games.match_session import MatchSession
from outflank.web.games.own_games import OwnGames
from outflank.web.games.store import GameStore

DATA = Path(__file__).parents[2] / "data"
SENT = json.loads(gzip.decompress((DATA / "games-v4.sent.json.gz").read_bytes()))


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    path = tmp_path_factory.mktemp("old") / "games.sqlite"
    path.write_bytes(gzip.decompress((DATA / "games-v4.sqlite.gz").read_bytes()))
    store = GameStore(path)
    yield store
    store.close()


@pytest.mark.parametrize("game", SENT["states"])
def test_every_game_is_sent_as_it_was(store, game):
    session = MatchSession.from_json(store.load(game), store, None)
    later = {"rated": False, "tournament": "", "counts": False}  # fields that came later
    assert json.loads(dumps(session.state())) == SENT["states"][game] | later
    assert json.loads(session.to_json()) == json.loads(store.load(game))


def test_games_are_listed_as_they_were(store):
    listed = json.loads(dumps(OwnGames(store, is_shared=True).find("ann", most=100)))
    guest = {"template": "Guest", "values": {}}  # in version 4, other people without a name had none here
    players = {game["id"]: game["players"] for game in listed}
    assert [game["id"] for game in SENT["listed"] if "" in game["players"] and guest in players[game["id"]]]
    for game in SENT["listed"]:
        game["players"] = [
            guest if name == "" and players[game["id"]][seat] == guest else name
            for seat, name in enumerate(game["players"])
        ]
    assert listed == SENT["listed"]


def test_the_file_of_all_games_reads_and_is_written_as_it_was(store):
    library = OwnGames(store, is_shared=True)
    assert "".join(game_file.as_json(library.whole("ann"))) == SENT["file"]
    games = list(game_file.read(io.BytesIO(SENT["file"].encode())))
    assert [game.kept.id for game in games] == [game["id"] for game in json.loads(SENT["file"])["games"]]
