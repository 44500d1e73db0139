"""Judge moves.

`judged` defines judged moves, `mistakes` defines kinds of mistake with the help of `shapes`, `checks` searches claimed
mistakes again, `why` explains a mistake in a sentence, and `review` judges entire games. `finding` tells how many
players find a move.
"""
