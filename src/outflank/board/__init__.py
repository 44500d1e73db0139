"""The board as bits: names of squares for any size, and compiled kernels for 8×8.

Importing this package compiles nothing. `symmetry`, `perft`, `stability`, `parity` and `potential_mobility` hold
kernels, which are compiled when one is first called, once for each processor; `bits` and `moves` hold intrinsics, which
become part of the kernels that call them.
"""
