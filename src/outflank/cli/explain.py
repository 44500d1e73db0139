"""Explanations of moves in the terminal."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from outflank.rules import PASS

if TYPE_CHECKING:
    from outflank.engine.explain import Explanation
    from outflank.play import GamePosition
    from outflank.rules import DiscPosition

_MARK = {"for": "+", "against": "−", "note": " "}


def check_explainable(position: "GamePosition") -> None:
    """Raise OutflankError if moves in this position cannot be explained. Call this before a long search."""
    from outflank.engine.explain import explainable

    explainable(position)


def explained(position: "DiscPosition", move: str, beside: str | None) -> "list[Explanation]":
    """Explain a move and, if `beside` is not None, a second move.

    A forced pass has no explanation and is left out. Raises OutflankError if a move is illegal or cannot be explained.
    """
    from outflank.engine.explain import explain

    moves = [move] if beside in (None, move) else [move, beside]
    return [explain(position, each) for each in moves if each != PASS or not position.must_pass]


def compared(position: "DiscPosition", move: str, chosen: str) -> str:
    """Compare a move with the `chosen` one in a sentence, from searches at the level of a review.

    If no move is better, the sentence says so instead.
    """
    from outflank.analysis.review import judge, usual_limit
    from outflank.analysis.why import why
    from outflank.engine.engine import Engine

    engine, limit, rank = Engine(), usual_limit(position), "as good as any move"
    judged = judge(position, move, engine, limit)
    if judged.loss and chosen != judged.best.move:  # another move is as good, or this search disagrees with the player
        judged = replace(judged, best=judge(position, chosen, engine, limit).played)
        judged = replace(judged, why=why(position, judged) or "")
        rank = f"at least as good as {chosen}"
    if judged.why:
        return judged.why
    if not judged.loss:
        return f"{move} is {rank}."
    return f"{move} is no clear mistake: it loses {judged.shown_loss} discs compared with {judged.best.move}."


def print_explanations(explanations: "Sequence[Explanation]", *, with_weights: bool) -> None:
    """Print the points for (+) and against (−) each move. `with_weights` adds the evaluation terms of two moves."""
    for explanation in explanations:
        print(f"\n{explanation.move}")
        for statement in explanation.statements:
            print(f"  {_MARK[statement.side]} {statement.text}")
    if with_weights and len(explanations) == 2 and not any(explanation.terms.ends for explanation in explanations):
        from outflank.cli.tables import print_table

        first, second = (explanation.terms for explanation in explanations)
        rows = [
            (
                name,
                f"{value:+z.2f}",
                f"{second.sight.get(name, 0.0):+z.2f}",
                f"{value - second.sight.get(name, 0.0):+z.2f}",
            )
            for name, value in first.sight.items()
        ]
        rows.sort(key=lambda row: -abs(float(row[3])))
        lead = first.evaluation - second.evaluation
        rows.append(("at a glance", f"{first.evaluation:+z.2f}", f"{second.evaluation:+z.2f}", f"{lead:+z.2f}"))
        print("\nWhat the evaluation sees, in discs:")
        print_table(("", first.move, second.move, "difference"), rows)
