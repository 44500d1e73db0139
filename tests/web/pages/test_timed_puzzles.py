"""Runs against the clock of one person in several windows."""

import asyncio

from outflank.practice.deck import Deck
from outflank.web.pages.timed_puzzles import AnswerTimed, AskRuns, BeginTimed, TimedPuzzles
from outflank.web.wire import MessageError
from tests.web.conftest import run


def test_a_run_that_several_windows_answer_at_once_is_stored_once():
    with Deck(None) as deck:

        async def with_deck(_person, do):
            await asyncio.sleep(0)
            return do(deck)

        async def answer_at_once():
            handlers = TimedPuzzles(with_deck).handlers
            await handlers["timed"](BeginTimed(type="timed"), "ann")
            answers = [handlers["timed_answer"](AnswerTimed(type="timed_answer"), "ann") for _ in range(5)]
            return await asyncio.gather(*answers, return_exceptions=True)

        *told, fourth, fifth = run(answer_at_once())
        assert [(each["wrong"], each["over"]) for each in told] == [(1, False), (2, False), (3, True)]
        assert isinstance(fourth, MessageError)
        assert isinstance(fifth, MessageError)
        assert deck.value("SELECT count(*) FROM runs") == 1


def test_the_missed_puzzles_of_the_latest_run_are_told_until_the_person_is_forgotten():
    with Deck(None) as deck:

        async def with_deck(person, do):
            return do(deck.of(person))

        async def play():
            puzzles = TimedPuzzles(with_deck)
            ask = AskRuns(type="runs", kind="timed")
            told = [await puzzles.handlers["runs"](ask, "ann")]
            await puzzles.handlers["timed"](BeginTimed(type="timed"), "ann")
            run = puzzles._runs["ann"]
            missed = run.puzzle
            await puzzles.handlers["timed_answer"](
                AnswerTimed(type="timed_answer", move=missed.choices[-1].move), "ann"
            )
            best = run.puzzle.best.move
            await puzzles.handlers["timed_answer"](AnswerTimed(type="timed_answer", move=best), "ann")
            await puzzles.handlers["timed_answer"](AnswerTimed(type="timed_answer", ends=True), "ann")
            told += [await puzzles.handlers["runs"](ask, "ann"), await puzzles.handlers["runs"](ask, "ben")]
            told.append(await puzzles.handlers["runs"](AskRuns(type="runs", kind="streak"), "ann"))
            puzzles.forget("ann")
            told.append(await puzzles.handlers["runs"](ask, "ann"))
            return missed, [each["missed"] for each in told]

        missed, (before, after, of_ben, of_streaks, forgotten) = run(play())
        assert [each["key"] for each in after] == [missed.key]
        assert after[0]["view"]["text"] == missed.position.board_string
        assert before == of_ben == of_streaks == forgotten == []


def test_the_table_of_the_day_names_only_members():
    with Deck(None) as deck:

        async def with_deck(person, do):
            return do(deck.of(person))

        async def play():
            names = {"ann": "Ann"}
            puzzles = TimedPuzzles(with_deck, lambda persons: {each: names[each] for each in persons if each in names})
            for person in ("ann", "ben"):
                await puzzles.handlers["timed"](BeginTimed(type="timed", kind="streak"), person)
                best = puzzles._runs[person].puzzle.best.move
                await puzzles.handlers["timed_answer"](AnswerTimed(type="timed_answer", move=best), person)
                await puzzles.handlers["timed_answer"](AnswerTimed(type="timed_answer"), person)
            return await puzzles.handlers["runs"](AskRuns(type="runs", kind="streak"), "ben")

        assert run(play())["table"] == [{"name": "Ann", "solved": 1}]
