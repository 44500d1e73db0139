"""The published players that Outflank began with, one file for each program.

Values are from the point of view of the side to move at the root, unless a function says otherwise.
"""
