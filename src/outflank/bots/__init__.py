"""Bots: submitted players, each of which runs in its own sandbox."""
