"""An id that almost says what its text says.

What it finds: an id with a word that stands nowhere else in the package and is one slip of the hand
(a letter added, dropped, changed or swapped) away from a word that does: of its own text, or, from
five letters on, of any file.

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
from collections import Counter
from collections.abc import Iterable, Iterator

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.lint.facts import Facts, Read, texts

LETTERS = re.compile(r"[a-z]+")
ENDINGS = ("s", "d", "n", "r", "y")
SHORTEST, SHORTEST_ANYWHERE = 3, 5


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each id that is a slip away from its text or from another word of the package."""
    files = (source.text.lower() for source in facts.sources)
    words = Counter(word for text in files for word in LETTERS.findall(text))
    for read in texts(facts):
        if read.sort not in ("manifest", "rule", "card text"):
            yield from _slips(read, words, facts.game.manifest.default_language)


def _slips(read: Read, words: Counter[str], language: str) -> Iterator[Diagnostic]:
    """Yield what is misspelt in one id."""
    said = set(LETTERS.findall(read.text.get(language, "").lower()))
    for word in LETTERS.findall(read.name):
        meant = None if word in said else _slip_of(word, sorted(said), SHORTEST)
        if meant is None and words[word] == 1 and word not in said:
            others = (other for other in words if other != word)
            meant = _slip_of(word, others, SHORTEST_ANYWHERE)
        if meant is not None:
            message = f"`{read.name}` is almost what is written elsewhere: `{meant}`"
            help_text = f"write `{read.name.replace(word, meant)}`"
            yield Diagnostic("misspelt-id", message, read.span, (help_text,))


def _slip_of(word: str, words: Iterable[str], shortest: int) -> str | None:
    """Return the word of which another is a slip of the hand, or None."""
    if len(word) < shortest - 1:
        return None
    return next((w for w in words if len(w) >= shortest and is_slip(word, w)), None)


def is_slip(word: str, meant: str) -> bool:
    """Return whether two words differ by one letter, or by two neighbours that are swapped."""
    short, long = sorted((word, meant), key=len)
    if len(long) - len(short) > 1 or (long[:-1] == short and long[-1] in ENDINGS):
        return False
    pairs = enumerate(zip(short, long, strict=False))
    start = next((at for at, (one, other) in pairs if one != other), len(short))
    rest, other = short[start:], long[start:]
    if len(short) < len(long):
        return rest == other[1:]
    return rest[1:] == other[1:] or (rest[1::-1] == other[:2] and rest[2:] == other[2:])
