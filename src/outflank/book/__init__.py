"""Opening books: positions with values from deep searches, kept consistent across the whole graph of positions."""
