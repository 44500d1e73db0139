import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.errors import ParseError
from outflank.formats import transcript
from outflank.rules import PASS, Game, Position
from tests.formats.games import FULL, PASSING, WIPE_OUT, games, played


@given(games())
def test_reading_what_was_written_gives_the_game_but_for_a_last_pass(game):
    moves = list(game.moves)
    if moves and moves[-1] == PASS:
        moves.pop()
    assert transcript.read(transcript.write(game), game.start) == Game(game.start, moves)


@given(games(), st.data())
def test_case_spacing_move_numbers_and_the_way_a_pass_is_written_do_not_matter(game, data):
    words = []
    for number, move in enumerate(game.moves, 1):
        if data.draw(st.booleans()):
            words.append(f"{number}.")
        if move == PASS:
            words.append(data.draw(st.sampled_from(["PA", "pa", "PS", "pass", "Pass", "--", "@@@@"])))
        else:
            words.append(data.draw(st.sampled_from([move, move.upper()])))
    blanks = data.draw(st.sampled_from([" ", "\n", "\r\n", "\t", " \u3000 "]))
    read = transcript.read(blanks.join(words), game.start)
    assert (read.start, read.moves) == (game.start, game.moves)


@pytest.mark.parametrize(
    "text",
    [
        PASSING,
        PASSING.upper(),
        "d3c3e6d2d1e1b2c1PAa3",
        "d3c3e6d2d1e1b2c1psa3",
        "d3c3e6d2d1e1b2c1passa3",
        "d3c3e6d2d1e1b2c1@@@@a3",
        "1. d3 c3 2. e6 d2 3. d1 e1 4. b2 c1 -- 5. a3",
        "1.d3c3 2.e6d2 3.d1e1 4.b2c1 5.--a3",
        "d3c3e6d\n2d1e1b2c\n1a3\n",
    ],
)
def test_all_spellings_give_the_same_game(text):
    assert transcript.read(text).moves == ("d3", "c3", "e6", "d2", "d1", "e1", "b2", "c1", PASS, "a3")


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("f5 d6 zz c3", "expected a move such as f5, got 'zz'", 1, 7),
        ("f5d6\r\n  c3 d3 x", "expected a move such as f5, got 'x'", 2, 9),
        ("f5d6\nc3 f5", "move 4: White cannot play f5: the square is taken by Black", 2, 4),
        ("f5 a1", "move 2: White cannot play a1: it turns over no disc", 1, 4),
        ("f5 i9", "move 2: expected a square from a1 to h8, got 'i9'", 1, 4),
        ("f5 PA", "move 2: White may not pass: there is a move at f4, d6, f6", 1, 4),
        ("f5 d6 c", "expected a move such as f5, got 'c'", 1, 7),
        ("1 f5", "expected a move such as f5, got '1'", 1, 1),
        (WIPE_OUT + " a1", "move 10: 'a1' is not legal: the game is over", 1, 20),
        (PASSING[:-2] + "--b4c5", "move 10: Black cannot play c5: it turns over no disc", 1, 21),
    ],
)
def test_an_error_names_the_place_and_the_reason(text, message, line, column):
    with pytest.raises(ParseError) as caught:
        transcript.read(text, source="game.txt")
    assert (caught.value.message, caught.value.line, caught.value.column) == (message, line, column)
    assert str(caught.value) == f"{message} (game.txt:{line}, column {column})"


def test_a_row_of_a_10x10_board_may_have_two_digits():
    start = Position.start(10)
    game = played(start, 100, random.Random(1))
    numbered = " ".join(f"{number}. {move}" for number, move in enumerate(game.moves, 1))
    assert any(move.endswith("10") for move in game.moves)
    assert transcript.read(numbered, start) == transcript.read(game.transcript, start) == game
    with pytest.raises(ParseError, match="move 1: Black cannot play a10: it turns over no disc"):
        transcript.read("a10", start)


def test_no_moves_are_a_game_that_has_not_begun():
    assert transcript.read(" \n") == Game()
    assert transcript.write(Game()) == ""


def test_the_canonical_form_is_lower_case_without_separators_and_passes():
    assert transcript.write(transcript.read("1. D3 C3 2. E6 D2 3. D1 E1 4. B2 C1 -- 5. A3")) == PASSING


def test_a_whole_game_reads():
    assert str(transcript.read(FULL).outcome) == "White wins 44–20"


def test_a_text_that_is_too_long_for_a_game_is_refused():
    with pytest.raises(ParseError, match="expected at most 100,000 characters, got 100,001"):
        transcript.read(" " * 100_001)


@pytest.mark.parametrize("text", ["ｆ５ｄ６ｃ３", "Ｆ５Ｄ６Ｃ３", "Ｆ５　d6 ｃ3", "F5D6C3", "f5D6c3", "P@f5 P@D6 p@c3"])
def test_letters_of_any_case_and_width_are_moves(text):
    assert transcript.read(text).moves == Game(moves=text).moves == ("f5", "d6", "c3")


@pytest.mark.parametrize("text", ["f٥", "ƒ5", "ａ"])
def test_letters_that_only_look_like_ascii_are_not_moves(text):
    with pytest.raises(ParseError):
        transcript.read(text)
