"""Outflank: the Othello system for Python."""

__version__ = "0.1.0"
