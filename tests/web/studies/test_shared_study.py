"""People at one study: links, rights, changes that everybody gets, lost connections, a killed server."""

import asyncio
from contextlib import contextmanager, suppress
from urllib.request import urlopen

import pytest

from outflank.errors import OutflankError
from outflank.web.club.deletion import delete_person, stored_about
from outflank.web.studies import shared_study, shared_tree
from outflank.web.wire import MessageError
from tests.web.studies.conftest import ID, TREE, StudyServer, add, put

pytestmark = pytest.mark.usefixtures("each_database")


@contextmanager
def refused(code):
    with pytest.raises(MessageError) as caught:
        yield
    assert caught.value.code == code, caught.value
    assert "\n" not in str(caught.value)


def test_changes_reach_everybody_in_one_order_and_are_in_the_stored_study(in_study):
    async def talk(server):
        ann = await server.shared_by()
        ben = await server.joined_by("ben")
        cleo = await server.joined_by("cleo", "watch")
        assert (ben.opened["role"], cleo.opened["role"], ben.opened["revision"]) == ("edit", "watch", 1)
        assert await ann.change(add("f5 d6", "c3"), revision=1) == 2
        assert await ben.change(add("f5 d6", "c4"), put("f5", "c", "角"), revision=1) == 4
        assert ann.changes == ben.changes == cleo.changes
        assert [event["revision"] for event in ann.changes] == [2, 3, 4]
        assert ann.changes[1]["order"] == ["c3", "c4"]
        return (await ann.ask("study"))["tree"]

    assert in_study(talk) == '[[-1,""],[0,"f5",{"c":"角"}],[1,"d6"],[2,"c3"],[2,"c4"],[1,"f6"]]'


def test_only_people_with_a_link_get_in_and_only_members_change_anything(in_study):
    async def talk(server):
        ann = await server.shared_by()
        with refused("unknown study"):
            await server.page("eve").ask("follow-study")
        with refused("unknown study"):
            await server.page("eve").ask("follow-study", secret="x" * 22)
        with refused("unknown study"):
            await server.page("eve").ask("share-study")
        with refused("no key"):
            await server.page("").ask("follow-study", secret=server.links["watch"])
        eve = await server.joined_by("eve", "watch")
        with refused("watching"):
            await eve.change(add("f5", "f4"), revision=1)
        with refused("watching"):
            await eve.ask("gather-study", path=[])
        for type_, fields in {
            "lead-study": {"on": True},
            "ask-class": {"what": "ask"},
            "remove-from-study": {"who": 1},
        }.items():
            with refused("owner"):
                await eve.ask(type_, **fields)
        with refused("not open"):
            await server.page("zoe").change(add("f5", "f4"), revision=1)
        assert ann.changes == []

    in_study(talk)


def test_a_private_study_cannot_be_opened_by_others_even_by_its_id(in_study):
    async def talk(server):
        await server.page("ann").ask("keep-study", revision=0, tree='[[-1,""]]', title="", players=[])
        with refused("unknown study"):
            await server.page("ben").ask("follow-study", secret="x" * 22)

    in_study(talk)


def test_somebody_who_is_removed_while_typing_is_told_and_cannot_come_back(in_study):
    async def talk(server):
        ann = await server.shared_by()
        ben = await server.joined_by("ben")
        other = await server.joined_by("ben")  # in a second tab
        who = ben.opened["you"]
        assert other.opened["you"] == who
        assert [each["name"] for each in (await ann.ask("share-study"))["members"]] == ["Ben"]
        await ann.ask("remove-from-study", who=who)
        for page in (ben, other):
            assert page.events("study-closed") == [{"type": "study-closed", "study": ID, "why": "removed"}]
            with refused("not open"):
                await page.change(add("f5", "f4"), revision=1)
        with refused("removed"):
            await server.joined_by("ben")
        with refused("removed"):
            await server.joined_by("ben", "watch")
        assert ann.events("study-members")[-1]["members"] == []
        with refused("unknown member"):
            await ann.ask("remove-from-study", who=1)  # herself
        with refused("unknown member"):
            await ann.ask("remove-from-study", who=99)

    in_study(talk)


def test_a_new_link_ends_the_old_one(in_study):
    async def talk(server):
        ann = await server.shared_by()
        cleo = await server.joined_by("cleo", "watch")
        ben = await server.joined_by("ben")
        new = (await ann.ask("share-study", renew="watch"))["links"]
        assert cleo.events("study-closed")
        with refused("unknown study"):
            await server.joined_by("dan", "watch")
        assert new["edit"] == server.links["edit"]
        await ann.ask("share-study", renew="edit")
        await ben.change(add("f5", "f4"), revision=1)  # members stay
        with refused("unknown study"):
            await server.joined_by("dan")

    in_study(talk)


def test_a_study_whose_last_followers_lose_their_link_leaves_the_memory(in_study):
    async def talk(server):
        ann = await server.shared_by()
        cleo = await server.joined_by("cleo", "watch")
        await ann.ask("leave-study")
        assert server.shared.n_open == 1
        await ann.ask("share-study", renew="watch")
        assert cleo.events("study-closed")
        assert server.shared.n_open == 0

    in_study(talk)


def test_a_page_gets_what_it_missed_and_what_it_sent_twice_is_done_once(in_study):
    async def talk(server):
        ann = await server.shared_by()
        ben = await server.joined_by("ben")
        await ann.change(put("f5", "c", "one"), revision=1)
        await ben.ask("leave-study")
        await ann.change(put("f5", "c", "one two", "one"), revision=2)
        again = await ben.ask("follow-study", revision=2)
        assert again["tree"] is None
        assert [each["event"]["value"] for each in again["changes"]] == ["one two"]
        source = "ben-source-x"
        await ben.change(put("f5", "c", "one two 3", "one two"), revision=3, source=source)
        await ben.change(put("f5", "c", "one two 3", "one two"), revision=3, source=source)
        assert [event["value"] for event in ann.changes] == ["one", "one two", "one two 3"]
        for strange in (99, 0):
            assert (await server.page("ben").ask("follow-study", revision=strange))["tree"] is not None

    in_study(talk)


def test_a_page_that_missed_too_much_gets_the_whole_tree(in_study, monkeypatch):
    monkeypatch.setattr(shared_study, "CHANGES_KEPT", 2)

    async def talk(server):
        ann = await server.shared_by()
        for number in range(12):
            await ann.change(put("f5", "c", "x" * (number + 1), "x" * number), revision=number + 1)
        opened = await server.page("ann").ask("follow-study", revision=3)
        assert opened["tree"] is not None
        last = opened["changes"][-1]["event"]["revision"] if opened["changes"] else opened["revision"]
        assert last == 13
        opened = await server.page("ann").ask("follow-study", revision=11)
        assert opened["tree"] is None
        assert len(opened["changes"]) == 2

    in_study(talk)


def test_no_change_that_was_acknowledged_is_lost_when_the_server_is_killed(in_study, games_place):

    async def talk():
        server = StudyServer(games_place)
        ann = await server.shared_by()
        await server.joined_by("ben")
        await ann.change(add("f5 d6", "c3"), revision=1)
        await ann.change(put("f5 d6 c3", "c", "last words"), revision=2)
        # killed: nothing is closed, and the tree in the table is the old one
        (tree,) = server.store.rows("SELECT tree FROM studies")[0]
        assert "last words" not in tree

    asyncio.run(talk())

    async def again(server):
        (tree,) = server.store.rows("SELECT tree FROM studies")[0]
        assert "last words" in tree
        opened = await server.page("ben").ask("follow-study", revision=2)
        assert (opened["role"], [each["event"]["revision"] for each in opened["changes"]]) == ("edit", [3])

    in_study(again, games_place)


def test_a_change_that_cannot_be_stored_is_refused_and_nobody_hears_of_it(in_study, monkeypatch):
    async def talk(server):
        ann = await server.shared_by()
        session = server.shared.study(ID)

        def fail(*_):
            raise OutflankError("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(session._store, "add_changes", fail)
            patched.setattr(session._store, "load", fail)  # the database is away
            with pytest.raises(OutflankError, match="disk is full"):
                await ann.change(add("f5", "f4"), revision=1)
        assert ann.changes == []
        assert session.tree.find(["f5", "f4"]) is None
        assert await ann.change(add("f5", "f4"), revision=1) == 2

    in_study(talk)


def test_what_comes_before_an_impossible_operation_takes_effect(in_study):
    async def talk(server):
        ann = await server.shared_by()
        with refused("move"):
            await ann.change(add("f5", "f4"), add("f5", "a1"), revision=1)
        assert [event["moves"] for event in ann.changes] == [["f4"]]

    in_study(talk)


def test_everybody_sees_who_is_here_and_where_members_look(in_study):
    async def talk(server):
        ann = await server.shared_by()
        ben = await server.joined_by("ben")
        cleo = await server.joined_by("cleo", "watch")
        assert {each["name"]: each["role"] for each in cleo.opened["people"]} == {
            "Ann": "owner",
            "Ben": "edit",
            "Cleo": "watch",
        }
        await ben.ask("look-in-study", path=["f5", "d6"])
        await cleo.ask("look-in-study", path=["f5"])
        await asyncio.sleep(0.6)
        people = {each["name"]: each for event in ann.events("study-people") for each in event["entries"]}
        assert people["Ben"]["path"] == ["f5", "d6"]
        assert people["Cleo"]["path"] is None
        ben.screen.close()
        await asyncio.sleep(0.6)
        assert ann.events("study-people")[-1]["gone"] == [str(ben.opened["you"])]
        await ann.ask("gather-study", path=["f5"])
        assert [event["path"] for event in cleo.events("study-gather")] == [["f5"]]
        assert ann.events("study-gather") == []

    in_study(talk)


def test_the_last_tab_of_a_person_counts(in_study):
    async def talk(server):
        ann = await server.shared_by()
        ben, other = await server.joined_by("ben"), await server.joined_by("ben")
        await ben.ask("look-in-study", path=["f5"])
        await other.ask("look-in-study", path=["f5", "d6"])
        other.screen.close()
        await asyncio.sleep(0.6)
        people = {each["name"]: each for event in ann.events("study-people") for each in event["entries"]}
        assert people["Ben"]["path"] == ["f5"]

    in_study(talk)


def test_a_study_has_limits_of_people(in_study, monkeypatch):
    monkeypatch.setattr(shared_study, "MOST_FOLLOWERS", 2)
    monkeypatch.setattr(shared_study, "MOST_MEMBERS", 1)

    async def talk(server):
        await server.shared_by()
        for name in ("cleo", "dan", "dan"):  # in two tabs
            await server.joined_by(name, "watch")
        with refused("crowded"):
            await server.joined_by("eve", "watch")
        await server.joined_by("ben")
        await server.joined_by("ben")
        with refused("crowded"):
            await server.joined_by("fay")

    in_study(talk)


def test_the_owner_cannot_save_over_a_shared_study_and_deletes_it_for_all(in_study):
    async def talk(server):
        ann = await server.shared_by()
        ben = await server.joined_by("ben")
        with refused("changed"):
            await ann.ask("keep-study", revision=1, tree='[[-1,""]]', players=[])
        await ann.ask("name-study", title="Two")
        assert ben.changes[-1]["title"] == "Two"
        await ann.ask("delete-study")
        assert ben.events("study-closed")[0]["why"] == "deleted"
        with refused("unknown study"):
            await server.joined_by("ben")
        await ann.ask("restore-study")
        assert (await server.joined_by("ben")).opened["title"] == "Two"

    in_study(talk)


def test_on_a_local_server_everybody_without_a_link_is_the_owner(in_study):
    async def talk(server):
        ann = await server.shared_by()
        assert (await server.page("ben").ask("follow-study"))["role"] == "owner"
        assert (await server.joined_by("cleo", "watch")).opened["role"] == "watch"
        assert ann.changes == []

    in_study(talk, is_shared=False)


def test_a_hasty_page_has_to_wait(in_study):
    async def talk(server):
        ann = await server.shared_by()
        server.shared.hasty.most = 3
        for number in range(3):
            await ann.change(put("f5", "c", str(number)), revision=1)
        with refused("hasty"):
            await ann.change(put("f5", "c", "more"), revision=1)

    in_study(talk)


def test_a_full_study_takes_no_more(in_study, monkeypatch):
    monkeypatch.setattr(shared_tree, "MOST_NODES", 4)

    async def talk(server):
        ann = await server.shared_by()
        with refused("full"):
            await ann.change(add("f5", "f4"), revision=1)

    in_study(talk)


def test_a_study_that_nobody_has_open_is_stored_and_leaves_the_memory(in_study):
    async def talk(server):
        ann = await server.shared_by()
        await ann.change(add("f5", "f4"), revision=1)
        ann.screen.close()
        assert server.shared.n_open == 0
        return server.store.rows("SELECT revision, n_nodes FROM studies")

    assert in_study(talk) == [(2, 4)]


@pytest.mark.slow
def test_the_owner_of_a_shared_study_exports_renames_and_deletes_what_its_followers_see(serve):
    server = serve()
    with server.page() as ann, server.page("b") as ben:
        ann.ask("keep-study", study=ID, revision=0, tree=TREE, title="One", players=[])
        link = ann.ask("share-study", study=ID)["links"]["edit"]
        ben.ask("follow-study", study=ID, secret=link, name="Ben")
        note = put("f5", "c", "words of a moment ago")
        ben.ask("change-study", study=ID, revision=1, source="source-of-a-page", operations=[note])
        with urlopen(server.address + ann.ask("export-studies")["address"]) as file:
            assert b"words of a moment ago" in file.read()
        ann.ask("name-study", study=ID, title="Two")
        assert ben.ask("follow-study", study=ID)["title"] == "Two"
        ann.ask("delete-study", study=ID)
        assert (
            ben.ask("change-study", study=ID, revision=2, source="second-of-a-page", operations=[note])["type"]
            == "error"
        )


@pytest.mark.slow
def test_a_killed_server_has_lost_no_acknowledged_change(serve):
    server = serve()
    with server.page() as page:
        page.ask("keep-study", study=ID, revision=0, tree=TREE, title="One", players=[])
        page.ask("share-study", study=ID)
        page.ask("follow-study", study=ID)
        note = put("f5", "c", "last words")
        answer = page.ask("change-study", study=ID, revision=1, source="source-of-a-page", operations=[note])
        assert answer["revision"] == 2
    server.kill()
    server.start()
    with server.page() as page:
        assert "last words" in page.ask("study", study=ID)["tree"]


def test_nothing_of_a_deleted_person_stays(in_study):
    async def talk(server):
        await server.shared_by()
        ben = await server.joined_by("ben")
        assert stored_about(server.store, "ben")["studies of other people"][0]["title"] == "One"
        delete_person(server.store, "ben")
        server.shared.forget("ben")
        assert server.store.rows("SELECT * FROM study_members") == []
        with refused("not open"):
            await ben.change(add("f5", "f4"), revision=1)
        delete_person(server.store, "ann")
        server.shared.forget("ann")
        assert server.shared.n_open == 0
        for table in ("studies", "shared_studies", "study_changes"):
            assert server.store.rows(f"SELECT * FROM {table}") == []

    in_study(talk)


@pytest.mark.parametrize("words", ["\ud800", "a\x00b", "\u202e<img src=x onerror=alert(1)>", "{name}", "𝔘" * 50])
def test_strange_words_are_stored_and_read_again(in_study, games_place, words):
    async def talk(server):
        ann = await server.shared_by()
        with suppress(MessageError):  # as JSON, half of a letter is refused with the message
            await ann.change(put("f5", "c", words), revision=1)
        await ann.change(put("f5 d6", "k", [["label", "c3", "\u202eA"]]), revision=1)
        server.shared.settle(ID)
        return (await server.page("ann").ask("study"))["tree"]

    assert '["label","c3","' in in_study(talk, games_place)
