"""A server whose games are in PostgreSQL: killed, begun twice, and its database restarted under it."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.ending import COMMAND
from tests.patience import until
from tests.web.postgres import name_of
from tests.web.transport.test_hosting import health, until_health

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="PostgreSQL runs as Debian installs it"),
]


def test_killed_server_loses_nothing_and_a_second_one_is_refused(serve, postgres):
    url = postgres.new_database()
    server = serve("--games", url, ready=False)
    with server.page() as page:
        game = page.begin("human", "human")
        page.play("f5")
        command = [*COMMAND, "serve", "--no-browser", "--port", "0", "--games", url]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr.startswith("outflank: another server stores its games in 'postgresql://postgres@/")
        assert second.stderr.count("\n") == 1
        page.play("d6")
    server.kill()
    server.start(ready=False)
    with server.page() as page:
        page.ask("open", game=game)
        assert page.moves() == ["f5", "d6"]
        assert [each["id"] for each in page.ask("games")["games"]] == [game]
    assert not list(server.folder.glob("games.sqlite*"))


def test_game_goes_on_while_the_database_server_is_restarted(serve, own_postgres):
    url = own_postgres.new_database()
    server = serve("--games", url)
    with server.page() as page:
        game = page.begin("human", "human")
        page.play("f5")
        assert health(server) == (200, {"healthy": True, "reasons": []})
        own_postgres.stop()
        assert page.play("d6")["type"] == "done"
        assert until_health(server, 503)["reasons"][0].startswith("games cannot be saved: ")
        assert page.play("c3")["type"] == "done"
        own_postgres.start()
        assert page.until(lambda message: message.get("type") == "saving" and message["saved"])["game"] == game
        until_health(server, 200)
        server.kill()
    server.start(ready=False)
    with server.page() as page:
        page.ask("open", game=game)
        assert page.moves() == ["f5", "d6", "c3"]


def test_server_stops_if_another_one_has_taken_over_the_games(serve, own_postgres):
    url = own_postgres.new_database()
    server = serve("--games", url, ready=False)
    locks = "FROM pg_locks WHERE locktype = 'advisory'"
    ((pid,),) = own_postgres.execute(f"SELECT pid {locks}")
    with own_postgres.connect(name_of(url)) as other, ThreadPoolExecutor(1) as pool:
        taken = pool.submit(other.execute, "SELECT pg_advisory_lock(%s, 1)", (0x4F75746C,))
        until(lambda: own_postgres.execute(f"SELECT 1 {locks} AND NOT granted"))  # it is the next
        own_postgres.execute(f"SELECT pg_terminate_backend({pid}, 60000)")
        taken.result()
        assert server.process.wait(60) == 2
    assert "another server has taken over the games" in server.errors
