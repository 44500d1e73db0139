"""Games in progress and stored games: their people, clocks, spectators and files."""
