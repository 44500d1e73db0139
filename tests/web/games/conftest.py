"""Two people at one game."""

from urllib.parse import urlsplit

import pytest

BASE = "http://club.example/"


def invite(page, *seats, name="Anna", **fields):
    """Begin a game in which seats wait; their secrets."""
    answer = page.ask("new", setup={"seats": list(seats or ("human", "friend")), **fields}, name=name)
    assert answer["type"] == "begun", answer
    links = page.ask("invite", game=answer["game"], base=BASE)["links"]
    return [urlsplit(link["address"]).fragment.split("/")[3] for link in links]


def join(page, game, secret, name="Bob"):
    return page.ask("join", game=game, secret=secret, name=name)


@pytest.fixture
def two(pages):
    """A game of Anna, who is Black, and Bob."""
    anna, bob = pages("a"), pages("b")
    (secret,) = invite(anna)
    assert join(bob, anna.game["game"], secret)["type"] == "opened"
    settle(anna, bob)
    return anna, bob


def settle(*pages):
    """Let pages hear all that has been said."""
    for page in pages:
        page.ask("look", moves=[])


def moves_on(page, other, *moves):
    """Two people make moves in turn."""
    for move in moves:
        mover = page if page.game["view"]["turn"] in page.game["you"] else other
        assert mover.play(move)["type"] == "done"
        settle(page, other)
