import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import IllegalMoveError, OutflankError, ParseError
from outflank.tribolo import BLUE, GREEN, RED, TriboloColour, TriboloPosition
from outflank.tribolo.position import HEIGHT, N_EACH, WIDTH, names
from tests.contracts.position import check_position
from tests.oracles import tribolo as naive
from tests.strategies import tribolo_games, tribolo_positions


def cell(x, y):
    return naive.name(x, y)


def board(text, turn="B"):
    return TriboloPosition.parse(f"{text} {turn}")


def rows(position):
    return "/".join(position.rows)


# --- the worked examples ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "move", "after", "scores"),
    [
        ("BRRRRR.", (6, 0), "BBBBBBB", (7, 0, 0)),
        (".GBRRB/RRGRRG/BRBGRR", (0, 0), "BBBRRB/BBGRRG/BRBGRR", (8, 7, 3)),
        (".RRRBRRB", (0, 0), "BBBBBRRB", (6, 2, 0)),
        ("BR.GB", (2, 0), "BBBBB", (5, 0, 0)),
        ("BR.GG", (2, 0), "BBBGG", (3, 0, 2)),
        (".RRB.GGB", (0, 0), "BBBB.GGB", (5, 0, 2)),
    ],
)
def test_the_worked_examples_of_moves(before, move, after, scores):
    position = board(before).play(cell(*move))
    assert rows(position) == after
    assert position.scores == scores


def test_a_cell_may_be_legal_for_one_player_and_not_for_another():
    position = board("BRGRRRR.")
    assert position.turn is GREEN  # Blue cannot move anywhere
    assert position.legal_mask_of(BLUE) == 0
    assert position.legal_moves == (cell(7, 0),)
    after = position.play(cell(7, 0))
    assert after.scores == (1, 1, 6)
    position = board("BRGRRRR./BR......")
    assert position.turn is BLUE
    with pytest.raises(IllegalMoveError, match="Blue cannot play h1: no run of another"):
        position.play(cell(7, 0))


@pytest.mark.parametrize("text", [".RR#B", ".RR.B"])
@pytest.mark.parametrize("turn", "BRG")
def test_walls_and_empty_cells_end_a_jump(text, turn):
    position = board(text, turn)
    assert position.legal_moves == ()
    assert position.is_over


def test_a_player_moves_again_when_nobody_else_can():
    before = board(".RRB.GGB")
    after = before.play(cell(0, 0))
    assert after.turn is BLUE
    assert after.skipped(before) == (RED, GREEN)
    last = after.play(cell(4, 0))
    assert last.is_over
    assert last.skipped(after) == ()


def test_a_player_that_cannot_move_is_skipped():
    before = board("BRR./..../GB..")
    after = before.play(cell(3, 0))
    assert after.turn is GREEN
    assert after.skipped(before) == (RED,)
    assert after.legal_moves == (cell(2, 2),)
    assert after.play(cell(2, 2)).skipped(after) == ()


# --- the rules on drawn positions -------------------------------------------------------------------------------------


@given(tribolo_positions())
def test_moves_are_those_of_the_naive_rules(position):
    grid = naive.board(rows(position))
    for colour in TriboloColour:
        expected = [naive.name(*each) for each in naive.legal(grid, colour.symbol)]
        mask = position.legal_mask_of(colour)
        assert [name for i, name in enumerate(names(position.width, position.height)) if mask >> i & 1] == expected
    mover = position.turn.symbol
    for x, y in naive.legal(grid, mover):
        after = position.play(naive.name(x, y))
        expected = naive.play(grid, mover, x, y)
        assert rows(after) == naive.text(expected)
        following = naive.following(expected, mover)
        assert after.is_over == (following is None)
        if following is not None:
            assert after.turn.symbol == following


@given(tribolo_positions())
def test_positions_keep_the_contract_of_positions(position):
    check_position(position)


@given(tribolo_positions(sizes=((16, 11), (5, 4))), st.text(max_size=4))
def test_any_other_move_is_refused_and_says_why(position, move):
    if move not in position.legal_moves:
        with pytest.raises(IllegalMoveError) as caught:
            position.play(move)
        assert str(caught.value).isprintable()


def test_an_illegal_move_says_why():
    position = board("BRRRRR./B#G....", "B")
    for move, reason in {
        "a1": "Blue cannot play a1: it already owns the cell",
        "b1": "Blue cannot play b1: the cell is red's",
        "b2": "Blue cannot play b2: there is a wall",
        "e2": "Blue cannot play e2: no run of another colour's discs lies between it and a blue disc",
        "h1": "expected a cell from a1 to g2, got 'h1'",
        "pass": "expected a cell from a1 to g2, got 'pass'",
    }.items():
        assert position.why_illegal(move) == reason
    assert "the game is over" in board("...").why_illegal("a1")


# --- the start --------------------------------------------------------------------------------------------------------


def test_the_start_has_twelve_cells_of_each_kind_and_somebody_to_move():
    turns = set()
    for seed in range(200):
        position = TriboloPosition.start(seed)
        assert (position.width, position.height) == (WIDTH, HEIGHT) == (16, 11)
        assert position.scores == (N_EACH,) * 3 == (12, 12, 12)
        assert position.walls.bit_count() == 12
        assert position.empties.bit_count() == 128
        assert position.legal_moves
        turns.add(position.turn)
    assert turns == set(TriboloColour)


def test_the_seed_of_a_start_decides_it():
    assert TriboloPosition.start(7) == TriboloPosition.start(7) != TriboloPosition.start(8)
    assert TriboloPosition.start() != TriboloPosition.start()


# --- the invariants over whole games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seeds", [range(100), pytest.param(range(100, 1000), marks=pytest.mark.slow)])
def test_the_invariants_hold_over_random_games(seeds):
    """1,000 games in all: a move raises the sum of the scores by one, walls stay, skips are right, all games end."""
    for seed in seeds:
        source = random.Random(seed)
        position, n_moves = TriboloPosition.start(seed), 0
        walls = position.walls
        while not position.is_over:
            before = position
            position = position.play(source.choice(position.legal_moves))
            n_moves += 1
            assert sum(position.scores) == sum(before.scores) + 1 == 36 + n_moves <= 164
            assert position.walls == walls
            assert "".join(position.rows).count("#") == 12
            assert position.scores == tuple("".join(position.rows).count(symbol) for symbol in "BRG")
            if not position.is_over:
                for colour in position.skipped(before):
                    assert not position.legal_mask_of(colour)
                    assert colour is not position.turn
                assert position.legal_mask_of(position.turn)
        assert n_moves <= 128
        assert not any(position.legal_mask_of(colour) for colour in TriboloColour)


# --- text and JSON ----------------------------------------------------------------------------------------------------


@given(tribolo_positions())
def test_text_and_json_read_back_as_the_same_position(position):
    assert eval(repr(position)) == position
    assert TriboloPosition.from_json(position.to_json()) == position
    assert TriboloPosition.parse(str(position)) == position
    assert TriboloPosition.parse(position.board_string) == position
    lines = "\n".join([*position.rows, position.turn.symbol])
    assert TriboloPosition.parse(lines.lower().replace(".", "-")) == position


def test_a_board_with_coordinates():
    assert str(board("BRRRRR./B#G....")).splitlines() == [
        "   a b c d e f g",
        "1  B R R R R R .",
        "2  B # G . . . .",
        "Blue (B) to move",
    ]
    assert str(board("...")).endswith("Game over")


def test_the_colour_to_move_may_be_left_out():
    assert TriboloPosition.parse("BRRRRR.").turn is BLUE
    assert TriboloPosition.parse("RBBBBB.").turn is RED  # the next one that can move


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a board of 3×1 to 16×11 cells, got 0×1"),
        ("B", "expected a board of 3×1 to 16×11 cells, got 0×0"),
        ("BR", "expected a board of 3×1 to 16×11 cells, got 2×1"),
        ("B" * 17, "expected a board of at most 16×11 cells, got 17×1"),
        ("BRG/" * 12, "expected a board of at most 16×11 cells, got 3×13"),
        ("BRG/BR", "expected 3 cells in row 2, got 2: 'BR'"),
        ("BRG/BXG", "expected a cell (B, R, G, # or .) in row 2, got 'X'"),
        ("BRG/ß..", "expected a cell (B, R, G, # or .) in row 2, got 'ß'"),
        ("BRG W", "expected 3 cells in row 2, got 1: 'W'"),
    ],
)
def test_text_that_is_no_board_is_refused(text, message):
    with pytest.raises(ParseError) as caught:
        TriboloPosition.parse(text)
    assert message in str(caught.value)


@given(st.text(alphabet="BRGbrg#.-/ \nX", max_size=60) | st.text(max_size=20))
def test_any_text_is_a_position_or_an_error_of_ours(text):
    try:
        position = TriboloPosition.parse(text)
    except OutflankError:
        return
    assert eval(repr(position)) == position


@pytest.mark.parametrize(
    "data",
    [
        None, [], {}, {"rows": ["BRG"]}, {"rows": "BRG", "turn": "blue"}, {"rows": [], "turn": "blue"},
        {"rows": [5], "turn": "blue"}, {"rows": ["BRG"], "turn": "white"}, {"rows": ["BRG"], "turn": 3},
        {"rows": ["BRX"], "turn": "red"}, {"rows": ["BRG", ""], "turn": "red"},
        {"rows": ["BRG"], "turn": "red", "x": 1},
    ],
)  # fmt: skip
def test_json_that_is_no_position_is_refused(data):
    with pytest.raises(ParseError, match="expected"):
        TriboloPosition.from_json(data)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (((1, 1, 0),), "expected at most one disc or wall per cell, got two on a1"),
        (((1, 2, 4), 4), "expected at most one disc or wall per cell, got two on c1"),
        (((1 << 176, 0, 0),), "expected cells on the 16×11 board, got one outside it"),
        (((-1, 0, 0),), "expected cells on the 16×11 board"),
        (((0, 0, 0), 0, BLUE, 17, 1), "expected a board of 3×1 to 16×11 cells, got 17×1"),
        (((0, 0, 0), 0, BLUE, 2, 4), "got 2×4"),
    ],
)
def test_any_position_is_checked(arguments, message):
    with pytest.raises(ParseError, match=message):
        TriboloPosition(*arguments)


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words", "winner"),
    [
        ("BBR", "Blue wins 2–1–0", BLUE),
        ("BRG", "tie of Blue, Red and Green 1–1–1", None),
        ("BGG/.BR", "tie of Blue and Green 2–1–2", None),
        ("RRR", "Red wins 0–3–0", RED),
    ],
)
def test_most_cells_win_and_equal_best_scores_are_a_tie(text, words, winner):
    outcome = board(text).standing
    assert str(outcome) == words
    assert outcome.winner is winner


@given(tribolo_games())
def test_owner_at_agrees_with_the_rows(game):
    position = game.position
    shown = "".join(position.rows)
    for i, name in enumerate(names(position.width, position.height)):
        owner = position.owner_at(name)
        assert (owner.symbol if owner is not None else None) == (shown[i] if shown[i] in "BRG" else None)
    assert position.owner_at("z9") is None
