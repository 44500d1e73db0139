"""A person's games: found, named, deleted, restored, reviewed; and whose they are."""

import pytest

from outflank.play import Seat
from outflank.web.games.own_games import EVERYBODY, OwnGames, Query
from outflank.web.games.store import GameStore
from outflank.web.games.stored_games import StoredMatch
from outflank.web.wire import MessageError
from tests.web.games.test_store import kept, match_of

pytestmark = pytest.mark.usefixtures("each_database")

REVIEW = {"moves": [{"ply": 0, "move": "f5"}]}


def ended(moves, resigned, **match):
    """A game in which a side gave up."""
    of = match_of(moves, **match)
    of.game.resign(resigned)
    return lambda name, parts=(): StoredMatch.of(name, of, "{}", dict.fromkeys(parts))


def filled(*, is_shared=False):
    """Ann has four games, Bob two, one of which is both's."""
    library = OwnGames(GameStore(), is_shared=is_shared)
    games = [
        kept("tiger", "f5d6c3d3c4", parts=["ann"]),
        ended("f5d6", 1)("won", ["ann"]),
        ended("f5d6", 0)("lost", ["ann"]),
        kept("both", "f5f6", seats=("human", "human"), parts=["ann", "bob"]),
        kept("anti", "f5", kind="anti-othello", seats=("level1", "human"), parts=["bob"]),
    ]
    for time, game in enumerate(games, 1):
        library.store.save(game, float(time))
    return library


def ids(library, person="ann", query=Query(), **paging):  # noqa: B008
    return [game["id"] for game in library.find(person, query, **paging)]


def test_each_person_has_the_own_games_newest_first_where_a_server_is_shared():
    library = filled(is_shared=True)
    assert ids(library, "ann") == ["both", "lost", "won", "tiger"]
    assert ids(library, "bob") == ["anti", "both"]
    assert ids(library, "eve") == ids(library, "") == []
    assert [library.count(person) for person in ("ann", "bob", "eve", "")] == [4, 2, 0, 0]


def test_game_to_which_somebody_is_invited_is_there_before_its_first_move():
    library = filled(is_shared=True)
    library.store.save(kept("invited", "", seats=("human", "human"), parts=["ann"]), 9.0)
    assert ids(library, "ann")[0] == "invited"


def test_seat_of_a_person_tells_how_the_game_ended_for_them():
    library = OwnGames(GameStore(), is_shared=True)
    of = match_of("f5d6", ("human", "human"))
    of.game.resign(1)
    library.store.save(StoredMatch.of("both", of, "{}", {"ann": 0, "bob": 1, "eve": None}))
    assert [ids(library, person, Query(ending="won")) for person in ("ann", "bob", "eve")] == [["both"], [], []]
    assert [ids(library, person, Query(ending="lost")) for person in ("ann", "bob", "eve")] == [[], ["both"], []]
    assert [library.find(person)[0]["own"] for person in ("ann", "bob", "eve")] == [0, 1, None]


def test_everybody_has_all_games_where_it_is_not():
    library = filled()
    assert ids(library, "ann") == ids(library, "") == ["anti", "both", "lost", "won", "tiger"]


def test_games_come_page_by_page():
    library = filled()
    assert ids(library, most=2) == ["anti", "both"]
    assert ids(library, after="both", most=2) == ["lost", "won"]
    assert ids(library, after="tiger") == []
    library.delete("ann", "both")
    assert ids(library, after="both", most=2) == ["lost", "won"]  # also if the last one is gone by then


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (Query("tiger"), ["tiger"]),
        (Query("TIGER computer"), ["tiger"]),
        (Query("computer 2 RESIGNED"), ["lost", "won"]),
        (Query("tigr"), []),
        (Query("%"), []),
        (Query("'; DROP TABLE games; --"), []),
        (Query(kind="anti-othello"), ["anti"]),
        (Query(against="Computer 1"), ["anti"]),
        (Query(against="computer"), []),
        (Query(ending="won"), ["won"]),
        (Query(ending="lost"), ["lost"]),
        (Query(ending="drawn"), []),
        (Query(ending="unfinished"), ["anti", "both", "tiger"]),
        (Query("computer", ending="unfinished", kind="othello"), ["tiger"]),
    ],
)
@pytest.mark.parametrize("is_shared", [False, True])
def test_games_are_found_by_words_kind_opponent_and_ending(query, found, is_shared):
    library = filled(is_shared=is_shared)
    library.claim("ann", ["anti"])
    assert ids(library, query=query) == found
    assert library.count("ann", query) == len(found)


def test_listed_game_has_what_its_row_shows():
    game = filled().find("ann", Query(ending="lost"))[0]
    assert game["players"] == ["", "Computer 2"]
    assert (game["own"], game["moves"], game["n_moves"], game["width"]) == (0, ["f5", "d6"], 2, 8)
    assert game["result"]["words"] == "White wins: black resigned at 3–3"
    assert (game["result"]["winners"], game["result"]["how"], game["result"]["loser"]) == ([1], "resigned", 0)
    assert (game["opening"], game["name"], game["reviewed"], game["changed"]) == ("Perpendicular", "", False, 3.0)


def test_opponents_are_listed_the_most_frequent_first():
    assert list(filled().opponents("ann")) == ["Computer 2", "Computer 1"]
    assert list(filled(is_shared=True).opponents("bob")) == ["Computer 1"]


def test_person_with_the_name_of_a_character_is_a_person_in_lists():
    library = OwnGames(GameStore())
    for number, seats in enumerate((("human", "level1"), ("human", "human"))):
        of = match_of("f5d6", seats)
        of.sit([of.seats[0], Seat(of.seats[1].player, "Ben") if number else of.seats[1]])
        library.store.save(StoredMatch.of(f"game{number}", of, "{}", {"ann": 0}), float(number))
    assert [game["persons"] for game in library.find("ann")] == [[0, 1], [0]]
    assert library.opponents("ann") == {"Ben": True, "Computer 1": False}


def test_other_people_without_a_name_are_guests_once_a_game_has_moves():
    library = OwnGames(GameStore(), is_shared=True)
    for moves in ("", "f5d6"):
        of = match_of(moves, ("human", "human"))
        of.sit([Seat(of.seats[0].player, "Ann"), of.seats[1]])
        library.store.save(StoredMatch.of(f"game{moves}", of, "{}", {"ann": 0, "bob": 1, "eve": None}), len(moves))
    for person, before, after in (
        ("ann", ["Ann", ""], ["Ann", "Guest"]),
        ("bob", ["Ann", ""], ["Ann", ""]),  # the page calls its reader "You"
        ("eve", ["Ann", ""], ["Ann", ""]),  # has both sides, or none
    ):
        assert [game["players"] for game in library.find(person)] == [after, before]


def test_name_can_be_searched_and_is_its_givers_alone():
    library = filled(is_shared=True)
    library.name("ann", "both", "L’Final, ÉTÉ")
    assert ids(library, query=Query("été l'final")) == ["both"]
    assert ids(library, "bob", Query("final")) == []
    assert [game["name"] for game in library.find("bob")] == ["", ""]
    library.name("ann", "both", "")
    assert ids(library, query=Query("final")) == []


def test_game_that_one_deletes_stays_the_others():
    library = filled(is_shared=True)
    library.delete("ann", "both")
    assert (ids(library, "ann"), ids(library, "bob")) == (["lost", "won", "tiger"], ["anti", "both"])
    library.restore("ann", "both")
    assert ids(library, "ann") == ["both", "lost", "won", "tiger"]


def test_game_that_everybody_deletes_is_everybodys_to_restore():
    library = filled()
    library.delete("ann", "both")
    assert ids(library, "bob") == ["anti", "lost", "won", "tiger"]
    library.restore("bob", "both")
    assert "both" in ids(library, "ann")


def test_who_has_no_part_in_a_game_can_neither_name_nor_delete_it_where_all_are_shown():
    library = filled()
    for do in (lambda: library.delete("ann", "anti"), lambda: library.name("ann", "anti", "x")):
        with pytest.raises(MessageError, match="only the players of this game"):
            do()
    assert library.claim("ann", ["anti"]) == 0  # nor get a part by knowing its id
    library.store.save(kept("old", "f5"))
    library.name("eve", "old", "first")  # a game that nobody has
    library.delete("ann", "old")
    assert "old" not in ids(library)


def test_game_tells_its_reader_whether_it_is_theirs():
    library = filled()
    library.store.save(kept("old", "f5"), 9.0)
    listed = {game["id"]: (game["part"], game["own"]) for game in library.find("bob")}
    assert listed == {
        "old": (True, 0),
        "anti": (True, 1),
        "both": (True, None),
        "lost": (False, None),
        "won": (False, None),
        "tiger": (False, None),
    }
    assert ids(library, "bob", Query(ending="lost")) == []
    assert ids(library, "bob", Query(mine=True)) == ["old", "anti", "both"]
    assert ids(library, "eve", Query(mine=True)) == ["old"]
    assert library.count("eve", Query(mine=True)) == 1


@pytest.mark.parametrize("is_shared", [False, True])
def test_imported_game_is_played_here_once_its_importer_moves(is_shared):
    library = filled(is_shared=is_shared)
    library.add("eve", kept("brought", "f5"), "", 9.0, 9.0)
    (game,) = library.find("eve", most=1)
    assert (game["id"], game["part"], game["own"]) == ("brought", True, 0)
    assert ids(library, "eve", Query(mine=True)) == []
    library.store.save(kept("brought", "f5d6", parts=["eve"]))
    assert ids(library, "eve", Query(mine=True)) == ["brought"]


def test_game_in_which_one_moves_on_is_not_deleted_any_more():
    library = filled(is_shared=True)
    library.delete("ann", "both")
    library.go_on("bob", "both")
    assert "both" not in ids(library, "ann")
    library.go_on("ann", "both")
    assert "both" in ids(library, "ann")


@pytest.mark.parametrize("do", ["delete", "restore", "name"])
@pytest.mark.parametrize(("person", "game"), [("bob", "tiger"), ("eve", "both"), ("", "both"), ("ann", "nothing")])
def test_games_of_others_can_neither_be_named_nor_deleted(do, person, game):
    library = filled(is_shared=True)
    with pytest.raises(MessageError, match="you have no such game"):
        getattr(library, do)(person, game, *(["x"] if do == "name" else []))
    assert len(ids(library, "ann")) + len(ids(library, "bob")) == 6


def test_games_without_a_person_are_claimed_by_their_ids():
    library = OwnGames(GameStore(), is_shared=True)
    library.store.save(kept("old", "f5"))
    assert ids(library) == []
    assert library.claim("ann", ["old", "nothing"]) == 1
    assert library.claim("ann", ["old"]) == 0
    assert library.claim("", ["old"]) == 0
    assert (ids(library, "ann"), ids(library, "bob"), ids(library, "")) == (["old"], [], [])


def test_key_of_everybody_is_nobodys():
    library = filled(is_shared=True)
    filled().delete("ann", "both")
    assert ids(library, EVERYBODY) == []


# --- reviews ------------------------------------------------------------------------------------------------------


def test_review_is_kept_with_its_game_and_dropped_for_a_better_one_only():
    library = filled()
    assert library.review("tiger") is None
    library.keep_review("tiger", ["f5", "d6", "c3"], 0.3, REVIEW)
    assert library.review("tiger")[:2] == (["f5", "d6", "c3"], REVIEW["moves"])
    assert [game["reviewed"] for game in library.find("ann", Query("tiger"))] == [True]
    library.keep_review("tiger", ["f5", "d6"], 3.0, {"moves": []})
    library.keep_review("tiger", ["f5", "d6", "c3"], 0.1, {"moves": []})
    assert library.review("tiger")[:2] == (["f5", "d6", "c3"], REVIEW["moves"])
    library.keep_review("tiger", ["f5", "d6", "c3"], 1.0, {"moves": []})
    assert library.review("tiger")[:2] == (["f5", "d6", "c3"], [])
    library.keep_review("tiger", ["f5", "d6", "c3", "d3"], 0.1, REVIEW)
    assert library.review("tiger")[:2] == (["f5", "d6", "c3", "d3"], REVIEW["moves"])


def test_review_of_other_moves_is_not_kept():
    library = filled()
    library.keep_review("tiger", ["f5", "f6"], 1.0, REVIEW)
    library.keep_review("nothing", ["f5"], 1.0, REVIEW)
    assert library.review("tiger") is library.review("nothing") is None


def test_review_of_moves_that_were_taken_back_gives_way():
    library = filled()
    library.keep_review("tiger", ["f5", "d6", "c3", "d3"], 5.0, {"moves": []})
    library.store.save(kept("tiger", "f5d6c4", parts=["ann"]))
    library.keep_review("tiger", ["f5", "d6", "c4"], 0.3, REVIEW)
    assert library.review("tiger")[:2] == (["f5", "d6", "c4"], REVIEW["moves"])
