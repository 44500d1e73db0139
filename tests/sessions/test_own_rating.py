import pytest

from outflank import Game, Position
from outflank.characters import in_archive, on_ladder, ratings
from outflank.people.glicko import Encounter, updated
from outflank.people.scale import RATINGS
from outflank.play import Forfeit, Match
from outflank.sessions.own_rating import BEGINNING, ArchiveRating, RatedGame, rated_game, ratings_after

DAY = 86400.0
OPPONENT = next(iter(ratings().values()))
SHORTEST = "e6f4e3f6g5d6e7f5c5"  # wipes White out


def ended(seats=("human", OPPONENT.name), moves=SHORTEST, start=None):
    return Match(Game(Position.start() if start is None else start, moves), seats)


@pytest.mark.parametrize(
    ("seats", "seat", "score"), [(("human", OPPONENT.name), 0, 1.0), ((OPPONENT.name, "human"), 1, 0.0)]
)
def test_a_finished_game_against_a_rated_character_counts(seats, seat, score):
    found = rated_game(ended(seats), seat, 5.0)
    assert found == RatedGame(OPPONENT.name, OPPONENT.rating, OPPONENT.error_95, score, 5.0)


def test_resigning_and_losing_on_time_count_as_losses():
    match = ended(moves="f5d6")
    match.resign(0)
    assert rated_game(match, 0, 0.0).score == 0
    match = ended(moves="f5d6")
    match.forfeit = Forfeit(0, "time", "late")
    assert rated_game(match, 0, 0.0).score == 0


def test_other_games_do_not_count():
    forfeited = ended(moves="f5d6")
    forfeited.forfeit = Forfeit(1, "crash", "it failed")
    others = [
        ended(moves="f5d6"),
        ended(("human", "human")),
        ended(("human", "engine:level=3")),
        ended((OPPONENT.name, OPPONENT.name)),
        ended(moves="", start=Position.parse("X" * 62 + "-O X")),
        ended(moves=SHORTEST[2:], start=Position.start().play(SHORTEST[:2])),
        forfeited,
    ]
    assert [rated_game(match, 0, 0.0) for match in others] == [None] * len(others)


def test_each_game_moves_the_rating_and_time_adds_uncertainty():
    games = [RatedGame("ben", 1200, 80, 1.0, 0.0), RatedGame("ben", 1200, 80, 0.0, 2 * DAY)]
    one, two, now = ratings_after(games, 2 * DAY)
    against = [Encounter(1200, 80 / 1.96, score) for score in (1.0, 0.0)]
    assert one == updated(BEGINNING, against[:1], 0)
    assert two == updated(one, against[1:], 2)
    assert now == two
    assert ratings_after(games, 50 * DAY)[-1].deviation > two.deviation
    assert ratings_after([], 50 * DAY) == [BEGINNING]
    assert one.rating > BEGINNING.rating


def test_a_person_who_wins_half_of_the_games_ends_at_the_opponents_rating():
    games = [RatedGame("ben", 1200, 80, float(number % 2), 60.0 * number) for number in range(60)]
    rating = ratings_after(games, 3600.0)[-1]
    assert rating.rating == pytest.approx(1200, abs=60)
    assert rating.error_95 < 160


def test_a_rating_on_the_archives_scale_is_one_that_the_model_knows():
    assert ArchiveRating.of(1300) == ArchiveRating(in_archive(1300), False)
    low, high = RATINGS
    for rating, closest in ((on_ladder(low) - 50, low), (-9999, low), (on_ladder(high) + 50, high), (9999, high)):
        assert ArchiveRating.of(rating) == ArchiveRating(closest, True)
