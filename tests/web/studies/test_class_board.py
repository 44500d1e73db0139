"""A class: everybody follows the leader, answers questions, and sees the answers when the leader shows them."""

import asyncio

import pytest

from outflank.web.studies import shared_study
from tests.web.studies.conftest import add
from tests.web.studies.test_shared_study import refused

pytestmark = pytest.mark.usefixtures("each_database")


async def in_class(server):
    ann = await server.shared_by()
    pupils = [await server.joined_by(name, "watch") for name in ("cleo", "dan")]
    await ann.ask("look-in-study", path=["f5"])
    await ann.ask("lead-study", on=True)
    return ann, *pupils


def board(page):
    return page.events("study-board")[-1]["board"]


def test_pupils_follow_the_leader_also_to_moves_that_are_new(in_study):
    async def talk(server):
        ann, cleo, _ = await in_class(server)
        assert board(cleo) == {"leader": 1, "path": ["f5"], "question": None}
        await ann.change(add("f5", "f4"), revision=1)
        await ann.ask("look-in-study", path=["f5", "f4"])
        assert board(cleo)["path"] == ["f5", "f4"]
        await cleo.ask("look-in-study", path=["f5", "d6"], away=True)
        assert board(cleo)["path"] == ["f5", "f4"]
        late = await server.joined_by("eve", "watch")
        assert late.opened["board"]["path"] == ["f5", "f4"]
        await ann.ask("lead-study", on=False)
        assert board(cleo)["leader"] is None

    in_study(talk)


def test_the_leader_sees_the_answers_as_they_come_and_pupils_when_they_are_revealed(in_study, monkeypatch):
    monkeypatch.setattr(shared_study, "_COUNTS", 0.0)

    async def talk(server):
        ann, cleo, dan = await in_class(server)
        await ann.ask("ask-class", what="ask")
        assert board(cleo)["question"] == {
            "path": ["f5"],
            "state": "asked",
            "n_answers": 0,
            "counts": None,
            "own": None,
        }
        await cleo.ask("answer-class", move="d6")
        await dan.ask("answer-class", move="d6")
        await dan.ask("answer-class", move="f6")  # instead
        await asyncio.sleep(0.1)
        assert board(ann)["question"]["counts"] == {"d6": 1, "f6": 1}
        assert board(cleo)["question"]["counts"] is None
        again = await server.joined_by("dan", "watch")  # after a reload
        assert (again.opened["board"]["question"]["own"], again.opened["board"]["question"]["n_answers"]) == ("f6", 2)
        await ann.ask("ask-class", what="reveal")
        assert board(cleo)["question"]["counts"] == {"d6": 1, "f6": 1}
        with refused("question"):
            await cleo.ask("answer-class", move="f4")
        await ann.ask("ask-class", what="dismiss")
        assert board(cleo)["question"] is None

    in_study(talk)


def test_impossible_answers_and_questions_are_refused(in_study):
    async def talk(server):
        ann, cleo, _ = await in_class(server)
        with refused("question"):
            await cleo.ask("answer-class", move="d6")
        with refused("question"):
            await ann.ask("ask-class", what="reveal")
        await ann.ask("ask-class", what="ask")
        for move in ("a1", "pass", "nonsense"):
            with refused("question"):
                await cleo.ask("answer-class", move=move)
        await ann.ask("lead-study", on=False)
        with refused("class"):
            await ann.ask("ask-class", what="ask")

    in_study(talk)


def test_a_class_goes_on_after_its_leader_has_reloaded_the_page(in_study):
    async def talk(server):
        ann, cleo, _ = await in_class(server)
        ann.screen.close()
        again = server.page("ann")
        opened = await again.ask("follow-study")
        assert opened["board"]["leader"] == opened["you"]
        await again.ask("look-in-study", path=["f5", "d6"])
        assert board(cleo)["path"] == ["f5", "d6"]

    in_study(talk)


@pytest.mark.parametrize("n_pupils", [300])
def test_three_hundred_pupils_follow_and_answer(in_study, monkeypatch, n_pupils):
    monkeypatch.setattr(shared_study, "_COUNTS", 0.0)

    async def talk(server):
        ann = await server.shared_by()
        pupils = [await server.joined_by(f"pupil{number}", "watch") for number in range(n_pupils)]
        await ann.ask("look-in-study", path=["f5"])
        await ann.ask("lead-study", on=True)
        await ann.ask("ask-class", what="ask")
        for pupil in pupils:
            await pupil.ask("answer-class", move="d6")
        await ann.ask("ask-class", what="reveal")
        assert all(board(pupil)["question"]["counts"] == {"d6": n_pupils} for pupil in pupils)

    in_study(talk)
