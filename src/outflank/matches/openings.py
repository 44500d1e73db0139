"""Choose openings for match games, so that deterministic players do not repeat the same game."""

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

_PATIENCE = 200  # random games in a row without a new opening before the search gives up
_EVEN, _NEARLY_EVEN = 2, 6  # greatest lead in discs that counts as even: in the decisive and in the quick search
_APART = 1_000_003  # factor that keeps the numbers derived from different seeds apart
_GLANCE, _LOOK = 8, 14  # search depths: of the quick search, and of the decisive one


class Starts:
    """The numbered openings of a tournament, or its random boards. They are generated on demand.

    Raises OutflankError if the openings are not usable.
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
        """Number of distinct openings among the first `n`.

        If there are fewer than `n`, some openings are played repeatedly.
        """
        if not self._plan.kind.sizes:
            return n
        self._find(n)
        return min(n, len(self._openings))

    def pairing(self, fixture: Fixture, number: int) -> Pairing:
        """Pair the players for a game, with a starting position and a seed that do not depend on other games.

        In a match, however, the seed depends on the `number` of the game, because no player can join later.
        """
        plan = self._plan
        # A game's players get n_seats·seed and the following numbers as seeds, so no two in a match share a seed.
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
    """Yield all openings from ``random:PLIES``, ``even:PLIES`` or a transcript file.

    None of them is repeated, and their order is always the same. Raises OutflankError.
    """
    kind, _, plies = text.partition(":")
    if kind in ("random", "even"):
        if not (plies.isascii() and plies.isdecimal()) or len(plies) > 3:
            raise OptionError(f"expected openings such as {kind}:8 (plies), got {excerpt(text)}")
        if int(plies) > start.n_empties - 1:
            words = f"{int(plies)} random plies" if kind == "random" else f"{int(plies)} plies"
            raise OptionError(f"expected an opening before the end of the game, but {words} end it")
        if kind == "random":
            return _each_random(int(plies), seed, start, lambda _position: True)
        return _each_random(int(plies), seed, start, _even_test(start))
    if ":" in text and not exists(text):
        raise OptionError(f"expected random:8 or even:8 (plies), or a file of transcripts, got {excerpt(text)}")
    return iter(read_openings(Path(text), start))


def _each_random(
    n_plies: int, seed: int, start: DiscPosition, accept: Callable[[DiscPosition], bool]
) -> Iterator[Game[Any]]:
    """Yield random openings that `accept` approves. No two of them are mirror images or rotations of each other."""
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
        raise OptionError(f"expected an opening before the end of the game, but {n_plies} random plies end it")
    if not n_found:
        raise OptionError(f"expected even openings, but none of {n_plies} plies is even")


def _even_test(start: DiscPosition) -> Callable[[DiscPosition], bool]:
    """Build a test for even positions, in which a 14-ply search finds a lead of at most 2 discs.

    After 8 random plies, one side leads by more than 10 discs in a quarter of all games. Either player would win with
    that side, so the two games from such an opening show nothing about the players. Raises OutflankError for a board
    size without a compiled engine.
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
    """Read openings from a file with one transcript per line. Blank lines and lines that start with ``%`` are skipped.

    Raises ParseError for a malformed opening or one that ends the game, and OutflankError if the file cannot be read.
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
                raise ParseError("expected an opening before the end of the game", source=source, line=number)
            games.append(game)
    if not games:
        raise ParseError("expected at least one opening, got none", source=source)
    return games
