"""Write collection functions as Python source: loops in functions of their own, which cost less
than lists made only to be looked through."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dsl.model import expressions as e
from dsl.model import words as rows
from dsl.model.types import Maybe, is_bag
from dsl.model.walk import free_slots
from dsl.model.words import Loop, Results, Search
from dsl.words.vocabulary import FOLDS
from interpreter.program.limits import NUMBER
from interpreter.program.work import is_flat
from interpreter.writing.vectors import folded, narrowed
from interpreter.writing.writer import INDENT, ROLE_NAMES, SOURCES, WORD, Writer, indented, joined


def called(w: Writer, node: e.Expression, lines: Iterable[str]) -> str:
    """Return a call of a function of its own with some lines."""
    lines = tuple(lines)
    words = set(WORD.findall("\n".join(lines)))
    roles = [role for role in ROLE_NAMES if role in words]
    given = joined(["st", *roles, *(w.local(slot) for slot in sorted(free_slots(node)))])
    return f"{w.function_name(given, lines)}({given})"


def _fold(w: Writer, node: e.Fold) -> str:
    row = FOLDS[node.function]
    if row.bare is not None and node.body is None:
        return f"{row.bare.__name__}({w.list_of(node.source)})"
    if (at_once := folded(w, node)) is not None:
        return at_once
    if isinstance(row.source, Results):
        return _results(w, node)
    if is_bag(node.type):
        results = _comprehension(w, node)
        return f"{_named(w, row.of_bags)}({results})"
    before, w.is_in_iterable = w.is_in_iterable, False
    source = _function(w, node, row)
    w.is_in_iterable = before
    return source


def _function(w: Writer, node: e.Fold, row: rows.Fold) -> str:
    """Return the call of a function of its own."""
    if isinstance(row.source, Loop):
        return _looped(w, node, row, row.source)
    if isinstance(row.source, Search):
        until = row.source.until
        return called(w, node, [*_search(w, node, f"return {until}"), f"return {not until}"])
    items = w.counted(w.list_of(node.source), node.source, w.evaluator.work.turn(node))
    scores = "items"
    if node.body is not None:
        scores = f"[{w.write(node.body)} for {w.local(node.slot)} in items]"
    call = f"{_named(w, row.means)}(items, {scores})"
    return called(w, node, [f"items = list({items})", f"return {call}"])


def _named(w: Writer, function: Callable[..., object] | None) -> str:
    """Return the global name of a function, after its own name."""
    assert function is not None
    return w.name(function, function.__name__)


def _looped(w: Writer, node: e.Fold, row: rows.Fold, loop: Loop) -> str:
    """Return the call of a loop over all elements."""
    turn = w.evaluator.work.turn(node)
    lines = _loop_over(w, node.source, node.slot, turn, lambda: _of_element(w, node, row, loop))
    return called(w, node, [loop.start, *lines, _ending(w, node, row, loop.end)])


def _of_element(w: Writer, node: e.Fold, row: rows.Fold, loop: Loop) -> list[str]:
    """Return what is done with an element; scores of none do not count."""
    first, score, test = _score(w, node, row, loop)
    lines, word = [], "if"
    for condition, statement in loop.each:
        said = statement.format(score=score, element=w.local(node.slot))
        tests = [part for part in (test, condition.format(score=score)) if part]
        lines.append(f"{word} {' and '.join(tests)}: {said}" if tests else said)
        word = "elif"
    return [*first, *lines]


def _score(w: Writer, node: e.Fold, row: rows.Fold, loop: Loop) -> tuple[list[str], str, str]:
    """Return statements that work out what counts of an element, where that is, and a test that it
    is not none ("" where it never is)."""
    if node.body is None:
        return [], w.local(node.slot), ""
    if row.body == "condition":
        return [], w.truth(node.body), ""
    body = w.write(node.body)
    is_maybe = isinstance(node.body.type, Maybe)
    uses = sum(text.count("{score}") for rule in loop.each for text in rule)
    if uses == 1 and not is_maybe:
        return [], body, ""
    return [f"score = {body}"], "score", "score is not None" if is_maybe else ""


def _ending(w: Writer, node: e.Fold, row: rows.Fold, end: str) -> str:
    """Return the last statement of a loop's function."""
    if row.is_bounded:
        return f"return {end} if -{NUMBER} <= {end} <= {NUMBER} else bounded({end})"
    if node.default is not None:
        return f"return {w.write(node.default)} if {end} is None else {end}"
    return f"return {end}"


def _loop_over(
    w: Writer, source: e.Expression, slot: int, turn: int, write: Callable[[], Iterable[str]]
) -> list[str]:
    """Return a loop over a list; what is kept of another list is looked at where that is gone
    through.

    Args:
        turn: The work of each element.
        write: Returns what is done with each element.
    """
    if not isinstance(source, e.Filter) or isinstance(source.type, Maybe):
        pool = w.counted(w.list_of(source), source, turn)
        return [f"for {w.local(slot)} in {pool}:", *indented(write())]
    return _over_filtered(w, source, slot, turn, write)


def _over_filtered(
    w: Writer, source: e.Filter, slot: int, turn: int, write: Callable[[], Iterable[str]]
) -> list[str]:
    """Return a loop over the elements of a list that fulfil a condition."""
    is_counted = w.evaluator.work.is_counted(source, turn)

    def of_element(condition: e.Expression | None) -> list[str]:
        test = None if condition is None else w.truth(condition)
        w.renamed[slot] = w.local(source.slot)
        lines = [*([f"next({w.fuel(turn)})"] if is_counted else []), *write()]
        del w.renamed[slot]
        return lines if test is None else [f"if {test}:", *indented(lines)]

    inner = source.source
    if isinstance(inner, e.Filter) and not isinstance(inner.type, Maybe):
        asked = w.evaluator.work.turn(source)
        return _loop_over(w, inner, source.slot, asked, lambda: of_element(source.condition))
    found = narrowed(w, source.slot, inner, source.condition)
    turn_of_source = w.evaluator.work.turn(source)
    pool = found.iterable(w, found.items(w, inner, turn_of_source))
    return [f"for {w.local(source.slot)} in {pool}:", *indented(of_element(found.rest))]


def _search(w: Writer, node: e.Fold, found: str) -> list[str]:
    """Return a loop in which a statement is reached as soon as the outcome is known."""
    body, until = node.body, _until(node)
    assert body is not None
    pool = w.counted(w.list_of(node.source), node.source, w.evaluator.work.turn(node))
    head = f"for {w.local(node.slot)} in {pool}:"
    if not isinstance(body, e.Fold) or _until(body) is None:
        test = w.truth(body) if until else f"not {w.truth(body)}"
        return [head, f"{INDENT}if {test}: {found}"]
    if _until(body) == until:
        return [head, *indented(_search(w, body, found))]
    return [head, *indented([*_search(w, body, "break"), f"else: {found}"])]


def _until(node: e.Fold) -> bool | None:
    """Return for which outcome a search ends; None for what is no search."""
    source = FOLDS[node.function].source
    return source.until if isinstance(source, Search) else None


def _comprehension(w: Writer, node: e.Fold) -> str:
    """Return the source of the list of results, without the none among them."""
    turn = w.evaluator.work.turn(node)
    name, source = w.local(node.slot), w.iterable(node.source, turn)
    if node.body is None:
        return f"[{name} for {name} in {source}]"
    body = w.write(node.body)
    if isinstance(node.body.type, Maybe):
        if w.is_in_iterable:
            return f"[r for r in [{body} for {name} in {source}] if r is not None]"
        return f"[r for {name} in {source} if (r := {body}) is not None]"
    return f"[{body} for {name} in {source}]"


def _results(w: Writer, node: e.Fold) -> str:
    if not is_flat(node):
        return f"tuple({_comprehension(w, node)})"
    results = w.in_iterable(lambda: _comprehension(w, node))
    return w.made(f"tuple([x for part in {results} for x in part])", node)


SOURCES[e.Fold] = _fold
