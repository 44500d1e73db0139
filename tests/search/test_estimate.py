import pytest

from outflank.search.estimate import expected_nodes, expected_seconds, in_words


def test_more_empty_squares_take_longer_and_more_threads_less():
    assert expected_nodes(20) < expected_nodes(21)
    assert expected_seconds(24, threads=2) < expected_seconds(24)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "0 s"), (90, "90 s"), (600, "10 minutes"), (7200, "2 hours"), (3e5, "3 days"), (1e9, "32 years"),
        (1e14, "3 million years"),
    ],
)  # fmt: skip
def test_lengths_of_time_are_said_in_words(seconds, words):
    assert in_words(seconds) == words
