"""List the functions over single values: numbers, bags, amounts, zones, cards and players.

The machine reads the results of those over zones, cards and players from a match; it has them
beside their names (`interpreter/program/list_closures.py`).
"""

from __future__ import annotations

from typing import Final

from dsl.model import amounts
from dsl.model.types import (
    INT,
    PLAYER,
    SEAT_OF_TARGET,
    EntityType,
    ListOf,
    Maybe,
    Type,
    ZoneType,
    element_of,
)
from dsl.model.words import Function, Gives, Reads

AMOUNT_FUNCTIONS: Final = (
    Function("abs", "abs(int n) -> int", examples=("abs(-3) == 3",)),
    Function(
        "ordinal", "ordinal(T member) -> int",
        examples=("ordinal(red) == 1 and each(row, ordinal(color)) == [1, 1, 3]",),
        takes=("member",), result=lambda member: INT, means=lambda member: member + 1,
    ),
    Function(
        "keys", "keys(bag of T b) -> list of T", examples=("keys(ada.jewels) == [red, blue]",),
        takes=("bag",), result=lambda bag: ListOf(element_of(bag)),
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


def _of_end(zone: Type, number: Type | None = None) -> Type:
    """Return the type of the cards at one end of a zone."""
    card = EntityType(zone.kind if isinstance(zone, ZoneType) else "")
    return Maybe(card) if number is None else ListOf(card)


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
        takes=("player",), result=lambda player: PLAYER, reads=Reads.ELIMINATIONS,
        gives=Gives.NEIGHBOUR,
    ),
    Function(
        "previous", "previous(player p) -> player", takes=("player",), result=lambda player: PLAYER,
        reads=Reads.ELIMINATIONS, gives=Gives.NEIGHBOUR,
    ),
    Function(
        "seats", "seats -> list of player", examples=("count(seats) == 2",), takes=(),
        result=lambda: ListOf(PLAYER),
    ),
    Function(
        "vacant", "vacant(zone z) -> int",
        examples=("vacant(row) == 0 and vacant(bakery.shelf) == 1",), takes=("zone",),
        result=lambda zone: INT, reads=Reads.ZONE, gives=Gives.COUNT,
    ),
    Function(
        "definitions", "definitions(kind k) -> list of def of k",
        examples=("count(definitions(ware)) == 15",),
    ),
    Function(
        "as-target", "as-target(player p) -> card or player", is_internal=True,
        means=lambda player: SEAT_OF_TARGET - player,
    ),
    Function(
        "player-in", "player-in(card or player x) -> maybe player", is_internal=True,
        means=lambda target: SEAT_OF_TARGET - target if target < 0 else None,
    ),
    Function(
        "card-in", "card-in(card or player x) -> maybe card", is_internal=True,
        means=lambda target: None if target < 0 else target,
    ),
    Function("unique-entity", "unique-entity(def d) -> card", is_internal=True),
)  # fmt: skip
