"""Fails while it is read."""

raise RuntimeError("no licence")
