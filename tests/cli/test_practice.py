import json
import re
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import Future
from contextlib import nullcontext
from datetime import UTC, datetime

import pytest

from outflank import Game, Match, Record
from outflank.cli import practice_making
from outflank.errors import OutflankError
from outflank.formats.files import write_records
from outflank.jit import INTERPRETED
from outflank.practice.deck import Deck
from outflank.practice.endgames import shipped_games
from outflank.practice.puzzles import shipped
from outflank.practice.rating import BEGINNING
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch, state_text
from tests.ending import COMMAND, hear_signals

if INTERPRETED:
    pytest.skip("searches", allow_module_level=True)

GAMES = "\n".join(shipped_games()[:2])


def test_puzzles_can_be_listed(outflank):
    found = json.loads(outflank("practice", "puzzles", "--theme", "parity", "--level", 2, "--json").out)
    assert found
    for each in found:
        assert "parity" in each["themes"]
        assert each["level"] == 2
        assert each["moves"][0]["move"] == each["best"]
    assert len(json.loads(outflank("practice", "puzzles", "--json").out)) == len(shipped())
    rated = json.loads(outflank("practice", "puzzles", "--rating", 1000, 1200, "--json").out)
    assert sorted(each["rating"] for each in rated) == sorted(
        each.rating for each in shipped() if -400 <= each.rating <= -200
    )
    assert 50 < len(rated) < len(shipped())


def test_a_puzzle_is_solved_at_once_and_comes_again_later(outflank, tmp_path):
    key = shipped()[0].key
    with Deck(tmp_path / "data" / "practice.sqlite") as deck:
        deck.answer("puzzle", key, "wrong", now=datetime(2020, 1, 1, tzinfo=UTC))
    best = shipped()[0].best.move
    done = outflank("practice", stdin=f"{best}\nquit\n".encode())
    assert done.code == 0
    assert "Due now: 1 puzzle." in done.out
    assert "Right. It comes again on 20" in done.out
    assert f"The best move is {best}" in done.out
    assert "1 answered, 1 right first time." in done.out
    stats = json.loads(outflank("practice", "stats", "--json").out)
    assert stats["all"]["puzzle"] == {"answers": 2, "right": 1, "lost": 0}
    assert stats["streak"] == 1


def test_wrong_moves_are_told_what_they_lose_and_tried_again(outflank, tmp_path):
    puzzle = shipped()[0]
    with Deck(tmp_path / "data" / "practice.sqlite") as deck:
        deck.answer("puzzle", puzzle.key, "wrong", now=datetime(2020, 1, 1, tzinfo=UTC))
    wrong = puzzle.choices[-1]
    lines = f"hint\nz9\na9 nonsense\n{wrong.move}\n{puzzle.best.move}\nquit\n"
    done = outflank("practice", "puzzles", stdin=lines.encode())
    loss = puzzle.best.value - wrong.value
    assert f"{wrong.move} loses {loss} discs: {' '.join(wrong.line)}. Try again, or give up." in done.out
    assert done.out.count("Not a move here") == 2
    assert "1 answered, 0 right first time." in done.out
    stats = json.loads(outflank("practice", "stats", "--json").out)
    assert stats["all"]["puzzle"] == {"answers": 2, "right": 0, "lost": loss}


def test_the_end_of_input_keeps_what_was_answered(outflank):
    done = outflank("practice", "puzzles", "--seed", 1, "--count", 3, stdin=b"give up\n")
    assert done.code == 0
    assert "End of input." in done.out
    assert json.loads(outflank("practice", "stats", "--json").out)["all"]["puzzle"]["answers"] == 1


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
def test_ctrl_c_keeps_what_was_answered(home, outflank):
    child = subprocess.Popen(
        [*COMMAND, "practice", "puzzles", "--seed", "1", "--deck", "mine.sqlite"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        preexec_fn=hear_signals,
    )
    child.stdin.write("give up\n")
    child.stdin.flush()
    while "Puzzle 2" not in child.stdout.readline():
        pass
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert (child.returncode, "1 answered" in out) == (130, True)
    stats = json.loads(outflank("practice", "stats", "--deck", "mine.sqlite", "--json").out)
    assert stats["all"]["puzzle"]["answers"] == 1


def test_the_puzzle_rating_is_shown_and_moves_with_new_puzzles(outflank):
    done = outflank("practice", "puzzles", "--seed", 1, "--count", 1, stdin=b"give up\n")
    assert re.search(r", rating \d{3,4}:", done.out)
    assert "Your puzzle rating" not in done.out  # one puzzle says little
    stats = json.loads(outflank("practice", "stats", "--json").out)
    assert stats["rating"]["rating"] < BEGINNING.rating
    assert (stats["rating"]["results"], stats["solved"], stats["best_run"]) == (1, 0, None)
    told = outflank("practice", "stats").out
    assert "Puzzle rating: shown after 3 results, from 1 puzzle." in told


def test_a_settled_puzzle_rating_is_shown_with_its_change(outflank, tmp_path):
    with Deck(tmp_path / "data" / "practice.sqlite") as deck:
        for number, puzzle in enumerate(shipped()[:60]):
            deck.answer("puzzle", puzzle.key, ("right", "wrong")[number % 2], now=datetime.now(UTC))
    done = outflank("practice", "puzzles", "--level", 3, "--seed", 1, "--count", 1, stdin=b"give up\n")
    [line] = [line for line in done.out.splitlines() if line.startswith("Your puzzle rating: ")]
    assert re.fullmatch(r"Your puzzle rating: \d{3,4} ± \d+ \(-\d+\)\.", line)


def test_a_run_against_the_clock(outflank):
    first = outflank("practice", "timed", "--seed", 1, stdin=b"hint\ngive up\nskip\ngive up\ngive up\n")
    assert first.code == 0
    assert "no hints against the clock" in first.out
    assert first.out.count("The best move was") == 3
    assert "0 solved, 3 mistakes. Your rating against the clock: " in first.out
    best = first.out.split("The best move was ")[1][:2]
    again = outflank("practice", "timed", "--seed", 1, stdin=f"{best}\nquit\n".encode())
    assert "Your best run: 0 solved." in again.out
    assert "1 solved, 0 mistakes. Your best run!" in again.out
    stats = json.loads(outflank("practice", "stats", "--json").out)
    assert (stats["best_run"], stats["all"]["puzzle"]["answers"], stats["days"]) == (1, 0, 0)
    assert "Best run against the clock: 1 solved." in outflank("practice", "stats").out
    assert "mistakes" not in outflank("practice", "timed", stdin=b"quit\n").out.splitlines()[-1]


def test_a_streak_ends_with_the_first_mistake(outflank):
    first = outflank("practice", "streak", "--seed", 1, stdin=b"hint\nskip\nskip\ngive up\n")
    assert first.code == 0
    assert "no hints in a streak" in first.out
    assert "You have skipped a puzzle already." in first.out
    assert first.out.count("The best move was") == 2
    assert "0 solved. Your rating in streaks: " in first.out
    best = first.out.split("The best move was ")[1][:2]
    again = outflank("practice", "streak", "--seed", 1, stdin=f"{best}\ngive up\n".encode())
    assert "Your best streak: 0." in again.out
    assert "1 solved. Your best streak! Your rating in streaks: " in again.out


def test_skipped_puzzles_are_not_kept(outflank):
    done = outflank("practice", "puzzles", "--seed", 1, "--count", 2, stdin=b"skip\nskip\n")
    assert done.code == 0
    assert "answered" not in done.out
    assert json.loads(outflank("practice", "stats", "--json").out)["days"] == 0


def test_a_file_that_does_not_exist_is_no_game_that_was_read(outflank):
    done = outflank("practice", "make", "/missing")
    assert (done.code, done.out) == (2, "0 games searched, 0 already known; 0 new puzzles\n")
    assert done.err == "outflank: there is no file '/missing'\n0 read, 0 left out, 1 file not read\n"
    assert json.loads(outflank("practice", "make", "/missing", "--json").out)["missing"] == 1


def test_bad_arguments_take_one_line(outflank):
    for arguments in (
        ("puzzles", "--theme", "luck"),
        ("puzzles", "--level", "6"),
        ("puzzles", "--mine"),
        ("puzzles", "--rating", "200", "-200"),
        ("puzzles", "--rating", "5000", "6000"),
        ("puzzles", "--rating", "good", "better"),
        ("endgames", "--empties", "21"),
        ("endgames", "--player", "nobody"),
        ("openings",),
        ("openings", "add", "--as", "black"),
        ("openings", "add", "a1", "--as", "black"),
        ("openings", "add", "--opening", "no such opening", "--as", "white"),
        ("openings", "add", "missing.sgf", "--as", "white"),
        ("openings", "remove", "x"),
        ("make",),
        ("nonsense",),
    ):
        done = outflank("practice", *arguments, stdin=b"")
        assert (done.code, len(done.err.splitlines())) == (2, 1), (arguments, done.err)


def test_a_file_that_is_no_deck(outflank, home):
    (home / "x.sqlite").write_bytes(b"nothing of the kind")
    done = outflank("practice", "stats", "--deck", "x.sqlite")
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert "practice file" in done.err
    assert (home / "x.sqlite").read_bytes() == b"nothing of the kind"


def test_deck_may_stand_before_the_action(outflank, home):
    assert outflank("practice", "--deck", "mine.sqlite", "openings", "add", "f5d6c3", "--as", "black").code == 0
    assert outflank("practice", "openings", "list", "--deck", "mine.sqlite").code == 0
    assert (home / "mine.sqlite").exists()


# --- endgames ---------------------------------------------------------------------------------------------------------


def test_an_endgame_is_played_to_its_end(outflank):
    """Every square is tried in turn until the game is over; what is not legal is refused and asked again."""
    squares = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
    lines = "\n".join(squares * 8)
    done = outflank("practice", "endgames", "--empties", 6, "--count", 1, "--seed", 2, stdin=f"{lines}\n".encode())
    assert done.code == 0
    assert "6 empty squares. Perfect play" in done.out
    assert "You win by" in done.out or "You lose by" in done.out or "You draw" in done.out
    stats = json.loads(outflank("practice", "stats", "--json").out)
    lost = stats["all"]["endgame"]["lost"]
    assert stats["all"]["endgame"]["answers"] == 1
    assert ("That is perfect" in done.out) == (lost == 0)
    told = [line for line in done.out.splitlines() if "gives away" in line]
    assert sum(int(line.split("gives away ")[1].split()[0]) for line in told) == lost


def test_an_endgame_is_given_up(outflank):
    done = outflank("practice", "endgames", "--empties", 8, "--count", 1, "--seed", 2, stdin=b"hint\ngive up\n")
    assert "A best move is" in done.out
    assert "Best play" in done.out


@pytest.mark.slow
def test_endgames_from_the_library(outflank, home):
    (home / "games.moves").write_text(GAMES, encoding="utf-8")
    outflank("library", "import", "games.moves")
    assert outflank("practice", "endgames", "--player", "nobody", stdin=b"quit\n").code == 2
    write_records(home / "ann.ggf", [Record.of(Game(moves=shipped_games()[0]), ("Ann", "Ben"))])
    outflank("library", "import", "ann.ggf")
    done = outflank("practice", "endgames", "--empties", 12, "--player", "ann", "--seed", 1, stdin=b"quit\n")
    assert (done.code, "12 empty squares" in done.out) == (0, True)
    made = json.loads(outflank("practice", "make", "--player", "ben", "--json").out)
    assert made["games"] == 1


def test_a_player_whose_name_is_whole_has_the_own_sides_alone(outflank, home, monkeypatch):
    """As a search and a review have it: *Ann* is not *Ann Lee*, whose name has that word too."""
    made = []
    monkeypatch.setattr("outflank.cli.practice_making.make", lambda _deck, _options, games: made.extend(games) or 0)
    write_records(
        home / "anns.ggf",
        [Record.of(Game(moves="f5d6"), ("Ann", "Ann Lee")), Record.of(Game(moves="f5f6"), ("Bo", "Ann"))],
    )
    outflank("library", "import", "anns.ggf")
    for name, sides in (("ann", [[0], [1]]), ("lee", [[1]]), ("an", [[0, 1], [1]])):
        made.clear()
        outflank("practice", "make", "--player", name)
        assert [each for _, each in made] == sides, name


# --- openings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("lines.sgf", "(;GM[2]FF[4];B[f5];W[d6](;B[c3])(;B[c7]BM[1];W[d7]))"),
        ("lines.pgn", '[Event "x"]\n\n1. f5 d6 2. c3 (2. c7? d7) *\n'),
        ("joined.txt", "f5d6c3d3?c4?f4\n"),
        ("apart.txt", "1. f5 d6 2. c3 d3? 3. c4 ??\n"),
        ("nag.pgn", '[Event "x"]\n\n1. f5 d6 2. c3 (2. c7 $4 d7) *\n'),
    ],
)
def test_a_move_marked_as_a_mistake_is_not_drilled(outflank, home, name, text):
    (home / name).write_text(text, encoding="utf-8")
    done = outflank("practice", "openings", "add", name, "--as", "black")
    assert done.out.endswith("1 move by Black is marked as a mistake: its line ends before it.\n")
    line = "f5d6c3d3" if name.endswith(".txt") else "f5d6c3"
    assert [row["moves"] for row in json.loads(outflank("practice", "openings", "list", "--json").out)] == [line]


def test_an_opening_in_place_of_a_line_names_the_option(outflank):
    done = outflank("practice", "openings", "add", "tiger", "--as", "black")
    assert (done.code, "--opening tiger adds it" in done.err) == (2, True)
    assert "--opening" not in outflank("practice", "openings", "add", "nonsense", "--as", "black").err


def test_a_repertoire_is_added_to_listed_and_drilled(outflank, home):
    (home / "lines.sgf").write_text("(;GM[2]FF[4];B[f5](;W[d6];B[c3])(;W[f6];B[e6];W[f4]))", encoding="utf-8")
    assert outflank("practice", "openings", "add", "--opening", "tiger", "--as", "black").out == (
        "1 added, 0 already known\n"
    )
    assert outflank("practice", "openings", "add", "lines.sgf", "--as", "black").out == "2 added, 0 already known\n"
    rows = json.loads(outflank("practice", "openings", "list", "--json").out)
    assert [(row["number"], row["side"], row["moves"]) for row in rows][1:] == [
        (2, "black", "f5d6c3"),
        (3, "black", "f5f6e6f4"),
    ]
    assert rows[0]["name"] == "Tiger"
    done = outflank("practice", "openings", "--seed", 1, stdin=b"g6\na1\nc4\ne6\nc3\nc4\n" * 5)
    assert done.code == 0
    assert "is not in the repertoire, which has" in done.out or "Not a move here" in done.out
    assert "End of the line" in done.out
    assert outflank("practice", "openings", "remove", 1, 2, 3).out == "3 removed\n"
    assert outflank("practice", "openings", "remove", 1).code == 1
    assert outflank("practice", "openings", "list").code == 1


def test_a_drill_asks_until_all_is_known(outflank):
    outflank("practice", "openings", "add", "f5d6c3d3c4", "--as", "black")
    done = outflank("practice", "openings", "--as", "black", stdin=b"c3\nc4\nc3\nc4\n")
    assert done.code == 0
    assert "Nothing more is due: that was the whole repertoire." in done.out
    assert "2 answered, 2 right first time" in done.out
    assert outflank("practice", "openings", "--as", "white", stdin=b"").code == 2


# --- making -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_puzzles_are_made_of_games_and_asked_first(outflank, home):
    (home / "games.txt").write_text(f"{GAMES}\nf5a1\n", encoding="utf-8")
    done = outflank("practice", "make", "games.txt", "--json")
    found = json.loads(done.out)
    assert (found["games"], found["searched_before"], found["bad"]) == (2, 0, 1)
    assert found["puzzles"] > 0
    assert done.code == 1
    again = json.loads(outflank("practice", "make", "games.txt", "--json").out)
    assert (again["games"], again["searched_before"], again["puzzles"]) == (0, 2, 0)
    mine = json.loads(outflank("practice", "puzzles", "--mine", "--json").out)
    assert len(mine) == found["puzzles"]
    assert {each["key"] for each in mine}.isdisjoint(puzzle.key for puzzle in shipped())


class FailingWorkers:
    """Searches nothing, and fails at some games, by their numbers from 0."""

    def __init__(self, failing):
        self.failing, self.n_games = failing, 0

    def submit(self, *_call):
        future = Future()
        if self.n_games in self.failing:
            future.set_exception(OutflankError("no luck"))
        else:
            future.set_result([])
        self.n_games += 1
        return future

    def check(self):
        pass


@pytest.mark.parametrize(
    ("failing", "found", "code"),
    [
        ({1}, {"games": 11, "searched_before": 0, "puzzles": 0, "bad": 1, "missing": 0}, 1),
        (set(range(1, 10)), {"games": 3, "searched_before": 0, "puzzles": 0, "bad": 9, "missing": 0}, 1),
        (set(range(10)), {"games": 0, "searched_before": 0, "puzzles": 0, "bad": 10, "missing": 0}, 2),
    ],
)
def test_a_game_that_fails_is_left_out_and_the_others_are_searched(outflank, home, monkeypatch, failing, found, code):
    """Ten that fail one after the other are too many, and the end of it."""
    workers = FailingWorkers(failing)
    monkeypatch.setattr(practice_making, "workers_of", lambda *_: nullcontext((workers, 1)))
    monkeypatch.setattr(practice_making, "_WAITING", 1)
    (home / "games.txt").write_text("\n".join(shipped_games()[:12]), encoding="utf-8")
    done = outflank("practice", "make", "games.txt", "--json")
    assert (json.loads(done.out), done.code) == (found, code)
    assert f"games.txt: the game '{shipped_games()[min(failing)][:30]}" in done.err
    assert "cannot be searched: no luck" in done.err
    if found["games"] == 11:
        again = FailingWorkers(set())
        monkeypatch.setattr(practice_making, "workers_of", lambda *_: nullcontext((again, 1)))
        outflank("practice", "make", "games.txt", "--json")
        assert again.n_games == 1  # it alone is searched again


@pytest.mark.slow
def test_making_goes_on_where_it_was_killed(home, outflank):
    (home / "games.txt").write_text("\n".join(shipped_games()[:12]), encoding="utf-8")
    for _ in range(2):
        child = subprocess.Popen(
            [*COMMAND, "practice", "make", "games.txt", "--deck", "made.sqlite", "--processes", "1"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            child.wait(8)
        except subprocess.TimeoutExpired:
            child.send_signal(getattr(signal, "SIGKILL", signal.SIGTERM))
            child.wait()
    outflank("practice", "make", "games.txt", "--deck", "made.sqlite")
    outflank("practice", "make", "games.txt", "--deck", "whole.sqlite")
    kept = [
        sqlite3.connect(home / name).execute(f"SELECT {column} FROM {table} ORDER BY 1").fetchall()
        for table, column in (("puzzles", "line"), ("searched", "game"))
        for name in ("made.sqlite", "whole.sqlite")
    ]
    assert kept[0] == kept[1]
    assert kept[2] == kept[3]
    assert len(kept[2]) == 12


@pytest.mark.slow
def test_own_games_of_the_page_make_puzzles_of_own_moves(outflank, tmp_path):
    store = GameStore(tmp_path / "data" / "games.sqlite")
    moves = shipped_games()[3]
    match = Match(Game(moves=moves), ["human", "level1"])
    match.resign(0)
    store.save(StoredMatch.of("GameAAAAAAAAAAAAAA", match, state_text(moves, match)), 1_000_000_000.0)
    store.close()
    found = json.loads(outflank("practice", "make", "--page", "--json").out)
    assert (found["games"], found["bad"]) == (1, 0)
    mine = json.loads(outflank("practice", "puzzles", "--mine", "--json").out)
    assert {each["side"] for each in mine} <= {"black"}


def test_weak_points_of_a_repertoire_are_listed(outflank):
    assert outflank("practice", "openings", "check").code == 2  # no lines yet
    done = outflank("practice", "openings", "add", "f5d6c3g5g6", "--as", "black")
    assert "f5d6c3g5g6 loses 3 discs at move 5, g6: c6 is better." in done.out
    checked = outflank("practice", "openings", "check")
    assert checked.code == 1
    assert "34% play f6 after f5, and you have no answer." in checked.out
    told = json.loads(outflank("practice", "openings", "check", "--as", "black", "--json").out)
    assert "f6" in [gap["move"] for gap in told["black"]["gaps"]]
    assert outflank("practice", "openings", "check", "--database", "none.sqlite").code == 2


def test_drill_says_which_reply_has_no_answer(outflank):
    outflank("practice", "openings", "add", "f5d6c3", "--as", "black")
    done = outflank("practice", "openings", "--count", "1", stdin=b"c3\n")
    assert "34% play f6 after f5, and you have no answer." in done.out
