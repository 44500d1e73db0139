"""Judge moves: `judged` defines judged moves, `mistakes` defines kinds of mistake, and `review` judges entire games."""
