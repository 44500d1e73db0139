"""What a worker does: choose a move, value moves, say why, review a game, grow a tree, fill a library.

Each job is a dictionary in and plain data out, so that it can cross a pipe.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from outflank import jit
from outflank.engine.engine import Engine
from outflank.engine.plain import PlainSearch
from outflank.errors import OptionError, OutflankError
from outflank.play import Clock, Limit, Player, TimeControl, create, kind_of
from outflank.play.clock import Ceiling
from outflank.play.referee import ForfeitError, prepare, take_turn
from outflank.play.registry import entry_of
from outflank.rules import Position
from outflank.text import dumps

Tell = Callable[[dict[str, Any]], None]
OnStop = Callable[[Callable[[], None] | None], None]

_MEGABYTES = 32  # of a player's table; there are several players
_MOST_NODES = 600  # of a tree that a page can show
_PAUSE = 0.3  # seconds between two words on an import
_BAD_NAMED = 20  # games that are named, of those that an import leaves out
_GLANCE = Limit(depth=3, seconds=1)


def do(job: dict[str, Any], tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """Carry out a job. `tell` sends what is known on the way.

    `on_stop` is given what stops the job politely, and may be called again and again until the job has ended, or None
    if an exception may; until then it is not to be disturbed.
    """
    with jit.watching(jit.in_words(lambda words: tell({"notice": words}))):
        return _JOBS[job["do"]](job, tell, on_stop)


def _move(job: dict[str, Any], tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """A player's move: ``{"answer"}``, an analysis, or ``{"fault", "reason"}``."""
    kind = kind_of(job["kind"])
    position = kind.read(job["position"])
    player = _player(job["player"], tuple(sorted(job["known"].items())))
    player.load()
    game = clock = None
    if job["line"] is not None:
        game = kind.new_game(kind.read(job["line"]["start"]), job["line"]["moves"])
    try:
        if game is not None:
            prepare(position.turn, player, game)
        tell({"ready": True})
        on_stop(player.stop if player.is_stoppable else None)  # others are interrupted
        if job["control"] is not None:
            control = (Ceiling if job["is_ceiling"] else TimeControl)(*job["control"])
            clock = Clock(control, position.n_players, job["left"])
        return {"answer": take_turn(position, player, clock, game).to_json()}
    except ForfeitError as error:
        return {"fault": error.forfeit.fault, "reason": error.forfeit.reason}


def _analyse(job: dict[str, Any], tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """The values of a position's moves, told as they get deeper."""
    position = kind_of(job["kind"]).read(job["position"])
    engine = _engine()
    on_stop(engine.stop)
    limit = Limit(job["depth"], job["seconds"])
    found = engine.analyse(position, limit, top=job["top"], watch=lambda analysis: tell(analysis.to_json()))
    return found.to_json()


def _glance(job: dict[str, Any], _tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """The best move as the plain search sees it within a second, for whom the engine is still being compiled."""
    stopping = threading.Event()
    on_stop(stopping.set)
    position: Any = kind_of(job["kind"]).read(job["position"])
    return PlainSearch().run(position, _GLANCE, 1, stopping, lambda _analysis: None).to_json()


def _review(job: dict[str, Any], tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """The judgement of every move of a game, told move by move, then the whole."""
    from outflank.analysis.review import review

    kind = kind_of(job["kind"])
    engine, stopping = _engine(), threading.Event()

    def stop() -> None:
        stopping.set()
        engine.stop()

    on_stop(stop)
    judged = review(
        kind.new_game(kind.read(job["start"]), job["moves"]),  # type: ignore[arg-type]  # the engine knows these
        engine,
        Limit(seconds=job["seconds"]),
        watch=lambda move, done, total: tell({"move": move.to_json(), "done": done, "total": total}),
        is_stopped=stopping.is_set,
    )
    return judged.to_json()


def _explain(job: dict[str, Any], _tell: Tell, _on_stop: OnStop) -> dict[str, Any]:
    """What speaks for and against some moves of a position."""
    from outflank.engine.explain import explain

    position = kind_of(job["kind"]).read(job["position"])
    return {"moves": [explain(position, move).to_json() for move in job["moves"]]}


def _puzzles(job: dict[str, Any], _tell: Tell, _on_stop: OnStop) -> dict[str, Any]:
    """The puzzles where the best move was missed by a side of a game: ``{"puzzles"}``, as lines."""
    from outflank.practice.choosing import puzzles_of

    return {"puzzles": puzzles_of(job["start"], job["moves"], job["sides"], True)}


def _endgame(job: dict[str, Any], _tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """A position to be played out, and what it is worth."""
    from outflank.practice.endgames import shuffled_games
    from outflank.sessions.practising import pose_endgame

    engine = _engine()
    on_stop(engine.stop)
    games = shuffled_games(job["seed"])
    question = pose_endgame(engine, games, job["empties"], want=job["want"], seed=job["seed"])
    return {"position": question.game.start.board_string, "best": question.best}


def _endgame_move(job: dict[str, Any], _tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """What a move gives away, exactly, and what is answered."""
    from outflank.practice.endgames import respond

    engine = _engine()
    on_stop(engine.stop)
    judged, replies = respond(engine, Position.parse(job["position"]), job["move"])
    return {"judged": judged.to_json(), "replies": list(replies)}


def _warm(_job: dict[str, Any], _tell: Tell, _on_stop: OnStop) -> dict[str, Any]:
    """Load the engine before anybody waits for it, and compile it first if need be."""
    _engine().load()
    return {}


class _StoppedError(Exception):
    """Nobody waits for an import any more."""


def _fill(job: dict[str, Any], tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """Games of files into a library, with what became of them by now; what was read when it is stopped is kept."""
    from outflank.formats.files import opened
    from outflank.library import Library, Listener
    from outflank.library.importing import Given, games_from

    stopping, told_at, n_bytes = threading.Event(), 0.0, 0
    bad: list[str] = []
    on_stop(stopping.set)

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
            tell({"bytes": n_bytes, **listener.total.to_json()})

    listener = Listener(bad=take_bad, read=go_on, adding_up=lambda: tell({"bytes": n_bytes, "adding_up": True}))

    def games() -> Iterator[Given]:
        for path in map(Path, job["files"]):
            with opened(path) as file:
                for given in games_from(file, path.name, path, listener):
                    go_on()
                    yield given

    with Library.open(job["library"], on_page=True) as library:
        with suppress(_StoppedError):
            library.import_games(games(), listener)
        return {**listener.total.to_json(), "faults": bad, "total": len(library)}


def _tree(job: dict[str, Any], _tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """The tree that a classic player grew, no larger than a page can show, and the same as text."""
    from outflank.classic.tree import Node, outline

    position = kind_of(job["kind"]).read(job["position"])
    searcher = create(job["player"], plays=position)
    if not searcher.grows_tree:
        raise OptionError("{player} grows no tree that could be shown", player=job["player"])
    if position.is_over or position.must_pass:
        raise OutflankError("there is nothing to choose in this position")
    on_stop(None)
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
    """How many nodes there are within some plies."""
    return 1 + (sum(_width(child, depth - 1) for child in node.children) if depth else 0)


def _text(job: dict[str, Any], _tell: Tell, _on_stop: OnStop) -> dict[str, Any]:
    """The answer to a message that reads, replays or writes, as text, and the seconds it took."""
    from outflank.web.pages import texts

    began = time.thread_time()
    given = {name: value for name, value in job.items() if name not in ("do", "job")}
    answer = getattr(texts, job["do"])(**given)
    text = dumps(answer, separators=(",", ":"))
    return {"text": text, "spent": time.thread_time() - began}


_JOBS = {
    **dict.fromkeys(("read", "look", "write"), _text),
    "move": _move,
    "analyse": _analyse,
    "glance": _glance,
    "review": _review,
    "explain": _explain,
    "fill": _fill,
    "tree": _tree,
    "warm": _warm,
    "puzzles": _puzzles,
    "endgame": _endgame,
    "endgame_move": _endgame_move,
}


@lru_cache(maxsize=4)
def _kept_player(text: str, known: tuple[tuple[str, Any], ...]) -> Player:
    """A player with a table to fill, or a program to start, kept for its next move."""
    return create(text, memory=_MEGABYTES, **dict(known))


def _player(text: str, known: tuple[tuple[str, Any], ...]) -> Player:
    """A player, told what it should know of the others."""
    entry = entry_of(text)
    is_lasting = entry.is_lasting or any(option.name == "memory" for option in entry.options)
    return _kept_player(text, known) if is_lasting else create(text, **dict(known))


@lru_cache(maxsize=1)
def _engine() -> Engine:
    """The process's engine, whose table remembers what the last job found out."""
    return Engine(2 * _MEGABYTES)
