"""Training of the model of people's moves, from the games in a library."""
