"""The engine: iterative analysis of positions, and the engine as a player, with levels and a clock.

`Engine` compiles nothing until it analyses the first position for the compiled search.
"""
