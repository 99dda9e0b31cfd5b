"""Write collection functions as Python source: loops in functions of their own, which cost less
than lists made only to be looked through."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dsl.model import expressions as e
from dsl.model.types import Maybe, is_bag, is_list
from interpreter.compile import arithmetic, list_closures
from interpreter.compile.limits import NUMBER
from interpreter.compile.slots import free_slots
from interpreter.writing.writer import INDENT, ROLE_NAMES, SOURCES, WORD, Writer, indented, joined


def called(w: Writer, node: e.Expression, lines: Iterable[str]) -> str:
    """Return a call of a function of its own with some lines."""
    lines = tuple(lines)
    words = set(WORD.findall("\n".join(lines)))
    roles = [role for role in ROLE_NAMES if role in words]
    given = joined(["st", *roles, *(w.local(slot) for slot in sorted(free_slots(node)))])
    return f"{w.function_name(given, lines)}({given})"


def _fold(w: Writer, node: e.Fold) -> str:
    is_here = node.function == "each" or (node.body is None and node.function == "count")
    if is_here or is_bag(node.type):
        return FOLDS[node.function](w, node)
    before, w.is_in_iterable = w.is_in_iterable, False
    source = FOLDS[node.function](w, node)
    w.is_in_iterable = before
    return source


def _loop(w: Writer, node: e.Fold, write: Callable[[], Iterable[str]]) -> list[str]:
    """Return a loop over the list of a function."""
    return _loop_over(w, node.source, node.slot, w.evaluator.work.turn(node), write)


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

    def filtered() -> list[str]:
        test = w.truth(source.condition)
        w.renamed[slot] = w.local(source.slot)
        lines = [f"if {test}:", *indented(write())]
        del w.renamed[slot]
        return lines

    turn += w.evaluator.work.turn(source)
    return _loop_over(w, source.source, source.slot, turn, filtered)


def _score(w: Writer, node: e.Fold) -> tuple[list[str], str, str]:
    """Return statements that work out what counts of an element, where that is, and a test that it
    is not none ("" where it never is)."""
    if node.body is None:
        return [], w.local(node.slot), ""
    body = w.write(node.body)
    test = "score is not None and " if isinstance(node.body.type, Maybe) else ""
    return [f"score = {body}"], "score", test


def _count(w: Writer, node: e.Fold) -> str:
    if node.body is None:
        source = w.list_of(node.source)
        return f"sum([n for _, n in {source}])" if is_bag(node.source.type) else f"len({source})"
    body = node.body

    def write() -> list[str]:
        return [f"if {w.truth(body)}: total += 1"]

    loop = _loop(w, node, write)
    return called(w, node, ["total = 0", *loop, "return total"])


def _sum(w: Writer, node: e.Fold) -> str:
    if is_bag(node.type):
        return f"{w.name(sum_of_bags, 'sum_of_bags')}({_results(w, node, drop_none=True)})"

    def write() -> list[str]:
        first, score, test = _score(w, node)
        if not test:
            return [f"total += {w.write(node.body) if node.body is not None else score}"]
        return [*first, f"if {test.removesuffix(' and ')}: total += {score}"]

    loop = _loop(w, node, write)
    end = f"return total if -{NUMBER} <= total <= {NUMBER} else bounded(total)"
    return called(w, node, ["total = 0", *loop, end])


def sum_of_bags(bags: list[arithmetic.Bag]) -> arithmetic.Bag:
    """Return the sum of bags by key."""
    total: arithmetic.Bag = ()
    for bag in bags:
        total = arithmetic.add_bags(total, bag)
    return total


def _quantified(w: Writer, node: e.Fold) -> str:
    is_any = node.function == "any"
    return called(w, node, [*_search(w, node, f"return {is_any}"), f"return {not is_any}"])


def _search(w: Writer, node: e.Fold, found: str) -> list[str]:
    """Return a loop in which a statement is reached as soon as the outcome is known."""
    body, is_any = node.body, node.function == "any"
    assert body is not None
    pool = w.counted(w.list_of(node.source), node.source, w.evaluator.work.turn(node))
    head = f"for {w.local(node.slot)} in {pool}:"
    if not isinstance(body, e.Fold) or body.function not in ("any", "all"):
        test = w.truth(body) if is_any else f"not {w.truth(body)}"
        return [head, f"{INDENT}if {test}: {found}"]
    if body.function == node.function:
        return [head, *indented(_search(w, body, found))]
    return [head, *indented([*_search(w, body, "break"), f"else: {found}"])]


def _extreme(sign: str) -> Callable[[Writer, e.Fold], str]:
    def write(w: Writer, node: e.Fold) -> str:
        def each() -> list[str]:
            first, score, test = _score(w, node)
            better = f"top is None or {score} {sign} top"
            return [*first, f"if {test}({better}): top = {score}"]

        loop = _loop(w, node, each)
        default = w.write(node.default) if node.default is not None else "None"
        end = "return top" if default == "None" else f"return {default} if top is None else top"
        return called(w, node, ["top = None", *loop, end])

    return write


def _first(sign: str, *, alone: bool = False) -> Callable[[Writer, e.Fold], str]:
    """Write what finds the first element with the largest or smallest score.

    Args:
        alone: Whether it must be the only one.
    """

    def write(w: Writer, node: e.Fold) -> str:
        def each() -> list[str]:
            first, score, test = _score(w, node)
            better = f"top is None or {score} {sign} top"
            lines = [*first, f"if {test}({better}): top, found = {score}, {w.local(node.slot)}"]
            if alone:
                lines.append(f"elif {test}{score} == top: found = None")
            return lines

        loop = _loop(w, node, each)
        return called(w, node, ["top = found = None", *loop, "return found"])

    return write


def _bests(w: Writer, node: e.Fold) -> str:
    def each() -> list[str]:
        first, score, test = _score(w, node)
        element = w.local(node.slot)
        return [
            *first,
            f"if {test}(top is None or {score} > top): top, found = {score}, [{element}]",
            f"elif {test}{score} == top: found.append({element})",
        ]

    loop = _loop(w, node, each)
    return called(w, node, ["top, found = None, []", *loop, "return tuple(found)"])


def _sort(w: Writer, node: e.Fold) -> str:
    in_order = w.name(list_closures.in_order, "in_order")
    items = w.counted(w.list_of(node.source), node.source, w.evaluator.work.turn(node))
    element = w.local(node.slot)
    scores = "items"
    if node.body is not None:
        scores = f"[{w.write(node.body)} for {element} in items]"
    return called(w, node, [f"items = list({items})", f"return {in_order}(items, {scores})"])


def _results(w: Writer, node: e.Fold, *, drop_none: bool = False) -> str:
    """Return the source of the list of results, without the none among them if asked."""
    turn = w.evaluator.work.turn(node)
    name, source = w.local(node.slot), w.iterable(node.source, turn)
    if node.body is None:
        return f"[{name} for {name} in {source}]"
    body = w.write(node.body)
    if drop_none and isinstance(node.body.type, Maybe):
        if w.is_in_iterable:
            return f"[r for r in [{body} for {name} in {source}] if r is not None]"
        return f"[r for {name} in {source} if (r := {body}) is not None]"
    return f"[{body} for {name} in {source}]"


def _each(w: Writer, node: e.Fold) -> str:
    if node.body is None or not is_list(node.body.type):
        return f"tuple({_results(w, node, drop_none=True)})"
    before, w.is_in_iterable = w.is_in_iterable, True
    results = _results(w, node, drop_none=True)
    w.is_in_iterable = before
    return w.made(f"tuple([x for part in {results} for x in part])", node)


FOLDS: dict[str, Callable[[Writer, e.Fold], str]] = {
    "count": _count,
    "sum": _sum,
    "any": _quantified,
    "all": _quantified,
    "min": _extreme("<"),
    "max": _extreme(">"),
    "best": _first(">"),
    "worst": _first("<"),
    "bests": _bests,
    "leader": _first(">", alone=True),
    "sort": _sort,
    "each": _each,
}

SOURCES[e.Fold] = _fold
