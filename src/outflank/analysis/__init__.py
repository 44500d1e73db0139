"""Judges moves of games: `review` judges a whole game, `judged` defines a judged move, `mistakes` its kinds."""
