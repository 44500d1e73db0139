"""Opening books: positions with values from deep searches, made consistent over the whole graph of positions."""
