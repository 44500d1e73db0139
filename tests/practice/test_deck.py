import gzip
import multiprocessing
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import BLACK, WHITE
from outflank.errors import OutflankError
from outflank.practice.choosing import Puzzles
from outflank.practice.deck import Deck
from outflank.practice.puzzles import shipped
from outflank.practice.rating import BEGINNING, WANTED, chance_of

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
DATA = Path(__file__).parents[1] / "data"


@pytest.fixture
def deck():
    with Deck(None) as deck:
        yield deck


def test_what_is_known_comes_again_at_growing_intervals(deck):
    now, intervals = NOON, []
    for _ in range(5):
        due = deck.answer("puzzle", "one", "right", now=now)
        intervals.append(due - now)
        now = due
    assert intervals == sorted(intervals)
    assert intervals[0] >= DAY
    assert intervals[-1] > 30 * DAY


def test_what_was_wrong_comes_again_in_ten_minutes(deck):
    assert deck.answer("puzzle", "one", "wrong", now=NOON) == NOON + timedelta(minutes=10)
    assert deck.due("puzzle", now=NOON) == []
    assert deck.due("puzzle", now=NOON + timedelta(minutes=10)) == ["one"]
    assert deck.due("opening", now=NOON + DAY) == []


def test_a_hint_makes_the_interval_shorter(deck):
    hinted = deck.answer("puzzle", "one", "hinted", now=NOON)
    right = deck.answer("puzzle", "two", "right", now=NOON)
    assert NOON < hinted < right


def test_what_is_due_is_asked_in_the_order_it_became_due(deck):
    for hours, card in enumerate("cab"):
        deck.answer("puzzle", card, "wrong", now=NOON + timedelta(hours=hours))
    assert deck.due("puzzle", now=NOON + DAY) == ["c", "a", "b"]


def test_endgames_are_kept_and_not_asked_again(deck):
    deck.answer("endgame", "a position", "wrong", now=NOON, lost=6)
    found = deck.statistics(now=NOON)
    assert (found.all["endgame"].answers, found.all["endgame"].lost) == (1, 6)
    assert found.cards == {"puzzle": 0, "opening": 0}


def test_people_have_cards_of_their_own(deck):
    other = deck.of("someone")
    deck.answer("puzzle", "one", "wrong", now=NOON)
    deck.add_lines([(BLACK, "f5d6", "")], now=NOON)
    assert other.cards("puzzle") == {}
    assert other.lines() == []
    assert other.streak(now=NOON) == 0
    assert other.remove_lines([1]) == 0
    assert len(deck.lines()) == 1


@pytest.mark.parametrize(
    ("days", "streak"), [((), 0), ((0,), 1), ((1,), 1), ((2,), 0), ((0, 1, 2), 3), ((1, 2, 4), 2), ((0, 0, 2), 1)]
)
def test_streak_counts_days_up_to_today_or_yesterday(deck, days, streak):
    for ago in sorted(days, reverse=True):
        deck.answer("puzzle", "one", "right", now=NOON - ago * DAY)
    assert deck.streak(now=NOON) == streak


def test_a_day_is_one_of_utc_whatever_the_clock_shows(deck):
    east = timezone(timedelta(hours=14))
    deck.answer("puzzle", "one", "right", now=datetime(2026, 5, 2, 1, tzinfo=east))  # 11:00 on the day before
    assert deck.statistics(now=NOON).days == 1
    assert deck.streak(now=NOON) == 1


def test_a_clock_that_was_set_back_does_no_harm(deck):
    deck.answer("puzzle", "one", "right", now=NOON)
    assert deck.answer("puzzle", "one", "right", now=NOON - 30 * DAY) > NOON


@given(st.lists(st.tuples(st.sampled_from(("right", "hinted", "wrong")), st.integers(0, 10**7)), max_size=12))
def test_any_history_leaves_a_card_that_is_due_later(history):
    with Deck(None) as deck:
        now = NOON
        for answer, seconds in history:
            now += timedelta(seconds=seconds)
            assert deck.answer("opening", "one", answer, now=now) > now
        assert deck.statistics(now=now).all["opening"].answers == len(history)
        assert len(deck.cards("opening")) == min(1, len(history))


def test_lines_are_kept_once_and_by_side(deck):
    lines = [(BLACK, "f5d6", "one"), (WHITE, "f5d6", ""), (BLACK, "f5d6", "again")]
    assert deck.add_lines(lines, now=NOON) == 2
    assert [(line.side, line.name) for line in deck.lines()] == [(BLACK, "one"), (WHITE, "")]
    assert [line.number for line in deck.lines(WHITE)] == [2]
    assert deck.remove_lines([2, 7]) == 1
    assert deck.lines(WHITE) == []


def test_puzzles_that_were_made_are_kept_once(deck):
    one, two = shipped()[:2]
    assert deck.add_puzzles("game", [one, two, one], "file") == 2
    assert deck.searched() == {"game"}
    assert {each.key for each in deck.puzzles()} == {one.key, two.key}


# --- which comes next -------------------------------------------------------------------------------------------------


def test_due_puzzles_come_first_then_own_then_new_ones(deck):
    due, own = shipped()[5], shipped()[-1]
    deck.answer("puzzle", due.key, "wrong", now=NOON)
    deck.add_puzzles("game", [own], "file")
    puzzles = Puzzles(deck)
    assert puzzles.next(now=NOON + DAY) == due
    assert puzzles.next(now=NOON + DAY, without=[due.key]) == own
    assert puzzles.next(now=NOON) == own
    new = puzzles.next(now=NOON, seed=1, without=[own.key])
    assert new not in (None, due, own)
    assert new == puzzles.next(now=NOON, seed=1, without=[own.key])


@pytest.mark.parametrize(("answer", "sign", "n_answers"), [("right", 1, 20), ("wrong", -1, 4)])
def test_new_puzzles_are_just_hard_enough(deck, answer, sign, n_answers):
    puzzles, now, last = Puzzles(deck), NOON, BEGINNING.rating
    for _ in range(n_answers):
        puzzle = puzzles.next(now=NOON, seed=3)
        assert WANTED[0] <= chance_of(puzzles.rating(now=now), puzzle) <= WANTED[1]
        now += timedelta(seconds=30)
        deck.answer("puzzle", puzzle.key, answer, now=now)
        rating = puzzles.rating(now=now).rating
        assert (rating - last) * sign > 0
        last = rating
    assert (last - BEGINNING.rating) * sign > 100


def test_only_the_first_answer_to_a_puzzle_moves_the_rating(deck):
    puzzles, (one, two) = Puzzles(deck), shipped()[:2]
    deck.answer("puzzle", one.key, "right", now=NOON)
    deck.answer("puzzle", "a puzzle of the past", "wrong", now=NOON)
    first = puzzles.rating(now=NOON)
    assert (first.results, first.rating > BEGINNING.rating) == (1, True)
    for answer in ("wrong", "hinted", "right"):
        deck.answer("puzzle", one.key, answer, now=NOON)
        assert puzzles.rating(now=NOON) == first
    deck.answer("puzzle", two.key, "hinted", now=NOON)
    assert puzzles.rating(now=NOON).rating < first.rating
    assert Puzzles(deck, mine=True).rating(now=NOON) == puzzles.rating(now=NOON)
    assert deck.first_answers("puzzle") == [
        (one.key, "right", NOON),
        ("a puzzle of the past", "wrong", NOON),
        (two.key, "hinted", NOON),
    ]


def test_puzzles_solved_in_a_row(deck):
    for answer in ("right", "right", "right", "hinted", "right", "wrong", "right", "right"):
        deck.answer("puzzle", answer, answer, now=NOON)
    deck.answer("endgame", "a position", "wrong", now=NOON)
    found = deck.statistics(now=NOON)
    assert (found.solved, found.most_solved) == (2, 3)


def test_a_theme_that_has_been_asked_out_has_no_next_puzzle(deck):
    puzzles = Puzzles(deck, "wipe-out")
    keys = [each.key for each in puzzles]
    assert puzzles.next(now=NOON, without=keys) is None
    assert Puzzles(deck, mine=True).next(now=NOON) is None


# --- the file ---------------------------------------------------------------------------------------------------------


def test_what_was_kept_is_there_when_it_is_opened_again(tmp_path):
    with Deck(tmp_path / "practice.sqlite") as deck:
        due = deck.answer("puzzle", "one", "right", now=NOON)
    with Deck(tmp_path / "practice.sqlite") as deck:
        assert deck.cards("puzzle") == {"one": due}
        again = deck.answer("puzzle", "one", "right", now=due)
    assert again - due > due - NOON


def test_a_deck_of_version_1_opens(tmp_path):
    file = tmp_path / "practice.sqlite"
    file.write_bytes(gzip.decompress((DATA / "practice-v1.sqlite.gz").read_bytes()))
    one, two = shipped()[:2]
    with Deck(file) as deck:
        assert set(deck.cards("puzzle")) == {one.key, two.key}
        assert deck.cards("puzzle")[one.key] > NOON + DAY > deck.cards("puzzle")[two.key]
        assert [answer[:2] for answer in deck.first_answers("puzzle")] == [(one.key, "wrong"), (two.key, "hinted")]
        assert [(line.side, line.moves, line.name) for line in deck.lines()] == [
            (BLACK, "f5d6c3d3c4", "Tiger"),
            (WHITE, "f5f6e6f4", ""),
        ]
        [own] = deck.puzzles()
        assert (own.key, own.choices, own.curve) == (shipped()[-1].key, shipped()[-1].choices, None)
        assert own.rating < 0  # the usual one of its level
        assert (deck.searched(), deck.best_run()) == ({"a game"}, None)
        found = deck.statistics(now=NOON)
        assert (found.all["endgame"].lost, found.all["puzzle"].answers, found.days) == (6, 3, 2)
        assert len(deck.of("somebody").cards("puzzle")) == 1


def _answers(path, name):
    with Deck(path, patience=60) as deck:
        for number in range(50):
            deck.answer("puzzle", f"{name} {number}", "right", now=NOON)


def test_two_at_once_lose_nothing(tmp_path):
    file = tmp_path / "practice.sqlite"
    context = multiprocessing.get_context("spawn")
    both = [context.Process(target=_answers, args=(file, name)) for name in "ab"]
    for each in both:
        each.start()
    for each in both:
        each.join(60)
        assert each.exitcode == 0
    with Deck(file) as deck:
        assert len(deck.cards("puzzle")) == 100


ENDLESS = """
import sys
from datetime import UTC, datetime
from outflank.practice.deck import Deck
deck = Deck(sys.argv[1])
n = 0
while True:
    deck.answer("puzzle", str(n), "right", now=datetime(2026, 5, 1, tzinfo=UTC))
    n += 1
    print(n, flush=True)
"""


def test_what_was_answered_survives_a_kill(tmp_path):
    file = tmp_path / "practice.sqlite"
    child = subprocess.Popen([sys.executable, "-c", ENDLESS, str(file)], stdout=subprocess.PIPE, text=True)
    for _ in range(30):
        said = int(child.stdout.readline())
    time.sleep(0.05)
    child.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
    rest = child.stdout.read().split("\n")
    child.wait()
    child.stdout.close()
    said = max([said, *(int(line) for line in rest[:-1] if line)])
    with Deck(file) as deck:
        cards = deck.cards("puzzle")
        assert said <= len(cards) <= said + 1
        assert deck.statistics(now=NOON).all["puzzle"].answers == len(cards)


@pytest.mark.parametrize("damage", ["PRAGMA user_version = 99", "PRAGMA application_id = 7", ""])
def test_errors_for_the_page_name_no_options(tmp_path, damage):
    path = tmp_path / "practice.sqlite"
    Deck(path).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute(damage)
    if not damage:
        path.write_bytes(b"nothing of the kind")
    for on_page in (False, True):
        with pytest.raises(OutflankError) as caught:
            Deck(path, on_page=on_page)
        assert ("--deck" in str(caught.value)) == (bool(damage) and not on_page)
