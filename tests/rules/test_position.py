import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from outflank.board.squares import NAMES, SIZES
from outflank.errors import IllegalMoveError, ParseError
from outflank.rules import BLACK, PASS, WHITE, Game, Position, transform_move
from tests.oracles import known, naive
from tests.strategies import placements, positions

SYMMETRIES = st.integers(0, 7)


def names(board, size):
    return {name for square, name in enumerate(NAMES[size]) if board >> square & 1}


# --- the start ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_the_start_equals_the_oracle(size, mirrored):
    position = Position.start(size, mirrored=mirrored)
    assert position.cells == naive.to_cells(naive.start(size, mirrored))
    assert position.turn is BLACK
    assert position.n_empties == size * size - 4


def test_black_begins_with_the_four_known_moves():
    assert set(Position.start().legal_moves) == set(known.FIRST_MOVES)
    assert Position.start().legal_moves == ("d3", "c4", "f5", "e6")


def test_white_stands_on_d4_and_e5_at_the_start():
    assert [Position.start().disc_at(name) for name in ("d4", "e5", "e4", "d5", "a1")] == [
        WHITE,
        WHITE,
        BLACK,
        BLACK,
        None,
    ]
    assert Position.start(mirrored=True).disc_at("d4") is BLACK


@pytest.mark.parametrize("size", [-(10**12), 0, 5, 9, 12, 10**12])
def test_other_sizes_are_refused(size):
    with pytest.raises(ParseError, match=f"expected a board size of 4, 6, 8 or 10, got {size}"):
        Position.start(size)


# --- moves, beside the oracle ---------------------------------------------------------------------------------------


@given(positions())
def test_legal_moves_equal_the_oracle(position):
    board, symbol = naive.from_cells(position.cells), position.turn.symbol
    moves = naive.legal(board, symbol)
    replies = naive.legal(board, naive.other(symbol))
    assert position.legal_moves == (tuple(moves) or ((PASS,) if replies else ()))
    assert names(position.legal_mask, position.size) == set(moves)
    assert position.must_pass == (not moves and bool(replies))
    assert position.is_over == (not moves and not replies)


@given(positions())
def test_flips_equal_the_oracle_on_every_square(position):
    board = naive.from_cells(position.cells)
    for name in NAMES[position.size]:
        assert names(position.flips(name), position.size) == naive.turned(board, position.turn.symbol, name)


@given(positions())
def test_playing_equals_the_oracle(position):
    board = naive.from_cells(position.cells)
    for move in position.legal_moves:
        after = position.play(move)
        expected = board if move == PASS else naive.play(board, position.turn.symbol, move)
        assert after.cells == naive.to_cells(expected)
        assert after.turn is position.turn.opponent


# --- laws -----------------------------------------------------------------------------------------------------------


@given(positions())
def test_a_move_adds_one_disc_and_turns_over_the_opponents_only(position):
    for move in position.legal_moves:
        flips, after = position.flips(move), position.play(move)
        assert flips & ~position.opponent == 0
        assert after.n_empties == position.n_empties - (move != PASS)
        assert after.count(position.turn) == position.count(position.turn) + flips.bit_count() + (move != PASS)
        assert after.occupied & position.occupied == position.occupied


@given(positions(), SYMMETRIES)
def test_symmetries_commute_with_moves(position, symmetry):
    moved = position.transformed(symmetry)
    assert set(moved.legal_moves) == {transform_move(move, symmetry, position.size) for move in position.legal_moves}
    for move in position.legal_moves:
        after = moved.play(transform_move(move, symmetry, position.size))
        assert after == position.play(move).transformed(symmetry)


@given(positions(), SYMMETRIES)
def test_symmetries_equal_the_oracle(position, symmetry):
    expected = naive.transformed(naive.from_cells(position.cells), symmetry)
    assert position.transformed(symmetry).cells == naive.to_cells(expected)


@pytest.mark.parametrize("size", SIZES)
def test_a_corner_side_square_has_eight_images(size):
    assert len({transform_move("b1", symmetry, size) for symmetry in range(8)}) == 8


@pytest.mark.parametrize("symmetry", range(8))
def test_a_pass_stays_a_pass(symmetry):
    assert transform_move(PASS, symmetry) == PASS


@given(positions())
def test_switched_twice_is_the_same(position):
    assert position.switched() != position
    assert position.switched().switched() == position
    assert (position.switched().player, position.switched().opponent) == (position.opponent, position.player)


@given(positions())
def test_what_was_computed_on_the_way_does_not_change_equality(position):
    other = Position(position.black, position.white, position.turn, position.size)
    position.legal_moves  # noqa: B018
    assert position == other
    assert hash(position) == hash(other)


# --- passing --------------------------------------------------------------------------------------------------------


@given(positions())
def test_pass_is_legal_only_when_forced(position):
    if position.must_pass:
        assert position.legal_moves == (PASS,)
        assert position.play(PASS) == position.switched()
    else:
        assert PASS not in position.legal_moves
        with pytest.raises(IllegalMoveError):
            position.play(PASS)


def test_black_must_pass_in_the_known_game():
    position = Game(moves=known.FORCED_PASS).position
    assert position.turn is BLACK
    assert position.legal_moves == (PASS,)
    assert set(position.play(PASS).legal_moves) == {"b4", "c3", "g3"}
    assert {position.count(BLACK), position.count(WHITE)} == {17, 3}


# --- illegal moves --------------------------------------------------------------------------------------------------

FORCED_PASS = Game(moves=known.FORCED_PASS).position
SHORTEST_GAME = Game(moves=known.SHORTEST_GAME).position


@given(positions())
def test_illegal_moves_raise_and_change_nothing(position):
    before = repr(position)
    for name in {*NAMES[10], PASS, "", "D 3"} - set(position.legal_moves):
        with pytest.raises(IllegalMoveError):
            position.play(name)
        assert position.flips(name) == 0
    assert repr(position) == before


@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        (Position.start(), "d4", "Black cannot play d4: the square is taken by White"),
        (Position.start(), "e4", "Black cannot play e4: the square is taken by Black"),
        (Position.start(), "a1", "Black cannot play a1: it turns over no disc"),
        (Position.start(), "i9", "expected a square from a1 to h8, got 'i9'"),
        (Position.start(4), "e5", "expected a square from a1 to d4, got 'e5'"),
        (Position.start(), PASS, "Black may not pass: there is a move at d3, c4, f5, e6"),
        (Position.start().play("d3"), "d3", "White cannot play d3: the square is taken by Black"),
        (FORCED_PASS, "a1", "Black cannot play a1: no move turns over a disc, so Black must pass"),
        (SHORTEST_GAME, "a1", "'a1' is not legal: the game is over"),
        (SHORTEST_GAME, PASS, "'pass' is not legal: the game is over"),
    ],
)
def test_an_illegal_move_says_why(position, move, reason):
    with pytest.raises(IllegalMoveError) as error:
        position.play(move)
    assert str(error.value) == reason == position.why_illegal(move)


# --- the end --------------------------------------------------------------------------------------------------------


@given(positions())
def test_the_outcome_gives_empty_squares_to_the_winner(position):
    board = naive.from_cells(position.cells)
    black, white, empty = (naive.count(board, cell) for cell in "XO-")
    outcome = position.standing
    assert (outcome.black, outcome.white, outcome.empties) == (black, white, empty)
    if black == white:
        assert outcome.difference == 0
    else:
        assert outcome.difference == (black + empty - white if black > white else black - white - empty)
    assert position.scores == (outcome.difference, -outcome.difference)


def test_the_shortest_game_is_a_wipe_out():
    assert SHORTEST_GAME.is_over
    assert SHORTEST_GAME.legal_moves == ()
    assert (SHORTEST_GAME.count(BLACK), SHORTEST_GAME.count(WHITE)) == (13, 0)
    assert SHORTEST_GAME.scores == (64, -64)


# --- text -----------------------------------------------------------------------------------------------------------


@given(positions())
def test_repr_evaluates_back(position):
    assert eval(repr(position)) == position


@given(positions())
def test_board_strings_are_read_back(position):
    assert Position.parse(f"{position.cells} {position.turn.symbol}") == position


@given(positions(), st.sampled_from(["XO-", "xo.", "bw-", "BW.", "*O-"]))
def test_every_spelling_and_white_space_is_read(position, symbols):
    text = (position.cells + position.turn.symbol).translate(str.maketrans("XO-", symbols))
    assert Position.parse("\n\t ".join(text)) == position


@given(positions())
def test_str_shows_every_cell_under_its_letter_and_beside_its_number(position):
    letters, *rows, turn = str(position).splitlines()
    shown = [row[2:].split() for row in rows]
    assert letters.split() == [name[0] for name in NAMES[position.size][: position.size]]
    assert [int(row[:2]) for row in rows] == list(range(1, position.size + 1))
    assert "".join(map("".join, shown)).replace(".", "-") == position.cells
    assert turn in ("Black (X) to move", "White (O) to move")


@given(placements())
def test_the_side_to_move_may_be_left_out(position):
    parsed = Position.parse(position.cells)
    assert parsed.cells == position.cells
    suggested = BLACK if position.n_empties % 2 == 0 else WHITE
    assume(not parsed.is_over)
    assert parsed.turn is suggested or (parsed.switched().must_pass and parsed.legal_mask)


def test_the_side_left_out_is_the_one_that_can_move():
    cells = "XO" + "-" * 62
    assert Position.parse(cells).turn is BLACK
    assert Position.parse("OX" + "-" * 62).turn is WHITE
    assert Position.parse("X" + "-" * 63).turn is WHITE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected 16 or 36 or 64 or 100 cells, got 0: ''"),
        ("X" * 15, "expected 16 cells, got 15: 'XXXXXXXXXXXXXXX'"),
        ("-" * 63, "expected 64 cells, got 63: '------------------------…'"),
        ("-" * 63 + " X", "expected 64 cells, got 63: '------------------------…'"),
        ("-" * 102, "expected 100 cells, got 102: '------------------------…'"),
        ("-" * 10 + "?" + "-" * 53, "expected a cell (X, O or -), got '?' (column 11)"),
        ("-" * 64 + " -", "expected the side to move (X or O), got '-' (column 66)"),
    ],
)
def test_a_malformed_board_string_gives_the_reason(text, message):
    with pytest.raises(ParseError) as error:
        Position.parse(text)
    assert str(error.value) == message


# --- set up ---------------------------------------------------------------------------------------------------------


@given(positions())
def test_set_up_keeps_its_arguments(position):
    assert Position(position.black, position.white, position.turn, position.size) == position
    assert (position.discs(BLACK), position.discs(WHITE)) == (position.black, position.white)


@pytest.mark.parametrize(
    ("black", "white", "size", "message"),
    [
        (0b110, 0b010, 8, "expected at most one disc per square, got a black and a white one on b1"),
        (1 << 64, 0, 8, "expected discs on the 8×8 board, got one outside it"),
        (0, 1 << 16, 4, "expected discs on the 4×4 board, got one outside it"),
        (-1, 0, 8, "expected discs on the 8×8 board, got one outside it"),
        (0, 0, 7, "expected a board size of 4, 6, 8 or 10, got 7"),
    ],
)
def test_set_up_refuses_impossible_boards(black, white, size, message):
    with pytest.raises(ParseError) as error:
        Position(black, white, BLACK, size)
    assert str(error.value) == message
