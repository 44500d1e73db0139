"""Explain a mistake in one sentence: the verdict, the opponent's best answer, and what differs between the two lines.

The sentence compares the line of the move played with the line of the best move, after equally many moves. It names the
difference that counts most against the move played, and nothing that speaks for it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from outflank.analysis.judged import JudgedMove, winner
from outflank.analysis.mistakes import ENDGAME_FROM, FEWEST_MOVES, LATER
from outflank.analysis.shapes import beside_corners, corners_of, frontier, is_quiet, regions_of, wedges
from outflank.board.masks import CORNERS
from outflank.board.squares import NAMES, SQUARES, bits
from outflank.engine.engine import Engine
from outflank.rules import PASS, Colour, DiscPosition, Position
from outflank.text import Text

AHEAD = LATER, 12, 5
"""Numbers of moves after which the lines are compared, unless the game is almost over; the first is usual.

The others are for lines in which nothing differs then.
"""

TO_THE_END = 12
"""With at most this many empty squares, lines that reach the end of the game are compared there."""

_STABLE, _MOVES, _OPEN, _REPLIES = 3, 3, 4, 3  # least differences worth a word


class _Fact(NamedTuple):
    """A difference that speaks against the move played, with its weight in discs, roughly."""

    weight: float
    text: Text


@dataclass(frozen=True, slots=True)
class _End:
    """A line's position after some moves, counted for the side that made the mistake (`own`) and the opponent."""

    position: Position
    own: int
    theirs: int
    own_moves: int
    their_moves: int
    own_open: int
    their_open: int
    own_passes: int
    their_passes: int

    @classmethod
    def of(cls, position: Position, line: Sequence[str]) -> "_End":
        """Follow a line."""
        side, passes = position.turn, [0, 0]
        for move in line:
            passes[position.turn is not side] += move == PASS
            position = position.play(move)
        ahead = position if position.turn is side else position.switched()  # as if the side had the move
        moves = ahead.legal_mask.bit_count(), ahead.switched().legal_mask.bit_count()
        touching = frontier(ahead.switched()), frontier(ahead)
        return cls(position, ahead.player, ahead.opponent, *moves, *touching, *passes)

    def stable(self) -> tuple[int, int]:
        """Return the numbers of stable discs of both sides."""
        from outflank.board.stability import stable_discs  # compiled: only a review, which has the engine, comes here

        own, theirs = self.own, self.theirs
        return int(stable_discs(own, theirs)).bit_count(), int(stable_discs(theirs, own)).bit_count()


def why(position: DiscPosition, judged: JudgedMove) -> Text | None:
    """Explain a mistake in a sentence; None for other moves, and for boards and games other than 8×8 Othello."""
    if not Engine.is_compiled_for(position) or not judged.is_mistake or PASS in (judged.move, judged.best.move):
        return None
    return _Comparison(position, judged).sentence()


class _Comparison:
    """A mistake and the best move, with the positions after both and at the ends of their lines."""

    def __init__(self, position: Position, judged: JudgedMove):
        self.position, self.judged = position, judged
        self.move, self.best = judged.move, judged.best.move
        self.after, self.instead = position.play(self.move), position.play(self.best)
        self.mover, self.opponent = position.turn.title, position.turn.opponent.title
        self.lines = judged.played.pv, judged.best.pv
        self.answer = self.lines[0][1] if len(self.lines[0]) > 1 else ""
        self.longest = min(sum(move != PASS for move in line) for line in self.lines)
        self.furthest = tuple(_End.of(position, line) for line in self.lines)
        """The ends of both lines, or of the longest beginnings with equally many moves if the game goes on there."""
        is_over = all(end.position.is_over for end in self.furthest)
        if not is_over:
            self.furthest = self._ends(self.longest)
        self.n_moves, self.is_to_the_end = 0, is_over and position.n_empties <= TO_THE_END
        self.end, self.other = self.furthest
        if not self.is_to_the_end:
            self._look(AHEAD[0])

    def _look(self, n_moves: int) -> bool:
        """Compare the lines after some moves, not counting passes; return True if both are that long."""
        self.n_moves = min(n_moves, self.longest)
        self.end, self.other = self._ends(self.n_moves)
        return self.longest >= n_moves

    def _ends(self, n_moves: int) -> tuple[_End, ...]:
        """Return the positions in both lines after some moves, not counting passes."""
        return tuple(_End.of(self.position, _cut(line, n_moves)) for line in self.lines)

    def sentence(self) -> Text:
        """Return the sentence."""
        facts = self._facts()
        if not facts and not self.is_to_the_end:
            facts = next((found for each in AHEAD[1:] if self._look(each) and (found := self._facts())), [])
            if not facts:
                self._look(AHEAD[0])
        verdict, answer = self._verdict(), self._answered()
        if not facts:
            reason = Text("no count of corners, moves or discs after {n} moves shows why", n=self.n_moves)
            if answer is None:
                return Text("{verdict}, but {reason}.", verdict=verdict, reason=reason)
            return Text("{verdict}: {answer}, but {reason}.", verdict=verdict, answer=answer, reason=reason)
        reason = max(facts, key=lambda fact: fact.weight).text
        if answer is None:
            return Text("{verdict}: {reason}.", verdict=verdict, reason=reason)
        return Text("{verdict}: {answer}, and {reason}.", verdict=verdict, answer=answer, reason=reason)

    # --- the verdict and the answer -------------------------------------------------------------------------------

    def _verdict(self) -> Text:
        judged, move = self.judged, self.move
        loss, best, played = judged.loss, round(judged.best.value or 0), round(judged.played.value or 0)
        if not judged.is_proven:
            doubt = max(1, round(judged.doubt))
            return Text("{move} loses about {n} discs (±{doubt})", move=move, n=round(loss), doubt=doubt)
        if winner(best) == winner(played):
            return Text("{move} loses {n} discs (proven)", move=move, n=round(loss))
        if not best:
            return Text("{move} turns a draw into a loss by {lost} (proven)", move=move, lost=-played)
        if not played:
            return Text("{move} turns a win by {won} into a draw (proven)", move=move, won=best)
        return Text("{move} turns a win by {won} into a loss by {lost} (proven)", move=move, won=best, lost=-played)

    def _answered(self) -> Text | None:
        """Name the opponent's best answer, and say what kind of move it is."""
        answer, opponent = self.answer, self.opponent
        if not answer or answer == PASS:
            return None
        square = SQUARES[8][answer]
        if CORNERS >> square & 1:
            return Text("{opponent} takes the corner {answer}", opponent=opponent, answer=answer)
        if answer == self.best:
            return Text("{opponent} takes {answer}, the better square", opponent=opponent, answer=answer)
        if wedges(self.after) >> square & 1:
            return Text("{opponent} wedges at {answer}", opponent=opponent, answer=answer)
        if is_quiet(self.after, answer):
            return Text("{opponent} has the quiet answer {answer}", opponent=opponent, answer=answer)
        return Text("{opponent} answers {answer}", opponent=opponent, answer=answer)

    # --- the differences ------------------------------------------------------------------------------------------

    def _facts(self) -> list[_Fact]:
        """Return the differences that speak against the move played."""
        facts = [*self._at_once()]
        if self.furthest[0].position.is_over and not self.furthest[0].own and self.furthest[1].own:
            facts.append(_Fact(100.0, Text("in the end {mover} has no disc left", mover=self.mover)))
        if self.is_to_the_end:
            facts += [*self._corners(), *self._passes(), *self._last_move(), self._final_score()]
        elif self.n_moves >= FEWEST_MOVES:
            facts += [*self._corners(), *self._passes(), *self._counts()]
        return facts

    @staticmethod
    def _corner_lead(end: _End) -> int:
        return (end.own & CORNERS).bit_count() - (end.theirs & CORNERS).bit_count()

    def _corners(self) -> Iterator[_Fact]:
        lead = self._corner_lead(self.other) - self._corner_lead(self.end)
        if lead <= 0:
            return
        last, last_other = self.furthest  # a corner that is only taken later makes no difference
        lost = self.end.theirs & last.theirs & ~(self.other.theirs | last_other.theirs) & CORNERS
        missed = self.other.own & last_other.own & ~(self.end.own | last.own) & CORNERS
        about = {"best": self.best, "mover": self.mover, "opponent": self.opponent, "n": self.n_moves}
        if not lost and not missed:
            return
        if lost and _names(lost) == [self.answer]:
            if self.is_to_the_end:
                text = Text("{opponent} does not get it with {best}", **about)
            else:
                text = Text("{opponent} does not have it after {n} moves with {best}", **about)
        elif lost:
            corners = _listed(lost)
            if self.is_to_the_end:
                text = Text("{opponent} gets {corners}, but not after {best}", corners=corners, **about)
            else:
                text = Text("after {n} moves {opponent} has {corners}, but not with {best}", corners=corners, **about)
        elif self.best in _names(missed):
            text = Text("{best} would take the corner for {mover}", **about)
        else:
            corners = _listed(missed)
            if self.is_to_the_end:
                text = Text("{mover} does not get {corners}, unlike after {best}", corners=corners, **about)
            else:
                text = Text("after {n} moves {mover} lacks {corners}, which {best} wins", corners=corners, **about)
        yield _Fact(5.0 * lead, text)

    def _passes(self) -> Iterator[_Fact]:
        about = {"best": self.best, "mover": self.mover, "opponent": self.opponent}
        if self.end.own_passes > self.other.own_passes and self.end.their_passes <= self.other.their_passes:
            yield _Fact(4.5, Text("{mover} must pass on the way, more often than with {best}", **about))
        elif self.other.their_passes > self.end.their_passes and self.end.own_passes >= self.other.own_passes:
            yield _Fact(4.5, Text("{opponent} need not pass as with {best}", **about))

    def _counts(self) -> Iterator[_Fact]:
        """Yield differences in counts; each names the side whose count differs more against the move played."""
        end, other = self.end, self.other
        about = {"best": self.best, "mover": self.mover, "opponent": self.opponent, "n": self.n_moves}
        lead, is_own, counts = _against(end.stable(), other.stable())
        if lead >= _STABLE:
            text = (
                Text("after {n} moves {mover} has fewer safe discs: {count} instead of {better} with {best}",
                     **counts, **about)
                if is_own
                else Text("after {n} moves {opponent} has more safe discs: {count} instead of {better} with {best}",
                          **counts, **about)
            )  # fmt: skip
            yield _Fact(lead, text)
        lead, is_own, counts = _against((end.own_moves, end.their_moves), (other.own_moves, other.their_moves))
        if lead >= _MOVES:
            text = (
                Text("after {n} moves {mover} has fewer moves to choose from: {count} instead of {better} with {best}",
                     **counts, **about)
                if is_own
                else Text(
                    "after {n} moves {opponent} has more moves to choose from: {count} instead of {better} with {best}",
                    **counts, **about)
            )  # fmt: skip
            yield _Fact(0.8 * lead, text)
        lead, is_theirs, counts = _against((end.their_open, end.own_open), (other.their_open, other.own_open))
        if lead >= _OPEN:
            text = (
                Text("after {n} moves {opponent} has fewer discs beside empty squares: "
                     "{count} instead of {better} with {best}", **counts, **about)
                if is_theirs
                else Text("after {n} moves {mover} has more discs beside empty squares: "
                          "{count} instead of {better} with {best}", **counts, **about)
            )  # fmt: skip
            yield _Fact(0.6 * lead, text)

    def _last_move(self) -> Iterator[_Fact]:
        side = self.position.turn
        if self._last(self.judged.played.pv) is not side and self._last(self.judged.best.pv) is side:
            about = {"best": self.best, "mover": self.mover, "opponent": self.opponent}
            yield _Fact(
                4.0, Text("{opponent} makes the last move of the game, which {best} saves for {mover}", **about)
            )

    def _last(self, line: Sequence[str]) -> Colour:
        """Return the side that makes the last move in a line."""
        position, last = self.position, self.position.turn
        for move in line:
            last = last if move == PASS else position.turn
            position = position.play(move)
        return last

    def _final_score(self) -> _Fact:
        text = Text(
            "the game ends {own}–{theirs} for {mover} instead of {own_best}–{theirs_best} with {best}",
            mover=self.mover,
            best=self.best,
            **_counted(*(end.bit_count() for each in (self.end, self.other) for end in (each.own, each.theirs))),
        )
        return _Fact(0.5, text)

    def _at_once(self) -> Iterator[_Fact]:
        """Yield the differences that show at once, without following the lines."""
        about = {"move": self.move, "best": self.best, "mover": self.mover, "opponent": self.opponent}
        near = beside_corners(self.position, diagonally=True)
        if near >> SQUARES[8][self.move] & 1 and not near >> SQUARES[8][self.best] & 1:
            if CORNERS >> SQUARES[8][self.best] & 1:
                text = Text("{move} is the X-square of an empty corner, while {best} is a corner", **about)
            else:
                text = Text("{move} is the X-square of an empty corner, while {best} is not", **about)
            yield _Fact(2.5, text)
        opened = self.after.legal_mask & ~self.instead.legal_mask & corners_of(self.position)
        opened &= ~self.furthest[1].theirs  # nor later
        if opened:
            text = Text("{move} lets {opponent} take {corners}, and {best} does not", corners=_listed(opened), **about)
            if _names(opened) == [self.answer]:
                text = Text("{best} does not allow that", **about)
            yield _Fact(2.6, text)
        if self.position.n_empties <= ENDGAME_FROM:
            region, better = (self._region(move) for move in (self.move, self.best))
            if region % 2 == 0 and better % 2:
                text = Text(
                    "{move} enters a region of {region} empty squares, an even number, and {best} one of {better}",
                    region=region,
                    better=better,
                    **about,
                )
                yield _Fact(2.0, text)
        choice, better = (after.switched().legal_mask.bit_count() for after in (self.after, self.instead))
        if better - choice >= _REPLIES:
            text = Text("{mover}’s next choice of moves is {choice} instead of {better} with {best}",
                        choice=choice, better=better, **about)  # fmt: skip
            yield _Fact(1.4, text)
        exposed, fewer = frontier(self.after), frontier(self.instead)
        if exposed - fewer >= _REPLIES:
            text = Text("{mover} has {exposed} discs beside empty squares, instead of {fewer} with {best}",
                        exposed=exposed, fewer=fewer, **about)  # fmt: skip
            yield _Fact(1.3, text)
        replies, fewer = self.after.legal_mask.bit_count(), self.instead.legal_mask.bit_count()
        if replies - fewer >= _REPLIES:
            text = Text("{opponent} has {replies} moves to choose from, instead of {fewer} with {best}",
                        replies=replies, fewer=fewer, **about)  # fmt: skip
            yield _Fact(1.5, text)

    def _region(self, move: str) -> int:
        square = SQUARES[8][move]
        return next(region.bit_count() for region in regions_of(self.position) if region >> square & 1)


def _cut(line: Sequence[str], n_moves: int) -> Sequence[str]:
    """Return the beginning of a line with `n_moves` moves, and the passes between them."""
    n_left = n_moves
    for place, move in enumerate(line):
        if not n_left:
            return line[:place]
        n_left -= move != PASS
    return line


def _against(here: tuple[int, int], there: tuple[int, int]) -> tuple[int, bool, dict[str, int]]:
    """Compare two counts, first one that should be high and then one that should be low, with those of the best move.

    Returns the disadvantage, whether the first count has the greater part of it, and the count that has.
    """
    high, low = there[0] - here[0], here[1] - there[1]
    is_first = high >= low
    count, better = (here[0], there[0]) if is_first else (here[1], there[1])
    return high + low, is_first, {"count": count, "better": better}


def _counted(own: int, theirs: int, own_best: int, theirs_best: int) -> dict[str, int]:
    return {"own": own, "theirs": theirs, "own_best": own_best, "theirs_best": theirs_best}


def _names(squares: int) -> list[str]:
    return [NAMES[8][square] for square in bits(squares)]


def _listed(corners: int) -> Text:
    names = _names(corners)
    if len(names) == 1:
        return Text("the corner {corner}", corner=names[0])
    return Text("the corners {corners} and {last}", corners=", ".join(names[:-1]), last=names[-1])
