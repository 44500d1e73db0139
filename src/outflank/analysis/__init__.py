"""Moves of games judged: `review` judges those of a game, `judged` is such a move, `mistakes` names its kinds."""
