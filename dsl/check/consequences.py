"""Leave out findings that only follow from others: names unknown since their text is lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic

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
    if any(each.name in LOSING for each in found):
        return [each for each in found if each.name not in FOLLOWING]
    return [each for each in found if not _follows(each, names)]


def _follows(diagnostic: Diagnostic, lost: frozenset[str]) -> bool:
    """Return whether a finding names what was lost."""
    if diagnostic.name not in FOLLOWING:
        return False
    if ANY_CARD in lost and diagnostic.name in ("unknown-card", "unknown-name"):
        return True
    return diagnostic.name.startswith("unknown-") and diagnostic.span.text in lost
