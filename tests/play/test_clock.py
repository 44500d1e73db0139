import pytest

from outflank.errors import OptionError
from outflank.play import Clock, TimeControl, TimeLeft


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("300", TimeControl(300)),
        ("300+2", TimeControl(300, 2)),
        ("0.5/move", TimeControl(0.5, per_move=True)),
        (" .25+.1 ", TimeControl(0.25, 0.1)),
    ],
)
def test_time_control_reads_its_three_forms(text, control):
    assert TimeControl.parse(text) == control
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize("text", ["", "-1", "0", "five", "5/min", "1+", "nan", "inf", "1e3", "5/move+1", "9" * 400])
def test_time_control_refuses_what_is_no_time(text):
    with pytest.raises(OptionError, match="expected a"):
        TimeControl.parse(text)


def test_sudden_death_runs_down_and_ends():
    clock = Clock(TimeControl(10))
    assert clock.spend(0, 4)
    assert clock.left(0) == TimeLeft(6)
    assert clock.left(1) == TimeLeft(10)
    assert not clock.spend(0, 6.01)
    assert clock.left(0).seconds == 0


def test_increment_is_added_only_after_a_move_in_time():
    clock = Clock(TimeControl(10, 2))
    assert clock.spend(1, 10)
    assert clock.left(1) == TimeLeft(2, 2)
    assert not clock.spend(1, 3)
    assert clock.left(1).seconds == 0


def test_time_per_move_starts_afresh_and_cannot_be_saved():
    clock = Clock(TimeControl(5, per_move=True), 3)
    for _ in range(4):
        assert clock.spend(2, 4.9)
        assert clock.left(2) == TimeLeft(5, per_move=True)
    assert not clock.spend(2, 5.1)


def test_share_of_the_time_left_never_exceeds_it_and_leaves_some_for_later():
    assert TimeLeft(10, per_move=True).share(30) == 9
    assert TimeLeft(60).share(28) == 2
    assert TimeLeft(60, 1).share(28) == pytest.approx(2.8)
    assert TimeLeft(0.1, 5).share(1) == pytest.approx(0.09)
