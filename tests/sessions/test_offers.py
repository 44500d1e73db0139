"""What is asked of the others happens when all of them agree."""

import pytest

from outflank.errors import RequestError
from outflank.sessions.people import Offers

TWO, THREE = {"ann", "bob"}, {"ann", "bob", "cleo"}


def test_other_one_agrees():
    offers = Offers()
    assert offers.make("undo", "ann", TWO) is None
    assert [(offer.what, offer.person) for offer in offers.open] == [("undo", "ann")]
    assert offers.answer("undo", "bob", TWO, agrees=True).person == "ann"
    assert offers.open == ()


def test_nobody_agrees_with_oneself():
    offers = Offers()
    offers.make("undo", "ann", TWO)
    assert offers.make("undo", "ann", TWO) is None
    assert offers.answer("undo", "ann", TWO, agrees=True) is None


def test_who_asks_for_what_is_asked_agrees():
    offers = Offers()
    offers.make("rematch", "ann", TWO)
    assert offers.make("rematch", "bob", TWO).person == "ann"


def test_all_of_three_must_agree_and_one_can_end_it():
    offers = Offers()
    offers.make("undo", "ann", THREE)
    assert offers.answer("undo", "bob", THREE, agrees=True) is None
    assert offers.open[0].agreed == {"ann", "bob"}
    assert offers.answer("undo", "cleo", THREE, agrees=False) is None
    assert offers.open == ()
    with pytest.raises(RequestError, match="nobody asks any more to take a move back"):
        offers.answer("undo", "bob", THREE, agrees=True)
