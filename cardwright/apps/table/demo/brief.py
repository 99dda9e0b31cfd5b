"""Fold the story of a match into a few lines: what the players did and what came of it.

The full story has an entry for every event with words. A reader who wants the course of a match at
a glance needs one line a turn: who did what, and the consequences an author has words for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from cardwright.apps.screen.model import LogEntry
from cardwright.apps.screen.story import AUTHORED

_BETWEEN: Final = " · "
_SHARED: Final = {"ja": 3}
"""How many characters two texts must share to name the same thing where words have no blanks."""


def brief(entries: Iterable[LogEntry], lang: str) -> Iterator[str]:
    """Yield one line for each stretch of phases in which no phase comes twice.

    Moves, shuffles and headings are left out; so are stretches in which nobody did anything that
    an author has words for.
    """
    phases: set[str] = set()
    parts: list[str] = []
    for entry in entries:
        if not entry.is_heading:
            parts += _part(entry, lang)
            continue
        if entry.text in phases:
            if parts:
                yield _BETWEEN.join(parts)
            phases, parts = set(), []
        phases.add(entry.text)
    if parts:
        yield _BETWEEN.join(parts)


def _part(entry: LogEntry, lang: str) -> Sequence[str]:
    """Return an entry as part of a line: its headline, with details that add something."""
    if entry.weights[0] < AUTHORED:
        return ()
    details = [
        text
        for text, weight in zip(entry.details, entry.weights[1:], strict=True)
        if weight == AUTHORED and not _repeats(entry.text, text, lang)
    ]
    return (f"{entry.text} ({', '.join(details)})" if details else entry.text,)


def _repeats(headline: str, detail: str, lang: str) -> bool:
    """Return whether a detail names the thing that the headline names: two words in a row."""
    if lang in _SHARED:
        size = _SHARED[lang]
        pieces = {headline[at : at + size] for at in range(len(headline) - size + 1)}
    else:
        words = re.findall(r"\S+", headline)
        pieces = {" ".join(pair) for pair in pairwise(words)}
    return any(piece in detail for piece in pieces)
