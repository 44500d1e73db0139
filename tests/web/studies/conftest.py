"""People with pages of a shared study, as the server sees them."""

import asyncio
import json

import pytest
from pydantic import TypeAdapter

from outflank.web.games.own_games import OwnGames
from outflank.web.games.store import GameStore
from outflank.web.pages.shared_studies import SharedStudyScreen
from outflank.web.pages.studies import Studies
from outflank.web.studies.fields import SharedStudyFields
from outflank.web.studies.shared_studies import SharedStudies
from outflank.web.transport.schema import read
from tests.web.conftest import run

ID = "s" * 16
TREE = '[[-1,""],[0,"f5"],[1,"d6"],[1,"f6"]]'


class StudyClient:
    """A page: it asks, and collects the events that it hears."""

    def __init__(self, server, person):
        self.person, self.heard = person, []
        self.screen = SharedStudyScreen(server.shared, lambda text: self.heard.append(json.loads(text)))
        self.handlers = {**server.studies.handlers, **self.screen.handlers}
        self.number = 0

    async def ask(self, type_, study=ID, **fields):
        message = read(json.dumps({"type": type_, "study": study, **fields}))
        answer = self.handlers[type_](message, self.person)
        answer = await answer if asyncio.iscoroutine(answer) else answer
        if answer["type"] == "shared-study":
            TypeAdapter(SharedStudyFields).validate_python(answer)
        return answer

    async def change(self, *operations, revision, source=None):
        self.number += 1
        source = source or f"{self.person}-source-{self.number}"
        answer = await self.ask("change-study", revision=revision, source=source, operations=list(operations))
        return answer["revision"]

    def events(self, type_):
        return [event for event in self.heard if event["type"] == type_]

    @property
    def changes(self):
        return [change for event in self.events("study-change") for change in event["events"]]


class StudyServer:
    """The shared studies of a server with people, one page each unless more are made."""

    def __init__(self, path=None, *, is_shared=True):
        self.store = GameStore(path)
        self.library = OwnGames(self.store, is_shared=is_shared)
        self.shared = SharedStudies(self.library)
        self.studies = Studies(self.library, self.shared)
        self.links = {}

    def page(self, person):
        return StudyClient(self, person)

    async def shared_by(self, person="ann"):
        """The page of the owner of a shared study."""
        page = self.page(person)
        await page.ask("keep-study", revision=0, tree=TREE, title="One", players=[])
        self.links = (await page.ask("share-study"))["links"]
        await page.ask("follow-study", name=person.title())
        return page

    async def joined_by(self, person, link="edit"):
        page = self.page(person)
        page.opened = await page.ask("follow-study", secret=self.links[link], name=person.title())
        return page


def add(path, *moves):
    return {"do": "add", "path": path.split(), "moves": list(moves)}


def put(path, letter, value, was=None):
    return {"do": "set", "path": path.split(), "letter": letter, "value": value, "was": was}


@pytest.fixture
def in_study():
    """Run a talk between people; `talk` gets the server."""

    def go(talk, path=None, **options):
        async def talked():
            server = StudyServer(path, **options)
            try:
                return await talk(server)
            finally:
                server.shared.close()
                server.store.close()

        return run(talked())

    return go
