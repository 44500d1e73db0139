"""The published players that Outflank began with, each as its author described it, one readable file each.

Values are in the view of the side to move at the root unless a function says otherwise.
"""
