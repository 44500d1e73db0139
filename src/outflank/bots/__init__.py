"""Run bots, which are submitted players, each in a separate sandbox."""
