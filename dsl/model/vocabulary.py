"""List the words the machine itself knows: native events and plain functions.

The events and values most games share are not here: they are written in the language, in
`cards/prelude`.
"""

from __future__ import annotations

from dsl.records import record


@record
class NativeEvent:
    """An event the machine carries out itself; it can be listened to like any other.

    Attributes:
        slots: Preposition (or None), name and type word of each slot, as a signature shows them.
        result: Type word of the result, or None for whether it happened.
    """

    name: str
    slots: tuple[tuple[str | None, str, str], ...]
    result: str | None
    summary: str


NATIVE_EVENTS = (
    NativeEvent(
        "move",
        ((None, "c", "card"), ("to", "z", "zone"), (None, "end", "top or bottom")),
        None,
        "Put a card into a zone, at its `top of` or `bottom of`. Into a full zone nothing moves.",
    ),
    NativeEvent("shuffle", ((None, "z", "zone"),), None, "Put a zone's cards in random order."),
    NativeEvent(
        "reveal",
        ((None, "c", "card"), ("to", "p", "player")),
        None,
        "Let a player know a card; without `to`, all players.",
    ),
    NativeEvent(
        "create",
        ((None, "b", "bag of def"), ("into", "z", "zone")),
        "list of card",
        "Take free copies from outside the game into a zone.",
    ),
    NativeEvent("retire", ((None, "c", "card"),), None, "Give a copy back: it is in no zone."),
    NativeEvent(
        "exchange",
        ((None, "x", "card"), ("with", "y", "card")),
        None,
        "Let two cards trade places.",
    ),
    NativeEvent(
        "fill",
        ((None, "z", "zone"), ("from", "y", "zone")),
        None,
        "Put cards from the top of another zone into the vacant slots, in order.",
    ),
    NativeEvent(
        "pass",
        (),
        None,
        "Leave the innermost phase with `repeat` until it begins anew, or one's own with `while`.",
    ),
    NativeEvent(
        "eliminate",
        ((None, "p", "player"),),
        None,
        "Take a player out of the match: `players`, `opponents` and `turns` then skip the seat.",
    ),
)


@record
class Function:
    """A plain function over evaluated arguments (the node `Primitive`), or a collection function
    over an element (the node `Fold`).

    Attributes:
        signature: As shown to authors; T stands for any type.
        folds: Whether it takes an expression over the element.
    """

    name: str
    signature: str
    folds: bool
    summary: str


FUNCTIONS = (
    Function("count", "count(list of T xs[, bool each]) -> int", True,
             "How many elements; with an expression, how many fulfil it; of a bag or an amount, "
             "how many units."),
    Function("sum", "sum(list of T xs, int or bag each) -> int or bag", True,
             "The sum over the elements; of nothing 0 or the empty bag."),
    Function("min", "min(list of T xs, int each[, int default]) or min(int a, int b)", True,
             "The smallest; of nothing the default, else none."),
    Function("max", "max(list of T xs, int each[, int default]) or max(int a, int b)", True,
             "The largest; of nothing the default, else none."),
    Function("best", "best(list of T xs, int each) -> maybe T", True,
             "The first element with the largest value."),
    Function("worst", "worst(list of T xs, int each) -> maybe T", True,
             "The first element with the smallest value."),
    Function("bests", "bests(list of T xs, int each) -> list of T", True,
             "All elements with the largest value."),
    Function("leader", "leader(list of T xs, int each) -> maybe T", True,
             "The one element with the largest value; none when tied."),
    Function("any", "any(list of T xs, bool each) -> bool", True, "Whether one fulfils it."),
    Function("all", "all(list of T xs, bool each) -> bool", True, "Whether all fulfil it."),
    Function("each", "each(list of T xs, U each) -> list of U", True,
             "The list of results, lists among them joined."),
    Function("sort", "sort(list of T xs, int each) -> list of T", True,
             "The elements by rising value; equal ones keep their order."),
    Function("first", "first(list of T xs) -> maybe T", False, "The first element."),
    Function("last", "last(list of T xs) -> maybe T", False, "The last element."),
    Function("only", "only(list of T xs) -> maybe T", False,
             "The element if there is exactly one."),
    Function("reverse", "reverse(list of T xs) -> list of T", False, "The other way round."),
    Function("distinct", "distinct(list of T xs) -> list of T", False,
             "Each value once, where it comes first."),
    Function("default", "default(maybe T x, T y) -> T", False, "x, or y where x is none."),
    Function("abs", "abs(int n) -> int", False, "n without its sign."),
    Function("top", "top(zone z) -> maybe T; top(zone z, int n) -> list of T", False,
             "The top card of a zone, or the top n, the topmost first."),
    Function("bottom", "bottom(zone z) -> maybe T", False, "The bottom card of a zone."),
    Function("next", "next(player p) -> player", False,
             "The next seat after p that is not eliminated."),
    Function("previous", "previous(player p) -> player", False,
             "The seat before p that is not eliminated."),
    Function("seats", "seats -> list of player", False,
             "All seats, the eliminated too, from the first."),
    Function("vacant", "vacant(zone z) -> int", False,
             "How many more cards the zone takes; of a zone without limit a fault."),
    Function("keys", "keys(bag of T b) -> list of T", False, "The keys with a count, in order."),
    Function("reduce", "reduce(amount of T a, amount of T d) -> amount of T", False,
             "a, less d: whoever pays lets it fall where it fits; it stops at nothing."),
    Function("payable", "payable(bag of T b, amount of T a) -> bool", False,
             "Whether a can be paid out of b."),
    Function("definitions", "definitions(kind k) -> list of def of k", False,
             "All definitions of a kind in the game."),
)  # fmt: skip
