"""The jobs of the processes beside the event loop: choose a move, value moves, review a game, fill a library.

A job is a function. It tells what it finds on the way with `tell_watch`, and how it stops with `heed_stop`.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from outflank import jit
from outflank.engine.engine import Engine
from outflank.engine.plain import PlainSearch
from outflank.errors import OptionError, OutflankError
from outflank.play import Analysis, Clock, Forfeit, GamePosition, History, Limit, Player, TimeControl, create
from outflank.play.referee import ForfeitError, prepare, take_turn
from outflank.play.registry import entry_of
from outflank.rules import Game, Position
from outflank.text import dumps
from outflank.web.engines.process import settle_in
from outflank.workers import heed_stop, tell_watch

_MEGABYTES = 32  # of a player's table; there are several players
_MOST_NODES = 600  # of a tree that a page can show
_PAUSE = 0.3  # seconds between two words on an import
_BAD_NAMED = 20  # games that are named, of those that an import leaves out
_GLANCE = Limit(depth=3, seconds=1)


@dataclass(frozen=True, slots=True)
class Notice:
    """Tells, for people, what takes time before a job can begin."""

    words: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Tells that all is loaded, and the work itself begins."""


def carry_out(job: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """Do a job, and tell how far compiling is."""
    settle_in()
    with jit.watching(jit.in_words(lambda words: tell_watch(Notice(words)))):
        return job(*arguments)


def load_engine() -> None:
    """Load the engine before anybody waits for it, and compile it first if need be."""
    _engine().load()


def move(
    position: GamePosition,
    player: str,
    known: dict[str, Any],
    control: TimeControl | None = None,
    left: tuple[float, ...] | None = None,
    game: History[Any] | None = None,
) -> Analysis | Forfeit:
    """A player's move in a position; `known` is what it knows of the others, `game` how the position came about."""
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
    """The values of a position's moves, told as they get deeper."""
    engine = _stoppable_engine()
    return engine.analyse(position, limit, top=top, watch=tell_watch)


def glance(position: Any) -> Analysis:
    """The best move as the plain search sees it within a second, for whom the engine is still being compiled."""
    stopping = threading.Event()
    heed_stop(stopping.set)
    return PlainSearch().run(position, _GLANCE, 1, stopping, lambda _analysis: None)


def review(game: Game, seconds: float) -> dict[str, Any]:
    """The judgement of every move of a game, told move by move, then the whole."""
    from outflank.analysis.review import review

    engine, stopping = _engine(), threading.Event()

    def stop() -> None:
        stopping.set()
        engine.stop()

    heed_stop(stop)
    judged = review(
        game,
        engine,
        Limit(seconds=seconds),
        watch=lambda move, done, total: tell_watch({"move": move.to_json(), "done": done, "total": total}),
        is_stopped=stopping.is_set,
    )
    return judged.to_json()


def explain(position: Any, moves: Sequence[str]) -> dict[str, Any]:
    """The reasons for and against some moves of a position."""
    from outflank.engine.explain import explain

    return {"moves": [explain(position, move).to_json() for move in moves]}


def endgame(n_empties: int, want: Any, seed: int) -> Any:
    """The question of an endgame: a position to be played out, and what it is worth."""
    from outflank.practice.endgames import shuffled_games
    from outflank.sessions.practising import pose_endgame

    return pose_endgame(_stoppable_engine(), shuffled_games(seed), n_empties, want=want, seed=seed)


def endgame_move(position: Position, move: str) -> Any:
    """The exact loss of a move, and the replies to it."""
    from outflank.practice.endgames import respond

    return respond(_stoppable_engine(), position, move)


def as_json(function: Callable[..., Any], *arguments: Any) -> tuple[str, float]:
    """The answer that a function gives, as text in JSON, and the seconds of the processor that it took."""
    tell_watch(Ready())
    began = time.thread_time()
    text = dumps(function(*arguments), separators=(",", ":"))
    return text, time.thread_time() - began


class _StoppedError(Exception):
    """Nobody waits for an import any more."""


def fill(files: Sequence[Path], library_path: Path) -> dict[str, Any]:
    """Games of files into a library, with what became of them by now; what was read when it is stopped is kept."""
    from outflank.formats.files import opened
    from outflank.library import Library, Listener
    from outflank.library.importing import Given, games_from

    stopping, told_at, n_bytes = threading.Event(), 0.0, 0
    bad: list[str] = []
    heed_stop(stopping.set)

    def take_bad(error: OutflankError) -> None:
        if len(bad) < _BAD_NAMED:
            bad.append(str(error))

    def go_on(of_them: int = 0) -> None:
        nonlocal n_bytes, told_at
        n_bytes += of_them
        if stopping.is_set():
            raise _StoppedError
        if time.monotonic() - told_at > _PAUSE:
            told_at = time.monotonic()
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
    """The tree that a classic player grew, no larger than a page can show, and the same as text."""
    from outflank.classic.tree import Node, outline

    searcher = create(player, plays=position)
    if not searcher.grows_tree:
        raise OptionError("{player} grows no tree that could be shown", player=player)
    if position.is_over or position.must_pass:
        raise OutflankError("there is nothing to choose in this position")
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
    """The number of nodes within some plies."""
    return 1 + (sum(_width(child, depth - 1) for child in node.children) if depth else 0)


@lru_cache(maxsize=4)
def _lasting_player(text: str, known: tuple[tuple[str, Any], ...]) -> Player:
    """A player with a table to fill, or a program to start, kept for its next move."""
    return create(text, memory=_MEGABYTES, **dict(known))


def _player(text: str, known: tuple[tuple[str, Any], ...]) -> Player:
    """A player, told what it should know of the others."""
    entry = entry_of(text)
    is_lasting = entry.is_lasting or any(option.name == "memory" for option in entry.options)
    return _lasting_player(text, known) if is_lasting else create(text, **dict(known))


@lru_cache(maxsize=1)
def _engine() -> Engine:
    """The process's engine, whose table remembers what the last job found out."""
    return Engine(2 * _MEGABYTES)


def _stoppable_engine() -> Engine:
    """The process's engine, which stops when the job is to."""
    engine = _engine()
    heed_stop(engine.stop)
    return engine
