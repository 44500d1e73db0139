from pathlib import Path

import pytest

from outflank.bots import sandbox
from outflank.course.check import LADDERS, check
from outflank.errors import OptionError
from outflank.play import Setup, TimeControl, create, kind_of
from outflank.rules import Position

CLOCK = TimeControl(20, per_move=True)
HOSTILE = Path(__file__).parents[1] / "bots" / "hostile"


@pytest.fixture
def bot(tmp_path):
    def make(source):
        path = tmp_path / "ann.py"
        path.write_text(source)
        return f"bot:{path}"

    return make


def about(report, which):
    return [finding.text for finding in report.findings if finding.about == which]


def test_an_honest_bot_is_fit_and_told_what_to_do_next(bot):
    report = check(bot("def choose(position):\n    return position.legal_moves[0]"), CLOCK, seconds=1000)
    assert report.is_fit
    assert about(report, "moves") == ["Its moves are legal in all 60 positions, from the first move to the last."]
    assert about(report, "deterministic") == ["It repeats its moves when asked again. (12 of 12)"]
    ladder = LADDERS["othello"]
    assert list(report.scores) == list(ladder[: len(report.scores)])
    last = list(report.scores)[-1]
    assert report.scores[last][0] < 0.2 * report.scores[last][1] or last == ladder[-1]
    assert "outflank match with --games 200 measures" in report.advice
    assert "if it does not do so already: " in report.advice
    assert report.to_json()["fit"] is True


def test_one_that_plays_at_random_does_not_always_answer_the_same(bot, monkeypatch):
    # asked often enough that it cannot repeat all its moves by chance
    monkeypatch.setattr("outflank.course.check._POSITIONS", 30)
    monkeypatch.setattr("outflank.course.check._TWICE", 30)
    source = "import random\ndef choose(position):\n    return random.choice(position.legal_moves)"
    report = check(bot(source), CLOCK, strength=False)
    assert report.is_fit
    assert about(report, "deterministic")[0].startswith("It does not always repeat its moves.")


@pytest.mark.parametrize("game", LADDERS)
def test_whom_a_bot_is_measured_by_plays_that_game(game):
    start = kind_of(game).start(Setup())
    for rival in LADDERS[game]:
        assert create(rival, plays=start).choose(start).move in start.legal_moves


@pytest.mark.slow
@pytest.mark.usefixtures("few_positions")
def test_passes_are_only_spoken_of_where_there_were_some(bot):
    source = "def choose(position):\n    return position.legal_moves[0]"
    (told,) = about(check(bot(source), CLOCK, strength=False), "games")
    assert told == "It plays whole games as Black and White, including passes."
    (told,) = about(check(bot(source), CLOCK, game="tribolo", strength=False), "games")
    assert told == "It plays whole games as Blue, Red and Green."


@pytest.mark.slow
@pytest.mark.parametrize("game", ["anti-othello", "tribolo"])
def test_a_bot_is_tried_at_the_game_that_it_is_to_play(bot, game):
    source = "def choose(position):\n    assert position.game == '{}'\n    return position.legal_moves[0]"
    report = check(bot(source.format(game)), CLOCK, game=game, seconds=0.01)
    assert report.is_fit
    assert about(report, "moves") == ["Its moves are legal in all 60 positions, from the first move to the last."]
    assert list(report.scores) in ([], ["random"])
    assert report.to_json()["game"] == game
    assert not check(bot(source.format("othello")), CLOCK, game=game, strength=False).is_fit


@pytest.mark.slow
def test_in_a_game_of_three_a_third_of_the_points_is_what_equals_have(bot):
    source = "def choose(position):\n    return position.legal_moves[0]"
    report = check(bot(source), CLOCK, game="tribolo", seconds=1000)
    _, games = report.scores["random"]
    assert games == 6
    won = [name for name, (points, games) in report.scores.items() if points > games / 3]
    said = f"It won most of its games against {' and '.join(won)}" if won else "It did not win most of its games"
    assert report.advice.startswith(said)
    last = list(report.scores)[-1]
    assert report.scores[last][0] < 0.4 * games / 3 or last == LADDERS["tribolo"][-1]


def test_a_game_that_bots_do_not_play_is_refused(bot):
    with pytest.raises(OptionError, match=r"^expected a game that bots play \(othello, anti-othello, tribolo\), got"):
        check(bot("def choose(position):\n    return position.legal_moves[0]"), CLOCK, game="chess")


@pytest.mark.parametrize(
    ("source", "which", "text"),
    [
        ("import nothing", "start", "It does not start: it ended (exit code 1): \"ModuleNotFoundError: No module"),
        ("def choose(position):\n    return 'a1'", "moves", "illegal move: Black cannot play a1"),
        ("def choose(position):\n    assert len(position.legal_moves) > 1\n    return position.legal_moves[0]", "moves",
         "crash: it ended (exit code 1): 'AssertionError"),
    ],
)  # fmt: skip
def test_what_would_cost_games_is_found(bot, source, which, text):
    report = check(bot(source), CLOCK)
    assert not report.is_fit
    assert about(report, which)[0].startswith(text)
    assert report.scores == {}
    assert report.advice.startswith("Fix this first")


def test_a_program_that_does_not_answer_may_speak_another_protocol(tmp_path):
    path = tmp_path / "ann.sh"
    path.write_text("while read line; do echo '? unknown command'; echo; done\n")
    report = check(f"bot:{path},start=1", CLOCK)
    (text,) = about(report, "start")
    assert text.startswith("It does not start: it was not ready within 1 s. If it speaks GTP")
    assert text.endswith("bot:ann.sh,protocol=gtp (or nboard).")
    (told,) = about(check(f"bot:{path},start=1,protocol=gtp", CLOCK), "start")
    assert "If it speaks" not in told


@pytest.mark.skipif(sandbox.kind() == "limits", reason="bubblewrap does not work here")
def test_a_hostile_bot_is_no_danger_to_who_checks_it():
    report = check(f"bot:{HOSTILE / 'fork_bomb.py'}", CLOCK)
    assert about(report, "moves")[0].startswith("limits: it ran ")


def test_only_bots_are_checked():
    with pytest.raises(OptionError, match="expected a bot"):
        check("random", CLOCK)


def test_the_games_with_passes_do_have_passes():
    from outflank.course.check import _passing

    position, passes = _passing(), 0
    assert isinstance(position, Position)
    player = create("random", seed=1)
    while not position.is_over:
        passes += position.must_pass
        position = position.play(player.choose(position).move)
    assert passes > 0


@pytest.mark.slow
@pytest.mark.usefixtures("few_positions")
def test_what_a_bot_takes_to_start_is_no_time_for_a_move(bot):
    source = "import time\ntime.sleep(1.5)\ndef choose(position):\n    return position.legal_moves[0]"
    assert check(bot(source), TimeControl(1, per_move=True), strength=False).is_fit


@pytest.mark.usefixtures("few_positions")
def test_one_late_move_is_one_fault(bot):
    source = (
        "import time\ndef choose(position):\n    if position.n_empties == 60:\n        time.sleep(3)\n"
        "    return position.legal_moves[0]"
    )
    report = check(bot(source), TimeControl(1, per_move=True), strength=False)
    assert {each.text.partition(":")[0] for each in report.findings if each.is_fault} == {"time"}


@pytest.mark.slow
def test_what_is_allowed_for_a_game_is_not_counted_over_all_positions(bot):
    source = "def choose(position):\n    print('x' * 14_000)\n    return position.legal_moves[0]"
    assert check(bot(source), CLOCK, strength=False).is_fit


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "source", "about"),
    [
        ("silent.sh", "while read line; do :; done\n", "start"),
        ("silent.py", "import sys\nfor line in sys.stdin:\n    print('ready')\n", "start"),
        ("later.py", "import sys\nprint('ready', flush=True)\nfor line in sys.stdin:\n    print('d3')\n", "moves"),
    ],
)
def test_a_program_from_which_nothing_comes_is_told_to_flush(tmp_path, name, source, about):
    (tmp_path / name).write_text(source)
    (tmp_path / name).chmod(0o755)
    report = check(f"bot:{tmp_path / name},start=1.5", TimeControl(1, per_move=True), strength=False)
    first = next(each for each in report.findings if each.is_fault)
    assert first.about == about
    assert "it sent nothing: it must flush its output after each line" in first.text


@pytest.mark.slow
def test_a_function_that_is_late_is_not_asked_about_its_output(tmp_path):
    (tmp_path / "slow.py").write_text("import time\ndef choose(position):\n    time.sleep(60)\n")
    report = check(f"bot:{tmp_path / 'slow.py'}", TimeControl(0.5, per_move=True), strength=False)
    assert not report.is_fit
    assert not any("flush" in each.text for each in report.findings)
