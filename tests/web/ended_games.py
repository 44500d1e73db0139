"""Ended games in a store of the page, with and without a review."""

import json
import random
from functools import cache

from outflank.analysis.review import review
from outflank.engine.engine import Engine
from outflank.jit import INTERPRETED
from outflank.play import Limit, Match, Seat
from outflank.rules import Game
from outflank.web.games.own_games import OwnGames
from outflank.web.games.stored_games import StoredMatch, state_text
from tests.web.playing import WIPE_OUT

MONTH = 30 * 86400.0
BEGAN = 1_770_000_000.0  # in February 2026

_ENGINE = Engine(4)
_DEPTH = 1 if INTERPRETED else 2


def random_moves(seed):
    draw, game = random.Random(seed), Game()
    while not game.is_over:
        game.push(draw.choice(game.position.legal_moves))
    return game.moves


def keep(store, number, *, moves=None, seats=("human", "level1"), at=None, reviewed=True, person="*", own=None):
    """Keep a game that ended at a time, and its review; the id of the game."""
    match = Match(Game(moves=random_moves(number) if moves is None else moves), [Seat(name) for name in seats])
    game = f"ended-game-{number:08}"
    store.save(StoredMatch.of(game, match, state_text(game, match), {person: own}), BEGAN if at is None else at)
    if reviewed:
        OwnGames(store).keep_review(game, match.game.moves, 0.1, json.loads(_judged(tuple(match.game.moves))))
    return game


@cache
def _judged(moves):
    return json.dumps(review(Game(moves=moves), _ENGINE, Limit(depth=_DEPTH)).to_json())


def fill(store, months=6, each=3, waiting=1):
    """Reviewed games of some months against two opponents, and some that wait for a review."""
    numbers = iter(range(10_000))
    for month in range(months):
        for at in range(each):
            seats = ("human", "level1") if at % 2 else ("coco", "human")
            keep(store, next(numbers), seats=seats, at=BEGAN + month * MONTH + at * 3600)
    for _ in range(waiting):
        keep(store, next(numbers), moves=WIPE_OUT, at=BEGAN + months * MONTH, reviewed=False)
