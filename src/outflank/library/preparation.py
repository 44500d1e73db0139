"""Prepare for an opponent: the opponent's tree of openings, where it leaves known paths, and what to try against it.

Counts come from the games alone. Values come from a function that values all moves of a position, such as
`EngineValues`; without it, the report has no losses and no tries. All results and losses are the player's.

>>> from outflank import BLACK, Game, Library, Record
>>> library = Library.open(None)
>>> library.add([Record.of(Game(moves="f5d6c3d3c4"), ("Ann", "Ben")), Record.of(Game(moves="d3c5"), ("Ann", "Cy"))])
Added(added=2, known=0, bad=0, odd=0)
>>> found = prepare(library, "ann", BLACK, least=1)
>>> [(position.line, position.balance.games) for position in found.positions[:3]]
[((), 2), (('f5',), 2), (('f5', 'd6'), 2)]
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from outflank.library import boards
from outflank.library.boards import Board
from outflank.library.lookup import Tally, alike_moves, sums_at
from outflank.library.players import Balance, the_player
from outflank.library.prepared import CostlyMove, LeavingBook, Preparation, PreparedMove, PreparedPosition, Try
from outflank.library.search import Search, condition
from outflank.library.stored import USUAL, start_of
from outflank.library.strengths import rating_for_model
from outflank.library.tree import GameLine, PlayedTree, TreeNode
from outflank.play.position import Move
from outflank.rules import WHITE, Colour, Game, Position, transform_move
from outflank.rules.openings import opening_at

if TYPE_CHECKING:
    from outflank.library.archive import ArchiveCounts
    from outflank.library.library import Library

PLIES, LEAST, KNOWN = 20, 3, 10
"""Default depth of the tree, games of its rarest position, and games by others that make a position known."""

COSTLY = 2.0
"""A move that loses at least this many discs is listed among the costly ones. Searches err by about one disc."""

FEW_GAMES = 20
"""With fewer games, a report warns that it knows little."""

CHOSEN = Search(xot=False)
"""Games whose openings the players chose: all but XOT games."""

Values = Callable[[Position], Mapping[Move, float]]
"""A function that values all moves of a position from the mover's point of view, in discs."""

_LISTED = 10  # rows of each list in a report
_OWN_WORTH = 10  # the model of people's moves counts as much as this number of the player's own games
_SURPRISED, _CHEAP = 10, 1.0  # positions at which moves that he has never met are tried, and discs they may cost


def prepare(
    library: "Library",
    player: str,
    side: Colour,
    query: Search = CHOSEN,
    *,
    plies: int = PLIES,
    least: int = LEAST,
    known: int = KNOWN,
    archive: "ArchiveCounts | None" = None,
    values: Values | None = None,
    rating: float | None = None,
    report: Callable[[int, int], object] = lambda _done, _total: None,
) -> Preparation:
    """Report how a player plays the opening with one colour.

    - `query`: conditions on the games; its fields for players are ignored. XOT games are left out by default, because
      their openings are random
    - `plies`, `least`: depth of the tree, and number of games of its rarest position
    - `known`: a position is in the book if this number of other games reach it
    - `archive`: counts of other games; a position that this number of them reach is in the book, too
    - `values`: values of moves, for losses and tries; usually `EngineValues`
    - `rating`: the player's rating on the scale of the model of people's moves, for tries; by default, the rating in a
      library that holds most of the archive, or else an estimate from the player's moves
    - `report`: called with the number of positions that have been valued, and with their total

    Raises OptionError unless exactly one player matches `player`, and OutflankError if the library cannot be read.
    """
    from outflank.library.rated import ratings_of  # late import: it needs kernels

    with library.reading():
        number = the_player(library, player)
        name = str(library.value("SELECT name FROM players WHERE number = ?", number))
        tree, years, openings = played(library, number, side, query)
        rated = ratings_of(library, {number: name}).get(number)
        for_model = None if values is None else rating_for_model(library, number, rated, query, rating)
        nodes = tree.nodes(plies, least)
        book, outs = _leaving(library, tree, known, archive)
    wanted = [node.position for node in nodes] + [out[1] for out in outs]
    valued = _Valued(values, wanted, report)
    own = (node for node in nodes if node.is_own)
    moves = [_costly(node.line, node.position, *move, valued) for node in own for move in node.moves]
    costly = sorted((each for each in moves if (each.loss or 0) >= COSTLY), key=lambda each: -each.discs)
    return Preparation(
        name,
        side,
        tree.balance,
        years,
        rated,
        for_model,
        openings,
        tuple(_prepared(node, valued) for node in nodes),
        LeavingBook(
            known, "" if archive is None else archive.source, *book, tuple(_costly(*out, valued) for out in outs)
        ),
        tuple(costly[:_LISTED]),
        _tries(nodes, valued, for_model.rating) if nodes and for_model is not None else (),
    )


def played(
    library: "Library", number: int, side: Colour, query: Search, *, against: int | None = None
) -> tuple[PlayedTree, tuple[int, int] | None, tuple[tuple[str, Balance], ...]]:
    """Return the tree of a player's games with one colour, their first and last year, and results by opening.

    With `against`, only the games against the player with this number count.
    """
    where, given = condition(library, query)
    own, rival = ("white", "black") if side is WHITE else ("black", "white")
    conditions = [f"g.{own} = {number}", *([where] if where else [])]
    conditions += [] if against is None else [f"g.{rival} = {against}"]
    rows = library.rows(
        "SELECT g.moves, g.start, g.won, g.score, g.year, coalesce(nullif(e.english, ''), j.japanese, '') FROM games g"
        " LEFT JOIN openings e ON e.number = g.english LEFT JOIN openings j ON j.number = g.japanese"
        f" WHERE {' AND '.join(conditions)} ORDER BY g.number",
        *given,
    )
    tree, years = PlayedTree(side), [row[4] for row in rows if row[4] is not None]
    openings: dict[str, Tally] = {}
    for moves, start, won, score, _, opening in rows:
        tree.add(start_of(start), moves, won, score)
        line = tree.lines[-1]
        openings.setdefault(opening, Tally()).count(line.won, line.score)
    found = sorted(((name, Balance.of(tally)) for name, tally in openings.items()), key=lambda each: -each[1].games)
    return tree, (min(years), max(years)) if years else None, tuple(found)


# --- leaving the book -----------------------------------------------------------------------------------------------

_Out = tuple[tuple[str, ...], Position, str, Balance]
"""A move out of the book: the moves before it, the position, the move and its results."""


def _leaving(
    library: "Library", tree: PlayedTree, known: int, archive: "ArchiveCounts | None"
) -> tuple[tuple[Balance, Balance, int, float | None], list[_Out]]:
    """Return the first fields of `LeavingBook` after `known`, and the player's most frequent moves out of the book."""
    others: dict[Board, int] = {}

    def is_known(board: Board) -> bool:
        if board not in others:
            at = boards.canonical(*board)
            games = sum(sums.games for sums in sums_at(library, at).values()) - tree.n_games(board)
            others[board] = games if archive is None else max(games, archive.n_games_at(at.board))
        return others[board] >= known

    own, rival, never = Tally(), Tally(), 0
    plies: list[int] = []
    outs: dict[tuple[Board, int], tuple[GameLine, int, Tally]] = {}
    for line in tree.lines:
        for ply, (before, after) in enumerate(pairwise(line.steps)):
            if not is_known(after.board):
                plies.append(ply)
                (own if before.is_own else rival).count(line.won, line.score)
                if before.is_own:
                    kept = outs.setdefault((before.board, before.square), (line, ply, Tally()))
                    kept[2].count(line.won, line.score)
                break
        else:
            never += 1
    best = sorted(outs.values(), key=lambda each: -each[2].games)
    found = [_described(*each) for each in best if _starts_usually(each[0])][:_LISTED]
    return (Balance.of(own), Balance.of(rival), never, sum(plies) / len(plies) if plies else None), found


def _starts_usually(line: GameLine) -> bool:
    return bool(line.steps) and line.steps[0].board == boards.canonical(USUAL.player, USUAL.opponent).board


def _described(line: GameLine, ply: int, tally: Tally) -> _Out:
    """Describe a move of a game, turned so that the game begins with f5."""
    names = boards.names_of(line.moves[: ply + 1])
    turn = next(
        each for each in range(8) if USUAL.transformed(each) == USUAL and transform_move(names[0], each) == "f5"
    )
    *before, move = (transform_move(name, turn) for name in names)
    position = Game(moves=before).position
    mover = position.after_pass
    return tuple(before), mover, move, Balance.of(tally)


# --- values ---------------------------------------------------------------------------------------------------------


class _Valued:
    """Values of the moves of many positions, each of which is valued only once."""

    def __init__(self, values: Values | None, wanted: Sequence[Position], report: Callable[[int, int], object]):
        self._values = values
        self._known: dict[Position, Mapping[Move, float]] = {}
        for number, position in enumerate(wanted if values is not None else ()):
            report(number, len(wanted))
            self.of(position)

    def of(self, position: Position) -> Mapping[Move, float]:
        """The values of all moves, or an empty mapping if there is no function that finds them."""
        if self._values is None or position.is_over:
            return {}
        if position not in self._known:
            self._known[position] = self._values(position)
        return self._known[position]

    def move(self, position: Position, move: str) -> tuple[float | None, float | None]:
        """The value and the loss of a move; symmetric moves share the best value of any of them."""
        values = self.of(position)
        alike = next((each for each in alike_moves(position) if move in each), (move,))
        known = [values[each] for each in alike if each in values]
        return (max(known), max(values.values()) - max(known)) if known else (None, None)

    def best(self, position: Position) -> str:
        """The best move, or an empty string if no value is known."""
        values = self.of(position)
        return str(max(values, key=lambda move: values[move])) if values else ""


def _prepared(node: TreeNode, valued: _Valued) -> PreparedPosition:
    moves = []
    for move, balance in node.moves:
        opening = opening_at(node.position.play(move))
        moves.append(PreparedMove(move, balance, opening.name if opening else "", *valued.move(node.position, move)))
    return PreparedPosition(node.line, node.position, node.is_own, node.parent, node.balance, tuple(moves))


def _costly(line: tuple[str, ...], position: Position, move: str, balance: Balance, valued: _Valued) -> CostlyMove:
    return CostlyMove(line, move, balance, valued.move(position, move)[1], valued.best(position))


# --- tries ----------------------------------------------------------------------------------------------------------


def _tries(nodes: Sequence[TreeNode], valued: _Valued, rating: float) -> tuple[Try, ...]:
    """Return the best tries: positions of the tree, and positions that cheap moves without any game lead to."""
    chances, costs = [1.0], [0.0]
    for node in nodes[1:]:
        before = nodes[node.parent or 0]
        move = node.line[-1]
        share = dict(before.moves)[move].games / max(1, sum(balance.games for _, balance in before.moves))
        chances.append(chances[node.parent or 0] * (share if before.is_own else 1))
        cost = 0.0 if before.is_own else valued.move(before.position, move)[1] or 0.0
        costs.append(costs[node.parent or 0] + cost)
    found = [
        _try(node.line, node.position, node.moves, chance, cost, valued, rating)
        for node, chance, cost in zip(nodes, chances, costs, strict=True)
        if node.is_own and not node.position.is_over
    ]
    theirs = [n for n, node in enumerate(nodes) if not node.is_own and not node.position.is_over]
    for n in sorted(theirs, key=lambda n: -chances[n])[:_SURPRISED]:
        node, met = nodes[n], dict(nodes[n].moves)
        for alike in alike_moves(node.position):
            extra, after = valued.move(node.position, alike[0])[1], node.position.play(alike[0])
            if alike[0] in met or extra is None or extra > _CHEAP or after.must_pass or after.is_over:
                continue
            found.append(_try((*node.line, alike[0]), after, (), chances[n], costs[n] + extra, valued, rating))
    found.sort(key=lambda each: -each.gain)
    return tuple(each for each in found[:_LISTED] if each.gain > 0)


def _try(
    line: tuple[str, ...],
    position: Position,
    moves: Sequence[tuple[str, Balance]],
    chance: float,
    cost: float,
    valued: _Valued,
    rating: float,
) -> Try:
    from outflank.people.difficulty import difficulty  # late import: it needs kernels

    hard = difficulty(position, valued.of(position), rating)
    games = sum(balance.games for _, balance in moves)
    lost = sum(balance.games * (valued.move(position, move)[1] or 0.0) for move, balance in moves)
    loss = (lost + _OWN_WORTH * hard.loss) / (games + _OWN_WORTH)
    opening = opening_at(position)
    own = lost / games if games else None
    return Try(line, games, chance, cost, own, hard, loss, opening.name if opening else "")
