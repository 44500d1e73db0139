from collections import Counter

import pytest

from outflank.errors import OptionError
from outflank.matches import rotations, round_robin
from outflank.matches.schedule import between
from outflank.rules import Position
from tests.contracts.games import Nim

START = Position.start()


def test_every_pair_plays_each_opening_once_with_either_colour():
    schedule = round_robin(3, 6, "random:5", 1, START)
    assert len(schedule) == 3 * 6
    openings = {pairing.opening for pairing in schedule}
    assert len(openings) == 3
    assert Counter((*p.seats, p.opening) for p in schedule) == {
        (a, b, opening): 1 for a in range(3) for b in range(3) if a != b for opening in openings
    }


def test_games_of_one_opening_stand_next_to_each_other():
    schedule = round_robin(4, 4, "random:5", 1, START)
    for a, b in ((0, 1), (1, 3), (3, 2)):
        games = [schedule[i] for i in between(schedule, a, b)]
        assert len(games) == 4
        for first, second in (games[:2], games[2:]):
            assert first.opening == second.opening
            assert first.seats == second.seats[::-1]


def test_no_two_games_share_a_seed():
    schedule = round_robin(3, 10, "random:5", 1, START) + round_robin(3, 10, "random:5", 2, START)
    assert len({pairing.seed for pairing in schedule}) == len(schedule)


def test_the_opening_is_played_from_the_start():
    start = Position.start(6)
    pairing = round_robin(2, 2, "random:5", 1, start)[0]
    assert pairing.opened.start == start
    assert pairing.opened.moves == pairing.opening


@pytest.mark.parametrize("n_games", [0, 1, 3, -2])
def test_an_odd_number_of_games_is_refused(n_games):
    with pytest.raises(OptionError, match=f"an even number of games.*got {n_games}$"):
        round_robin(2, n_games, "random:5", 1, START)


def test_one_player_is_too_few():
    with pytest.raises(OptionError, match="at least two players, got 1"):
        round_robin(1, 2, "random:5", 1, START)


def test_every_group_plays_each_start_in_each_rotation_of_the_seats():
    starts = [Nim(7, 3), Nim(8, 3)]
    schedule = rotations(4, starts, 1)
    assert len(schedule) == 4 * 2 * 3
    assert [pairing.seats for pairing in schedule[:3]] == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    assert len({pairing.seed for pairing in schedule + rotations(3, starts, 2)}) == len(schedule) + 6
    for seat in range(3):
        in_seat = Counter((pairing.start, pairing.seats[seat]) for pairing in schedule)
        assert in_seat == {(start, player): 3 for start in starts for player in range(4)}


def test_rotating_seats_take_enough_players():
    with pytest.raises(OptionError, match="expected at least 3 players, got 2"):
        rotations(2, [Nim(7, 3)], 1)
