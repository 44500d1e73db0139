"""Openings to start the games of a match from, so that two deterministic players do not repeat one game."""

import random
from pathlib import Path

from outflank.errors import OptionError, OutflankError, ParseError, excerpt
from outflank.formats import transcript
from outflank.formats.load import read_text
from outflank.rules import Game, Position

_PATIENCE = 200  # random games in a row without a new opening, after which there are no more to be found


def openings(text: str, n: int, seed: int, start: Position) -> list[Game]:
    """`n` openings as ``random:PLIES`` or a file of transcripts describes; one that is short of `n` is gone round.

    Raises OutflankError.
    """
    kind, _, plies = text.partition(":")
    if kind == "random":
        if not plies.isdecimal() or len(plies) > 3:
            raise OptionError(f"expected openings such as random:8 (plies), got {excerpt(text)}")
        found = random_openings(int(plies), n, seed, start)
    else:
        found = read_openings(Path(text), start)
    return [found[i % len(found)] for i in range(n)]


def random_openings(n_plies: int, n: int, seed: int, start: Position) -> list[Game]:
    """Up to `n` openings of random moves, no two of which reach positions that are symmetric to each other.

    Fewer come back where `n_plies` does not allow that many. Raises OptionError if every such game is over.
    """
    source = random.Random(seed)
    found: dict[frozenset[Position], Game] = {}
    in_vain = 0
    while len(found) < n and in_vain < _PATIENCE:
        game = Game(start)
        while len(game.moves) < n_plies and not game.is_over:
            game.push(source.choice(game.position.legal_moves))
        symmetric = frozenset(game.position.transformed(symmetry) for symmetry in range(8))
        if game.is_over or symmetric in found:
            in_vain += 1
        else:
            found[symmetric], in_vain = game, 0
    if not found:
        raise OptionError(f"expected an opening after which the game goes on, but {n_plies} random plies end it")
    return list(found.values())


def read_openings(path: Path, start: Position) -> list[Game]:
    """The openings of a file: a transcript a line; blank lines and lines that begin with ``%`` do not count.

    Raises ParseError, also for one after which the game is over, or OutflankError for a file that cannot be read.
    """
    source = str(path)
    try:
        with path.open("rb") as file:
            text = read_text(file, source, any_length=True)
    except OSError as error:
        raise OutflankError(f"cannot read openings from {excerpt(source, 80)}: {error.strerror}") from None
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
