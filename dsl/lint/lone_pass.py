"""A way to do nothing that passes.

What it finds: a body of `choose one`, of `may` or of its `else` that contains only `pass`.

Why it matters: `pass` means that I want no more turns in the phase: it takes me out of it. Even if
somebody else decides, it is me who passes.

Bad:

    do: |
      choose one by p:
        pay 2 by p, pass
        draw 1

Good:

    do: |
      choose one by p:
        pay 2 by p
        draw 1

`may by p pay 2` needs no steps of its own before an `else`:

    do: |
      may by p pay 2
      else, draw 1

Exceptions: none. If you mean passing, write `# cardwright: allow lone-pass`.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.lint.facts import Facts, is_shared
from dsl.model.steps import ChooseOne, DoEvent, May


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each `pass` that is all of a way."""
    bodies = [
        *(body for each in facts.rule_nodes(May) for body in (each.body, each.otherwise)),
        *(way.body for each in facts.rule_nodes(ChooseOne) for way in each.alternatives),
    ]
    found = dict.fromkeys(
        body[0].span
        for body in bodies
        if len(body) == 1 and isinstance(body[0], DoEvent) and body[0].event == "pass"
    )
    for span in found:
        if not is_shared(span):
            yield finding("lone-pass", span)
