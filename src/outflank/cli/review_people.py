"""The part of `outflank review` about people: the strength of both players, and how hard their moves were."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outflank.analysis.finding import HardMove, findings, strengths
from outflank.cli.screen import live_bar
from outflank.engine.engine import Engine
from outflank.people.strength import Strength
from outflank.rules import Colour, Game, Position

if TYPE_CHECKING:
    from outflank.analysis.review import Review


@dataclass(frozen=True, slots=True)
class PeopleInReview:
    """The estimated strength of both players, and the difficulty of their mistakes and of the hard moves they found."""

    strengths: dict[Colour, Strength]
    findings: tuple[HardMove, ...]
    numbers: dict[int, int]
    """Numbers of the moves without passes, by ply."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        moves = [{"number": self.numbers[each.ply], **each.to_json()} for each in self.findings]
        return {**{str(side): each.to_json() for side, each in self.strengths.items()}, "moves": moves}

    def show(self) -> None:
        """Print a sentence for each move, and the strength of both players."""
        print()
        for side, each in self.strengths.items():
            if each.is_told:
                rating = f"{each.rating:+.0f} (from {each.low:+.0f} to {each.high:+.0f})"
                print(f"{side.title} plays like a rating of {rating}.")
        few = [side.title for side, each in self.strengths.items() if not each.is_told]
        if few:
            names = " and ".join(few)
            print(f"{names} made too few moves to tell the strength, so that of an average player is assumed.")
        if self.findings:
            print("How many players of the same strength find the best move:")
        for finding in self.findings:
            words = finding.words
            print(f"{self.numbers[finding.ply]:3} {finding.side.symbol} {words[0].upper()}{words[1:]}.")


def people_of(game: Game[Any], judged: "Review", engine: Engine) -> PeopleInReview | None:
    """Compare a complete review with the model of people's moves; None for games that the model does not know."""
    if not judged.complete or not isinstance(game.start, Position) or game.start.size != 8:
        return None
    with live_bar("comparing with people") as bar:
        if bar is not None:
            bar.add_task("", total=None)
        found = strengths(game)
        ratings = {side: each.rating for side, each in found.items()}
        hard = tuple(findings(game, judged.moves, ratings, engine))
    return PeopleInReview(found, hard, {move.ply: move.number for move in judged.moves})
