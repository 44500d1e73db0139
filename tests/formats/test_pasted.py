"""Text as people paste it: words beside a game are never moves, and a game may stand in it in many ways."""

import warnings
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import formats
from outflank.errors import OutflankError, ParseError
from outflank.formats import mirrored, streams, text
from outflank.formats.files import read_record
from outflank.rules import PASS, Game, Position
from outflank.rules.kinds import OTHELLO
from tests.formats.games import FULL, games

FFO40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
MIRRORED_FULL = (
    "c5e6f5c4d3f6e3c6d6e7b4b3b6a3b5a4d7c7a5a6d8c3f4f7e8f8g8g4g6g5"
    "h4h5h6d2h3e2e1f1g1f2f3g2c2c1h1g3d1h2b1b2a1a2a7b7a8g7h8h7c8b8"
)
NOT_MIRRORED = (
    "f5d6c5f4e3c6d3f6e6d7g4g3g6h3g5h4e7f7h5h6e8f3c4c7d8c8b8b4b6b5"
    "a4a5a6e2a3d2d1c1b1c2c3b2f2f1a1b3e1a2g1g2h1h2h7g7h8b7a8a7f8g8"
)


def transcript_of(content):
    (record,) = formats.read(content)
    return "".join(move for move in record.tree.moves if move != PASS)


# --- words are never moves -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "comment",
    [
        *("% FFO 40: A2 +38", "%A2", "# A2", "// A2 wins", "; A2 was best", ";A2 wins", "(A2)", "{A2 +38}", "[A2]"),
        *(
            "-- A2 +38 was found",
            "— A2 was best",
            "best: A2 +38",
            "FFO 40: A2 +38",
            "A2 +38",
            "A2 is best",
            "a2:+38, b1:+36",
        ),
    ],
)
def test_words_behind_a_board_are_not_moves(comment):
    (record,) = formats.read(f"{FFO40} {comment}")
    assert record.tree.moves == ()
    assert record.tree.root.position == Position.parse(FFO40)


@pytest.mark.parametrize(
    "comment",
    [
        *(
            "; f4 was best",
            ";f4 was best",
            "% f4",
            "# f4",
            "// f4",
            "(f4 was best)",
            "{f4}",
            "{f4\n e3}",
            "[f4]",
            "((f4) e3)",
        ),
        *("-- f4 was best", "- f4 was best", "— f4 was best", "f4 was best", "but f4 was best", "better than f5d6c3d3"),
        *("; f4 e3 was best", "and then e3f4 was bad", "(33-31)", "https://example.org/f4d3", "White (Bo) is at f4"),
    ],
)
def test_words_behind_a_transcript_are_not_moves(comment):
    assert transcript_of(f"f5d6c5 {comment}") == "f5d6c5"


def test_words_with_squares_that_are_left_out_are_named():
    (record,) = formats.read("f5d6c5 ; f4 was best")
    assert [str(note) for note in record.notes] == ["ignored words that are not moves of the game: 'f4 was best'"]


WORDS = st.lists(
    st.sampled_from(
        [
            "well",
            "played",
            "White",
            "the",
            "corner",
            "was",
            "lost",
            "f4",
            "A2",
            "40-24",
            "good",
            "move",
            "対局",
            "100",
            "!",
        ]
    ),
    max_size=6,
).map(" the ".join)  # two squares in a row would be moves
SIGNS = st.sampled_from(["%", "#", "//", ";"])


@given(games(sizes=[8], from_anywhere=False).filter(lambda game: len(game.transcript) > 3), WORDS, WORDS, SIGNS)
def test_prose_around_a_transcript_never_changes_its_moves(game, before, behind, sign):
    moves = game.transcript
    assert transcript_of(f"{moves} {sign} {behind}") == moves
    assert transcript_of(f"{moves}\n{sign} {behind} indeed") == moves
    assert transcript_of(f"My game, {before} indeed: {moves}") == moves
    assert transcript_of(f"{moves} ({behind})") == moves
    assert transcript_of(f"{{{before}}} {moves}") == moves
    numbered = " ".join(f"{n}. {move}" for n, move in enumerate(_in_pairs(moves), 1))
    assert transcript_of(f"{numbered} {{{behind}}}") == moves


def _in_pairs(moves):
    return [f"{moves[at : at + 2]} {moves[at + 2 : at + 4]}".strip() for at in range(0, len(moves), 4)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("f5 d6 d33", "expected a move such as f5, got 'd33' (line 1, column 7)"),
        ("f5d6zz", "expected a move such as f5, got 'zz' (line 1, column 5)"),
        ("f5 d6 c", "expected a move such as f5, got 'c' (line 1, column 7)"),
        (f"{FFO40[:-1]}Z", "expected a move such as f5, got 'Z' (line 1, column 66)"),
    ],
)
def test_a_damaged_move_is_refused_and_not_taken_for_a_word(content, message):
    with pytest.raises(ParseError) as caught:
        formats.read(content)
    assert str(caught.value) == message


# --- a game in many ways -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        *("f5d6c3d3", "F5D6C3D3", "f5D6c3D3", "F5 D6 C3 D3", "f5-d6-c3-d3", "f5,d6,c3,d3", "f5 → d6 → c3 → d3"),
        *("ｆ５ｄ６ｃ３ｄ３", "Ｆ５Ｄ６Ｃ３Ｄ３", "ｆ５　ｄ６　ｃ３　ｄ３", "1．ｆ５　ｄ６　２．ｃ３　ｄ３"),
        *("1. f5 d6 2. c3 d3", "1.f5 2.d6 3.c3 4.d3", "1) f5 2) d6 3) c3 4) d3", "1 f5 2 d6 3 c3 4 d3"),
        *(
            "P@f5 P@d6 P@c3 P@d3",
            "1. P@f5 P@d6 2. P@c3 P@d3",
            "f5d6\nc3d3",
            "My game: f5d6c3d3!",
            "1. f5 d6\nGood.\n2. c3 d3",
        ),
        *("「f5d6c3d3」", "f5! d6? c3!? d3", "f5d6c3d3 33-31", "f5 d6 c3 d3 1-0"),
    ],
)
def test_every_way_gives_the_same_moves_to_every_reader(content, tmp_path):
    assert transcript_of(content) == "f5d6c3d3"
    assert text.read(content).game.transcript == "f5d6c3d3"
    assert read_record(content, OTHELLO).game.transcript == "f5d6c3d3"
    (tmp_path / "game.txt").write_text(content, encoding="utf-8")
    with (tmp_path / "game.txt").open("rb") as file:
        assert [found.record.game.transcript for found in streams.read(file, "game.txt")] == ["f5d6c3d3"]
    assert Game.load(tmp_path / "game.txt").transcript == "f5d6c3d3"


@pytest.mark.parametrize(
    ("content", "players", "result"),
    [
        ("Ann 35-29 Bob f5d6c3", ("Ann", "Bob"), "Black wins by 6"),
        ("Ann 29-35 Bob: f5 d6 c3", ("Ann", "Bob"), "White wins by 6"),
        ("Ann Lee 32–32 Bob f5d6c3", ("Ann Lee", "Bob"), "draw"),
        ("Ann - Bob 35-29 f5d6c3", ("Ann", "Bob"), "Black wins by 6"),
        ("Ann vs. Bob: f5d6c3", ("Ann", "Bob"), ""),
        ("Ann, Bob, 35-29, f5d6c3", ("Ann", "Bob"), "Black wins by 6"),
        ("f5d6c3 Ann 35-29 Bob", ("Ann", "Bob"), "Black wins by 6"),
        ("Ann 35-29 Bob\nf5d6c3", ("Ann", "Bob"), "Black wins by 6"),
        ("山田 35-29 佐藤 f5d6c3", ("山田", "佐藤"), "Black wins by 6"),
        ("I lost - badly: f5d6c3", (), ""),
    ],
)
def test_names_and_a_result_beside_the_moves_are_kept(content, players, result):
    (record,) = formats.read(content)
    assert (record.game.transcript, record.players, record.result) == ("f5d6c3", players, result)


def test_a_stated_score_that_the_moves_contradict_is_told():
    (record,) = formats.read(f"Ann 35-29 Bob {FULL}")
    assert record.players == ("Ann", "Bob")
    assert [str(note) for note in record.notes] == ["the text says 35–29, but the moves lead to 20–44"]
    assert formats.read(f"Ann 20-44 Bob {FULL}")[0].notes == ()


def test_several_games_one_a_line_are_several():
    reading = text.read("Round 1\nAnn 35-29 Bob f5d6c3\nCid 30-34 Dan f5f6e6\n\nEve 40-24 Flo d3c3c4")
    records = [reading.record, *reading.more]
    assert [record.game.transcript for record in records] == ["f5d6c3", "f5f6e6", "d3c3c4"]
    assert [record.players for record in records] == [("Ann", "Bob"), ("Cid", "Dan"), ("Eve", "Flo")]


def test_several_games_of_which_one_is_wrong_are_those_that_are_right():
    reading = text.read("f5d6c3\nf5f6e6\nf5a1\nd3c3")
    assert [each.game.transcript for each in (reading.record, *reading.more)] == ["f5d6c3", "f5f6e6", "d3c3"]


@pytest.mark.parametrize("content", [f"{FFO40}\n{FFO40.replace(' X', ' O')}", f"f5d6\n{FFO40}"])
def test_boards_and_games_in_lines_of_their_own_are_several(content):
    assert len(formats.read(content)) == 2


# --- the mirrored start --------------------------------------------------------------------------------------------


def test_a_game_from_the_mirrored_start_is_turned_and_said_to_be():
    (record,) = formats.read(MIRRORED_FULL)
    assert record.game.transcript == NOT_MIRRORED
    assert record.game.is_over
    assert [str(note) for note in record.notes] == [
        "mirrored left to right, because c5 is a first move from the mirrored start"
    ]


@given(games(sizes=[8], from_anywhere=False).filter(lambda game: game.transcript != ""))
def test_every_game_from_the_mirrored_start_is_turned_into_its_image(game):
    columns = str.maketrans("abcdefgh", "hgfedcba")
    (record,) = formats.read(game.transcript.translate(columns))
    assert transcript_of(game.transcript.translate(columns)) == game.transcript
    assert mirrored.was_turned(record)
    assert record.position == game.position or game.moves[-1] == PASS


def test_an_illegal_move_of_a_mirrored_game_is_named_as_it_stands_in_the_text():
    with pytest.raises(ParseError, match=r"move 3: Black cannot play a1: .*, in a game from the mirrored start"):
        formats.read("c5e6a1")


def test_a_mirrored_start_that_is_given_as_a_board_stays():
    board = "---------------------------XO------OX--------------------------- X"
    (record,) = formats.read(f"{board} c5e6")
    assert record.tree.root.position == Position.start(mirrored=True)
    assert (record.tree.moves, record.notes) == (("c5", "e6"), ())


def test_python_warns_that_a_game_was_turned():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert Game.load("c5e6").transcript == "f5d6"
    assert "mirrored left to right" in str(caught[0].message)


# --- damaged text --------------------------------------------------------------------------------------------------


@given(st.text(st.sampled_from("abcdefgh12345678.-|;:%#{}() \nXO●○ｆ５"), max_size=200))
def test_any_text_gives_games_or_one_line(content):
    with suppress(OutflankError):
        reading = text.read(content)
        assert reading.noun.isprintable()
        assert all(note.isprintable() for note in reading.notes)


# --- signs ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "signs"),
    [
        ("f5f6e6f4g6?", {"g6": "?"}),
        ("f5 f6! e6 f4 g6? d6", {"f6": "!", "g6": "?"}),
        ("1.f5 f6 2.e6?! f4 3.g6 ??", {"e6": "?!", "g6": "??"}),
        ("Ann - Bob: f5 d6 c3?", {"c3": "?"}),
        ("c5e6!f6", {"d6": "!"}),  # from the mirrored start
        ("What comes after f5d6c3?", {}),
        ("What about f5d6?c3d3 here", {"d6": "?"}),
        ("f5d6???c3", {}),
    ],
)
def test_signs_belong_to_the_move_before_them(content, signs):
    (record,) = formats.read(content)
    assert {node.move: node.sign for node in record.tree.root.walk() if node.sign} == signs
