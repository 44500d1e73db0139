"""Weak points of a repertoire."""

import random

from outflank import BLACK, WHITE, Game, MoveValue, Position, Record
from outflank.library import Library
from outflank.practice.coverage import archive_replies, archive_values, gaps, library_replies, losses
from outflank.practice.repertoire import Repertoire

START = Position.start()


def counted(**games):
    """Replies after f5, in any orientation of the board."""
    after = START.play("f5")

    def replies(position):
        for symmetry in range(8):
            if position == after.transformed(symmetry):
                moves = {move: after.play(move).transformed(symmetry) for move in games}
                return {
                    move: games[name]
                    for name, then in moves.items()
                    for move in position.legal_moves
                    if position.play(move) == then
                }
        return {}

    return replies


def test_frequent_reply_without_an_answer_is_a_gap():
    book = Repertoire(BLACK, ["f5d6c3"])
    found = gaps(book, counted(d6=60, f6=30, f4=10), least=0.2)
    assert [(gap.line, gap.move, gap.share, gap.games) for gap in found] == [("f5", "f6", 0.3, 30)]
    assert [gap.move for gap in gaps(book, counted(d6=60, f6=30, f4=10), least=0.1)] == ["f6", "f4"]


def test_answer_in_another_orientation_counts():
    for turned in ("f5f6e6", "d3c3c4", "c4c3d3", "e6f6f5"):  # Diagonal, in four orientations
        assert not gaps(Repertoire(BLACK, ["f5d6c3", turned]), counted(d6=60, f6=40))


def test_few_games_and_the_ends_of_lines_are_no_gaps():
    assert not gaps(Repertoire(BLACK, ["f5d6c3"]), counted(d6=4, f6=4))
    assert not gaps(Repertoire(BLACK, ["f5"]), counted(d6=50, f6=50))
    assert not gaps(Repertoire(WHITE, ["f5d6"]), counted(d6=50, f6=50))  # the repertoire's own choice


def test_losing_move_is_named_with_the_better_one():
    def values(position):
        if len(position.legal_moves) == 3 and position.n_empties == 59:
            return {"d6": MoveValue("d6", 1, depth=14), "f4": MoveValue("f4", -3, depth=14)}
        return {}

    (found,) = losses(WHITE, ["f5d6c3", "f5f4e3"], values)
    assert (found.line, found.ply, found.move, found.loss, found.better) == ("f5f4e3", 2, "f4", 4, "d6")
    assert not list(losses(BLACK, ["f5f4e3"], values))


def test_shallow_values_are_no_reason_for_a_warning():
    def values(_position):
        return {"d6": MoveValue("d6", 1, depth=3), "f4": MoveValue("f4", -3, depth=14)}

    assert not list(losses(WHITE, ["f5f4e3"], values))


def test_replies_come_from_the_library_once_it_has_enough_games():
    with Library.open(None) as library:
        replies = library_replies(library)
        after = START.play("f5")
        assert replies(after) == archive_replies(after)
        second = START.play("f5").play("d6")
        lines = [f"f5d6{move}{reply}" for move in second.legal_moves for reply in second.play(move).legal_moves]
        library.add([Record.of(Game(moves=line)) for line in lines])
        n_games = len(library)
        assert n_games >= 10
        assert sum(replies(after).values()) == n_games


def test_shipped_numbers_find_known_facts():
    book = Repertoire(BLACK, ["f5d6c3d3c4f4f6"])
    assert [gap.move for gap in gaps(book, archive_replies)] == ["f6"]
    (found,) = losses(BLACK, ["f5d6c3g5g6"], archive_values)
    assert found.move == "g6"


def test_other_side_plays_by_frequency():
    book, source = Repertoire(BLACK, ["f5d6c3", "f5f6e6", "f5f4e3"]), random.Random(1)
    after = START.play("f5")
    chosen = [book.next_move(after, (), source, counted(d6=899, f6=99)) for _ in range(1000)]
    assert chosen.count("d6") > 850
    assert 60 < chosen.count("f6") < 140
    assert chosen.count("f4") < 10


def test_due_cards_come_first_whatever_the_frequency():
    book, source = Repertoire(BLACK, ["f5d6c3", "f5f6e6"]), random.Random(1)
    after = START.play("f5")
    due = book.cards(after.play("f6"))
    assert due
    assert {book.next_move(after, due, source, counted(d6=1000)) for _ in range(20)} == {"f6"}
