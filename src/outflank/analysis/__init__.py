"""What games are worth: `review` judges the moves of a game, `judged` is such a move, `mistakes` names its kinds."""
