"""Bitboards: square names for every board size, and compiled kernels for 8×8.

Importing this package compiles nothing. The modules `symmetry`, `perft`, `stability`, `parity` and `potential_mobility`
contain kernels, which are compiled once per processor type, when the module is first imported. `bits` and `moves`
contain intrinsics, which are inlined into the kernels that call them.
"""
