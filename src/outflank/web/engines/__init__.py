"""Processes beside the event loop, in which engines search and texts are read."""
