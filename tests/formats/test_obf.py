from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import ParseError
from outflank.formats import obf
from outflank.formats.obf import Problem
from outflank.play.analysis import Analysis, MoveValue
from outflank.play.record import Record
from outflank.rules import PASS, Game, Position
from tests.formats.games import PASSING, positions

START = "---------------------------OX------XO--------------------------- X"
FFO = Path(__file__).parents[3] / "shared" / "data" / "ffo"


@st.composite
def problems(draw):
    position = draw(positions())
    values = st.integers(-(position.size**2), position.size**2)
    comment = " ".join(draw(st.text("ab %;:é", max_size=9)).split())
    kind = draw(st.sampled_from(["moves", "best", "bare"]))
    if kind == "moves":
        scores = {move: draw(values) for move in position.legal_moves}
        return Problem(position, dict(sorted(scores.items(), key=lambda item: -item[1])), comment=comment)
    return Problem(position, best_score=draw(values) if kind == "best" else None, comment=comment)


@given(st.lists(problems(), max_size=4))
def test_reading_what_was_written_gives_the_problems_with_the_best_move_first(some):
    read = obf.read(obf.write(some))
    assert read == some
    assert [list(problem.scores) for problem in read] == [list(problem.scores) for problem in some]
    assert [problem.line for problem in read] == list(range(1, len(some) + 1))


def test_comments_and_empty_lines_are_skipped_and_counted():
    text = f"\ufeff% endgames\r\n\r\n{START}; F5:+2; D3:-4; % the first\r\n{START}; +2;\r\n{START}".removeprefix(
        "\ufeff"
    )
    listed, best, bare = obf.read(text)
    assert listed == Problem(Position.start(), {"f5": 2, "d3": -4}, comment="the first")
    assert (listed.score, best.score, bare.score) == (2, 2, None)
    assert (best.scores, best.best_score, bare.best_score) == ({}, 2, None)
    assert (listed.line, best.line, bare.line) == (3, 4, 5)


def test_what_is_written_is_canonical():
    text = f"{START.replace('-', '.').lower()} ; d3:-4;f5 : 2 ;e6:+0 % two   words"
    assert obf.write(obf.read(text)) == f"{START}; F5:+2; E6:+0; D3:-4; % two words\n"


def test_a_pass_is_a_move_with_a_score():
    position = Game(moves=[PASSING[i : i + 2] for i in range(0, 16, 2)]).position
    for spelling in "PA", "pa", "PS", "pass", "--":
        (problem,) = obf.read(f"{position.cells} O; {spelling}:-6;".replace(" O;", f" {position.turn.symbol};"))
        assert problem.scores == {PASS: -6}
    assert obf.write([problem]).endswith("; PA:-6;\n")


def test_a_score_of_127_is_none():
    problems = obf.read(f"{START}; --:-127;\n{START}; F5:+2; E6:-127;\n{START}; -127;\n")
    assert [(problem.scores, problem.score) for problem in problems] == [({}, None), ({"f5": 2}, 2), ({}, None)]
    assert obf.write(problems[:1]) == f"{START};\n"


def test_a_score_may_be_a_bound():
    text = f"{START}; F5:+4; E6:>=+2; D3:<=+0; C4:<=-2;\n"
    (problem,) = obf.read(text.replace(">=", ">").replace("<=-", "≤ -"))
    assert problem.scores == {"f5": 4}
    assert problem.bounds == {"e6": ("lower", 2), "d3": ("upper", 0), "c4": ("upper", -2)}
    assert problem.score is None  # e6 may be better
    assert obf.write([problem]) == text
    assert obf.read(f"{START}; F5:+4; E6:<=+4;")[0].score == 4
    assert obf.read(f"{START}; F5:+4; E6:<=+6;")[0].score is None
    (record,) = obf.FORMAT.read(text, None)
    assert [(found.value, found.bound) for found in record.tree.root.analysis.moves[:2]] == [(4, "exact"), (2, "lower")]
    assert not record.tree.root.analysis.is_exact
    assert obf.FORMAT.write([record]) == text


def test_what_rests_on_an_evaluation_is_no_score_and_is_named():
    record = Record.of(Game())
    moves = (MoveValue("f5", 1.4, depth=9), MoveValue("d3", 2, kind="exact"), MoveValue("c4", 1, kind="book"))
    record.tree.root.analysis = Analysis("f5", moves)
    assert obf.FORMAT.write([record]) == f"{START}; D3:+2; C4:+1; % values of a book\n"
    assert obf.FORMAT.left_behind(record) == ("analyses",)


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        (START[1:] + "; +2;", "expected 64 cells, got 63", None),
        (START[:-2] + "; +2;", "expected the side to move (X or O) after the cells", None),
        (START[:9] + "?" + START[10:], "expected a cell (X, O or -), got '?'", 10),
        (START + "; F5:+65;", "expected a score from -64 to +64, got +65", 69),
        (START + "; -65;", "expected a score from -64 to +64, got -65", 69),
        (START + "; F5:+2; f5:+2;", "expected each move once, got f5 again", 76),
        (START + "; A1:+2;", "Black cannot play a1: it turns over no disc", 69),
        (START + "; I9:+2;", "expected a square from a1 to h8, got 'i9'", 69),
        (START + "; PA:+2;", "Black may not pass", 69),
        (START + "; F5;", "expected a move and its score such as G8:+18, got 'F5'", 69),
        (START + "; F5:;", "expected a move and its score such as G8:+18, got 'F5:'", 69),
        (START + "; F5:+2; hello", "expected a move and its score such as G8:+18, got 'hello'", 76),
        (START + "; ; F5:+2;", "expected a move and its score such as G8:+18, got ''", 69),
        (START + "; F5:2.5;", "expected a move and its score such as G8:+18, got 'F5:2.5'", 69),
        (START + "; +2; F5:+2;", "expected move scores or a single best score", 73),
        (START + "; F5:+2; +2;", "expected move scores or a single best score", 76),
        (START + "; +2; +2;", "expected move scores or a single best score", 73),
        ("f5d6c3", "expected a cell (X, O or -), got 'f'", 1),
        (" " * 100_001, "expected at most 100,000 characters per line, got 100,001", None),
    ],
)
def test_an_error_names_the_place_and_the_reason(line, message, column):
    with pytest.raises(ParseError) as caught:
        obf.read(f"{START}; F5:+2;\n{line}", source="some.obf")
    assert message in caught.value.message
    assert (caught.value.source, caught.value.line, caught.value.column) == ("some.obf", 2, column)


def test_bad_lines_are_collected_beside_the_good_ones():
    found, errors = obf.collect([f"{START}; +1;", "rubbish", f"{START}; +2;", f"{START}; A1:+2;"], source="some.obf")
    assert [problem.best_score for problem in found] == [1, 2]
    assert [(error.source, error.line) for error in errors] == [("some.obf", 2), ("some.obf", 4)]


@pytest.mark.skipif(not FFO.is_dir(), reason="the FFO test positions are not here")
def test_the_ffo_positions_read_and_are_canonical():
    for path in sorted(FFO.glob("*.obf")):
        text = path.read_text()
        found = obf.read(text)
        assert len(found) == 20
        assert all(set(problem.scores) == set(problem.position.legal_moves) for problem in found)
        assert obf.write(found) == text
