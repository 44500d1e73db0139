import pytest
from hypothesis import given, settings

from outflank.book.nodes import Key, Leaf
from outflank.book.store import BookStore
from outflank.engine.engine import Engine
from outflank.engine.player import EnginePlayer
from outflank.errors import OptionError, OutflankError
from outflank.jit import INTERPRETED
from outflank.play import Limit, TimeLeft, create, play_game
from outflank.rules import Game, Position
from tests.contracts.player import check_answer
from tests.patience import in_time, seconds_of
from tests.search.positions import played
from tests.strategies import positions

compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes long")


@pytest.mark.parametrize("name", ["engine:depth=2,memory=1", "engine:level=3,memory=1", "engine:level=10,memory=1"])
@settings(max_examples=5 if INTERPRETED else 20, deadline=None)
@given(position=positions().filter(lambda position: position.size == 8 and not position.is_over))
def test_the_engine_answers_as_players_must(name, position):
    if INTERPRETED and "level" in name:
        return
    check_answer(position, create(name, seed=1).choose(position))


@compiled_only
def test_the_same_seed_errs_in_the_same_way():
    position = played(1, 40)
    assert len({create("engine:level=2", seed=4).choose(position).move for _ in range(2)}) == 1
    assert len({create("engine:level=1", seed=seed).choose(position).move for seed in range(12)}) > 1


@compiled_only
@pytest.mark.parametrize("level", [1, 3, 9, 10, 30])
def test_no_level_overlooks_a_move_that_turns_every_opposing_disc(level):
    game = Game()
    for move in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"]:
        game.push(move)
    for seed in range(5):
        answer = create(f"engine:level={level}", seed=seed).choose(game.position)
        assert (answer.move, answer.score or answer.value) == ("c5", 64)


@compiled_only
def test_an_answer_may_be_a_move_whose_value_has_only_a_lower_bound():
    """Once, the law of answers forbade it: an engine stopped just after it had found a better move broke the law."""
    engine, stopped = Engine(megabytes=4), []

    def stop_at_a_better_move(known):
        if known.chosen.bound == "lower":
            engine.stop()

    for seed in range(30):
        position = played(seed, 30)
        answer = engine.analyse(position, Limit(11), watch=stop_at_a_better_move)
        check_answer(position, answer)
        stopped.append(answer.chosen.bound == "lower")
    assert any(stopped)


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize(
    "left", [TimeLeft(0.5, per_move=True), TimeLeft(2.0), TimeLeft(1.0, 0.1), TimeLeft(0.05)], ids=str
)
@pytest.mark.parametrize("name", ["engine", "engine:level=28", "engine:time=60"])
def test_every_kind_of_engine_stays_within_the_clock(name, left):
    engine = create(name)
    for n_empties in (50, 34, 24):
        in_time(left.seconds, lambda n_empties=n_empties: engine.choose(played(2, n_empties), left))


@compiled_only
@pytest.mark.parametrize("left", [TimeLeft(0.01), TimeLeft(0.01, per_move=True)], ids=str)
def test_a_hundredth_of_a_second_is_enough_for_a_move(left):
    engine, position = create("engine"), Position.start().play("f5")
    assert in_time(0.01, lambda: engine.choose(position, left), tries=400).move in position.legal_moves


@compiled_only
@pytest.mark.parametrize(
    ("name", "left", "milliseconds"),
    [
        ("engine:time=0.02", None, 20),
        ("engine:time=0.01", None, 10),
        ("engine", TimeLeft(0.02, per_move=True), 20),
        ("engine:time=0.02", TimeLeft(60), 20),
    ],
    ids=str,
)
def test_a_time_of_milliseconds_is_used(name, left, milliseconds):
    """Once, with less than 0.03 s the engine looked one ply ahead, however fast the machine."""
    engine, reference, position = create(name), create("engine:depth=3"), played(2, 40)
    n_free = 0
    for _ in range(200):  # a try counts if just before and just after it three plies took less than half of the time
        before, depths = seconds_of(lambda: reference.choose(position)), []
        seconds = seconds_of(lambda: depths.append(engine.choose(position, left).depth))  # noqa: B023
        if depths[0] > 2 and seconds < 0.06:
            return
        n_free += 2 * max(before, seconds_of(lambda: reference.choose(position))) < milliseconds / 1000
        if n_free == 10:
            pytest.fail(f"the engine looked two plies ahead in {milliseconds} ms, which suffice for three")
    pytest.skip("the machine is too busy for milliseconds")


@compiled_only
def test_the_engine_wins_against_a_classic_player():
    match = play_game(Position.start(), (create("engine:depth=4"), create("level3")))
    assert match.points[0] == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("level=0", "level from 1 to 30, got 0"),
        ("level=31", "level from 1 to 30, got 31"),
        ("depth=0", "depth from 1 to 60 .plies., got 0"),
        ("time=-1", "time above 0 and at most 1,000,000 .seconds., got -1"),
        ("time=nan", "time above 0 .* got nan"),
        ("depth=8,exact_from=61", "exact_from from 0 to 60 .empty squares., got 61"),
        ("exact_from=20", "exact_from needs a depth: near the end"),
        ("level=12,exact_from=20", "exact_from needs a depth"),
        ("level=3,depth=4", "more than one of them"),
        ("threads=0", "threads from 1 to 256, got 0"),
        ("memory=0", "memory from 1 to 1,048,576 .megabytes., got 0"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        create(f"engine:{options}")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": "5"}, "expected level to be a whole number, got '5'"),
        ({"level": 5.0}, "expected level to be a whole number, got 5.0"),
        ({"level": True}, "expected level to be a whole number, got True"),
        ({"time": "1"}, "expected time to be a number, got '1'"),
    ],
    ids=str,
)
def test_an_option_of_the_wrong_type_is_refused_with_the_right_type(options, message):
    """Once: "expected a level from 1 to 30, got 5"."""
    with pytest.raises(OptionError, match=message):
        create("engine", **options)


@compiled_only
def test_a_depth_with_exact_from_solves_from_there_on():
    position = played(3, 14)
    assert not create("engine:depth=2,exact_from=13").choose(position).is_exact
    assert create("engine:depth=2,exact_from=14").choose(position).is_exact


def test_missing_weights_are_named(tmp_path):
    with pytest.raises(OutflankError, match=r"cannot read weights: No such file.*none.weights"):
        create(f"engine:weights={tmp_path / 'none.weights'}")


def test_a_player_that_follows_a_game_is_ready_before_its_first_clock():
    player = EnginePlayer(level=1)
    assert not player.engine.is_loaded
    player.follow(Position.start(), ())
    assert player.engine.is_loaded or INTERPRETED


# --- from a book ----------------------------------------------------------------------------------------------------


@pytest.fixture
def book(tmp_path):
    """A book in which the three answers to f5 are worth -4, -5 and -9, and the four moves of the start the same."""
    with BookStore(tmp_path / "b", writes=True) as found:
        after = Key.of(Position.start()).after("f5")
        values = dict(zip(after.position.legal_moves, (4, 5, 9), strict=True))
        found.add(after, Leaf(after.position.legal_moves[0], -4, 9, 73))
        for move, value in values.items():
            child = after.after(move)
            found.add(child, Leaf(child.position.legal_moves[0], value, 9, 73))
        found.add(after, Leaf(None))
    return tmp_path / "b"


def test_the_engine_plays_the_best_move_of_its_book(book):
    position = Position.start().play("f5")
    answer = create(f"engine:level=10,book={book}").choose(position)
    assert (answer.value, answer.chosen.kind, answer.nodes) == (-4, "book", 0)
    assert len(answer.moves) == 3


def test_with_variety_it_plays_any_move_that_is_good_enough(book):
    position = Position.start().play("f5")

    def values(variety):
        answers = (create(f"engine:book={book},variety={variety}", seed=n).choose(position) for n in range(20))
        return {answer.value for answer in answers}

    assert values(0) == {-4}
    start = Position.start()
    assert len({create(f"engine:book={book}", seed=n).choose(start).move for n in range(20)}) == 1
    assert len({create(f"engine:book={book},variety=0", seed=n).choose(start).move for n in range(20)}) == 4
    assert values(1) == {-4, -5}
    assert values(5) == {-4, -5, -9}


@compiled_only
@pytest.mark.parametrize("limit", ["level=10", "time=0.05"])
def test_with_variety_it_plays_any_move_of_the_opening_that_is_good_enough(limit):
    position = Game(Position.start(), "f5d6").position
    values = {each.move: each.value for each in Engine().analyse(position, Limit.at_level(10), top=60).moves}
    chosen = {create(f"engine:{limit},variety=2", seed=n).choose(position).move for n in range(12)}
    assert len(chosen) > 1
    if limit == "level=10":
        assert all(values[move] >= max(values.values()) - 2 for move in chosen)


@compiled_only
def test_after_the_opening_it_plays_the_best_move():
    position = played(1, 30)
    chosen = {create("engine:level=10,variety=20", seed=n).choose(position).move for n in range(6)}
    assert chosen == {create("engine:level=10").choose(position).move}


@compiled_only
def test_outside_of_its_book_it_searches(book):
    answer = create(f"engine:depth=3,book={book}").choose(played(1, 40))
    assert answer.chosen.kind == "heuristic"
    assert answer.nodes > 0


@compiled_only
def test_an_analysis_keeps_the_books_values_throughout(book):
    position, seen = Position.start().play("f5"), []
    engine = Engine(1, book=book)
    answer = engine.analyse(position, Limit(depth=4), watch=seen.append)
    assert {found.value for found in seen[0].moves} == {-4, -5, -9}
    assert all(found.kind == "book" for info in [*seen, answer] for found in info.moves)
    assert answer.nodes > 0
    assert Engine(1, book=book).analyse(played(1, 40), Limit(depth=2)).chosen.kind == "heuristic"


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ("level=9,book=b", "a book needs level 10 or above"),
        ("level=9,variety=0", "levels below 10 take no variety"),
        ("book=no.such.book", "there is no file 'no.such.book'"),
    ],
)
def test_books_that_make_no_sense_are_refused(options, error):
    with pytest.raises(OutflankError, match=error):
        create(f"engine:{options}")
