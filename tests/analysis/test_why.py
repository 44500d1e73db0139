"""Sentences about mistakes: every number and every square in them is counted again on lists of rows."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.analysis.judged import JudgedMove
from outflank.analysis.review import review
from outflank.analysis.why import _Comparison, why
from outflank.engine.engine import Engine
from outflank.jit import INTERPRETED
from outflank.play import Limit, MoveValue
from outflank.rules import PASS, Game, Position
from outflank.text import Text
from outflank.web.engines import jobs
from tests.analysis.test_mistakes import NAMED, lines_from
from tests.oracles import mistakes as oracle
from tests.oracles import naive
from tests.strategies import positions

pytestmark = pytest.mark.skipif(INTERPRETED, reason="stable discs take long")


def judged(position, moves, values, lines, *, proven):
    played, best = (
        MoveValue(move, value, depth=60, kind="exact" if proven else "heuristic", selectivity=100, pv=tuple(line))
        for move, value, line in zip(moves, values, lines, strict=True)
    )
    return JudgedMove(0, position.turn, position.n_empties, best, played)


def parts(text):
    """A text and all texts in it, by template."""
    found = {text.template: text.values}
    for value in text.values.values():
        if isinstance(value, Text):
            found.update(parts(value))
    return found


def after_moves(board, disc, line, n_moves):
    """The board after some moves of a line, not counting passes."""
    for move in line:
        if not n_moves:
            break
        if move != PASS:
            board, n_moves = naive.play(board, disc, move), n_moves - 1
        disc = naive.other(disc)
    return board


def corners_held(board, disc):
    return {corner for corner in oracle.CORNERS if oracle.at(board, corner) == disc}


def touching(board, disc):
    names = {name for each in oracle.empties(board) for name in oracle.neighbours(each)}
    return sum(oracle.at(board, name) == disc for name in names)


def check(position, moves, lines, text):
    """Assert what a sentence says; return the templates that were checked."""
    board, disc = naive.from_cells(position.cells), position.turn.symbol
    rival, seen = naive.other(disc), []
    found = parts(text)
    name, other = position.turn.name.capitalize(), position.turn.opponent.name.capitalize()
    for template, values in found.items():
        assert values.get("mover", name) == name
        assert values.get("opponent", other) == other
        assert values.get("best", moves[1]) == moves[1]
        if not isinstance(values.get("answer", ""), Text) and "answer" in values:
            assert values["answer"] == lines[0][1]
        if "n" not in values:
            continue
        ends = [after_moves(board, disc, line, values["n"]) for line in lines]
        longest = min(sum(move != PASS for move in line) for line in lines)
        last = [after_moves(board, disc, line, longest) for line in lines]
        whole = [after_moves(board, disc, line, 99) for line in lines]
        if not any(naive.legal(each, who) for each in whole for who in (disc, rival)):
            last = whole
        who, is_own = (disc, True) if "{mover} has" in template else (rival, False)
        if "moves to choose from" in template:
            counts = [len(naive.legal(end, who)) for end in ends]
        elif "beside empty squares" in template:
            counts, is_own = [touching(end, who) for end in ends], not is_own
        elif "has {corners}" in template or "does not have it" in template:
            gained = corners_held(ends[0], rival) - corners_held(ends[1], rival)
            gained &= corners_held(last[0], rival) - corners_held(last[1], rival)
            named = {corner for corner in oracle.CORNERS if corner in str(values.get("corners", lines[0][1]))}
            assert named == gained
            seen.append(template)
            continue
        elif "lacks {corners}" in template:
            gained = corners_held(ends[1], disc) - corners_held(ends[0], disc)
            gained &= corners_held(last[1], disc) - corners_held(last[0], disc)
            assert {corner for corner in oracle.CORNERS if corner in str(values["corners"])} == gained
            seen.append(template)
            continue
        else:
            continue
        assert [values["count"], values["better"]] == counts
        assert counts[0] < counts[1] if is_own else counts[0] > counts[1]  # it speaks for the better move
        assert (" fewer " in template) is (counts[0] < counts[1])
        seen.append(template)
    return seen


@pytest.mark.parametrize("seed", range(3))
def test_nothing_that_is_said_of_the_mistakes_of_a_game_speaks_for_them(seed):
    draw, game = random.Random(seed), Game()
    while not game.is_over:
        game.push(draw.choice(game.position.legal_moves))
    mistakes = [each for each in review(game, Engine(4), Limit(depth=4, nodes=20_000)).moves if each.is_mistake]
    assert len(mistakes) > 5
    for each in mistakes:
        position, moves = game.positions[each.ply], (each.move, each.best.move)
        check(position, moves, (each.played.pv, each.best.pv), each.why)
        against, better = jobs.explain(position, moves, is_mistake=True)["moves"]
        assert {said["side"] for said in against["statements"]} <= {"against"}
        assert {said["side"] for said in better["statements"]} <= {"for"}
        assert "evaluation" not in {said["topic"] for said in against["statements"] + better["statements"]}


CASES = [(each.position, each.moves, each.values, each.lines, all(each.proven)) for each in NAMED if each.lines[0]]


@pytest.mark.parametrize("case", CASES, ids=[each.name for each in NAMED if each.lines[0]])
def test_a_named_mistake_is_explained_by_facts(case):
    position, moves, values, lines, proven = case
    text = why(position, judged(position, moves, values, lines, proven=proven))
    assert text.startswith(moves[0])
    check(position, moves, lines, text)


def test_the_named_mistakes_show_every_comparison():
    seen = []
    for position, moves, values, lines, proven in CASES:
        text = why(position, judged(position, moves, values, lines, proven=proven))
        seen += check(position, moves, lines, text)
    for words in ("moves to choose from", "beside empty squares", "{corners}"):
        assert any(words in template for template in seen)


@given(st.data())
def test_facts_are_those_of_the_oracle(data):
    position = data.draw(positions((8,)).filter(lambda each: each.legal_mask.bit_count() > 1))
    moves = data.draw(st.permutations(position.legal_moves))[:2]
    lines = [data.draw(lines_from(position, move)) for move in moves]
    proven = data.draw(st.booleans())
    text = why(position, judged(position, moves, (-4, 2), lines, proven=proven))
    assert text.endswith(".")
    assert str(Text(text)) == text
    check(position, moves, lines, text)


@pytest.mark.parametrize("symmetry", range(8))
def test_a_turned_board_has_the_same_reasons(symmetry):
    from outflank.rules import transform_move

    for position, moves, values, lines, proven in CASES[:8]:
        turned = [tuple(transform_move(each, symmetry) for each in line) for line in lines]
        both = (
            why(position, judged(position, moves, values, lines, proven=proven)),
            why(
                position.transformed(symmetry),
                judged(position.transformed(symmetry), [line[0] for line in turned], values, turned, proven=proven),
            ),
        )
        assert parts(both[0]).keys() == parts(both[1]).keys()


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ((-6, 2), "a turns a win by 2 into a loss by 6 (proven)"),
        ((0, 2), "a turns a win by 2 into a draw (proven)"),
        ((-2, 0), "a turns a draw into a loss by 2 (proven)"),
        ((2, 8), "a loses 6 discs (proven)"),
    ],
)
def test_the_verdict_names_a_result_that_changes(values, verdict):
    position = Position.start().play("f5")
    moves = ("f4", "d6")
    text = why(position, judged(position, moves, values, (("f4",), ("d6",)), proven=True))
    assert text.startswith(verdict.replace("a ", "f4 ", 1))


def test_an_estimate_comes_with_its_doubt():
    position = Position.start().play("f5")
    best, played = (MoveValue(move, value, depth=4, selectivity=73) for move, value in (("d6", 2), ("f4", -4)))
    text = why(position, JudgedMove(1, position.turn, 59, best, played))
    assert text.startswith("f4 loses about 6 discs (±3)")


def test_a_corner_that_the_answer_takes_is_named_once():
    corner = next(each for each in NAMED if each.name.startswith("g1 loses") or each.kinds >= {"corner given"})
    position, (move, best) = corner.position, corner.moves
    taken = next(each for each in position.play(move).legal_moves if each in oracle.CORNERS)
    text = why(position, judged(position, (move, best), (-8, 8), ((move, taken), (best,)), proven=False))
    assert f"takes the corner {taken}, and {best} does not allow that" in text


def test_other_moves_and_boards_have_no_explanation():
    position = Position.start().play("f5")
    assert why(position, judged(position, ("f4", "d6"), (2, 2), ((), ()), proven=True)) is None
    small = Position.start(6)
    moves = small.legal_moves[:2]
    assert why(small, judged(small, moves, (-8, 8), ((), ()), proven=True)) is None


def test_the_x_square_is_named_also_beside_a_corner():
    position = Position.parse("--O-XX----O-XXOXOOOXXOOXOOOXXOOXOOXXOOOXOXOXXXOXXXOXXOOX--XXOOOX X")
    other = next(move for move in position.legal_moves if move not in ("b2", "h1"))
    for best, end in (("h1", "h1 is a corner"), (other, f"{other} is not")):
        found = judged(position, ("b2", best), (-14, -4), (("b2", "d1"), (best,)), proven=True)
        facts = [str(fact.text) for fact in _Comparison(position, found)._at_once()]
        assert f"b2 is the X-square of an empty corner, while {end}" in facts
