"""Rows of the functions over lists, sets and zones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any, Final

from dsl.model import types as t
from dsl.model.words import WAS, Fold, Function, Gives
from dsl.words import arithmetic

# --- what they mean ---------------------------------------------------------------------------


def _numbers(results: Iterable[Any]) -> list[Any]:
    """Return the results without the none among them."""
    return [result for result in results if result is not None]


def product(items: Sequence[Any], results: Iterable[Any]) -> int:
    """Return the product; beyond the largest number it is a fault at once."""
    total = 1
    for result in _numbers(results):
        total = arithmetic.bounded(total * result)
    return total


def best(items: Sequence[Any], scores: Iterable[Any]) -> Any:
    """Return the first item with the largest score; scores of none do not count."""
    top = found = None
    for item, score in zip(items, scores, strict=True):
        if score is not None and (top is None or score > top):
            top, found = score, item
    return found


def bests(items: Sequence[Any], scores: Iterable[Any]) -> tuple[Any, ...]:
    """Return all items with the largest score."""
    rows = [(s, item) for item, s in zip(items, scores, strict=True) if s is not None]
    top = max((score for score, _ in rows), default=None)
    return tuple(item for score, item in rows if score == top)


def leader(items: Sequence[Any], scores: Iterable[Any]) -> Any:
    """Return the only item with the largest score, or none."""
    found = bests(items, scores)
    return found[0] if len(found) == 1 else None


def in_order(items: Sequence[Any], scores: Iterable[Any]) -> tuple[Any, ...]:
    """Return the items by rising score; none comes first, equal ones keep their order."""
    rows = list(zip(scores, items, strict=True))
    rows.sort(key=lambda row: (row[0] is not None, row[0] or 0))
    return tuple(item for _, item in rows)


def beginning(items: Sequence[Any], results: Iterable[Any]) -> tuple[Any, ...]:
    """Return the items before the first whose condition holds."""
    until = takewhile(lambda row: not row[1], zip(items, results, strict=False))
    return tuple(item for item, _ in until)


def first(items: Sequence[Any], number: int | None = None) -> Any:
    """Return the first item or none; with a number, so many from the start."""
    if number is None:
        return items[0] if items else None
    return tuple(items[: max(number, 0)])


def last(items: Sequence[Any], number: int | None = None) -> Any:
    """Return the last item or none; with a number, so many from the end, in their order."""
    if number is None:
        return items[-1] if items else None
    return tuple(items[max(len(items) - max(number, 0), 0) :])


def place(item: Any, items: Sequence[Any]) -> int | None:
    """Return the place of an item, from 1; None for one that is not there."""
    wanted = tuple(item) if isinstance(item, list) else item  # in a list, lists are frozen
    return next((at for at, each in enumerate(items, 1) if each == wanted), None)


def _some(source: t.Type, body: t.Type) -> t.Type:
    return t.ListOf(t.element_of(source), t.is_ordered(source))


def _all_results(source: t.Type, body: t.Type) -> t.Type:
    plain = t.plain_type(body)
    return t.ListOf(t.element_of(plain) if isinstance(plain, t.ListOf | t.SetOf) else plain)


# --- functions that take an expression over the element ---------------------------------------

FOLDS: Final = (
    Fold(
        "count", "count(list of T xs[, bool each]) -> int",
        ("The number of elements; with a condition, of those that fulfil it; of a bag or an "
         "amount, the number of units.",
         "要素の数。式があれば満たすものの数。組や量では単位の数。"),
        phrase=("the number of {list}", "{list}の数"),
        examples=("count(row) == 3 and count(row, rank > 1) == 2 and count(ada.jewels) == 3",),
        body="condition", needs_body=False, result=lambda source, body: t.INT,
        means=lambda items, results: sum(1 for result in results if result),
        bare=len,
        gives=Gives.COUNT, largest=lambda many, each: many, in_any_order=True,
    ),
    Fold(
        "sum", "sum(list of T xs, int or bag each) -> int or bag",
        ("The sum over the elements; without elements 0 or the empty bag.",
         "要素についての合計。何もなければ0か空の組。"),
        phrase=("the sum of the {what} of {list}", "{list}の{what}の合計"),
        plain_phrase=("the sum of {list}", "{list}の合計"),
        over_phrase=("the sum over {list} of {what}", "{list}についての{what}の合計"),
        examples=("sum(row, rank) == 6 and sum([1, 2]) == 3",),
        body="number or bag", needs_body=False, result=lambda source, body: body,
        means=lambda items, results: sum(_numbers(results)),
        of_bags=arithmetic.sum_of_bags,
        is_bounded=True,
        largest=lambda many, each: many * each, in_any_order=True,
    ),
    Fold(
        "product", "product(list of T xs, int each) -> int",
        ("The product over the elements; without elements 1.", "要素についての積。何もなければ1。"),
        phrase=("the product of the {what} of {list}", "{list}の{what}の積"),
        plain_phrase=("the product of {list}", "{list}の積"),
        over_phrase=("the product over {list} of {what}", "{list}についての{what}の積"),
        examples=("product(row, rank) == 6 and product([2, 5]) == 10",
                  "product(bo.field, rank) == 1"),
        body="number", needs_body=False, result=lambda source, body: t.INT, means=product,
    ),
    Fold(
        "min", "min(list of T xs, int each[, int default]) or min(int a, int b)",
        ("The smallest value; without elements the default, or none.",
         "最小の数。何もなければ既定値か none。"),
        phrase=("the lowest {what} among {list}", "{list}の最小の{what}"),
        examples=("min(row, rank) == 1 and min(bo.field, rank, 0) == 0 and min(3, 5) == 3",),
        body="number", needs_body=False, has_default=True,
        result=lambda source, body: t.Maybe(t.INT),
        means=lambda items, results: min(_numbers(results), default=None),
        in_any_order=True, element="worst",
    ),
    Fold(
        "max", "max(list of T xs, int each[, int default]) or max(int a, int b)",
        ("The largest value; without elements the default, or none.",
         "最大の数。何もなければ既定値か none。"),
        phrase=("the highest {what} among {list}", "{list}の最大の{what}"),
        examples=("max(row, rank) == 3 and max(bo.field, rank, 0) == 0 and max(3, 5) == 5",),
        body="number", needs_body=False, has_default=True,
        result=lambda source, body: t.Maybe(t.INT),
        means=lambda items, results: max(_numbers(results), default=None),
        in_any_order=True, element="best",
    ),
    Fold(
        "best", "best(list of T xs, int each) -> maybe T",
        ("The first element with the largest value.", "値が最大の最初の要素。"),
        phrase=("the one among {list} with the highest {what}",
                "{list}のうち{what}が最大のもの"),
        examples=("best(row, rank).definition == red-3",), body="number",
        result=lambda source, body: t.maybe(t.element_of(source)), means=best,
        gives=Gives.PART, weight=2,
    ),
    Fold(
        "worst", "worst(list of T xs, int each) -> maybe T",
        ("The first element with the smallest value.", "値が最小の最初の要素。"),
        phrase=("the one among {list} with the lowest {what}",
                "{list}のうち{what}が最小のもの"),
        examples=("worst(row, rank).definition == red-1",), body="number",
        result=lambda source, body: t.maybe(t.element_of(source)),
        means=lambda items, scores: best(items, [None if s is None else -s for s in scores]),
        gives=Gives.PART, weight=2,
    ),
    Fold(
        "bests", "bests(list of T xs, int each) -> list of T",
        ("All elements with the largest value.", "値が最大の要素すべて。"),
        phrase=("those among {list} with the highest {what}",
                "{list}のうち{what}が最大のものすべて"),
        examples=("count(bests(row, rank)) == 1 and count(bests(row + ada.hand, rank)) == 2",),
        body="number", result=_some, means=bests,
        gives=Gives.PART, weight=2,
    ),
    Fold(
        "leader", "leader(list of T xs, int each) -> maybe T",
        ("The one element with the largest value; none when tied.",
         "値が最大のただ一つの要素。同点なら none。"),
        phrase=("the only one among {list} with the highest {what}",
                "{list}のうち{what}が単独で最大のもの"),
        examples=("leader(players, coins) == ada and leader(players, count(field) * 0) is none",),
        body="number", result=lambda source, body: t.maybe(t.element_of(source)), means=leader,
        gives=Gives.PART, weight=2,
    ),
    Fold(
        "any", "any(list of T xs, bool each) -> bool",
        ("Whether an element fulfils the condition.", "満たすものがあるか。"),
        examples=("any(row, color == blue) and any(w in row, w.rank == 3)",), body="condition",
        result=lambda source, body: t.BOOL, means=lambda items, results: any(results),
        until=True, in_any_order=True,
    ),
    Fold(
        "all", "all(list of T xs, bool each) -> bool",
        ("Whether all elements fulfil the condition.", "すべてが満たすか。"),
        examples=("all(row, rank < 4) and all(w in row, any(ada.hand, rank > w.rank))",),
        body="condition", result=lambda source, body: t.BOOL,
        means=lambda items, results: all(results), until=False,
        in_any_order=True,
    ),
    Fold(
        "until", "until(list of T xs, bool each) -> list of T",
        ("The elements before the first that fulfils the condition; all, if none does.",
         "条件を満たす最初の要素より前の要素。満たすものがなければすべて。"),
        phrase=("{list} before the first for which {what}",
                "{list}のうち、{what}ものが最初に出る前まで"),
        examples=("each(until(row, color == blue), rank) == [1, 3]",
                  "until(row, rank > 9) == row and until(row, rank < 9) is empty"),
        body="condition", result=_some, means=beginning, gives=Gives.PART,
    ),
    Fold(
        "each", "each(list of T xs, U each) -> list of U",
        ("The results as a list, without none; results that are lists are joined.",
         "結果の並び(none は除く)。並びは一つにつながれる。"),
        phrase=("the {what} of each of {list}", "{list}それぞれの{what}"),
        over_phrase=("{what} for each of {list}", "{list}それぞれについての{what}"),
        examples=("each(row, rank) == [1, 3, 2]",
                  "each(players, top(field).rank) == [5] and each(players, hand) == player.hand"),
        body="anything", result=_all_results,
        means=lambda items, results: tuple(_numbers(results)), gives=Gives.RESULTS,
    ),
    Fold(
        "sort", "sort(list of T xs, int each) -> list of T",
        ("The elements by rising value; equal ones keep their order.",
         "値の小さい順。同じなら元の順。"),
        phrase=("{list} by rising {what}", "{what}の小さい順の{list}"),
        examples=("sort(row, -rank)[1].rank == 3",), body="number", needs_body=False,
        result=lambda source, body: t.ListOf(t.element_of(source)), means=in_order,
        gives=Gives.PART, weight=4,
    ),
)  # fmt: skip

# --- functions that take the list alone -------------------------------------------------------


def _one(source: t.Type) -> t.Type:
    return t.maybe(t.element_of(source))


def _one_or_some(source: t.Type, number: t.Type | None = None) -> t.Type:
    return _one(source) if number is None else _same(source)


def _same(source: t.Type) -> t.Type:
    return t.ListOf(t.element_of(source), t.is_ordered(source))


FUNCTIONS: Final = (
    Function(
        "first", "first(list of T xs) -> maybe T; first(list of T xs, int n) -> list of T",
        ("The first element, or the first n; fewer, if there are fewer.",
         "最初の要素、または最初の n 個。足りなければあるだけ。"),
        phrase=("the first of {list}", "{list}の最初の1つ"),
        examples=("first(deck).definition == green-2 and last(deck).definition == blue-1",
                  "first([4, 5, 6], 2) == [4, 5] and first(row, 9) == row"),
        takes=("list", "number"), optional=1, result=_one_or_some, means=first,
        gives=Gives.FIRST, keeps_length=True,
    ),
    Function(
        "last", "last(list of T xs) -> maybe T; last(list of T xs, int n) -> list of T",
        ("The last element, or the last n in their order; fewer, if there are fewer.",
         "最後の要素、または最後の n 個(順はそのまま)。足りなければあるだけ。"),
        phrase=("the last of {list}", "{list}の最後の1つ"),
        examples=("last([4, 5, 6], 2) == [5, 6] and last([4], 0) is empty",),
        takes=("list", "number"), optional=1, result=_one_or_some, means=last,
        gives=Gives.PICKED, keeps_length=True,
    ),
    Function(
        "place-of", "place-of(T x, list of T xs) -> maybe int",
        ("The place of x in the list, from 1; none if it is not there.",
         "並びの中での x の順番。1から数える。なければ none。"),
        phrase=("the place of {value} among {list}", "{list}の中での{value}の順番"),
        examples=("place-of(bo, players) == 2 and place-of(7, [5, 6]) is none",),
        means=place,
    ),
    Function(
        "only", "only(list of T xs) -> maybe T",
        ("The element if there is exactly one.", "一つだけならその要素。"),
        phrase=("the only one of {list}", "{list}の唯一の1つ"),
        examples=("only(ada.field).definition == blue-5 and only(row) is none",), takes=("list",),
        result=_one, means=lambda xs: xs[0] if len(xs) == 1 else None,
        gives=Gives.PART,
    ),
    Function(
        "reverse", "reverse(list of T xs) -> list of T",
        ("The list in reverse order.", "逆順。"),
        phrase=("{list} in reverse order", "逆順の{list}"),
        examples=("reverse([1, 2, 3]) == [3, 2, 1]",), takes=("list",), result=_same,
        means=lambda xs: tuple(reversed(xs)), gives=Gives.PICKED, keeps_length=True,
    ),
    Function(
        "distinct", "distinct(list of T xs) -> list of T",
        ("Each value once, at its first place.", "同じ値を一度だけ。"),
        phrase=("{list}, each once", "{list}(重複を除く)"),
        examples=("distinct([2, 2, 1]) == [2, 1] and count(distinct(each(row, color))) == 2",),
        takes=("list",), result=_same, means=arithmetic.distinct,
        gives=Gives.PART,
        keeps_length=True,
    ),
    Function(
        "default", "default(maybe T x, T y) -> T",
        ("x, or y where x is none.", "x、x が none なら y。"),
        phrase=("{value} (otherwise {default})", "{value}(なければ{default})"),
        examples=("default(first(bo.field).rank, 7) == 7",), gives=Gives.EITHER,
    ),
    Function(
        WAS, "was(T x) -> T",
        ("x before the event that an `after` trigger hears.",
         "after の誘発が待つイベントの前の x。"),
        phrase=("{value} before that", "その前の{value}"),
    ),
    Function(
        "to-set", "to-set(list of T xs) -> set of T",
        ("The elements of a list, sorted, each once.", "並びの要素を順に一度ずつ。"),
        means=lambda xs: tuple(sorted(set(xs))), gives=Gives.PART, keeps_length=True,
        is_internal=True,
    ),
)  # fmt: skip
