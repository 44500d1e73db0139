"""Types of the data that the server sends to pages; `npm run wire` generates TypeScript types from them.

Sides are given as seat numbers. Seat 0 moves first.
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
    """Base class for data whose field types are never coerced."""

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
    """Way in which the game ended: by counting pieces, by another rule on the board, or off the board."""
    loser: int | None
    """Seat that lost off the board: on time, by resignation or by a fault."""
    reason: str
    """Details of the fault, if there was one."""


@_documented
class View(TypedDict):
    """A position for the page to draw."""

    width: int
    height: int
    cells: str
    """One character per cell, row by row."""
    turn: int | None
    """Seat to move; None when the game is over."""
    legal: dict[str, list[int]]
    """Cells that each legal move flips; a forced pass is the move ``"pass"``."""
    counts: list[int]
    """Number of pieces on the board, by seat."""
    over: bool
    text: str
    """The position as text."""
    result: ResultFields | None
    """None while the game is in progress."""


@_documented
class AnalysisFields(TypedDict):
    """The analysis of a position, from `Analysis.to_json`."""

    move: str | None
    moves: list[MoveValueFields]
    """The moves and their values, best first."""
    depth: int
    selectivity: int
    nodes: int
    seconds: float
    lower: float | None
    upper: float | None


class AnswerFields(MoveValueFields):
    """A player's answer: the value of its move, and the nodes and seconds spent on it."""

    nodes: Annotated[int, Field(ge=0, le=2**53)]
    seconds: Seconds


@_documented
class PlayedFields(TypedDict):
    """A move of a game, from `PlayedMove.to_json`."""

    seat: int
    move: str
    flips: list[int]
    skipped: list[int]
    """Seats that had to pass after the move."""
    seconds: float
    found: AnswerFields | None


class ClockFields(TypedDict):
    """A game's clocks, in seconds by seat."""

    control: str
    left: list[float]
    runs: bool


@_documented
class PersonFields(TypedDict):
    """A person in a seat, or the empty seat of a person who is invited."""

    name: str
    waits: bool
    """True while the seat is waiting for someone to take it."""
    here: bool
    """True if the person is connected."""


@_documented
class OfferFields(TypedDict):
    """A question that someone in a game asks the other people in it."""

    what: Question
    by: list[int]
    """Seats that made the offer."""
    agreed: list[int]
    """Seats that agree."""


@_documented
class PresentFields(TypedDict):
    """The people present in a game."""

    people: list[PersonFields | None]
    """One entry per seat; None for a program."""
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
    """The opening's English name; empty if it has none."""
    undone: int
    view: View
    must_pass: bool
    thinking: bool
    paused: bool
    clock: ClockFields | None
    result: ResultFields | None
    pace: float
    kept: bool
    """True once the server stores the game, which it does from the first move or invitation."""
    shared: bool
    """True if several people play or have been invited to."""
    offers: list[OfferFields]
    next: str
    """Id of the rematch; empty if there is none."""


@_documented
class OwnFields(TypedDict):
    """One person's own part in a game."""

    you: list[int]
    """The person's seats."""
    part: bool
    """True for a player, False for a spectator."""
    owner: bool
    """True if the person started the game."""


class GameFields(MatchFields, OwnFields):
    """The state of a game for one page."""


@_documented
class ListedGame(TypedDict):
    """A stored game in a person's list."""

    id: str
    kind: str
    players: list[str]
    """The players' names; empty for a person without a name."""
    persons: list[int]
    """Seats taken by people, not by programs."""
    own: int | None
    """The person's seat; None if unknown."""
    start: str
    moves: list[str]
    n_moves: int
    """Number of moves, including passes."""
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
    """True if the person plays in the game, or if nobody does; if False, the person can only watch."""


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
    """The board sizes it can play; empty for a game with a single board."""
    searches: bool
    options: list[OptionFields]
    either: list[str]
    """Options that exclude one another."""


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
    """The player, with its options, behind the character."""
    animal: str
    rating: RatingFields | None


@_documented
class WordFields(TypedDict):
    """A term from a publication, and its counterpart in Outflank."""

    word: str
    here: str
    """The file and name that it has in Outflank."""
    player: str
    """The player in Outflank with that name; empty if there is none."""


@_documented
class StoryFields(TypedDict):
    """A publication whose players Outflank offers."""

    title: str
    source: str
    text: str
    number: int
    """Its position in the list; 0 for a story from another package."""
    document: str
    published: str
    file: str
    """File in Outflank that contains the program."""
    command: str
    press: str
    """Advice on playing against it on the page."""
    words: list[WordFields]
    mends: list[str]
    members: list[str]
    """The players from this publication."""


@_documented
class KindFields(TypedDict):
    """A kind of game."""

    title: str
    goal: str
    """The aim of the game, in a few words."""
    names: list[str]
    """The names of the sides."""
    sizes: list[int]
    """The board sizes, the usual one first."""
    start: str
    """The usual start position as text; empty if the start is random."""
    opponents: list[str]
    """The default opponents."""
    first: str
    """The character that is the default opponent instead; empty if there is none."""
    analysed: bool
    """True if the engine can analyse the game."""
    players: list[PlayerFields]
    characters: list[CharacterFields]
    """The ladder, weakest first."""
    stories: list[StoryFields]
