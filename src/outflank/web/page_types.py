"""Types of the data that the server sends to pages. `npm run wire` converts them to TypeScript.

Sides are represented by seat numbers, and seat 0 moves first.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, with_config
from typing_extensions import TypedDict  # Pydantic needs this one before Python 3.12

from outflank.analysis.judged import Grade
from outflank.play.analysis import Bound, Kind
from outflank.play.game import How
from outflank.sessions.sharing import Question

documented = with_config(ConfigDict(use_attribute_docstrings=True, extra="forbid"))


class Strict(BaseModel):
    """Base class for strictly validated data: values are never coerced to the type of their field."""

    model_config = ConfigDict(strict=True, frozen=True, allow_inf_nan=False)


Seconds = Annotated[float, Field(ge=0, le=1e9)]
MoveName = Annotated[str, Field(min_length=1, max_length=8)]
Value = Annotated[float, Field(ge=-1e9, le=1e9)]


class MoveValueFields(Strict):
    """The value of a move, as returned by `MoveValue.to_json`."""

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
    """A move and its judgement in a review."""

    ply: Annotated[int, Field(ge=0, le=400)]
    number: Annotated[int, Field(ge=1, le=400)] | None = None
    """The move's number, which does not count passes; None in older reviews."""
    side: Annotated[str, Field(max_length=20)]
    move: MoveName
    loss: Annotated[float, Field(ge=0, le=1e9)]
    badge: Literal["", "?!", "?", "??"]
    grade: Grade
    proven: bool
    doubt: Annotated[float, Field(ge=0, le=100)] | None = None
    """Standard deviation of the true loss around an estimated one, in discs; None in older reviews."""
    kinds: Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=40)] | None = None
    why: Annotated[str, Field(max_length=1000)] | None = None
    """A sentence that explains a mistake; None in older reviews."""
    value_for_black: Value
    best: MoveValueFields
    played: MoveValueFields


@documented
class ResultFields(TypedDict):
    """The result of a finished game."""

    words: str
    winners: list[int]
    """The seats that won. A tie has several winners."""
    scores: list[int]
    how: How
    """The way the game ended: by counting pieces, by another rule on the board, or off the board."""
    loser: int | None
    """The seat that lost off the board: on time, by resignation or because of a fault."""
    reason: str
    """A description of the fault; empty if there was none."""


@documented
class View(TypedDict):
    """A position for the page to draw."""

    width: int
    height: int
    cells: str
    """One character per cell, row by row."""
    turn: int | None
    """The seat to move; None if the game is over."""
    legal: dict[str, list[int]]
    """The cells that each legal move flips. A forced pass is listed as ``"pass"``."""
    counts: list[int]
    """The number of pieces that each seat has on the board."""
    over: bool
    text: str
    """The position in text form."""
    result: ResultFields | None
    """None while the game is in progress."""


@documented
class AnalysisFields(TypedDict):
    """The analysis of a position, as returned by `Analysis.to_json`."""

    move: str | None
    moves: list[MoveValueFields]
    """The moves with their values, best first."""
    depth: int
    selectivity: int
    nodes: int
    seconds: float
    lower: float | None
    upper: float | None


class AnswerFields(MoveValueFields):
    """A program's answer: the value of its move, and the nodes and seconds that it used."""

    nodes: Annotated[int, Field(ge=0, le=2**53)]
    seconds: Seconds


@documented
class PlayedFields(TypedDict):
    """A move in a game, as returned by `PlayedMove.to_json`."""

    seat: int
    move: str
    flips: list[int]
    skipped: list[int]
    """The seats that had to pass after this move."""
    seconds: float
    found: AnswerFields | None


class ClockFields(TypedDict):
    """A game's clocks. `left` contains the seconds that each seat has left."""

    control: str
    left: list[float]
    runs: bool


@documented
class PersonFields(TypedDict):
    """A person in a seat, or an empty seat that is reserved for an invited person."""

    name: str
    waits: bool
    """True while the seat is waiting for the invited person."""
    here: bool
    """True if the person is connected."""


@documented
class OfferFields(TypedDict):
    """A question that one player asks the other people in the game."""

    what: Question
    by: list[int]
    """The seats of the person who asked."""
    agreed: list[int]
    """The seats of everybody who has agreed, including the person who asked."""


@documented
class PresentFields(TypedDict):
    """The people who are present in a game."""

    people: list[PersonFields | None]
    """One entry per seat; None for a program."""
    watching: int
    """Number of spectators."""


@documented
class MatchFields(PresentFields):
    """The part of a game's state that is identical for all pages."""

    type: Literal["game"]
    game: str
    kind: str
    names: list[str]
    revision: int
    seats: list[str]
    """The players' registry names."""
    labels: list[str]
    """The players' names as shown on the page."""
    start: str
    moves: list[PlayedFields]
    opening: str
    """The English name of the opening; empty if it has no name."""
    undone: int
    view: View
    must_pass: bool
    thinking: bool
    paused: bool
    clock: ClockFields | None
    result: ResultFields | None
    pace: float
    kept: bool
    """True once the server has stored the game, which happens after the first move or invitation."""
    shared: bool
    """True if several people play or have been invited."""
    offers: list[OfferFields]
    next: str
    """The id of the rematch; empty if there is no rematch."""
    counts: bool
    """True in a game in progress that counts for a rating if it ends without help."""
    rated: bool
    """True if the game counts for the ratings of its players, so that no move can be taken back."""
    tournament: str
    """The id of the club's tournament to which the game belongs; empty if there is none."""


@documented
class OwnFields(TypedDict):
    """The part of a game's state that depends on the person at the page."""

    you: list[int]
    """The person's seats."""
    part: bool
    """True for a player, and False for a spectator."""
    owner: bool
    """True if the person started the game."""


class GameFields(MatchFields, OwnFields):
    """The complete state of a game for one page."""


@documented
class ListedGame(TypedDict):
    """A stored game, as it appears in a person's list."""

    id: str
    kind: str
    players: list[str]
    """The players' names; empty for a person without a name, unless it is another person whom the reader has met."""
    persons: list[int]
    """The seats taken by people."""
    own: int | None
    """The person's seat; None if it is unknown."""
    start: str
    moves: list[str]
    n_moves: int
    """The number of moves, including passes."""
    cells: str
    """The current board, or the final board of a finished game."""
    width: int
    result: ResultFields | None
    opening: str
    created: float
    """The time when the game was created, in seconds since 1970."""
    changed: float
    """The time of the last change, in seconds since 1970."""
    name: str
    """The name that the person gave the game."""
    reviewed: bool
    part: bool
    """True if the person plays in the game, or if nobody does. Otherwise, the person can only watch."""


@documented
class OptionFields(TypedDict):
    """An option of a player, described as a form field."""

    name: str
    type: str
    default: Any
    choices: list[list[str]]
    """Pairs of a value and the label to display for it."""
    least: float | None
    most: float | None


@documented
class PlayerFields(TypedDict):
    """A player that the page offers."""

    name: str
    label: str
    promise: str
    group: str
    sizes: list[int]
    """The board sizes that the player supports; empty if the game has only one board."""
    searches: bool
    options: list[OptionFields]
    either: list[str]
    """The options that exclude each other."""


@documented
class RatingFields(TypedDict):
    """The measured rating of a character."""

    rating: float
    error_95: float
    strength: str
    """The rating in a word or two."""


@documented
class CharacterFields(TypedDict):
    """A character from the ladder. Its label and promise are in its `PlayerFields`."""

    name: str
    plays: str
    """The player behind the character, with its options."""
    animal: str
    rating: RatingFields | None


@documented
class WordFields(TypedDict):
    """A term used in a publication, and the name of the same thing in Outflank."""

    word: str
    here: str
    """The Outflank file that contains it, and its name there."""
    player: str
    """The Outflank player with this name; empty if there is none."""


@documented
class StoryFields(TypedDict):
    """A publication that describes players available in Outflank."""

    title: str
    source: str
    text: str
    number: int
    """The publication's number in the list; 0 if it comes from another package."""
    document: str
    published: str
    file: str
    """The Outflank file that contains the program."""
    command: str
    press: str
    """Advice on playing against these programs in the web app."""
    words: list[WordFields]
    mends: list[str]
    kind: str
    """The game of the players."""
    members: list[str]
    """The players from this publication."""


@documented
class KindFields(TypedDict):
    """A game that the server offers, with its boards and players."""

    title: str
    goal: str
    """The aim of the game, described in a few words."""
    names: list[str]
    """The names of the sides."""
    sizes: list[int]
    """The board sizes, with the usual size first."""
    start: str
    """The usual start position in text form; empty if the start is random."""
    opponents: list[str]
    """The opponents selected by default."""
    first: str
    """The character selected by default instead of these opponents; empty if there is none."""
    analysed: bool
    """True if the engine can analyse the game."""
    players: list[PlayerFields]
    characters: list[CharacterFields]
    """The ladder of characters, weakest first."""
