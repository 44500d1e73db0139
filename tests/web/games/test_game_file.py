"""Games as files: what goes out comes in again as the same, and nothing else does."""

import io
import json
import time
from functools import partial

import pytest

from outflank.errors import ParseError
from outflank.formats import ggf
from outflank.play import Analysis, Match, MoveValue, TimeControl, kind_of
from outflank.play.game import Setup
from outflank.web.games import game_file
from outflank.web.games.game_file import BadGame
from outflank.web.games.match_session import MatchSession
from outflank.web.games.own_games import OwnGames
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch
from tests.web.conftest import START
from tests.web.games.test_store import match_of

pytestmark = pytest.mark.usefixtures("each_database")

ID = "AbCdEfGhIjKlMnOpQrStUv"
VALUE = {
    "move": "f5",
    "value": 2.0,
    "bound": "exact",
    "depth": 3,
    "selectivity": 100,
    "kind": "heuristic",
    "pv": ["f5", "d6"],
}
JUDGED = {
    "ply": 0,
    "side": "black",
    "move": "f5",
    "loss": 0.0,
    "badge": "",
    "grade": "best",
    "proven": False,
    "value_for_black": 2.0,
    "best": VALUE,
    "played": VALUE,
}


def kept_of(match, name=ID, parts=("ann",)):
    session = MatchSession(match, GameStore(), None, name=name, pace=0.5)
    return StoredMatch.of(name, match, session.to_json(), dict.fromkeys(parts))


def library_with(*matches):
    library = OwnGames(GameStore(), is_shared=True)
    for number, match in enumerate(matches):
        time_ = 1_000_000.0 + number
        library.add("ann", kept_of(match, f"{ID[:-1]}{number}", ()), "", time_, time_ + 0.5)
    return library


def written(library, way=game_file.as_json):
    return "".join(way(library.whole("ann")))


def read(text):
    return list(game_file.read(io.BytesIO(text if isinstance(text, bytes) else text.encode())))


def changed(text, change):
    """The file, one of whose games was changed by somebody."""
    whole = json.loads(text)
    change(whole["games"][0])
    return json.dumps(whole)


@pytest.fixture
def played():
    """A match with all that there can be: clock, values, times, a resignation, names."""
    match = match_of("", ("human", "level2"))
    match = Match(match.game, match.seats, TimeControl(300.0, 5.0))
    match.push("f5", seconds=2.5)
    match.push("d6", seconds=0.01, answer=Analysis("d6", (MoveValue("d6", 3.0, depth=2, pv=("d6", "c3")),), nodes=31))
    match.push("c3", seconds=1.25)
    match.resign()
    return match


def test_games_come_back_as_they_were(played):
    tribolo = Match(
        (game := kind_of("tribolo")).new_game(game.start(Setup(seed=3)), []), ("human", "tribolo", "tribolo")
    )
    tribolo.push(tribolo.position.legal_moves[0])
    library = library_with(played, tribolo, match_of("f5", kind="anti-othello", seats=("human", "human")))
    library.name("ann", f"{ID[:-1]}0", "Final é")
    games = read(written(library))
    assert [game.kept.id for game in games] == [f"{ID[:-1]}{number}" for number in range(3)]
    assert [game.name for game in games] == ["Final é", "", ""]
    assert [(game.created, game.changed) for game in games] == [
        (1_000_000.0 + number, 1_000_000.5 + number) for number in range(3)
    ]
    again = MatchSession.from_json(games[0].kept.state, GameStore(), None)
    expected = played.to_json()
    assert again.match.to_json() == expected
    assert again.pace == 0.5
    assert again.people.persons == ()  # whose it was is nobody's business
    assert "ann" not in written(library)
    for game, match in zip(games, (played, tribolo), strict=False):
        assert game.kept.digest == kept_of(match).digest
        assert game.kept.result == match.result


def test_review_travels_with_its_game(played):
    library = library_with(played)
    library.keep_review(f"{ID[:-1]}0", ["f5", "d6"], 0.3, {"moves": [JUDGED]})
    (game,) = read(written(library))
    assert (game.review.moves, game.review.seconds) == (["f5", "d6"], 0.3)
    assert [each.model_dump(exclude_unset=True) for each in game.review.judged] == [JUDGED]


def test_no_games_make_a_file_too():
    text = written(library_with())
    assert json.loads(text) == {"outflank": "games", "version": 1, "games": []}
    assert read(text) == []


def test_file_that_was_laid_out_anew_is_read(played):
    text = json.dumps(json.loads(written(library_with(played))), indent=2)
    assert [game.kept.moves for game in read(text)] == [("f5", "d6", "c3")]


def test_other_programs_get_their_format(played):
    tribolo = Match(
        (game := kind_of("tribolo")).new_game(game.start(Setup(seed=3)), []), ("human", "tribolo", "tribolo")
    )
    tribolo.push(tribolo.position.legal_moves[0])
    as_ggf = partial(game_file.as_texts, format_=ggf.FORMAT)
    records = ggf.read(written(library_with(played, tribolo), as_ggf))
    assert [record.players for record in records] == [("You", "Computer 2")]
    assert records[0].resigned == 0
    assert records[0].date == time.strftime("%Y-%m-%d %H:%M", time.localtime(1_000_000))
    (game,) = read(written(library_with(played), as_ggf))
    assert game.kept.digest == kept_of(played).digest  # it is known again


def test_event_and_year_of_a_game_become_its_name_and_are_given_again():
    (game,) = read("(;GM[Othello]PC[World Championship]DT[1980]PB[Ann]PW[Bob]TY[8]B[F5];)")
    assert game.name == "World Championship 1980"
    assert time.strftime("%Y-%m-%d", time.localtime(game.created)) == "1980-01-01"
    whole = {"match": json.loads(game.kept.state), "created": game.created, "name": game.name, "result": None}
    (text,) = game_file.as_texts([[whole]], ggf.FORMAT)
    assert "PC[World Championship 1980]DT[1980-01-01]PB[Ann]PW[Bob]" in text
    (full,) = read("(;GM[Othello]PC[Outflank]DT[2019.05.04]TY[8]B[F5];)")
    assert full.name == ""


def test_games_of_other_programs_keep_players_date_and_result():
    text = "(;GM[Othello]PC[GGS]DT[2005.11.21_10:11:12.MST]PB[Ann]PW[Bob]RE[-12.000:t]TY[8]B[F5]W[D6];)"
    (game,) = read(text)
    assert game.kept.players == ("Ann", "Bob")
    assert game.kept.result.words == "White wins by 12: Black ran out of time"
    assert (game.kept.result.how, game.kept.result.loser, game.kept.won, game.kept.own) == ("time", 0, 2, None)
    assert time.strftime("%Y-%m-%d %H:%M", time.localtime(game.changed)) == "2005-11-21 10:11"
    assert not game.has_id
    match = Match.from_json(json.loads(game.kept.state))
    assert [seat.player for seat in match.seats] == ["human", "human"]
    assert match.is_over
    assert match.result.winners == (1,)


@pytest.mark.parametrize("date", ["", "soon", "9999-99-99", "9999-01-01", "0000-00-00", "2005-02-30", "1066-10-14"])
def test_date_that_is_none_is_now_or_the_epoch(date):
    (game,) = read(f"(;GM[Othello]DT[{date}]PB[Ann]TY[8]B[F5];)")
    assert game.changed == 0.0 or abs(game.changed - time.time()) < 60


def test_position_without_a_move_is_no_game():
    found = read("f5d6\n" + START + "\nf5f4")
    assert [isinstance(each, BadGame) for each in found] == [False, True, False]
    assert found[1] == BadGame("game 2", "it has no moves")


# --- what is wrong, or meant to be --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda game: game.pop("id"), "id: field required"),
        (lambda game: game.update(id="../../etc/passwd"), "id: "),
        (lambda game: game.update(name="x" * 101), "name: string should have at most 100 characters"),
        (lambda game: game.update(created="now"), "created: "),
        (lambda game: game.update(created=-1.0), "created: "),
        (lambda game: game["match"].update(kind="chess"), "expected a game"),
        (lambda game: game["match"].update(start="rubbish"), "expected"),
        (lambda game: game["match"]["moves"][1].update(move="a1"), "turns over no disc"),
        (lambda game: game["match"].update(moves=[{"move": "f5"}] * 401), "moves"),
        (lambda game: game["match"].update(seats=["human"]), "seats"),
        (lambda game: game["match"].update(seats=["human"] * 3), "expected 2 players, got 3"),
        (lambda game: game["match"].update(control=[-1.0, 0.0, False]), "expected a clock"),
        (lambda game: game["match"].update(control=["x"]), "must be a number"),
        (lambda game: game["match"].update(resigned=2), "expected"),
        (lambda game: game["match"].update(pace=99.0), "pace"),
        (lambda game: game["match"]["moves"][1]["found"].update(value="<b>"), "value"),
        (lambda game: game["match"]["moves"][0].update(seconds=-1.0), "seconds"),
    ],
)
def test_bad_game_is_named_and_the_others_are_taken(played, change, reason):
    library = library_with(played, match_of("f5f4"))
    for text in (written(library), json.dumps(json.loads(written(library)))):
        found = read(changed(text, change))
        assert isinstance(found[0], BadGame)
        assert found[0].place == "game 1"
        assert reason in found[0].reason.replace("Field", "field").replace("String", "string")
        assert found[1].kept.moves == ("f5", "f4")


def test_line_that_is_no_json_is_named():
    lines = written(library_with(match_of("f5"), match_of("f5d6"))).split("\n")
    lines[1] = lines[1][:100]
    found = read("\n".join(lines))
    assert found[0].place == "game 1"
    assert "not JSON" in found[0].reason
    assert found[1].kept.moves == ("f5", "d6")


def test_line_that_is_too_long_ends_a_file_and_leaves_the_games_before_it(monkeypatch):
    text = written(library_with(match_of("f5"), match_of("f5d6")))
    monkeypatch.setattr(game_file, "_LONGEST_LINE", max(map(len, text.split("\n"))))
    found = read(text)
    assert [isinstance(each, BadGame) for each in found] == [False, True]
    assert found[1] == BadGame("game 2", "it is too long for an Outflank game")


@pytest.mark.parametrize(
    "player",
    ["engine:weights=/etc/passwd", "nobody", "os:system", "engine:level=99", "tribolo", "human:x=1", "__class__"],
)
def test_player_that_is_not_offered_becomes_a_person_with_its_name(played, player):
    text = changed(written(library_with(played)), lambda game: game["match"].update(seats=["human", player]))
    (game,) = read(text)
    match = Match.from_json(json.loads(game.kept.state))
    assert [seat.player for seat in match.seats] == ["human", "human"]
    assert match.seats[1].name


def test_names_are_one_line_that_can_be_printed(played):
    def change(game):
        game["name"] = "a\nb\u202ec"
        game["match"]["names"] = ["\u202eevil\0" + "x" * 150, ""]

    (game,) = read(changed(written(library_with(played)), change))
    assert game.name == "a bc"
    assert game.kept.players == ("evil" + "x" * 76, "Computer 2")


def test_review_of_another_game_is_left_out(played):
    library = library_with(played)
    library.keep_review(f"{ID[:-1]}0", ["f5", "d6"], 0.3, {"moves": [JUDGED]})
    for change in (
        lambda game: game["review"].update(moves=["f5", "f6"]),
        lambda game: game["review"]["judged"][0].update(ply=1),
        lambda game: game["review"]["judged"][0].update(ply=300),
    ):
        (game,) = read(changed(written(library), change))
        assert game.review is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"outflank": "games", "version": 2, "games": [\n]}', r"newer Outflank \(format 2; this one reads up to 1\)"),
        ('{"outflank": "games", "version": 2, "games": []}', "newer Outflank"),
        ('{"outflank": "games", "games": []}', "version"),
        ('{"outflank": "games", "version": true, "games": 7}', "expected a JSON object with a list of games"),
        ('{"outflank": "games", "version": 1', "not JSON"),
        ('{"outflank": ' + "[" * 100_000, "nested|not JSON"),
        ('{"outflank": "games", "version": 1, "x": NaN, "games": []}', "not JSON"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"", "the file is empty"),
        ("no game here", "expected"),
    ],
)
def test_file_without_games_is_refused_in_one_line(text, reason):
    with pytest.raises(ParseError, match=reason) as said:
        read(text)
    assert "\n" not in str(said.value)
