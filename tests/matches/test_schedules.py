from collections import Counter
from itertools import combinations

import pytest

from outflank.errors import OptionError
from outflank.matches import schedules
from outflank.matches.api import match_plan, pairings
from outflank.matches.plan import Entrant, Plan, Schedule
from outflank.rules import Position
from outflank.tribolo import TriboloPosition
from tests.matches.conftest import THREE, games_of, text_of

START = Position.start()
MANY = ("random", "first", "greedy", "level1", "level2", "level3")


def seats_by_round(store):
    rounds = {}
    for game in store.games():
        rounds.setdefault(game.fixture.round, []).append(game.seats)
    return rounds


def test_in_a_round_robin_everyone_plays_everyone_each_opening_with_both_colours(play):
    _, store = play(text_of(*THREE, schedule="games = 4"))
    games = list(store.games())
    assert Counter(game.seats for game in games) == {(a, b): 2 for a in range(3) for b in range(3) if a != b}
    for pair in combinations(range(3), 2):
        of_pair = [game for game in games if set(game.seats) == set(pair)]
        openings = {game.fixture.opening: game.opening for game in of_pair}
        assert len(set(openings.values())) == 2
        for opening in openings:
            assert {game.seats for game in of_pair if game.fixture.opening == opening} == {pair, pair[::-1]}


def test_in_a_gauntlet_the_challengers_meet_all_others_and_nobody_else_meets(play):
    _, store = play(text_of(*MANY[:4], schedule="kind = 'gauntlet'\ngames = 2\nchallengers = ['greedy']"))
    assert {frozenset(game.seats) for game in store.games()} == {frozenset((2, other)) for other in (0, 1, 3)}


@pytest.mark.parametrize(
    "schedule",
    [
        "games = 2",
        "kind = 'gauntlet'\ngames = 2\nchallengers = ['first']",
        "kind = 'swiss'\nrounds = 3\ngames = 2",
        "kind = 'knock-out'\ngames = 2\ndraw = 'lot'",
    ],
)
def test_the_same_seed_gives_the_same_pairings_openings_and_games_and_another_one_others(play, schedule):
    text = text_of(*MANY[:5], schedule=schedule)
    first, again, at_once, other = (
        games_of(play(each, n_at_once=n)[1])
        for each, n in ((text, 1), (text, 1), (text, 3), (text.replace("size = 4", "size = 4\nseed = 5"), 1))
    )
    assert first == again
    assert sorted(map(repr, first)) == sorted(map(repr, at_once))
    assert first != other


def test_in_swiss_nobody_meets_twice_and_those_of_equal_points_meet(play):
    _, store = play(text_of(*MANY, schedule="kind = 'swiss'\nrounds = 4\ngames = 2"))
    rounds = seats_by_round(store)
    assert sorted(rounds) == [0, 1, 2, 3]
    met = [frozenset(seats) for games in rounds.values() for seats in games[::2]]
    assert max(Counter(met).values()) == 1
    points = Counter()
    for game in store.games(where="round = 0"):
        for player, share in zip(game.seats, game.points, strict=True):
            points[player] += share
    best = [player for player in points if points[player] == max(points.values())]
    if len(best) > 1:
        assert any(set(seats) <= set(best) for seats in rounds[1])


def test_in_swiss_nobody_sits_out_twice_before_all_have(play):
    _, store = play(text_of(*MANY[:5], schedule="kind = 'swiss'\nrounds = 5\ngames = 2"))
    byes = [bye for _, byes in store.rounds() for bye in byes]
    assert sorted(byes) == [0, 1, 2, 3, 4]


def test_swiss_goes_on_when_everybody_has_met_everybody(play):
    _, store = play(text_of(*MANY[:4], schedule="kind = 'swiss'\nrounds = 5\ngames = 2"))
    met = Counter(frozenset(pair) for meetings, _ in store.rounds() for pair in meetings)
    assert met.total() == 10
    assert max(met.values()) == 2


def test_in_a_knock_out_those_who_lose_are_out(play):
    plan, store = play(text_of(*MANY, schedule="kind = 'knock-out'\ngames = 2"))
    rounds = store.rounds()
    assert rounds[0][1] == [0, 1]  # the first two of the file have nobody to meet at first
    left = set(range(6))
    for number, (meetings, byes) in enumerate(rounds):
        assert {player for meeting in meetings for player in meeting} | set(byes) == left
        sums = schedules.round_sums(store, number)
        draw = schedules.draw_after(plan, store, number + 1)
        for meeting in meetings:
            (gone,) = set(meeting) & set(draw.out)
            (stays,) = set(meeting) - {gone}
            assert sums[stays].points >= sums[gone].points
            left.remove(gone)
    assert len(left) == 1


def test_in_a_knock_out_those_who_are_level_play_on_until_one_leads_or_the_discs_decide(play):
    _, store = play(text_of("first", "second", players=("first", "first"), schedule="kind = 'knock-out'\ngames = 2"))
    games = list(store.games())
    assert len(games) > 2
    assert len(games) <= 2 + 2 * 4
    totals = Counter()
    for game in games[:2]:
        for player, share in zip(game.seats, game.points, strict=True):
            totals[player] += share
    assert totals[0] == totals[1]  # the same player twice takes the same with either colour


def test_three_meet_in_tribolo_in_every_seating(play):
    schedule = "games = 3"
    text = text_of("a", "b", "c", players=("random",) * 3, top="game = 'tribolo'", schedule=schedule)
    _, store = play(text)
    assert sorted(game.seats for game in store.games()) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len({game.start for game in store.games()}) == 1


def test_swiss_of_three_leaves_out_who_is_too_many(play):
    schedule = "kind = 'swiss'\nrounds = 2\ngames = 3"
    text = text_of(*"abcd", players=("random",) * 4, top="game = 'tribolo'", schedule=schedule)
    _, store = play(text)
    assert all(len(meetings) == 1 and len(byes) == 1 for meetings, byes in store.rounds())
    assert store.rounds()[0][1] != store.rounds()[1][1]


@pytest.mark.parametrize("kind", ["round-robin", "gauntlet", "swiss"])
@pytest.mark.parametrize("n", [2, 3, 5, 6])
def test_how_many_games_there_are_is_known_before(play, kind, n):
    more = {"swiss": "\nrounds = 2", "gauntlet": "\nchallengers = ['random']"}.get(kind, "")
    plan, store = play(text_of(*MANY[:n], schedule=f"kind = '{kind}'\ngames = 2{more}"))
    assert store.n_games() == schedules.n_games(plan, n)


@pytest.mark.parametrize("size", [2, 4, 8, 16])
def test_the_first_two_of_a_draw_can_only_meet_at_its_end(size):
    places = schedules._bracket(size)
    assert sorted(places) == list(range(size))
    assert {0, 1} & set(places[: size // 2]) == {0}
    assert all(one + other == size - 1 for one, other in zip(places[::2], places[1::2], strict=True))


def test_a_hundred_players_are_paired_soon(tmp_path):
    entrants = tuple(Entrant(str(i), "random") for i in range(100))
    plan = Plan(tmp_path / "x.toml", "", entrants, Schedule("swiss", 2, 9))
    draw = schedules.Draw(plan, range(100), dict.fromkeys(range(100), 0))
    for round_ in range(9):
        meetings, _ = draw.next_round(round_)
        assert len({player for meeting in meetings for player in meeting}) == 100
        for a, b in meetings:
            assert not draw.met[frozenset((a, b))]
            draw.met[frozenset((a, b))] += 1
            draw.standing[min(a, b)] += 2


# --- matches ----------------------------------------------------------------------------------------------------------


def match_of(n_players, games, seed=1, start=START):
    return pairings(match_plan([str(n) for n in range(n_players)], start=start, games=games, seed=seed))


def test_every_pair_of_a_match_plays_each_opening_with_either_colour_one_after_the_other():
    games = match_of(3, 6)
    assert [set(game.seats) for game in games[::6]] == [{0, 1}, {0, 2}, {1, 2}]
    assert len({game.opening for game in games}) == 3
    assert len({(game.seats, game.opening) for game in games}) == len(games) == 18
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.opening == second.opening
        assert first.seats == second.seats[::-1]
        assert first.opened.moves == first.opening


def test_no_two_games_of_matches_share_a_seed():
    games = match_of(3, 10) + match_of(3, 10, seed=2)
    assert len({game.seed for game in games}) == len(games)


def test_every_group_of_three_plays_each_board_in_each_rotation_of_the_seats():
    games = match_of(4, 6, start=TriboloPosition.start(0))
    assert len(games) == 4 * 2 * 3
    assert [game.seats for game in games[:3]] == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    for seat in range(3):
        in_seat = Counter((game.start, game.seats[seat]) for game in games)
        assert set(in_seat.values()) == {3}
        assert len(in_seat) == 2 * 4


@pytest.mark.parametrize(
    ("n_players", "games", "start", "words"),
    [
        *((2, n, START, f"an even number of games.*got {n}$") for n in (0, 1, 3, -2)),
        (1, 2, START, "at least two players, got 1"),
        (2, 3, TriboloPosition.start(0), "expected at least 3 players, got 2"),
        (3, 4, TriboloPosition.start(0), "expected a multiple of three games"),
    ],
)
def test_a_match_that_is_none_is_refused(n_players, games, start, words):
    with pytest.raises(OptionError, match=words):
        match_of(n_players, games, start=start)
