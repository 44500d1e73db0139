"""Tools for a course: bot checks before submission, class folders, self-checking exercises and pictures."""

LANGUAGES = ("python", "javascript", "c")
"""Programming languages of the example bots."""
