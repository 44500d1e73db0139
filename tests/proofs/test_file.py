import pytest

from outflank.errors import OutflankError
from outflank.proofs.file import Proof, line_of, read, resume
from outflank.rules import BLACK, WHITE
from outflank.rules.anti import AntiPosition

START = AntiPosition.start(6).play("c2")


def written(path, *lines):
    path.write_text(Proof(START, 4, 12).header() + "".join(lines))
    return path


def test_a_proof_is_read_as_it_was_written(tmp_path):
    path = written(tmp_path / "p", line_of(WHITE, ["c5", "a1"]), line_of(BLACK, ["d2"]), line_of(WHITE, ["b4"]))
    assert read(path) == Proof(START, 4, 12, {BLACK: ["d2"], WHITE: ["c5", "a1", "b4"]})


def test_each_side_has_its_own_part_of_the_score():
    proof = Proof(START, 4, 12)
    assert (proof.least(WHITE), proof.least(BLACK)) == (4, -4)
    assert (proof.claim(WHITE), proof.claim(BLACK)) == ("White gets at least +4", "Black gets at least -4")


def test_a_torn_line_is_left_out_and_cut_off_before_the_proof_grows(tmp_path):
    path = written(tmp_path / "p", line_of(WHITE, ["c5"]), '{"white": "a1b')
    assert read(path).moves[WHITE] == ["c5"]
    assert resume(path).moves[WHITE] == ["c5"]
    with path.open("a") as file:
        file.write(line_of(WHITE, ["a2"]))
    assert read(path).moves[WHITE] == ["c5", "a2"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", r"expected a line of a proof, got .*\(.*p:1\)"),
        ("[1]\n", r"expected a line of a proof, got .*\(.*p:1\)"),
        ('{"outflank_proof": 2}\n', r"expected a proof of version 1, got .*\(.*p:1\)"),
        ('{"outflank_proof": 1, "game": "chess"}\n', r"expected a game, a position and its score, got .*\(.*p:1\)"),
        ('{"outflank_proof": 1, "game": "othello", "position": "X", "score": 0, "leaves": 9}\n', "expected .* cells"),
        (Proof(START, 4, 12).header() + '{"red": "a1"}\n', r"expected the moves of a side, got .*\(.*p:2\)"),
        (Proof(START, 4, 12).header() + '{"black": "a1b"}\n', r"expected the moves of a side, got .*\(.*p:2\)"),
        (Proof(START, 4, 12).header() + "a1\n", r"expected a line of a proof, got .*\(.*p:2\)"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(tmp_path, content, message):
    path = tmp_path / "p"
    path.write_text(content)
    with pytest.raises(OutflankError, match=message) as error:
        read(path)
    assert "\n" not in str(error.value)


def test_a_file_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(OutflankError, match=r"cannot read .*none': No such file"):
        read(tmp_path / "none")
