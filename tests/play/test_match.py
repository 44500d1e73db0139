import json
import random

import pytest

from outflank.errors import IllegalMoveError, OptionError, OutflankError
from outflank.play import PERSON, Analysis, Forfeit, Match, MoveValue, Seat, Setup, TimeControl, kind_of
from outflank.rules import Game, Position
from tests.oracles import known

OTHELLO = kind_of("othello")
FORCED_PASS = list(known.FORCED_PASS)


def match(*players, moves="", clock=None, size=8, kind="othello"):
    kind = kind_of(kind)
    control = None if clock is None else TimeControl.parse(clock)
    return Match(kind.new_game(kind.start(Setup(size)), moves), players or (PERSON, "level1"), control)


def test_a_move_is_kept_with_what_it_turned_over():
    game = match()
    game.push("F5", seconds=1.5)
    (played,) = game.played
    assert (played.seat, played.move, played.turned, played.seconds) == (0, "f5", (36,), 1.5)
    assert game.position == Position.start().play("f5")


def test_an_illegal_move_changes_nothing():
    game = match(clock="10")
    before = game.to_json()
    with pytest.raises(IllegalMoveError, match="Black cannot play a1"):
        game.push("a1", seconds=3)
    assert game.to_json() == before


def test_undo_goes_back_to_the_last_position_in_which_a_person_had_a_choice():
    game = match(moves="f5d6c3d3")
    assert game.undo() == ("c3", "d3")
    assert game.game.moves == ("f5", "d6")
    assert game.undo() == ("f5", "d6")
    with pytest.raises(IllegalMoveError, match="you have no move to take back"):
        game.undo()
    assert game.redo() == ("f5", "d6")
    assert game.n_undone == 2
    assert game.redo() == ("c3", "d3")
    assert [played.move for played in game.played] == ["f5", "d6", "c3", "d3"]
    with pytest.raises(IllegalMoveError, match="no move to redo"):
        game.redo()


def test_undo_passes_over_a_pass_that_was_forced():
    game = match(moves=FORCED_PASS)
    game.push("pass")
    game.push("b4")
    game.undo()
    assert list(game.game.moves) == FORCED_PASS[:14]


def test_undo_without_persons_takes_one_move_back_and_pauses():
    game = match("level1", "level2", moves="f5d6")
    assert game.undo() == ("d6",)
    assert game.paused
    assert game.redo() == ("d6",)


def test_a_new_move_forgets_what_was_undone():
    game = match(PERSON, PERSON, moves="f5d6")
    game.undo()
    game.push("f6")
    assert game.n_undone == 0
    with pytest.raises(IllegalMoveError):
        game.redo()


def test_resigning_against_a_program_is_always_the_persons():
    game = match(moves="f5")
    game.resign()
    assert game.result.to_json() == {
        "words": "White wins: black resigned at 4–1", "winners": [1], "scores": [-64, 64],
        "how": "resigned", "loser": 0, "reason": "",
    }  # fmt: skip
    assert game.points == (0, 1)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.push("d6")
    assert game.undo() == ()
    assert game.result is None
    assert game.game.moves == ("f5",)


def test_nobody_resigns_in_a_game_of_three():
    game = match(PERSON, "random", "random", kind="tribolo", size=None)
    with pytest.raises(IllegalMoveError, match="nobody can resign in a 3-player game"):
        game.resign()


def test_the_clock_ends_the_game_of_whoever_is_late():
    game = match(PERSON, PERSON, clock="10+1")
    game.push("f5", seconds=4)
    assert game.clock.seconds == (7, 10)
    game.push("d6", seconds=11)
    assert game.game.moves == ("f5",)
    assert game.result.words == "Black wins: White ran out of time"
    with pytest.raises(IllegalMoveError, match="no time left"):
        game.undo()
    game.sit([PERSON, "level1"])
    assert game.is_over, "another player has no time either"
    game.restart()
    assert (game.result, game.clock.seconds) == (None, (10, 10))


def test_a_forced_pass_takes_no_time_and_earns_none():
    kind = kind_of("othello")
    start = kind.read("OXX-----" + 48 * "-" + "OX------ O")  # White plays d1, then Black must pass
    game = Match(kind.new_game(start), (PERSON, PERSON), TimeControl.parse("10+1"))
    game.push("d1")
    game.push("pass")
    assert game.clock.seconds == (10, 11)


def test_a_fault_of_a_program_can_be_mended_by_another_player_or_by_going_back():
    game = match(moves="f5")
    for mend in (lambda: game.sit([PERSON, "level2"]), game.undo):
        game.lose(Forfeit(1, "crash", "it broke"))
        assert game.result.words == "Black wins: White forfeits the game: crash: it broke"
        assert game.points == (1, 0)
        mend()
        assert game.result is None
    assert game.game.moves == ()


def test_a_late_program_without_a_clock_of_its_own_may_be_given_another_chance():
    game = match(moves="f5")
    game.lose(Forfeit(1, "time", "it did not move within 60 seconds"))
    assert game.result.words == "Black wins: White forfeits the game: time: it did not move within 60 seconds"
    game.undo()
    assert not game.is_over


@pytest.mark.parametrize("players", [(), ("a",), ("a", "b", "c")])
def test_the_number_of_players_must_fit(players):
    with pytest.raises(OptionError, match=f"expected 2 players, got {len(players)}"):
        Match(Game(), players)


@pytest.mark.parametrize("kind", ["othello", "anti-othello", "tribolo"])
@pytest.mark.parametrize("seed", range(5))
def test_what_is_kept_reads_back_as_the_same_match(seed, kind):
    draw = random.Random(seed)
    kind = kind_of(kind)
    start = kind.start(Setup(draw.choice(kind.sizes) if kind.sizes else None, seed=seed))
    players = [Seat(PERSON, "Ann"), *(draw.choice([PERSON, "level2"]) for _ in kind.seats[1:])]
    game = Match(kind.new_game(start), players, TimeControl.parse("3000000+2.5"))
    for _ in range(draw.randrange(20)):
        if game.is_over:
            break
        move = draw.choice(game.position.legal_moves)
        game.push(move, seconds=draw.random(), answer=Analysis(move, (MoveValue(move, 3),), 7, 0.25))
    if draw.random() < 0.5 and len(game.played) > 3:
        game.undo()
    if draw.random() < 0.3:
        game.lose(Forfeit(1, "crash", "it broke"))
    again = Match.from_json(json.loads(json.dumps(game.to_json())))
    assert again.to_json() == game.to_json()
    assert again.position == game.position
    assert again.result == game.result
    assert again.seats == game.seats
    assert again.game.undone == game.game.undone


def test_a_match_of_the_first_version_reads_too():
    kept = match(moves="f5").to_json()
    del kept["names"]
    kept["fault"] = {"seat": 1, "fault": "slow", "reason": "late"}
    assert Match.from_json(kept).forfeit == Forfeit(1, "crash", "late")


@pytest.mark.parametrize(
    "damage",
    [{"resigned": 7}, {"resigned": -1}, {"fault": {"seat": 2, "fault": "time", "reason": ""}}],
)
def test_a_match_is_lost_by_one_of_its_seats(damage):
    with pytest.raises(OutflankError, match=r"expected one of 2 seats, got (7|-1|2)$"):
        Match.from_json({**match(moves="f5").to_json(), **damage})


@pytest.mark.parametrize(
    "damage",
    [
        {"kind": "chess"}, {"kind": 7}, {"start": "rubbish"}, {"seats": ["human"]}, {"control": [1, 2, 3, 4]},
        {"moves": [7]}, {"moves": [{"move": "a1"}]}, {"fault": {"seat": 0, "fault": "boredom", "reason": ""}},
        {"undone": None},
    ],
)  # fmt: skip
def test_rubbish_is_no_match(damage):
    for data in ({**match(moves="f5").to_json(), **damage}, damage, {}):
        with pytest.raises(OutflankError, match="the saved game cannot be read"):
            Match.from_json(data)
