"""Games in a library: each once, found by players, openings and positions, and what came of them."""

from outflank import Game, Library, Record
from outflank.library import Search

games = [
    Record.of(Game(moves="f5d6c3d3c4f4c5b3c2"), ("Ann", "Ben"), date="2024", place="Spring Open"),
    Record.of(Game(moves="d3c5f6f5e6e3"), ("Ben", "花子"), date="2025-05-17"),  # the same opening, turned
    Record.of(Game(moves="f5f6e6f4"), ("花子", "Ann"), date="2025"),
]
with Library.open(None) as library:  # in memory; a path keeps it in a file
    print(library.add(games, "a list"))
    print(library.add(games, "the same list"))

    found = library.position(Game(moves="f5d6").position)
    for move in found.moves:
        print(move.move, move.results.games, move.players)

    for row in library.games(Search(opening="tiger", player="ben")):
        print(row.number, row.black, row.white, row.opening, row.japanese)

    print(library.player("花子").to_json()["games"])
