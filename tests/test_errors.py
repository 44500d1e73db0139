from pathlib import Path

from outflank.errors import quoted_path


def test_of_a_long_path_the_end_is_shown():
    """Once it was the beginning: all files in a long folder looked alike."""
    folder = Path("/home/somebody") / ("games of the " * 10)
    assert quoted_path(folder / "first.ggf").endswith("/first.ggf'")
    assert len(quoted_path(folder / "first.ggf")) == len("'…'") + 120


def test_a_path_is_one_line_that_can_be_shown():
    assert quoted_path("my games.ggf") == "'my games.ggf'"
    assert quoted_path("it's\n\x1b[2J") == '"it\'s\\n\\x1b[2J"'
