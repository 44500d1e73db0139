"""Opening books: positions with values from deep searches, which are kept consistent across the graph of positions."""
