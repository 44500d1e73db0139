"""Bots: players that somebody handed in, each in a sandbox of its own."""
