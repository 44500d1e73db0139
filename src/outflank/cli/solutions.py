"""Checks of the solutions from `outflank solve`, and the three formats in which they are printed."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from outflank.cli.searching import bounds_in_words, bounds_of, threads_in_words
from outflank.formats import obf
from outflank.formats.obf import Problem
from outflank.play import Analysis, MoveValue


@dataclass(frozen=True)
class Question:
    """The task for each position: the scores of the `top` best moves (0 for all moves), the winner, or a best move."""

    top: int = 1
    win_only: bool = False
    best_move: bool = False

    def top_of(self, problem: Problem) -> int:
        """Number of moves for which an exact score is required."""
        return self.top or max(len(problem.position.legal_moves), 1)

    @property
    def shows_moves(self) -> bool:
        """True if the output lists moves other than the best one."""
        return self.top != 1


def verdict(problem: Problem, analysis: Analysis, wanted: Question) -> str:
    """Describe the problem with a solution. Returns an empty string if it is complete and agrees with the file."""
    expected = problem.score
    lower, upper = bounds_of(analysis, problem.position)
    if expected is not None and not lower <= expected <= upper:
        return f"differs from the file's {expected:+d}"
    for move in analysis.moves:
        score = problem.scores.get(move.move)
        if not wanted.best_move and score is not None and move.is_proven and move.value != score:
            return f"{move.move} differs from the file's {score:+d}"
    if wanted.best_move:
        is_solved = is_best(problem, analysis)
        if is_solved and problem.scores.get(analysis.move or "", expected) != expected:
            return f"{analysis.move} is not the file's best move"
    elif wanted.win_only:
        is_solved = analysis.is_exact or lower > 0 or upper < 0
    else:
        n_exact = sum(move.is_proven for move in analysis.moves)
        n_known = len(analysis.moves) if wanted.shows_moves else n_exact
        n_moves = len(problem.position.legal_moves)
        is_solved = analysis.is_exact and (
            n_moves == 0 or not wanted.shows_moves or (n_exact >= min(wanted.top_of(problem), n_moves) <= n_known)
        )
    return "" if is_solved else "not solved within the limits"


def is_best(problem: Problem, analysis: Analysis) -> bool:
    """True if it is proven that no other move is better than the best move."""
    moves, best = problem.position.legal_moves, analysis.move
    if len(moves) <= 1 or analysis.is_exact:
        return True
    lower = bounds_of(analysis, problem.position)[0]
    others = [move for move in analysis.moves if move.move != best]
    return len(others) == len(moves) - 1 and all(
        move.kind == "exact" and move.bound != "lower" and move.value is not None and move.value <= lower
        for move in others
    )


def text_of(problem: Problem, analysis: Analysis, wrong: str, wanted: Question) -> str:
    """Format a solution as a line of text, followed by a line with the scores of the moves if they are required."""
    score = bounds_in_words(analysis, problem.position)
    line = f"{problem.line:>4}  {problem.position.n_empties:>2} empties  {score:>4}  {analysis.move or '–':<4}"
    line += f" {analysis.nodes:>14,} nodes {analysis.seconds:>8.3f} s  {''.join(analysis.pv)}"
    if wrong:
        line += f"  {wrong.upper()}"
    if wanted.shows_moves and analysis.moves:
        words = ", ".join(f"{move.move} {move.verdict}" for move in _proven_moves(analysis))
        line += f"\n      {words or 'no move is proven yet'}"
    return line


def json_of(problem: Problem, analysis: Analysis, wrong: str, wanted: Question) -> str:
    """Format a solution as one line of JSON."""
    answer: dict[str, Any] = {
        "line": problem.line,
        "empties": problem.position.n_empties,
        "score": None if analysis.score is None else int(analysis.score),
        "best": analysis.move,
        "pv": list(analysis.pv),
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 6),
    }
    if analysis.score is None:
        answer["lower"], answer["upper"] = bounds_of(analysis, problem.position)
    if wanted.shows_moves:
        answer["moves"] = [_move_as_json(move) for move in _proven_moves(analysis)]
    if wrong:
        answer["problem"] = wrong
    return json.dumps(answer)


def obf_of(problem: Problem, analysis: Analysis, wrong: str, wanted: Question) -> str:
    """Format a solution as a line of OBF with the proven scores.

    The comment contains the problem with the solution, if there is one, followed by the comment from the file.
    """
    scores = {move.move: int(move.value or 0) for move in analysis.moves if move.is_proven}
    if not wanted.shows_moves:
        scores = {move: score for move, score in scores.items() if move == analysis.move}
    score = None if scores or analysis.score is None else int(analysis.score)
    comment = problem.comment
    if wrong:
        comment = f"{wrong}: {bounds_in_words(analysis, problem.position)}"
        comment += f"; {problem.comment}" if problem.comment else ""
    solved = replace(problem, scores=scores, best_score=score, comment=comment)
    return obf.write([solved]).removesuffix("\n")


def totals_as_json(n_positions: int, nodes: int, seconds: float, n_threads: int) -> str:
    """Format the totals as one line of JSON."""
    totals = {"positions": n_positions, "nodes": nodes, "seconds": round(seconds, 6), "threads": n_threads}
    return json.dumps({"total": totals})


@dataclass
class Count:
    """Counts positions with and without a score in the file, and the correct solutions of each type.

    If the file states a score, a solution is correct only if it agrees with that score.
    """

    positions: int = 0
    stated: int = 0
    as_stated: int = 0
    others_solved: int = 0

    def add(self, problem: Problem, wrong: str) -> None:
        """Count one position. `wrong` describes the problem with its solution, and is empty if there is none."""
        is_stated = problem.score is not None
        self.positions += 1
        self.stated += is_stated
        self.as_stated += is_stated and not wrong
        self.others_solved += not is_stated and not wrong

    @property
    def is_good(self) -> bool:
        """True if all solutions were correct."""
        return self.as_stated + self.others_solved == self.positions

    def __str__(self) -> str:
        others = self.positions - self.stated
        parts = [f"{self.positions} position{'s' * (self.positions != 1)}"]
        if self.stated:
            parts.append(f"{self.as_stated}{f' of {self.stated}' if others else ''} as expected")
        if others:
            parts.append(f"{self.others_solved}{f' of {others}' if self.stated else ''} without a stated score solved")
        return ", ".join(parts)


def totals_in_words(count: Count, nodes: int, seconds: float, n_threads: int) -> str:
    """Format the totals as one line of text."""
    speed = f"{nodes / max(seconds, 1e-9) / 1e6:.1f} million/s"
    return f"{count}: {nodes:,} nodes in {seconds:.2f} s, {speed}, {threads_in_words(n_threads)}"


def _proven_moves(analysis: Analysis) -> Iterator[MoveValue]:
    return (move for move in analysis.moves if move.kind == "exact" and move.value is not None)


def _move_as_json(move: MoveValue) -> Mapping[str, Any]:
    value = int(move.value or 0)
    if move.bound == "exact":
        return {"move": move.move, "score": value}
    return {"move": move.move, "score": None, move.bound: value}
