"""The compiled search: the midgame with ProbCut, exact endgames, and the root, which finds scores and lines."""
