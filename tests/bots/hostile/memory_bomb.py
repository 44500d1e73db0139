"""Takes memory until there is none."""


def choose(position):
    kept = []
    while True:
        try:
            kept.append(bytearray(8_000_000))
        except MemoryError:
            continue
