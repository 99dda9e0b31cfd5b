"""Write that results are kept until the position changes, by a hash of what they rest on."""

from __future__ import annotations

from typing import Final

from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer

MEMO_ROWS: Final = 64
"""How many results of a value are kept."""
FACTORS: Final = (1, 5, 11, 3)
"""What the arguments are multiplied with for the hash."""


class Memo:
    """Writes that a result is kept until the position changes.

    Attributes:
        keys: What it rests on beside the position.
        has_work: Whether a row holds what the result took, too: that counts each time.
    """

    def __init__(self, em: Emitter, w: Writer, keys: list[str], *, has_work: bool) -> None:
        self.w, self.keys, self.has_work = w, keys, has_work
        self.result = len(keys) + 1
        row = self.result + 1 + has_work
        at = em.room(MEMO_ROWS * row, lasts=False)
        pairs = zip(keys, FACTORS, strict=False)
        mixed = " + ".join(f"{key} * {factor}" for key, factor in pairs) or "0"
        w.line(f"h = {at} + (({mixed}) & {MEMO_ROWS - 1}) * {row}")

    def look(self) -> None:
        """Write that a result is returned which was kept since the position last changed."""
        tests = "".join(f" and M[h + {n}] == {key}" for n, key in enumerate(self.keys, 1))
        with self.w.inner(f"if M[h] == g_epoch{tests}:"):
            if self.has_work:
                self.w.line(f"work(M[h + {self.result + 1}])")
            self.w.line(f"return M[h + {self.result}]")
        if self.has_work:
            self.w.line("before = g_work")

    def keep(self, found: str) -> None:
        """Write that a result is kept."""
        self.w.line("M[h] = g_epoch")
        for n, key in enumerate(self.keys, 1):
            self.w.line(f"M[h + {n}] = {key}")
        self.w.line(f"M[h + {self.result}] = {found}")
        if self.has_work:
            self.w.line(f"M[h + {self.result + 1}] = g_work - before")
