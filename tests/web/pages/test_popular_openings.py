"""Openings in the order in which they are played."""

from outflank import Game
from outflank.library import ArchiveCounts, Library
from outflank.sessions.exploring import LibraryReader
from outflank.web.pages.popular_openings import Popularity


def offered(path):
    return {each["name"]: each["games"] for each in Popularity(LibraryReader(path)).offered()}


def test_most_played_opening_comes_first_whatever_way_its_board_was_turned(tmp_path):
    path, text = tmp_path / "library.db", tmp_path / "games.txt"
    text.write_text("f5d6c3d3c4f4\nd3c5f6f5e6e3\nf5f4\n", encoding="utf-8")  # Tiger, the same turned, and Parallel
    with Library.open(path) as library:
        library.import_files([text])
    found = offered(path)
    assert found["Tiger"] == found["Perpendicular"] == 2
    assert found["Parallel"] == 1
    assert next(iter(found)) == "Perpendicular"  # the shorter of equals
    assert found["Diagonal"] == 0


def test_games_that_came_in_since_are_counted(tmp_path):
    path, text = tmp_path / "library.db", tmp_path / "games.txt"
    popularity = Popularity(LibraryReader(path))
    assert not popularity.has_library
    for line, count in (("f5f4e3", 1), ("f5f4f3", 2)):
        text.write_text(f"{line}\n", encoding="utf-8")
        with Library.open(path) as library:
            library.import_files([text])
        assert popularity.has_library
        assert next(each["games"] for each in popularity.offered() if each["name"] == "Parallel") == count


def test_without_a_library_the_archive_counts(tmp_path):
    popularity = Popularity(LibraryReader(tmp_path / "none.db"))
    offered = popularity.offered()
    games = {each["moves"]: each["games"] for each in offered}
    played = ArchiveCounts.shipped().position(Game(moves="f5d6c3d3c4").position)
    assert games["f5d6c3d3c4"] == played.results.games
    assert [each["games"] for each in offered] == sorted(games.values(), reverse=True)
    unplayed = [len(each["moves"]) for each in offered if not each["games"]]
    assert unplayed == sorted(unplayed)
