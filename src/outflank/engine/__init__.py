"""The engine: analyses of positions, ever deeper, and the engine as a player, with levels and a clock.

`Engine` compiles nothing until a position is analysed that the compiled search is for.
"""
