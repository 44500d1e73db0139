"""Judging moves: `review` judges a whole game, `judged` defines judged moves, and `mistakes` the kinds of mistake."""
