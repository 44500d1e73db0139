"""Studies that several people edit or follow at once: their changes, members, and the board of a class."""
