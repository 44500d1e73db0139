"""A game whose people each have a part of their own, without server or page."""

import pytest

from outflank.errors import IllegalMoveError, RequestError
from outflank.play import PERSON, Analysis, Match, Seat, Setup, TimeControl, kind_of
from outflank.rules import Game, Position
from outflank.sessions.people import FRIEND, NoSeatError, People
from outflank.sessions.playing import GameEnded, MovesUndone, SeatsChanged, TurnOf
from outflank.sessions.sharing import OffersChanged, RematchAgreed, SharedPlaySession
from outflank.tribolo.kind import TRIBOLO


def begun(*seats, game=None, clock=None):
    """A game that Ann began; her seat, and those that wait."""
    players = [Seat(PERSON, "Anna" if seat == PERSON else "") if seat in (PERSON, FRIEND) else seat for seat in seats]
    people = People("ann", ["ann" if seat == PERSON else "" for seat in seats])
    people.invite([number for number, seat in enumerate(seats) if seat == FRIEND])
    control = None if clock is None else TimeControl.parse(clock)
    return SharedPlaySession(Match(game or Game(), players, control), people)


@pytest.fixture
def two():
    """A game of Ann, who is Black, and Bob."""
    session = begun(PERSON, FRIEND)
    session.take_seat(session.people.invites[1], "bob", "Bob")
    return session


def play(session, *moves):
    for move in moves:
        session.move(len(session.match.played), move, session.people.seats[session.position.turn])


def refuses(code, action, *arguments, **named):
    with pytest.raises(RequestError) as refused:
        action(*arguments, **named)
    assert refused.value.code == code
    assert len(str(refused.value)) < 100
    return str(refused.value)


def test_each_moves_for_the_own_seat(two):
    play(two, "f5", "d6")
    assert refuses("not your turn", two.move, 2, "c3", "bob") == "it is Black's turn (Anna)"
    assert refuses("stale", two.move, 1, "c3", "ann")
    with pytest.raises(IllegalMoveError):
        two.move(2, "a1", "ann")
    assert two.match.game.moves == ("f5", "d6")


def test_nobody_moves_before_everybody_is_there():
    session = begun(PERSON, FRIEND)
    refuses("waiting", session.move, 0, "f5", "ann")
    refuses("waiting", session.change, "resign", "ann")
    secret = session.people.invites[1]
    assert session.invited_seat(secret, "bob") == 1
    assert session.invited_seat(secret, "ann") is None
    refuses("seated", session.take_seat, secret, "ann", "")
    refuses("name", session.take_seat, secret, "bob", "x" * 25)  # the invitation is not lost by that
    assert session.take_seat(secret, "bob", "Bob")[0] == SeatsChanged((1,))
    with pytest.raises(NoSeatError, match="not open"):
        session.take_seat(secret, "eve", "Eve")
    with pytest.raises(NoSeatError):
        session.invited_seat(secret, "eve")


def test_invitations_are_for_the_owner_to_give_and_to_withdraw():
    session = begun(PERSON, FRIEND)
    (secret,) = session.invitations("ann").values()
    for action in session.invitations, session.withdraw:
        refuses("watching", action, "cleo")
    session.withdraw("ann")
    with pytest.raises(NoSeatError):
        session.take_seat(secret, "bob", "Bob")
    assert session.seats_of("ann") == (0, 1)
    refuses("taken", session.withdraw, "ann")


@pytest.mark.parametrize("seats", [(PERSON, PERSON), (PERSON, "first"), (PERSON, FRIEND)])
@pytest.mark.parametrize(("who", "code"), [("eve", "watching"), ("", "no key")])
def test_who_watches_changes_nothing(seats, who, code):
    session = begun(*seats)
    before = session.match.to_json()
    refuses(code, session.move, 0, "f5", who)
    for what in ("undo", "redo", "restart", "resign", "pause", "resume"):
        refuses(code, session.change, what, who)
    refuses(code, session.seat_players, [PERSON, PERSON], who)
    refuses(code, session.ask, "rematch", who)
    refuses(code, session.answer, "undo", who, agrees=True)
    assert session.match.to_json() == before


@pytest.mark.parametrize("what", ["restart", "redo", "pause", "resume"])
def test_nobody_changes_the_game_alone(two, what):
    play(two, "f5")
    refuses("together", two.change, what, "ann")
    refuses("together", two.seat_players, [PERSON, "first"], "ann")


@pytest.mark.parametrize(("who", "winner"), [("ann", 1), ("bob", 0)])
def test_each_resigns_for_oneself_whoever_is_to_move(two, who, winner):
    (ended,) = two.change("resign", who)
    assert isinstance(ended, GameEnded)
    assert ended.result.winners == (winner,)


def test_an_offer_ends_with_the_next_move(two):
    play(two, "f5", "d6")
    assert two.change("undo", "bob") == (OffersChanged(),)
    assert two.offers == {"undo": ["bob"]}
    play(two, "c3")
    assert two.offers == {}
    refuses("no offer", two.answer, "undo", "ann", agrees=True)


def test_a_move_is_taken_back_when_the_other_agrees(two):
    play(two, "f5", "d6")
    for _ in range(2):  # nobody agrees with oneself
        assert two.ask("undo", "ann") == two.answer("undo", "ann", agrees=True) == (OffersChanged(),)
    assert two.answer("undo", "bob", agrees=False) == (OffersChanged(),)
    two.ask("undo", "ann")
    assert two.answer("undo", "bob", agrees=True)[0] == MovesUndone(("f5", "d6"))
    assert two.match.game.moves == ()


def test_nobody_takes_back_a_move_that_was_not_made(two):
    assert "no move to take back" in refuses("refused", two.ask, "undo", "ann")
    play(two, "f5")
    assert "no move to take back" in refuses("refused", two.ask, "undo", "bob")
    refuses("alone", begun(PERSON, PERSON).ask, "undo", "ann")


def test_a_rematch_moves_everybody_one_seat_further(two):
    refuses("refused", two.ask, "rematch", "ann")
    two.change("resign", "bob")
    two.ask("rematch", "ann")
    rematch, *_ = two.ask("rematch", "bob")  # which is to agree
    assert isinstance(rematch, RematchAgreed)
    assert rematch.people.seats == ["bob", "ann"]
    assert [seat.name for seat in rematch.match.seats] == ["Bob", "Anna"]


def test_three_people_must_all_agree():
    start = TRIBOLO.start(Setup(seed=3))
    session = begun(PERSON, FRIEND, FRIEND, game=kind_of("tribolo").new_game(start))
    first, second = session.people.invites.values()
    session.take_seat(second, "cleo", "Cleo")
    assert session.people.is_waiting
    session.take_seat(first, "bob", "Bob")
    mover, *others = (session.people.seats * 2)[start.turn : start.turn + 3]
    play(session, start.legal_moves[0])
    session.ask("undo", mover)
    session.answer("undo", others[0], agrees=True)
    assert session.match.played
    session.answer("undo", others[1], agrees=True)
    assert not session.match.played


def test_clocks_of_two_begin_with_the_first_move():
    session = begun(PERSON, FRIEND, clock="30")
    session.take_seat(session.people.invites[1], "bob", "")
    assert not session.is_timed
    play(session, "f5")
    assert session.is_timed
    assert begun(PERSON, "first", clock="30").is_timed


def test_a_game_of_nobody_belongs_to_who_moves_first():
    session = SharedPlaySession(Match(Game(), (PERSON, "level1")))
    assert session.seats_of("ann") == session.seats_of("bob") == (0,)
    refuses("no key", session.move, 0, "f5", "")
    session.move(0, "f5", "ann")
    assert (session.seats_of("ann"), session.seats_of("bob")) == ((0,), ())
    refuses("watching", session.change, "undo", "bob")


# --- forced passes --------------------------------------------------------------------------------------------------

PASS_AHEAD = [(0, "XOO-----" + 48 * "-" + "XO------ X"), (1, "OXX-----" + 48 * "-" + "OX------ O")]
"""A side that plays d1, after which the other must pass; then it plays c8, and the game is over."""


@pytest.mark.parametrize(("mover", "board"), PASS_AHEAD)
@pytest.mark.parametrize("clock", [None, "60+2", "86400/move"])
def test_between_people_a_forced_pass_follows_at_once_and_costs_no_time(mover, board, clock):
    session = begun(PERSON, FRIEND, game=Game(Position.parse(board)), clock=clock)
    session.take_seat(session.people.invites[1], "bob", "Bob")
    moved, passed, turn = session.move(0, "d1", ("ann", "bob")[mover])
    assert (moved.seat, moved.move, passed.seat, passed.move) == (mover, "d1", 1 - mover, "pass")
    assert turn == TurnOf(mover, PERSON, must_pass=False)
    if clock == "60+2":
        assert session.seconds_left[1 - mover] == 60  # neither time used nor an increment
    assert session.match.game.moves == ("d1", "pass")
    last, end = session.move(2, "c8", ("ann", "bob")[mover])  # now nobody can move: no pass
    assert last.move == "c8"
    assert isinstance(end, GameEnded)


@pytest.mark.parametrize(("clock", "after"), [(None, ["d1"]), ("60", ["d1", "pass"])])
def test_against_a_program_a_person_passes_at_once_only_with_a_clock(clock, after):
    board = PASS_AHEAD[1][1]
    session = begun(PERSON, "level1", game=Game(Position.parse(board)), clock=clock)
    session.take_answer(Analysis("d1"))
    assert [played.move for played in session.match.played] == after


def test_a_move_before_a_forced_pass_is_taken_back_together_with_it():
    session = begun(PERSON, FRIEND, game=Game(Position.parse(PASS_AHEAD[0][1])), clock="60")
    session.take_seat(session.people.invites[1], "bob", "Bob")
    play(session, "d1")
    session.change("undo", "ann")
    assert session.answer("undo", "bob", agrees=True)[0] == MovesUndone(("d1", "pass"))
    assert session.turn == TurnOf(0, PERSON, must_pass=False)
