"""Inputs that nobody would write: good ones that are then damaged, the same ones each time.

`OUTFLANK_FUZZ` is how many are tried of each kind; the few of an everyday run are the first of them.
"""

import os
import random
from collections.abc import Iterator, Sequence

N_MUTANTS = int(os.environ.get("OUTFLANK_FUZZ", "150"))

_TOKENS = [
    *(
        b"(",
        b")",
        b"[",
        b"]",
        b"{",
        b"}",
        b";",
        b":",
        b"/",
        b"\\",
        b'"',
        b"%",
        b"#",
        b",",
        b"+",
        b"-",
        b".",
        b"\n",
        b"\r\n",
        b" ",
    ),
    *(
        b"\0",
        b"\xff",
        b"\xe9",
        b"\xc3\xa9",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        "０".encode(),
        "İ".encode(),
        "\u202e".encode(),
    ),
    *(
        b"(;",
        b";)",
        b"B[",
        b"W[",
        b"BO[8 ",
        b"TY[",
        b"RE[",
        b"AB[",
        b"PA",
        b"pass",
        b"--",
        b"@@@@",
        b"a1",
        b"f5",
        b"J10",
        b"1.",
        b"1-0",
    ),
    *(
        b"-1",
        b"65",
        b"255",
        b"4294967295",
        b"99999999999999999999",
        b"1e308",
        b"nan",
        b"inf",
        b"0x10",
        b"null",
        b"true",
    ),
    *(b"((((((((", b"[[[[[[[[", b"{{{{{{{{", b"))))))))", b"(;;;;;;;", b"9" * 400, b"-" * 64, b"X" * 64, b"f5" * 60),
]


def mutants(seeds: Sequence[bytes], n: int = N_MUTANTS, seed: int = 1) -> Iterator[bytes]:
    """`n` damaged inputs: bytes changed, taken out, repeated, moved; words of the formats put in; two spliced."""
    chance = random.Random(seed)
    for _ in range(n):
        data = bytearray(chance.choice(seeds))
        for _ in range(chance.choice((1, 1, 2, 3, 5, 9))):
            _damage(data, seeds, chance)
        yield bytes(data[:20_000])


def _damage(data: bytearray, seeds: Sequence[bytes], chance: random.Random) -> None:
    at = chance.randrange(len(data) + 1)
    length = min(int(chance.expovariate(0.2)), 200)
    way = chance.randrange(9)
    if way == 0 and data:
        data[min(at, len(data) - 1)] = chance.randrange(256)
    elif way == 1 and data:
        data[min(at, len(data) - 1)] ^= 1 << chance.randrange(8)
    elif way == 2:
        del data[at : at + length]
    elif way == 3:
        data[at:at] = data[at : at + length] * chance.choice((1, 2, 20))
    elif way == 4:
        del data[at:]
    elif way in (5, 6):
        data[at:at] = chance.choice(_TOKENS)
    elif way == 7:
        other = chance.choice(seeds)
        data[at:] = other[chance.randrange(len(other) + 1) :]
    else:
        piece = data[at : at + length]
        del data[at : at + length]
        to = chance.randrange(len(data) + 1)
        data[to:to] = piece
