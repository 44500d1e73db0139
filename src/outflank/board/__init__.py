"""Bitboards: square names for every board size, and compiled kernels for 8×8.

Importing this package compiles nothing. The kernels in `symmetry`, `perft`, `stability`, `parity` and
`potential_mobility` are compiled the first time that their module is imported on a given processor type. `bits` and
`moves` contain intrinsics, which are inlined into the kernels that call them.
"""
