from dataclasses import replace

import pytest

from outflank.proofs.check import check
from outflank.proofs.prove import prove
from outflank.proofs.tree import node_of
from outflank.rules import BLACK, WHITE, Position
from outflank.rules.anti import AntiPosition
from tests.variants.positions import played, score_of


@pytest.fixture(scope="module")
def proof(tmp_path_factory):
    """A proof of 4×4 Othello with moves for every position."""
    return prove(tmp_path_factory.mktemp("proof") / "4x4", Position.start(4), 0, megabytes=1)


@pytest.mark.parametrize(("kind", "leaves"), [(Position, 0), (Position, 4), (AntiPosition, 0), (AntiPosition, 6)])
def test_proofs_of_4x4_hold(tmp_path, kind, leaves):
    proof = prove(tmp_path / "p", kind.start(4), leaves, megabytes=1)
    assert proof.score == score_of(kind.start(4))
    result = check(proof, threads=2)
    assert not result.fault
    assert result.n_nodes > 20
    assert result.n_ends > 10


@pytest.mark.parametrize("kind", [Position, AntiPosition])
@pytest.mark.parametrize("n_empties", [9, 10])
def test_proofs_of_late_6x6_positions_hold(tmp_path, kind, n_empties):
    start = played(kind, 6, n_empties, 5)
    proof = prove(tmp_path / "p", start, 5, megabytes=1)
    assert proof.start == start
    assert not check(proof).fault


@pytest.mark.parametrize("by", [-2, 2])
def test_a_false_score_fails_at_an_end(proof, by):
    result = check(replace(proof, score=proof.score + by))
    side = "Black" if by > 0 else "White"
    assert result.fault.startswith(f"{side} gets at least {(proof.score + by) * (1 if by > 0 else -1):+d}: not in ")


def test_a_losing_move_fails(proof):
    """Every answer of White to Black's first move."""
    position = node_of(Position.start(4).play("b1"))
    losses = []
    for move in position.legal_moves:
        result = check(replace(proof, leaves=10, moves={BLACK: [proof.moves[BLACK][0]], WHITE: [move]}))
        losses.append(score_of(position.play(move)) > -10)
        assert ("White gets at least +10: not in" in result.fault) == losses[-1]
    assert set(losses) == {True, False}


def test_missing_illegal_and_extra_moves_are_named(proof):
    def fault(black):
        return check(replace(proof, moves={**proof.moves, BLACK: black})).fault

    moves = proof.moves[BLACK]
    assert fault(moves[:-1]).startswith("Black gets at least -10: the file has no move for ")
    assert fault(["a1", *moves[1:]]).startswith("Black gets at least -10: Black cannot play a1: it turns over no disc")
    assert fault([*moves, "a1"]) == "Black gets at least -10: no position is left for the last 1 moves of the file"


def test_progress_reaches_the_number_of_ends(proof):
    seen = []
    check(proof, report=lambda *each: seen.append(each))
    assert {side for side, _, _ in seen} == {BLACK, WHITE}
    assert all(0 < done <= total for _, done, total in seen)
    assert seen[-1][1] == seen[-1][2]
