"""A stand-in for the engine, whose searches end when a test says so, and a conversation with it."""

from outflank.play.analysis import Analysis, MoveValue
from outflank.protocols.settings import Settings
from outflank.protocols.thinker import glance


class FakeThought:
    """A requested search, with its arguments."""

    def __init__(self, thinker, position, done, failed, news=None, **asked):
        self.thinker, self.position, self.asked = thinker, position, asked
        self.done, self.failed, self.news = done, failed, news
        self.is_dropped = self.is_stopped = self.is_over = False

    def stop(self):
        self.is_stopped = True

    def drop(self):
        self.is_stopped = self.is_dropped = True

    def tell(self, *moves, **known):
        """Report news, unless the search was dropped."""
        if not self.is_dropped:
            self.news(Analysis(moves[0].move, moves, **known))

    def finish(self, *moves, **known):
        """The result: some moves, or the first legal one."""
        assert not self.is_over
        self.is_over = True
        if not self.is_dropped:
            self.done(Analysis(moves[0].move, moves, **known) if moves else glance(self.position))

    def fail(self, reason):
        self.is_over = True
        if not self.is_dropped:
            self.failed(reason)


class FakeThinker:
    """Records requests."""

    def __init__(self):
        self.thoughts = []
        self.nodes = 0
        self.n_forgotten = 0

    def choose(self, position, limit, time_left, done, failed):
        return self._add(FakeThought(self, position, done, failed, play=limit, time_left=time_left))

    def analyse(self, position, limit, top, news, done, failed):
        return self._add(FakeThought(self, position, done, failed, news, limit=limit, top=top))

    def forget(self):
        self.n_forgotten += 1

    def _add(self, thought):
        self.thoughts.append(thought)
        return thought

    @property
    def last(self):
        return self.thoughts[-1]

    def finish_all(self):
        """End whatever runs, also what begins as that ends."""
        while running := [each for each in self.thoughts if not each.is_over]:
            running[0].finish()


class Conversation:
    """A dialogue with a fake thinker; records its output."""

    def __init__(self, make, **settings):
        self.lines = []
        self.thinker = FakeThinker()
        self.dialogue = make(self.lines.append, self.thinker, Settings(version="1.2", **settings))

    def __call__(self, *lines):
        """The answers to some lines, once they have been heard."""
        self.lines.clear()
        for line in lines:
            self.dialogue.hear(line)
        return list(self.lines)

    def found(self, *moves, **known):
        """The output when the last search ends."""
        self.lines.clear()
        self.thinker.last.finish(*moves, **known)
        return list(self.lines)


def value(move, number, depth=10, **fields):
    return MoveValue(move, number, depth=depth, pv=(move,), **fields)
