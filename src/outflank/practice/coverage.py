"""Weak points of a repertoire: frequent replies without an answer, and own moves that lose discs.

>>> from outflank import BLACK
>>> known = Repertoire(BLACK, ["f5d6c3d3c4", "f5f6e6f4"])
>>> [(gap.line, gap.move, round(gap.share, 2)) for gap in gaps(known, archive_replies, least=0.01)]
[('f5d6c3', 'f4', 0.05), ('f5d6c3', 'g5', 0.02), ('f5', 'f4', 0.01)]
>>> [(loss.line, loss.ply, loss.move) for loss in losses(BLACK, ["f5f4g3"], archive_values)]
[('f5f4g3', 3, 'g3')]
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outflank.play import MoveValue
from outflank.practice.puzzles import key_of
from outflank.practice.repertoire import Repertoire, Replies
from outflank.rules import PASS, Colour, Game, Position

if TYPE_CHECKING:
    from outflank.library import Library, PositionPlayed

FREQUENT = 0.1
"""Share of games above which a reply needs an answer."""

LOST = 2.0
"""Minimum number of discs that a move must lose for a warning."""

_FEWEST = 10  # games in a position whose shares count
_DEEPEST = 8  # plies: a shallower value is no reason for a warning

Values = Callable[[Position], Mapping[str, MoveValue]]
"""The known values of moves in a position, from the mover's point of view."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A frequent reply of the other side to which the repertoire has no answer."""

    line: str
    """The moves that lead to the position."""

    move: str
    share: float
    """The share of games with this reply, from 0 to 1."""

    games: int

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {"line": self.line, "move": self.move, "share": round(self.share, 4), "games": self.games}


@dataclass(frozen=True, slots=True)
class LineLoss:
    """A move of a line that loses discs."""

    line: str
    ply: int
    """The number of the move in the line, from 1; passes do not count."""

    move: str
    loss: float
    better: str

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        return {"line": self.line, "ply": self.ply, "move": self.move, "loss": self.loss, "better": self.better}


def replies_in(played: "PositionPlayed | None") -> dict[str, int]:
    """Convert the results in a position to the number of games of each legal move; symmetric moves share theirs."""
    return {alike: each.results.games for each in played.moves for alike in each.alike} if played else {}


def archive_replies(position: Position) -> dict[str, int]:
    """Return the replies in the games of the WTHOR archive, which come with the package."""
    from outflank.library import ArchiveCounts  # late import: the library loads NumPy

    return replies_in(ArchiveCounts.shipped().position(position))


def archive_values(position: Position) -> dict[str, MoveValue]:
    """Return the values that come with the package."""
    from outflank.library import ArchiveCounts, known_values

    return known_values(position, None, (), ArchiveCounts.shipped())


def gaps(book: Repertoire, replies: Replies, least: float = FREQUENT) -> list[Gap]:
    """Return the frequent replies within the repertoire's lines to which it has no answer, most frequent first.

    Positions after which the repertoire ends are left out, and so are those with fewer than ten games.
    """
    found: list[Gap] = []
    waiting, seen = [Game(Position.start())], set()
    for game in waiting:
        here = game.position
        key = key_of(here)
        if key in seen:
            continue
        seen.add(key)
        found += gaps_at(book, game, replies, least)
        waiting += [Game(Position.start(), [*game.moves, move]) for move in book.answers(here)]
    return sorted(found, key=lambda gap: (-gap.share, gap.line))


def gaps_at(book: Repertoire, game: Game[Position], replies: Replies, least: float = FREQUENT) -> list[Gap]:
    """Return the gaps in one position, most frequent first; there are none where it is the repertoire's turn."""
    here = game.position
    if here.turn is book.side or here.must_pass or not (known := book.moves(here)):
        return []
    keys = {move: key_of(here.play(move)) for move in here.legal_moves}
    answered = {keys[move] for move in known}
    games: dict[str, tuple[str, int]] = {}
    for move, n_games in replies(here).items():
        games.setdefault(keys[move], (move, n_games))
    total = sum(n_games for _, n_games in games.values())
    if total < _FEWEST:
        return []
    found = [
        Gap(game.transcript, move, n_games / total, n_games)
        for key, (move, n_games) in games.items()
        if key not in answered and n_games >= least * total
    ]
    return sorted(found, key=lambda gap: -gap.share)


def losses(side: Colour, lines: Iterable[str], values: Values, least: float = LOST) -> Iterator[LineLoss]:
    """Yield the moves of lines by `side` that lose `least` or more discs, the first of each line first.

    A move is judged only if searches of eight or more plies value both it and a better move.
    """
    for line in lines:
        game = Game(Position.start(), line)
        ply = 0
        for position, move in zip(game.positions, game.moves, strict=False):
            if move == PASS:
                continue
            ply += 1
            if position.turn is not side:
                continue
            known = {name: each for name, each in values(position).items() if _is_deep(each)}
            if move not in known:
                continue
            best = max(known.values(), key=lambda each: each.value or 0)
            loss = (best.value or 0) - (known[move].value or 0)
            if loss >= least:
                yield LineLoss(line, ply, move, loss, str(best.move))


def _is_deep(found: MoveValue) -> bool:
    is_sure = found.kind != "heuristic" or found.depth >= _DEEPEST
    return found.value is not None and found.bound == "exact" and is_sure


def library_replies(library: "Library") -> Replies:
    """Return the replies in the games of an open library or, in positions that fewer than ten reach, in the archive."""

    def replies(position: Position) -> Mapping[str, int]:
        own = replies_in(library.position(position, n_players=0))
        return own if sum(own.values()) >= _FEWEST else archive_replies(position)

    return replies
