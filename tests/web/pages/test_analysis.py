"""Values found by engines are sent as they come, and kept."""

import asyncio
from types import SimpleNamespace

import pytest

from outflank.errors import OutflankError
from outflank.play import Analysis, MoveValue
from outflank.web.engines import threads
from outflank.web.engines.jobs import Notice
from outflank.web.games.own_games import KeptReview
from outflank.web.pages.analysis import Analyse, AnalysisScreen, Knowledge, ReviewGame
from tests.web.conftest import run

START = "---------------------------OX------XO--------------------------- X"
GAME = "g" * 22


def found(depth):
    return Analysis("d3", (MoveValue("d3", 0.0, depth=depth),))


class Analysts:
    """A pool whose jobs tell some things, and are done."""

    is_full = False

    def __init__(self, *told, done):
        self.told, self.done, self.asked = told, done, []

    async def run(self, _job, *arguments, hear):
        self.asked.append(arguments)
        for each in self.told:
            hear(each)
        return self.done


class Warm:
    async def wait(self, _tell):
        pass


def ask(asked, analysts, library=None, keep=lambda _position, _found: None):
    """The messages that a page hears after it asks one thing, or several in turn."""
    sent = []

    async def script():
        fairness = SimpleNamespace(check=lambda *_: None, check_line=lambda *_: None, is_running=lambda _game: False)
        screen = AnalysisScreen(None, analysts, None, Warm(), fairness, library, keep, 60.0, sent.append)
        for message in asked if isinstance(asked, list) else [asked]:
            answer = screen.handlers[message.type](message, "ann")
            if answer is not None:
                await answer
            while screen._work._tasks:
                await asyncio.sleep(0.01)
        await threads.all_ended()

    run(script())
    return sent


@pytest.mark.parametrize("fails", [False, True])
def test_a_review_is_kept_and_sent_even_if_it_cannot_be_kept(fails):
    kept = []

    def keep(*review):
        kept.append(review)
        if fails:
            raise OutflankError("the review could not be saved: disk full")

    review = {"moves": []}
    message = ReviewGame(type="review", id=7, moves=["d3"], game=GAME)
    sent = ask(message, Analysts({"done": 1}, done=review), SimpleNamespace(keep_review=keep))
    assert kept == [(GAME, ["d3"], 0.3, review)]
    assert sent == [{"type": "review", "re": 7, "found": {"done": 1}}, {"type": "review", "re": 7, "done": review}]


JUDGED = [{"ply": 0, "move": "d3"}]


@pytest.mark.parametrize(
    ("fields", "known"),
    [
        ({"again": False}, JUDGED),
        ({}, []),
        ({"again": False, "game": None}, []),
        ({"again": False, "moves": ["c4"]}, []),  # the stored review is of another game
    ],
)
def test_other_ratings_need_no_new_review(fields, known):
    kept, analysts = [], Analysts(done={"moves": JUDGED})
    library = SimpleNamespace(
        review=lambda _game: KeptReview(["d3"], JUDGED, 1.0), keep_review=lambda *review: kept.append(review)
    )
    message = ReviewGame(**{"type": "review", "id": 7, "moves": ["d3"], "game": GAME, "ratings": (None, -50), **fields})
    ask(message, analysts, library)
    [(_, _, ratings, told)] = analysts.asked
    assert (ratings, told) == ((None, -50), known)
    assert [seconds for *_, seconds, _ in kept] == ([] if message.game is None else [1.0 if known else 0.3])


def test_a_page_need_not_store_a_review_to_change_the_ratings():
    analysts = Analysts(done={"moves": JUDGED})
    messages = [ReviewGame(type="review", id=7, moves=["d3"], again=again) for again in (True, False)]
    ask(messages, analysts)
    assert [known for *_, known in analysts.asked] == [[], JUDGED]


def test_an_analysis_tells_never_less_than_before_and_is_kept_beyond_the_page():
    kept = []
    message = Analyse(type="analyse", id=7, position=START)
    analysts = Analysts(Notice("compiling"), found(9), found(5), done=found(7))
    sent = ask(message, analysts, keep=lambda position, known: kept.append((position.board_string, known.depth)))
    assert sent[0] == {"type": "analysis", "re": 7, "position": START, "found": {"notice": "compiling"}}
    assert [said["found"]["depth"] for said in sent[1:3]] == [9, 9]
    assert sent[3]["done"]["depth"] == 9
    assert kept == [(START, 9)]


def known_analysis(**depths):
    moves = tuple(MoveValue(move, 2.0, depth=depth, pv=(move,)) for move, depth in depths.items())
    return Analysis(moves[0].move, moves)


def test_what_is_known_never_gets_shallower():
    knowledge = Knowledge()
    knowledge.take("othello", "position", known_analysis(f5=12, d6=12))
    known = knowledge.take("othello", "position", known_analysis(f5=3, c4=3))
    assert {found.move: found.depth for found in known.moves} == {"f5": 12, "d6": 12, "c4": 3}


def test_games_and_positions_are_kept_apart():
    knowledge = Knowledge()
    knowledge.take("othello", "position", known_analysis(f5=12))
    assert knowledge.take("anti-othello", "position", known_analysis(f5=1)).depth == 1
    assert knowledge.take("othello", "another", known_analysis(f5=1)).depth == 1


def test_positions_asked_for_long_ago_are_forgotten():
    knowledge = Knowledge(most=2)
    for position in ("a", "b", "a", "c"):
        knowledge.take("othello", position, known_analysis(f5=5))
    assert len(knowledge) == 2
    assert knowledge.take("othello", "a", known_analysis(f5=1)).depth == 5
    assert knowledge.take("othello", "b", known_analysis(f5=1)).depth == 1
