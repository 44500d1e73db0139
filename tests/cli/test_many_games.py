"""How far something is, where nobody watches."""

import pytest

from outflank.cli import many_games


@pytest.fixture
def clock(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(many_games.time, "monotonic", lambda: now[0])
    return now


def test_where_nobody_watches_a_line_now_and_then_says_how_far_it_is(clock, capsys):
    with many_games.bar("playing") as show:
        show(300, 2000)
        clock[0] += 100
        show(310, 2000)
        assert capsys.readouterr().err == ""
        clock[0] += 100
        show(500, 2000, "LLR +1.00")
        assert capsys.readouterr().err == "playing: 500 of 2,000, about 25 minutes left, LLR +1.00\n"
        show(501, 2000)
        assert capsys.readouterr().err == ""


def test_the_time_left_is_not_told_where_it_cannot_be_known(clock, capsys):
    with many_games.bar("reviewing") as show:
        show(0)
        clock[0] += 130
        show(7)
        assert capsys.readouterr().err == "reviewing: 7\n"
        clock[0] += 130
        show(7)
        assert capsys.readouterr().err == "reviewing: 7\n"
