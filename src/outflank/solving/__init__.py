"""Solve positions on many machines. A position that would delay the end is split into parts."""
