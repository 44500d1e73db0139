"""What a worker does: choose a move, value the moves of a position, say why, review a game, grow a tree.

Each job is a dictionary in and plain data out, so that it can cross a pipe.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from outflank import jit
from outflank.analysis.analyst import Analyst
from outflank.errors import OptionError, OutflankError
from outflank.play import Clock, Player, TimeControl, create
from outflank.play.referee import ForfeitError, take_turn
from outflank.web.kinds import kind_of

Tell = Callable[[dict[str, Any]], None]
OnStop = Callable[[Callable[[], None] | None], None]

_MEGABYTES = 32  # of an engine's table; there are several engines
_MOST_NODES = 600  # of a tree that a page can show


def do(job: dict[str, Any], tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """Carry out a job. `tell` sends what is known on the way.

    `on_stop` is given what stops the job politely, or None if an exception may; until then it is not to be disturbed.
    """
    return _JOBS[job["do"]](job, tell, on_stop)


def _move(job: dict[str, Any], tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """A player's move: ``{"move", "found", "nodes", "seconds"}``, or ``{"fault", "reason"}``."""
    position = kind_of(job["kind"]).read(job["position"])
    if jit.is_cold(_kernels_of(job["player"])):
        tell({"notice": "compiling this player for this processor, once: this can take a minute"})
    player = _player(job["player"])
    tell({"ready": True})
    _stop_with(player, on_stop)
    clock = None
    if job["control"] is not None:
        clock = Clock(TimeControl(*job["control"]), position.n_players, job["left"])
    try:
        decision = take_turn(position, player, clock)
    except ForfeitError as error:
        return {"fault": error.forfeit.fault, "reason": error.forfeit.reason}
    found = {**decision.chosen.to_json(), "nodes": decision.nodes, "seconds": round(decision.seconds, 3)}
    return {"move": str(decision.move), "found": found, "seconds": decision.seconds}


def _analyse(job: dict[str, Any], tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """The values of a position's moves, told as they get deeper."""
    position = kind_of("othello").read(job["position"])
    analyst = _analyst(on_stop)
    found = analyst.analyse(
        position,
        top=job["top"],
        depth=job["depth"],
        seconds=job["seconds"],
        watch=lambda analysis: tell(analysis.to_json()),
        notice=lambda words: tell({"notice": words}),
    )
    return found.to_json()


def _review(job: dict[str, Any], tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """The judgement of every move of a game, told move by move, then the whole."""
    from outflank.analysis.review import review
    from outflank.rules import Game

    kind = kind_of("othello")
    start = kind.read(job["start"]) if job["start"] else None
    analyst = _analyst(on_stop)
    judged = review(
        Game(start, job["moves"]),
        analyst,
        seconds=job["seconds"],
        watch=lambda move, done, total: tell({"move": move.to_json(), "done": done, "total": total}),
    )
    return judged.to_json()


def _explain(job: dict[str, Any], _tell: Tell, _on_stop: OnStop) -> dict[str, Any]:
    """What speaks for and against some moves of a position."""
    from outflank.engine.explain import explain

    position = kind_of("othello").read(job["position"])
    return {"moves": [explain(position, move).to_json() for move in job["moves"]]}


def _warm(_job: dict[str, Any], _tell: Tell, _on_stop: OnStop) -> dict[str, Any]:
    """Load the engine before anybody waits for it, unless it has to be compiled first."""
    is_cold = jit.is_cold(_kernels_of("engine"))
    if not is_cold:
        _kept_analyst().engine()
    return {"cold": is_cold}


def _tree(job: dict[str, Any], _tell: Tell, on_stop: OnStop) -> dict[str, Any]:
    """The tree that a classic player grew, no larger than a page can show, and the same as text."""
    from outflank.classic.tree import Node, outline

    position = kind_of("othello").read(job["position"])
    searcher: Any = create(job["player"])
    if not hasattr(searcher, "search"):
        raise OptionError(f"{job['player']} grows no tree that could be shown")
    if position.is_over or position.must_pass:
        raise OutflankError("there is nothing to choose in this position")
    on_stop(None)
    root: Node = searcher.search(position)
    room = [_MOST_NODES]

    def branch(node: Node, depth: int) -> dict[str, Any]:
        shown = []
        for child in node.children if depth else []:
            if room[0] > 0:
                room[0] -= 1
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


_JOBS = {"move": _move, "analyse": _analyse, "review": _review, "explain": _explain, "tree": _tree, "warm": _warm}


def _kernels_of(player: str) -> tuple[str, ...]:
    """The modules of kernels that a player needs, the last ones that are compiled."""
    if player.startswith("engine"):
        return ("outflank.evaluation.evaluate", "outflank.search.midgame")
    if player.startswith("tribolo") and re.search(r"mode=(max_n|paranoid)", player):
        return ("outflank.tribolo.compiled.search",)
    return ()


@lru_cache(maxsize=4)
def _kept_player(text: str) -> Player:
    return create(text, memory=_MEGABYTES)


def _player(text: str) -> Player:
    """A player; one with tables to fill is kept for its next move."""
    return _kept_player(text) if text.startswith("engine") else create(text)


@lru_cache(maxsize=1)
def _kept_analyst() -> Analyst:
    return Analyst(2 * _MEGABYTES)


def _analyst(on_stop: OnStop) -> Analyst:
    """The process's analyst, whose tables remember what the last job found out."""
    analyst = _kept_analyst()
    analyst.resume()
    on_stop(analyst.stop)
    return analyst


def _stop_with(player: Any, on_stop: OnStop) -> None:
    """Stop a player by its own `stop` if it has one; others are interrupted."""
    stop = getattr(player, "stop", None)
    on_stop(stop if callable(stop) else None)
