import pytest

from outflank.book.nodes import Counts, Leaf
from outflank.book.store import BookStore
from outflank.engine.calibration import slope
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.jit import INTERPRETED
from outflank.play.limit import Limit
from outflank.rules import PASS, AntiPosition, Game, Position
from outflank.search.selectivity import CONFIDENCE, MIDGAME
from outflank.solving.growth import GrowthPlan, grow
from outflank.solving.tasks import best_of
from tests.book.books import START, naive_verdicts
from tests.formats.games import FULL, PASSING
from tests.solving.helpers import Threads

pytestmark = pytest.mark.skipif(INTERPRETED, reason="needs compiled code")

PLAN = GrowthPlan(Limit(4, exact_from=8), Position.start(), megabytes=1)


@pytest.fixture
def book(tmp_path):
    with BookStore(tmp_path / "b", writes=True) as found:
        yield found


# --- a search -------------------------------------------------------------------------------------------------------


def test_the_best_of_all_moves_agrees_with_the_engine():
    position = Game(moves="f5d6c3d3c4f4").position
    leaf = best_of(position, position.legal_moves, Limit(6, exact_from=10), 1)
    analysis = Engine(1).analyse(position, Limit(depth=6), top=99)
    assert leaf.value == analysis.value
    assert leaf.value == analysis.of(leaf.move).value
    assert (leaf.depth, leaf.confidence, leaf.is_exact) == (6, CONFIDENCE[MIDGAME], False)


def test_the_best_among_some_moves_is_one_of_them():
    position = Game(moves="f5d6c3d3c4f4").position
    values = {found.move: found.value for found in Engine(1).analyse(position, Limit(depth=4), top=99).moves}
    best = max(values, key=values.get)
    others = tuple(move for move in values if move != best)
    leaf = best_of(position, others, Limit(4, exact_from=10), 1)
    assert leaf.move in others
    expected = round(leaf.value * slope(position.n_empties, 4))  # a book has bare results of searches
    assert expected == max(values[move] for move in others)


@pytest.mark.parametrize("n_empties", [5, 9, 12])
def test_the_end_of_the_game_is_exact(n_empties):
    position = next(each for each in Game(moves=FULL).positions if each.n_empties == n_empties)
    leaf = best_of(position, position.legal_moves, Limit(4, exact_from=12), 1)
    assert leaf.is_exact
    assert (leaf.value, leaf.depth, leaf.confidence) == (
        Engine(1).analyse(position, Limit(exact=True)).score,
        position.n_empties,
        100,
    )


def test_a_pass_is_searched_through():
    position = next(each for each in Game(moves=PASSING).positions if each.must_pass)
    leaf = best_of(position, (PASS,), Limit(4, exact_from=4), 1)
    assert leaf.move == PASS
    assert best_of(position.play(PASS), position.play(PASS).legal_moves, Limit(4, exact_from=4), 1).value == -leaf.value


# --- growth ---------------------------------------------------------------------------------------------------------


def test_a_book_grows_and_is_consistent(book):
    reports = []
    with Threads() as workers:
        grow(book, workers, PLAN, n_at_once=3, enough=lambda n: n >= 30, report=reports.append)
    assert len(book) == reports[-1].n_new == 30
    assert reports[-1].n_searches == len(reports) > 30
    naive, kept = naive_verdicts(book)
    assert naive == kept
    assert book.faults() == []


def test_growth_goes_on_where_it_was(tmp_path):
    def by(*steps):
        with BookStore(tmp_path / str(steps), writes=True) as book, Threads() as workers:
            for n_positions in steps:
                grow(book, workers, PLAN, n_at_once=1, enough=lambda n, most=n_positions: n >= most)
            return {key for key, _ in book.entries()}

    assert len(by(20)) == len(by(5, 15)) == 20


def test_positions_of_games_come_first_the_most_frequent_before_all(book):
    far = START.after("f5").after("f6")
    book.count([(n, [(far, Counts(lines=1))]) for n in range(3)])
    book.count([(9, [(START.after("f5"), Counts(lines=1))])])
    with Threads() as workers:
        plan = GrowthPlan(PLAN.limit, PLAN.root, least_games=2, megabytes=1)
        grow(book, workers, plan, n_at_once=1, enough=lambda n: n >= 2)
    assert book.find(far).verdict is not None
    assert book.find(START).verdict is not None
    assert book.find(START.after("f5")).verdict is None


def test_growth_ends_where_all_is_solved(book):
    position = next(each for each in Game(moves=FULL).positions if each.n_empties == 8)
    with Threads() as workers:
        grow(book, workers, GrowthPlan(PLAN.limit, position, megabytes=1), n_at_once=2, enough=lambda _: False)
    assert len(book) == 1


def test_a_position_with_all_moves_in_the_book_needs_no_search(book):
    with Threads() as workers:
        grow(book, workers, PLAN, n_at_once=1, enough=lambda n: n >= 2)
        assert book.find(START).leaf == Leaf(None, 0, 4, CONFIDENCE[MIDGAME])
        assert len(workers.asked) == 2


def test_a_book_grows_from_positions_of_othello_alone(book):
    for start in (AntiPosition.start(), Position.start(6)):
        with pytest.raises(OutflankError, match="opening books support only 8×8 Othello"):
            grow(book, None, GrowthPlan(PLAN.limit, start), n_at_once=1, enough=lambda _: False)


def test_what_workers_raise_ends_growth_and_keeps_the_book(book):
    class Failing(Threads):
        def submit(self, function, *arguments, priority=0.0):
            if len(book) == 3:
                raise OutflankError("the cluster failed")
            return super().submit(function, *arguments, priority=priority)

    with Failing() as workers, pytest.raises(OutflankError, match="the cluster failed"):
        grow(book, workers, PLAN, n_at_once=1, enough=lambda _: False)
    assert len(book) == 3
    assert book.faults() == []


@pytest.mark.slow
@pytest.mark.filterwarnings("default")  # those of Dask are not ours
def test_a_cluster_grows_a_book(book, local_cluster):
    from outflank.cluster import Cluster

    cluster = Cluster(local_cluster.scheduler_address)
    try:
        grow(book, cluster, PLAN, n_at_once=4, enough=lambda n: n >= 30)
    finally:
        cluster.close()
    assert len(book) == 30
    assert book.faults() == []
