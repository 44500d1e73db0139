from collections import Counter, defaultdict
from dataclasses import replace
from random import Random

import pytest

from outflank import AntiPosition, Game, Position, Record, formats
from outflank.errors import OptionError
from outflank.formats.files import write_records
from outflank.library import Library, Listener, Search, StoredGame, lookup, named, summaries, writer
from outflank.library.boards import canonical
from outflank.rules import BLACK, transform_move
from outflank.rules.openings import all_openings
from tests.library.conftest import NAMES, positions_of, random_game, random_records


def played(moves, black="Ann", white="Ben", date="2001", **more):
    return Record.of(Game(moves=moves), (black, white), date=date, **more)


# --- adding -----------------------------------------------------------------------------------------------------------


def test_same_game_is_kept_once(library, some_records):
    assert library.add([*some_records, *some_records[:3]]).to_json() == {"added": 40, "known": 3, "bad": 0, "odd": 0}
    assert library.add(some_records).to_json() == {"added": 0, "known": 40, "bad": 0, "odd": 0}
    assert len(library) == 40


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (played("f5d6c3"), True),
        (played("F5 D6 C3", "ANN", " ben "), True),
        (played("f5d6c3", place="elsewhere"), True),
        (played("f5d6c3", date="2001-05-06"), True),
        (played("f5d6c3", date="2002"), False),
        (played("f5d6c3", white="Cy"), False),
        (played("f5d6c3", "Ben", "Ann"), False),
        (played("f5d6c4"), False),
        (played("d3c5f6"), False),  # a game that is only turned
    ],
)
def test_what_makes_two_games_the_same(library, other, is_same):
    library.add([played("f5d6c3")])
    assert library.add([other]).known == is_same


def test_game_comes_back_as_it_was_given(library, some_records):
    start = Game(moves="f5d6c3").position
    resigned = replace(played("f5d6c3d3"), resigned=0, tags={"RB": "1500"}, place="Łódź 将棋")
    late = replace(played("f5d6"), result="Black wins: White ran out of time", date="2001-05-06 20:00")
    other_start = Record.of(Game(start, "d3c4"), ("Ann", "Ben"))
    given = [*some_records, resigned, late, other_start]
    library.add(given)
    assert [row.record for row in library.each()] == given


def test_what_a_game_came_to_is_known(library):
    library.add([replace(played("f5d6c3d3"), resigned=0)])
    library.add([replace(played("f5d6"), result="Black wins: White ran out of time")])
    library.add([replace(played("f5f6"), result="White wins by 12")])
    library.add([replace(played("f5f4"), result="draw, as agreed"), played("f5")])
    told = [(row.won, row.score, row.entry.how) for row in library.each()]
    assert told == [
        (-1, None, "resigned"),
        (1, None, "time"),
        (-1, -12, "stated"),
        (0, 0, "agreed"),
        (None, None, "unfinished"),
    ]


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (Record.of(Game(AntiPosition.start(), "f5")), "expected an 8×8 Othello game, got a game of Anti-Othello"),
        (Record.of(Game(Position.start(6), "e4")), "expected an 8×8 Othello game, got a game of Othello on 6×6"),
        (Record.of(Game()), "expected a game, got a position without moves"),
    ],
)
def test_what_is_no_game_of_othello_is_left_out_and_reported(library, record, reason):
    errors = []
    added = library.add([played("f5"), record], "a.txt", listener=Listener(bad=lambda error: errors.append(str(error))))
    assert (added.added, added.bad, len(library)) == (1, 1, 1)
    assert len(errors) == 1
    assert reason in errors[0]
    assert "a.txt" in errors[0]


def test_players_are_the_same_in_any_case_and_width(library):
    library.add([played("f5", "Élodie", "ｂｅｎ"), played("f5d6", "E\u0301LODIE", "Ben"), played("f5f6", "", "Ben")])
    assert [(row.name, row.balance.games) for row in library.players()] == [("ｂｅｎ", 3), ("Élodie", 2)]


@pytest.mark.parametrize(
    "name", ["渡辺 花子", "Łukasz Żak", "Ωμέγα", "O'Hara; DROP TABLE games", "%_*?", "🙂", "ß", "İ"]
)
def test_names_in_any_script_are_found(library, name):
    library.add([played("f5d6", name, "Ben", place=f"{name} Open")])
    for query in (Search(player=name), Search(text=name), Search(place=name), Search(black=name.upper().lower())):
        assert library.count(query) == 1
    assert library.player(name).name == name


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["games.ggf", "games.sgf", "games.pgn", "games.wtb"])
def test_games_of_another_format_are_the_same_games(library, tmp_path, name):
    people = {"渡辺 花子": "Hanako", "Łukasz Żak": "Lukasz"}  # the archive knows Latin letters only
    records = [
        replace(record, players=tuple(people.get(name, name) for name in record.players), date="1999")
        for record in random_records(20)
    ]
    path = tmp_path / name
    write_records(path, records)
    assert library.import_files([path]).added == 20
    assert library.add(records).known == 20
    assert {row.source for row in library.each()} == {str(path)}


def test_archive_read_at_once_says_what_it_says_game_by_game(tmp_path):
    records = [replace(record, players=("Ann", "Ben"), date="1999") for record in random_records(30)]
    records += [replace(played("f5d6c3"), result="Black wins by 10", date="1999"), played("f5f4", date="1999")]
    write_records(tmp_path / "a.wtb", records)
    data = bytearray((tmp_path / "a.wtb").read_bytes())
    data[16 + 68 * 3 + 8 + 5] = 99  # a move that is none
    data[16 + 68 * 4 + 8 + 5] = 0  # a gap
    data[16 + 68 * 5 + 8 + 5] = data[16 + 68 * 5 + 8 + 4]  # a square that is taken
    data[16 + 68 * 6 + 6] ^= 1  # another result
    data[16 + 68 * 7 + 8 : 16 + 68 * 8] = bytes(60)  # no moves
    for content, n_bad in ((bytes(data), 4), (bytes(data[:-10]), 5), (bytes(data) + b"more", 5)):
        path = tmp_path / "b.wtb"
        path.write_bytes(content)
        told = []
        for among in (None, formats.names()):
            lines = []
            listener = Listener(bad=lambda error, lines=lines: lines.append(str(error)), odd=lines.append)
            with Library.open(None) as library:
                if among is None:
                    added = library.import_files([path], listener=listener)
                else:
                    from outflank.formats import streams

                    with path.open("rb") as file:
                        added = library.add(streams.read(file, str(path), path=path), str(path), listener=listener)
                told.append((added.to_json(), lines, [row.record for row in library.each()]))
        assert told[0] == told[1]
        assert told[0][0]["bad"] == n_bad


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize("trn", [False, True])
def test_archive_without_its_names_gets_them_later(library, tmp_path, monkeypatch, together, trn):
    records = [replace(record, date="1999") for record in random_records(30, plies=40)]  # each odd, as it is not over
    records += [replace(record, date="1999") for record in random_records(30, seed=2)]
    (tmp_path / "bare").mkdir()
    path, bare = tmp_path / "a.wtb", tmp_path / "bare" / "a.wtb"
    write_records(path, records)
    bare.write_bytes(path.read_bytes())
    if trn:
        bare.with_suffix(".trn").write_bytes(path.with_suffix(".trn").read_bytes())
    monkeypatch.setattr("outflank.library.lookup._MANY_NEW", 10)
    if together:
        added = library.import_files([bare, path])
        assert (added.added, added.known) == (60, 60)
    else:
        assert library.import_files([bare]).added == 60
        assert library.game(1).black.startswith("#")
        library.position(Position.start())
        added = library.import_files([path])
        assert (added.added, added.known) == (0, 60)
    with Library.open(None) as named:
        named.import_files([path])
        for each in (library.overview(), named.overview()):
            assert (each.games, each.players, each.tournaments) == (60, 6, 3)
        assert sorted(row.entry.digest for row in library.each()) == sorted(row.entry.digest for row in named.each())
        moves, others = (each.position(Position.start()).moves for each in (library, named))
        assert [move.results for move in moves] == [move.results for move in others]
        assert [sorted(move.players) for move in moves] == [sorted(move.players) for move in others]
        assert library.players() == named.players()
    assert library.import_files([path]).known == 60
    assert library.add([played("f5f6", "Eve", "Ann")]).added == 1


def test_batch_whose_keeping_was_interrupted_is_kept(library, monkeypatch):
    keep, calls = writer.Writer._keep, []

    def interrupted_once(*arguments):
        calls.append(arguments)
        n_kept = keep(*arguments)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return n_kept

    monkeypatch.setattr(writer.Writer, "_keep", interrupted_once)
    with pytest.raises(KeyboardInterrupt):
        library.add([played("f5d6c3", "Zoe")])
    monkeypatch.undo()
    assert [row.black for row in library.games()] == ["Zoe"]
    assert library.add([played("f5d6", "Zoe")]).added == 1


# --- positions --------------------------------------------------------------------------------------------------------


def least(position):
    """What stands for a position, found the slow way."""
    turned = [position.transformed(symmetry) for symmetry in range(8)]
    return min((each.player, each.opponent) for each in turned)


def naive(records):
    """For each position that occurs, what came of it: games, results and scores of the side to move, by move."""
    found = defaultdict(lambda: defaultdict(list))
    for record in records:
        nodes = list(record.tree)
        score = record.position.scores[0] if record.position.is_over else None
        for node in nodes:
            if node.position.must_pass:
                continue
            move = node.children[0].move if node.children else None
            sign = 1 if node.position.turn is BLACK else -1
            chooser = record.players[0 if sign == 1 else 1]
            alike = None
            if move is not None:
                alike = min(
                    transform_move(move, symmetry)
                    for symmetry in range(8)
                    if (turned := node.position.transformed(symmetry))
                    and (turned.player, turned.opponent) == least(turned)
                )
            found[least(node.position)][alike].append((None if score is None else sign * score, record.date, chooser))
    return found


@pytest.fixture(scope="module")
def slow(some_records):
    return naive(some_records[:12])


@pytest.mark.parametrize("summarised", [0, 6, 12])
def test_statistics_are_those_of_every_game_played_again(monkeypatch, library, some_records, slow, summarised):
    monkeypatch.setattr(summaries, "SHARED", 2)
    some_records = some_records[:12]
    library.add(some_records[:summarised])
    if summarised:
        summaries.renew(library)
    library.add(some_records[summarised:])
    nodes = [node for record in some_records for node in [*record.tree][:5]] + [*some_records[3].tree][5::4]
    positions = {node.position for node in nodes if not node.position.must_pass}
    assert any(len(slow[least(position)]) > 1 for position in positions)
    for position in positions:
        expected = slow[least(position)]
        found = library.position(position, n_players=10)
        sign = 1 if position.turn is BLACK else -1
        assert found.results.games == sum(map(len, expected.values()))
        assert found.ended == len(expected[None])
        by_move = {}
        for move in found.moves:
            symmetries = [s for s in range(8) if (t := position.transformed(s)) and (t.player, t.opponent) == least(t)]
            by_move[min(transform_move(move.move, symmetry) for symmetry in symmetries)] = move
        assert by_move.keys() == {move for move, games in expected.items() if move is not None}
        for name, move in by_move.items():
            games = expected[name]
            scores = [sign * score for score, _, _ in games if score is not None]
            assert move.results.games == len(games)
            assert move.results.black == sum(score > 0 for score in scores)
            assert move.results.draws == scores.count(0)
            assert move.results.white == sum(score < 0 for score in scores)
            assert move.results.score == pytest.approx(sum(scores) / len(scores))
            years = [int(year) for _, year, _ in games]
            assert (move.results.first_year, move.results.last_year) == (min(years), max(years))
            assert dict(move.players) == Counter(chooser for _, _, chooser in games)


@pytest.mark.parametrize("where", ["", "year >= 2000"])
def test_many_games_are_added_up_as_few(monkeypatch, library, some_records, where):
    start = Position.parse("-" * 27 + "XO------OX" + "-" * 27 + " O")
    others = [Record.of(random_game(Random(seed), start), ("Ann", "")) for seed in range(3)]  # one side is not named
    library.add([*some_records, *others, played("f5d6", result="0-1"), *random_records(9, seed=2, plies=20)])
    positions = [Position.start(), start, *positions_of(some_records[0])[1::6], some_records[1].position]

    def told(few):
        monkeypatch.setattr(lookup, "FEW", few)
        found = [canonical(position.player, position.opponent) for position in positions]
        return [lookup.sums_at(library, at, where) for at in found]

    assert told(1000) == told(-1)
    assert sum(each.games for sums in told(-1) for each in sums.values()) > 40


def test_position_is_found_by_another_order_of_moves_and_turned(library):
    library.add([played("f5f6e6f4"), played("f5f4e3d6", white="Cy")])
    other_order = Game(moves="f5f6e6f4").position
    for symmetry in range(8):
        found = library.position(other_order.transformed(symmetry))
        assert found.results.games == 1
        assert [row.white for row in library.games(Search(position=other_order.transformed(symmetry)))] == ["Ben"]
    assert library.position(Game(moves="f5d6").position).results.games == 0


def test_moves_that_are_alike_are_one(library):
    library.add([played("f5d6c3"), played("d3c5"), played("c4c3"), played("e6f4")])
    (move,) = library.position(Position.start()).moves
    assert (move.move, set(move.alike), move.results.games) == ("f5", {"f5", "d3", "c4", "e6"}, 4)


def test_colours_are_those_of_the_position_that_is_asked_for(library):
    game = random_game(Random(5))
    library.add([Record.of(game, ("Ann", "Ben"))])
    position = game.positions[20]
    swapped = Position(position.white, position.black, position.turn.opponent)
    one, other = library.position(position).results, library.position(swapped).results
    assert (one.black, one.white, one.score) == (other.white, other.black, -other.score)
    assert one.games == 1


def test_position_of_a_pass_is_that_after_it(library):
    game = next(game for seed in range(99) if "pass" in (game := random_game(Random(seed))).moves)
    library.add([Record.of(game, ("Ann", "Ben"))])
    at = game.moves.index("pass")
    before, after = library.position(game.positions[at]), library.position(game.positions[at + 1])
    assert before.results == after.results
    assert [move.move for move in before.moves] == [move.move for move in after.moves] == [game.moves[at + 1]]


def test_keys_that_agree_by_chance_count_nothing(monkeypatch, library):
    from outflank.library import boards

    monkeypatch.setattr(boards, "key_of", lambda player, opponent: 7)
    library.add([played("f5d6c3"), played("f5f4", white="Cy")])
    assert library.position(Game(moves="f5d6").position).results.games == 1
    parallel = Search(position=Game(moves="f5f4").position)
    assert [row.white for row in library.games(parallel)] == ["Cy"]
    assert library.count(parallel) == 1
    assert [row.white for row in library.games(Search(opening="parallel"))] == ["Cy"]


def test_summaries_are_renewed_when_many_games_are_new(monkeypatch, library, some_records):
    monkeypatch.setattr(lookup, "_MANY_NEW", 25)
    library.add(some_records[:20])
    assert lookup.covered(library) == 0
    library.add(some_records[20:])
    assert lookup.covered(library) == 40
    assert library.position(Position.start()).results.games == 40


def test_positions_of_a_query_are_of_its_games(library, some_records):
    library.add(some_records)
    for query in (Search(player="Ann"), Search(since=2000, until=2010), Search(black="Ben", place="Open 1")):
        rows = library.games(query, most=100)
        found = library.position(Position.start(), query)
        assert 0 < found.results.games == len(rows) < 40
        assert found.results.black == sum(row.won == 1 for row in rows)


# --- searching --------------------------------------------------------------------------------------------------------


def test_search_finds_what_all_conditions_hold_for(library, some_records):
    library.add(some_records)
    rows = library.games(most=100)
    assert [row.number for row in rows] == list(range(1, 41))

    def check(query, holds):
        found = library.games(query, most=100)
        assert found == [row for row in rows if holds(row)]
        assert library.count(query) == len(found)
        return found

    assert check(Search(player="ann"), lambda row: "Ann" in (row.black, row.white))
    assert check(Search(player="ann", opponent="渡辺"), lambda row: {row.black, row.white} == {"Ann", "渡辺 花子"})
    assert check(Search(black="dora", result="black"), lambda row: row.black == "Dora" and row.won == 1)
    assert check(Search(place="open 2"), lambda row: row.place == "Open 2")
    assert check(Search(since=2000, until=2005), lambda row: 2000 <= row.year <= 2005)
    assert check(
        Search(player="ben", result="lost"),
        lambda row: (row.black == "Ben" and row.won == -1) or (row.white == "Ben" and row.won == 1),
    )
    assert check(Search(text="cy 0"), lambda row: "Cy" in (row.black, row.white) and "0" in row.place + row.date)
    assert check(Search(text="diagonal"), lambda row: row.opening == "Diagonal")
    assert not check(Search(player="nobody"), lambda row: False)
    assert not check(Search(opening="no such opening"), lambda row: False)


def test_opening_is_found_by_its_name_in_both_languages_with_what_goes_on_from_it(library):
    library.add([played("f5d6c3d3c4f4f6b4"), played("f5d6c3d3c4"), played("d3c5f6f5e6"), played("f5f6")])
    rows = library.games()
    assert [row.opening for row in rows] == ["Kung", "Tiger", "Tiger", "Diagonal"]
    assert rows[0].japanese == "カン/イタリアンクロス"
    assert library.count(Search(opening="tiger")) == library.count(Search(opening="虎定石")) == 3
    assert library.count(Search(opening="Kung")) == 1


@pytest.mark.parametrize("text", ["  ", "\ud800", "\0", "'", "(", "%"])
def test_any_text_can_be_looked_for(library, text):
    library.add([played("f5d6c3d3c4")])
    for name in ("player", "opponent", "black", "white", "place", "opening"):
        assert library.games(Search(**{name: text})) == []
    assert library.players(text) == [] or not text.strip()


def test_pages_of_a_list_follow_each_other(library, some_records):
    library.add(some_records)
    first = library.games(most=15)
    second = library.games(most=15, after=first[-1].number)
    assert [row.number for row in first + second] == list(range(1, 31))
    newest = library.games(most=3, newest=True)
    assert [row.number for row in newest] == [40, 39, 38]
    assert [row.number for row in library.games(most=2, after=38, newest=True)] == [37, 36]


# --- players ----------------------------------------------------------------------------------------------------------


def test_statistics_of_a_player_are_those_of_the_games(library, some_records):
    library.add(some_records)
    found = library.player("ann")
    rows = library.games(Search(player="Ann"), most=100)
    mine = [(row, 1 if row.black == "Ann" else -1) for row in rows]
    assert found.all.games == len(rows) == found.black.games + found.white.games
    assert found.all.won == sum(row.won == sign for row, sign in mine)
    assert found.all.lost == sum(row.won == -sign for row, sign in mine)
    assert found.all.score == pytest.approx(sum(sign * row.score for row, sign in mine) / len(mine))
    assert {name: each.games for name, each in found.opponents} == Counter(
        row.white if sign == 1 else row.black for row, sign in mine
    )
    assert {name: each.games for name, each in found.openings} == Counter(row.opening for row in rows)
    assert [year for year, _ in found.years] == sorted({row.year for row in rows})
    assert sum(row.balance.games for row in library.players()) == 80


def test_name_of_several_players_is_refused_with_their_names(library):
    library.add([played("f5", "Ben", "Benny"), played("f5d6", "Big Ben", "Bo")])
    assert library.player("ben").name == "Ben"
    with pytest.raises(OptionError, match=r"'be' matches several players: Ben, Benny, Big Ben"):
        library.player("be")
    with pytest.raises(OptionError, match="no player is called 'zoe'"):
        library.player("zoe")


def test_sides_of_a_player_are_those_that_a_search_finds(library, some_records):
    library.add(some_records)
    for words in ("ann", "n", "花子", "nobody", "a b"):
        sides = library.sides(words)
        found = [row.number for row in library.each() if sides(row)]
        assert found == [row.number for row in library.each(Search(player=words))]
    assert all(len(library.sides("")(row)) == 2 for row in library.each())


def test_overview_counts_what_is_there(library, some_records):
    library.add(some_records)
    found = library.overview()
    assert (found.games, found.players, found.tournaments) == (40, len(NAMES), 3)
    assert sum(found.results) == 40
    assert found.positions == sum(
        len({least(n.position) for n in r.tree if not n.position.must_pass}) for r in some_records
    )


@pytest.mark.parametrize("typed", ["Comp’Oth", "comp'oth", "COMP`OTH", "compoth"])
def test_opening_is_found_however_its_apostrophe_is_typed(library, typed):
    line = next(each.moves for each in all_openings() if each.english == "Comp’Oth")
    library.add([Record.of(Game(moves=line), ("Ann", "Ben")), Record.of(Game(moves="f5f4"), ("Ann", "Cy"))])
    assert [row.opening for row in library.games(Search(opening=typed))] == ["Comp’Oth"]
    assert [row.opening for row in library.games(Search(text=typed))] == ["Comp’Oth"]


@pytest.mark.parametrize("name", ["O'Brien", "O’Brien", "o`brien"])
@pytest.mark.parametrize("typed", ["O'Brien", "O’Brien", "obrien", "O´BRIEN"])
def test_name_is_found_however_its_apostrophe_is_typed(library, name, typed):
    library.add([Record.of(Game(moves="f5"), (name, "Ben"), place=f"{name}–Cup")])
    for query in (Search(player=typed), Search(text=typed), Search(place=f"{typed}-cup")):
        assert [row.black for row in library.games(query)] == [name]
    assert [player.name for player in library.players(typed)] == [name]


def test_names_of_openings_are_brought_up_to_date(library, monkeypatch):
    library.add([played("f5d6c3d3c4"), played("f5f6")])
    without = tuple(each for each in named.all_openings() if each.english not in ("Tiger", "Diagonal"))
    monkeypatch.setattr(named, "all_openings", lambda: without)
    named.renew(library)
    assert [row.opening for row in library.games()] == ["Perpendicular", ""]
    monkeypatch.undo()
    named.renew(library)
    assert [row.opening for row in library.games()] == ["Tiger", "Diagonal"]


def test_entries_of_unprintable_names_are_cleaned():
    assert StoredGame.of(played("f5", "A\ud800n\nn")).black == "An n"
