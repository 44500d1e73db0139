"""Incremental reading of a tournament's file while people are watching the tournament."""

import time
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from outflank.errors import OutflankError
from outflank.matches.plan import Plan
from outflank.matches.reading import read_plan
from outflank.matches.results import Results
from outflank.matches.store import Store, TournamentGame

_ALIVE = 10.0  # seconds without a sign of life after which a tournament counts as stopped
_LATEST = 6  # finished games whose boards the page shows
_MOST_POINTS = 200  # points in the curve of a test


class Watched:
    """A tournament that spectators can watch."""

    def __init__(self, file: Path):
        self._file = file
        self._reading: _Reading | None = None

    def read(self) -> dict[str, Any]:
        """Read the current state of the tournament. Raises OutflankError if the file cannot be read."""
        plan = read_plan(self._file.absolute())
        if not plan.database.exists():
            return _described(plan) | {"games": 0, "total": 0, "over": False, "playing": False, "table": []}
        made = plan.database.stat().st_ino, plan
        if self._reading is None or self._reading.made != made:  # the file was replaced, or the plan changed
            self.close()
            store = Store(plan.database, read_only=True)
            try:
                store.check(plan, to_play=False)
            except OutflankError:
                store.close()
                raise
            self._reading = _Reading(plan, store, made)
        return self._reading.now()

    def close(self) -> None:
        """Close the tournament's file."""
        if self._reading is not None:
            self._reading.store.close()
            self._reading = None


class _Reading:
    """An open tournament file, and the results and boards that have been read from it."""

    def __init__(self, plan: Plan, store: Store, made: object):
        self.plan, self.store, self.made = plan, store, made
        self._results = Results(plan, store)
        self._latest: deque[TournamentGame] = deque(maxlen=_LATEST)
        self._standings: dict[str, Any] = {}

    def now(self) -> dict[str, Any]:
        """Describe the current state of the tournament for the page."""
        store = self.store
        with store.at_one_moment():
            self._add_games()
            state = store.fact("state") or {}
            names = {number: name for number, (name, _) in store.players().items()}
            under_way = store.under_way()
            is_over, refused = bool(store.fact("over")), store.fact("refused") or {}
        is_played = not is_over and time.time() - state.get("seen", 0) < _ALIVE
        games = under_way if is_played else ()  # a killed process leaves its games behind
        return (
            _described(self.plan)
            | self._standings
            | ({"total": self._results.games} if is_over else {})
            | {
                "refused": [{"name": name, "reason": reason} for name, reason in refused.items()],
                "over": is_over,
                "playing": is_played,
                "boards": [self._board(names, *game) for game in games],
                "latest": [
                    self._board(names, game.seats, game.start, game.moves)
                    | {"number": game.number, "scores": list(game.scores), "forfeited": game.forfeited}
                    for game in reversed(self._latest)
                ],
            }
        )

    def _add_games(self) -> None:
        """Read the games that have finished since the last call, and update the standings if there are any."""
        is_new = not self._standings
        for game in self.store.games(after=self._results.last):
            self._results.add(game)
            self._latest.append(game)
            is_new = True
        if is_new:
            self._results.rank(self.store)
            self._standings = _table(self._results)

    def _board(
        self, names: Mapping[int, str], seats: Sequence[int], start: str, moves: Sequence[str]
    ) -> dict[str, Any]:
        kind = self.plan.kind
        position = kind.new_game(kind.read(start), moves).position
        return {
            "names": [names.get(number, "") for number in seats],
            "width": position.width,
            "cells": position.cells,
            "counts": list(position.counts),
            "moves": len(moves),
            "last": moves[-1] if moves else "",
            "turn": None if position.is_over else int(position.turn),
        }


def _described(plan: Plan) -> dict[str, Any]:
    return {
        "type": "arena",
        "title": plan.title,
        "kind": plan.game,
        "size": plan.size,
        "schedule": plan.schedule.kind,
        "time": plan.terms()["time"],
        "boards": [],
        "latest": [],
        "test": None,
        "refused": [],
        "late": [],
    }


def _table(results: Results) -> dict[str, Any]:
    rows = []
    for place, number in enumerate(results.order):
        standing, (elo, error) = results.standings[number], results.strengths.figure(place)
        rows.append(
            {
                "name": results.name(number),
                "elo": None if elo is None else round(elo),
                "error": None if error is None else round(error),
                "games": standing.games,
                "won": standing.won,
                "drawn": standing.tied,
                "lost": standing.lost,
                "points": results.points(number),
                "forfeits": standing.forfeits.total(),
            }
        )
    return {"games": results.games, "total": results.total, "table": rows, "test": _test(results), "late": results.late}


def _test(results: Results) -> dict[str, Any] | None:
    trial = results.trial
    if trial is None:
        return None
    step = -(-len(trial.llrs) // _MOST_POINTS) or 1
    return {
        "names": [results.name(trial.one), results.name(trial.other)],
        "bounds": list(trial.sprt.bounds),
        "elo0": trial.sprt.elo0,
        "elo1": trial.sprt.elo1,
        "pairs": len(trial.llrs),
        "llr": trial.llr,
        "curve": [round(llr, 3) for llr in trial.llrs[::step]],
        "verdict": trial.verdict,
    }
