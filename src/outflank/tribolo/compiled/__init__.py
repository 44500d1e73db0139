"""Compiled kernels for Tribolo, which only the strong player uses."""
