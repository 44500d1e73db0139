"""Arguments for and against a move, as sentences based on the numbers in `terms`."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from statistics import mean
from typing import Any, Literal

from outflank.engine.engine import Engine
from outflank.engine.terms import Terms, terms_of
from outflank.errors import OutflankError
from outflank.evaluation.weights import Weights, shipped
from outflank.play.game import kind_of
from outflank.play.position import GamePosition
from outflank.rules import PASS, Colour, DiscPosition, Position
from outflank.text import Text

Side = Literal["for", "against", "note"]

PARITY_UP_TO = 24
"""Parity is mentioned only if there are fewer empty squares than this."""

_CLEAR = 0.75  # how far a count must be from the other moves' mean to count as an argument
_SHOWN = 3  # number of patterns to name
_REGION = 9  # empty squares in the largest region whose parity matters much


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement about a move, such as "leaves White 3 moves", and whether it argues for or against the move.

    The text omits the subject. `topic` is one of corners, danger, mobility, stability, frontier, parity, evaluation,
    end.
    """

    topic: str
    side: Side
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation of a move: statements about it, most important first, and the terms that they are based on.

    `others` contains the terms of all other legal moves, for comparison.
    """

    move: str
    statements: tuple[Statement, ...]
    terms: Terms
    others: tuple[Terms, ...]

    def arguing(self, side: Side) -> "Explanation":
        """Return the explanation with only the statements for one side, and none of the evaluation at a glance.

        After a judged mistake, the evaluation at a glance may praise it, and every other point for it misleads.
        """
        statements = tuple(each for each in self.statements if each.side == side and each.topic != "evaluation")
        return replace(self, statements=statements)

    def to_json(self) -> dict[str, Any]:
        """Convert the statements and the terms to a JSON object."""
        statements = [asdict(statement) for statement in self.statements]
        return {"move": self.move, "statements": statements, "terms": asdict(self.terms)}


def explainable(position: GamePosition) -> Position:
    """Return the position if the engine can explain its moves. Raises OutflankError for other games and board sizes."""
    if Engine.is_compiled_for(position):
        return position
    size = f"{position.width}×{position.height}"
    raise OutflankError(
        "only Othello moves on 8×8 boards can be explained, got {game} on {size}",
        game=kind_of(position).title,
        size=size,
    )


def explain(position: DiscPosition, move: str, weights: Weights | None = None) -> Explanation:
    """Explain a legal move by its effects, compared with the effects of the other moves.

    Raises OutflankError for a forced pass, an illegal move, or a position that is not `explainable`.
    """
    position = explainable(position)
    if move == PASS and position.must_pass:
        raise OutflankError("a forced pass needs no explanation: no other move is legal")
    after = position.play(move)  # if the move is illegal, the error explains why
    weights = shipped() if weights is None else weights
    all_terms = {each: terms_of(position, each, weights) for each in position.legal_moves}
    terms = all_terms.pop(move)
    others = tuple(all_terms.values())
    opponent = position.turn.opponent.title
    statements = _end(after, position.turn, opponent)
    if not terms.ends:
        statements += [
            *_corners(terms, opponent),
            *_danger(terms, opponent),
            *_mobility(terms, others, opponent),
            *_stability(terms, opponent),
            *_frontier(terms, others),
            *_parity(terms),
            *_evaluation(terms, others),
        ]
    return Explanation(move, tuple(statements), terms, others)


def _end(after: Position, mover: Colour, opponent: Text) -> list[Statement]:
    if after.is_over:
        score = after.scores[mover]
        side: Side = "for" if score > 0 else "against" if score < 0 else "note"
        return [_say("end", side, "ends the game: {outcome}", outcome=after.outcome)]
    if after.must_pass:
        return [_say("mobility", "for", "leaves {opponent} without a move: {opponent} must pass", opponent=opponent)]
    return []


def _corners(terms: Terms, opponent: Text) -> list[Statement]:
    found = []
    if terms.takes_corner:
        found.append(_say("corners", "for", "takes the corner {move}, which can never be turned over", move=terms.move))
    given = _without(terms.their_corners, terms.their_corners_before)
    if given:
        found.append(
            _say("corners", "against", "lets {opponent} take the {corner}", opponent=opponent, corner=_corner(given))
        )
    denied = _without(terms.their_corners_before, (*terms.their_corners, terms.move))
    if denied:
        found.append(
            _say(
                "corners",
                "for",
                "keeps {opponent} from the {corner} for now",
                opponent=opponent,
                corner=_corner(denied),
            )
        )
    still = [corner for corner in terms.their_corners if corner in terms.their_corners_before]
    if still:
        found.append(
            _say(
                "corners",
                "against",
                "does not keep {opponent} from the {corner}",
                opponent=opponent,
                corner=_corner(still),
            )
        )
    opened = _without(terms.own_corners, terms.own_corners_before)
    if opened:
        found.append(_say("corners", "for", "threatens to take the {corner}", corner=_corner(opened)))
    lost = _without(terms.own_corners_before, (*terms.own_corners, terms.move))
    if lost:
        found.append(_say("corners", "against", "gives up the chance to take the {corner} next", corner=_corner(lost)))
    return found


def _danger(terms: Terms, opponent: Text) -> list[Statement]:
    corner, kind = terms.x_square_of or terms.c_square_of, "X" if terms.x_square_of else "C"
    if corner is None:
        return []
    at_once = (
        Text("{opponent} can take that corner", opponent=opponent)
        if corner in terms.their_corners
        else Text("{opponent} cannot take it yet", opponent=opponent)
    )
    text = _clauses(
        Text("is on the {kind}-square next to the empty corner {corner}", kind=kind, corner=corner), at_once
    )
    return [Statement("danger", "against", text)]


def _mobility(terms: Terms, others: Sequence[Terms], opponent: Text) -> list[Statement]:
    found = []
    if terms.replies:
        side, compared = _compared(terms.replies, [other.replies for other in others], fewer_is_better=True)
        if not others and terms.replies_before != terms.replies:
            compared = Text("before, it had {number}", number=terms.replies_before)
        text = _clauses(Text("leaves {opponent} {count}", opponent=opponent, count=_moves(terms.replies)), compared)
        found.append(Statement("mobility", side, text))
    side, compared = _compared(terms.own_moves, [other.own_moves for other in others], fewer_is_better=False)
    text = _clauses(Text("has {count} of its own to follow", count=_moves(terms.own_moves)), compared)
    found.append(Statement("mobility", side, text))
    return found


def _stability(terms: Terms, opponent: Text) -> list[Statement]:
    found = []
    gained = _without(terms.own_stable, terms.own_stable_before)
    if gained:
        discs, total = _discs(len(gained)), len(terms.own_stable)
        in_all = Text("{total} in all", total=total) if total > len(gained) else None
        found.append(
            Statement(
                "stability",
                "for",
                _clauses(Text("makes {discs} stable: {gained}", discs=discs, gained=", ".join(gained)), in_all),
            )
        )
    theirs = _without(terms.their_stable, terms.their_stable_before)
    if theirs:
        discs = _discs(len(theirs))
        found.append(
            _say(
                "stability",
                "against",
                "makes {discs} stable for {opponent}: {theirs}",
                discs=discs,
                opponent=opponent,
                theirs=", ".join(theirs),
            )
        )
    return found


def _frontier(terms: Terms, others: Sequence[Terms]) -> list[Statement]:
    side, compared = _compared(terms.own_frontier, [other.own_frontier for other in others], fewer_is_better=True)
    turned, open_ = _discs(terms.turned), _discs(terms.own_frontier)
    return [
        Statement(
            "frontier",
            side,
            _clauses(Text("turns {turned} and has {open} next to empty squares", turned=turned, open=open_), compared),
        )
    ]


def _parity(terms: Terms) -> list[Statement]:
    if terms.n_empties >= PARITY_UP_TO or terms.region > _REGION:
        return []
    if terms.region == 1:
        return [_say("parity", "for", "fills the last empty square of its region")]
    entered = Text("enters a region of {region} empty squares", region=terms.region)
    if terms.region % 2:
        text = _clauses(entered, Text("odd, so if both sides take turns there, it gets the last move"))
        return [Statement("parity", "for", text)]
    text = _clauses(entered, Text("even, so if both sides take turns there, the other side gets the last move"))
    return [Statement("parity", "against", text)]


def _evaluation(terms: Terms, others: Sequence[Terms]) -> list[Statement]:
    text = Text("is worth {value} at a glance", value=f"{terms.evaluation:+z.1f}")
    others = [other for other in others if other.sight]
    if not others:
        return [Statement("evaluation", "note", text)]
    best = max(others, key=lambda other: other.evaluation)
    text = _clauses(
        text, Text("the best of the others, {move}, {value}", move=best.move, value=f"{best.evaluation:+z.1f}")
    )
    lead = terms.evaluation - best.evaluation
    found = [Statement("evaluation", "for" if lead > 0 else "against" if lead < 0 else "note", text)]
    for name, difference in compared_by_pattern(terms, others)[:_SHOWN]:
        if round(difference, 1):
            side: Side = "for" if difference > 0 else "against"
            text = Text(
                "{name}: {difference} compared with the other moves' mean",
                name=Text(name),
                difference=f"{difference:+z.1f}",
            )
            found.append(Statement("evaluation", side, text))
    return found


def compared_by_pattern(terms: Terms, others: Sequence[Terms]) -> list[tuple[str, float]]:
    """The value of each pattern after a move minus the mean after the other moves, largest difference first."""
    usual = {name: mean(other.sight.get(name, 0.0) for other in others) for name in terms.sight}
    return sorted(((name, terms.sight[name] - usual[name]) for name in usual), key=lambda pair: -abs(pair[1]))


def _compared(count: int, others: Sequence[int], *, fewer_is_better: bool) -> tuple[Side, Text | None]:
    """Compare a move's count with the counts for the other moves.

    Returns whether the comparison argues for or against the move, and a description of the comparison.
    """
    if not others:
        return "note", None
    low, high = min(others), max(others)
    words = (
        Text("other moves: {low}", low=low) if low == high else Text("other moves: {low} to {high}", low=low, high=high)
    )
    if count < low:
        words = _clauses(words, Text("the fewest"))
    elif count > high:
        words = _clauses(words, Text("the most"))
    lead = (mean(others) - count) * (1 if fewer_is_better else -1)
    return "for" if lead >= _CLEAR else "against" if lead <= -_CLEAR else "note", words


def _say(topic: str, side: Side, template: str, /, **values: object) -> Statement:
    return Statement(topic, side, Text(template, **values))


def _clauses(first: Text, then: Text | None) -> Text:
    """Join two independent clauses with a semicolon."""
    return first if then is None else Text("{first}; {then}", first=first, then=then)


def _moves(number: int) -> Text:
    return Text("1 move") if number == 1 else Text("{number} moves", number=number) if number else Text("no moves")


def _discs(number: int) -> Text:
    return Text("1 disc") if number == 1 else Text("{number} discs", number=number) if number else Text("no discs")


def _corner(names: Sequence[str]) -> Text:
    if len(names) == 1:
        return Text("corner {corner}", corner=names[0])
    return Text("corners {corners} and {last}", corners=", ".join(names[:-1]), last=names[-1])


def _without(names: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in known)
