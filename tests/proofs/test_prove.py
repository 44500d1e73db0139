import pytest

from outflank.errors import OutflankError
from outflank.proofs.check import check
from outflank.proofs.file import read
from outflank.proofs.prove import prove
from outflank.rules import BLACK, WHITE, Position
from outflank.rules.anti import AntiPosition

START = Position.start(4)


def test_the_file_is_the_proof(tmp_path):
    path = tmp_path / "p"
    proof = prove(path, START, 3, megabytes=1)
    assert read(path) == proof


@pytest.mark.parametrize(("side", "n_moves"), [(BLACK, 1), (BLACK, 9), (WHITE, 1), (WHITE, 9)])
def test_an_interrupted_proof_goes_on_to_the_same_moves(tmp_path, side, n_moves):
    whole = prove(tmp_path / "whole", START, 3, megabytes=1)

    def interrupt(proof, tree):
        if tree.side is side and len(proof.moves[side]) == n_moves:
            raise KeyboardInterrupt

    path = tmp_path / "p"
    with pytest.raises(KeyboardInterrupt):
        prove(path, START, 3, megabytes=1, report=interrupt)
    assert len(read(path).moves[side]) == n_moves
    before = path.read_bytes()
    proof = prove(path, START, 3, megabytes=1)
    assert path.read_bytes().startswith(before)
    assert read(path) == proof
    assert {each: len(moves) for each, moves in proof.moves.items()} == {
        each: len(moves) for each, moves in whole.moves.items()
    }
    assert not check(proof).fault


def test_a_complete_proof_stays_as_it_is(tmp_path):
    path = tmp_path / "p"
    prove(path, START, 3, megabytes=1)
    before = path.read_bytes()
    prove(path, START, 3, megabytes=1)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("start", "leaves", "message"),
    [
        (AntiPosition.start(4), 3, "is the proof of another position, or has other leaves"),
        (START.play("b1"), 3, "is the proof of another position, or has other leaves"),
        (START, 4, "is the proof of another position, or has other leaves"),
        (Position.start(10), 3, "proofs are for boards up to 8×8, got 10×10"),
        (Position(15, 0, BLACK, 4), 3, "the game is over: there is nothing to prove"),
    ],
)
def test_another_task_never_touches_the_file(tmp_path, start, leaves, message):
    path = tmp_path / "p"
    prove(path, START, 3, megabytes=1)
    before = path.read_bytes()
    with pytest.raises(OutflankError, match=message):
        prove(path, start, leaves, megabytes=1)
    assert path.read_bytes() == before


def test_a_file_that_is_no_proof_is_left_alone(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("f5d6\n")
    with pytest.raises(OutflankError, match="expected a line of a proof"):
        prove(path, START, 3, megabytes=1)
    assert path.read_text() == "f5d6\n"
