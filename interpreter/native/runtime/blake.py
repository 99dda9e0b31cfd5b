"""BLAKE2b of one block as flat text: its rounds written out, so that all words are locals."""

IV = (
    0x6A09E667F3BCC908,
    0xBB67AE8584CAA73B,
    0x3C6EF372FE94F82B,
    0xA54FF53A5F1D36F1,
    0x510E527FADE682D1,
    0x9B05688C2B3E6C1F,
    0x1F83D9ABFB41BD6B,
    0x5BE0CD19137E2179,
)
SIGMA = (
    "0123456789abcdef",
    "ea489fd61c02b753",
    "b8c052fdae367194",
    "7931dcbe265a40f8",
    "905724afe1bc683d",
    "2c6a0b834d75fe19",
    "c51fed4a0763928b",
    "db7ec13950f4862a",
    "6fe9b308c2d714a5",
    "a2847615fb9e3cd0",
)
"""Which words of the message the rounds mix in."""
MIXED = (
    (0, 4, 8, 12),
    (1, 5, 9, 13),
    (2, 6, 10, 14),
    (3, 7, 11, 15),
    (0, 5, 10, 15),
    (1, 6, 11, 12),
    (2, 7, 8, 13),
    (3, 4, 9, 14),
)
"""Which words a round mixes with each other."""
ROUNDS = 12
PARAMETERS = 0x01010000
"""No key, one block after the other; the size of the hash is added where it is known."""


def blake() -> str:
    """Return `blake(n, size)`: BLOCK holds a message of n bytes, DIGEST takes its hash."""
    start = (IV[0] ^ PARAMETERS, *IV[1:])
    lines = [f"m{i} = M[BLOCK + {i}]" for i in range(16)]
    lines += (f"v{i} = {word}" for i, word in enumerate((*start, *IV)))
    lines += ("v0 = v0 ^ size", "v12 = v12 ^ n", "v14 = ~v14")
    for n in range(ROUNDS):
        row = [int(digit, 16) for digit in SIGMA[n % len(SIGMA)]]
        for k, (a, b, c, d) in enumerate(MIXED):
            for word, (first, second) in ((row[2 * k], (32, 24)), (row[2 * k + 1], (16, 63))):
                lines += (
                    f"v{a} = v{a} + v{b} + m{word}",
                    f"v{d} = rotr(v{d} ^ v{a}, {first})",
                    f"v{c} = v{c} + v{d}",
                    f"v{b} = rotr(v{b} ^ v{c}, {second})",
                )
    lines += (f"M[DIGEST + {i}] = {start[i]} ^ v{i} ^ v{i + 8}" for i in range(8))
    lines += ("M[DIGEST] = M[DIGEST] ^ size", "return 0")
    return "def blake(n, size):\n" + "".join(f"    {line}\n" for line in lines)
