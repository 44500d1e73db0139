import pytest

from outflank.web.club import limits
from outflank.web.club.limits import RateLimit
from outflank.web.wire import MessageError


def test_actions_are_limited_for_each_key_and_allowed_again_later():
    now = 0.0
    limit = RateLimit(2, 10.0, lambda: now)
    for _ in range(2):
        limit.take("a")
    with pytest.raises(MessageError, match="try again in 10 seconds"):
        limit.take("a")
    limit.take("b")
    now = 10.0
    limit.take("a")


def test_an_action_that_is_refused_for_one_key_counts_for_none():
    limit = RateLimit(1, 10.0)
    limit.take("a")
    with pytest.raises(MessageError):
        limit.take("b", "a")
    limit.take("b")


def test_a_limit_forgets_the_oldest_keys(monkeypatch):
    monkeypatch.setattr(limits, "_MOST_KEYS", 3)
    limit = RateLimit(1, 1e9)
    for key in "abcd":
        limit.take(key)
    limit.take("a")
    with pytest.raises(MessageError):
        limit.take("d")
