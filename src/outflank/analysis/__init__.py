"""What games are worth: `review` judges the moves of a game, `badges` says what a loss is called."""
