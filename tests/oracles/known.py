"""Facts of the game that were published or worked out by hand."""

FIRST_MOVES = ("d3", "c4", "f5", "e6")
"""Black's moves at the start."""

PERFT = (1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800, 1939886636)
"""Leaves from the start by depth: a forced pass is a ply, a game that ended before is one leaf (from depth 10 on)."""

FORCED_PASS = ("e6", "f6", "c4", "c5", "c6", "d6", "g7", "f4", "g4", "g6", "e7", "h8", "h6", "g5", "g8", "f8")
"""Black must pass after these; White then has b4, c3 and g3, with 17 discs to 3."""

SHORTEST_GAME = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
"""White is wiped out, 13 to 0."""
