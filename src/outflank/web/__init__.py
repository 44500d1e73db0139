"""The web app: a page to play, analyse and review games on, and the server behind it.

Four subpackages, each importing only those listed after it:

- `transport`: the server, its connections and their limits
- `pages`: the messages of each screen and their answers
- `games`: matches in progress, people, the store
- `engines`: processes beside the event loop

All of them use the modules `catalogue`, `views`, `page_types`, `wire`, `shares` and `logs`. `static` holds the page.
"""
