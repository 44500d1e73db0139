import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank import BLACK, WHITE, MoveValue
from outflank.analysis.judged import JudgedMove
from outflank.analysis.mistakes import KINDS
from outflank.library import Search
from outflank.reviews import Reviews
from outflank.reviews.statistics import PHASES, PlayerGame, progress, progress_of, trend_charts
from tests.reviews.conftest import QUICK, reviewed

SVG = "{http://www.w3.org/2000/svg}"


def judged(loss, n_empties=30, side=BLACK, kinds=(), proven=False):
    kind = "exact" if proven else "heuristic"
    values = (MoveValue(move, value, depth=10, kind=kind) for move, value in (("d6", 0.0), ("f5", -loss)))
    return JudgedMove(60 - n_empties, side, n_empties, *values, kinds=tuple(kinds))


def game(*moves, key=1, side=BLACK, opponent="Ben", opening="Tiger", date="2020"):
    return PlayerGame(key, side, opponent, opening, date, moves)


@st.composite
def some_games(draw):
    moves = st.builds(
        judged,
        st.sampled_from([0.0, 0.5, 1.5, 2.0, 3.0, 4.0, 8.0, 30.0]),
        st.integers(1, 60),
        kinds=st.lists(st.sampled_from([*KINDS]), unique=True, max_size=3),
    )
    return draw(
        st.lists(
            st.builds(
                lambda moves, side, opponent, opening, date: game(
                    *moves, side=side, opponent=opponent, opening=opening, date=date
                ),
                st.lists(moves, max_size=8),
                st.sampled_from([BLACK, WHITE]),
                st.sampled_from(["Ben", "Cy", ""]),
                st.sampled_from(["Tiger", ""]),
                st.sampled_from(["", "2019", "2020-03-04", "2020-04-01 10:00", "2021.05.06", "about 1999"]),
            ),
            max_size=9,
        )
    )


@given(some_games())
def test_every_way_to_divide_the_games_adds_up_to_all_of_them(games):
    found = progress(games)
    moves = [move for each in games for move in each.moves]
    assert found.all.games == len(games)
    assert found.all.moves == len(moves)
    assert found.all.loss == pytest.approx(sum(move.loss for move in moves))
    for groups in (
        found.colours.values(),
        [tally for _, tally in found.openings],
        [tally for _, tally in found.opponents],
    ):
        assert sum(tally.games for tally in groups) == len(games)
        assert sum(tally.loss for tally in groups) == pytest.approx(found.all.loss)
    assert sum(tally.moves for tally in found.phases.values()) == len(moves)
    signs = [move.badge.sign for move in moves]
    counted = found.all.inaccuracies, found.all.mistakes, found.all.blunders
    assert counted == tuple(signs.count(sign) for sign in ("?!", "?", "??"))


@given(some_games())
def test_kinds_are_counted_for_each_move_that_has_them(games):
    found = progress(games)
    moves = [move for each in games for move in each.moves]
    for kind in KINDS:
        own = [move for move in moves if kind in move.kinds]
        assert found.kinds[kind].count == len(own) if own else kind not in found.kinds
    assert found.unknown.count == sum(bool(move.badge.sign) and not move.kinds for move in moves)
    costs = [kind.loss for kind in found.kinds.values()]
    assert costs == sorted(costs, reverse=True)


@given(some_games(), st.sampled_from(["year", "month", "games"]))
def test_a_trend_has_every_game_once_that_has_a_date(games, by):
    found = progress(games, by=by)
    wanted = {"games": games, "year": [g for g in games if g.date], "month": [g for g in games if "2020-" in g.date]}
    wanted["month"] += [each for each in games if each.date == "2021.05.06"]
    assert sum(point.all.games for point in found.trend) == len(wanted[by])
    if by != "games":
        assert [point.name for point in found.trend] == sorted({point.name for point in found.trend})


@pytest.mark.parametrize(
    ("n_empties", "phase"),
    [(60, "opening"), (41, "opening"), (40, "midgame"), (21, "midgame"), (20, "endgame"), (1, "endgame")],
)
def test_phases_are_by_empty_squares(n_empties, phase):
    found = progress([game(judged(3.0, n_empties))])
    assert {name: tally.moves for name, tally in found.phases.items()} == {**dict.fromkeys(PHASES, 0), phase: 1}


@pytest.mark.parametrize(
    ("dates", "by"),
    [
        (["2018", "2019", "2020"], "year"),
        (["2019", "2020"], "games"),
        (["2020-01-02", "2020-02-03", "2020-03-04"], "month"),
        (["2018", "2019", "2020", "", "", "", ""], "games"),
        ([], "games"),
    ],
)
def test_a_trend_goes_by_what_there_is_enough_of(dates, by):
    assert progress([game(judged(1.0), date=date) for date in dates]).by == by


def test_a_trend_by_games_has_at_most_twelve_points_with_the_numbers_of_the_games():
    found = progress([game(judged(1.0), date="") for _ in range(30)])
    assert [point.name for point in found.trend][:2] == ["1–3", "4–6"]
    assert len(found.trend) == 10
    assert [point.name for point in progress([game(judged(1.0))] * 3, by="games").trend] == ["1", "2", "3"]


def test_the_worst_mistakes_come_first():
    games = [game(judged(3.0), judged(9.0), key=1), game(judged(5.0), judged(0.5), key=2)]
    found = progress(games, n_worst=2)
    assert [(each.key, move.loss) for each, move in found.worst] == [(1, 9.0), (2, 5.0)]


def test_of_a_library_a_player_has_the_own_moves_of_each_game(library, workers):
    reviewed(library, range(1, 13), workers, QUICK, n_at_once=1)
    reviews = Reviews(library)
    found = progress_of(reviews, "ann", Search(player="ann"))
    rows = [row for row in library.each() if "Ann" in (row.black, row.white)]
    assert found.all.games == len(rows) > 2
    losses = [
        move.loss for row in rows for move in reviews.of(row).moves if (row.black == "Ann") == (move.side is BLACK)
    ]
    assert found.all.loss == pytest.approx(sum(losses))
    assert found.all.moves == len(losses)
    assert found.colours["black"].games == sum(row.black == "Ann" for row in rows)
    assert {name for name, _ in found.opponents} == {row.white if row.black == "Ann" else row.black for row in rows}
    assert progress_of(reviews, "nobody", Search(player="nobody")).all.games == 0


def test_years_without_a_game_have_their_room():
    picture = trend_charts(progress([game(judged(1.0), date=date) for date in ("2015", "2016", "2019")], by="year"))
    texts = [text.text for text in ET.fromstring(picture).iter(f"{SVG}text")]
    assert {"2015", "2016", "2017", "2018", "2019"} < set(texts)


@given(some_games(), st.sampled_from(["year", "month", "games"]))
def test_trends_are_drawn_whatever_they_are(games, by):
    picture = ET.fromstring(trend_charts(progress(games, "A & B", by=by)))
    assert len(picture.findall(f"{SVG}svg")) == 2
    for line in picture.iter(f"{SVG}polyline"):
        for place in filter(None, line.get("points").split()):
            x, y = map(float, place.split(","))
            assert 56 <= x <= 570
            assert 40 <= y <= 352
