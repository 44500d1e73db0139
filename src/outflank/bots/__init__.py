"""Bots: submitted players, each in its own sandbox."""
