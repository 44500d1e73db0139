"""Speaks as the guard would, to be woken, to have used no time, or to have its opponent blamed."""

import sys

for line in sys.stdin:
    if line.startswith("outflank"):
        print("ready", flush=True)
    elif line.startswith("turn"):
        print("=0.000\n!it is the other one\n?late\n.ended\nrest\nwake 1000\n<f5", flush=True)
