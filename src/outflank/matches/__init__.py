"""Many games: matches and tournaments, and the meaning of their results."""
