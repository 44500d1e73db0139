"""Openings to start the games of a match from, so that two deterministic players do not repeat one game."""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from outflank.errors import OptionError, OutflankError, ParseError, excerpt
from outflank.formats import transcript
from outflank.formats.files import exists, read_file, shown
from outflank.matches.game import Pairing
from outflank.matches.plan import Plan
from outflank.matches.schedules import number_by_lot
from outflank.matches.store import Fixture
from outflank.play import Limit
from outflank.rules import DiscPosition, Game

_PATIENCE = 200  # random games in a row without a new opening, after which there are no more to be found
_EVEN, _NEARLY_EVEN = 2, 6  # discs that a side may be ahead in an even opening, and at a first look
_APART = 1_000_003  # times a seed: from where numbers of its own begin
_GLANCE, _LOOK = 8, 14  # plies of the first look, and of the one that counts


class Starts:
    """The openings of a tournament by number, or its boards where these are random, as they are needed.

    Raises OutflankError.
    """

    def __init__(self, plan: Plan):
        self._plan = plan
        self._start = plan.start()
        self._openings: list[tuple[str, ...]] = []
        self._more: Iterator[Any] = iter(())
        if plan.kind.sizes:
            try:
                self._more = each_opening(plan.openings_source, plan.seed, self._start)
                self._find(1)
            except OutflankError as error:
                if not plan.is_file:
                    raise
                raise OutflankError(f"{plan.error_prefix}openings: {error}") from None

    def n_different(self, n: int) -> int:
        """The number of openings, of the `n` that are needed: with fewer, some are played more than once."""
        if not self._plan.kind.sizes:
            return n
        self._find(n)
        return min(n, len(self._openings))

    def pairing(self, fixture: Fixture, number: int) -> Pairing:
        """A game with its start and a seed of its own: the same ones for the same game, whatever else is played.

        In a match, where nobody joins, the seed goes by the `number` of the game.
        """
        plan = self._plan
        # The players of a game are seeded with n_seats·seed and the numbers after it: no two of a match share one.
        seed = plan.seed * _APART + number
        if plan.is_file:
            seed = number_by_lot(plan.seed, fixture.round, fixture.opening, *fixture.seats)
        if not plan.kind.sizes:
            return Pairing(fixture.seats, plan.start(plan.seed * _APART + fixture.opening), (), seed)
        self._find(fixture.opening + 1)
        return Pairing(fixture.seats, self._start, self._openings[fixture.opening % len(self._openings)], seed)

    def _find(self, n: int) -> None:
        self._openings.extend(game.moves for game in islice(self._more, max(0, n - len(self._openings))))


def each_opening(text: str, seed: int, start: DiscPosition) -> Iterator[Game[Any]]:
    """All openings that ``random:PLIES``, ``even:PLIES`` or a file of transcripts describes, each once.

    The same ones come in the same order. Raises OutflankError.
    """
    kind, _, plies = text.partition(":")
    if kind in ("random", "even"):
        if not (plies.isascii() and plies.isdecimal()) or len(plies) > 3:
            raise OptionError(f"expected openings such as {kind}:8 (plies), got {excerpt(text)}")
        if int(plies) > start.n_empties - 1:
            words = f"{int(plies)} random plies" if kind == "random" else f"{int(plies)} plies"
            raise OptionError(f"expected an opening after which the game goes on, but {words} end it")
        if kind == "random":
            return _each_random(int(plies), seed, start, lambda _position: True)
        return _each_random(int(plies), seed, start, _even_test(start))
    if ":" in text and not exists(text):
        raise OptionError(f"expected random:8 or even:8 (plies), or a file of transcripts, got {excerpt(text)}")
    return iter(read_openings(Path(text), start))


def _each_random(
    n_plies: int, seed: int, start: DiscPosition, accept: Callable[[DiscPosition], bool]
) -> Iterator[Game[Any]]:
    """Openings of random moves whose positions `accept` likes, none of them symmetric to another."""
    source = random.Random(seed)
    seen: set[DiscPosition] = set()
    n_found = in_vain = 0
    while in_vain < _PATIENCE:
        game = Game(start)
        while len(game.moves) < n_plies and not game.is_over:
            game.push(source.choice(game.position.legal_moves))
        is_new = not game.is_over and seen.isdisjoint(map(game.position.transformed, range(8)))
        if is_new:
            seen.add(game.position)
        if is_new and accept(game.position):
            yield game
            n_found += 1
            in_vain = 0
        else:
            in_vain += 1
    if not n_found and not seen:
        raise OptionError(f"expected an opening after which the game goes on, but {n_plies} random plies end it")
    if not n_found:
        raise OptionError(f"expected an opening that is even, but found none of {n_plies} plies")


def _even_test(start: DiscPosition) -> Callable[[DiscPosition], bool]:
    """Tells whether a position is even: the engine, 14 plies ahead, sees no side more than 2 discs ahead.

    After 8 random plies a side is ahead by more than 10 discs in every fourth game: it wins whoever plays it, and two
    such games say nothing of the players. Raises OutflankError for a board on which the engine does not see far.
    """
    from outflank.engine.engine import Engine

    if not Engine.is_compiled_for(start):
        size = f"{start.size}×{start.size}"
        raise OutflankError(f"even openings are for Othello on 8×8 boards, where the engine sees far, got {size}")
    engine = Engine(16)

    def is_even(position: DiscPosition) -> bool:
        looks = ((_GLANCE, _NEARLY_EVEN), (_LOOK, _EVEN))
        return all(abs(engine.analyse(position, Limit(depth=depth)).value or 0) <= most for depth, most in looks)

    return is_even


def read_openings(path: Path, start: DiscPosition) -> list[Game[Any]]:
    """The openings of a file: a transcript a line; blank lines and lines that begin with ``%`` do not count.

    Raises ParseError, also for one after which the game is over, or OutflankError for a file that cannot be read.
    """
    source = shown(path)
    try:
        text = read_file(path, limit=None)
    except ParseError:
        raise
    except OutflankError as error:
        raise OutflankError(f"cannot read openings: {error}") from None
    games = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("%"):
            try:
                game = transcript.read(line, start)
            except ParseError as error:
                raise ParseError(error.message, source=source, line=number, column=error.column) from None
            if game.is_over:
                raise ParseError("expected an opening after which the game goes on", source=source, line=number)
            games.append(game)
    if not games:
        raise ParseError("expected at least one opening, got none", source=source)
    return games
