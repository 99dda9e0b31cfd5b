"""Say of each mistake once what it is, its cause first."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.check.causes.declared import declared_in
from dsl.check.causes.repeats import without_repeats
from dsl.check.causes.sections import with_sections
from dsl.check.causes.trials import FEWEST, MISSPELT, Retry, Trials, with_causes, with_fixes
from dsl.check.scopes.draft import Draft
from dsl.check.texts.consequences import ANY_CARD
from dsl.diagnostics.diagnostic import Diagnostic
from dsl.diagnostics.order import in_order


def caused(found: Sequence[Diagnostic], draft: Draft, retry: Retry, size: int) -> list[Diagnostic]:
    """Return the findings of a package without those that only follow from others.

    Args:
        retry: Checks the package with another text of one file.
        size: How many characters one such check reads.
    """
    found = in_order(found)
    if len(found) < FEWEST:
        return list(found)
    declared = declared_in(draft)
    trials = Trials(retry, size)
    read = with_fixes(list(found), trials, MISSPELT)
    left = with_fixes(with_causes(read, declared, draft.world, trials), trials)
    lost = {*draft.lost, ANY_CARD} if _has_unknown_kind(found) else draft.lost
    return without_repeats(with_sections(left, draft), declared, lost)


def _has_unknown_kind(found: Sequence[Diagnostic]) -> bool:
    """Return whether some cards are of no kind, so that nobody knows them."""
    return any(each.name == "unknown-kind" for each in found)
