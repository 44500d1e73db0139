"""The lines sent to engines, and the meaning of their answers."""

import pytest

from outflank.errors import ProgramError
from outflank.play import TimeLeft, create
from outflank.protocols.hosts.hosted import found, number
from outflank.protocols.hosts.line import Line
from outflank.rules import Game, Position
from tests.protocols.fakes import fake

START = Position.start()
OTHER = Position.parse("XO" + "-" * 60 + "XO X")


@pytest.fixture
def hosted():
    """Make a hosted player, and a list of its input."""
    made = []

    def make(name):
        player = create(name)
        told, say = [], player.say
        player.say = lambda text: (told.append(text), say(text))
        made.append(player)
        return player, told

    yield make
    for player in made:
        player.close()


def without_numbers(told):
    return [text.partition(" ")[2] for text in told]


def test_gtp_gets_only_new_moves(hosted):
    player, told = hosted(f"gtp:{fake('gtp')}")
    game = Game(moves="f5d6")
    player.follow(game.start, game.moves)
    game.push(player.choose(game.position).move)
    assert without_numbers(told) == [
        "list_commands",
        "name",
        "version",
        "set_game Othello",
        "boardsize 8",
        "clear_board",
        "play black F5",
        "play white D6",
        "genmove black",
    ]
    told.clear()
    game.push(game.position.legal_moves[0])
    player.choose(game.position)
    assert without_numbers(told) == [f"play white {game.moves[-1].upper()}", "genmove black"]
    told.clear()
    player.choose(Game(moves="c4").position)
    assert without_numbers(told) == ["clear_board", "play black C4", "genmove white"]


def test_gtp_gets_passes(hosted):
    passing = Game(
        moves=["e6", "f6", "c4", "c5", "c6", "d6", "g7", "f4", "g4", "g6", "e7", "h8", "h6", "g5", "g8", "f8"]
    )
    passing.push("pass")
    player, told = hosted(f"gtp:{fake('gtp')}")
    player.follow(passing.start, passing.moves)
    player.choose(passing.position)
    assert without_numbers(told)[-3:-1] == ["play white F8", "play black PASS"]


def test_gtp_gets_the_time_in_whole_seconds_and_its_settings_once_a_game(hosted):
    player, told = hosted(f"gtp:{fake('gtp')}")
    first = player.choose(START, TimeLeft(300.9, 5)).move
    assert without_numbers(told)[-3:-1] == ["time_settings 300 5 1", "time_left black 300 0"]
    told.clear()
    game = Game(moves="d3" if first == "f5" else "f5")
    game.push(player.choose(game.position, TimeLeft(300)).move)
    player.choose(game.position.play(game.position.legal_moves[0]), TimeLeft(200))
    assert "time_settings 300 0 0" in without_numbers(told)
    assert sum(text.startswith("time_settings") for text in without_numbers(told)) == 1
    told.clear()
    player.choose(START, TimeLeft(5.5, per_move=True))
    assert without_numbers(told)[1:3] == ["time_settings 0 5 1", "time_left black 5 1"]


def test_gtp_is_set_to_a_level_if_it_has_levels(hosted):
    player, told = hosted(f"gtp:level=4,command={fake('gtp', 'level')}")
    player.choose(START)
    assert "set_level 4" in without_numbers(told)
    player, _ = hosted(f"gtp:level=4,command={fake('gtp')}")
    with pytest.raises(ProgramError, match=r"^has no command to set a level$"):
        player.choose(START)


def test_gtp_that_resigns_does_not_move(hosted):
    player, _ = hosted(f"gtp:{fake('gtp', 'resigns')}")
    with pytest.raises(ProgramError, match=r"^resigns, which is not a move$"):
        player.choose(START)


def test_gtp_that_takes_no_boards_says_so(hosted):
    player, _ = hosted(f"gtp:{fake('gtp')}")
    with pytest.raises(ProgramError, match=r"^plays only from the usual start: no loadsgf or "):
        player.choose(OTHER)
    player, told = hosted(f"gtp:{fake('gtp', 'load')}")
    assert player.choose(OTHER).move in OTHER.legal_moves
    assert without_numbers(told)[-2].startswith("loadsgf ")


def test_nboard_gets_only_new_moves(hosted):
    player, told = hosted(f"nboard:depth=3,command={fake('nboard')}")
    game = Game(moves="f5d6")
    player.follow(game.start, game.moves)
    game.push(player.choose(game.position).move)
    assert told[:3] == ["nboard 2", "set depth 3", "ping 1"]
    assert told[3].startswith("set game (;GM[Othello]")
    assert told[3].endswith("B[F5]W[D6];)")
    assert told[4:] == ["ping 2", "go"]
    told.clear()
    game.push(game.position.legal_moves[0])
    player.choose(game.position)
    assert told == [f"move {move.upper()}" for move in game.moves[2:]] + ["ping 3", "go"]


@pytest.mark.parametrize(
    ("left", "clock"),
    [(TimeLeft(300), "5:00/0:00"), (TimeLeft(61.9, 2), "1:01/0:02"), (TimeLeft(5, per_move=True), "0:05/0:05")],
)
def test_nboard_gets_the_time_with_the_game(hosted, left, clock):
    player, told = hosted(f"nboard:{fake('nboard')}")
    player.choose(START, left)
    assert f"TI[{clock}]TB[{clock}]TW[{clock}]" in told[2]


def test_nboard_books_the_increment_for_each_earlier_move(hosted):
    """An engine that counts its increments would otherwise use them all for its next move."""
    player, told = hosted(f"nboard:{fake('nboard')}")
    game = Game(moves="f5d6")
    player.follow(game.start, game.moves)
    player.choose(game.position, TimeLeft(7, 2))
    assert "TB[0:07/0:02]" in told[2]
    assert told[2].endswith("B[F5//2]W[D6//2];)")


def test_nboard_says_depth_line_and_nodes(hosted):
    player, _ = hosted(f"nboard:{fake('nboard')}")
    answer = player.choose(START.play("f5"))
    assert (answer.value, answer.depth, answer.chosen.kind, answer.nodes) == (-3, 7, "heuristic", 1234)
    assert len(answer.pv) == 2


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (["=== F5"], (None, 0, 100, "heuristic")),
        (["=== f5 64.00 0.1"], (64, 0, 100, "heuristic")),
        (["=== F5//0.1"], (None, 0, 100, "heuristic")),
        (["search F5d6C3 -2.5 0 14", "=== F5"], (-2.5, 14, 100, "heuristic")),
        (["search F5 -2.5 0 14 x", "=== F5/1/0"], (1, 14, 100, "heuristic")),
        (["search d3 9 0 14", "=== F5"], (None, 0, 100, "heuristic")),
        (["search F5 6 0 100% proved", "=== F5"], (6, 60, 100, "exact")),
        (["search F5 1 0 100%W", "=== F5"], (1, 60, 100, "wld")),
        (["search F5 6 0 73%", "=== F5"], (6, 0, 73, "heuristic")),
        (["book F5 1.5 20000 12", "=== F5"], (1.5, 12, 100, "book")),
        (["nodestats x", "search", "book F5", "set myname x", "=== F5/nan/0"], (None, 0, 100, "heuristic")),
    ],
)
def test_what_nboard_engines_say_is_understood(hosted, said, expected):
    player, _ = hosted(f"nboard:{fake('nboard')}")
    lines = iter(["pong 1", "pong 2", *said])
    player.hear = lambda: next(lines)
    answer = player.choose(START)
    found = answer.chosen
    assert answer.move == "f5"
    assert (found.value, found.depth, found.selectivity, found.kind) == expected


def test_edax_gets_its_share_of_the_time_unless_it_has_a_level(hosted):
    player, told = hosted(f"edax:{fake('edax')}")
    answer = player.choose(START, TimeLeft(10, per_move=True))
    assert told == ["mode 3", "move-time 9.00", f"setboard {START.board_string}", "go"]
    assert (answer.value, answer.depth, answer.selectivity, len(answer.pv)) == (0, 12, 73, 2)
    player, told = hosted(f"edax:level=5,command={fake('edax')}")
    player.choose(START, TimeLeft(10))
    assert told == ["mode 3", "level 5", f"setboard {START.board_string}", "go"]


@pytest.mark.parametrize(
    ("row", "value", "depth"),
    [
        ("   5   +04        0:00.003           799     266333 d3 C3 c4", 4, 5),
        ("21@73%  -00        0:00.123    1234567    266333 d3 C3", 0, 21),
        ("  60 >-12   d3", -12, 60),
        ("book    -2                                          d3 e3 F6 d3", -2, 0),
        ("   5   +04        0:00.003           799     266333 c4 C3", None, 0),
        (" " * 990 + "x", None, 0),
    ],
)
def test_rows_of_edax_are_understood(hosted, row, value, depth):
    player, _ = hosted(f"edax:{fake('edax')}")
    lines = iter([row, "", ">Edax plays D3"])
    player.hear = lambda: next(lines)
    answer = player.choose(START)
    assert (answer.move, answer.value, answer.depth) == ("d3", value, depth)


def test_egaroucid_gets_the_time_left_unless_it_has_a_level(hosted):
    player, told = hosted(f"egaroucid:{fake('egaroucid')}")
    assert player._program[-2:] == ["-quiet", "-showvalue"]
    player.choose(START, TimeLeft(99.5))
    assert told == ["version", f"setboard {START.board_string}", "settime X 99", "go"]
    told.clear()
    player.choose(START.play("f5"), TimeLeft(5, per_move=True))
    assert told[1] == "settime O 4"
    player, told = hosted(f"egaroucid:level=9,command={fake('egaroucid')} -q")
    assert player._program[-3:] == ["-q", "-l", "9"]
    player.choose(START, TimeLeft(99.5))
    assert told == ["version", f"setboard {START.board_string}", "go"]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        (f"gtp:{fake('gtp')}", "time"),
        (f"gtp:level=2,command={fake('gtp', 'level')}", "time"),
        (f"nboard:{fake('nboard')}", "TB["),
        (f"nboard:depth=2,command={fake('nboard')}", "TB["),
        (f"edax:{fake('edax')}", "move-time"),
        (f"edax:level=2,command={fake('edax')}", "move-time"),
        (f"egaroucid:{fake('egaroucid')}", "settime"),
    ],
)
def test_a_time_that_is_no_clock_is_not_handed_on_nor_where_a_level_is_set(hosted, name, word):
    player, told = hosted(name)
    player.choose(START, TimeLeft(60, per_move=True, is_ceiling=True))
    assert word not in " ".join(told)
    player.choose(START, TimeLeft(60))
    assert (word in " ".join(told)) is not ("level=" in name or "depth=" in name)


def test_illegal_moves_of_an_answer_are_dropped():
    assert found(START, "F5", value=2, pv="F5d6 zz C3").pv == ("f5", "d6", "c3")
    assert found(START, "f5", pv="f5a1d6").pv == ("f5",)
    assert found(START, "f5", pv="d3c3").pv == ()
    assert found(START, "a1", value=2).moves == ()
    assert [number(text) for text in ("+2", "-1.50", " 64 ", "", "nan", "1e5", "x")] == [2, -1.5, 64, *[None] * 4]


def test_the_moves_between_two_positions_are_found():
    game = Game(moves="f5d6c3d3c4f4")
    line = Line.of(START, ("f5", "d6"))
    assert line.to(game.position).moves == game.moves
    assert line.to(line.position) == line
    assert line.to(START) is None
    assert Line.of(START).to(game.position) is None, "too far"
    assert line.begins(Line.of(START, game.moves))
    assert not Line.of(START, game.moves).begins(line)
