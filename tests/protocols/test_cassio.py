import re

import pytest

from outflank.play.limit import Limit
from outflank.protocols.cassio import Cassio
from outflank.protocols.lines import Unreadable
from outflank.rules import Game, Position
from tests.protocols.fake import Conversation, value

START = Position.start().board_string.replace(" ", "")
ENDING = "OOOOOOOOOOOOOOOOOXOOOOXXOOXOOXXXOOOXXXXOOOOOOXXXO-OO-XX---O-----X"
SEARCH = f"ENGINE-PROTOCOL midgame-search {START} -64.00 64.00 12 73"


@pytest.fixture
def talk():
    return Conversation(Cassio)


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("ENGINE-PROTOCOL init", ["ready."]),
        ("ENGINE-PROTOCOL get-version", ["version: Outflank 1.2", "ready."]),
        ("ENGINE-PROTOCOL new-position", ["ready."]),
        ("ENGINE-PROTOCOL stop", ["ready."]),
        ("ENGINE-PROTOCOL get-search-infos", ["node 0, time 0.000"]),
        ("", ["ok."]),
        ("ENGINE-PROTOCOL quit", ["bye bye."]),
        ("ENGINE-PROTOCOL castle", ["ERROR: unknown command 'castle'", "ready."]),
        ("ENGINE-PROTOCOL", ["ERROR: unknown command ''", "ready."]),
        ("uci", ["ERROR: expected ENGINE-PROTOCOL, got 'uci'"]),
    ],
)
def test_commands(talk, line, answers):
    assert talk(line) == answers


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("midgame-search", "expected 64 cells and the side to move, got ''"),
        ("midgame-search XO -64 64 12 73", "expected 64 cells and the side to move, got 'XO'"),
        (f"midgame-search {START} -64 64 12", "expected a position, alpha, beta, depth, precision, got 3 numbers"),
        (f"midgame-search {START} a 64 12 73", "expected alpha to be a score, got 'a'"),
        (f"midgame-search {START} -64 999 12 73", "expected beta to be a score, got '999'"),
        (f"midgame-search {START} 2 1 12 73", "expected alpha to be at most beta, got 2 and 1"),
        (f"midgame-search {START} -64 64 deep 73", "expected depth to be a whole number, got 'deep'"),
        (f"endgame-search {START} -64 64", "expected a position, alpha, beta, precision, got 2 numbers"),
        (f"endgame-search {START[:-1]}? -64 64 100", "expected a cell (X, O or -), got '?' (column 65)"),
    ],
)
def test_bad_searches_are_refused(talk, arguments, reason):
    assert talk(f"ENGINE-PROTOCOL {arguments}") == [f"ERROR: {arguments.split()[0]}: {reason}", "ready."]


def test_a_search_is_reported_line_by_line(talk):
    assert talk(SEARCH) == []
    assert talk.thinker.last.position == Position.start()
    assert talk.thinker.last.asked["limit"] == Limit(12, confidence=73)
    found = value("d3", -1, 12, selectivity=73)
    talk.thinker.last.tell(value("f5", 2, 9, selectivity=73), nodes=7, seconds=0.25)
    talk.thinker.last.tell(found, nodes=9, seconds=0.5)
    assert talk.lines == [
        f"{START}, move F5, depth 9, @73%, B+2.00 <= v <= B+2.00, F5, node 7, time 0.250",
        f"{START}, move D3, depth 12, @73%, B-1.00 <= v <= B-1.00, D3, node 9, time 0.500",
    ]
    assert talk.found(found, nodes=9, seconds=0.5) == ["ready."]


@pytest.mark.parametrize(
    ("window", "known", "bounds"),
    [
        ("-64 64", {"lower": 2, "upper": 64}, None),
        ("-64 64", {"lower": -64, "upper": 10}, None),
        ("-64 64", {"lower": 4, "upper": 4}, "B+4.00 <= v <= B+4.00"),
        ("-1 1", {"lower": 2, "upper": 64}, "B+2.00 <= v <= B+64.00"),
        ("-1 1", {"lower": -64, "upper": -2}, "B-64.00 <= v <= B-2.00"),
        ("-1 1", {"lower": -64, "upper": 0}, None),
        ("2 4", {"lower": 0, "upper": 2}, "B+0.00 <= v <= B+2.00"),
        ("2 4", {"lower": 4, "upper": 8}, "B+4.00 <= v <= B+8.00"),
        ("2 6", {"lower": 4, "upper": 6}, None),
        ("3 3", {"lower": 4, "upper": 64}, "B+4.00 <= v <= B+64.00"),
    ],
)
def test_bounds_that_leave_the_window_open_are_not_said(talk, window, known, bounds):
    """Cassio reports an error for a result that overlaps the window that it asked for."""
    talk(f"ENGINE-PROTOCOL endgame-search {ENDING} {window} 100")
    talk.thinker.last.tell(value("d8", known["lower"], 10, kind="exact", bound="lower"), **known)
    assert [line.split(", ")[4] for line in talk.lines] == ([bounds] if bounds else [])
    exact = {"lower": 4, "upper": 4}
    *result, ready = talk.found(value("d8", 4, 10, kind="exact"), **exact)
    assert ready == "ready."
    assert [line.split(", ")[4] for line in result] == (["B+4.00 <= v <= B+4.00"] if known != exact else [])


@pytest.mark.parametrize("bound", ["lower", "upper"])
def test_nor_are_those_of_a_search_of_some_plies(talk, bound):
    talk(SEARCH)
    talk.thinker.last.tell(value("f5", 2, 12, selectivity=73, bound=bound))
    assert talk.lines == []
    (result, _) = talk.found(value("f5", 2, 12, selectivity=73, bound=bound))
    assert "depth 0, @100%, B-64.00 <= v <= B+64.00" in result  # as if nothing were known


def test_what_it_is_fed_has_no_answer(talk):
    fed = f"ENGINE-PROTOCOL  feed-hash {START} -2.00 2.00 20 100 F5"
    assert talk(fed, fed, "ENGINE-PROTOCOL feed-hash", "ENGINE-PROTOCOL Feed-Hash rubbish") == []
    talk.dialogue.hear_unreadable(Unreadable("ENGINE-PROTOCOL feed-hash " + "X" * 150, "too long"))
    assert talk.lines == []
    assert talk(SEARCH, fed) == []
    assert [line[-6:] for line in talk.found(value("f5", 1, 12))] == [" 0.000", "ready."]


@pytest.mark.parametrize("line", ["ENGINE-PROTOCOL STOP", "engine-protocol stop", "ENGINE-PROTOCOL Stop "])
def test_commands_may_be_in_capitals_or_not(talk, line):
    assert talk(line, line.replace("STOP", "INIT")) == ["ready."] * 2
    talk(SEARCH.replace("midgame-search", "MIDGAME-SEARCH"))
    assert talk(line) == []
    assert talk.thinker.last.is_stopped


@pytest.mark.parametrize("bad", [f"{START[:-1]}? -64 64 100", "XO -64 64 100"])
def test_after_an_unreadable_position_nothing_is_said_about_the_last_one(talk, bad):
    talk(SEARCH)
    talk.found(value("f5", 1, 12))
    answers = talk(f"ENGINE-PROTOCOL endgame-search {bad}")
    assert [answer.split(":")[0] for answer in answers] == ["ERROR", "ready."]
    assert len(talk.thinker.thoughts) == 1


def test_a_search_that_cannot_be_read_is_an_error_in_its_turn(talk):
    talk(SEARCH)
    talk.dialogue.hear_unreadable(Unreadable("ENGINE-PROTOCOL midgame-search " + "X" * 150, "too long"))
    assert talk.lines == []
    assert talk.found(value("f5", 1, 12))[1:] == ["ready.", "ERROR: too long", "ready."]


def test_moves_of_white_are_in_small_letters(talk):
    position = Game(moves="f5").position
    talk(f"ENGINE-PROTOCOL midgame-search {position.cells}O -64 64 2 73")
    talk.thinker.last.tell(value("d6", 1.0, 2))
    assert ", move d6, depth 2, @100%, W+1.00 <= v <= W+1.00, d6, " in talk.lines[0]


def test_the_side_to_move_may_stand_apart(talk):
    talk(f"ENGINE-PROTOCOL endgame-search {ENDING[:-1]} {ENDING[-1]} -64 64 100%")
    assert talk.thinker.last.position == Position.parse(f"{ENDING[:-1]} X")


@pytest.mark.parametrize(
    ("command", "limit"),
    [
        (f"midgame-search {ENDING} -64 64 6 100", Limit(6, confidence=100)),
        (f"midgame-search {ENDING} -64 64 0 100", Limit(1, confidence=100)),
        (f"midgame-search {ENDING} -64 64 60 100", Limit(exact=True)),
        (f"midgame-search {ENDING} -64 64 60 87", Limit(confidence=87)),
        (f"endgame-search {ENDING} -64 64 100", Limit(exact=True)),
        (f"endgame-search {ENDING} -1 1 100", Limit(wld=True)),
        (f"endgame-search {ENDING} 3 4 100", Limit(exact=True)),
        (f"endgame-search {ENDING} -64 64 95", Limit(confidence=95)),
    ],
)
def test_how_far_a_search_goes(talk, command, limit):
    talk(f"ENGINE-PROTOCOL {command}")
    assert talk.thinker.last.asked["limit"] == limit


def test_bounds_of_the_outcome_are_reported(talk):
    talk(f"ENGINE-PROTOCOL endgame-search {ENDING} -1 1 100")
    known = talk.found(value("d8", 2, 10, kind="wld", bound="lower"), lower=2, upper=64)
    assert "@100%, B+2.00 <= v <= B+64.00, D8," in known[0]


def test_a_finished_game_has_a_value_and_no_move(talk):
    assert talk(f"ENGINE-PROTOCOL endgame-search {'X' * 60}OOOOO -64 64 100") == [
        f"{'X' * 60}OOOOO, move --, depth 0, @100%, W-56.00 <= v <= W-56.00, , node 0, time 0.000",
        "ready.",
    ]


def test_questions_during_a_search_are_answered_at_once(talk):
    talk(SEARCH)
    talk.thinker.nodes = 42
    assert talk("") == ["ok."]
    (infos,) = talk("ENGINE-PROTOCOL get-search-infos")
    assert re.fullmatch(r"node 42, time \d+\.\d{3}", infos)
    assert not talk.thinker.last.is_stopped


def test_stop_ends_a_search_with_its_present_result(talk):
    talk(SEARCH)
    assert talk("ENGINE-PROTOCOL stop") == []
    assert talk.thinker.last.is_stopped
    assert talk.found(value("f5", 1, 3)) == [
        f"{START}, move F5, depth 3, @100%, B+1.00 <= v <= B+1.00, F5, node 0, time 0.000",
        "ready.",
    ]


def test_a_search_that_is_stopped_before_it_knows_anything_has_a_move_and_no_value(talk):
    talk(SEARCH, "ENGINE-PROTOCOL stop")
    assert talk.found(value("f5", None, 0)) == [
        f"{START}, move F5, depth 0, @100%, B-64.00 <= v <= B+64.00, F5, node 0, time 0.000",
        "ready.",
    ]


def test_what_the_last_search_cost_can_be_asked_afterwards(talk):
    talk(SEARCH)
    talk.found(value("f5", 1, 3), nodes=9, seconds=0.5)
    talk.thinker.nodes = 9
    assert talk("ENGINE-PROTOCOL get-search-infos") == ["node 9, time 0.500"]


def test_other_commands_wait_for_the_search(talk):
    assert talk(SEARCH, "ENGINE-PROTOCOL get-version") == []
    assert talk.found(value("f5", 1, 3))[1:] == ["ready.", "version: Outflank 1.2", "ready."]


def test_quit_ends_a_search_and_says_nothing_of_it(talk):
    assert talk(SEARCH, "ENGINE-PROTOCOL quit") == ["bye bye."]
    assert talk.thinker.last.is_dropped
    assert talk.dialogue.is_over


def test_a_search_that_fails_is_an_error(talk):
    talk(SEARCH)
    talk.thinker.last.fail("no memory")
    assert talk.lines == ["ERROR: no memory", "ready."]


def test_what_was_found_is_forgotten(talk):
    assert talk("ENGINE-PROTOCOL empty-hash") == ["ready."]
    assert talk.thinker.n_forgotten == 1
