"""Games in progress and stored games, with their people, clocks, spectators and files."""
