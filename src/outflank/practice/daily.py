"""The puzzle of the day: the same built-in puzzle for everybody on one day, in UTC.

The puzzles have ratings in the middle half, so that most people can solve them with some thought. None comes twice
before all of them have been the puzzle of a day.
"""

import hashlib
from datetime import date, timedelta
from functools import cache

from outflank.practice.deck import Deck
from outflank.practice.puzzles import Puzzle, shipped


def puzzle_of(day: date) -> Puzzle:
    """The puzzle of a day."""
    puzzles = _middle()
    return puzzles[day.toordinal() % len(puzzles)]


@cache
def _middle() -> tuple[Puzzle, ...]:
    """The puzzles with ratings between the quartiles, in an order that looks random but never changes."""
    by_rating = sorted(shipped(), key=lambda each: (each.rating, each.key))
    quarter = len(by_rating) // 4
    return tuple(sorted(by_rating[quarter:-quarter], key=lambda each: hashlib.sha256(each.key.encode()).digest()))


def streak(deck: Deck, day: date) -> int:
    """Count the days in a row, up to `day`, on which the person solved the puzzle of the day with the first move.

    If the puzzle of `day` has not been answered, the count ends on the day before.
    """
    first = _first_answers(deck)
    if (puzzle_of(day).key, day) not in first:
        day -= timedelta(days=1)
    n = 0
    while first.get((puzzle_of(day).key, day)):
        n, day = n + 1, day - timedelta(days=1)
    return n


def answer_on(deck: Deck, day: date) -> bool | None:
    """True if the person's first move in the puzzle of the day was right; None if there has been no answer yet."""
    return _first_answers(deck).get((puzzle_of(day).key, day))


def _first_answers(deck: Deck) -> dict[tuple[str, date], bool]:
    """Map each puzzle and day to True if the person's first move in the puzzle on that day was right."""
    first: dict[tuple[str, date], bool] = {}
    for card, answer, at in deck.answers("puzzle"):
        first.setdefault((card, at.date()), answer != "wrong")
    return first
