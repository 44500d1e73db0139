from datetime import date
from string import ascii_letters

import pytest

from outflank import Game, Position
from outflank.practice.daily import puzzle_of
from outflank.practice.deck import Deck
from outflank.practice.puzzles import THEMES, key_of, shipped

LETTERS = iter(ascii_letters)


@pytest.fixture(scope="module")
def server_options():
    """So that each person has the own results, as on a server that many use."""
    return "--name", "club.example"


@pytest.fixture
def page(shared_server):
    """A page of somebody who has not been here before."""
    with shared_server.page(next(LETTERS)) as page:
        yield page


def puzzle_behind(told):
    """The puzzle that a page was asked."""
    return next(puzzle for puzzle in shipped() if puzzle.key == told["key"])


TIGER = "------------------XO------XXX------OXX-----O--------------------"


def test_a_page_is_told_what_there_is(page):
    told = page.ask("practice")
    assert told["due"] == {"puzzle": 0, "opening": 0}
    assert told["themes"] == list(THEMES)
    assert told["lines"] == []


def test_a_page_is_told_the_openings_to_learn(page):
    told = page.ask("openings")
    tiger = next(each for each in told["openings"] if each["name"] == "Tiger")
    assert tiger == {"name": "Tiger", "language": "en", "moves": "f5d6c3d3c4", "games": 50_775, "cells": TIGER}
    assert told["from_library"] is False  # the archive's numbers
    games = [each["games"] for each in told["openings"]]
    assert games == sorted(games, reverse=True)


def test_a_puzzle_does_not_tell_its_solution(page):
    told = page.ask("puzzle", theme="parity", level=2)["puzzle"]
    assert set(told) == {"key", "level", "rating", "view", "due"}
    puzzle = puzzle_behind(told)
    assert told["rating"] == puzzle.rating
    assert (puzzle.level, "parity" in puzzle.themes) == (2, True)
    assert told["view"]["text"] == puzzle.position.board_string
    other = page.ask("puzzle", theme="parity", level=2, without=[told["key"]])["puzzle"]
    assert other["key"] != told["key"]


def test_puzzles_can_be_asked_for_by_rating(page):
    for lowest, highest in ((-600, -400), (0, 500)):
        told = page.ask("puzzle", lowest=lowest, highest=highest)["puzzle"]
        assert lowest <= told["rating"] <= highest
    assert page.ask("puzzle", lowest=10_000)["puzzle"] is None


def test_a_puzzle_is_asked_for_by_its_key(page):
    told = page.ask("puzzle")["puzzle"]
    again = page.ask("puzzle", key=told["key"], theme="no such theme")["puzzle"]
    assert (again["key"], again["view"]["text"]) == (told["key"], told["view"]["text"])
    refusal = page.ask("puzzle", key="0" * 32)
    assert (refusal["type"], refusal["message"]) == ("error", "there is no such puzzle")


def test_answers_are_judged_and_the_first_one_counts(page):
    told = page.ask("puzzle")["puzzle"]
    puzzle = puzzle_behind(told)
    wrong = puzzle.choices[-1]
    judged = page.ask("solve", key=told["key"], move=wrong.move)
    assert (judged["right"], judged["loss"]) == (False, puzzle.best.value - wrong.value)
    assert judged["line"] == [wrong.move, *wrong.line]
    assert len(judged["views"]) == len(judged["line"]) + 1
    assert "margin" not in judged
    assert "themes" not in judged
    judged = page.ask("solve", key=told["key"], move=puzzle.best.move, first=False)
    assert (judged["right"], judged["margin"], judged["due"]) == (True, puzzle.margin, None)
    assert page.ask("practice")["all"]["puzzle"] == {
        "answers": 1,
        "right": 0,
        "lost": puzzle.best.value - wrong.value,
    }


def test_the_puzzle_rating_moves_once_for_each_new_puzzle(page):
    before = page.ask("practice")["rating"]
    assert (before["rating"], before["results"]) == (-500, 0)
    told = page.ask("puzzle")["puzzle"]
    best = puzzle_behind(told).best.move
    solved = page.ask("solve", key=told["key"], move=best)["rating"]
    assert (solved["results"], solved["change"] > 0) == (1, True)
    assert solved["rating"] == before["rating"] + solved["change"]
    assert page.ask("solve", key=told["key"], move=best)["rating"] is None
    overview = page.ask("practice")
    assert overview["rating"]["rating"] == solved["rating"]
    assert overview["solved"] == 2


def test_puzzles_against_the_clock(page):
    told = page.ask("timed")
    assert (told["right"], told["wrong"], told["over"], told["best"]) == (0, 0, False, None)
    assert 170 < told["left"] <= 180
    assert set(told["puzzle"]) == {"view", "rating"}
    boards = []
    for number in range(3):
        boards.append(told["puzzle"]["view"]["text"])
        puzzle = next(each for each in shipped() if each.position.board_string == boards[-1])
        told = page.ask("timed_answer", move=puzzle.best.move)
        assert told["answer"] == {"right": True, "counts": True, "move": puzzle.best.move, "rating": puzzle.rating}
        assert told["right"] == number + 1
    assert len(set(boards)) == 3
    assert page.ask("timed_answer", move="z9")["type"] == "error"
    for _ in range(3):
        told = page.ask("timed_answer")
    assert (told["right"], told["wrong"], told["over"], told["puzzle"]) == (3, 3, True, None)
    assert (told["record"], told["best"]) == (True, 3)
    assert page.ask("timed_answer", move="f5")["code"] == "timed"
    overview = page.ask("practice")
    assert (overview["best_run"], overview["all"]["puzzle"]["answers"]) == (3, 0)


def test_a_streak_ends_with_the_first_mistake_and_has_a_rating_of_its_own(page):
    told = page.ask("timed", kind="streak")
    assert (told["kind"], told["left"], told["skip"], told["best"]) == ("streak", None, True, None)
    told = page.ask("timed_answer", skips=True)
    assert (told["answer"]["right"], told["skip"], told["right"]) == (None, False, 0)
    assert page.ask("timed_answer", skips=True)["code"] == "skip"
    board = told["puzzle"]["view"]["text"]
    puzzle = next(each for each in shipped() if each.position.board_string == board)
    assert page.ask("timed_answer", move=puzzle.best.move)["right"] == 1
    told = page.ask("timed_answer")
    assert (told["over"], told["right"], told["record"], told["best"]) == (True, 1, True, 1)
    assert told["rating"]["results"] == 2
    assert told["before"]["results"] == 0
    runs = page.ask("runs", kind="streak")
    assert (runs["best"], len(runs["history"]), runs["table"]) == (1, 1, [])
    assert runs["rating"] == told["rating"]
    assert runs["history"][0]["solved"] == 1
    assert page.ask("runs")["history"] == []
    overview = page.ask("practice")
    assert (overview["best_streak"], overview["best_run"], overview["rating"]["results"]) == (1, None, 0)
    page.ask("timed")
    assert page.ask("timed_answer", skips=True)["code"] == "skip"


def test_a_run_that_is_given_up_is_kept_if_it_has_an_answer(page):
    page.ask("timed")
    told = page.ask("timed_answer", ends=True)
    assert (told["over"], told["record"], told["best"]) == (True, False, None)
    page.ask("timed")
    page.ask("timed_answer")
    assert page.ask("timed_answer", ends=True)["best"] == 0


def test_a_hint_and_the_answer_can_be_asked_for(page):
    told = page.ask("puzzle", theme="mobility")["puzzle"]
    puzzle = puzzle_behind(told)
    assert page.ask("puzzle_hint", key=told["key"])["column"] == puzzle.best.move[0]
    shown = page.ask("solve", key=told["key"])
    assert (shown["right"], shown["line"][0]) == (False, puzzle.best.move)


def test_people_practise_apart_and_nothing_is_lost(pages, shared_server):
    one, two = pages(next(LETTERS)), pages(next(LETTERS))
    told = one.ask("puzzle")["puzzle"]
    one.ask("solve", key=told["key"], move=puzzle_behind(told).best.move)
    assert one.ask("practice")["all"]["puzzle"]["answers"] == 1
    assert two.ask("practice")["all"]["puzzle"]["answers"] == 0


def test_an_endgame_is_played_against_perfect_play(page):
    told = page.ask("endgame", empties=7, want="any")
    start = Position.parse(told["start"])
    assert start.n_empties == 7
    moves, lost, position = [], 0, start
    for _ in range(8):
        answer = page.ask("endgame_move", start=told["start"], moves=moves, move=position.legal_moves[0], lost=lost)
        moves += answer["played"]
        lost = answer["lost"]
        position = Game(start, moves).position
        assert answer["views"][-1]["text"] == position.board_string
        if answer["over"]:
            break
        assert position.turn is start.turn
    assert position.is_over
    assert position.scores[start.turn] == told["best"] - lost
    assert page.ask("practice")["all"]["endgame"] == {"answers": 1, "right": int(not lost), "lost": lost}


def test_a_repertoire_is_drilled_line_by_line(page):
    assert page.ask("add_line", side="black", moves=[], opening="Tiger")["added"] == 1
    told = page.ask("add_line", side="black", moves=["f5", "f6", "e6", "f4"])
    assert (told["added"], [line["moves"] for line in told["lines"]]) == (1, ["f5d6c3d3c4", "f5f6e6f4"])
    named = [(line["name"], line["opening"], line["rest"], line["cells"].count("-")) for line in told["lines"]]
    assert named == [("Tiger", "Tiger", [], 55), ("Diagonal", "Diagonal", ["e6", "f4"], 56)]
    drill = page.ask("drill", side="black", moves=[])
    assert (drill["moves"][0], drill["over"], drill["left"]) == ("f5", False, 3)
    wrong = next(move for move in drill["views"][-1]["legal"] if move not in ("c3", "e6"))
    missed = page.ask("drill", side="black", moves=drill["moves"], move=wrong)
    assert missed["right"] is False
    assert missed["moves"][2] == missed["answers"][0]
    assert page.ask("remove_line", number=told["lines"][0]["number"])["lines"] == told["lines"][1:]


@pytest.mark.parametrize(
    ("type_", "fields"),
    [
        ("puzzle", {"theme": "luck"}),
        ("puzzle", {"level": 6}),
        ("solve", {"key": "0" * 32, "move": "f5"}),
        ("solve", {"key": "x"}),
        ("solve", {"key": shipped()[0].key, "move": "z9"}),
        ("endgame", {"empties": 30}),
        ("endgame_move", {"start": Position.start().board_string, "moves": [], "move": "f5"}),
        ("endgame_move", {"start": "nonsense", "moves": [], "move": "f5"}),
        ("endgame_move", {"start": shipped()[0].position.board_string, "moves": [], "move": "a9"}),
        ("drill", {"side": "white", "moves": []}),
        ("drill", {"side": "green", "moves": []}),
        ("add_line", {"side": "black", "moves": []}),
        ("add_line", {"side": "black", "moves": ["a1"]}),
        ("add_line", {"side": "black", "moves": [], "opening": "no such opening"}),
    ],
)
def test_bad_messages_are_refused_in_a_line(page, type_, fields):
    refused = page.ask(type_, **fields)
    assert refused["type"] == "error"
    assert len(refused["message"].splitlines()) == 1
    assert page.ask("practice")["type"] == "practice"


@pytest.mark.slow
def test_results_are_kept_beside_the_games(serve, tmp_path):
    server = serve()
    with server.page() as page:
        told = page.ask("puzzle")["puzzle"]
        page.ask("solve", key=told["key"], move=puzzle_behind(told).best.move)
        server.kill()
    server.start()
    with server.page("z") as page:  # on its own machine it is for one person
        assert page.ask("practice")["all"]["puzzle"]["right"] == 1
    server.stop()
    (file,) = tmp_path.rglob("practice.sqlite")
    with Deck(file) as deck:  # as at the terminal
        assert list(deck.cards("puzzle")) == [told["key"]] == [key_of(puzzle_behind(told).position)]


def test_weak_points_of_a_line_are_named(page):
    told = page.ask("add_line", side="black", moves=["f5", "d6", "c3", "g5", "g6"])
    (line,) = told["lines"]
    assert [(loss["ply"], loss["move"], loss["better"]) for loss in line["losses"]] == [(5, "g6", "c6")]
    assert {"f6", "d3"} <= {gap["move"] for gap in told["gaps"]}
    drilled = page.ask("drill", side="black", moves=[])
    assert [(gap["line"], gap["move"]) for gap in drilled["gaps"]] == [("f5", "f6")]


def test_the_puzzle_of_the_day_is_solved_like_any_other(page):
    told = page.ask("daily")
    assert told["puzzle"]["key"] == puzzle_of(date.fromisoformat(told["day"])).key
    assert set(told["puzzle"]) == {"key", "level", "rating", "view"}  # nothing of the solution
    assert (told["right"], told["streak"]) == (None, 0)
    puzzle = puzzle_behind(told["puzzle"])
    page.ask("solve", key=puzzle.key, move=puzzle.best.move)
    after = page.ask("daily")
    if after["day"] == told["day"]:  # no midnight came between
        assert (after["right"], after["streak"]) == (True, 1)


def test_a_run_goes_on_after_a_reload_and_is_kept_if_another_begins(page):
    page.ask("timed", kind="streak")
    assert page.ask("runs")["running"] is None  # it is of the other kind
    told = page.ask("runs", kind="streak")["running"]
    board = told["puzzle"]["view"]["text"]
    puzzle = next(each for each in shipped() if each.position.board_string == board)
    assert page.ask("timed_answer", move=puzzle.best.move)["right"] == 1
    assert page.ask("runs", kind="streak")["running"]["right"] == 1
    page.ask("timed")
    runs = page.ask("runs", kind="streak")
    assert (runs["best"], runs["running"]) == (1, None)
    assert 170 < page.ask("runs")["running"]["left"] <= 180
