import multiprocessing

import pytest

from outflank.errors import OptionError
from outflank.matches import api, game, playing
from outflank.matches.boards import ProcessBoards
from outflank.matches.game import CEILING, Pairing
from outflank.matches.playing import GameTerms
from outflank.play import Clock, TimeControl, create
from outflank.rules import BLACK, WHITE, Game, Position
from tests.matches.conftest import BOTS, played

SMALL = Position.start(6)


@pytest.fixture
def bot(tmp_path):
    """Names a player of BOTS."""
    path = tmp_path / "bots.py"
    path.write_text(BOTS, encoding="utf-8")
    return lambda name: f"module:{path}:{name}"


def match(*players, **options):
    return played(*players, start=SMALL, **options)


def test_every_game_is_legal_and_scored_as_it_ended():
    for result in match("random", "greedy", games=6):
        game = Game(SMALL, result.moves)
        assert result.moves[:4] == result.pairing.opening
        assert game.is_over
        assert result.scores == game.position.scores
        assert result.points[0] == {BLACK: 1, WHITE: 0, None: 0.5}[game.outcome.winner]
        assert result.forfeited is None


def test_the_players_get_the_colours_of_the_pairing():
    """`first` plays the first legal move, so a game shows which side it had."""
    for result in match("first", "level1"):
        game = Game(SMALL, result.pairing.opening)
        for move in result.moves[4:]:
            if game.position.turn == result.pairing.seats.index(0):
                assert move == game.position.legal_moves[0]
            game.push(move)


def test_no_two_players_of_a_match_share_a_seed(monkeypatch):
    seeds = []
    monkeypatch.setattr(game, "create", lambda name, seed: seeds.append(seed) or create(name, seed=seed))
    match("random", "random", games=6)
    assert len(set(seeds)) == len(seeds) == 12


def test_progress_hears_of_every_game():
    heard = []
    assert match("first", "random", games=4, progress=heard.append) == heard


def test_processes_play_the_same_games_in_the_same_order_and_keep_their_prints_out_of_the_output(bot, capfd):
    players = (bot("prints"), "random")
    heard = []
    together = match(*players, games=4, jobs=2, progress=heard.append)
    out, err = capfd.readouterr()
    assert out == ""
    assert "rubbish" in err
    assert together == match(*players, games=4, jobs=1)
    assert sorted(heard, key=together.index) == together


@pytest.mark.parametrize("jobs", [2, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("name", "how"),
    [("ends_the_process", "exit code 3"), ("gives_up", "exit code 1"), ("EndsTheProcessInGames", "exit code 3")],
)
def test_a_player_that_ends_its_process_forfeits_the_game_and_the_match_goes_on(bot, name, how, jobs):
    results = match(bot(name), "first", "greedy", games=2, jobs=jobs)
    assert len(results) == 6
    for result in results:
        assert (result.forfeited is None) is (0 not in result.pairing.seats)
        if result.forfeited is not None:
            assert result.pairing.seats[result.forfeited] == 0
            assert (result.fault, result.reason) == ("crash", f"it killed the process in which it was playing ({how})")
            if name != "EndsTheProcessInGames":
                assert Game(SMALL, result.moves).position.turn == result.forfeited
            assert result.of(0) == (0, -36)


def test_a_player_that_ends_its_process_behind_everyones_back_forfeits_its_own_games_only(bot):
    results = match(bot("does_it_late"), "random", "first", "greedy", games=4)
    assert all(0 in result.pairing.seats for result in results if result.forfeited is not None)
    assert all(result.pairing.seats[result.forfeited] == 0 for result in results if result.forfeited is not None)


def test_a_player_that_lets_nothing_else_run_forfeits_on_time(bot, monkeypatch):
    monkeypatch.setattr(playing, "_GRACE", 0.5)
    results = match(bot("grips"), "first", control=TimeControl(1, per_move=True))
    assert [(r.fault, r.pairing.seats[r.forfeited]) for r in results] == [("time", 0)] * 2
    assert all(result.reason.endswith(" s (1/move)") for result in results)


def test_players_of_this_package_need_no_process(monkeypatch):
    monkeypatch.setattr(api, "ProcessBoards", None)
    assert len(match("random", "first")) == 2


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("FailsToStart", "it fails to start: RuntimeError: '?no way"),
        ("EndsTheProcess", r"it killed the process in which it was created \(exit code 3\)"),
        ("nobody", "defines no 'nobody'"),
    ],
)
def test_a_player_that_cannot_be_made_is_refused_before_the_first_game(bot, name, message, jobs):
    played = []
    with pytest.raises(OptionError, match=message):
        match("first", "random", bot(name), jobs=jobs, progress=played.append)
    assert played == []


def test_what_fails_in_a_process_is_raised_at_once_without_waiting_for_the_other_games(bot):
    terms = GameTerms((bot("loops"), "first", bot("FailsInGames")), TimeControl(600))
    with ProcessBoards(terms, SMALL, 2) as boards:
        boards.submit(0, Pairing((0, 1), SMALL, (), 0))
        failing = boards.submit(1, Pairing((2, 1), SMALL, (), 0))
        with pytest.raises(OptionError, match=r"it fails to start: RuntimeError: '?no way"):
            boards.result(failing)


def test_processes_that_end_without_a_foreign_player_in_them_are_replaced(monkeypatch):
    """Such as those that the system ends because memory is short."""
    killed = []

    def kill_one(_result):
        if not killed:
            killed.extend(multiprocessing.active_children())
            killed[0].kill()

    expected = match("level1", "first", games=20)
    assert match("level1", "first", games=20, jobs=2, progress=kill_one) == expected
    assert killed


def test_no_process_is_left_of_a_match(bot):
    match(bot("ends_the_process"), "first", jobs=2)
    assert multiprocessing.active_children() == []


def test_a_fault_forfeits_the_game_and_all_squares(bot):
    for result in match(bot("raises"), "first"):
        loser = result.pairing.seats.index(0)
        assert result.forfeited == loser
        assert result.points == ((0, 1) if loser == BLACK else (1, 0))
        assert result.scores == ((-36, 36) if loser == BLACK else (36, -36))
        assert (result.of(0), result.of(1)) == ((0, -36), (1, 36))
        assert result.fault == "crash"
        assert result.reason.startswith("ValueError: 'no idea' (bots.py:")
        assert Game(SMALL, result.moves).position.turn == loser


def test_no_match_can_hang():
    assert CEILING.per_move
    assert CEILING.main <= 60
    assert Clock(CEILING).left(0).is_ceiling
    assert not Clock(TimeControl(60)).left(0).is_ceiling


def test_results_tell_who_made_each_move_after_the_opening_and_how_long_it_took():
    for result in match("random", "greedy", games=4, jobs=2):
        positions = Game(SMALL, result.moves).positions[4:-1]
        assert result.movers == tuple(position.turn for position in positions)
        assert len(result.seconds) == len(result.movers)
        assert 0 < sum(result.seconds) < result.took


def test_what_a_forfeit_that_ended_its_process_had_played_is_known(bot):
    for result in match(bot("ends_the_process"), "first"):
        assert len(result.seconds) == len(result.movers) == len(result.moves) - 4


def test_processes_tell_how_far_games_are(bot):
    pairing = Pairing((0, 1), SMALL, (), 0)
    with ProcessBoards(GameTerms((bot("loops"), "first"), TimeControl(1.5)), SMALL, 1) as boards:
        result = boards.result(boards.submit(7, pairing))
        assert boards.moves == {7: ()}
    assert (result.fault, result.forfeited) == ("time", 0)
