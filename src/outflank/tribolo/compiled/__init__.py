"""Tribolo in compiled kernels, for the strong player only."""
