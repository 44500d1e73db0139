import pytest
from hypothesis import given

from outflank.errors import ParseError
from outflank.formats import diagram, saved, text, transcript
from outflank.play.record import Record
from outflank.rules import PASS, Game, Position
from tests.formats.games import FULL, PASSING, games

START = "---------------------------OX------XO--------------------------- X"


@given(games().filter(lambda game: sum(move != PASS for move in game.moves) > 1))
def test_a_board_and_moves_are_found_among_other_words(game):
    reading = text.read(f"I was Black here!\n{game.start}\n\nWe played {' '.join(game.moves)}, what a game (33-31)")
    moves = game.moves[:-1] if game.moves[-1:] == (PASS,) else game.moves
    assert (reading.game, reading.format) == (Game(game.start, moves), "text")


@given(games())
def test_a_saved_game_is_accepted(game):
    reading = text.read(saved.write(Record.of(game, ("level3", "b4"))))
    assert (reading.game, reading.format, reading.record.player(1)) == (game, "saved", "b4")


@given(games(sizes=[8], from_anywhere=False))
def test_a_text_is_read_as_its_own_format_reads_it(game):
    if game.transcript:
        reading = text.read(transcript.write(game))
        assert (reading.game, reading.format) == (transcript.read(transcript.write(game)), "transcript")
    reading = text.read(diagram.write(game.position))
    assert (reading.game, reading.format) == (Game(game.position), "board")


@pytest.mark.parametrize(
    ("pasted", "format_", "noun", "is_usual", "n_moves"),
    [
        (FULL, "transcript", "a transcript", True, 60),
        ("F5", "transcript", "a transcript", True, 1),
        (PASSING, "transcript", "a transcript", True, 9),
        (START, "board", "a board", False, 0),
        (f"{START}; f5d6", "board", "a board", False, 2),
        ("XXXX XXXX XXXX XXX- O", "board", "a board", False, 0),
        ("\ufeff1.f5 {good} d6 2.c3?! 1-0", "text", "", True, 3),
        ("He passed (pass) and lost 10-54: f5, d6; c3", "text", "", True, 3),
        (f"Look:\n{START}", "text", "", True, 0),
        (f"{START}; F5:+2;", "obf", "a test position", True, 0),
        (f"% Outflank game\n% Black: a\n% White: b\n{START}\nf5", "saved", "a saved game", True, 1),
        (f"(;GM[Othello]BO[8 {START.replace('X', '*')}]B[F5/0.1/3]W[d6];)", "ggf", "a game in GGF", True, 2),
    ],
)
def test_the_reading_says_what_was_understood(pasted, format_, noun, is_usual, n_moves):
    reading = text.read(pasted)
    assert (reading.format, reading.noun, reading.is_usual) == (format_, noun, is_usual)
    assert sum(move != PASS for move in reading.game.moves) == n_moves


@pytest.mark.parametrize(
    ("pasted", "message"),
    [
        ("", "expected a board or moves, got nothing"),
        ("hello there", "expected a board or moves, got 'hello there'"),
        ("My game: a1 d6\nc3", "move 1: Black cannot play a1: it turns over no disc (line 1, column 10)"),
        ("c9 d6", "move 1: expected a square from a1 to h8, got 'c9' (line 1, column 1)"),
        (f"Look: {START[1:]} and play", "expected 64 cells, got 63"),
        ("f5 " * 40_000, "expected at most 100,000 characters, got 120,000"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_the_place(pasted, message):
    with pytest.raises(ParseError) as caught:
        text.read(pasted)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("pasted", "moves", "stopped"),
    [
        ("My game: f5 d6\nc3 a1 d3", 3, "move 4: White cannot play a1: it turns over no disc (line 2, column 4)"),
        ("My game: f5d6c9", 2, "move 3: expected a square from a1 to h8, got 'c9' (line 1, column 14)"),
        ("f5 d6 c3 c3", 3, "move 4: White cannot play c3: the square is taken by Black (line 1, column 10)"),
        ("f5 d6 c3", 3, ""),
    ],
)
def test_a_game_is_read_up_to_a_move_that_is_not_legal(pasted, moves, stopped):
    """Once, one such move refused the whole game."""
    reading = text.read(pasted)
    assert (reading.game.moves, reading.stopped) == (("f5", "d6", "c3")[:moves], stopped)


def test_the_board_decides_which_words_are_moves():
    reading = text.read(f"ten by ten\n{Position.start(10)}\n1. e4 and f4; see p1, v2")
    assert reading.game.moves == ("e4",)  # f4 stands alone among words


GGF = "(;GM[Othello]PB[Anna]PW[Ben]TY[8]BO[8 {}---O*------*O---{} *]{};)".format("-" * 24, "-" * 24, "{}")


@pytest.mark.parametrize(
    ("content", "moves"),
    [
        (GGF.format("B[f5//1]W[d6//2]B[c3]W[a1//3]B[d3]"), "f5 d6 c3"),
        ("(;GM[2]FF[4]PB[Anna]PW[Ben]C[a (b\\] ;];B[f5];W[d6];B[c3];W[a1];B[c4])", "f5 d6 c3"),
        ("(;GM[2]FF[4]PB[Anna]PW[Ben];B[f5];W[d6]\n(;B[c3];W[d3])(;B[a1];W[c4]))", "f5 d6 c3 d3"),
        ('[Black "Anna"]\n[White "Ben"]\n\n1. f5 d6 2. c3 a1 3. d3', "f5 d6 c3"),
    ],
)
def test_a_game_of_another_program_is_read_up_to_a_move_that_is_not_legal(content, moves):
    reading = text.read(content)
    assert " ".join(reading.game.moves) == moves
    assert reading.record.players[:2] == ("Anna", "Ben")
    assert "cannot play a1" in reading.stopped


@pytest.mark.parametrize("content", ["(;GM[2];B[a1];W[d6])", GGF.format("B[a1]W[d6]"), "(;GM[2];B[f5];W[d6"])
def test_a_game_of_another_program_without_a_legal_move_or_with_another_mistake_is_refused(content):
    with pytest.raises(ParseError):
        text.read(content)
