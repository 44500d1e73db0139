"""Trains weights from self-play alone."""
