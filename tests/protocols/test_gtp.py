import pytest

from outflank.play import TimeLeft
from outflank.play.limit import Limit
from outflank.protocols.gtp import Gtp
from outflank.protocols.lines import Unreadable
from outflank.rules import WHITE, Game, Position
from tests.protocols.fake import Conversation, value


@pytest.fixture
def talk():
    return Conversation(Gtp)


def one(lines):
    """The only answer, without the empty line after it."""
    (answer,) = lines
    assert answer.endswith("\n")
    assert "\n\n" not in answer
    return answer[:-1]


def played(talk, transcript):
    for number, move in enumerate(Game(moves=transcript).moves):
        assert one(talk(f"play {'bw'[number % 2]} {move}")) == "="


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("protocol_version", "= 2"),
        ("7 protocol_version", "=7 2"),
        ("name", "= Outflank"),
        ("version", "= 1.2"),
        ("known_command genmove", "= true"),
        ("known_command gemnove", "= false"),
        ("known_command", "= false"),
        ("\t12\tname # with a comment", "=12 Outflank"),
        ("na\x01me\r", "= Outflank"),
        ("list_games", "= Othello"),
        ("set_game Othello", "="),
        ("set_game Go", "? unsupported game"),
        ("13 tsume", "?13 unknown command"),
        ("7", "?7 unknown command"),
        ("boardsize 6", "="),
        ("boardsize 7", "? unacceptable size"),
        ("boardsize many", "? boardsize not an integer"),
        ("komi 6.5", "="),
        ("komi", "? komi not a float"),
        ("play b f5", "="),
        ("play black F5", "="),
        ("play B a1", "? illegal move"),
        ("play w f4", "? illegal move"),
        ("play b pass", "? illegal move"),
        ("play b k9", "? invalid color or coordinate"),
        ("play red f5", "? invalid color or coordinate"),
        ("play b", "? invalid color or coordinate"),
        ("genmove", "? invalid color"),
        ("genmove w", "? wrong color: it is black's turn"),
        ("undo", "? cannot undo"),
        ("set_level 1.5", "? expected a level, a whole number"),
        ("level hard", "? expected a level, a whole number"),
        ("time_settings 1 2", "? expected main time, byo-yomi time and byo-yomi stones"),
        ("time_left b x 0", "? expected a color, a time and a number of stones"),
        ("final_score", "? cannot score: the game is not over"),
        ("gogui-rules_game_id", "= Othello"),
        ("gogui-rules_board_size", "= 8"),
        ("gogui-rules_side_to_move", "= black"),
        ("gogui-rules_legal_moves", "= D3 C4 F5 E6"),
        ("gogui-rules_final_result", "="),
        ("gogui-interrupt", "="),
        ("7 PROTOCOL_VERSION", "=7 2"),
        ("Known_Command GENMOVE", "= true"),
        ("PLAY B F5", "="),
        ("play b P@f5", "="),
        ("play b p@F5", "="),
        ("play b P@a1", "? illegal move"),
        ("play b P@", "? invalid color or coordinate"),
    ],
)
def test_commands(talk, line, answer):
    assert one(talk(line)) == answer


@pytest.mark.parametrize("line", ["", "   ", "\t", "# nothing", "  # nothing", "# interrupt", "\x07"])
def test_empty_lines_and_comments_have_no_answer(talk, line):
    assert talk(line) == []


def test_a_line_that_is_no_text_is_an_error(talk):
    talk.dialogue.refuse("expected text")
    assert talk.lines == ["? expected text\n"]


def test_every_listed_command_is_known(talk):
    for name in one(talk("list_commands"))[2:].split("\n"):
        assert one(talk(f"known_command {name}")) == "= true"


def test_a_move_is_chosen_and_played(talk):
    assert talk("5 genmove b") == []
    assert talk.thinker.last.position == Position.start()
    assert talk.found(value("f5", 1)) == ["=5 F5\n"]
    assert talk.dialogue.game.moves == ("f5",)


def test_a_registered_move_is_not_played(talk):
    talk("reg_genmove b")
    assert talk.found(value("f5", 1)) == ["= F5\n"]
    assert talk.dialogue.game.moves == ()


def test_commands_wait_for_a_search_and_keep_their_order(talk):
    assert talk("1 genmove b", "2 showboard", "3 genmove w", "4 name") == []
    answers = talk.found(value("f5", 1))
    assert [answer.split()[0] for answer in answers] == ["=1", "=2"]
    assert [answer.split()[0] for answer in talk.found(value("d6", 1))] == ["=3", "=4"]


def test_too_many_commands_are_refused_while_a_search_runs(talk):
    talk("genmove b")
    talk(*["name"] * 1001)
    answers = talk.found(value("f5", 1))
    assert answers == [
        "= F5\n",
        *["= Outflank\n"] * 1000,
        "? expected at most 1,000 commands to wait for a search, got more\n",
    ]


def test_quit_ends_a_search_whose_answer_comes_first(talk):
    assert talk("1 genmove b", "2 quit") == []
    assert talk.thinker.last.is_stopped
    assert talk.found(value("f5", 1)) == ["=1 F5\n", "=2\n"]
    assert talk.dialogue.is_over


def test_interrupt_ends_a_search_and_nothing_else(talk):
    talk("1 genmove b", "2 name", "# interrupt")
    assert talk.thinker.last.is_stopped
    assert talk.found(value("f5", 1)) == ["=1 F5\n", "=2 Outflank\n"]


def test_a_search_that_fails_is_an_error(talk):
    talk("8 genmove b", "9 name")
    talk.thinker.last.fail("no memory")
    assert talk.lines == ["?8 no memory\n", "=9 Outflank\n"]


def test_undo_takes_one_move_back(talk):
    played(talk, "f5d6")
    assert one(talk("undo")) == "="
    assert talk.dialogue.game.moves == ("f5",)


@pytest.fixture
def passing(talk):
    """A conversation at a point of a real game at which a side must pass."""
    game = Game()
    import random

    generator = random.Random(5)
    while not game.position.must_pass:
        if game.is_over:
            game = Game()
        game.push(generator.choice(game.position.legal_moves))
    for position, move in zip(game.positions, game.moves, strict=False):
        assert one(talk(f"play {position.turn} {move}")) == "="
    return talk


def test_a_pass_may_be_played(passing):
    side = passing.dialogue.game.position.turn
    assert one(passing(f"play {side} PASS")) == "="
    assert passing.dialogue.game.moves[-1] == "pass"


def test_a_pass_is_the_move_where_there_is_no_other(passing):
    assert one(passing(f"genmove {passing.dialogue.game.position.turn}")) == "= PASS"
    assert passing.dialogue.game.moves[-1] == "pass"


def test_a_pass_may_be_left_out_and_is_undone_with_the_move_after_it(passing):
    before = passing.dialogue.game.moves
    other = passing.dialogue.game.position.turn.opponent
    passing(f"genmove {other}")
    move = passing.thinker.last.position.legal_moves[0]
    assert one(passing.found(value(move, 1))) == f"= {move.upper()}"
    assert passing.dialogue.game.moves == (*before, "pass", move)
    assert one(passing("undo")) == "="
    assert passing.dialogue.game.moves == before
    assert one(passing(f"play {other} {move}")) == "="
    assert passing.dialogue.game.moves == (*before, "pass", move)


def test_an_illegal_move_after_a_pass_that_was_left_out_changes_nothing(passing):
    before = passing.dialogue.game.moves
    other = passing.dialogue.game.position.turn.opponent
    assert one(passing(f"play {other} d4")) == "? illegal move"
    assert passing.dialogue.game.moves == before


def wiped_out(talk):
    """The shortest game: Black takes all discs by his fifth move."""
    played(talk, "e6f4e3f6g5d6e7f5c5")
    assert talk.dialogue.game.is_over


def test_a_finished_game_has_a_score_and_only_passes(talk):
    wiped_out(talk)
    assert one(talk("final_score")) == "= B+64"
    assert one(talk("gogui-rules_final_result")) == "= B+64"
    assert one(talk("gogui-rules_legal_moves")) == "="
    assert one(talk("genmove w")) == "= PASS"
    assert one(talk("play b pass")) == "="
    assert one(talk("play w f8")) == "? illegal move"
    assert [one(talk("undo")) for _ in range(3)] == ["="] * 3
    assert not talk.dialogue.game.is_over


def test_boards_are_drawn(talk):
    talk("play b f5")
    assert one(talk("showboard")).split("\n")[1:] == str(talk.dialogue.game.position).split("\n")
    rows = one(talk("gogui-rules_board"))[2:].split("\n")
    assert rows[3] == ". . . X X X . ."  # the fourth from the top is the fifth, which has f5


def test_the_values_of_moves_are_shown(talk):
    talk("outflank-values")
    assert talk.found(value("f5", 1), value("d3", -0.5), value("c4", None)) == ["= F5 +1 D3 -0.5\n"]


@pytest.mark.parametrize(("number", "level"), [("60", 30), ("31", 30), ("30", 30), ("1", 1), ("0", 1)])
@pytest.mark.parametrize("command", ["set_level", "level"])
def test_a_level_of_another_engine_is_the_nearest_of_ours(talk, command, number, level):
    assert one(talk(f"{command} {number}")) == "="
    assert talk.dialogue.limit == Limit.at_level(level)


@pytest.mark.parametrize("bad", ["loadsgf nowhere.sgf", "play b a1", "play b z9", "boardsize 7", "set_game Go"])
def test_what_fails_says_so_and_leaves_the_board_as_it_was(talk, bad):
    played(talk, "f5d6")
    assert one(talk(bad)).startswith("? ")
    talk("genmove b")
    assert talk.thinker.last.position == Game(moves="f5d6").position


def test_a_line_that_cannot_be_read_fails_under_its_number_in_its_turn(talk):
    talk("1 genmove b")
    talk.dialogue.hear_unreadable(Unreadable("2 loadsgf xxx", "too long"))
    talk.dialogue.hear_unreadable(Unreadable("# xxx", "too long"))
    assert talk.lines == []
    assert talk.found(value("f5", 1)) == ["=1 F5\n", "?2 too long\n"]


def test_a_level_is_set(talk):
    talk("set_level 5", "genmove b")
    assert talk.thinker.last.asked["play"] == Limit.at_level(5)


def time_of(talk, *lines):
    talk(*lines, "genmove b")
    return talk.thinker.last.asked["time_left"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((), None),
        (("time_settings 0 0 0",), None),
        (("time_settings 60 5 0",), None),
        (("time_settings 300 0 0",), TimeLeft(300)),
        (("time_settings 0 5 1",), TimeLeft(5, per_move=True)),
        (("time_settings 300 10 2",), TimeLeft(300, 5)),
        (("time_settings 300 5 1", "time_left b 12.5 0"), TimeLeft(12.5, 5)),
        (("time_settings 300 5 1", "time_left b 2 0"), TimeLeft(2, 5)),
        (("time_settings 300 50 10", "time_left b 12 4"), TimeLeft(3, per_move=True)),
        (("time_settings 300 0 0", "time_left w 12 0"), TimeLeft(300)),
        (("time_left b -3 0",), TimeLeft(0)),
    ],
)
def test_clocks(talk, lines, expected):
    assert time_of(talk, *lines) == expected


def test_the_time_of_a_move_is_booked_unless_the_controller_tells(talk):
    time_of(talk, "time_settings 10 5 1")
    talk.found(value("f5", 1), seconds=4)
    talk("play w d6", "genmove b")
    assert talk.thinker.last.asked["time_left"] == TimeLeft(6, 5)
    talk.found(value("c3", 1), seconds=4)
    talk("play w d3", "genmove b")
    assert talk.thinker.last.asked["time_left"] == TimeLeft(5, per_move=True)
    talk.found(value("c4", 1), seconds=4)
    assert time_of(talk, "clear_board") == TimeLeft(10, 5)


def test_a_file_is_loaded_up_to_a_move(talk, tmp_path):
    path = tmp_path / "a game.sgf"
    Game(moves="f5d6c3").save(path)
    assert one(talk(f"loadsgf {path}")) == "="
    assert talk.dialogue.game.moves == ("f5", "d6", "c3")
    assert one(talk(f"loadsgf {path} 3")) == "="
    assert talk.dialogue.game.moves == ("f5", "d6")
    assert talk.dialogue.game.position.turn is not WHITE
    assert one(talk(f"loadsgf {path} 99")) == "="
    assert one(talk("undo")) == "="
    assert talk.dialogue.game.moves == ("f5", "d6")


@pytest.mark.parametrize("argument", ["", "nowhere.sgf", "."])
def test_a_file_that_cannot_be_loaded_is_an_error(talk, argument):
    answer = one(talk(f"loadsgf {argument}"))
    assert answer.startswith("? cannot load file: ")
    assert answer.count("cannot load file") == 1


def test_thinking_on_the_opponents_time_ends_with_the_next_line():
    talk = Conversation(Gtp, ponders=True)
    talk("genmove b")
    chosen = talk.thinker.last
    chosen.finish(value("f5", 1))
    pondering = talk.thinker.last
    assert pondering is not chosen
    assert pondering.position == Position.start().play("f5")
    assert not pondering.is_stopped
    talk("name")
    assert pondering.is_dropped
