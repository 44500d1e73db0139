"""What one who plays asks of the others: to take a move back, to play again. It happens when all of them agree."""

from collections.abc import Collection
from dataclasses import dataclass, field

from outflank.text import Text
from outflank.web.wire import MessageError, What

_WORDS: dict[What, str] = {"undo": Text("to take a move back"), "rematch": Text("to play again")}


@dataclass
class Offer:
    """What is asked, by whom, and who has agreed; the one who asks has."""

    what: What
    person: str
    agreed: set[str] = field(default_factory=set)


class Offers:
    """What is being asked in a game between people, `players`, at most one thing of a kind."""

    def __init__(self) -> None:
        self._open: dict[What, Offer] = {}

    @property
    def open(self) -> tuple[Offer, ...]:
        """Those that wait for an answer."""
        return tuple(self._open.values())

    def make(self, what: What, person: str, players: Collection[str]) -> Offer | None:
        """Ask for something, or agree with who asked for it first. What all agree on now, None if they do not yet."""
        self._open.setdefault(what, Offer(what, person))
        return self._agree(what, person, players)

    def answer(self, what: What, person: str, players: Collection[str], *, agrees: bool) -> Offer | None:
        """Agree, or end it, which who asked may do too. What all agree on now. Raises MessageError for no offer."""
        if what not in self._open:
            raise MessageError("no offer", "nobody asks any more {purpose}", purpose=_WORDS[what])
        if agrees:
            return self._agree(what, person, players)
        del self._open[what]
        return None

    def clear(self) -> None:
        """Forget all that was asked, as after a move."""
        self._open.clear()

    def _agree(self, what: What, person: str, players: Collection[str]) -> Offer | None:
        self._open[what].agreed.add(person)
        return self._open.pop(what) if self._open[what].agreed.issuperset(players) else None
