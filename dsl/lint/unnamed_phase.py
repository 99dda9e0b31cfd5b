"""A phase that people know by its id.

What it finds: a phase without text, of a game that has words for at least half of its phases.

Why it matters: the head of every screen and the rules in text say the id of the phase, in one
language only.

Bad:

    phases:
    - {id: planting, turns: players, offer: [sow], text: {en: Planting, ja: 種まき}}
    - {id: reap-all, turns: players, offer: [reap]}

Good:

    phases:
    - {id: planting, turns: players, offer: [sow], text: {en: Planting, ja: 種まき}}
    - {id: reap-all, turns: players, offer: [reap], text: {en: Harvest, ja: 収穫}}

Exceptions: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, untold


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each phase without words among others that have some."""
    for read in untold(facts, "phase"):
        yield finding("unnamed-phase", read.span, name=read.name)
