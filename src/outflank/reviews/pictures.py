"""The trends of a player as a picture: what moves lost by phase, and the kinds of mistake that cost most."""

from outflank.plots import line_chart, stacked
from outflank.reviews.statistics import PHASES, PlayerProgress, Point

_KINDS = 6  # that are drawn
_UNITS = {"year": "year", "month": "month", "games": "games, in their order"}


def drawn(progress: PlayerProgress) -> str:
    """SVG with two charts: discs lost a move, in all and by phase, and mistakes in a hundred games, by kind."""
    names = [point.name for point in progress.trend]
    if progress.by == "year" and names:  # years without a game have their room
        names = [str(year) for year in range(int(names[0]), int(names[-1]) + 1)]
    points = [(float(names.index(point.name)), point) for point in progress.trend]
    by_phase = {"all moves": [(at, point.all.loss_of_a_move) for at, point in points]}
    for phase in PHASES:
        by_phase[phase] = [(at, tally.loss_of_a_move) for at, point in points if (tally := point.phases[phase]).moves]
    by_kind = {kind: [(at, _in_a_hundred(point, kind)) for at, point in points] for kind in [*progress.kinds][:_KINDS]}
    unit, whose = _UNITS[progress.by], f"{progress.name}: " if progress.name else ""
    return stacked(
        [
            line_chart(f"{whose}what a move loses", unit, "discs a move", by_phase, x_names=names),
            line_chart(f"{whose}kinds of mistake", unit, "in a hundred games", by_kind, x_names=names),
        ]
    )


def _in_a_hundred(point: Point, kind: str) -> float:
    return 100 * point.kinds[kind].count / point.all.games if kind in point.kinds else 0.0
