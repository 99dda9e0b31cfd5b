"""List what a player of Res Arcana can do and every way to pay for it, from the printed facts.

Nothing of the interpreter is used: prices and icons come from `res_arcana.csv`, the costs of powers
from `res_arcana_costs.yaml`, and payments are counted out unit by unit.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path

import yaml

from tests.cards.arcana_prices import ESSENCES, Bag, Discount, bags, mixes

HERE = Path(__file__).parent
DISCOUNTS = {
    "artificer": ("", 1, False),
    "dragon-bridle": ("dragon", 3, True),
    "dragons-lair": ("dragon", 3, True),
    "homunculus": ("demon", 2, True),
}
"""By component in play: for what its owner pays less, how much less, whether of gold too."""

ILLUSION, GUARD_DOG = "illusion", "guard-dog"
STANDS_IN = {"creature": 0, "demon": 0, "dragon": 2}
"""What Illusion is turned for instead, and how many essences that takes besides."""


@dataclass(frozen=True)
class Own:
    """What a player has; components and cards by id.

    Attributes:
        stored: What lies on the components in play, without those with nothing.
    """

    pool: Bag
    field: frozenset[str]
    turned: frozenset[str]
    stored: frozenset[tuple[str, Bag]]
    hand: frozenset[str]
    discard: frozenset[str]
    scrolls: frozenset[str]


@dataclass(frozen=True)
class Table:
    """What a player can see and reach: places, monuments on offer with the next one of the deck."""

    own: Own
    places: frozenset[str]
    monuments: frozenset[str]


Way = tuple[str, str, str, Own]
"""An action, the component or scroll it is on, what it is done with, and what is left after paying
(nothing of the effect has happened yet)."""


@cache
def printed() -> dict[str, dict[str, str]]:
    """Return the row of every component by id."""
    with (HERE / "res_arcana.csv").open(encoding="utf-8") as table:
        return {row["id"]: row for row in csv.DictReader(table)}


@cache
def powers() -> dict[str, tuple[tuple[str, ...], ...]]:
    """Return the steps of the costs of every component's powers."""
    table = yaml.safe_load((HERE / "res_arcana_costs.yaml").read_text(encoding="utf-8"))
    return {id_: tuple(tuple(c.split("; ")) for c in costs) for id_, costs in table.items()}


def icons(id_: str) -> set[str]:
    """Return the icons of a component."""
    return set(printed()[id_]["icons"].split())


def ways(table: Table) -> Counter[Way]:
    """Return every way to act, with how often it comes about."""
    own = table.own
    found: Counter[Way] = Counter({("pass", "", "", own): 1})
    for card in own.hand:
        found["discard-card", "", card, _discarded(own, card)] += 1
        for bag in bags(*price(card), discounts(own, card)):
            _add(found, ("place-artifact", "", card), _paid(own, bag))
    for card in table.places:
        for bag in bags(*price(card), ()):
            _add(found, ("claim-place", "", card), _paid(own, bag))
    for card in table.monuments:
        _add(found, ("claim-monument", "", card), _paid(own, (0, 0, 0, 0, 4)))
    for id_ in own.field | own.scrolls:
        if id_ in own.scrolls or id_ not in own.turned or id_ == GUARD_DOG:
            for number, cost in enumerate(powers().get(id_, ())):
                for left in _after(own, id_, cost):
                    found[f"power {number + 1}", id_, "", left] += 1
    return found


def _add(found: Counter[Way], head: tuple[str, str, str], left: Iterator[Own]) -> None:
    for own in left:
        found[(*head, own)] += 1


# --- prices -----------------------------------------------------------------------------------


def price(id_: str) -> tuple[Bag, int]:
    """Return the printed price: of each type, and of any."""
    row = printed()[id_]
    return tuple(int(row[essence]) for essence in ESSENCES), int(row["any"])


def discounts(own: Own, card: str) -> tuple[Discount, ...]:
    """Return how much less each component in play lets a card cost, and whether of gold too."""
    return tuple(
        (number, gold)
        for id_, (icon, number, gold) in DISCOUNTS.items()
        if id_ in own.field and (not icon or icon in icons(card))
    )


def _paid(own: Own, bag: Bag) -> Iterator[Own]:
    left = tuple(has - spent for has, spent in zip(own.pool, bag, strict=True))
    if min(left) >= 0:
        yield replace(own, pool=left)


# --- costs ------------------------------------------------------------------------------------


def _after(own: Own, id_: str, cost: tuple[str, ...]) -> Iterator[Own]:
    """Yield what is left after every way to pay the steps of a cost."""
    if not cost:
        yield own
        return
    word, _, rest = cost[0].partition(" ")
    for left in STEPS[word](own, id_, rest):
        yield from _after(left, id_, cost[1:])


def _turn(own: Own, id_: str, rest: str) -> Iterator[Own]:
    if id_ not in own.turned:
        yield replace(own, turned=own.turned | {id_})
        yield from _illusions(own, icons(id_))


def _turn_one(own: Own, id_: str, icon: str) -> Iterator[Own]:
    for other in own.field - own.turned:
        if icon in icons(other):
            yield replace(own, turned=own.turned | {other})
    yield from _illusions(own, {icon})


def _illusions(own: Own, stood_for: set[str]) -> Iterator[Own]:
    """Yield what is left when Illusion is turned instead, for each number of essences it takes."""
    if ILLUSION in own.field - own.turned:
        turned = replace(own, turned=own.turned | {ILLUSION})
        for number in {STANDS_IN[icon] for icon in stood_for}:
            for mix in mixes(number):
                yield from _paid(turned, mix)


def _pay(own: Own, id_: str, amount: str) -> Iterator[Own]:
    fixed, open_ = _amount(amount)
    for bag in bags(fixed, open_, ()):
        yield from _paid(own, bag)


def _amount(text: str) -> tuple[Bag, int]:
    counts = {word: int(number) for number, word in (part.split() for part in text.split(" + "))}
    return tuple(counts.get(essence, 0) for essence in ESSENCES), counts.get("any", 0)


def _pay_one(own: Own, id_: str, types: str) -> Iterator[Own]:
    for word in types.split():
        yield from _pay(own, id_, f"1 {word}")


def _pay_mix(own: Own, id_: str, rest: str) -> Iterator[Own]:
    for bag in product(*(range(number + 1) for number in own.pool)):
        yield from _paid(own, bag)


def _pay_alike(own: Own, id_: str, times: str) -> Iterator[Own]:
    """X may be 0, which is one way, whatever the type."""
    yield own
    for essence, number in zip(ESSENCES, own.pool, strict=True):
        for x in range(1, number // int(times) + 1):
            yield from _pay(own, id_, f"{x * int(times)} {essence}")


def _remove(own: Own, id_: str, amount: str) -> Iterator[Own]:
    on_it = dict(own.stored).get(id_, (0,) * len(ESSENCES))
    left = tuple(has - gone for has, gone in zip(on_it, _amount(amount)[0], strict=True))
    if min(left) >= 0:
        rest = own.stored - {(id_, on_it)}
        yield replace(own, stored=rest | {(id_, left)} if any(left) else rest)


def _destroy(own: Own, id_: str, what: str) -> Iterator[Own]:
    for card in own.field:
        if printed()[card]["kind"] == "artifact" and _is_meant(card, id_, what):
            yield replace(
                own,
                field=own.field - {card},
                turned=own.turned - {card},
                stored=frozenset(pair for pair in own.stored if pair[0] != card),
                discard=own.discard | {card},
            )


def _discard(own: Own, id_: str, what: str) -> Iterator[Own]:
    for card in own.hand:
        if _is_meant(card, id_, what):
            yield _discarded(own, card)


def _is_meant(card: str, id_: str, what: str) -> bool:
    if what in ("self", "other"):
        return (card == id_) == (what == "self")
    return what == "artifact" or bool(icons(card) & set(what.split()))


def _discarded(own: Own, card: str) -> Own:
    return replace(own, hand=own.hand - {card}, discard=own.discard | {card})


def _return(own: Own, id_: str, rest: str) -> Iterator[Own]:
    yield replace(own, scrolls=own.scrolls - {id_})


STEPS = {
    "turn": _turn, "turn-one": _turn_one, "pay": _pay, "pay-one": _pay_one, "pay-mix": _pay_mix,
    "pay-alike": _pay_alike, "remove": _remove, "destroy": _destroy, "discard": _discard,
    "return": _return,
}  # fmt: skip
"""Each yields what is left after every way to pay a step: (what one has, the component, words)."""
