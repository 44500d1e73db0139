"""Games in progress and stored games, together with their people, clocks, spectators and files."""
