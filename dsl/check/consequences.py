"""Leave out findings that only follow from others: names unknown since their text is lost."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic
from dsl.source import Span

LOSING: Final = frozenset(
    [
        "unreadable-file",
        "file-too-large",
        "not-utf8",
        "control-character",
        "package-too-large",
        "yaml-syntax",
        "too-many-documents",
        "yaml-too-deep",
        "yaml-anchor",
        "scalar-too-long",
        "flow-trap",
        "bad-key",
        "unknown-library",
    ]
)
"""What takes a part of a file away, so that nobody knows which names it declared."""

LOSING_A_PIECE: Final = frozenset(["yaml-syntax", "flow-trap", "bad-key", "yaml-anchor"])
"""What takes no more away than the entry that it stands in."""

MOST_PIECES: Final = 100
"""Of more lost pieces it is not asked what each of them may have declared."""

FOLLOWING: Final = frozenset(
    [
        "unknown-name",
        "unknown-event",
        "unknown-value",
        "unknown-kind",
        "unknown-enum",
        "unknown-type",
        "unknown-zone",
        "unknown-state",
        "unknown-attribute",
        "unknown-member",
        "unknown-action",
        "unknown-phase",
        "unknown-option",
        "unknown-card",
        "unknown-scope",
        "unknown-game",
        "unknown-slot",
        "unknown-scenario",
        "missing-section",
        "missing-attribute",
        "missing-key",
        "empty-value",
        "prelude-needs",
        "unassigned-state",
    ]
)
"""What a lost part leads to."""

MADE_UP: Final = frozenset(["unknown-card", "unknown-slot", "unknown-game"])
"""What may be named by words that stand nowhere: a table makes ids of its cards."""

WORD: Final = re.compile(r"[\w-]+")

ANY_CARD: Final = "any card"
"""Stands among the lost names where it is not known which cards a table would have made."""


def without_consequences(
    diagnostics: Iterable[Diagnostic], lost: Iterable[str]
) -> list[Diagnostic]:
    """Return the findings without those that follow from a lost part or a lost name.

    Args:
        lost: Names whose declaration was read and could not be understood.
    """
    found, names = list(diagnostics), frozenset(lost)
    losing = [each for each in found if each.name in LOSING]
    if any(each.name not in LOSING_A_PIECE for each in losing) or len(losing) > MOST_PIECES:
        return [each for each in found if each.name not in FOLLOWING]
    words = frozenset(word for each in losing for word in _words_around(each.span))
    return [
        each
        for each in found
        if not _follows(each, names) and not (losing and _may_be_lost(each, words))
    ]


def _may_be_lost(diagnostic: Diagnostic, words: frozenset[str]) -> bool:
    """Return whether a piece with these words may have held what is missing."""
    if diagnostic.name not in FOLLOWING:
        return False
    is_name = diagnostic.name.startswith("unknown-") and diagnostic.name not in MADE_UP
    return not is_name or not words.isdisjoint(WORD.findall(diagnostic.span.text))


def _words_around(span: Span) -> list[str]:
    """Return the words of the entry in whose piece something stands, and of all inside it."""
    lines = span.source.text.split("\n")
    at = min(span.source.position(span.start)[0], len(lines)) - 1
    own = _indent(lines[at])
    first = next((n for n in range(at, -1, -1) if lines[n].strip() and _indent(lines[n]) < own), at)
    outer, last = _indent(lines[first]), at + 1
    while last < len(lines) and (not lines[last].strip() or _indent(lines[last]) > outer):
        last += 1
    return WORD.findall("\n".join(lines[first:last]))


def _indent(line: str) -> int:
    """Return how far a line is from the margin."""
    return len(line) - len(line.lstrip(" "))


def _follows(diagnostic: Diagnostic, lost: frozenset[str]) -> bool:
    """Return whether a finding names what was lost."""
    if diagnostic.name not in FOLLOWING:
        return False
    if ANY_CARD in lost and diagnostic.name in ("unknown-card", "unknown-name"):
        return True
    return diagnostic.name.startswith("unknown-") and diagnostic.span.text in lost
