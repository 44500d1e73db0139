"""Tournaments as files: played on one machine or many, stopped and gone on with, and what they come to."""
