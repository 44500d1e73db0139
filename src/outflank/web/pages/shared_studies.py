"""The screen of a shared study as one page has it open."""

from typing import Any

from outflank.web.games.watchers import Watcher
from outflank.web.pages.shared_study_messages import (
    AnswerClass,
    AskClass,
    ChangeStudy,
    FollowStudy,
    GatherStudy,
    LeadStudy,
    LeaveStudy,
    LookInStudy,
    RemoveFromStudy,
    ShareStudy,
)
from outflank.web.studies.shared_studies import SharedStudies
from outflank.web.wire import Handler, Screen


class SharedStudyScreen(Screen):
    """The handlers of one page, which has at most one shared study open. Events go to `watcher`."""

    def __init__(self, shared: SharedStudies, watcher: Watcher):
        self._shared, self._watcher = shared, watcher
        self._study = ""  # the open study
        self._is_closed = False

    @property
    def handlers(self) -> dict[str, Handler]:
        """The handler for each message type."""
        return {
            "share-study": self._share,
            "follow-study": self._follow,
            "leave-study": self._leave,
            "change-study": self._change,
            "look-in-study": self._look,
            "gather-study": self._gather,
            "remove-from-study": self._remove,
            "lead-study": self._lead,
            "ask-class": self._ask,
            "answer-class": self._answer,
        }

    def close(self) -> None:
        """Leave the open study."""
        self._is_closed = True
        self._shared.leave(self._study, self._watcher)

    def _share(self, message: ShareStudy, person: str) -> dict[str, Any]:
        return {
            "type": "study-members",
            "study": message.study,
            **self._shared.share(person, message.study, message.renew),
        }

    async def _follow(self, message: FollowStudy, person: str) -> dict[str, Any] | None:
        await self._shared.fetch(message.study)
        if self._is_closed:
            return None
        if self._study != message.study:
            self._shared.leave(self._study, self._watcher)
        study = self._shared.open(
            message.study,
            self._watcher,
            person,
            secret=message.secret or "",
            name=message.name,
            revision=message.revision,
        )
        self._study = message.study
        return study

    def _leave(self, message: LeaveStudy, _person: str) -> dict[str, Any]:
        self._shared.leave(message.study, self._watcher)
        return {"type": "done"}

    def _change(self, message: ChangeStudy, person: str) -> dict[str, Any]:
        study = self._shared.study(message.study)
        self._shared.hasty.take(person)
        revision = study.change(self._watcher, message.source, message.revision, message.operations)
        return {"type": "study-changed", "revision": revision}

    def _look(self, message: LookInStudy, _person: str) -> dict[str, Any]:
        self._shared.study(message.study).look(self._watcher, message.path, away=message.away)
        return {"type": "done"}

    def _gather(self, message: GatherStudy, _person: str) -> dict[str, Any]:
        self._shared.study(message.study).gather(self._watcher, message.path)
        return {"type": "done"}

    def _remove(self, message: RemoveFromStudy, _person: str) -> dict[str, Any]:
        self._shared.study(message.study).remove(self._watcher, message.who)
        return {"type": "done"}

    def _lead(self, message: LeadStudy, _person: str) -> dict[str, Any]:
        self._shared.study(message.study).lead(self._watcher, on=message.on)
        return {"type": "done"}

    def _ask(self, message: AskClass, _person: str) -> dict[str, Any]:
        self._shared.study(message.study).ask(self._watcher, message.what)
        return {"type": "done"}

    def _answer(self, message: AnswerClass, _person: str) -> dict[str, Any]:
        self._shared.study(message.study).answer(self._watcher, message.move)
        return {"type": "done"}
