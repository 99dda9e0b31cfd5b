"""Compute which declared names nothing uses, for the rules about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.diagnostics.spelling import nearest
from dsl.diagnostics.wording import Said
from dsl.lint.facts import Facts, is_shared
from dsl.source import Span


def unused(sort: str, declared: Mapping[str, Span], facts: Facts) -> Iterator[Diagnostic]:
    """Yield a finding for each declared name of a sort that nothing uses.

    Args:
        declared: Span by name, written as in `World.used`.
    """
    used = [name for name in declared if (sort, name) in facts.used]
    for name, span in declared.items():
        if (sort, name) in facts.used or is_shared(span):
            continue
        near = nearest(name, used)
        helps = () if near is None else (Said("unused.near", near=near),)
        yield finding(f"unused-{sort}", span, *helps, name=name)
