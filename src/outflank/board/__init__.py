"""The board as bits: square names for every size, and compiled kernels for 8×8.

Importing this package compiles nothing. `symmetry`, `perft`, `stability`, `parity` and `potential_mobility` hold
kernels. Each compiles when its module is first imported, once per processor. `bits` and `moves` hold intrinsics, which
are inlined into the kernels that call them.
"""
