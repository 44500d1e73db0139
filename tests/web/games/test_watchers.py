"""Those who watch a game are told of it."""

import json

import pytest

from outflank.web.games.watchers import Watchers
from outflank.web.wire import MessageError


class Page:
    def __init__(self, order=None):
        self.told, self.order = [], order if order is not None else []

    def __call__(self, text):
        self.told.append(text)
        self.order.append(self)


def test_all_are_told_the_players_first_each_with_what_is_their_own():
    order = []
    guests, ann, bob = [Page(order) for _ in range(3)], Page(order), Page(order)
    watchers = Watchers()
    for number, guest in enumerate(guests):
        watchers.add(guest, f"guest {number}", ("ann", "bob"))
    watchers.add(ann, "ann", ("ann", "bob"))
    watchers.add(bob, "bob", ("ann", "bob"))
    watchers.tell({"type": "game", "moves": ["f5"]}, ("ann", "bob"), lambda person: {"you": person[:3]})
    assert json.loads(ann.told[0]) == {"type": "game", "moves": ["f5"], "you": "ann"}
    assert json.loads(bob.told[0])["you"] == "bob"
    assert set(order[:2]) == {ann, bob}
    assert {id(guest.told[0]) for guest in guests} == {id(guests[0].told[0])}  # one text for all of them


def test_only_so_many_may_watch_but_players_always():
    watchers = Watchers(most=2)
    pages = [Page() for _ in range(3)]
    watchers.add(pages[0], "", ("ann",))
    watchers.add(pages[1], "eve", ("ann",))
    with pytest.raises(MessageError, match="2 people already watch this game"):
        watchers.add(pages[2], "eve", ("ann",))
    watchers.add(pages[1], "eve", ("ann",))  # who is there already
    watchers.add(pages[2], "ann", ("ann",))
    assert watchers.n_besides(("ann",)) == 2
    watchers.remove(pages[0])
    watchers.remove(pages[0])
    assert len(watchers) == 2
