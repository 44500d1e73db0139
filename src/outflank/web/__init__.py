"""The web app: pages for playing, analysing and reviewing games, and the server that they talk to.

There are four subpackages. Each imports only from those below it in this list:

- `transport`: the server, its connections and its limits
- `pages`: the messages that each screen sends, and their handlers
- `games`: matches in progress, the people who play and watch them, and the game store
- `engines`: worker processes that do long-running work outside the event loop

They share the modules `catalogue`, `views`, `page_types`, `wire`, `shares` and `logs`. The `static` folder contains the
HTML page and its scripts. Throughout this package, "page" means one open browser tab, and "program" means any player
that is not a person.
"""
