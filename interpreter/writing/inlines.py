"""Write small values in place of their calls."""

from __future__ import annotations

from collections import Counter

from dsl.model import rules, steps
from dsl.model.types import is_list
from interpreter.writing.writer import WORD, Writer, local

_SMALL, _SHORT = 120, 24
"""Letters of a value that is written in place of its call, and of an argument written twice."""


def inlined_value(w: Writer, id_: str, arguments: list[str]) -> str | None:
    """Return a value as an expression of its arguments, all written; None where it is called."""
    value = w.program.values[id_]
    body = value.body
    if (
        id_ in w.inlining
        or id_ in w.called
        or not isinstance(body, steps.Formula)
        or not is_bare(w, value, body)
    ):
        return None
    w.inlining.append(id_)
    renamed, w.renamed = w.renamed, {}
    source = w.write(body.expression)
    w.renamed = renamed
    w.inlining.pop()
    words = WORD.findall(source)
    counts = Counter(words)
    given = {local(slot): argument for slot, argument in enumerate(arguments)}
    if len(source) <= _SMALL and any(
        len(text) > _SHORT and counts[name] > 1 for name, text in given.items()
    ):
        return None
    if len(source) > _SMALL or "lambda" in words or "actor" in words or "for" in words:
        w.called.add(id_)  # values that double each other are not written again and again
        return None
    return WORD.sub(lambda word: given.get(word[0], word[0]), source)


def is_bare(w: Writer, value: rules.Value, body: steps.Formula) -> bool:
    """Return whether a value is one expression without locals of its own, which nothing changes and
    whose work is not counted at its beginning."""
    is_bounded = value.at_least is not None or value.at_most is not None
    is_changed = bool(w.program.modifiers.get(value.id))
    has_own = len(body.slots) > len(value.parameters) or is_list(body.expression.type)
    is_heavy = w.evaluator.work.head(value.id) > 0
    return not (is_bounded or is_changed or has_own or is_heavy)
