"""The published programs on which Outflank is based, as players. Each module contains one program.

Unless a function says otherwise, values are from the point of view of the side to move at the root.
"""
