"""Anti-Othello by script: the same terminal, another goal."""

import re

import pytest

from outflank.formats import saved
from outflank.jit import INTERPRETED
from outflank.play import registry
from outflank.rules import AntiPosition, Game

MOVES = ["b1", "a1", "a2", "c1", "d1", "a3", "a4", "d2", "d3", "b4", "c4", "d4"]  # a whole game on 4×4 squares


@pytest.fixture
def play_anti(play):
    """`outflank play --game anti-othello` by script, on 4×4 squares."""
    return lambda lines, *arguments: play(lines, "--game", "anti-othello", "--size", "4", *arguments)


def test_a_whole_game_which_fewest_discs_win(play_anti, games):
    done = play_anti(MOVES, "--white", "human")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "Fewest discs win. Type a square to move, help for the commands."
    assert lines[1:7] == [
        "",
        "     a  b  c  d ",
        "  1  .  +  .  . ",
        "  2  +  O  X  . ",
        "  3  .  X  O  + ",
        "  4  .  .  +  . ",
    ]
    assert "    White leads: Black has 4 and White has 1; fewest discs win." in lines
    assert "Game over: Black wins 6–10." in lines
    assert f"Transcript: {''.join(MOVES)}" in lines
    (text,) = games()
    assert "% Game: anti-othello" in text
    assert "% Result: Black wins 6–10" in text
    record = saved.read(text)
    assert record.game == Game(AntiPosition.start(4), MOVES)
    assert record.players == ("human", "human")


def test_a_game_is_taken_back_left_and_gone_on_with_from_its_file(play_anti, play, games):
    done = play_anti([*MOVES[:4], "undo", "moves", "save half.txt", "quit"], "--white", "human", "--no-save")
    assert "Back to before c1." in done.out
    assert "\nb1a1a2\n" in done.out
    done = play([*MOVES[3:]], "--game", "anti-othello", "--start", "half.txt", "--white", "human")
    assert "Game over: Black wins 6–10." in done.out
    assert saved.read(games()[0]).game == Game(AntiPosition.start(4), MOVES)
    assert "Fewest discs win." in play(["quit"], "--start", "half.txt").out  # a saved game says what it is
    done = play(MOVES[3:], "--game", "othello", "--start", "half.txt", "--white", "human", "--no-save")
    assert "Game over: White wins 10–6." in done.out


def test_a_computer_plays_hints_and_is_explained(play_anti):
    done = play_anti(["hint", "b1", "why", "resign"], "--no-save")
    assert re.search(
        r"^max_n:depth=4 would play \w\d \(value [+-]\d+ on its own scale, depth 4\)\.$", done.out, re.MULTILINE
    )
    assert "White (max_n) played" in done.out
    assert "Game over: White wins: black resigned at" in done.out


def test_help_says_the_goal_and_how_to_go_on(play_anti):
    done = play_anti(["help", "quit"])
    assert "A player who cannot move passes. Fewest discs win." in done.out
    assert "continue with outflank play --start FILE" in done.out


@pytest.mark.parametrize("name", registry.names())
def test_every_player_plays_it_or_is_refused_in_one_line(play_anti, name, tmp_path):
    if name == "engine" and INTERPRETED:
        pytest.skip("takes long")
    bot = tmp_path / "first.py"
    bot.write_text("def choose(position):\n    return position.legal_moves[0]\n")
    options = {"deepening": ":depth=2", "engine": ":level=1", "bot": f":{bot}"}.get(name, "")
    done = play_anti([], "--black", "first", "--white", f"{name}{options}", "--quiet", "--no-save")
    if registry.entry(name).can_play(AntiPosition.start(4)):
        assert done.code == 0
        assert re.search(r"^Game over: (Black wins|White wins|draw) ", done.out, re.MULTILINE)
    else:
        assert (done.code, done.out) == (2, "")
        assert re.fullmatch(rf"outflank: player '{name}{options}': it plays [^\n]+\n", done.err)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--tribolo"], "--tribolo cannot be used with --game anti-othello"),
        (["--blue", "random"], "--blue cannot be used with --game anti-othello"),
        (["--level", "3"], "player 'engine:level=3': it plays Othello, not Anti-Othello"),
        (["--hint", "level2"], "player 'level2': it plays Othello, not Anti-Othello"),
    ],
)
def test_arguments_that_make_no_sense_are_refused_in_one_line(play, arguments, message):
    done = play([], "--game", "anti-othello", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1
