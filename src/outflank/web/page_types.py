"""Types of the data sent to pages; `npm run wire` generates the page's TypeScript types from them.

A side is a seat number, 0 for the first to move.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, with_config
from typing_extensions import TypedDict  # Pydantic needs this one before Python 3.12

from outflank.analysis.judged import Grade
from outflank.play.analysis import Bound, Kind
from outflank.play.game import How
from outflank.sessions.sharing import Question

_documented = with_config(ConfigDict(use_attribute_docstrings=True, extra="forbid"))


class Strict(BaseModel):
    """Base class of data whose field types are not coerced."""

    model_config = ConfigDict(strict=True, frozen=True, allow_inf_nan=False)


Seconds = Annotated[float, Field(ge=0, le=1e9)]
MoveName = Annotated[str, Field(min_length=1, max_length=8)]
Value = Annotated[float, Field(ge=-1e9, le=1e9)]


class MoveValueFields(Strict):
    """The value of a move, from `MoveValue.to_json`."""

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
    """A move with its judgement from a review."""

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
    """The result of a game."""

    words: str
    winners: list[int]
    """Seats that won, several in a tie."""
    scores: list[int]
    how: How
    """Way in which it ended: by the piece count, by another rule on the board, or off the board."""
    loser: int | None
    """Seat that lost off the board, by time, resignation or a fault."""
    reason: str
    """Details of that fault."""


@_documented
class View(TypedDict):
    """A position to draw on the page."""

    width: int
    height: int
    cells: str
    """One character per cell, row by row."""
    turn: int | None
    """Seat to move, None when the game is over."""
    legal: dict[str, list[int]]
    """Cells that each legal move flips; a forced pass is the move ``"pass"``."""
    counts: list[int]
    """Pieces on the board, by seat."""
    over: bool
    text: str
    """The position as text."""
    result: ResultFields | None
    """None while the game goes on."""


@_documented
class AnalysisFields(TypedDict):
    """The analysis of a position, from `Analysis.to_json`."""

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
    """A player's answer: the value of its move, and the nodes and seconds that it took."""

    nodes: Annotated[int, Field(ge=0, le=2**53)]
    seconds: Seconds


@_documented
class PlayedFields(TypedDict):
    """A move of a game, from `PlayedMove.to_json`."""

    seat: int
    move: str
    flips: list[int]
    skipped: list[int]
    """Seats that had to pass after it."""
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
    """True while the seat waits for a person."""
    here: bool
    """True if the person is connected."""


@_documented
class OfferFields(TypedDict):
    """A question to the other people of a game."""

    what: Question
    by: list[int]
    """Seats that made the offer."""
    agreed: list[int]
    """Seats that agree."""


@_documented
class PresentFields(TypedDict):
    """The people at a game."""

    people: list[PersonFields | None]
    """One entry per seat, None for a program."""
    watching: int
    """Number of spectators."""


@_documented
class MatchFields(PresentFields):
    """The state of a game, the same for all pages."""

    type: Literal["game"]
    game: str
    kind: str
    names: list[str]
    revision: int
    seats: list[str]
    """Players by their registry names."""
    labels: list[str]
    """Players by their names on the page."""
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
    """True once the server stores the game: after the first move or invitation."""
    shared: bool
    """True if several people play, or are invited to."""
    offers: list[OfferFields]
    next: str
    """Id of the rematch; empty if there is none."""


@_documented
class OwnFields(TypedDict):
    """The person's own part in a game."""

    you: list[int]
    """The person's seats."""
    part: bool
    """True for a player, False for a spectator."""
    owner: bool
    """True if the person began the game."""


class GameFields(MatchFields, OwnFields):
    """The state of a game for one page."""


@_documented
class ListedGame(TypedDict):
    """A stored game in a person's list."""

    id: str
    kind: str
    players: list[str]
    """Their names; empty for an unnamed person."""
    persons: list[int]
    """Seats of people."""
    own: int | None
    """The person's seat, None if unknown."""
    start: str
    moves: list[str]
    n_moves: int
    """Passes included."""
    cells: str
    """The final or current board."""
    width: int
    result: ResultFields | None
    opening: str
    created: float
    """Seconds since 1970."""
    changed: float
    """Seconds since 1970."""
    name: str
    """The person's own name for the game."""
    reviewed: bool
    part: bool
    """True if the person plays in it or nobody does; otherwise the person can only watch."""


@_documented
class OptionFields(TypedDict):
    """An option of a player as a form field."""

    name: str
    type: str
    default: Any
    choices: list[list[str]]
    """Pairs of a value and its label."""
    least: float | None
    most: float | None


@_documented
class PlayerFields(TypedDict):
    """A player offered to the page."""

    name: str
    label: str
    promise: str
    about: str
    group: str
    sizes: list[int]
    """Its board sizes; empty for a game with a single board."""
    searches: bool
    options: list[OptionFields]
    either: list[str]
    """Options that exclude each other."""


class RatingFields(TypedDict):
    """The measured strength of a character."""

    name: str
    plays: str
    rating: float
    error_95: float
    games: int


@_documented
class CharacterFields(TypedDict):
    """A character of the ladder; its label and promise are in its `PlayerFields`."""

    name: str
    plays: str
    """The player behind the character."""
    animal: str
    rating: RatingFields | None


@_documented
class WordFields(TypedDict):
    """A term of a publication."""

    word: str
    here: str
    """Its file and name in Outflank."""
    player: str
    """The player with that name, if there is one."""


@_documented
class StoryFields(TypedDict):
    """A publication whose players Outflank offers."""

    title: str
    source: str
    text: str
    number: int
    """Its place in the list, 0 for a story of another package."""
    document: str
    published: str
    file: str
    """Its program in Outflank."""
    command: str
    press: str
    """Advice on the page for playing against it."""
    words: list[WordFields]
    mends: list[str]
    members: list[str]
    """The players of this publication."""


@_documented
class KindFields(TypedDict):
    """A kind of game."""

    title: str
    goal: str
    """The aim of the game, in a few words."""
    names: list[str]
    """Names of the sides."""
    sizes: list[int]
    """Board sizes, the usual one first."""
    start: str
    """The usual start as text; empty if it is random."""
    opponents: list[str]
    """The default opponents."""
    first: str
    """The character that plays instead by default; empty if there is none."""
    analysed: bool
    """True if the engine knows the game."""
    players: list[PlayerFields]
    characters: list[CharacterFields]
    """The ladder, weakest first."""
    stories: list[StoryFields]
