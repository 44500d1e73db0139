"""Openings to start the games of a match from, so that two deterministic players do not repeat one game."""

import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from outflank.errors import OptionError, OutflankError, ParseError, excerpt
from outflank.formats import transcript
from outflank.formats.files import exists, read_file, shown
from outflank.play import Limit
from outflank.rules import DiscPosition, Game

_PATIENCE = 200  # random games in a row without a new opening, after which there are no more to be found
_EVEN, _NEARLY_EVEN = 2, 6  # discs that a side may be ahead in an even opening, and at a first look
_GLANCE, _LOOK = 8, 14  # plies of the first look, and of the one that counts


def openings(text: str, n: int, seed: int, start: DiscPosition) -> list[Game[Any]]:
    """`n` openings as ``random:PLIES``, ``even:PLIES`` or a file of transcripts describes.

    They are repeated in turn if there are fewer than `n`. Raises OutflankError.
    """
    found = list(islice(each_opening(text, seed, start), n))
    return [found[i % len(found)] for i in range(n)]


def each_opening(text: str, seed: int, start: DiscPosition) -> Iterator[Game[Any]]:
    """All openings that a text describes as `openings` does, each once: the same ones in the same order. Raises so."""
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


def random_openings(
    n_plies: int,
    n: int,
    seed: int,
    start: DiscPosition,
    accept: Callable[[DiscPosition], bool] = lambda _position: True,
) -> list[Game[Any]]:
    """Up to `n` openings of random moves, no two of which reach positions that are symmetric to each other.

    Only positions that `accept` likes count. Fewer come back where `n_plies` does not allow that many. Raises
    OptionError if there is none.
    """
    return list(islice(_each_random(n_plies, seed, start, accept), n))


def even_openings(n_plies: int, n: int, seed: int, start: DiscPosition) -> list[Game[Any]]:
    """Up to `n` openings of random moves after which the engine, 14 plies ahead, sees no side more than 2 discs ahead.

    After 8 random plies a side is ahead by more than 10 discs in every fourth game: it wins whoever plays it, and two
    such games say nothing of the players. Raises OutflankError, also for a board that is not 8×8.
    """
    return random_openings(n_plies, n, seed, start, _even_test(start))


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
    """What tells whether a position is even. Raises OutflankError for a board on which the engine does not see far."""
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
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("%"):
            try:
                game = transcript.read(line, start)
            except ParseError as error:
                raise ParseError(error.message, source=source, line=number, column=error.column) from None
            if game.is_over:
                raise ParseError("expected an opening after which the game goes on", source=source, line=number)
            found.append(game)
    if not found:
        raise ParseError("expected at least one opening, got none", source=source)
    return found
