"""The part of `outflank review` about people: the strength of both players, and how hard their moves were."""

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outflank.analysis.finding import HardMove, findings, ratings_in, strengths
from outflank.cli.ratings import own_rating
from outflank.cli.screen import live_bar
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.people.model import within_ratings
from outflank.people.scale import shown_rating
from outflank.people.strength import Strength
from outflank.play import PERSON
from outflank.play.record import Record
from outflank.rules import BLACK, WHITE, Colour, Game, Position
from outflank.sessions.own_rating import ArchiveRating

if TYPE_CHECKING:
    from outflank.analysis.review import Review


@dataclass(frozen=True, slots=True)
class PeopleInReview:
    """The estimated strength of both players, and the difficulty of their mistakes and of the hard moves they found."""

    strengths: dict[Colour, Strength]
    findings: tuple[HardMove, ...]
    numbers: dict[int, int]
    """Numbers of the moves without passes, by ply."""

    told: "ToldRatings"
    """The ratings that replace the estimates."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as a JSON object."""
        moves = [{"number": self.numbers[each.ply], **each.to_json()} for each in self.findings]
        strengths = {str(side): each.to_json() for side, each in self.strengths.items()}
        return {**strengths, "ratings": [self.told.of(side) for side in self.strengths], "moves": moves}

    def show(self) -> None:
        """Print a sentence for each move, and the strength of both players."""
        print()
        for side, each in self.strengths.items():
            if each.is_told:
                rating = f"{each.rating:+.0f} (from {each.low:+.0f} to {each.high:+.0f})"
                print(f"{side.title} plays like an archive rating of {rating}.")
        for line in self.told.lines:
            print(line)
        few = [side.title for side, each in self.strengths.items() if not each.is_told and self.told.of(side) is None]
        if few:
            names = " and ".join(few)
            print(f"{names} made too few moves to tell the strength, so that of an average player is assumed.")
        if self.findings:
            same = "these ratings" if self.told.lines else "the same strength"
            print(f"How many players of {same} find the best move:")
        for finding in self.findings:
            words = finding.words
            print(f"{self.numbers[finding.ply]:3} {finding.side.symbol} {words[0].upper()}{words[1:]}.")


@dataclass(frozen=True, slots=True)
class ToldRatings:
    """Archive ratings of Black and White that are known before a review, and sentences that say where from."""

    ratings: tuple[float | None, float | None] = (None, None)
    lines: tuple[str, ...] = ()

    def of(self, side: Colour) -> float | None:
        """The rating of one side, or None if it must be estimated."""
        return self.ratings[side]


def told_ratings(record: Record, black: float | None, white: float | None) -> ToldRatings:
    """Take the ratings that the user names, or else the user's own for the side that the user played.

    An own rating that cannot be read is reported, and then not used.
    """
    ratings, lines = [black, white], list[str]()
    for side in (BLACK, WHITE):
        rating = ratings[side]
        if rating is not None:
            ratings[side] = within_ratings(rating)
            words = "" if rating == ratings[side] else f"; {rating:+g} is not among those that the model knows"
            lines.append(f"{side.title}'s archive rating is taken as {ratings[side]:+g}{words}.")
    own = [side for side in (BLACK, WHITE) if record.player(side) == PERSON]
    if len(own) != 1 or ratings[own[0]] is not None:
        return ToldRatings((ratings[0], ratings[1]), tuple(lines))
    try:
        rated = own_rating()
    except OutflankError as error:
        print(f"outflank: {error}", file=sys.stderr)
        rated = None
    if rated is not None:
        [side] = own
        archive = ArchiveRating.of(rated.rating)
        ratings[side] = archive.rating
        words = "; the closest known archive rating is" if archive.is_outside else ", which is an archive rating of"
        lines.append(
            f"Your ladder rating ({side.title}) is {shown_rating(rated.rating, 'ladder')}{words} {archive.rating:+}."
        )
    return ToldRatings((ratings[0], ratings[1]), tuple(lines))


def people_of(
    game: Game[Any], judged: "Review", engine: Engine, told: ToldRatings = ToldRatings()
) -> PeopleInReview | None:
    """Compare a complete review with the model of people's moves; None for games that the model does not know."""
    if not judged.complete or not isinstance(game.start, Position) or game.start.size != 8:
        return None
    with live_bar("comparing with people") as bar:
        if bar is not None:
            bar.add_task("", total=None)
        found = strengths(game)
        hard = tuple(findings(game, judged.moves, ratings_in(told.ratings, found), engine))
    return PeopleInReview(found, hard, {move.ply: move.number for move in judged.moves}, told)
