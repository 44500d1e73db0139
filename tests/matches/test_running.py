import gzip
import re
from pathlib import Path

import pytest

from outflank.errors import OutflankError
from outflank.matches.boards import ProcessBoards
from outflank.matches.playing import GameTerms
from outflank.matches.reports import to_json
from outflank.matches.results import results
from outflank.matches.running import Tournament, seated, trial_of
from outflank.matches.store import Store, alone
from outflank.play import TimeControl
from outflank.play.moves import PASS
from outflank.rules import Game, Position
from tests.matches.conftest import BOTS, THREE, HereBoards, games_of, text_of

ROUNDS = ["games = 4", "kind = 'swiss'\nrounds = 3\ngames = 2"]


def test_every_game_is_kept_with_its_moves_clocks_and_result(play):
    plan, store = play(text_of(*THREE, top="size = 6\ntime = '20+1'\nopenings = 'random:4'"))
    for kept in store.games():
        game = Game(Position.start(6), kept.moves)
        assert game.is_over
        assert kept.scores == game.position.scores
        assert kept.opening == kept.moves[:4]
        assert kept.machine == "here"
        positions = game.positions[4:-1]
        assert kept.movers == tuple(position.turn for position in positions)
        assert len(kept.seconds) == len(kept.movers) == len(kept.clocks(plan.control))
        assert sum(kept.seconds) <= kept.took
        left = {0: 20.0, 1: 20.0}
        for move, mover, seconds, clock in zip(
            kept.moves[4:], kept.movers, kept.seconds, kept.clocks(plan.control), strict=True
        ):
            if move != PASS:
                left[mover] += 1 - seconds
            assert clock == pytest.approx(left[mover], abs=1e-5)


def test_with_a_time_for_each_move_the_clock_is_what_was_left_of_it(play):
    plan, store = play(text_of("random", "first", top="size = 4\ntime = '3/move'\nopenings = 'random:3'"))
    assert plan.control == TimeControl(3, per_move=True)
    for kept in store.games():
        assert kept.clocks(plan.control) == pytest.approx([3 - seconds for seconds in kept.seconds])


@pytest.mark.parametrize("schedule", [*ROUNDS, "kind = 'knock-out'\ngames = 2"])
@pytest.mark.parametrize("steps", [(1,), (5, 2, 3)])
def test_what_was_stopped_goes_on_and_comes_to_the_same(play, tmp_path, schedule, steps):
    text = text_of("random", "first", "greedy", "level1", schedule=schedule)
    whole = games_of(play(text)[1])
    path = tmp_path / "kept.sqlite"
    for most in steps:
        _, store = play(text, most=most, path=path)
        store.close()
    _, store = play(text, path=path)
    assert games_of(store) == whole


def test_a_player_who_joins_a_round_robin_plays_everyone_and_nothing_is_played_again(play, tmp_path):
    path = tmp_path / "kept.sqlite"
    _, store = play(text_of(*THREE[:2]), path=path)
    before = games_of(store)
    store.close()
    _, store = play(text_of("greedy", *THREE[:2]), path=path)  # in front of those who were there
    assert games_of(store)[: len(before)] == before
    assert {frozenset(game.seats) for game in store.games(after=len(before))} == {frozenset((0, 2)), frozenset((1, 2))}
    assert store.n_games() == 3 * 4


@pytest.mark.parametrize("schedule", ROUNDS[1:])
def test_a_player_who_joins_a_tournament_of_rounds_plays_from_the_next_one(play, tmp_path, schedule):
    path = tmp_path / "kept.sqlite"
    _, store = play(text_of(*THREE, schedule=schedule), most=3, path=path)
    begun = store.rounds()
    store.close()
    _, store = play(text_of(*THREE, "level1", schedule=schedule), path=path)
    assert store.rounds()[: len(begun)] == begun
    assert any(3 in meeting for meetings, _ in store.rounds() for meeting in meetings)
    assert store.joined()[3] == len(begun)


def test_more_games_can_be_asked_for(play, tmp_path):
    path = tmp_path / "kept.sqlite"
    _, store = play(text_of(*THREE, schedule="games = 2"), path=path)
    store.close()
    _, store = play(text_of(*THREE, schedule="games = 6"), path=path)
    assert sorted(map(repr, games_of(store))) == sorted(
        map(repr, games_of(play(text_of(*THREE, schedule="games = 6"))[1]))
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (text_of(*THREE, top="size = 6"), "size was 4 when the games in .* were played, but is 6 now: change it back"),
        (text_of(*THREE, top="size = 4\nseed = 3\nopenings = 'random:3'"), "seed was 0 when .*, but is 3 now"),
        (text_of(*THREE, top="size = 4\nopenings = 'random:2'"), "openings was random:3 when .*random:2 now"),
        (
            text_of(*THREE, top="size = 4\nopenings = 'random:3'\ntime = '3/move'"),
            "time was not set when .* 3/move now",
        ),
        (text_of(*THREE, top="size = 4\nopenings = 'random:3'\ngame = 'anti-othello'"), "game was othello when"),
        (text_of(*THREE, schedule="kind = 'swiss'\nrounds = 2"), "schedule.kind was round-robin when .*swiss now"),
        (text_of(*THREE[:2]), "player 'greedy', who was 'greedy' when .*, is missing now: change it back"),
        (
            text_of(*THREE, players=("random", "first", "level1")),
            "player 'greedy', .*, is 'level1' now: change it back",
        ),
        (text_of(*THREE, more="[sprt]\nplayers = ['random', 'first']"), "sprt was not set when"),
    ],
)
def test_a_file_that_was_changed_so_that_old_games_are_wrong_is_refused(play, tmp_path, text, words):
    path = tmp_path / "kept.sqlite"
    _, store = play(text_of(*THREE), path=path)
    before = games_of(store)
    store.close()
    with pytest.raises(OutflankError, match=re.compile(f"^club.toml: {words}")):
        play(text, path=path)
    with Store(path) as store:
        assert games_of(store) == before


def test_nobody_joins_a_knock_out_that_has_begun(play, tmp_path):
    path = tmp_path / "kept.sqlite"
    schedule = "kind = 'knock-out'\ngames = 2"
    _, store = play(text_of(*THREE, schedule=schedule), most=1, path=path)
    store.close()
    with pytest.raises(OutflankError, match="nobody can join a knock-out that has started: leave out level1"):
        play(text_of(*THREE, "level1", schedule=schedule), path=path)


def test_a_player_without_a_game_can_be_changed(play, tmp_path):
    path = tmp_path / "kept.sqlite"
    _, store = play(text_of(*THREE), most=1, path=path)
    store.close()
    _, store = play(text_of(*THREE, players=("random", "first", "level1")), path=path)
    assert [player for _, player in store.players().values()] == ["random", "first", "level1"]


def test_two_at_once_play_one_tournament_no_more(tmp_path):
    path = tmp_path / "kept.sqlite"
    refused = pytest.raises(OutflankError, match="another outflank arena run is playing this tournament")
    with alone(path), refused, alone(path):
        pass
    with alone(path):
        pass


def test_a_test_ends_the_match_when_it_is_decided_and_the_same_way_however_many_play_at_once(play):
    text = text_of(
        "level1", "random", top="size = 4\nopenings = 'random:2'", schedule="games = 400", more="[sprt]\nelo1 = 400"
    )
    plan, store = play(text)
    trial = trial_of(plan, store)
    assert trial.verdict is (trial.llr > 0)
    assert store.n_games() <= 2 * len(trial.llrs) + 2 < 100
    lower, upper = trial.sprt.bounds
    assert not lower < trial.llr < upper
    assert lower < trial.llrs[-2] < upper
    assert trial_of(*play(text, n_at_once=3)).llrs == trial.llrs


def test_the_other_games_of_a_tournament_go_on_when_its_test_is_decided(play):
    more = "[sprt]\nplayers = ['level1', 'random']\nelo1 = 300"
    text = text_of("level1", "random", "first", schedule="games = 60", more=more)
    plan, store = play(text)
    assert trial_of(plan, store).verdict is not None
    n_of_test = sum(set(game.seats) == {0, 1} for game in store.games())
    assert n_of_test < 60
    assert store.n_games() == 120 + n_of_test


def processes_for(plan, store, n_at_once):
    terms = GameTerms(tuple(seated(plan, store)), plan.control, is_lenient=True)
    return ProcessBoards(terms, plan.start(), n_at_once)


def test_a_bot_whose_files_go_in_the_middle_forfeits_its_games_and_ends_no_others(plan_of, tmp_path):
    bot = tmp_path / "ann.py"
    bot.write_text("def choose(position):\n    return position.legal_moves[0]", encoding="utf-8")
    players = (f"bot:{bot}", "first", "random")
    plan = plan_of(text_of("ann", "first", "random", players=players, schedule="games = 2"))
    store = Store(tmp_path / "kept.sqlite")
    store.agree(plan)
    with processes_for(plan, store, 1) as boards:
        bot.unlink()
        assert Tournament(plan, store).play(boards)
    games = list(store.games())
    store.close()
    assert len(games) == 6
    for game in games:
        at_fault = game.seats.index(0) if 0 in game.seats else None
        assert game.forfeited == at_fault
        assert ("there is no file or folder" in game.reason) is (at_fault is not None)


@pytest.mark.slow
def test_processes_play_the_same_games_show_them_and_bad_players_lose_only_theirs(plan_of, tmp_path, play):
    (tmp_path / "bots.py").write_text(BOTS, encoding="utf-8")
    players = (
        "random",
        "first",
        *(f"module:{tmp_path}/bots.py:{name}" for name in ("FailsInGames", "ends_the_process")),
    )
    text = text_of("random", "first", "fails", "ends", players=players, schedule="games = 2")
    plan = plan_of(text)
    store = Store(tmp_path / "kept.sqlite")
    store.agree(plan)
    with processes_for(plan, store, 2) as boards:
        assert Tournament(plan, store).play(boards)
    games = list(store.games())
    assert len(games) == 12
    for game in games:
        bad = [player for player in game.seats if player >= 2]
        assert (game.forfeited is not None) is bool(bad)
        if bad:
            assert game.seats[game.forfeited] in bad
            assert game.fault == "crash"
    alone_ = {repr(game) for game in games_of(play(text_of("random", "first", schedule="games = 2"))[1])}
    assert alone_ == {repr(game) for game in games_of(store) if set(game[0].seats) == {0, 1}}
    assert store.under_way() == []
    assert store.fact("over") is True
    store.close()


OLD = Path(__file__).parents[1] / "data" / "tournament-v1"  # of 2026-11, stopped in the middle of its second round


def test_a_tournament_of_an_older_version_opens_and_goes_on(plan_of, tmp_path):
    plan = plan_of(OLD.with_suffix(".toml").read_text(encoding="utf-8"))
    plan.database.write_bytes(gzip.decompress(OLD.with_suffix(".sqlite.gz").read_bytes()))
    with Store(plan.database) as store:
        before = games_of(store)
        store.agree(plan)
        assert Tournament(plan, store).play(HereBoards(seated(plan, store), plan))
        assert len(before) == 7
        assert games_of(store)[:7] == before
        table = to_json(results(plan, store))["table"]
    assert [(row["name"], row["points"], row["elo"]) for row in table] == [
        ("Ada", 6, 217.7), ("Bob", 3, -3.0), ("level1", 2.5, -36.5), ("Cy", 0.5, -178.2),
    ]  # fmt: skip
