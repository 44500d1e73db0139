"""Play matches and tournaments, and compute ratings and statistics from the results."""
