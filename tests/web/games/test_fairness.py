"""A running game between people gets no help from the server, whatever asks for it, for who plays in it or watches."""

import pytest

from outflank.library import Library
from outflank.play.record import Record
from outflank.rules import Game, Position
from outflank.web.games.fairness import Bars, RunningError
from tests.web.games.conftest import invite, join, moves_on, settle

MOVES = ("f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7")
OTHER = ("e6", "f6", "f5", "f4", "g7", "d7", "e3", "e2", "d6", "h8", "g5", "g4", "e1", "d2", "d8", "c8", "c3", "h6")


def text(moves, symmetry=0):
    return Game(moves=moves).position.transformed(symmetry).board_string


def swapped(moves):
    """The same position with all colours turned round."""
    return text(moves).translate(str.maketrans("XO", "OX"))


@pytest.fixture
def two(two):
    """Anna, who is Black, and Bob have made some moves."""
    anna, bob = two
    moves_on(anna, bob, *MOVES)
    yield anna, bob
    anna.ask("resign", game=anna.game["game"])  # so that the game does not bar the next test


def asked(page, **fields):
    """The code of what is refused, or the type of what is answered, of an analysis of a moment."""
    answer = page.ask("analyse", **{"seconds": 0.05, "top": 1, **fields})
    return answer.get("code", answer["type"])


@pytest.mark.parametrize("who", ["a", "b"])
@pytest.mark.parametrize(
    "position",
    [
        text(MOVES),
        text(MOVES, symmetry=5),
        swapped(MOVES),
        text(MOVES[:-1]),
        text(MOVES[:2]),
        text((*MOVES, "f7")),
        text((*MOVES, "f7", "g6")),
    ],
)
def test_player_is_told_nothing_of_the_game_in_another_tab(two, pages, who, position):
    tab = pages(who)  # another tab of the same browser, which does not show the game
    assert asked(tab, position=position) == "running"
    assert (
        tab.ask("explain", position=position, moves=list(Position.parse(position).legal_moves[:1]))["code"] == "running"
    )
    assert tab.ask("tree", position=position, player="greedy")["code"] == "running"


def test_review_explorer_and_endgames_are_refused_like_analysis(two, pages):
    tab = pages("a")
    assert tab.ask("review", moves=list(MOVES), seconds=0.01)["code"] == "running"
    assert tab.ask("review", moves=[*MOVES, "f7"], seconds=0.01)["code"] == "running"
    assert tab.ask("review", moves=[], start=text(MOVES), seconds=0.01)["code"] in ("running", "empty")
    assert tab.ask("review", moves=["f7"], start=text(MOVES, 3), seconds=0.01)["code"] == "running"
    assert tab.ask("explore", moves=list(MOVES))["code"] == "running"
    assert tab.ask("explore", moves=[], start=text(MOVES))["code"] == "running"
    assert tab.ask("reviewed", game=two[0].game["game"])["code"] == "running"


def test_preparations_for_the_opening_of_the_game_are_refused(two, pages, shared_server):
    with Library.open(shared_server.folder / "library.sqlite") as library:
        library.add([Record.of(Game(moves=MOVES), ("Cy", "Dora"))])
    wanted = {"player": "cy", "side": "black"}
    assert pages("a").ask("prepare", **wanted)["message"] == RunningError().message
    assert pages("c").ask("prepare", **wanted)["done"]["games"] == 1  # a third person is told everything


def test_hint_is_refused_in_another_game_at_the_same_position(two, pages):
    tab = pages("a")
    assert tab.ask("hint", game=two[0].game["game"])["code"] == "unknown game"
    tab.begin("human", "human", moves=list(MOVES))
    assert tab.ask("hint", game=tab.game["game"])["code"] == "running"


def test_computer_does_not_move_in_the_position_of_the_game(two, pages):
    tab = pages("a")
    tab.begin("level1", "human", moves=list(MOVES))
    refused = tab.until(lambda message: message["type"] == "error")
    assert refused["code"] == "running"
    assert tab.game["paused"]
    assert len(tab.game["moves"]) == len(MOVES)


def test_other_positions_are_analysed_for_players(two, pages):
    tab = pages("a")
    assert asked(tab, position=text(OTHER)) == "analysis"
    assert asked(tab, position=text(())) == "analysis"
    assert tab.ask("review", moves=list(OTHER), seconds=0.01)["type"] == "review"


def test_who_watches_is_told_nothing_and_who_does_not_is(two, pages):
    eve = pages("e")
    assert asked(eve, position=text(MOVES)) == "analysis"
    assert eve.ask("open", game=two[0].game["game"])["type"] == "opened"
    assert asked(eve, position=text(MOVES)) == "running"
    assert asked(pages("e"), position=text(MOVES)) == "running"  # nor in another tab
    guest = pages()  # without a key
    assert guest.ask("open", game=two[0].game["game"])["type"] == "opened"
    assert asked(guest, position=text(MOVES)) == "running"
    guest.ask("leave", game=two[0].game["game"])
    assert asked(guest, position=text(MOVES)) == "analysis"


def test_everything_is_told_when_the_game_is_over(two, pages):
    anna, bob = two
    assert bob.ask("resign", game=bob.game["game"])["type"] == "done"
    tab = pages("a")
    assert asked(tab, position=text(MOVES)) == "analysis"
    assert tab.ask("review", moves=list(MOVES), seconds=0.01)["type"] == "review"
    assert tab.ask("explore", moves=list(MOVES))["type"] == "explored"
    settle(anna)


def test_game_that_nobody_has_open_still_runs(shared_server):
    with shared_server.page("a") as anna, shared_server.page("b") as bob:
        (secret,) = invite(anna)
        game = anna.game["game"]
        join(bob, game, secret)
        settle(anna, bob)
        moves_on(anna, bob, *MOVES)
    shared_server.until(games=0)
    with shared_server.page("a") as anna:
        assert asked(anna, position=text(MOVES)) == "running"
        assert anna.ask("reviewed", game=game)["code"] == "running"
        anna.ask("open", game=game)
        anna.ask("resign", game=game)
        assert asked(anna, position=text(MOVES)) == "analysis"


def test_game_of_one_person_and_an_invitation_bar_nothing(pages):
    anna = pages("z")
    anna.begin("human", "human")
    for move in MOVES:
        anna.play(move)
    assert asked(anna, position=text(MOVES)) == "analysis"
    invite(anna, "human", "friend", moves=list(MOVES))
    assert asked(anna, position=text(MOVES)) == "analysis"


def test_position_far_ahead_or_of_other_discs_belongs_to_no_game():
    bars = Bars.of(Game(moves=MOVES).positions)
    follows = Position(Position.parse(text(MOVES)).black, (1 << 64) - 1 & ~Position.parse(text(MOVES)).black)
    assert not bars.take(follows)  # it holds all discs, but many more
    assert not bars.take(Position.parse(text(OTHER)))
    assert not bars.take(Position.start(6))
    assert bars.take_line(Game(moves=(*MOVES, "f7", "g6")).positions)
    assert not bars.take_line(Game(moves=OTHER).positions)
