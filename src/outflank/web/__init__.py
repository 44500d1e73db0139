"""The web app: a page to play, analyse and review games on, and the server behind it.

`server` starts it; `app` is the FastAPI application, `guard` says who may connect, `messages` what goes over the wire.
`connection` speaks with one page, `work` does its long jobs, `knowledge` is what it has been told of positions.
`matches` holds the matches that are played: each is a `session` with its `people` and `watchers`; `state` is what pages
are told of it, `offers` what its players ask of one another, `lag` the time of a turn without that of the line;
`invitation` makes links to it, which name what `reach` says. `kept` is what the `store` keeps of it, in the tables of
`schema`, by `retrying` also while nothing can be written; `library` finds a person's games again, `gamefile` and
`exchange` let them out and in as files. `bundle` serves what is built of the page, `words` has its languages.
Players choose their moves through `thinking`.
`workers` runs engines in processes of their own, where `worker` does the `jobs`;
`warming` compiles the engine there when the server starts. `catalogue` is what a page is offered, `views` what it
draws, `writing` a game as texts. `health`, `logs` and `backup` are for whoever runs the server.
"""
