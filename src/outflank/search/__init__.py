"""The compiled search: a midgame search with ProbCut, exact endgame solvers, and a root for scores and lines."""
