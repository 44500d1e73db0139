"""Judge moves.

`judged` defines judged moves, `mistakes` defines kinds of mistake, `checks` searches claimed mistakes again, and
`review` judges entire games.
"""
