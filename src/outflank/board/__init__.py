"""The board as bits: names of squares for any size, and compiled kernels for 8×8.

Importing this package compiles nothing; importing `moves`, `symmetry` or `perft` does, once for each processor.
"""
