"""Preparation for a player: counts as in a plain replay, losses as in the values, and the tries that follow."""

import json
from random import Random

import pytest

from outflank import BLACK, WHITE, Game, Record
from outflank.errors import OptionError
from outflank.library import ArchiveCounts, Library, Search, strengths
from outflank.library.lookup import alike_moves
from outflank.library.preparation import CHOSEN, prepare
from outflank.library.strengths import strength_in
from outflank.people import within_ratings
from tests.library.conftest import NAMES, random_game
from tests.oracles import preparation as oracle


def _opening_records(n, seed=3):
    """Games that share their openings: random games with few choices at the beginning."""
    rng = Random(seed)
    records = []
    for number in range(n):
        game = Game()
        while not game.is_over and len(game.moves) < 12:
            moves = sorted(game.position.legal_moves)
            game.push(moves[min(int(rng.expovariate(1.2)), len(moves) - 1)])
        while not game.is_over and len(game.moves) < 12 + number % 50:
            game.push(rng.choice(game.position.legal_moves))
        place = "Oslo (XOT)" if number % 10 == 9 else f"Open {number % 3}"
        records.append(Record.of(game, rng.sample(NAMES[:3], 2), date=str(2000 + number % 20), place=place))
    return records


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("prepared") / "library.sqlite"
    with Library.open(path) as library:
        library.add(_opening_records(150))
        library.add([Record.of(random_game(Random(5)), ("Dora", "Ann"), date="2001")])
    return path


@pytest.fixture
def shared(file):
    with Library.open(file) as library:
        yield library


@pytest.mark.parametrize(("name", "side"), [("Ann", BLACK), ("Ben", WHITE), ("Dora", BLACK)])
def test_counts_are_those_of_a_plain_replay(file, shared, name, side):
    report = json.loads(json.dumps(prepare(shared, name, side).to_json()))
    assert oracle.check(report, file) >= 8
    assert (len(report["positions"]) > 20) == (name != "Dora")


def test_positions_come_after_their_parents_and_only_once(shared):
    found = prepare(shared, "ann", BLACK, least=2)
    assert len({position.position for position in found.positions}) == len(found.positions)
    for number, position in enumerate(found.positions):
        assert position.balance.games >= 2
        assert position.is_own == (position.position.turn is BLACK)
        assert Game(moves=position.line).position == position.position
        if number:
            before = found.positions[position.parent]
            assert (before.line, position.parent < number) == (position.line[:-1], True)
            assert position.line[-1] in [move.move for move in before.moves]
    assert all(len(position.line) <= 3 for position in prepare(shared, "ann", BLACK, plies=3).positions)


def test_counts_agree_with_the_explorer(shared):
    query = Search(black="Ann", xot=False, since=2005)
    for position in prepare(shared, "Ann", BLACK, Search(since=2005, xot=False)).positions:
        played = shared.position(position.position, query)
        assert played.results.games == position.balance.games
        assert {move.move: move.results.games for move in played.moves} == {
            move.move: move.balance.games for move in position.moves
        }


def _values(position):
    """Values by the number of the move, the same for symmetric moves: each one loses 1.5 discs more than the last."""
    return {move: -1.5 * number for number, alike in enumerate(alike_moves(position)) for move in alike}


def test_losses_are_those_of_the_values(shared):
    found = prepare(shared, "ann", BLACK, values=_values)
    for position in found.positions:
        for move in position.moves:
            assert move.loss == pytest.approx(-move.value)
    costs = [-each.balance.games * each.loss for each in found.costly]
    assert costs == sorted(costs)
    assert all(each.loss >= 2 for each in found.costly)
    assert all(each.loss is None for each in prepare(shared, "ann", BLACK).book.moves)


def test_tries_lead_to_positions_in_which_he_loses_more_than_they_cost(shared):
    found = prepare(shared, "ann", WHITE, values=_values, least=2)
    assert found.tries
    assert [each.gain for each in found.tries] == sorted((each.gain for each in found.tries), reverse=True)
    by_line = {position.line: position for position in found.positions}
    for each in found.tries:
        assert 0 < each.chance <= 1
        assert each.loss > each.cost >= 0
        game = Game(moves=each.line)
        assert game.position.turn is WHITE
        ours = [at for at in zip(game.positions, game.moves, strict=False) if at[0].turn is BLACK]
        assert each.cost == pytest.approx(sum(-_values(before)[move] for before, move in ours))
        if each.games:
            position = by_line[each.line]
            lost = sum(move.balance.games * move.loss for move in position.moves)
            n_games = sum(move.balance.games for move in position.moves)
            assert (each.games, each.own_loss) == (n_games, pytest.approx(lost / n_games))
            assert each.loss == pytest.approx((lost + 10 * each.difficulty.loss) / (n_games + 10))
        else:
            assert each.own_loss is None
            assert each.loss == each.difficulty.loss


def test_progress_is_reported(shared):
    told = []
    prepare(shared, "ann", BLACK, values=_values, report=lambda *numbers: told.append(numbers))
    assert [done for done, _ in told] == list(range(len(told)))
    assert len({total for _, total in told}) == 1


def test_a_player_without_games_of_this_colour(shared):
    found = prepare(shared, "Dora", WHITE, values=_values)
    assert (found.balance.games, found.positions, found.tries, found.years) == (0, (), (), None)


def test_games_without_results_rate_nobody(library):
    library.add([Record.of(Game(moves="f5d6c3d3"), ("Ann", "Ben")) for _ in range(1)])
    found = prepare(library, "ann", BLACK, least=1, values=_values)
    assert found.rating is None
    assert found.balance.games == 1
    assert found.tries


def test_a_name_must_be_of_one_player(shared):
    with pytest.raises(OptionError, match="matches several players: Ann, Ben"):
        prepare(shared, "n", BLACK)
    with pytest.raises(OptionError, match="did you mean Ann"):
        prepare(shared, "annn", BLACK)


def test_a_small_library_takes_the_strength_from_the_moves(shared):
    found = prepare(shared, "ann", BLACK, values=_values, plies=2)
    assert found.for_model.basis == "moves"
    number = shared.value("SELECT number FROM players WHERE name = 'Ann'")
    expected = strength_in(shared, number, CHOSEN, most=30)
    assert found.for_model.estimate == expected
    assert found.for_model.rating == expected.strength.rating != found.rating.rating
    assert {each.difficulty.rating for each in found.tries} <= {within_ratings(expected.strength.rating)}


def test_a_library_with_the_archive_takes_its_own_rating(shared, monkeypatch):
    monkeypatch.setattr(strengths, "has_archive_scale", lambda _library: True)
    found = prepare(shared, "ann", BLACK, values=_values, plies=2)
    assert (found.for_model.basis, found.for_model.rating) == ("library", found.rating.rating)


def test_a_given_rating_comes_first(shared):
    found = prepare(shared, "ann", BLACK, values=_values, plies=2, rating=-150)
    assert found.to_json()["model_rating"] == {"rating": -150, "basis": "given", "estimate": None}
    assert {each.difficulty.rating for each in found.tries} == {-150}
    assert prepare(shared, "ann", BLACK).for_model is None


def test_the_archive_makes_positions_known(library):
    moves = "f5d6c3d3c4f4c5b3c2"
    library.add([Record.of(Game(moves=moves), ("Ann", "Ben"), date="2001")])
    assert prepare(library, "Ann", BLACK, least=1).book.ply == 0
    found = prepare(library, "Ann", BLACK, least=1, archive=ArchiveCounts.shipped()).book
    assert (found.never, found.ply) == (1, None)
    assert "WTHOR" in found.to_json()["source"]
