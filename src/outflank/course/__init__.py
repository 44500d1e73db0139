"""For a course: what a student's bot is worth before it is handed in, and a folder for a class."""

LANGUAGES = ("python", "javascript", "c")
"""Programming languages of the examples."""
