"""The jobs that worker processes run, such as choosing a move, reviewing a game or importing games into a library.

Each job is a function. It reports progress through `tell_watch`, and calls `heed_stop` to register a function that
stops it.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outflank import jit
from outflank.cores import free_cores, usable_cores
from outflank.databases import UNREADABLE
from outflank.engine.engine import Engine
from outflank.engine.plain import PlainSearch
from outflank.errors import OptionError, OutflankError
from outflank.play import Analysis, Clock, Forfeit, GamePosition, History, Limit, Player, TimeControl, create
from outflank.play.referee import ForfeitError, prepare, take_turn
from outflank.play.registry import entry_of
from outflank.rules import PASS, Game, Position
from outflank.text import dumps
from outflank.web.engines.process import settle_in
from outflank.workers import heed_stop, tell_watch

if TYPE_CHECKING:
    from outflank.analysis.judged import JudgedMove

_MEGABYTES = 32  # size of each player's table
_MOST_NODES = 600  # most nodes of a tree that are sent to the page
_PAUSE = 0.3  # seconds between two progress reports from an import
_BAD_NAMED = 20  # rejected games that an import reports individually
_GLANCE = Limit(depth=3, seconds=1)


@dataclass(frozen=True, slots=True)
class Notice:
    """A message for users that explains why a job has not started yet."""

    words: str


@dataclass(frozen=True, slots=True)
class Ready:
    """A signal that everything is loaded and the job's real work is starting."""


def carry_out(job: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """Run a job, and report the progress of any compilation that it triggers."""
    settle_in()
    with jit.watching(jit.in_words(lambda words: tell_watch(Notice(words)))):
        return job(*arguments)


def load_engine() -> None:
    """Load the engine before it is needed, compiling it first if necessary."""
    _engine().load()


def move(
    position: GamePosition,
    player: str,
    known: dict[str, Any],
    control: TimeControl | None = None,
    left: tuple[float, ...] | None = None,
    game: History[Any] | None = None,
) -> Analysis | Forfeit:
    """Choose a player's move in a position.

    `known` contains information about the other players, and `game` contains the moves played so far.
    """
    chooser = _player(player, tuple(sorted(known.items())))
    chooser.load()
    try:
        if game is not None:
            prepare(position.turn, chooser, game)
        tell_watch(Ready())
        heed_stop(chooser.stop if chooser.is_stoppable else None)
        clock = None if control is None else Clock(control, position.n_players, left)
        return take_turn(position, chooser, clock, game)
    except ForfeitError as error:
        return error.forfeit


def analyse(position: Position, limit: Limit, top: int) -> Analysis:
    """Evaluate the moves in a position, and report the values after each depth."""
    engine = stoppable_engine()
    return engine.analyse(position, limit, top=top, watch=tell_watch)


def glance(position: Any) -> Analysis:
    """Choose a move within a second.

    This uses the pure-Python search, so it works while the engine is still compiling.
    """
    stopping = threading.Event()
    heed_stop(stopping.set)
    return PlainSearch().run(position, _GLANCE, 1, stopping, lambda _analysis: None)


def review(
    game: Game,
    seconds: float,
    ratings: Sequence[float | None] = (None, None),
    known: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Judge every move of a game, and report each judgement as soon as it is ready.

    `ratings` are those of Black and White on the archive's scale; None is estimated from the player's moves. `known` is
    an earlier review of the game as JSON objects, which only gets new difficulties if it covers all moves.
    """
    from outflank.analysis.review import review, summed_up

    engine, stopping = _engine_on_free_cores(), threading.Event()

    def stop() -> None:
        stopping.set()
        engine.stop()

    heed_stop(stop)
    if earlier := _restored(game, known):
        judged = summed_up(earlier, is_complete=True)
    else:
        judged = review(
            game,
            engine,
            Limit(seconds=seconds),
            watch=lambda move, done, total: tell_watch({"move": move.to_json(), "done": done, "total": total}),
            is_stopped=stopping.is_set,
        )
    told = judged.to_json()
    if judged.complete and isinstance(game.start, Position) and game.start.size == 8:
        from outflank.analysis.finding import findings, ratings_in, strengths

        by_ply = {move["ply"]: move for move in told["moves"]}
        assumed = ratings_in(ratings, strengths(game))
        for found in findings(game, judged.moves, assumed, engine, is_stopped=stopping.is_set):
            by_ply[found.ply]["people"] = found.to_json()
    return told


def _restored(game: Game, known: Sequence[Mapping[str, Any]]) -> "list[JudgedMove]":
    """Restore the judged moves of a game; empty unless they are those of all its moves.

    An imported review may contain anything.
    """
    from outflank.analysis.judged import JudgedMove

    plies = [ply for ply, move in enumerate(game.moves) if move != PASS]
    try:
        judged = [JudgedMove.from_json(stored, game.start.n_empties - number) for number, stored in enumerate(known)]
        is_whole = [(each.ply, each.move) for each in judged] == [(ply, game.moves[ply]) for ply in plies]
        legal = (each.best.move in game.positions[each.ply].legal_moves for each in judged)
        return judged if is_whole and all(legal) else []
    except (OutflankError, *UNREADABLE):
        return []


def explain(position: Any, moves: Sequence[str], is_mistake: bool = False) -> dict[str, Any]:
    """List the reasons for and against some moves; of a mistake and the best move, only those that fit the verdict."""
    from outflank.engine.explain import Side, explain

    found = [explain(position, move) for move in moves]
    if is_mistake:
        sides: tuple[Side, Side] = "against", "for"
        found = [each.arguing(side) for each, side in zip(found, sides, strict=False)]
    return {"moves": [each.to_json() for each in found]}


def endgame(n_empties: int, want: Any, seed: int) -> Any:
    """Create an endgame exercise: a position to play out, and its exact value."""
    from outflank.practice.endgames import shuffled_games
    from outflank.sessions.practising import pose_endgame

    return pose_endgame(stoppable_engine(), shuffled_games(seed), n_empties, want=want, seed=seed)


def endgame_move(position: Position, move: str) -> Any:
    """Compute the exact number of discs that a move loses, and the replies to it."""
    from outflank.practice.endgames import respond

    return respond(stoppable_engine(), position, move)


def as_json(function: Callable[..., Any], *arguments: Any) -> tuple[str, float]:
    """Call a function; return its result as JSON text and the processor time that it used, in seconds."""
    tell_watch(Ready())
    began = time.thread_time()
    text = dumps(function(*arguments), separators=(",", ":"))
    return text, time.thread_time() - began


class _StoppedError(Exception):
    """Raised inside an import when the user stops it."""


def fill(files: Sequence[Path], library_path: Path) -> dict[str, Any]:
    """Import game files into a library, and return statistics. A stopped import keeps the games read up to then."""
    from outflank.formats.files import opened
    from outflank.library import Library, Listener
    from outflank.library.importing import Given, games_from

    stopping, reported_at, n_bytes = threading.Event(), 0.0, 0
    bad: list[str] = []
    heed_stop(stopping.set)

    def take_bad(error: OutflankError) -> None:
        if len(bad) < _BAD_NAMED:
            bad.append(str(error))

    def go_on(of_them: int = 0) -> None:
        nonlocal n_bytes, reported_at
        n_bytes += of_them
        if stopping.is_set():
            raise _StoppedError
        if time.monotonic() - reported_at > _PAUSE:
            reported_at = time.monotonic()
            tell_watch({"bytes": n_bytes, **listener.total.to_json()})

    listener = Listener(bad=take_bad, read=go_on, adding_up=lambda: tell_watch({"bytes": n_bytes, "adding_up": True}))

    def games() -> Iterator[Given]:
        for path in files:
            with opened(path) as file:
                for given in games_from(file, path.name, path, listener):
                    go_on()
                    yield given

    with Library.open(library_path, on_page=True) as library:
        with suppress(_StoppedError):
            library.import_games(games(), listener)
        return {**listener.total.to_json(), "faults": bad, "total": len(library)}


def tree(position: GamePosition, player: str) -> dict[str, Any]:
    """Grow a classic player's search tree.

    Returns the tree, cut down to a size that the page can show, and a text outline.
    """
    from outflank.classic.tree import Node, outline

    searcher = create(player, plays=position)
    if not searcher.grows_tree:
        raise OptionError("{player} has no search tree to show", player=player)
    if position.is_over or position.must_pass:
        raise OutflankError("this position offers no choice of moves")
    heed_stop(None)
    root: Node = searcher.search(position)
    n_left = _MOST_NODES

    def branch(node: Node, depth: int) -> dict[str, Any]:
        nonlocal n_left
        shown = []
        for child in node.children if depth else []:
            if n_left > 0:
                n_left -= 1
                shown.append(branch(child, depth - 1))
        return {
            "move": node.move,
            "turn": int(node.position.turn),
            "value": node.value,
            "bound": node.bound,
            "best": node.best.move if node.best else None,
            "cut": list(node.cut),
            "children": shown,
            "hidden": len(node.children) - len(shown),
            "below": node.n_nodes,
            "over": node.position.is_over,
        }

    depth = next((d for d in (3, 2, 1) if _width(root, d) <= _MOST_NODES), 1)
    return {"tree": branch(root, depth), "outline": "\n".join(outline(root, depth=min(depth + 1, 3), width=6))}


def _width(node: Any, depth: int) -> int:
    """Count the nodes in the top `depth` plies of a tree."""
    return 1 + (sum(_width(child, depth - 1) for child in node.children) if depth else 0)


@lru_cache(maxsize=4)
def _lasting_player(text: str, known: tuple[tuple[str, Any], ...]) -> Player:
    """Create a player, and cache it for its next move because it fills a table or runs an external program."""
    return create(text, memory=_MEGABYTES, **dict(known))


def _player(text: str, known: tuple[tuple[str, Any], ...]) -> Player:
    """Create a player from its name and information about the other players, or reuse a cached player."""
    entry = entry_of(text)
    is_lasting = entry.is_lasting or any(option.name == "memory" for option in entry.options)
    return _lasting_player(text, known) if is_lasting else create(text, **dict(known))


@lru_cache(maxsize=1)
def _engine() -> Engine:
    """This worker process's engine. Its transposition table keeps results from earlier jobs."""
    return Engine(2 * _MEGABYTES, usable_cores())


def _engine_on_free_cores() -> Engine:
    """Return this worker process's engine, which starts with one thread and soon uses all cores that are free."""
    engine = _engine()
    engine.threads = 1

    def look() -> None:
        engine.threads = free_cores()

    threading.Thread(target=look, daemon=True).start()  # no job waits for the look at the cores
    return engine


def stoppable_engine() -> Engine:
    """Return this worker process's engine, set up to stop searching when the current job is stopped."""
    engine = _engine_on_free_cores()
    heed_stop(engine.stop)
    return engine
