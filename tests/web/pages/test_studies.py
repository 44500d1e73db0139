"""Studies as the server keeps them: saved, found, named, copied, deleted; two tabs; files."""

import asyncio
import io
import json
import sqlite3
from contextlib import closing, contextmanager

import pytest

from outflank.errors import OutflankError
from outflank.formats import sgf
from outflank.web.games import trees
from outflank.web.games.own_games import OwnGames
from outflank.web.games.store import GameStore
from outflank.web.pages import studies
from outflank.web.pages.file_transfer import Exchange
from outflank.web.studies.shared_studies import SharedStudies
from outflank.web.transport.schema import read
from outflank.web.wire import MessageError
from tests.web.conftest import run

pytestmark = pytest.mark.usefixtures("each_database")

TREE = '[[-1,""],[0,"f5",{"c":"角を取る","s":"!","k":[["circle","d6"]]}],[1,"d6"],[1,"f6"]]'
OTHER = '[[-1,""],[0,"d3"]]'
ID = "abcdefghijklmnop"


class Desk:
    """The studies of a server, asked as pages ask."""

    def __init__(self, path=None, *, is_shared=False):
        self.store = GameStore(path)
        self.library = OwnGames(self.store, is_shared=is_shared)
        self.studies = studies.Studies(self.library, SharedStudies(self.library))

    def ask(self, type_, person="ann", **fields):
        message = read(json.dumps({"type": type_, **fields}))
        answer = self.studies.handlers[type_](message, person)
        return run(answer) if asyncio.iscoroutine(answer) else answer

    def keep(self, tree=TREE, study=ID, revision=0, person="ann", **fields):
        return self.ask("keep-study", person, study=study, revision=revision, tree=tree, **{"title": "One", **fields})

    def ids(self, person="ann", **query):
        return [each["id"] for each in self.ask("studies", person, **query)["studies"]]


@contextmanager
def refused(code):
    with pytest.raises(MessageError) as caught:
        yield
    assert caught.value.code == code


def test_a_study_is_there_again_after_the_server_has_ended(games_place):
    desk = Desk(games_place)
    assert desk.keep(players=["Ann", "Bob"]) == {"type": "kept", "study": ID, "revision": 1, "name": "One"}
    desk.store.close()
    found = Desk(games_place).ask("study", study=ID)
    assert (found["tree"], found["name"], found["players"], found["revision"]) == (TREE, "One", ["Ann", "Bob"], 1)


def test_the_second_of_two_tabs_is_told_and_nothing_is_overwritten():
    desk = Desk()
    desk.keep()
    assert desk.keep(OTHER, revision=1)["revision"] == 2
    with refused("changed"):
        desk.keep('[[-1,""],[0,"c4"]]', revision=1)
    assert desk.ask("study", study=ID)["tree"] == OTHER


def test_what_was_sent_twice_as_no_answer_came_is_no_change():
    desk = Desk()
    desk.keep()
    assert desk.keep()["revision"] == 1
    desk.keep(OTHER, revision=1)
    assert desk.keep(OTHER, revision=1)["revision"] == 2


def test_a_study_that_was_deleted_is_back_when_it_is_saved_or_restored():
    desk = Desk()
    desk.keep()
    desk.ask("delete-study", study=ID)
    assert desk.ids() == []
    with refused("unknown study"):
        desk.ask("study", study=ID)
    desk.ask("restore-study", study=ID)
    assert desk.ids() == [ID]
    desk.ask("delete-study", study=ID)
    desk.keep(OTHER, revision=1)
    assert desk.ids() == [ID]


def test_studies_are_found_by_title_players_and_comments_last_changed_first():
    desk = Desk()
    desk.keep(study=ID + "1", title="Tiger", players=["Ann", "Bob"])
    desk.keep(OTHER, study=ID + "2", title="Ｂｏｂ’s")
    assert desk.ids() == [ID + "2", ID + "1"]
    assert desk.ids(text="bob") == [ID + "2", ID + "1"]
    assert desk.ids(text="TIGER bob") == desk.ids(text="角") == [ID + "1"]
    assert desk.ids(text="nobody") == []
    assert desk.ids(after=ID + "2") == [ID + "1"]


def test_a_new_title_leaves_the_revision_and_is_not_undone_by_a_save_without_one():
    desk = Desk()
    desk.keep()
    assert desk.ask("name-study", study=ID, title=" Two\n")["name"] == "Two"
    assert desk.keep(OTHER, revision=1, title=None)["name"] == "Two"
    assert desk.ids(text="two") == [ID]
    assert desk.ids(text="one") == []


def test_a_copy_is_a_study_of_its_own():
    desk = Desk()
    desk.keep()
    copy = desk.ask("copy-study", study=ID, title="Two")["study"]
    desk.keep(OTHER, study=copy, revision=1)
    assert desk.ask("study", study=ID)["tree"] == TREE
    assert len(desk.ids()) == 2


def test_each_has_their_own_where_a_server_is_shared_and_all_have_all_where_it_is_not():
    desk = Desk(is_shared=True)
    desk.keep()
    assert desk.ids("bob") == []
    for type_, more in (
        ("study", {}),
        ("delete-study", {}),
        ("name-study", {"title": "x"}),
        ("copy-study", {"title": "x"}),
    ):
        with refused("unknown study"):
            desk.ask(type_, "bob", study=ID, **more)
    with refused("unknown study"):
        desk.keep(person="bob", revision=1)
    with refused("no key"):
        desk.keep(person="", study=ID + "2")
    desk = Desk()
    desk.keep()
    assert desk.ids("bob") == [ID]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"tree": '[[-1,""],[0,"a1"]]'}, "node 1 of the game: Black cannot play a1"),
        ({"tree": "x" * 230_001}, "at most 230000 characters"),
        ({"title": "x" * 101}, "at most 100 characters"),
        ({"study": "../x"}, "study"),
        ({"kind": "tribolo"}, "cannot be studied"),
        ({"kind": "chess"}, "expected a game"),
        ({"start": "x"}, "expected"),
    ],
)
def test_what_is_no_study_is_refused_in_one_line(fields, said):
    desk = Desk()
    with pytest.raises(OutflankError) as caught:
        desk.keep(**fields)
    assert said in str(caught.value)
    assert str(caught.value).isprintable()
    assert desk.ids() == []


def test_more_studies_than_a_person_may_have_are_refused(monkeypatch):
    monkeypatch.setattr(studies, "MOST", 1)
    desk = Desk()
    desk.keep()
    desk.keep(OTHER, revision=1)
    with refused("full"):
        desk.keep(study=ID + "2")
    with refused("full"):
        desk.ask("copy-study", study=ID, title="x")


def test_a_study_is_written_in_each_format_which_says_what_it_has_no_room_for():
    desk = Desk()
    answer = desk.ask("write-study", tree=TREE, title="角", players=["A]", "B"])
    (record,) = sgf.read(answer["texts"]["sgf"])
    assert record.tree == trees.read(record.tree.root.position, TREE)[0]
    assert (record.players, record.tags) == (("A]", "B"), {"GN": "角"})
    assert answer["left"] == {"sgf": (), "pgn": (), "ggf": ("variations", "signs", "circles")}


def test_all_studies_go_out_as_one_file_and_come_in_again_elsewhere():
    desk = Desk()
    desk.keep(players=["Ann", "Bob"])
    desk.keep(OTHER, study=ID + "2", title="Two")
    text = sgf.write(list(desk.studies.records("ann")))
    other = Desk()
    exchange = Exchange(other.library, other.studies)
    taken = run(exchange._take("import-studies", "ann", io.BytesIO(text.encode())))
    assert taken == {"added": 2, "known": 0, "refused": 0, "bad": []}
    assert sgf.write(list(other.studies.records("ann"))) == text
    again = run(exchange._take("import-studies", "ann", io.BytesIO(f"{text}(;GM[2];B[a1])\n{text}".encode())))
    assert (again["added"], again["known"], again["refused"]) == (0, 4, 1)
    assert "Black cannot play a1" in again["bad"][0]["reason"]


def test_a_study_that_is_too_large_for_a_message_is_refused_and_the_others_are_taken():
    desk = Desk()
    text = f"(;GM[2]C[{'é' * 1_000_000}])\n(;GM[2];B[f5](;W[d6])(;W[f6]))\n"
    taken = run(Exchange(desk.library, desk.studies)._take("import-studies", "ann", io.BytesIO(text.encode())))
    assert (taken["added"], taken["refused"]) == (1, 1)
    assert "expected a study of at most 230,000 characters" in taken["bad"][0]["reason"]


def test_a_file_of_games_without_studies_gets_their_table_and_is_copied_before(tmp_path):
    path = tmp_path / "games.sqlite"
    GameStore(path).close()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TABLE studies")  # of version 3
        database.execute("ALTER TABLE games DROP COLUMN persons")  # of version 4
        database.execute("DROP TABLE rated")  # of version 5
        since_6 = database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB ?"
            " OR name IN (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                "club_*",
                "members",
                "blocks",
                "reports",
                "ratings",
                "rating_changes",
                "short_games",
                "shared_studies",
                "study_members",
                "study_changes",
            ),
        )
        for (table,) in since_6.fetchall():
            database.execute(f"DROP TABLE {table}")
        database.execute("PRAGMA user_version = 2")
    desk = Desk(path)
    desk.keep()
    assert desk.ids() == [ID]
    assert (tmp_path / "games.sqlite.v2").exists()


def test_what_a_full_disk_does_not_take_is_said_and_what_was_there_stays(tmp_path):
    desk = Desk(tmp_path / "games.sqlite")
    desk.keep()
    desk.store.database.connection.execute("PRAGMA query_only = 1")
    with pytest.raises(OutflankError, match="the study could not be saved"):
        desk.keep(OTHER, revision=1)
    assert desk.ask("study", study=ID)["tree"] == TREE


def test_games_that_are_imported_keep_what_was_said_of_them_as_studies():
    desk = Desk()
    text = "(;GM[2]PB[A];B[f5]ET[3]V[2])\n(;GM[2]PB[B];B[f5](;W[d6])(;W[f6]C[here]))\n"
    exchange = Exchange(desk.library, desk.studies)
    for studies_added, games_added in ((1, 2), (0, 0)):
        taken = run(exchange._take("import", "ann", io.BytesIO(text.encode())))
        assert (taken["studies"], taken["added"]) == (studies_added, games_added)
    (found,) = desk.ask("studies", text="here")["studies"]
    assert found["players"] == ["B", ""]
