"""Say by brute force what a player can do and how to pay, from printed numbers and an observation.

Nothing here knows how the machine finds its offers: every mix of essences and every choice in its
turn is simply tried.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ESSENCES = ("life", "death", "elan", "calm", "gold")
Pool = tuple[int, ...]
"""How many of each essence, in their order."""


def table(name: str) -> tuple[dict[str, str], ...]:
    """Return the rows of a table beside this file."""
    with (HERE / name).open(encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


CARDS = {row["id"]: row for row in table("res_arcana.csv")}
POWERS: dict[str, list[tuple[str, ...]]] = {}
for _row in table("res_arcana_powers.csv"):
    POWERS.setdefault(_row["id"], []).append(tuple(_row["cost"].split()))


@dataclass(frozen=True)
class Piece:
    """A component in play: its id, whether it is turned, what lies on it."""

    id: str
    tapped: bool
    stored: Pool

    def has(self, icons: str) -> bool:
        return any(icon in CARDS[self.id]["icons"].split() for icon in icons.split("/"))

    @property
    def is_artifact(self) -> bool:
        return CARDS[self.id]["kind"] == "artifact"


@dataclass(frozen=True)
class Position:
    """What costs are paid from."""

    pool: Pool
    field: tuple[Piece, ...]
    hand: tuple[str, ...]

    def turned(self, place: int) -> Position:
        piece = replace(self.field[place], tapped=True)
        return replace(self, field=(*self.field[:place], piece, *self.field[place + 1 :]))


def pool_of(bag: Mapping[str, int]) -> Pool:
    return tuple(bag.get(essence, 0) for essence in ESSENCES)


def position_of(view: Mapping[str, Any]) -> Position:
    """Return what the observer of a view pays from."""
    own = view["players"][view["seat"]]
    field = tuple(
        Piece(each["card"], each["state"]["tapped"], pool_of(each["state"]["stored"]))
        for each in own["zones"]["field"]["cards"]
    )
    hand = tuple(each["card"] for each in own["zones"]["hand"]["cards"])
    return Position(pool_of(own["state"]["pool"]), field, hand)


# --- what an artifact or a place costs ----------------------------------------------------------


def less(pool: Pool, paid: Pool) -> Pool | None:
    """Return a pool after a payment, or None where it does not reach."""
    left = tuple(have - give for have, give in zip(pool, paid, strict=True))
    return left if min(left) >= 0 else None


def mixes(number: int) -> Iterator[Pool]:
    """Yield every free mix of so many essences."""
    for units in combinations_with_replacement(range(5), number):
        counts = Counter(units)
        yield tuple(counts[key] for key in range(5))


@cache
def payments(card: str, discounts: tuple[tuple[int, bool], ...]) -> frozenset[Pool]:
    """Return all bags that pay for a card: none of them holds another one.

    Args:
        discounts: How much each takes off, and whether it may take off gold.
    """
    row = CARDS[card]
    fixed = tuple(int(row[essence]) for essence in ESSENCES)
    found = {tuple(map(sum, zip(fixed, mix, strict=True))) for mix in mixes(int(row["any"]))}
    for number, with_gold in discounts:
        for _ in range(number):
            found |= {cheaper for bag in found for cheaper in one_less(bag, with_gold)}
    return frozenset(bag for bag in found if not any(holds(bag, other) for other in found))


def one_less(bag: Pool, with_gold: bool) -> Iterator[Pool]:
    for key in range(5 if with_gold else 4):
        if bag[key] > 0:
            yield (*bag[:key], bag[key] - 1, *bag[key + 1 :])


def holds(bag: Pool, other: Pool) -> bool:
    return bag != other and all(a >= b for a, b in zip(bag, other, strict=True))


def discounts(position: Position, card: str) -> tuple[tuple[int, bool], ...]:
    """Return what the components in play take off an artifact's cost."""
    icons, own = CARDS[card]["icons"].split(), {piece.id for piece in position.field}
    found = [(1, False)] if "artificer" in own else []
    found += [(3, True) for id_ in ("dragon-bridle", "dragons-lair") if id_ in own & {id_}
              and "dragon" in icons]  # fmt: skip
    if "homunculus" in own and "demon" in icons:
        found.append((2, True))
    return tuple(found)


def pools_after(position: Position, card: str, is_placed: bool) -> set[Pool]:
    """Return the pools that paying for a card can leave."""
    off = discounts(position, card) if is_placed else ()
    left = (less(position.pool, bag) for bag in payments(card, off))
    return {pool for pool in left if pool is not None}


# --- powers ---------------------------------------------------------------------------------------


def can_use(position: Position, place: int, cost: tuple[str, ...]) -> bool:
    """Return whether the power of a component in play can be paid in some way."""
    piece = position.field[place]
    is_ready = piece.id == "guard-dog" or not piece.tapped
    return is_ready and any(True for _ in after(position, place, cost))


def after(position: Position, place: int | None, cost: tuple[str, ...]) -> Iterator[Position]:
    """Yield the positions after every way to pay a cost."""
    if not cost:
        yield position
        return
    word, _, what = cost[0].partition(":")
    for changed in WAYS.get(word, pay_essence)(position, place, word, what):
        yield from after(changed, place, cost[1:])


def pay_essence(position: Position, place: int | None, word: str, what: str) -> Iterator[Position]:
    if word.startswith("stored-"):
        assert place is not None
        key = ESSENCES.index(word.removeprefix("stored-"))
        if position.field[place].stored[key] >= int(what):
            yield position
        return
    bags = mixes(int(what)) if word == "any" else [pool_of({word: int(what)})]
    for bag in bags:
        left = less(position.pool, bag)
        if left is not None:
            yield replace(position, pool=left)


def pay_one_of(position: Position, place: int | None, word: str, what: str) -> Iterator[Position]:
    for essence in what.split("/"):
        yield from pay_essence(position, place, essence, "1")


def turn(position: Position, place: int | None, word: str, what: str) -> Iterator[Position]:
    assert place is not None
    piece = position.field[place]
    if not piece.tapped:
        yield position.turned(place)
        yield from stand_in(position, tuple(CARDS[piece.id]["icons"].split()))


def turn_one(position: Position, place: int | None, word: str, what: str) -> Iterator[Position]:
    for number, piece in enumerate(position.field):
        if piece.has(what) and not piece.tapped:
            yield position.turned(number)
    yield from stand_in(position, (what,))


def stand_in(position: Position, icons: tuple[str, ...]) -> Iterator[Position]:
    """Yield what follows when Illusion is turned instead."""
    for number, piece in enumerate(position.field):
        if piece.id == "illusion" and not piece.tapped:
            changed = position.turned(number)
            if "creature" in icons or "demon" in icons:
                yield changed
            if "dragon" in icons:
                yield from pay_essence(changed, None, "any", "2")


def destroy(position: Position, place: int | None, word: str, what: str) -> Iterator[Position]:
    for number, piece in enumerate(position.field):
        is_meant = {"self": number == place, "any": True, "other": number != place}
        if piece.is_artifact and (is_meant[what] if what in is_meant else piece.has(what)):
            gone = replace(piece, id="alchemy", tapped=True)  # no artifact any more
            rest = (*position.field[:number], gone, *position.field[number + 1 :])
            yield replace(position, field=rest)


def discard(position: Position, place: int | None, word: str, what: str) -> Iterator[Position]:
    for chosen in combinations(position.hand, 1):
        if what == "any" or Piece(chosen[0], False, ()).has(what):
            hand = list(position.hand)
            hand.remove(chosen[0])
            yield replace(position, hand=tuple(hand))


def give_back(position: Position, place: int | None, word: str, what: str) -> Iterator[Position]:
    yield position


WAYS = {"one-of": pay_one_of, "turn": turn, "turn-one": turn_one, "destroy": destroy,
        "discard": discard, "return": give_back}  # fmt: skip


def offered(view: Mapping[str, Any]) -> set[str]:
    """Return the actions that the observer of a view can take, as scripts call them."""
    position = position_of(view)
    found = {"pass"} | ({"discard-card"} if position.hand else set())
    if any(pools_after(position, card, is_placed=True) for card in position.hand):
        found.add("place-artifact")
    places = [each["card"] for each in view["zones"]["places"]["cards"]]
    if any(pools_after(position, card, is_placed=False) for card in places):
        found.add("claim-place")
    monuments = [each for each in view["zones"]["offer"]["cards"] if each]
    if position.pool[4] >= 4 and (monuments or view["zones"]["monuments"]["count"]):
        found.add("claim-monument")
    for place, piece in enumerate(position.field):
        for number, cost in enumerate(POWERS.get(piece.id, ()), start=1):
            if can_use(position, place, cost):
                found.add(label(piece.id, number))
    zones = view["players"][view["seat"]]["zones"]
    for scroll in (each["card"] for each in zones.get("scrolls", {"cards": []})["cards"]):
        if any(True for cost in POWERS.get(scroll, ()) for _ in after(position, None, cost)):
            found.add(scroll)
    return found


def label(id_: str, number: int) -> str:
    return id_ if len(POWERS[id_]) == 1 else f"{id_}.{number}"
