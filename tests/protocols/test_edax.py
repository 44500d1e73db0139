import pytest

from outflank.play import TimeLeft
from outflank.play.limit import Limit
from outflank.protocols.edax import Edax
from outflank.protocols.lines import Unreadable
from outflank.rules import Game, Position
from tests.guis.games import finished_game
from tests.protocols.fake import Conversation, value

ENDING = "OOOOOOOOOOOOOOOOOXOOOOXXOOXOOXXXOOOXXXXOOOOOOXXXO-OO-XX---O----- X"


@pytest.fixture
def talk():
    return Conversation(Edax)


def rows(lines):
    """The lines of a table, without its frame."""
    assert lines[0].split("|")[0].strip() == "depth"
    return [line.split() for line in lines[2:] if not line.startswith("---")]


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("", []),
        ("# a comment", []),
        ("version", ["Outflank 1.2"]),
        ("f5", ["You play F5"]),
        ("F5", ["You play F5"]),
        ("init", []),
        ("play f5d6 c3", []),
        ("castle now", ["Unknown command/parameter: 'castle now'"]),
        ("a1", ["Black cannot play a1: it turns over no disc"]),
        ("ps", ["Black may not pass: there is a move at d3, c4, f5, e6"]),
        ("undo", ["there is no move to take back"]),
        ("redo", ["there is no move to redo"]),
        ("level", ["expected level to be a whole number, got ''"]),
        ("level -1", ["expected level to be a whole number, got '-1'"]),
        ("depth deep", ["expected depth to be a whole number, got 'deep'"]),
        ("F5 D6", ["You play F5", "You play D6"]),
        ("f5d6", ["You play F5", "You play D6"]),
        ("F5D6 c3", ["You play F5", "You play D6", "You play C3"]),
        ("f5 a1", ["White cannot play a1: it turns over no disc"]),
        ("f5 d6 then", ["Unknown command/parameter: 'f5 d6 then'"]),
        ("f5z9", ["Unknown command/parameter: 'f5z9'"]),
        ("P@f5", ["You play F5"]),
        ("play P@f5 p@d6", []),
        ("PLAY F5D6", []),
        ("STOP", []),
        ("mode 4", ["expected mode from 0 to 3, got '4'"]),
        ("hint 0", ["expected hint from 1 to 60, got '0'"]),
        ("move-time soon", ["expected a time such as 5, 0.5 or 1:30, got 'soon'"]),
        ("ponder maybe", ["expected ponder to be on or off, got 'maybe'"]),
        ("setboard XO", ["expected 16 or 36 or 64 or 100 cells, got 2: 'XO'"]),
        ("setboard " + "-" * 16 + " X", ["expected a board of 64 cells, got 16"]),
        ("solve nowhere.obf", ["there is no file 'nowhere.obf'"]),
        ("stop", []),
    ],
)
def test_commands(talk, line, answers):
    assert talk(line) == answers


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("F5 D6", "f5d6"),
        ("f5d6c3", "f5d6c3"),
        ("PLAY F5D6", "f5d6"),
        ("play f5 d6 c3 ", "f5d6c3"),
        ("f5 a1", ""),
        ("f5d6z9", ""),
        ("play f5d6a1", ""),
        ("play f5 d6 then", ""),
    ],
)
def test_moves_in_a_row_are_all_played_or_none(talk, line, moves):
    talk(line)
    assert talk.dialogue.game.transcript == moves


def test_forced_passes_may_be_left_out_of_moves_in_a_row(talk):
    game = finished_game(1)
    assert "pass" in game.moves
    talk(" ".join(move.upper() for move in game.moves if move != "pass"))
    assert talk.dialogue.game.moves == game.moves


@pytest.mark.parametrize(("number", "level"), [("60", 30), ("21", 21), ("0", 1)])
def test_a_level_of_edax_is_the_nearest_of_ours(talk, number, level):
    assert talk(f"level {number}", "l 61", f"LEVEL {number}") == []
    assert talk.dialogue.limit == Limit.at_level(level)


def test_a_depth_beyond_all_is_the_deepest(talk):
    assert talk("depth 61", "depth 99") == []
    assert talk.dialogue.limit == Limit.at_depth(60)


@pytest.mark.parametrize("command", ["go", "hint 1", "analyze", "f5", "play f5", "undo", "redo"])
def test_after_a_board_that_cannot_be_set_there_is_no_position(talk, command):
    talk("play f5d6c3", "setboard XO")
    (answer,) = talk(command)
    assert answer.startswith("there is no position: expected 16 or 36 or 64")
    assert not talk.dialogue.is_busy
    assert talk(f"setboard {Position.start()}", "go") == []
    assert talk.thinker.last.position == Position.start()


def test_a_board_that_is_too_long_a_line_is_one_that_cannot_be_set(talk):
    talk.dialogue.hear_unreadable(Unreadable("SETBOARD " + "-" * 190, "too long"))
    assert talk("go") == ["there is no position: too long"]
    assert talk("new", "go") == []


def test_without_a_position_no_side_takes_its_turn(talk):
    talk("mode 1", "setboard XO")  # Black's search ends meanwhile
    talk.thinker.last.finish(value("f5", 1))
    talk("mode 2")
    assert not talk.dialogue.is_busy


def test_moves_are_made_and_taken_back(talk):
    talk("play f5d6c3", "undo", "undo", "redo")
    assert talk.dialogue.game.moves == ("f5", "d6")
    talk("new")
    assert talk.dialogue.game.moves == ()


def test_a_board_is_set(talk):
    talk(f"setboard {ENDING}")
    assert talk.dialogue.game.position == Position.parse(ENDING)


@pytest.mark.parametrize(("name", "said"), [("Outflank", "Outflank plays D6"), ("Edax", "Edax plays D6")])
def test_go_plays_a_move(name, said):
    talk = Conversation(Edax, name=name)
    talk("f5", "go")
    assert talk.found(value("d6", 1)) == [said]
    assert talk.dialogue.game.moves == ("f5", "d6")


@pytest.mark.parametrize("command", ["go", "hint"])
def test_after_the_end_of_a_game_there_is_nothing_to_search(talk, command):
    assert talk(f"setboard {'X' * 64} X", command) == ["*** Game Over ***"]


@pytest.mark.parametrize(
    ("mode", "moves", "plays"), [(0, "", False), (0, "f5", True), (1, "", True), (1, "f5", False), (3, "", False)]
)
def test_modes(talk, mode, moves, plays):
    talk(f"play {moves}", f"mode {mode}")
    assert talk.dialogue.is_busy is plays


def test_it_plays_both_sides_until_stopped(talk):
    talk("mode 2")
    assert talk.found(value("f5", 1)) == ["Outflank plays F5"]
    assert talk.dialogue.is_busy
    talk("stop")
    assert talk.found(value("d6", 1)) == ["Outflank plays D6"]
    assert not talk.dialogue.is_busy


def test_against_a_person_a_move_is_taken_back_with_the_answer_to_it(talk):
    talk("mode 0", "f5")
    talk.found(value("d6", 1))
    talk("undo")
    assert talk.dialogue.game.moves == ()


def test_hints_are_a_table(talk):
    talk("f5", "depth 12")
    table = talk("hint 2")
    assert talk.thinker.last.asked == {"limit": Limit(12), "top": 2}
    talk.thinker.last.tell(value("f4", -3, 11, selectivity=73), value("d6", 2, 11), nodes=1000, seconds=0.5)
    assert rows(table + talk.lines[2:]) == [
        ["11", "+02", "0:00.500", "1000", "2000", "d6"],
        ["11@73%", "-03", "0:00.500", "1000", "2000", "f4"],
    ]


@pytest.mark.parametrize(
    ("line", "limit", "left"),
    [
        ("level 7", Limit.at_level(7), None),
        ("depth 9", Limit.at_depth(9), None),
        ("time 0.5", Limit(seconds=0.5), None),
        ("move-time 1:30", Limit(seconds=90), None),
        ("game-time 5:00", Limit(), TimeLeft(300)),
    ],
)
def test_how_strong_it_plays(talk, line, limit, left):
    talk(line, "go")
    assert talk.thinker.last.asked == {"play": limit, "time_left": left}


def test_the_time_of_a_game_runs_down(talk):
    talk("game-time 60", "go")
    talk.found(value("f5", 1), seconds=15)
    talk("d6", "go")
    assert talk.thinker.last.asked["time_left"] == TimeLeft(45)


def test_commands_wait_for_a_search(talk):
    talk("go", "version", "d6")
    assert talk.found(value("f5", 1)) == ["Outflank plays F5", "Outflank 1.2", "You play D6"]


@pytest.mark.parametrize("line", ["quit", "q", "exit"])
def test_quit_ends_a_search(talk, line):
    talk("mode 2", line)
    assert talk.thinker.last.is_stopped
    talk.found(value("f5", 1))
    assert talk.dialogue.is_over


def test_a_game_is_analyzed_from_its_end(talk):
    table = talk("play f5d6c3", "analyze 2")
    lines = table + talk.found(value("c3", 1), value("f4", 0))
    lines += talk.found(value("f4", 1), value("d6", -1))
    assert [row[1:2] + row[-1:] for row in rows(lines)] == [["+01", "C3"], ["+01", "f4"], ["-01", "d6"]]
    assert len(talk.thinker.thoughts) == 2


def test_stop_ends_an_analysis_with_all_that_follows(talk):
    talk("play f5d6c3", "analyze", "stop")
    talk.found(value("c3", 1))
    assert not talk.dialogue.is_busy


def test_positions_of_a_file_are_solved(talk, tmp_path):
    path = tmp_path / "two.obf"
    path.write_text(f"{ENDING}; D8:+30;\nrubbish\n{ENDING}; D8:+32;\n{'X' * 64} X;\n")
    (error, *table) = talk(f"solve {path}")
    assert error.endswith("two.obf:2)") or "two.obf" in error
    for _ in range(2):
        assert talk.thinker.last.asked["limit"] == Limit(exact=True)
        table += talk.found(value("d8", 30, 10, kind="exact"), lower=30, upper=30, nodes=500, seconds=0.5)
    *table, summary = table
    assert len(rows(table)) == 2
    assert summary == "2 positions solved: 1000 nodes in 0:01.000; 1 differ from the file"


def test_boards_are_drawn_if_it_is_to_say_much(talk):
    said = "\n".join(talk("verbose 1", "f5"))
    assert str(Game(moves="f5").position) in said


def test_it_ponders_when_asked(talk):
    talk("go")
    talk.found(value("f5", 1))
    assert talk.thinker.last.is_over
    talk("ponder on", "d6", "go")
    talk.found(value("c3", 1))
    pondering = talk.thinker.last
    assert not pondering.is_over
    talk("ponder off")
    assert pondering.is_dropped
    talk("undo", "go")
    talk.found(value("c3", 1))
    assert talk.thinker.last.is_over


def test_a_line_that_is_no_text_is_named(talk):
    talk.dialogue.refuse("expected text")
    assert talk.lines == ["expected text"]
