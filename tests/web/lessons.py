"""The lessons of the page, read from its scripts as they stand."""

import json
import re
from dataclasses import dataclass, field

from outflank.rules import WHITE, Position
from outflank.web.transport.site import STATIC

_PARTS = re.compile(r'("(?:[^"\\]|\\.)*")|(\w+)(?=:)|\bt\(|\)|,(?=\s*[\]})])')
_BODY = re.compile(r"^  return (\{.*^  \});$", re.MULTILINE | re.DOTALL)
_BROKEN = re.compile(r'"\s*\+ "')  # a long text goes on in the next line
_OFFERED = re.compile(r'name: "(\w+)",.*?boards: (\d+),', re.DOTALL)


@dataclass(frozen=True)
class Step:
    """A board of a lesson; see `js/screens/later/lesson.js`."""

    lesson: str
    number: int
    board: tuple[str, ...]
    says: str
    right: tuple[str, ...]
    yes: str
    no: str = ""
    asks: str = "move"
    marks: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    wrong: dict = field(default_factory=dict)

    def __str__(self):
        return f"{self.lesson}-{self.number}"

    @property
    def position(self):
        return Position.parse("".join(self.board) + " X")

    @property
    def words(self):
        """All that may be said."""
        return [self.says, self.yes, self.no, *(each.get("says", "") for each in self.wrong.values())]


def offered():
    """The names of the lessons in their order, and how many boards the list gives each."""
    found = _OFFERED.findall((STATIC / "js" / "screens" / "later" / "course.js").read_text(encoding="utf-8"))
    return {name: int(boards) for name, boards in found}


def told(name):
    """What the script of a lesson gives, by way of JSON: literals are all that stands in it."""
    text = (STATIC / "js" / "lessons" / f"{name}.js").read_text(encoding="utf-8")
    body = _BROKEN.sub("", _BODY.search(text)[1])
    return json.loads(_PARTS.sub(lambda found: found[1] or (f'"{found[2]}"' if found[2] else ""), body))


def steps_of(name):
    made = []
    for number, step in enumerate(told(name)["steps"], 1):
        given = {key: tuple(value) if isinstance(value, list) else value for key, value in step.items()}
        made.append(Step(name, number, **given))
    return made


def all_steps():
    return [step for name in offered() for step in steps_of(name)]


def greediest(position):
    """The move of the opponent in the games of lessons: what turns over the most, the first of several."""
    return max(position.legal_moves, key=lambda move: position.flips(move).bit_count())


def wins(position, enough):
    """Whether Black wins against the opponent of lessons: by some moves (`any`), by whatever moves (`all`)."""
    if position.is_over:
        return position.counts[0] > position.counts[1]
    if position.turn is WHITE:
        return wins(position.play(greediest(position)), enough)
    return enough(wins(position.play(move), enough) for move in position.legal_moves)
