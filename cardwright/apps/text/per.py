"""Say a number that grows with what is counted: `2 and 1 per life on this`."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.apps.text.lists import asked
from cardwright.apps.text.phrases import resolved
from cardwright.apps.text.scope import Scope
from cardwright.apps.text.speech import say, things
from cardwright.apps.text.things import Things
from dsl.languages import together
from dsl.model import expressions as e
from dsl.words.vocabulary import FOLDS
from dsl.words.word import Gives


def per_words(node: e.Expression, scope: Scope) -> str | None:
    """Return a sum of numbers and of so many for each of something, or None if it is no such."""
    parts = [_term(term, scope) for term in _terms(node)]
    shown = [part for part in parts if part is not None]
    if len(shown) < len(parts) or all(part.isdecimal() for part in shown):
        return None
    return "＋".join(shown) if scope.lang == "ja" else together(shown, "en")


def _terms(node: e.Expression) -> Iterator[e.Expression]:
    """Yield what is added up."""
    if isinstance(node, e.Arithmetic) and node.operator == "+" and node.right is not None:
        yield from _terms(node.left)
        yield from _terms(node.right)
    else:
        yield node


def _term(node: e.Expression, scope: Scope) -> str | None:
    """Return a plain number, or so many per so many of something."""
    if isinstance(node, e.Constant):
        return str(node.value)
    each, every = "1", "1"
    if isinstance(node, e.Arithmetic) and node.right is not None:
        left, right = node.left, node.right
        if node.operator == "*" and isinstance(left, e.Constant):
            each, node = str(left.value), right
        elif node.operator == "//" and isinstance(right, e.Constant):
            every, node = str(right.value), left
    counted = _counted(node, every, scope)
    return None if counted is None else scope.words("per", number=each, counted=counted)


def _counted(node: e.Expression, number: str, scope: Scope) -> str | None:
    """Return so many of what an expression counts, or None if it counts nothing."""
    node, scope = resolved(node, scope)
    if isinstance(node, e.Lookup):
        what = say(node, scope).removeprefix("the ")
        if scope.lang == "ja":
            return f"{what}{number}個"
        return what if number == "1" else f"{number} {what}"
    if not isinstance(node, e.Fold) or FOLDS[node.function].gives != Gives.COUNT:
        return None
    found = things(node.source, scope)
    if found is not None and node.body is not None:
        found = asked(found, node.slot, node.body, scope)
    return None if found is None else _of_things(found, number)


def _of_things(found: Things, number: str) -> str:
    if number == "1":
        return found.single() if found.lang == "ja" else found.every().removeprefix("each ")
    return found.some(number, up_to=False)
