"""The selectivity of searches: an index into `CONFIDENCE`, from the boldest cut-offs to none at all."""

CONFIDENCE = (42, 58, 73, 87, 95, 98, 99, 100)
"""Reliability of a single cut-off by ProbCut in percent, indexed by selectivity. The most selective comes first."""

DEVIATIONS = (0.55, 0.8, 1.1, 1.5, 2.0, 2.6, 3.3)
"""The margin of a cut-off in standard deviations of the error, indexed by selectivity."""


def selectivity_for(confidence: int) -> int:
    """The most selective setting whose cut-offs are at least `confidence` percent reliable."""
    return next(index for index, sure in enumerate(CONFIDENCE) if sure >= confidence)


MIDGAME = selectivity_for(73)
"""The default selectivity of searches to a fixed depth and of the probes in all searches to the end."""
