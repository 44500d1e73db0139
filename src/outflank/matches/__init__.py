"""Matches and tournaments, with ratings and statistics for their results."""
