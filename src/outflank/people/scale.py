"""The archive's scale of ratings: 0 is the average of a tournament game, and 400 points win ten games in eleven."""

RATINGS = (-600, 500)
"""The ratings that the model knows: those of almost all players whose games it learned from."""
