"""The published programs that Outflank started from, as players; one file for each program.

Values are from the point of view of the side to move at the root, unless a function says otherwise.
"""
