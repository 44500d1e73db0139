"""The engine: iterative analysis of positions, and a player based on it with levels and time management.

Creating an `Engine` compiles nothing. Compilation starts with the first position that needs the compiled search.
"""
