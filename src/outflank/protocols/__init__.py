"""Othello engine protocols: run Outflank as an engine inside other programs, and use other engines as players.

| module        | contents                                                                     |
|---------------|------------------------------------------------------------------------------|
| `server`      | reads lines from the other program, even during a search, and writes answers |
| `dialogue`    | code shared by all protocols: the order of commands, searching and pondering |
| `thinker`     | the search thread: starts, watches and stops searches                        |
| `gtp`         | GTP, the protocol of Quarry and GoGui                                        |
| `nboard`      | the NBoard protocol                                                          |
| `edax`        | the Edax console                                                             |
| `cassio`      | the Cassio engine protocol                                                   |
| `hosts`       | the reverse: engines of other programs as players                            |
"""
