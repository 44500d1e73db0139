"""The web app: a page for playing, analysing and reviewing games, and the server behind it.

It has four subpackages, each of which imports only from those listed after it:

- `transport`: the server, its connections and their limits
- `pages`: the messages that each screen sends, and the answers to them
- `games`: matches in progress, the people in them, and the store
- `engines`: worker processes, which keep long work off the event loop

All of them use the modules `catalogue`, `views`, `page_types`, `wire`, `shares` and `logs`. The HTML page and its
scripts are in `static`. In this package, "a page" is one open browser tab, and "a program" is a player that is not a
person.
"""
