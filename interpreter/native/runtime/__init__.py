"""What every match needs, as flat text: one file a topic, and the names that others share.

Names in capitals are places in memory and sizes, which the emitter fills in; `g_…` are globals.
"""

from functools import cache
from importlib.resources import files

from interpreter.native.flat.suspend import Suspension

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
START = (IV[0] ^ PARAMETERS, *IV[1:])


SHORT = 6
"""So many words hold most messages: the others are 0, and adding them is left out."""


def blake() -> str:
    """Return `blake(n, size)`: BLOCK holds a message of n bytes, DIGEST takes its hash."""
    lines = [f"if n > {8 * SHORT}:", "    return blake_long(n, size)"]
    lines += (f"m{i} = M[BLOCK + {i}]" for i in range(SHORT))
    lines += (f"v{i} = {word}" for i, word in enumerate((*START, *IV)))
    lines += ("v0 = v0 ^ size", "v12 = v12 ^ n", "v14 = ~v14")
    for n in range(ROUNDS):
        row = [int(digit, 16) for digit in SIGMA[n % len(SIGMA)]]
        for k, (a, b, c, d) in enumerate(MIXED):
            for word, (first, second) in ((row[2 * k], (32, 24)), (row[2 * k + 1], (16, 63))):
                lines += (
                    f"v{a} = v{a} + v{b}" + (f" + m{word}" if word < SHORT else ""),
                    f"v{d} = rotr(v{d} ^ v{a}, {first})",
                    f"v{c} = v{c} + v{d}",
                    f"v{b} = rotr(v{b} ^ v{c}, {second})",
                )
    return _function("blake", lines, [f"v{i}" for i in range(16)]) + _blake_long()


def _blake_long() -> str:
    """Return `blake_long(n, size)`: the same of any message, in loops, which take longer."""
    lines = [f"M[BIG + {i}] = {word}" for i, word in enumerate((*START, *IV))]
    lines += ("M[BIG] = M[BIG] ^ size", "M[BIG + 12] = M[BIG + 12] ^ n")
    lines.append("M[BIG + 14] = ~M[BIG + 14]")
    for n in range(ROUNDS):
        lines.append(f"words = 0x{SIGMA[n % len(SIGMA)]}")
        for places in MIXED:
            given = ", ".join(f"BIG + {place}" for place in places)
            lines.append(f"words = mixed({given}, words)")
    return _function("blake_long", lines, [f"M[BIG + {i}]" for i in range(16)])


def _function(name: str, lines: list[str], mixed: list[str]) -> str:
    """Return a function that leaves a hash in DIGEST, from what its lines have mixed."""
    ends = [f"M[DIGEST + {i}] = {START[i]} ^ {mixed[i]} ^ {mixed[i + 8]}" for i in range(8)]
    lines = [*lines, *ends, "M[DIGEST] = M[DIGEST] ^ size", "return 0"]
    return f"def {name}(n, size):\n" + "".join(f"    {line}\n" for line in lines)


NONE = -(1 << 60)
"""The number that stands for none."""
ENOUGH = -5
"""The option that ends the choice of a set."""
FAULTS = {
    1: "budget-exceeded",
    2: "number-too-large",
    3: "division-by-zero",
    4: "no-such-element",
    5: "choice-too-large",
    6: "cards-left-behind",
    7: "nobody could choose",
    8: "a cost that fails",
    9: "endless-loop",
    10: "more decisions than are played at random",
    11: "nesting-too-deep",
    13: "facts that tell hidden cards apart",
    14: "no-actor",
    15: "list-too-long",
    16: "a record that only the walker keeps",
    17: "no room",
}
"""What codes of faults mean; FAULT holds one when a match has ended in a trap."""
GLOBALS = (
    *("g_top", "g_heap", "g_over", "g_steps", "g_actions", "g_at", "g_setup", "g_entities"),
    *("g_mt", "g_decisions", "g_trace", "g_payer", "g_keylen", "g_trial", "g_script"),
    *("g_script_at", "g_values", "g_zones", "g_epoch", "g_memo", "g_memo_epoch", "g_state"),
    *(
        "g_answer",
        "g_asked",
        "g_fp",
        "g_options",
        "g_decider",
        "g_question",
        "g_asker",
        "g_secret",
        "g_told",
        "g_pool",
        "g_fixed",
        "g_paying",
        "g_before",
        "g_before_epoch",
        "g_later",
        "g_floor",
        "g_used",
        "g_batches",
        "g_work",
        "g_known",
        "g_memo_from",
        "g_counted",
        "g_depth",
        "g_row",
        "g_doing",
        "g_playing",
        "g_watch",
    ),
)
"""All globals, in the order in which STATUS holds them while a match waits."""
TOPICS = (
    *("numbers", "lists", "bags", "amounts", "chance", "twister", "decisions"),
    *(
        "cards",
        "knowledge",
        "choosing",
        "costs",
        "secrets",
        "modifiers",
        "nesting",
        "triggers",
        "batches",
        "waiting",
        "records",
    ),
)
SUSPENSION = Suspension(
    question="wait",
    outside=frozenset(
        {"begin", "answer", "answer_there", "going", "play_on", "rollouts", "told", "resume"}
    ),
    never=("pays_", "would_"),
)
"""What waits in a match that is driven from outside; trials of costs (`pays_…`) and what is
supposed (`would_…`) never do."""


@cache
def text() -> str:
    """Return all functions of the runtime; those not needed stay out of a module."""
    folder = files("interpreter.native.runtime")
    parts = [folder.joinpath(f"{name}.flat").read_text(encoding="utf-8") for name in TOPICS]
    return "\n".join((*parts, telling(), blake()))


def telling() -> str:
    """Return what writes all globals into memory, and takes them back: so matches are cloned.

    With the globals taken back comes a number of the position that none had before, for what was
    kept meanwhile is of another match.
    """
    told = "".join(f"    M[STATUS + {n}] = {name}\n" for n, name in enumerate(GLOBALS))
    back = "".join(f"    {name} = M[STATUS + {n}]\n" for n, name in enumerate(GLOBALS))
    kept = "    g_epoch = epoch\n    g_memo_epoch = epoch\n"
    return f"def told():\n{told}    return 0\n\ndef resume(epoch):\n{back}{kept}    return 0\n"
