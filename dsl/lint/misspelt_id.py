"""An id that almost says what its text says.

What it finds: an id with a word that is one slip of the hand (a letter added, dropped, changed or
swapped) away from a word of its own text, and is not in it.

Why it matters: nothing else may name the id, so nothing else would notice; yet it stands in logs,
saves and option labels for ever.

Bad:

    cards:
    - {id: water-fier, kind: city, name: City of Water and Fire}

Good:

    cards:
    - {id: water-fire, kind: city, name: City of Water and Fire}

Exceptions: a plural or another ending; words of fewer than three letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts, Read, texts

LETTERS = re.compile(r"[a-z]+")
ENDINGS = ("s", "d", "n", "r", "y")
SHORTEST = 3


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each id that is a slip away from its text."""
    for read in texts(facts):
        if read.sort not in ("manifest", "rule", "card text"):
            yield from _slips(read, facts.game.manifest.default_language)


def _slips(read: Read, language: str) -> Iterator[Diagnostic]:
    """Yield what is misspelt in one id."""
    said = set(LETTERS.findall(read.text.get(language, "").lower()))
    for word in LETTERS.findall(read.name):
        meant = None if word in said else _slip_of(word, sorted(said))
        if meant is not None:
            message = f"`{read.name}` is almost what its text says: `{meant}`"
            help_text = f"write `{read.name.replace(word, meant)}`"
            yield Diagnostic("misspelt-id", message, read.span, (help_text,))


def _slip_of(word: str, words: Iterable[str]) -> str | None:
    """Return the word of which another is a slip of the hand, or None."""
    if len(word) < SHORTEST:
        return None
    return next((w for w in words if len(w) >= SHORTEST and is_slip(word, w)), None)


def is_slip(word: str, meant: str) -> bool:
    """Return whether two words differ by one letter, or by two neighbours that are swapped."""
    short, long = sorted((word, meant), key=len)
    if len(long) - len(short) > 1 or long[:-1] == short and long[-1] in ENDINGS:
        return False
    start = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    rest, other = short[start:], long[start:]
    if len(short) < len(long):
        return rest == other[1:]
    return rest[1:] == other[1:] or (rest[1::-1] == other[:2] and rest[2:] == other[2:])
