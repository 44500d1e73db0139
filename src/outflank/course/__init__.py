"""For a course: checks of bots before they are handed in, and a folder for a class."""

LANGUAGES = ("python", "javascript", "c")
"""Programming languages of the examples."""
