import io
import re

import pytest

from outflank.cli.boards import draw, standing
from outflank.cli.screen import Console, TerminalScreen
from outflank.formats import diagram
from outflank.rules import AntiPosition, Game, Position


def test_the_board_shows_legal_squares_the_last_move_and_what_it_turned_over():
    game = Game(Position.start(4), ["a2"])
    before = game.positions[0]
    assert draw(game.position, last="a2", turned=before.turned("a2")).plain.splitlines() == [
        "     a  b  c  d ",
        "  1  +  .  +  . ",
        "  2 [X](X) X  . ",
        "  3  +  X  O  . ",
        "  4  .  .  .  . ",
    ]


def test_ten_rows_stay_in_line():
    lines = draw(Position.start(10)).plain.splitlines()
    assert lines[0].split() == list("abcdefghij")
    assert {len(line) for line in lines} == {4 + 30}


def test_in_colour_discs_are_told_apart_by_colour_and_legal_squares_by_a_sign():
    text = draw(Position.start(4), colour=True)
    assert text.plain.count("●") == 4
    assert text.plain.count("+") == 4
    assert sorted(span.style for span in text.spans if "●" in text.plain[span.start : span.end]) == [
        "#000000 on #00875f",
        "#000000 on #00875f",
        "#ffffff on #00875f",
        "#ffffff on #00875f",
    ]


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_what_matters_on_the_board_has_a_contrast_of_at_least_3_to_1():
    game = Game(moves=["f5", "d6"])
    text = draw(game.position, last="d6", turned=game.positions[1].turned("d6"), colour=True)
    pairs = {
        tuple(re.findall("#[0-9a-f]{6}", str(span.style)))
        for span in text.spans
        if text.plain[span.start : span.end] not in (" ", "·")
    }
    assert len(pairs) == 4  # both discs, legal squares, marks
    for pair in pairs:
        dark, light = sorted(map(luminance, pair))
        assert (light + 0.05) / (dark + 0.05) >= 3


@pytest.mark.parametrize(
    ("options", "environment", "expected"),
    [
        ({"force_terminal": True, "color_system": "truecolor"}, {}, True),
        ({"force_terminal": True, "color_system": "truecolor"}, {"NO_COLOR": "1"}, False),
        ({"force_terminal": True}, {"TERM": "dumb"}, False),
        ({}, {}, False),
    ],
)
def test_colour_is_for_terminals_that_want_it(options, environment, expected, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    console = Console(file=io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), **options)
    assert console.shows_discs is expected


def test_a_terminal_without_unicode_gets_letters():
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    assert not Console(file=file, force_terminal=True, color_system="truecolor").shows_discs


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ("-" * 27 + "OX------XO" + "-" * 27, "Even at 2–2."),
        ("X" * 10 + "O" + "-" * 53, "Black leads by 9, 10–1."),
        ("O" * 3 + "X" + "-" * 60, "White leads by 2, 1–3."),
        ("X" * 64, ""),
    ],
)
def test_who_leads(board, sentence):
    assert standing(diagram.read(board)) == sentence


def test_where_fewer_discs_win_whoever_has_fewer_leads():
    assert (
        standing(AntiPosition.parse("X" * 10 + "O" + "-" * 53))
        == "White leads: Black has 10 and White has 1; fewest discs win."
    )
    assert standing(AntiPosition.start()) == "Even at 2–2."


def test_on_a_terminal_lines_are_broken_between_words_except_those_to_be_copied(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    file = io.StringIO()
    screen = TerminalScreen(Console(file=file, force_terminal=True, width=20))
    screen.say("a line of several words that is long")
    screen.say("f5d6c3d3c4f4f6f3e6e7", whole=True)
    screen.say("x" * 45, whole=True)
    assert file.getvalue().splitlines() == [
        "a line of several ",
        "words that is long",
        "f5d6c3d3c4f4f6f3e6e7",
        "x" * 45,
    ]


def test_what_is_said_is_not_taken_for_markup(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    file = io.StringIO()
    TerminalScreen(Console(file=file)).say("module:[bold].py:Bot")
    assert file.getvalue() == "module:[bold].py:Bot\n"


def test_through_a_pipe_the_prompt_is_out_before_the_answer_is_read(monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    seen = []

    class Input(io.StringIO):
        def readline(self, *arguments):
            seen.append(out.buffer.getvalue().decode())
            return super().readline(*arguments)

    monkeypatch.setattr("sys.stdin", Input("f5\n"))
    assert TerminalScreen(Console(file=out)).ask("Black (X) to move: ") == "f5"
    out.flush()
    assert seen == ["Black (X) to move: "]
    assert out.buffer.getvalue().decode() == "Black (X) to move: f5\n"
