"""Sort findings, and drop those that repeat another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dsl.diagnostics.catalogue import SEVERITIES
from dsl.diagnostics.diagnostic import Diagnostic

MOST_SHOWN: Final = 1_000
"""Findings that people and programs are shown at once: a broken text may have a million."""

OF_ALL: Final = frozenset({"missing-section"})
"""What is said of a package as a whole, before anything in it."""

SortKey = tuple[bool, str, int, int, str, str]


def sort_key(diagnostic: Diagnostic) -> SortKey:
    """Return what orders findings: those of the whole package, then file, place, code."""
    span, is_of_part = diagnostic.span, diagnostic.name not in OF_ALL
    return (
        is_of_part,
        span.source.path,
        span.start,
        span.end,
        diagnostic.code,
        diagnostic.message,
    )


def in_order(diagnostics: Iterable[Diagnostic], *, at_once: bool = False) -> tuple[Diagnostic, ...]:
    """Return the findings in order, each name once at a place.

    Args:
        at_once: Only as many as are shown at once: warnings are left out before errors, and what
            stands further back before the rest.
    """
    found: dict[tuple[str, str, int, int], Diagnostic] = {}
    for diagnostic in sorted(diagnostics, key=sort_key):
        span = diagnostic.span
        found.setdefault((diagnostic.name, span.source.path, span.start, span.end), diagnostic)
    ordered = tuple(found.values())
    if not at_once or len(ordered) <= MOST_SHOWN:
        return ordered
    worst_first = sorted(ordered, key=lambda each: SEVERITIES.index(each.severity))
    return in_order(worst_first[:MOST_SHOWN])
