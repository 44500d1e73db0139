"""Tools for a course: checks of bots before submission, and the folder of a class."""

LANGUAGES = ("python", "javascript", "c")
"""Programming languages of the examples."""
