"""The published players that Outflank began with, each as its author described it: one file for each published program.

Values are in the view of the side to move at the root unless a function says otherwise.
"""
