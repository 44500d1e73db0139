"""Tools for a course: checks of bots before submission, class folders, self-checking exercises and pictures."""

LANGUAGES = ("python", "javascript", "c")
"""Programming languages of the example bots."""
