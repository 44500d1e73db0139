"""Types of the data that the server sends to pages; `npm run wire` writes the TypeScript types for the page from them.

Sides are named by their seats, 0 for the first to move.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, with_config
from typing_extensions import TypedDict  # that of the standard library takes part in schemas from Python 3.12 on

from outflank.analysis.judged import Grade
from outflank.play.analysis import Bound, Kind
from outflank.play.game import How
from outflank.sessions.sharing import Question

_documented = with_config(ConfigDict(use_attribute_docstrings=True, extra="forbid"))


class Strict(BaseModel):
    """Data whose fields have just these types."""

    model_config = ConfigDict(strict=True, frozen=True, allow_inf_nan=False)


Seconds = Annotated[float, Field(ge=0, le=1e9)]
MoveName = Annotated[str, Field(min_length=1, max_length=8)]
Value = Annotated[float, Field(ge=-1e9, le=1e9)]


class MoveValueFields(Strict):
    """The value of a move, as `MoveValue.to_json` gives it."""

    move: MoveName
    value: Value | None
    bound: Bound
    depth: Annotated[int, Field(ge=0, le=100)]
    selectivity: Annotated[int, Field(ge=0, le=100)]
    kind: Kind
    pv: Annotated[list[MoveName], Field(max_length=200)]
    spread: Annotated[float, Field(ge=0, le=1e3)] | None = None
    chance: Annotated[float, Field(ge=0, le=1)] | None = None


class JudgedMoveFields(Strict):
    """A move as a review judges it."""

    ply: Annotated[int, Field(ge=0, le=400)]
    side: Annotated[str, Field(max_length=20)]
    move: MoveName
    loss: Annotated[float, Field(ge=0, le=1e9)]
    badge: Literal["", "?!", "?", "??"]
    grade: Grade
    proven: bool
    kinds: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=40)] | None = None
    value_for_black: Value
    best: MoveValueFields
    played: MoveValueFields


@_documented
class ResultFields(TypedDict):
    """Tells how a game ended."""

    words: str
    winners: list[int]
    """Seats that won, several in a tie."""
    scores: list[int]
    how: How
    """By the count of the pieces, in another way on the board, or besides."""
    loser: int | None
    """Seat that lost it besides."""
    reason: str
    """Fault that lost it."""


@_documented
class View(TypedDict):
    """A position as the page draws it."""

    width: int
    height: int
    cells: str
    """One character a cell, row by row."""
    turn: int | None
    """Seat to move, None when the game is over."""
    legal: dict[str, list[int]]
    """Cells that each legal move turns over; a forced pass is the move ``"pass"``."""
    counts: list[int]
    """Pieces on the board, by seat."""
    over: bool
    text: str
    """The position as text."""
    result: ResultFields | None
    """None while the game goes on."""


@_documented
class AnalysisFields(TypedDict):
    """Everything known about a position, as `Analysis.to_json` has it."""

    move: str | None
    moves: list[MoveValueFields]
    """Best first."""
    depth: int
    selectivity: int
    nodes: int
    seconds: float
    lower: float | None
    upper: float | None


class AnswerFields(MoveValueFields):
    """Adds what a player needed for its move."""

    nodes: Annotated[int, Field(ge=0, le=2**53)]
    seconds: Seconds


@_documented
class PlayedFields(TypedDict):
    """A move of a game, as `PlayedMove.to_json` has it."""

    seat: int
    move: str
    flips: list[int]
    skipped: list[int]
    """Seats that were passed over after it."""
    seconds: float
    found: AnswerFields | None


class ClockFields(TypedDict):
    """The clocks of a game, in seconds by seat."""

    control: str
    left: list[float]
    runs: bool


@_documented
class PersonFields(TypedDict):
    """A person at a seat."""

    name: str
    waits: bool
    """True if the seat waits for somebody to take it."""
    here: bool
    """True if the person is connected."""


@_documented
class OfferFields(TypedDict):
    """A question to the other people of a game."""

    what: Question
    by: list[int]
    """Seats of who asks."""
    agreed: list[int]
    """Seats of those who agree."""


@_documented
class PresentFields(TypedDict):
    """Tells who is at a game."""

    people: list[PersonFields | None]
    """By seat, None for a program."""
    watching: int
    """The number of people who watch and do not play."""


@_documented
class MatchFields(PresentFields):
    """A game as everybody who watches it is told."""

    type: Literal["game"]
    game: str
    kind: str
    names: list[str]
    revision: int
    seats: list[str]
    """Players, as the registry names them."""
    labels: list[str]
    """Players, as people call them."""
    start: str
    moves: list[PlayedFields]
    opening: str
    """In English; empty if it has no name."""
    undone: int
    view: View
    must_pass: bool
    thinking: bool
    paused: bool
    clock: ClockFields | None
    result: ResultFields | None
    pace: float
    kept: bool
    """True if the server stores the game: it does once there was a move, or somebody was invited."""
    shared: bool
    """True if several people play, or will."""
    offers: list[OfferFields]
    next: str
    """The game that followed this one, if one did."""


@_documented
class OwnFields(TypedDict):
    """Tells who is at a page what is theirs in a game."""

    you: list[int]
    """Their seats."""
    part: bool
    """True if they play in it; others only watch."""
    owner: bool
    """True if they began it."""


class GameFields(MatchFields, OwnFields):
    """A game as one page is told."""


@_documented
class ListedGame(TypedDict):
    """A stored game in the list of its reader."""

    id: str
    kind: str
    players: list[str]
    """Their name; empty for a person without one."""
    persons: list[int]
    """Seats of people."""
    own: int | None
    """Seat of the reader, if it is known."""
    start: str
    moves: list[str]
    n_moves: int
    """Passes included."""
    cells: str
    """The board as it is now."""
    width: int
    result: ResultFields | None
    opening: str
    created: float
    """In seconds since 1970."""
    changed: float
    """In seconds since 1970."""
    name: str
    """The name that its reader gave it."""
    reviewed: bool
    part: bool
    """True if its reader plays in it, or may take a seat that nobody holds; if not, one can watch."""


@_documented
class OptionFields(TypedDict):
    """An option of a player, as the field of a form."""

    name: str
    type: str
    default: Any
    choices: list[list[str]]
    """Pairs of a value and its words."""
    least: float | None
    most: float | None


@_documented
class PlayerFields(TypedDict):
    """A player that a page may choose."""

    name: str
    label: str
    promise: str
    about: str
    group: str
    sizes: list[int]
    """Boards that it plays on; none where there is but one board."""
    searches: bool
    options: list[OptionFields]
    either: list[str]
    """Options of which only one may be given."""


class RatingFields(TypedDict):
    """The measured strength of a character."""

    name: str
    plays: str
    rating: float
    error_95: float
    games: int


@_documented
class CharacterFields(TypedDict):
    """A character of the ladder; as a player it has a label and, as its promise, how it plays."""

    name: str
    plays: str
    """The player that it stands for."""
    animal: str
    rating: RatingFields | None


@_documented
class WordFields(TypedDict):
    """A word of a publication."""

    word: str
    here: str
    """Its file and name in this package."""
    player: str
    """The player of that name, if there is one."""


@_documented
class StoryFields(TypedDict):
    """A publication that players come from."""

    title: str
    source: str
    text: str
    number: int
    """Its place in the list, 0 for one of another package."""
    document: str
    published: str
    file: str
    """The program here."""
    command: str
    press: str
    """Advice for playing against it, on the page."""
    words: list[WordFields]
    mends: list[str]
    members: list[str]
    """The players that come from it."""


@_documented
class KindFields(TypedDict):
    """A kind of game."""

    title: str
    goal: str
    """The aim of the game, in a few words."""
    names: list[str]
    """Of the sides."""
    sizes: list[int]
    """Boards, the usual one first."""
    start: str
    """The usual start as text; empty where it is drawn by lot."""
    opponents: list[str]
    """The players if nobody is named."""
    first: str
    """The character that plays instead where it can; empty if there is none."""
    analysed: bool
    """True if the engine knows it."""
    players: list[PlayerFields]
    characters: list[CharacterFields]
    """The ladder, weakest first."""
    stories: list[StoryFields]
