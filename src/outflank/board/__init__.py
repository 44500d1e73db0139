"""The board as bits: square names for every size, and compiled kernels for 8×8.

Importing this package compiles nothing. The modules `symmetry`, `perft`, `stability`, `parity` and `potential_mobility`
contain kernels, which are compiled when their module is first imported, once per processor. `bits` and `moves` contain
intrinsics, which are inlined into the kernels that call them.
"""
