"""Makes files without end, all of them empty."""

import os


def choose(position):
    number = 0
    while True:
        number += 1
        os.close(os.open(f"/tmp/{number}", os.O_CREAT | os.O_WRONLY))
