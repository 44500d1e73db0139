"""Operations of several people on one tree: each makes sense for those who saw an older tree, and all trees agree."""

import json
import random

import pytest

from outflank.errors import OutflankError
from outflank.rules import Position
from outflank.web.games import trees
from outflank.web.studies import shared_tree
from outflank.web.studies.operations import (
    AddMoves,
    OrderVariations,
    RemoveBranch,
    SetNote,
    SetTitle,
)
from outflank.web.studies.shared_tree import SharedTree
from outflank.web.wire import MessageError

NODES = [[-1, ""], [0, "f5", {"c": "角を取る"}], [1, "d6"], [1, "f6"], [2, "c3"]]


def tree(nodes=NODES):
    return SharedTree(Position.start(), nodes, 1)


def add(path, moves):
    return AddMoves(do="add", path=path.split(), moves=moves.split())


def remove(path):
    return RemoveBranch(do="remove", path=path.split())


def put(path, letter, value, was=None):
    return SetNote(do="set", path=path.split(), letter=letter, value=value, was=was)


def change(shared, operation, base=None):
    shared.change(operation, shared.revision if base is None else base)
    return shared.take_news()


def lines(shared):
    return {" ".join(node.path) for node in shared.root.walk() if not node.children}


def test_moves_are_added_once_and_checked_by_the_rules():
    shared = tree()
    assert change(shared, add("f5 d6", "c3 d3"))[0]["order"] == ["c3"]
    change(shared, add("f5", "f6 e6"))
    assert lines(shared) == {"f5 d6 c3 d3", "f5 f6 e6"}
    assert (shared.n_nodes, shared.revision) == (7, 3)
    with pytest.raises(MessageError, match="cannot be played there"):
        change(shared, add("f5", "a1"))
    with pytest.raises(MessageError, match="no move"):
        change(shared, add("c4 c3", "d3"))
    assert (shared.n_nodes, shared.revision, shared.news) == (7, 3, [])


def test_the_text_of_a_changed_tree_is_read_again():
    shared = tree()
    for operation in (add("", "c4 e3"), put("c4", "s", "!?"), put("", "k", [["circle", "d3"]]), remove("f5 f6")):
        change(shared, operation)
    read, text = trees.read(Position.start(), shared.text)
    assert text == shared.text
    assert {" ".join(node.moves) for node in read.root.walk() if not node.children} == lines(shared)
    assert read.root.children[1].sign == "!?"


def test_a_move_that_is_played_in_a_branch_deleted_meanwhile_brings_the_branch_back():
    shared = tree()
    change(shared, remove("f5"))
    assert lines(shared) == {""}
    restored, added = change(shared, add("f5 d6 c3", "d3"), base=1)
    assert (restored["do"], restored["clash"], added["do"]) == ("restore", "deleted", "add")
    assert lines(shared) == {"f5 d6 c3 d3", "f5 f6"}
    assert shared.find(["f5"]).fields == {"c": "角を取る"}


def test_a_branch_that_somebody_changed_meanwhile_is_not_deleted():
    shared = tree()
    change(shared, put("f5 d6 c3", "s", "!"), base=1)
    (kept,) = change(shared, remove("f5"), base=1)
    assert (kept["do"], kept["clash"]) == ("keep", "deleted")
    assert lines(shared) == {"f5 d6 c3", "f5 f6"}
    (removed,) = change(shared, remove("f5"))  # whoever has seen the change may
    assert removed["do"] == "remove"
    assert lines(shared) == {""}


def test_two_comments_are_joined_and_a_sign_that_is_replaced_is_named():
    shared = tree()
    assert change(shared, put("f5", "c", "角を取る now", "角を取る"))[0]["value"] == "角を取る now"
    (event,) = change(shared, put("f5", "c", "also 角を取る", "角を取る"), base=1)
    assert event["value"] == "also 角を取る now"
    assert "clash" not in event
    (event,) = change(shared, put("f5", "c", "other", "角を取る"), base=1)
    assert event["clash"] == "comment"
    assert event["value"] == "also 角を取る now\nother"
    change(shared, put("f5 d6", "s", "!"))
    (event,) = change(shared, put("f5 d6", "s", "?"), base=1)
    assert (event["value"], event["was"], event["clash"]) == ("?", "!", "sign")


def test_marks_of_two_people_are_all_there():
    shared = tree()
    change(shared, put("f5", "k", [["circle", "d6"]]))
    change(shared, put("f5", "k", [["arrow", "d6", "c3"]], []), base=1)
    assert shared.find(["f5"]).fields["k"] == [["circle", "d6"], ["arrow", "d6", "c3"]]
    change(shared, put("f5", "k", [], [["circle", "d6"]]))
    assert shared.find(["f5"]).fields["k"] == [["arrow", "d6", "c3"]]


def analysis(depth):
    found = {"move": "d6", "value": 1.0, "kind": "heuristic", "bound": "exact", "depth": depth, "selectivity": 100}
    found |= {"pv": ["d6"]}
    more = {"nodes": 1, "seconds": 0.1, "lower": None, "upper": None}
    return {"move": "d6", "moves": [found], "depth": depth, "selectivity": 100, **more}


def test_a_shallower_analysis_does_not_replace_a_deeper_one():
    shared = tree()
    for depth in (20, 10):
        change(shared, put("f5", "a", analysis(depth)), base=1)
    assert shared.find(["f5"]).fields["a"]["moves"][0]["depth"] == 20


@pytest.mark.parametrize(
    "operation",
    [
        put("f5", "c", 5),
        put("f5", "s", "!!!"),
        put("f5", "k", [["circle", "z9"]]),
        put("f5", "k", "circle"),
        put("f5", "a", {"move": "d6"}),
        put("", "s", {"s": 1}),
        remove(""),
        add("f5 d6", "C3"),
        add("f5 d6", "f5"),
    ],
)
def test_bad_operations_are_refused_in_one_line_and_change_nothing(operation):
    shared = tree()
    before = shared.text
    with pytest.raises(OutflankError) as caught:
        change(shared, operation)
    assert "\n" not in str(caught.value)
    assert (shared.text, shared.revision, shared.take_news()) == (before, 1, [])


def test_a_deeply_nested_note_is_refused():
    with pytest.raises(OutflankError):
        change(tree(), put("f5", "c", json.loads("[" * 500 + "]" * 500)))


def test_a_study_has_a_limit_but_can_still_become_smaller(monkeypatch):
    monkeypatch.setattr(shared_tree, "MOST_NODES", 6)
    monkeypatch.setattr(shared_tree, "LONGEST", 300)
    shared = tree()
    change(shared, add("f5 d6 c3", "d3"))
    with pytest.raises(MessageError, match="full"):
        change(shared, add("", "c4"))
    with pytest.raises(MessageError, match="full"):
        change(shared, put("f5", "c", "x" * 300))
    change(shared, put("f5", "c", None, "角を取る"))
    change(shared, remove("f5 f6"))
    change(shared, add("", "c4"))
    assert shared.n_nodes == 6


def test_the_size_is_that_of_a_tree_read_anew():
    shared = tree()
    for operation in (add("", "c4 e3"), put("c4", "c", "x" * 50), remove("f5 d6"), put("c4", "c", "y", "x" * 50)):
        change(shared, operation)
    change(shared, add("f5 d6", "c3"), base=1)  # which brings the branch back
    again = SharedTree(Position.start(), json.loads(shared.text), 1)
    assert (again.size, again.n_nodes) == (shared.size, shared.n_nodes)


def test_title_and_players_are_cleaned():
    shared = tree()
    change(shared, SetTitle(do="title", path=[], title=" A\u202eb\n", players=["An\nn", ""]))
    assert (shared.title, shared.players) == ("Ab", ["An n", ""])


def random_operation(random_, shared):
    """An operation of somebody who sees this tree."""
    node = random_.choice(list(shared.root.walk()))
    path = node.path
    kind = random_.choice(["add", "add", "add", "set", "set", "order", "remove"])
    if kind == "add" and node.position.legal_moves:
        return AddMoves(do="add", path=path, moves=[random_.choice(node.position.legal_moves)])
    if kind == "order":
        return OrderVariations(do="order", path=path, moves=random_.sample(list(node.children), len(node.children)))
    if kind == "remove" and path:
        return RemoveBranch(do="remove", path=path)
    was = node.fields.get("c")
    return SetNote(do="set", path=path, letter="c", value=(was or "") + random_.choice("abc"), was=was)


@pytest.mark.parametrize("seed", range(20))
def test_whoever_follows_the_events_has_the_same_tree_however_late_the_changes_come(seed):
    random_ = random.Random(seed)
    shared, page = tree(), tree()
    waiting, n_done = [], 0
    for _ in range(120):
        if random_.random() < 0.6:
            operation, base = random_operation(random_, page), page.revision
            try:
                shared.change(operation, base)
                n_done += 1
            except OutflankError:
                pass
            waiting += shared.take_news()
        while waiting and random_.random() < 0.5:
            page.follow(waiting.pop(0))
    for event in waiting:
        page.follow(event)
        page.follow(event)  # a second time changes nothing
    assert n_done > 20
    assert page.text == shared.text
    assert (page.n_nodes, page.size) == (shared.n_nodes, shared.size)
    trees.read(Position.start(), shared.text)
