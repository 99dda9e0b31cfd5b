"""List the functions over single values: numbers, bags, amounts, zones, cards and players.

The machine reads the results of those over zones, cards and players from a match; it has them
beside their names (`interpreter/program/list_closures.py`).
"""

from __future__ import annotations

from typing import Final

from dsl.model import amounts
from dsl.model.types import INT, PLAYER, EntityType, ListOf, Maybe, Type, ZoneType, element_of
from dsl.model.words import Function, Gives, Reads

AMOUNT_FUNCTIONS: Final = (
    Function(
        "abs", "abs(int n) -> int",
        ("n without its sign.", "符号を除いた数。"),
        phrase=("the size of {left}", "{left}の絶対値"), examples=("abs(-3) == 3",),
    ),
    Function(
        "ordinal", "ordinal(T member) -> int",
        ("The place of a member in its enum, from 1.", "列挙の中での順番。1から数える。"),
        phrase=("the place of {member} in its order", "{member}の順番"),
        examples=("ordinal(red) == 1 and each(row, ordinal(color)) == [1, 1, 3]",),
        takes=("member",), result=lambda member: INT, means=lambda member: member + 1,
    ),
    Function(
        "keys", "keys(bag of T b) -> list of T",
        ("The keys with a count, in order.", "数のある種類を順に。"),
        phrase=("the types of {list}", "{list}の種類"),
        examples=("keys(ada.jewels) == [red, blue]",), takes=("bag",),
        result=lambda bag: ListOf(element_of(bag)),
        means=lambda bag: tuple((key for key, _ in bag)), keeps_length=True,
    ),
    Function(
        "reduce", "reduce(amount of T a, amount of T d) -> amount of T",
        ("a, less d: the payer chooses the reduced parts; it stops at nothing.",
         "a から d を引いた量。払う人が好きなところに当て、0で止まる。"),
        phrase=("{left} less {right}", "{left}から{right}を引いた分"),
        examples=("reduce(1 red + 2 any, 2 red) == reduce(reduce(2 any + 1 red, 1 red), 1 red)",
                  "count(reduce(1 red + 2 any, 2 red)) == 1 and 1 red + 2 any - 2 red == 2 any"),
        means=amounts.reduce,
    ),
    Function(
        "payable", "payable(bag of T b, amount of T a) -> bool",
        ("Whether b contains a payment for a.", "b から a を払えるか。"),
        examples=("payable(ada.jewels, 1 red + 2 any) and not payable(ada.jewels, 2 blue/green)",),
    ),
    Function(
        "to-amount", "to-amount(bag of T b) -> amount of T",
        ("A bag as an amount.", "組を量として。"),
        means=amounts.of_bag, is_internal=True,
    ),
    Function(
        "open-units", "open-units(int n, list of T keys) -> amount of T",
        ("n of any of the keys.", "どれかの種類を n。"),
        means=amounts.open_part, is_internal=True,
    ),
    Function(
        "add-amounts", "add-amounts(amount of T a, amount of T b) -> amount of T",
        ("The sum.", "和。"),
        means=amounts.add, is_internal=True,
    ),
    Function(
        "less-bag", "less-bag(amount of T a, bag of T b) -> amount of T",
        ("a, less b in its fixed part.", "決まった部分から b を引いた a。"),
        phrase=("{left} less {right}", "{left}から{right}を引いた分"), means=amounts.less,
        is_internal=True,
    ),
    Function(
        "floored", "floored(amount of T a) -> amount of T",
        ("No fixed part below 0, as two are compared.", "0より小さい部分をなくした量。"),
        means=amounts.floored, is_internal=True,
    ),
    Function(
        "due", "due(amount of T a) -> int",
        ("How many units a bag that pays it has.", "それを払う組の単位の数。"),
        is_internal=True,
    ),
    Function(
        "total", "total(bag of T b) -> int",
        ("The sum of the counts of a bag.", "組の数の合計。"),
        means=lambda bag: sum((number for _, number in bag)), is_internal=True,
    ),
)  # fmt: skip


def _of_end(zone: Type, number: Type | None = None) -> Type:
    """Return the type of the cards at one end of a zone."""
    card = EntityType(zone.kind if isinstance(zone, ZoneType) else "")
    return Maybe(card) if number is None else ListOf(card)


PLACE_FUNCTIONS: Final = (
    Function(
        "top", "top(zone z) -> maybe T; top(zone z, int n) -> list of T",
        ("The top card of a zone, or the top n, the topmost first.",
         "置き場の一番上のカード、または上から n 枚。"),
        phrase=("the top {noun} of {zone}", "{zone}の一番上の{noun}"),
        examples=("top(deck).definition == green-2 and count(top(deck, 5)) == 2",),
        takes=("zone", "number"), optional=1, result=_of_end, reads=Reads.ZONE, gives=Gives.FIRST,
    ),
    Function(
        "bottom", "bottom(zone z) -> maybe T",
        ("The bottom card of a zone.", "置き場の一番下のカード。"),
        phrase=("the bottom {noun} of {zone}", "{zone}の一番下の{noun}"),
        examples=("bottom(deck).definition == blue-1",), takes=("zone",), result=_of_end,
        reads=Reads.ZONE, gives=Gives.PICKED,
    ),
    Function(
        "next", "next(player p) -> player",
        ("The next seat after p that is not eliminated.", "p の次の席の、脱落していない人。"),
        phrase=("the player after {player}", "{player}の次のプレイヤー"),
        examples=("next(ada) == bo and previous(ada) == bo",), takes=("player",),
        result=lambda player: PLAYER, reads=Reads.ELIMINATIONS, gives=Gives.NEIGHBOUR,
    ),
    Function(
        "previous", "previous(player p) -> player",
        ("The seat before p that is not eliminated.", "p の前の席の人。"),
        phrase=("the player before {player}", "{player}の前のプレイヤー"), takes=("player",),
        result=lambda player: PLAYER, reads=Reads.ELIMINATIONS, gives=Gives.NEIGHBOUR,
    ),
    Function(
        "seats", "seats -> list of player",
        ("All seats, the eliminated too, from the first.", "脱落した人も含む席順の全員。"),
        phrase=("all seats", "すべての席"), examples=("count(seats) == 2",), takes=(),
        result=lambda: ListOf(PLAYER),
    ),
    Function(
        "vacant", "vacant(zone z) -> int",
        ("The number of cards that still fit into the zone; a fault if it has no limit.",
         "あと何枚入るか。限りがなければ誤り。"),
        phrase=("the number of free places in {zone}", "{zone}の空きの数"),
        examples=("vacant(row) == 0 and vacant(bakery.shelf) == 1",), takes=("zone",),
        result=lambda zone: INT, reads=Reads.ZONE, gives=Gives.COUNT,
    ),
    Function(
        "definitions", "definitions(kind k) -> list of def of k",
        ("All definitions of a kind in the game.", "ゲームにあるその種類の定義すべて。"),
        examples=("count(definitions(ware)) == 15",),
    ),
    Function(
        "unique-entity", "unique-entity(def d) -> card",
        ("The one entity of a definition of a unique kind, or of a definition of which exactly "
         "one copy is named in a script.",
         "ただ一つしかない定義のもの。"),
        is_internal=True,
    ),
)  # fmt: skip
