"""The claims in the texts of lessons, in the phrases of the course, checked by the rules and the engine.

Where a phrase stands in `yes`, it is about the position after the first right move; in `wrong`, after that wrong move;
in `no`, about all other moves; in `says`, about the board itself.
"""

import re
from functools import cache
from itertools import pairwise

import pytest

from outflank.engine.engine import Engine
from outflank.jit import INTERPRETED
from outflank.play import Limit
from outflank.rules import BLACK, WHITE, Position, openings
from outflank.rules.openings import name_of
from outflank.web.transport.site import STATIC
from tests.web.lessons import all_steps, offered, steps_of, told

STEPS = all_steps()
CORNERS = {"a1", "a8", "h1", "h8"}
WORDS = """no one two three four five six seven eight nine ten
eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"""
NUMBERS = {word: number for number, word in enumerate(WORDS.split())}
RESULT = re.compile(r"(White (?:still )?wins|[Yy]ou (?:still )?win|draw,|the wedge) ?[^.]*?by (\d+) to (\d+)")
compiled = pytest.mark.skipif(INTERPRETED, reason="an engine that is not compiled is too slow to be asked so often")


@cache
def engine():
    return Engine(megabytes=64)


@cache
def black_lead(text):
    """The exact result of a position with best play on both sides, as seen by Black."""
    position = Position.parse(text)
    if position.is_over:
        return position.scores[0]
    value = engine().analyse(position, Limit(exact=True)).moves[0].value
    return value if position.turn is BLACK else -value


def lead(position):
    return black_lead(f"{position.board_string}")


def claims(pattern):
    """Each match of a pattern in what follows a move, with the step and the move."""
    found_all = []
    for step in STEPS:
        if step.asks != "move":
            continue
        said = [(step.right[0], step.yes), *((move, answer.get("says", "")) for move, answer in step.wrong.items())]
        for move, words in said:
            if move in step.position.legal_moves:
                found_all += [
                    pytest.param(step, move, found, id=f"{step}-{move}") for found in re.finditer(pattern, words)
                ]
    assert found_all, "the course no longer uses this phrase"
    return found_all


def others(step):
    return [move for move in step.position.legal_moves if move not in step.right and move not in step.wrong]


def moves_after(step, move):
    return [each for each in step.position.play(move).legal_moves if each != "pass"]


# --- the course -------------------------------------------------------------------------------------------------------


def test_the_course_has_twenty_one_lessons_of_five_to_eight_boards():
    assert len(offered()) == 21
    assert all(5 <= boards <= 8 for boards in offered().values())
    assert len({(step.lesson, step.board) for step in STEPS}) == len(STEPS)


def test_small_boards_in_the_list_are_boards_of_the_lessons():
    text = (STATIC / "js" / "screens" / "later" / "course.js").read_text(encoding="utf-8")
    shown = re.findall(r'name: "(\w+)".*?cells:\s+"([XO-]{36,64})"', text, re.DOTALL)
    assert [name for name, _ in shown] == list(offered())
    for name, cells in shown:
        assert cells in {"".join(step.board) for step in steps_of(name)}


def test_opponents_to_try_a_lesson_against_are_characters():
    from outflank.characters import LADDER

    names = {character.name for character in LADDER}
    against = [told(name).get("against") for name in offered()]
    assert sum(each is not None for each in against) >= 14
    assert {each for each in against if each} <= {*names, "engine:level=30"}
    assert told("perfect")["against"] == "engine:level=30"  # perfect on the board of that game
    assert told("perfect")["size"] == 6


# --- the rules --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("step", "move", "found"), claims(r"leaves White (\w+) moves"))
def test_moves_left_to_white_are_counted(step, move, found):
    assert len(moves_after(step, move)) == NUMBERS[found[1]]


@pytest.mark.parametrize(("step", "move", "found"), claims("fewer than any other"))
def test_no_other_move_leaves_white_as_few(step, move, found):
    assert all(
        len(moves_after(step, move)) < len(moves_after(step, other))
        for other in step.position.legal_moves
        if other != move
    )


@pytest.mark.parametrize(("step", "move", "found"), claims(r"White must pass(?: once more)?\b(?! and)"))
def test_white_passes_where_that_is_said(step, move, found):
    line = (move, *step.then)
    position, passes = step.position, 0
    for each in line:
        position = position.play(each)
        passes += position.turn is WHITE and position.must_pass
    assert passes >= step.yes.count("White must pass")


@pytest.mark.parametrize(("step", "move", "found"), claims("whatever White plays, you can take a corner"))
def test_every_answer_gives_a_corner(step, move, found):
    after = step.position.play(move)
    assert after.turn is WHITE
    assert not after.must_pass
    for answer in after.legal_moves:
        assert CORNERS & set(after.play(answer).legal_moves)


@pytest.mark.parametrize(("step", "move", "found"), claims(r"White cannot take ([a-h][18])"))
def test_corners_out_of_reach_are(step, move, found):
    assert found[1] not in step.position.play(move).legal_moves


@pytest.mark.parametrize(("step", "move", "found"), claims(r"White takes ([ah][18])\b(?! and wins)"))
def test_corners_that_white_takes_are_given(step, move, found):
    assert found[1] in step.position.play(move).legal_moves


@pytest.mark.parametrize(("step", "move", "found"), claims(r"(\w\d) (?:stands )?between (\w\d) and (\w\d)\b"))
def test_wedges_stand_between_white_discs_on_an_edge(step, move, found):
    assert found[1] == move
    squares = sorted([found[2], found[1], found[3]])
    for one, two in pairwise(squares):
        steps = abs(ord(one[0]) - ord(two[0])), abs(int(one[1]) - int(two[1]))
        assert steps in ((0, 1), (1, 0))
    assert len({each[0] for each in squares}) == 1 or len({each[1] for each in squares}) == 1
    assert step.position.disc_at(found[2]) is step.position.disc_at(found[3]) is WHITE


@pytest.mark.parametrize(("step", "move", "found"), claims(r"^(\w+) discs"))
def test_discs_turned_over_by_wrong_moves_are_counted(step, move, found):
    assert step.position.flips(move).bit_count() == NUMBERS[found[1].lower()]


@pytest.mark.parametrize(
    ("step", "move", "found"), claims(r"turns over (a single|one) disc|turns over \w\d alone|turns over only \w\d")
)
def test_moves_that_turn_over_one_disc_do(step, move, found):
    assert step.position.flips(move).bit_count() == 1


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_empty_squares_are_counted(step):
    found = re.search(r"\b(\w+) (?:single )?squares are (?:empty|left)[,.:]", step.says)
    if found:
        assert step.position.n_empties == NUMBERS[found[1].lower()]
    if "White cannot play on the marked" in step.says or "marked square is closed to White" in step.says:
        assert not set(step.marks) & set(step.position.switched().legal_moves)
        assert set(step.marks) <= set(step.position.legal_moves)


def test_quiet_moves_turn_over_no_disc_beside_another_empty_square():
    hidden, *moves = steps_of("quiet")

    def beside(square):
        column, row = ord(square[0]), int(square[1])
        near = [f"{chr(column + dx)}{row + dy}" for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        return [each for each in near if each[0] in "abcdefgh" and each[1:] in "12345678"]

    blacks = [square for square, disc in squares(hidden.position) if disc is BLACK]
    assert set(hidden.right) == {
        each for each in blacks if all(hidden.position.disc_at(other) is not None for other in beside(each))
    }
    for step in moves:
        position = step.position
        after = position.play(step.right[0])
        turned = [square for square, disc in squares(position) if disc is WHITE and after.disc_at(square) is BLACK]
        assert all(after.disc_at(other) is not None for square in turned for other in beside(square)), str(step)


def squares(position):
    names = [f"{column}{row}" for row in "12345678" for column in "abcdefgh"]
    return [(name, position.disc_at(name)) for name in names]


def test_shapes_of_edges_are_as_said():
    choose, *four, attack = steps_of("balance")
    assert choose.board[0][2:7] == "OOOOO"
    assert set(choose.right) == {f"{column}1" for column in "cdefg"}
    assert (choose.board[0], choose.board[7]) == ("--OOOOO-", "--OOOO--")
    for step in four:
        after = step.position.play(step.right[0])
        edges = (after.cells[:8], after.cells[56:], after.cells[::8], after.cells[7::8])
        assert "--XXXX--" in edges, str(step)
    assert attack.board[0] == "-OOOOO--"
    for step, square in zip(
        steps_of("stoner")[:2], ("b8", "a2"), strict=True
    ):  # the X-square, then the C-square, then a corner
        columns = ["".join(column) for column in zip(*step.board, strict=True)]
        assert any("--OOOOO-" in (line, line[::-1]) for line in (step.board[0], step.board[7], columns[0], columns[7]))
        after = step.position.play(step.right[0])
        assert not CORNERS & set(after.legal_moves)
        threat = after.switched().play(square)
        takes = CORNERS & set(threat.legal_moves)
        assert all(CORNERS & set(threat.play(corner).legal_moves) for corner in takes)
        assert takes or CORNERS & set(threat.switched().legal_moves)
    for step in steps_of("stoner")[2:]:  # after the corner on one side, the corner on the other
        after = step.position.play(step.right[0])
        for corner in CORNERS & set(after.legal_moves):
            assert CORNERS & set(after.play(corner).legal_moves)


def test_a_wedge_cuts_discs_off_from_their_corner():
    step = steps_of("wedges")[2]
    assert not any("h7" in step.position.play(move).legal_moves for move in step.position.legal_moves)
    turned = step.position.play("h7").switched().play("h3")
    assert all(turned.disc_at(square) is BLACK for square in ("h4", "h5", "h6"))


def test_diagonal_is_black_after_the_move_that_makes_it_so():
    step = steps_of("squares")[-1]
    after = step.position.play("b2")
    assert all(after.disc_at(square) is BLACK for square in ("b2", "c3", "d4", "e5", "f6", "g7"))
    assert "h8" in step.position.switched().legal_moves
    assert "h8" not in after.legal_moves


def test_a_game_that_is_said_to_end_ends():
    step = steps_of("passing")[3]
    assert step.position.n_empties == 8
    assert step.position.play("a8").is_over
    assert not any(step.position.play(move).is_over for move in step.position.legal_moves if move != "a8")


def test_openings_have_the_names_that_are_said():
    starts = ("f5d6", "f5f6", "f5f4", "f5d6c3d3", "f5f6e6f4e3c5")
    names = ("Perpendicular", "Diagonal", "Parallel", "", "Cow")
    for step, start, name in zip(steps_of("openings"), starts, names, strict=True):
        position = Position.start()
        moves = [start[at : at + 2] for at in range(0, len(start), 2)]
        for move in moves:
            position = position.play(move)
        assert step.position.board_string == position.board_string
        assert name in name_of(moves)
        assert not name or name.lower() in step.says.lower()
    assert name_of(["f5", "d6", "c3", "d3", "c4"]) == "Tiger"
    for move, name in {"c4": "Rose-v-Toth", "g5": "Cow Bat"}.items():
        found = openings.opening_at(steps_of("openings")[4].position.play(move))
        assert found.english == name
        assert f"{move} is the {name}" in step.says or f"{move} the {name}" in step.says


# --- the engine -------------------------------------------------------------------------------------------------------


@compiled
@pytest.mark.parametrize(("step", "move", "found"), claims(RESULT))
def test_results_are_exact(step, move, found):
    black, white = map(int, found.groups()[1:])
    if found[1].startswith("White"):
        black, white = white, black
    assert black + white == 64
    assert lead(step.position.play(move)) == black - white


@compiled
@pytest.mark.parametrize(("step", "move", "found"), claims(r"Only one of White’s (\w+) answers wins"))
def test_white_has_one_winning_answer_and_other_moves_leave_more(step, move, found):
    def winning(own):
        after = step.position.play(own)
        return [lead(after.play(answer)) < 0 for answer in after.legal_moves]

    assert len(winning(move)) == NUMBERS[found[1]]
    assert sum(winning(move)) == 1
    assert all(sum(winning(other)) > 1 for other in step.position.legal_moves if other != move)


@compiled
@pytest.mark.parametrize("step", [step for step in STEPS if "other moves lose." in step.yes], ids=str)
def test_all_other_moves_lose_where_that_is_said(step):
    for move in step.position.legal_moves:
        assert (lead(step.position.play(move)) < 0) == (move not in step.right)


@compiled
@pytest.mark.parametrize("step", [step for step in STEPS if step.no.startswith("That loses")], ids=str)
def test_other_moves_lose_where_that_is_the_answer(step):
    assert all(lead(step.position.play(move)) < 0 for move in others(step))
    assert lead(step.position.play(step.right[0])) > 0


@compiled
@pytest.mark.parametrize(("step", "move", "found"), claims("more than any other move"))
def test_the_costliest_move_is(step, move, found):
    limit = Limit(exact=True) if step.position.n_empties <= 16 else Limit(depth=12)
    values = {each.move: each.value for each in engine().analyse(step.position, limit, top=64).moves}
    assert values[move] <= min(values.values()) + 1
