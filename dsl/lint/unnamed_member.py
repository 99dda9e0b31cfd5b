"""A member of an enum that people know by its id.

What it finds: a member of an enum without text, in a game where at least half of all members have
one.

Why it matters: cards, questions and rules texts show members by their names, and this one by its
id, in one language only.

Bad:

    enums:
      season: {spring: {en: spring, ja: 春}, autumn: {en: autumn, ja: 秋}}
      weather: [dry, wet]

Good:

    enums:
      season: {spring: {en: spring, ja: 春}, autumn: {en: autumn, ja: 秋}}
      weather: {dry: {en: dry, ja: 晴}, wet: {en: wet, ja: 雨}}

Exceptions: none.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, untold


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each member without words among others that have some."""
    for read in untold(facts, "member"):
        yield finding("unnamed-member", read.span, name=read.name)
