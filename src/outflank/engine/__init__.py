"""The engine: iterative analysis of positions, and a player that uses it, with levels and a clock.

`Engine` compiles nothing until it analyses the first position that needs the compiled search.
"""
