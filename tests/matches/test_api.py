import multiprocessing
import subprocess
import sys
import textwrap

import pytest

from outflank import ForfeitWarning, MatchInterrupted, OptionError, Position, match
from outflank.matches.api import match_plan, play_match
from outflank.matches.reports import match_json
from outflank.matches.statistics import GameForfeit, Score
from outflank.play import Setup, TimeControl, kind_of

SMALL = Position.start(4)
FAST = {"games": 2, "start": SMALL, "openings": "random:2"}


def fails(position):
    return 1 // 0


def answers_nothing(position):
    return None


def answers_nonsense(position):
    return "z9"


def leaves(position):
    raise SystemExit(3)


def loops(position):
    while True:
        pass


def first(position):
    return position.legal_moves[0]


class LateFailure:
    """Fails at its third move, and then at each."""

    def __init__(self):
        self.n_asked = 0

    def choose(self, position):
        self.n_asked += 1
        return fails(position) if self.n_asked > 2 else position.legal_moves[0]


# --- forfeits -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "name", "fault", "reason"),
    [
        (fails, "fails", "crash", "ZeroDivisionError: 'integer division or modulo by zero' (test_api.py:"),
        (answers_nothing, "answers_nothing", "illegal move", ", got None"),
        (answers_nonsense, "answers_nonsense", "illegal move", "expected a square from a1 to d4, got 'z9'"),
        (leaves, "leaves", "crash", "it called sys.exit (test_api.py:"),
        (LateFailure, "LateFailure", "crash", "(test_api.py:"),
        (LateFailure(), "LateFailure", "crash", "(test_api.py:"),
    ],
)
def test_a_player_that_fails_is_said_to_have_forfeited_and_why(player, name, fault, reason):
    with pytest.warns(ForfeitWarning, match=rf"^{name} forfeited \d of 2 games; the first: {fault}: ") as warned:
        score = match(player, "first", **FAST)
    assert warned[0].filename == __file__, "the line that called for the match is named"
    assert score.forfeits
    assert {(each.player, each.is_first, each.fault) for each in score.forfeits} == {(name, True, fault)}
    assert reason in score.forfeits[0].reason
    assert f"{name} forfeited {len(score.forfeits)} of 2 games" in str(score)
    assert "GameForfeit(game=1, player=" in repr(score)
    assert score.differences == (-16, -16)


def test_who_keeps_the_others_waiting_has_forfeited_too():
    with pytest.warns(ForfeitWarning, match="first: time: no move in time after"):
        score = match(loops, "first", control=TimeControl(0.2, per_move=True), **FAST)
    assert len(score.forfeits) == 2


def test_a_forfeit_of_the_other_player_is_told_from_one_of_the_first():
    with pytest.warns(ForfeitWarning, match=r"^fails forfeited 2 of 2 games"):
        score = match("first", fails, **FAST)
    assert [(each.player, each.is_first) for each in score.forfeits] == [("fails", False)] * 2
    assert (score.wins, score.differences) == (2, (16, 16))


def test_two_players_of_one_name_are_told_apart():
    with pytest.warns(ForfeitWarning) as warned:
        match(fails, fails, **FAST)
    assert {str(each.message).partition(" forfeited")[0] for each in warned} == {"fails (first)", "fails (second)"}


def test_a_forfeit_says_after_which_moves():
    with pytest.warns(ForfeitWarning):
        score = match(LateFailure, "first", **FAST)
    late = score.forfeits[0]
    assert len(late.transcript) > 8, "two plies of the opening and two moves of its own"
    assert str(late).endswith(f"(after {late.transcript})")


def test_a_player_from_a_file_needs_no_guard_and_its_forfeits_are_said(tmp_path):
    """Scripts without `if __name__ == "__main__":` failed with a page of multiprocessing's advice."""
    (tmp_path / "bot.py").write_text("def bad(position):\n    return {}['move']\n")
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent("""
            from outflank import Position, match
            print(match("module:bot.py:bad", "first", games=2, start=Position.start(4), openings="random:2"))
        """)
    )
    done = subprocess.run([sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("0–0–2 in 2 games, 0% of the points; module:bot.py:bad forfeited 2 of 2 games")
    assert "ForfeitWarning: module:bot.py:bad forfeited 2 of 2 games; the first: crash: KeyError" in done.stderr
    assert multiprocessing.active_children() == []


def test_a_round_robin_has_the_forfeits_of_each_match(tmp_path):
    (tmp_path / "bot.py").write_text("def bad(position):\n    return {}['move']\n")
    players = ("first", f"module:{tmp_path / 'bot.py'}:bad", "greedy")
    results = play_match(match_plan(players, start=SMALL, games=2, openings="random:2", seed=1), players)
    assert [len(results.score(a, b).forfeits) for a, b in ((0, 1), (0, 2), (1, 2))] == [2, 0, 2]
    assert not results.score(0, 1).forfeits[0].is_first
    assert results.score(1, 0).forfeits[0].is_first


def test_a_match_without_a_fault_warns_of_nothing():
    score = match("first", first, **FAST)  # a warning would be an error
    assert score.forfeits == ()
    assert str(score) == "1–0–1 in 2 games, 50% of the points"


def test_a_score_can_be_read_back_from_what_it_shows():
    why = GameForfeit(2, "bad", False, "crash", "it fell", "c4")
    score = Score(2, 0, 0, (2.0,), (4, 16), (why,))
    assert eval(repr(score)) == score


# --- what is a player -----------------------------------------------------------------------------------------------


class NeedsDepth:
    def __init__(self, depth):
        self.depth = depth

    def choose(self, position):
        return position.legal_moves[0]


class FailsToStart:
    def __init__(self):
        raise RuntimeError("no model")

    def choose(self, position):
        return position.legal_moves[0]


class Clever:
    def choose(self, position, time_left=None):
        return position.legal_moves[-1]


def test_a_class_stands_for_a_player_of_it():
    """Its method was taken for a function of a position, and lost every game in silence."""
    assert match(Clever, "first", **FAST) == match(Clever(), "first", **FAST)


@pytest.mark.parametrize(
    ("player", "message"),
    [
        (NeedsDepth, r"^expected a player such as NeedsDepth\(depth=…\), got the class NeedsDepth$"),
        (FailsToStart, "^player FailsToStart: it fails to start: RuntimeError: 'no model'$"),
        (dict, "expected a function or an object with a method 'choose', got '{}'"),
        (lambda: "c4", r"^expected a function of a position, got <lambda>\(\)$"),
        (lambda a, b, c: "c4", r"^expected a function of a position, got <lambda>\(a, b, c\)$"),
        (None, "expected a function or an object with a method 'choose', got 'None'"),
    ],
)
def test_what_can_be_no_player_is_refused_before_the_first_game(player, message):
    with pytest.raises(OptionError, match=message):
        match(player, "first", **FAST)


def test_a_match_begins_with_a_position_of_othello():
    board = kind_of("tribolo").start(Setup(seed=1))
    with pytest.raises(OptionError, match="expected an Othello or anti-Othello position to start from"):
        match("first", "first", start=board)


# --- Ctrl-C ---------------------------------------------------------------------------------------------------------


def interrupted_after(n_games):
    n_heard = 0

    def hear(_result):
        nonlocal n_heard
        n_heard += 1
        if n_heard == n_games:
            raise KeyboardInterrupt

    return hear


@pytest.mark.parametrize("player", ["first", first])
def test_a_match_that_is_interrupted_has_the_score_of_the_games_that_ended(player):
    whole_match = {**FAST, "games": 10, "seed": 3}
    with pytest.raises(MatchInterrupted, match=r"^5 of 10 games had finished: ") as caught:
        match(player, "greedy", progress=interrupted_after(5), **whole_match)
    assert caught.value.score == match(player, "greedy", **{**whole_match, "games": 4})
    assert len(caught.value.results) == 5
    assert isinstance(caught.value, KeyboardInterrupt)


def test_one_game_that_ended_counts_if_no_other_has():
    with pytest.raises(MatchInterrupted) as caught:
        match("first", "greedy", progress=interrupted_after(1), **FAST)
    score = caught.value.score
    assert (score.games, score.pairs, score.elo_error_95) == (1, (), None)


def test_a_match_that_is_interrupted_before_a_game_ends_is_interrupted():
    def interrupts(position):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as caught:
        match(interrupts, "first", **FAST)
    assert not isinstance(caught.value, MatchInterrupted)


@pytest.mark.parametrize(("n_ended", "counted"), [(1, 1), (2, 2), (5, 4), (7, 6), (9, 8)])
def test_a_match_of_more_that_is_interrupted_counts_openings_played_in_all_seatings(n_ended, counted):
    players = ("first", "greedy", "random")
    plan = match_plan(players, start=SMALL, games=4, openings="random:2")
    results = play_match(plan, players, progress=interrupted_after(n_ended))
    assert (results.is_over, results.games, results.total) == (False, counted, 12)
    rows = {row["player"]: row for row in match_json(results)["table"]}
    assert sum(row["games"] for row in rows.values()) == 2 * counted
    assert rows["random"]["games"] == max(0, counted - 4)
    if counted <= 4:
        assert results.score(0, 2).elo is None
