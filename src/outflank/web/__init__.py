"""The web app: a page to play, analyse and review games on, and the server behind it.

`server` starts it; `app` is the FastAPI application; `connection` speaks with one page; `hall` keeps the games that are
being played, each a `table`, and saves them in a `store`; `workers` runs engines in processes of their own, where
`worker` does the `jobs`. `kinds` are the games that can be played, `catalogue` the players offered, `messages` what
goes over the wire, `guard` who may connect.
"""
