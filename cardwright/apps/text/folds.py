"""Render what is found over a list: its sum, its ends, its number, what is read of each of it."""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from cardwright.apps.text import lists
from cardwright.apps.text.clauses import called_they, it_mark, its_mark, unmarked
from cardwright.apps.text.literals import static_value
from cardwright.apps.text.phrases import apart, bare, is_it, is_of_targets
from cardwright.apps.text.scope import VALUES, Scope, clause, named_things, say
from cardwright.apps.text.things import Things
from dsl import VOCABULARY
from dsl.model import expressions as e
from dsl.model.words import Fold as Row
from dsl.model.words import Gives

_ENDS: Final = {"max": "highest-itself", "min": "lowest-itself"}
"""How an end of a list of numbers is said that are compared as they are."""
_AMONG: Final = " among {list}"
"""Behind this English phrase of one or some of a list stands by which number they are found."""
_PLAIN_NOUN: Final = re.compile(r"[A-Za-z][\w’' -]*")


@VALUES.add(e.Fold)
def _fold(node: e.Fold, scope: Scope) -> str:
    if is_of_targets(node.body):
        return say(node.source, scope)
    row = VOCABULARY.folds[node.function]
    if row.until is not None:
        return scope.words("whether", condition=clause(node, scope).plain())
    if shown := _first_of_row(node, scope):
        return shown
    found, source = named_things(node.source, scope)
    if row.has_default and found is not None and found.zone:
        source = found.all_of_them()
    if row.gives == Gives.COUNT:
        if node.body is not None:
            found = found or lists.named(node.source.type, source, scope)
            found = lists.asked(found, node.slot, node.body, scope)
        if found is not None:
            source = found.all_of_them() if found.whole else found.numberless()
        return scope.words(row.name, list=source)
    if node.function == "sort" and (less := taken_away(node.body)) is not None:
        what = _folded(replace(node, body=less), scope)
        return scope.words("falling", list=source, what=what)
    head, among, _ = (row.phrase or ("", ""))[0].partition(_AMONG)
    if among and "{what}" not in head:
        return _closed(_end_by(node, row, found, source, scope), found, scope)
    if node.function in _ENDS and node.body is not None and is_it(node.body, node.slot):
        shown = _closed(scope.words(_ENDS[node.function], list=source), found, scope)
        return _or_if_none(shown, node, scope)
    what = _folded(node, scope)
    if row.gives == Gives.RESULTS and found is not None and found.zone:
        source = found.all_of_them()
    if row.gives == Gives.RESULTS and scope.lang == "en" and _PLAIN_NOUN.fullmatch(what):
        return f"the {scope.names.many(what)} of {source}"
    manner = _manner(node, row, what, scope)
    is_whole = row.gives == Gives.RESULTS or scope.lang == "en"
    if manner.endswith("-over") and is_whole and node.body is not None:
        what = say(node.body, scope.inside(node.slot))
    shown = scope.words(manner, list=source, what=what)
    return _or_if_none(_closed(shown, found, scope), node, scope)


def _or_if_none(shown: str, node: e.Fold, scope: Scope) -> str:
    """Return what is said of a list with what stands for it where the list is empty."""
    if node.default is None:
        return shown
    return scope.words("or-if-none", value=shown, default=say(node.default, scope))


def _first_of_row(node: e.Fold, scope: Scope) -> str:
    """Return the first so many of a list, where each of them is found by its number: `each(i in
    1..n, xs[i].rank)`; "" of any other."""
    source, body = node.source, node.body
    if node.function != "each" or not isinstance(source, e.RangeList) or body is None:
        return ""
    if static_value(source.low) != 1:
        return ""
    read = body.of if isinstance(body, e.AttributeRead) else body
    if not isinstance(read, e.Element) or not is_it(read.index, node.slot):
        return ""
    row = apart(say(read.source, scope), read.source, scope)
    words = so_many_of("first", row, source.high, scope)
    if not isinstance(body, e.AttributeRead):
        return words
    name = scope.names.attribute(body.kind, body.name)
    return scope.words("of", name=scope.names.many(name), owner=words)


def so_many_of(end: str, row: str, number: e.Expression, scope: Scope) -> str:
    """Return so many from an end of a list: `the last 3 of the row`."""
    shown = say(number, scope)
    key = f"{end}-so-many" if shown.isdecimal() else f"{end}-as-many"
    return scope.words(key, list=row, number=shown)


def _closed(text: str, found: Things | None, scope: Scope) -> str:
    """Return a text about the elements of a list in which they are called `it`, people `they`."""
    if scope.lang == "en" and found is not None and found.is_people:
        text = called_they(text, it_mark(scope.depth), its_mark(scope.depth))
    return unmarked(text, scope.lang, scope.depth)


def _end_by(node: e.Fold, row: Row, found: Things | None, list_: str, scope: Scope) -> str:
    """Return what is at an end of a list by a number; the highest of `-n` is the lowest of `n`."""
    body = node.body
    list_ = list_ if found is None or not found.zone else found.all_of_them()
    less = taken_away(body)
    what = _folded(node if less is None else replace(node, body=less), scope)
    assert row.phrase is not None
    words, head = scope.words(row.name, list=list_, what=what), row.phrase[0].split(_AMONG)[0]
    if found is not None and not found.whole and scope.lang == "en":
        noun = found.numberless() if head == "those" else found.bare()
        only = "only " if "only" in head else ""
        words = words.replace(f"{head}{_AMONG.format(list=list_)}", f"the {only}{noun}", 1)
    if less is None:
        return words
    ends = (scope.words("highest", what=what), scope.words("lowest", what=what))
    one, other = ends if "highest" in row.phrase[0] else ends[::-1]
    return other.join(words.rsplit(one, 1))


def taken_away(node: e.Expression | None) -> e.Expression | None:
    """Return what a number is taken away from 0: `n` of `-n`, `2 * n + m` of `-2 * n - m`."""
    match node:
        case e.Arithmetic("neg", inner):
            return inner
        case e.Constant(int() as number) if number < 0:
            return replace(node, value=-number)
        case e.Arithmetic("*", left) if (less := taken_away(left)) is not None:
            return replace(node, left=less)
        case e.Arithmetic("-", left, right) if (less := taken_away(left)) is not None:
            return replace(node, operator="+", left=less, right=right)
    return None


def _folded(node: e.Fold, scope: Scope) -> str:
    """Return what is read of each element: `worth` where it belongs to the element."""
    if node.body is None:
        return scope.words("item-value")
    inner = scope.inside(node.slot)
    if VOCABULARY.folds[node.function].body == "condition":
        return clause(node.body, inner).plain()
    text = say(node.body, inner)
    return bare(text, scope).removeprefix("the ")


def _manner(node: e.Fold, row: Row, what: str, scope: Scope) -> str:
    """Return which of its phrases says a function: that of a plain list, or that of a body that
    speaks of the element by name, where it has one."""
    if node.body is None and row.plain_phrase is not None:
        return f"{row.name}-plain"
    marks = (it_mark(scope.depth), its_mark(scope.depth))
    has_mark = any(mark in what for mark in marks[: 1 if row.gives == Gives.RESULTS else 2])
    return f"{row.name}-over" if has_mark and row.over_phrase is not None else row.name
