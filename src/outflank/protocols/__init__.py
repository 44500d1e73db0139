"""The protocols of the Othello world: Outflank as an engine in other programs, and other engines as players.

| module        | contents                                                           |
|---------------|--------------------------------------------------------------------|
| `server`      | reads a program's lines, also while a search runs, and answers     |
| `dialogue`    | the common part of all protocols: a game, a search, whole lines    |
| `thinker`     | the search behind them: started, watched and stopped               |
| `gtp`         | GTP, the protocol of Quarry and GoGui                              |
| `hosts`       | the other direction: players that are engines of other programs    |
"""
