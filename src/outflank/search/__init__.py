"""The compiled search: midgame with ProbCut, exact endgame solvers, and the root, which finds scores and lines."""
