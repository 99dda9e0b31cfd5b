"""List the functions: over lists, sets and zones, and over single values.

The machine reads the results of those over zones, cards and players from a match; it has them
beside their names (`interpreter/program/list_closures.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any, Final

from dsl.model import amounts
from dsl.model import types as t
from dsl.model.words import WAS, Fold, Function, Gives, Reads
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
        examples=("count(row) == 3 and count(row, rank > 1) == 2 and count(ada.jewels) == 3",),
        body="condition", needs_body=False, result=lambda source, body: t.INT,
        means=lambda items, results: sum(1 for result in results if result), bare=len,
        gives=Gives.COUNT, largest=lambda many, each: many, in_any_order=True,
    ),
    Fold(
        "sum", "sum(list of T xs, int or bag each) -> int or bag",
        examples=("sum(row, rank) == 6 and sum([1, 2]) == 3",), body="number or bag",
        needs_body=False, result=lambda source, body: body,
        means=lambda items, results: sum(_numbers(results)), of_bags=arithmetic.sum_of_bags,
        is_bounded=True, largest=lambda many, each: many * each, in_any_order=True,
    ),
    Fold(
        "product", "product(list of T xs, int each) -> int",
        examples=("product(row, rank) == 6 and product([2, 5]) == 10",
                  "product(bo.field, rank) == 1"),
        body="number", needs_body=False, result=lambda source, body: t.INT, means=product,
    ),
    Fold(
        "min", "min(list of T xs, int each[, int default]) or min(int a, int b)",
        examples=("min(row, rank) == 1 and min(bo.field, rank, 0) == 0 and min(3, 5) == 3",),
        body="number", needs_body=False, has_default=True,
        result=lambda source, body: t.Maybe(t.INT),
        means=lambda items, results: min(_numbers(results), default=None), in_any_order=True,
        element="worst",
    ),
    Fold(
        "max", "max(list of T xs, int each[, int default]) or max(int a, int b)",
        examples=("max(row, rank) == 3 and max(bo.field, rank, 0) == 0 and max(3, 5) == 5",),
        body="number", needs_body=False, has_default=True,
        result=lambda source, body: t.Maybe(t.INT),
        means=lambda items, results: max(_numbers(results), default=None), in_any_order=True,
        element="best",
    ),
    Fold(
        "best", "best(list of T xs, int each) -> maybe T",
        examples=("best(row, rank).definition == red-3",), body="number",
        result=lambda source, body: t.maybe(t.element_of(source)), means=best, gives=Gives.PART,
        weight=2,
    ),
    Fold(
        "worst", "worst(list of T xs, int each) -> maybe T",
        examples=("worst(row, rank).definition == red-1",), body="number",
        result=lambda source, body: t.maybe(t.element_of(source)),
        means=lambda items, scores: best(items, [None if s is None else -s for s in scores]),
        gives=Gives.PART, weight=2,
    ),
    Fold(
        "bests", "bests(list of T xs, int each) -> list of T",
        examples=("count(bests(row, rank)) == 1 and count(bests(row + ada.hand, rank)) == 2",),
        body="number", result=_some, means=bests, gives=Gives.PART, weight=2,
    ),
    Fold(
        "leader", "leader(list of T xs, int each) -> maybe T",
        examples=("leader(players, coins) == ada and leader(players, count(field) * 0) is none",),
        body="number", result=lambda source, body: t.maybe(t.element_of(source)), means=leader,
        gives=Gives.PART, weight=2,
    ),
    Fold(
        "any", "any(list of T xs, bool each) -> bool",
        examples=("any(row, color == blue) and any(w in row, w.rank == 3)",), body="condition",
        result=lambda source, body: t.BOOL, means=lambda items, results: any(results), until=True,
        in_any_order=True,
    ),
    Fold(
        "all", "all(list of T xs, bool each) -> bool",
        examples=("all(row, rank < 4) and all(w in row, any(ada.hand, rank > w.rank))",),
        body="condition", result=lambda source, body: t.BOOL,
        means=lambda items, results: all(results), until=False, in_any_order=True,
    ),
    Fold(
        "until", "until(list of T xs, bool each) -> list of T",
        examples=("each(until(row, color == blue), rank) == [1, 3]",
                  "until(row, rank > 9) == row and until(row, rank < 9) is empty"),
        body="condition", result=_some, means=beginning, gives=Gives.PART,
    ),
    Fold(
        "each", "each(list of T xs, U each) -> list of U",
        examples=("each(row, rank) == [1, 3, 2]",
                  "each(players, top(field).rank) == [5] and each(players, hand) == player.hand"),
        body="anything", result=_all_results, means=lambda items, results: tuple(_numbers(results)),
        gives=Gives.RESULTS,
    ),
    Fold(
        "sort", "sort(list of T xs, int each) -> list of T",
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
        examples=("first(deck).definition == green-2 and last(deck).definition == blue-1",
                  "first([4, 5, 6], 2) == [4, 5] and first(row, 9) == row"),
        takes=("list", "number"), optional=1, result=_one_or_some, means=first, gives=Gives.FIRST,
        keeps_length=True,
    ),
    Function(
        "last", "last(list of T xs) -> maybe T; last(list of T xs, int n) -> list of T",
        examples=("last([4, 5, 6], 2) == [5, 6] and last([4], 0) is empty",),
        takes=("list", "number"), optional=1, result=_one_or_some, means=last, gives=Gives.PICKED,
        keeps_length=True,
    ),
    Function(
        "place-of", "place-of(T x, list of T xs) -> maybe int",
        examples=("place-of(bo, players) == 2 and place-of(7, [5, 6]) is none",), means=place,
    ),
    Function(
        "only", "only(list of T xs) -> maybe T",
        examples=("only(ada.field).definition == blue-5 and only(row) is none",), takes=("list",),
        result=_one, means=lambda xs: xs[0] if len(xs) == 1 else None, gives=Gives.PART,
    ),
    Function(
        "reverse", "reverse(list of T xs) -> list of T",
        examples=("reverse([1, 2, 3]) == [3, 2, 1]",), takes=("list",), result=_same,
        means=lambda xs: tuple(reversed(xs)), gives=Gives.PICKED, keeps_length=True,
    ),
    Function(
        "distinct", "distinct(list of T xs) -> list of T",
        examples=("distinct([2, 2, 1]) == [2, 1] and count(distinct(each(row, color))) == 2",),
        takes=("list",), result=_same, means=arithmetic.distinct, gives=Gives.PART,
        keeps_length=True,
    ),
    Function(
        "default", "default(maybe T x, T y) -> T",
        examples=("default(first(bo.field).rank, 7) == 7",), gives=Gives.EITHER,
    ),
    Function(WAS, "was(T x) -> T"),
    Function(
        "to-set", "to-set(list of T xs) -> set of T", means=lambda xs: tuple(sorted(set(xs))),
        gives=Gives.PART, keeps_length=True, is_internal=True,
    ),
)  # fmt: skip


AMOUNT_FUNCTIONS: Final = (
    Function("abs", "abs(int n) -> int", examples=("abs(-3) == 3",)),
    Function(
        "ordinal", "ordinal(T member) -> int",
        examples=("ordinal(red) == 1 and each(row, ordinal(color)) == [1, 1, 3]",),
        takes=("member",), result=lambda member: t.INT, means=lambda member: member + 1,
    ),
    Function(
        "keys", "keys(bag of T b) -> list of T", examples=("keys(ada.jewels) == [red, blue]",),
        takes=("bag",), result=lambda bag: t.ListOf(t.element_of(bag)),
        means=lambda bag: tuple((key for key, _ in bag)), keeps_length=True,
    ),
    Function(
        "reduce", "reduce(amount of T a, amount of T d) -> amount of T",
        examples=("reduce(1 red + 2 any, 2 red) == reduce(reduce(2 any + 1 red, 1 red), 1 red)",
                  "count(reduce(1 red + 2 any, 2 red)) == 1 and 1 red + 2 any - 2 red == 2 any"),
        means=amounts.reduce,
    ),
    Function(
        "payable",
        "payable(bag of T b, amount of T a) -> bool; "
        "payable(list of amount of T xs, amount of T a) -> bool",
        examples=("payable(ada.jewels, 1 red + 2 any) and not payable(ada.jewels, 2 blue/green)",
                  "payable([1 red/blue, 2 any], 2 blue + 1 green)"),
    ),
    Function(
        "pays", "pays(list of amount of T xs, amount of T a) -> bool",
        examples=("pays([1 red/blue, 1 any], 1 blue + 1 green)",
                  "pays([2 any], 1 red) and not pays([2 any, 1 red], 1 red)"),
    ),
    Function(
        "covers", "covers(list of amount of T xs, amount of T a) -> bool", is_internal=True,
    ),
    Function(
        "none-over", "none-over(list of amount of T xs, amount of T a) -> bool", is_internal=True,
    ),
    Function(
        "to-amount", "to-amount(bag of T b) -> amount of T", means=amounts.of_bag, is_internal=True,
    ),
    Function(
        "open-units", "open-units(int n, list of T keys) -> amount of T", means=amounts.open_part,
        is_internal=True,
    ),
    Function(
        "add-amounts", "add-amounts(amount of T a, amount of T b) -> amount of T",
        means=amounts.add, is_internal=True,
    ),
    Function(
        "less-bag", "less-bag(amount of T a, bag of T b) -> amount of T", means=amounts.less,
        is_internal=True,
    ),
    Function(
        "less-open", "less-open(amount of T a, amount of T b) -> amount of T",
        means=amounts.less_open, is_internal=True,
    ),
    Function(
        "floored", "floored(amount of T a) -> amount of T", means=amounts.floored, is_internal=True,
    ),
    Function("due", "due(amount of T a) -> int", is_internal=True),
    Function(
        "total", "total(bag of T b) -> int", means=lambda bag: sum((number for _, number in bag)),
        is_internal=True,
    ),
)  # fmt: skip


def _of_end(zone: t.Type, number: t.Type | None = None) -> t.Type:
    """Return the type of the cards at one end of a zone."""
    card = t.EntityType(zone.kind if isinstance(zone, t.ZoneType) else "")
    return t.Maybe(card) if number is None else t.ListOf(card)


PLACE_FUNCTIONS: Final = (
    Function(
        "top", "top(zone z) -> maybe T; top(zone z, int n) -> list of T",
        examples=("top(deck).definition == green-2 and count(top(deck, 5)) == 2",),
        takes=("zone", "number"), optional=1, result=_of_end, reads=Reads.ZONE, gives=Gives.FIRST,
    ),
    Function(
        "bottom", "bottom(zone z) -> maybe T", examples=("bottom(deck).definition == blue-1",),
        takes=("zone",), result=_of_end, reads=Reads.ZONE, gives=Gives.PICKED,
    ),
    Function(
        "next", "next(player p) -> player", examples=("next(ada) == bo and previous(ada) == bo",),
        takes=("player",), result=lambda player: t.PLAYER, reads=Reads.ELIMINATIONS,
        gives=Gives.NEIGHBOUR,
    ),
    Function(
        "previous", "previous(player p) -> player", takes=("player",),
        result=lambda player: t.PLAYER, reads=Reads.ELIMINATIONS, gives=Gives.NEIGHBOUR,
    ),
    Function(
        "seats", "seats -> list of player", examples=("count(seats) == 2",), takes=(),
        result=lambda: t.ListOf(t.PLAYER),
    ),
    Function(
        "vacant", "vacant(zone z) -> int",
        examples=("vacant(row) == 0 and vacant(bakery.shelf) == 1",), takes=("zone",),
        result=lambda zone: t.INT, reads=Reads.ZONE, gives=Gives.COUNT,
    ),
    Function(
        "definitions", "definitions(kind k) -> list of def of k",
        examples=("count(definitions(ware)) == 15",),
    ),
    Function(
        "as-target", "as-target(player p) -> card or player", is_internal=True,
        means=lambda player: t.SEAT_OF_TARGET - player,
    ),
    Function(
        "player-in", "player-in(card or player x) -> maybe player", is_internal=True,
        means=lambda target: t.SEAT_OF_TARGET - target if target < 0 else None,
    ),
    Function(
        "card-in", "card-in(card or player x) -> maybe card", is_internal=True,
        means=lambda target: None if target < 0 else target,
    ),
    Function("unique-entity", "unique-entity(def d) -> card", is_internal=True),
)  # fmt: skip
