"""The protocols of the Othello world: being an engine in other programs, and playing with other programs' engines.

| module        | what it holds                                                                  |
|---------------|--------------------------------------------------------------------------------|
| `server`      | reads what a program says, while a search runs, and answers                    |
| `dialogue`    | what all protocols share: a game, a search, whole lines                        |
| `thinker`     | the search behind them: begun, watched and stopped                             |
| `gtp`         | GTP, the protocol of Quarry and GoGui                                          |
| `hosts`       | the other direction: players that are engines of other programs                |
"""
