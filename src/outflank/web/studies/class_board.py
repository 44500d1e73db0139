"""The board of a class: a leader whom all other pages follow, and questions that they answer on their boards."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from outflank.web.wire import MessageError

QuestionState = Literal["asked", "revealed"]


class ClassBoard:
    """The state of a class. Without a leader, there is no class."""

    def __init__(self) -> None:
        self.leader: int | None = None
        """The number of the person who leads; None if nobody does."""

        self.path: list[str] = []
        """The leader's position."""

        self.question: QuestionState | None = None
        self._asked: list[str] = []
        self._answers: dict[int, str] = {}

    @property
    def asked(self) -> list[str]:
        """The position of the question."""
        return self._asked

    def lead(self, who: int | None, path: Sequence[str]) -> None:
        """Begin a class at a position, or end it."""
        self.leader, self.path = who, list(path)
        self.question, self._answers = None, {}

    def ask(self, path: Sequence[str]) -> None:
        """Ask for the best move of a position."""
        self.question, self._asked, self._answers = "asked", list(path), {}

    def answer(self, who: int, move: str) -> None:
        """Take somebody's answer, in place of an earlier one. Raises MessageError if no question is open."""
        if self.question != "asked":
            raise MessageError("question", "there is no open question at the moment")
        self._answers[who] = move

    def reveal(self) -> None:
        """Close the question and show everybody the answers. Raises MessageError if there is none."""
        if self.question is None:
            raise MessageError("question", "there is no open question at the moment")
        self.question = "revealed"

    def dismiss(self) -> None:
        """Remove the question."""
        self.question, self._answers = None, {}

    def fields(self, who: int) -> dict[str, Any]:
        """The state for the page of a person: only the leader sees the answers before they are revealed."""
        question = None
        if self.question is not None:
            sees = self.question == "revealed" or who == self.leader
            question = {
                "path": self._asked,
                "state": self.question,
                "n_answers": len(self._answers),
                "counts": dict(Counter(self._answers.values()).most_common()) if sees else None,
                "own": self._answers.get(who),
            }
        return {"leader": self.leader, "path": self.path, "question": question}
