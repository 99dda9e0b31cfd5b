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


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the findings in order, each name once at a place."""
    kept: dict[tuple[str, str, int, int], Diagnostic] = {}
    for diagnostic in sorted(diagnostics, key=sort_key):
        span = diagnostic.span
        kept.setdefault((diagnostic.name, span.source.path, span.start, span.end), diagnostic)
    return tuple(kept.values())


def most_important(diagnostics: Iterable[Diagnostic]) -> tuple[tuple[Diagnostic, ...], int]:
    """Return as many findings as are shown, in order, and the number of those left out.

    Warnings are left out before errors, and what stands further back before the rest.
    """
    ordered = in_order(diagnostics)
    worst_first = sorted(ordered, key=lambda each: SEVERITIES.index(each.severity))
    kept = in_order(worst_first[:MOST_SHOWN])
    return kept, len(ordered) - len(kept)
