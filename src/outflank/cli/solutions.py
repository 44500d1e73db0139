"""Solutions as `outflank solve` prints them: their faults, and three layouts."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from outflank.cli.searching import bounds_in_words, bounds_of
from outflank.formats import obf
from outflank.formats.obf import Problem
from outflank.play import Analysis, MoveValue


@dataclass(frozen=True)
class Wanted:
    """A question to ask of each position: scores of the `top` best moves, all of them if it is 0; or less."""

    top: int = 1
    win_only: bool = False
    best_move: bool = False

    def top_of(self, problem: Problem) -> int:
        """Of how many moves of a position the exact score is wanted."""
        return self.top or max(len(problem.position.legal_moves), 1)

    @property
    def shows_moves(self) -> bool:
        """True if moves other than the best are shown."""
        return self.top != 1


def verdict(problem: Problem, analysis: Analysis, wanted: Wanted) -> str:
    """The fault of a solution; empty if there is none."""
    expected = problem.score
    lower, upper = bounds_of(analysis, problem.position)
    if expected is not None and not lower <= expected <= upper:
        return f"differs from the {expected:+d} of the file"
    for found in analysis.moves:
        score = problem.scores.get(found.move)
        if not wanted.best_move and score is not None and found.is_proven and found.value != score:
            return f"{found.move} differs from the {score:+d} of the file"
    if wanted.best_move:
        is_solved = is_best(problem, analysis)
        if is_solved and problem.scores.get(analysis.move or "", expected) != expected:
            return f"{analysis.move} is not the best move of the file"
    elif wanted.win_only:
        is_solved = analysis.is_exact or lower > 0 or upper < 0
    else:
        n_exact = sum(found.is_proven for found in analysis.moves)
        n_known = len(analysis.moves) if wanted.shows_moves else n_exact
        n_moves = len(problem.position.legal_moves)
        is_solved = analysis.is_exact and (
            n_moves == 0 or not wanted.shows_moves or (n_exact >= min(wanted.top_of(problem), n_moves) <= n_known)
        )
    return "" if is_solved else "not solved within the limits"


def is_best(problem: Problem, analysis: Analysis) -> bool:
    """True if the move that is said to be best is proven at least as good as all others."""
    moves, best = problem.position.legal_moves, analysis.move
    if len(moves) <= 1 or analysis.is_exact:
        return True
    lower = bounds_of(analysis, problem.position)[0]
    others = [found for found in analysis.moves if found.move != best]
    return len(others) == len(moves) - 1 and all(
        found.kind == "exact" and found.bound != "lower" and found.value is not None and found.value <= lower
        for found in others
    )


def text_of(problem: Problem, analysis: Analysis, wrong: str, wanted: Wanted) -> str:
    """A line for people, and one more with the moves if they are wanted."""
    score = bounds_in_words(analysis, problem.position)
    line = f"{problem.line:>4}  {problem.position.n_empties:>2} empties  {score:>4}  {analysis.move or '–':<4}"
    line += f" {analysis.nodes:>14,} nodes {analysis.seconds:>8.3f} s  {''.join(analysis.pv)}"
    if wrong:
        line += f"  {wrong.upper()}"
    if wanted.shows_moves and analysis.moves:
        words = ", ".join(f"{found.move} {found.verdict}" for found in _proven_moves(analysis))
        line += f"\n      {words or 'no move is known yet'}"
    return line


def json_of(problem: Problem, analysis: Analysis, wrong: str, wanted: Wanted) -> str:
    """An object on a line."""
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
        answer["moves"] = [_move_as_json(found) for found in _proven_moves(analysis)]
    if wrong:
        answer["problem"] = wrong
    return json.dumps(answer)


def obf_of(problem: Problem, analysis: Analysis, wrong: str, wanted: Wanted) -> str:
    """A line of OBF: the exact scores that were found, and the comment of the file, or what is wrong as one."""
    scores = {found.move: int(found.value or 0) for found in analysis.moves if found.is_proven}
    if not wanted.shows_moves:
        scores = {move: score for move, score in scores.items() if move == analysis.move}
    score = None if scores or analysis.score is None else int(analysis.score)
    comment = problem.comment
    if wrong:
        comment = f"{wrong}: {bounds_in_words(analysis, problem.position)}"
        comment += f"; {problem.comment}" if problem.comment else ""
    solved = replace(problem, scores=scores, best_score=score, comment=comment)
    return obf.write([solved]).removesuffix("\n")


def totals_as_json(n_positions: int, nodes: int, seconds: float) -> str:
    """The last line of JSON."""
    return json.dumps({"total": {"positions": n_positions, "nodes": nodes, "seconds": round(seconds, 6)}})


@dataclass
class Count:
    """Numbers of positions: all, those with a score in the file, and those of both kinds that came out as they should.

    Those with a score should come to that score, the others to any.
    """

    positions: int = 0
    stated: int = 0
    as_stated: int = 0
    others_solved: int = 0

    def add(self, problem: Problem, wrong: str) -> None:
        """One more position, and what is wrong with its solution."""
        is_stated = problem.score is not None
        self.positions += 1
        self.stated += is_stated
        self.as_stated += is_stated and not wrong
        self.others_solved += not is_stated and not wrong

    @property
    def is_good(self) -> bool:
        """True if nothing was wrong."""
        return self.as_stated + self.others_solved == self.positions

    def __str__(self) -> str:
        others = self.positions - self.stated
        parts = [f"{self.positions} position{'s' * (self.positions != 1)}"]
        if self.stated:
            parts.append(f"{self.as_stated}{f' of {self.stated}' if others else ''} as expected")
        if others:
            parts.append(f"{self.others_solved}{f' of {others}' if self.stated else ''} without a stated score solved")
        return ", ".join(parts)


def totals_in_words(count: Count, nodes: int, seconds: float) -> str:
    """The last line for people."""
    return f"{count}: {nodes:,} nodes in {seconds:.2f} s, {nodes / max(seconds, 1e-9) / 1e6:.1f} million/s"


def _proven_moves(analysis: Analysis) -> Iterator[MoveValue]:
    return (found for found in analysis.moves if found.kind == "exact" and found.value is not None)


def _move_as_json(found: MoveValue) -> Mapping[str, Any]:
    value = int(found.value or 0)
    if found.bound == "exact":
        return {"move": found.move, "score": value}
    return {"move": found.move, "score": None, found.bound: value}
