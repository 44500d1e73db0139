"""Ten named positions, what must be said of a move in each, and counts against an oracle that plays moves."""

import pytest
from hypothesis import given

from outflank.engine.explain import compared_by_pattern, explain
from outflank.engine.terms import neighbours, region_of, seen, terms_of
from outflank.errors import IllegalMoveError, OutflankError
from outflank.evaluation.evaluate import UNIT, evaluate, features_of
from outflank.evaluation.weights import shipped
from outflank.formats.files import read_record
from outflank.play import kind_of
from outflank.rules import PASS, Position
from tests.search.positions import played
from tests.strategies import positions


def position_of(text):
    return read_record(text, kind_of("othello")).game.position


_LADDER = "e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3g6f8b4b3e2h5b6f3h6g7c6"

NAMED = {
    "the start: all moves alike": (
        "start",
        "f5",
        [
            ("mobility", "note", "leaves White 3 moves; other moves: 3"),
            ("frontier", "note", "turns 1 disc and has 4 discs next to empty squares; other moves: 4"),
        ],
    ),
    "a wipe-out": (
        "e6f4e3f6g5d6e7f5",
        "c5",
        [("end", "for", "ends the game: Black wins 13–0 (51 empty squares to the winner: +64)")],
    ),
    "a corner and the edge beside it": (
        "-OOOX------------------------OX----XO--------------------------- X",
        "a1",
        [
            ("corners", "for", "takes the corner a1, which can never be turned over"),
            ("stability", "for", "makes 5 discs stable: a1, b1, c1, d1, e1"),
        ],
    ),
    "an X-square too early": (
        "e6d6c3f4d7",
        "b2",
        [("danger", "against", "is on the X-square next to the empty corner a1; Black cannot take it yet")],
    ),
    "an X-square that loses the corner": (
        "e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3",
        "g7",
        [
            ("corners", "against", "lets White take the corner h8"),
            ("danger", "against", "is on the X-square next to the empty corner h8; White can take that corner"),
        ],
    ),
    "a C-square": (
        "e6d6c3f4d7c5g4g3",
        "h2",
        [("danger", "against", "is on the C-square next to the empty corner h1; White cannot take it yet")],
    ),
    "a corner denied": (_LADDER, "a7", [("corners", "for", "keeps Black from the corner h8 for now")]),
    "a corner not denied": (_LADDER, "d1", [("corners", "against", "does not keep Black from the corner h8")]),
    "the last square of a region": (
        _LADDER + "a7",
        "e8",
        [("parity", "for", "fills the last empty square of its region")],
    ),
    "an odd region": (
        _LADDER + "a7",
        "g8",
        [
            (
                "parity",
                "for",
                "enters a region of 3 empty squares; odd, so if both sides take turns there, it gets the last move",
            )
        ],
    ),
    "an edge filled": (
        _LADDER + "a7",
        "a8",
        [
            ("corners", "for", "takes the corner a8, which can never be turned over"),
            ("stability", "for", "makes 5 discs stable: a4, a5, a6, a7, a8"),
        ],
    ),
    "a forced pass": (
        "f5f6c4g5h5h4f7",
        "h6",
        [("mobility", "for", "leaves Black without a move: Black must pass")],
    ),
}


@pytest.mark.parametrize("name", NAMED)
def test_statements_in_named_positions(name):
    where, move, expected = NAMED[name]
    said = [(found.topic, found.side, found.text) for found in explain(position_of(where), move).statements]
    for statement in expected:
        assert statement in said
    assert len(said) == len(set(said))


# --- the counts ---------------------------------------------------------------------------------------------------

_STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
on_8x8 = positions().filter(lambda position: position.size == 8 and position.legal_mask)


def beside(square):
    column, row = "abcdefgh".index(square[0]), int(square[1])
    return {f"{'abcdefgh'[column + x]}{row + y}" for x, y in _STEPS if 0 <= column + x < 8 and 1 <= row + y <= 8}


def squares(position, owner):
    names = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
    return {name for name in names if position.disc_at(name) is owner}


def moves(position):
    return [move for move in position.legal_moves if move != PASS]


@given(on_8x8)
def test_the_counts_are_those_of_an_oracle(position):
    mover, corners = position.turn, ("a1", "h1", "a8", "h8")
    for move in moves(position)[:3]:
        after, terms = position.play(move), terms_of(position, move, shipped())
        assert terms.turned == after.count(mover) - position.count(mover) - 1
        assert (terms.replies, terms.replies_before) == (len(moves(after)), len(moves(position.switched())))
        assert (terms.own_moves, terms.own_moves_before) == (len(moves(after.switched())), len(moves(position)))
        assert terms.their_corners == tuple(corner for corner in corners if corner in moves(after))
        assert terms.own_corners == tuple(corner for corner in corners if corner in moves(after.switched()))
        empty = squares(after, None)
        assert terms.own_frontier == sum(bool(beside(disc) & empty) for disc in squares(after, mover))
        assert terms.ends == after.is_over
        region = {move}
        while (
            grown := {near for square in region for near in beside(square)} & squares(position, None) | region
        ) != region:
            region = grown
        assert terms.region == len(region)
        assert set(terms.own_stable) <= squares(after, mover)
        assert set(terms.their_stable) <= squares(after, mover.opponent)


@given(on_8x8)
def test_what_the_evaluation_sees_adds_up_to_it(position):
    for move in moves(position)[:2]:
        after, terms = position.play(move), terms_of(position, move, shipped())
        if not after.is_over:
            features = features_of(after.player, after.opponent)
            value = -evaluate(features.ctypes.data, after.n_empties, shipped().address) / UNIT
            assert min(max(terms.evaluation, -63), 63) == pytest.approx(value)


def test_sides_follow_the_counts():
    for seed in range(40):
        position = played(seed, 8 + seed)
        if position.must_pass or position.is_over:
            continue
        for move in position.legal_moves:
            found = explain(position, move)
            for statement in found.statements:
                if statement.text.endswith(": the fewest"):
                    assert statement.side == ("against" if "of its own" in statement.text else "for")
                if statement.text.endswith(": the most"):
                    assert statement.side == ("for" if "of its own" in statement.text else "against")
            if found.others and not found.terms.ends:
                names = [name for name, _ in compared_by_pattern(found.terms, found.others)]
                assert set(names) == set(found.terms.sight)


def test_squares_that_touch():
    assert neighbours(1) == 0x303
    assert neighbours(1 << 63) == 0xC0C0 << 48
    assert region_of(1, 0b1011) == 0b11


@pytest.mark.parametrize(
    ("where", "move", "error"),
    [
        ("start", "a1", "Black cannot play a1: it turns over no disc"),
        ("start", "z9", "expected a square from a1 to h8"),
        ("start", PASS, "Black may not pass"),
        (
            "--XXXXOXXXXXXOOXXOXOOOOXXOXOOOOXXOOOXOOXXOXOOXOXXOOOOOXXXOOXXXXX X",
            PASS,
            "a forced pass needs no explanation",
        ),
    ],
)
def test_what_cannot_be_explained_is_said(where, move, error):
    with pytest.raises((OutflankError, IllegalMoveError), match=error):
        explain(position_of(where), move)


def test_other_boards_are_refused():
    with pytest.raises(OutflankError, match="can be explained, got Othello on 6×6"):
        explain(Position.start(6), "b3")


def test_an_explanation_in_json_keeps_its_numbers():
    found = explain(Position.start(), "f5").to_json()
    assert found["move"] == "f5"
    assert found["statements"][0] == {"topic": "mobility", "side": "note", "text": found["statements"][0]["text"]}
    assert found["terms"]["replies"] == 3
    assert sum(found["terms"]["sight"].values()) == pytest.approx(
        sum(seen(Position.start().play("f5"), shipped()).values())
    )
