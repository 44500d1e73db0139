"""Prints without end."""

import os

for line in iter(input, None):
    if line.startswith("outflank"):
        os.write(1, b"ready\n")
    else:
        while True:
            os.write(1, b"a1 b1 c1\n" * 1000)
