"""Compiled kernels for Tribolo, used only by the strong player."""
