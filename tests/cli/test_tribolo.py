"""Games of Tribolo by script."""

import re

import pytest

from outflank.cli.boards import draw, standing
from outflank.formats.files import read_record
from outflank.play import Setup, create, kind_of, play_game
from outflank.play.record import Record
from outflank.tribolo import BLUE, TriboloGame, TriboloPosition, saved

SMALL = "BRR./..../GB.. B"  # Blue plays d1, Red has no move, Green plays c3, and it is over
PEOPLE = ("--red", "human", "--green", "human")


@pytest.fixture
def play_three(play):
    """`outflank play --tribolo` by script."""
    return lambda lines, *arguments: play(lines, "--tribolo", *arguments)


def boards(out):
    return len(re.findall(r"^ +a  b  c ", out, re.MULTILINE))


def test_a_game_to_its_end_with_a_skip_the_scores_and_the_winner(play_three, games):
    done = play_three(["d1", "c3"], "--start", SMALL, *PEOPLE)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "Most cells win. Type a cell to move, help for the commands.",
        "",
        "     a  b  c  d ",
        "  1  B  R  R  + ",
        "  2  .  .  .  . ",
        "  3  G  B  .  . ",
        "    -> Blue (B) 2      Red (R) 2      Green (G) 1",
        "Blue (B) to move: d1",
        "Red (human) has no move and is skipped.",
        "",
        "     a  b  c  d ",
        "  1  B (B)(B)[B]",
        "  2  .  .  .  . ",
        "  3  G  B  +  . ",
        "       Blue (B) 5      Red (R) 0   -> Green (G) 1",
        "Green (G) to move: c3",
        "",
        "     a  b  c  d ",
        "  1  B  B  B  B ",
        "  2  .  .  .  . ",
        "  3  G (G)[G] . ",
        "       Blue (B) 4      Red (R) 0      Green (G) 3",
        "Game over: Blue wins 4–0–3.",
        "Transcript: d1 c3",
        *(line for line in done.out.splitlines() if line.startswith("Saved: ")),
    ]
    (text,) = games()
    assert saved.read(text).game == TriboloGame(TriboloPosition.parse(SMALL), ["d1", "c3"])
    assert saved.read(text).players == ("human", "human", "human")


def test_legal_cells_are_shown_to_people_alone_until_they_hide_them(play_three):
    done = play_three(["legal", "legal", "quit"], "--start", SMALL, "--no-save")
    before, shown, hidden = done.out.split("  1  B  R  R  ")[1:]
    assert [part[0] for part in (before, shown, hidden)] == ["+", ".", "+"]
    done = play_three(["d1", "quit"], "--start", SMALL, "--no-save")
    assert "  3  G  B  . " in done.out.rpartition("is skipped.")[2]  # Green is a computer


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("a1", "Blue cannot play a1: it already owns the cell"),
        ("b1", "Blue cannot play b1: the cell is red's"),
        ("c3", "Blue cannot play c3: no run of another"),
        ("e1", "expected a cell from a1 to d3, got 'e1'"),
        ("d1 c3", "expected a cell from a1 to d3, got 'd1 c3'"),
        ("resign", "expected a cell from a1 to d3, got 'resign'"),
    ],
)
def test_an_illegal_move_says_why_and_changes_nothing(play_three, typed, reason):
    done = play_three([typed, "moves", "quit"], "--start", SMALL)
    assert f"Invalid move, try again: {reason}" in done.out
    assert "No move has been played." in done.out
    assert boards(done.out) == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("undo", "you have no move to take back"),
        ("redo", "there is no move to redo"),
        ("new x", "expected a board number, got 'x'"),
        ("new -1", "expected a board number"),
        ("new 1 2", "'new 1 2' has the wrong number of words"),
        ("red level2", "player 'level2': it plays Othello, not Tribolo"),
        ("green", "unknown player ''"),
    ],
)
def test_what_cannot_be_done_is_said(play_three, line, reason):
    assert f"Not possible: {reason}" in play_three([line, "quit"], "--start", SMALL).out


BLUE_BEGINS = next(number for number in range(100) if TriboloPosition.start(number).turn is BLUE)
MOVE = TriboloPosition.start(BLUE_BEGINS).legal_moves[0]


def test_restart_is_the_same_board_and_new_another(play_three, games):
    done = play_three([MOVE, "restart", "restart", MOVE, "new 7", "quit"], "--seed", BLUE_BEGINS)
    assert "The same game from its start." in done.out
    assert "A new game, on board 7." in done.out
    kept = [saved.read(text).game for text in games()]
    assert [game.start for game in kept[:2]] == [TriboloPosition.start(BLUE_BEGINS)] * 2
    assert kept[0] == kept[1]
    drawn = play_three(["new", "quit"], "--seed", "1", "--no-save").out
    assert re.search(r"A new game, on board \d+\.", drawn)


def test_hint_and_why(play_three):
    done = play_three(["hint", "d1", "quit"], "--start", SMALL, "--no-save")
    assert re.search(r"^tribolo would play d1 \(value [+-]\d+ on its own scale, depth \d\)\.$", done.out, re.MULTILINE)
    done = play_three([MOVE, "why", "quit"], "--seed", BLUE_BEGINS, "--no-save")
    assert "Green (tribolo) played" in done.out
    done = play_three(["hint", "quit"], "--start", SMALL, "--hint", "tribolo:max_n,depth=2", "--no-save")
    assert "tribolo:max_n,depth=2 would play d1 (value" in done.out


def test_three_computers_play_by_themselves(play_three):
    arguments = ("--blue", "tribolo:depth=1", "--green", "random", "--seed", "4", "--quiet", "--no-save")
    done = play_three([], *arguments)
    assert done.code == 0
    assert boards(done.out) == 1
    assert re.search(r"^Game over: (Blue|Red|Green) wins \d+–\d+–\d+\.$", done.out, re.MULTILINE)
    strip = re.compile(r" in \d+\.\d\d s")
    assert strip.sub("", play_three([], *arguments).out) == strip.sub("", done.out)


@pytest.mark.usefixtures("bots")
def test_a_forfeit_is_said_and_saved(play_three, games):
    done = play_three(["d1"], "--start", SMALL, "--green", "module:bots.py:raises")
    assert done.code == 1
    assert "Green (module:bots.py:raises) forfeits the game: crash: ValueError" in done.out
    assert "% Result: green forfeited (crash)" in games()[0]


@pytest.mark.slow
def test_a_game_saved_midway_and_loaded_goes_on_identically(play_three, home):
    whole = play_game(TriboloPosition.start(5), tuple(create("tribolo") for _ in range(3)))
    half = TriboloGame(whole.game.start, whole.game.moves[:60])
    (home / "half.txt").write_text(saved.write(Record.of(half)), encoding="utf-8")
    done = play_three([], "--start", "half.txt", "--blue", "tribolo", "--quiet", "--save", "rest.txt")
    assert done.code == 0
    game = saved.read((home / "rest.txt").read_text(encoding="utf-8")).game
    assert game == TriboloGame(whole.game.start, whole.game.moves)


def test_a_loaded_game_can_be_undone(play_three, home):
    done = play_three(["save g.txt", "d1", "quit"], "--start", SMALL, *PEOPLE, "--no-save")
    done = play_three(["undo", "quit"], "--start", f"{SMALL} d1", *PEOPLE, "--no-save")
    assert "Back to before d1." in done.out
    assert read_record(str(home / "g.txt"), kind_of("tribolo")).game == TriboloGame(TriboloPosition.parse(SMALL))


# --- whom the computers ally against ----------------------------------------------------------------------------------


TELLS = """
class Tells:
    def __init__(self, person: str = "nobody"):
        print(f"the person is {person}")

    def choose(self, position, time_left=None):
        raise ValueError
"""


def test_the_computers_are_told_who_the_person_is_if_there_is_one(play_three, home):
    (home / "tells.py").write_text(TELLS, encoding="utf-8")
    lines = ["green human", "blue random", "quit"]  # of two people neither, then Green alone
    done = play_three(lines, "--start", SMALL, "--no-save", "--red", "module:tells.py:Tells")
    assert re.findall("the person is (.*)", done.out) == ["blue", "nobody", "green"]


def test_the_terminals_own_board_is_read_with_its_marks_and_whose_turn_it_is():
    game = kind_of("tribolo").new_game(kind_of("tribolo").start(Setup(seed=3)))
    for _ in range(20):
        move = game.position.legal_moves[0]
        game.push(move)
        text = draw(game.position, last=move, turned=[0, 17]).plain
        assert "+" in text
        for shown in text, text.strip():
            assert TriboloPosition.parse(shown).cells == game.position.cells
        shown = f"{text}    {standing(game.position)}\n"
        assert TriboloPosition.parse(shown) == game.position
        assert read_record(shown, kind_of("tribolo")).game.position == game.position


# --- the board --------------------------------------------------------------------------------------------------------


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_in_colour_the_letters_stay_and_have_a_contrast_of_at_least_4_to_1():
    position = TriboloPosition.parse("BRG#..B/RG.B#R. B")
    text = draw(position, last="a1", turned={1}, colour=True)
    plain = draw(position, last="a1", turned={1})
    assert text.plain == plain.plain.replace(".", "·")
    assert not plain.spans
    styles = {str(span.style) for span in text.spans}
    assert len(styles) == 6  # three colours, walls, empty and legal cells
    for style in styles:
        dark, light = sorted(map(luminance, re.findall("#[0-9a-f]{6}", style)))
        assert (light + 0.05) / (dark + 0.05) >= 4


def test_sixteen_columns_fit_on_a_terminal():
    lines = draw(TriboloPosition.start(1)).plain.splitlines()
    assert lines[0].split() == list("abcdefghijklmnop")
    assert {len(line) for line in lines} == {4 + 48}
    assert len(lines) == 12


# --- arguments --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--tribolo", "--white", "level2"], "--white cannot be used with --tribolo"),
        (["--tribolo", "--size", "8"], "--size cannot be used with --tribolo"),
        (["--tribolo", "--mirrored"], "--mirrored cannot be used with --tribolo"),
        (["--green", "tribolo"], "--green cannot be used with --game othello"),
        (["--tribolo", "--red", "level2"], "player 'level2': it plays Othello, not Tribolo"),
        (["--tribolo", "--red", ""], "unknown player ''"),
        (["--white", "tribolo"], "player 'tribolo': it plays Tribolo, not Othello"),
        (["--tribolo", "--hint", "lookahead"], "player 'lookahead': it plays Othello, not Tribolo"),
        (["--tribolo", "--start", "none.txt"], "got 'none.txt'"),
        (["--tribolo", "--start", f"{SMALL} d1 d1"], "move 2: Green cannot play d1: the cell is blue's"),
    ],
)
def test_arguments_that_make_no_sense_are_refused_in_one_line(outflank, arguments, message):
    done = outflank("play", *arguments)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(("seed", "before"), [(1, 0), (2, 1), (3, 2)])
def test_undo_before_the_persons_first_move_changes_nothing_and_says_so(play, seed, before):
    """None, one or two computers move first; their moves are no turn of the person's to go back to."""
    done = play(["undo", "quit"], "--tribolo", "--seed", str(seed), "--no-save")
    assert done.out.count("(tribolo) plays") == before
    assert done.out.count("Not possible: you have no move to take back.\n") == 1
    assert done.out.count("Blue (B) to move: ") == 2, "the same turn is asked for again"
