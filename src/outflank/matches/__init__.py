"""Games in number: matches and tournaments, and what their results mean."""
