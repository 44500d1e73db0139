"""What was found of moves, as pages and files say it: read strictly, as it comes from elsewhere."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from outflank.analysis.judged import Grade
from outflank.play.analysis import Bound, Kind


class Strict(BaseModel):
    """Data whose fields have just these types."""

    model_config = ConfigDict(strict=True, frozen=True, allow_inf_nan=False)


Seconds = Annotated[float, Field(ge=0, le=1e9)]
MoveName = Annotated[str, Field(min_length=1, max_length=8)]
Value = Annotated[float, Field(ge=-1e9, le=1e9)]


class MoveValueFields(Strict):
    """What was found of a move, as `MoveValue.to_json` says it."""

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
    """What a review says of a move."""

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
