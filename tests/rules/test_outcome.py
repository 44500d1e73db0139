import pytest

from outflank.rules import BLACK, WHITE, Outcome


def test_each_colour_has_an_opponent_and_a_symbol():
    assert (BLACK.opponent, WHITE.opponent) == (WHITE, BLACK)
    assert (BLACK.symbol, WHITE.symbol) == ("X", "O")
    assert (str(BLACK), str(WHITE)) == ("black", "white")


@pytest.mark.parametrize(
    ("outcome", "difference", "winner", "text"),
    [
        (Outcome(40, 24), 16, BLACK, "Black wins 40–24"),
        (Outcome(20, 44), -24, WHITE, "White wins 44–20"),
        (Outcome(32, 32), 0, None, "draw 32–32"),
        (Outcome(20, 20, 24), 0, None, "draw 20–20"),
        (Outcome(13, 0, 51), 64, BLACK, "Black wins 13–0 (51 empty squares to the winner: +64)"),
        (Outcome(10, 50, 4), -44, WHITE, "White wins 50–10 (4 empty squares to the winner: +44)"),
        (Outcome(22, 41, 1), -20, WHITE, "White wins 41–22 (1 empty square to the winner: +20)"),
        (Outcome(44, 20, fewest_win=True), -24, WHITE, "White wins 20–44"),
        (Outcome(10, 5, 49, BLACK), -64, WHITE, "White wins: black resigned at 10–5"),
        (Outcome(3, 3, 10, WHITE), 16, BLACK, "Black wins: white resigned at 3–3"),
    ],
)
def test_an_outcome_tells_who_won_and_by_how_much(outcome, difference, winner, text):
    assert outcome.difference == difference
    assert outcome.winner is winner
    assert str(outcome) == text
