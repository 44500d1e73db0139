"""Run bots, which are players that somebody has submitted, each in a separate sandbox."""
