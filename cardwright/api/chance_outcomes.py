"""Decide one by one what chance decides: the machine runs until an outcome is missing.

A shuffled zone stays undecided, card by card, until a card leaves it or somebody can tell it: then
it is asked which card it is. That is the same game, since nobody knows the order before, and the
number of ways chance can go stays small. A run with too few outcomes is given up (`Missing`), and
made again from where it began once the next outcome is known.

While the machine runs, `Deal` stands for the counts of the random streams, and what says where
cards lie, who knows them and which they are notices when an undecided card is touched: a rule may
ask which card lies on top without anybody being shown it, and go on accordingly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dsl.model.types import INT, ListOf, Type
from interpreter.state import chance
from interpreter.state.record import State
from interpreter.walk.machine import Machine

Slot = tuple[int, int]
"""A shuffle of this run and a place in what it has shuffled."""


class Missing(Exception):
    """An outcome of chance is missing.

    Attributes:
        pool, type: For a draw what it is from, and the type of that list; else nothing.
        weights: How likely each is; nothing where all are alike.
        card: The undecided card that was touched; None for a draw.
    """

    def __init__(
        self, pool: Sequence[Any] = (), type_: Type | None = None, card: int | None = None,
        weights: chance.Weights = (),
    ) -> None:  # fmt: skip
        super().__init__()
        self.pool, self.type, self.card = tuple(pool), type_, card
        self.weights = tuple(weights)


class Deal(dict[str, int]):
    """What chance has decided in a run, and what it leaves open.

    Attributes:
        open: The undecided cards, each with the number of the shuffle it lies in.
        draws: The outcomes of the draws of this run.
        orders: By shuffle and place, the definitions decided for this run.
        slots: Of the cards shuffled in this run, where each of them came to lie.
    """

    def __init__(
        self, counts: dict[str, int], open_: dict[int, int], shuffled: int,
        draws: Sequence[int], orders: dict[Slot, int],
    ) -> None:  # fmt: skip
        super().__init__(counts)
        self.open, self.shuffled = open_, shuffled
        self.draws, self.orders = draws, orders
        self.slots: dict[int, Slot] = {}
        self._drawn = 0
        self.state: State | None = None

    def __contains__(self, stream: object) -> bool:
        """Return of every zone that it was shuffled before: the order of its cards does not matter,
        and to look at it would be to ask which an undecided card is."""
        return True

    def copy(self) -> dict[str, int]:
        """Return the plain counts: copies on which a cost is tried draw by themselves."""
        return dict(self)

    def below(self, state: State, stream: str, bound: int) -> int:
        """Return the next outcome of a draw of numbers from 0."""
        return self.among(state, stream, range(bound), ListOf(INT))

    def among(
        self, state: State, stream: str, pool: Sequence[Any], type_: Type,
        weights: chance.Weights = (),
    ) -> int:  # fmt: skip
        """Return the place of the next outcome of a draw."""
        if len(pool) == 1:
            return 0
        if self._drawn == len(self.draws):
            raise Missing(pool, type_, weights=weights)
        self._drawn += 1
        return self.draws[self._drawn - 1]

    def shuffle(self, state: State, stream: str, cards: list[Any]) -> None:
        """Put the decided cards of a shuffle in their places; leave the others undecided."""
        self.shuffled += 1
        definitions = tuple(state.entity_definitions)
        wanted = {place: d for (number, place), d in self.orders.items() if number == self.shuffled}
        left = [card for card in cards if card is not None]
        chance.shuffle(_Plain(state.key, stream, self.shuffled), stream, left)
        chosen: dict[int, int] = {}
        for place, definition in wanted.items():
            chosen[place] = next(card for card in left if definitions[card] == definition)
            left.remove(chosen[place])
        cards[:] = [chosen[n] if n in chosen else left.pop() for n in range(len(cards))]
        for place, card in enumerate(cards):
            self.open.pop(card, None)
            if place not in chosen:
                self.open[card] = self.shuffled
                self.slots[card] = (self.shuffled, place)

    def touch(self, card: int) -> None:
        """Note that it matters which card an undecided one is.

        Raises:
            Missing: It can be one of several.
        """
        assert self.state is not None
        if len(set(pool_of(self.state, self.open, card))) > 1:
            raise Missing(card=card)
        del self.open[card]


class _Plain:
    """Draws the order of what stays undecided: it never matters."""

    def __init__(self, key: int, stream: str, count: int) -> None:
        self.key = key
        self.chance = {stream: count}


class _Watched(list[int]):
    """A list by entity that tells when a value other than 0 is written for an undecided one."""

    __slots__ = ("deal",)

    def __init__(self, items: Sequence[int], deal: Deal) -> None:
        super().__init__(items)
        self.deal = deal

    def __setitem__(self, place: Any, value: Any) -> None:
        if value and place in self.deal.open:
            self.deal.touch(place)
        super().__setitem__(place, value)


class _WatchedPlaces(_Watched):
    """Where cards lie: any other zone than before tells that an undecided card has moved."""

    __slots__ = ()

    def __setitem__(self, place: Any, value: Any) -> None:
        if place in self.deal.open and value != self[place]:
            self.deal.touch(place)
        list.__setitem__(self, place, value)


class _WatchedDefinitions(tuple[int, ...]):
    """The definition of each entity; to ask for that of an undecided one touches it."""

    deal: Deal

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, int) and place in self.deal.open:
            self.deal.touch(place)
        return super().__getitem__(place)

    def __add__(self, more: Any) -> _WatchedDefinitions:
        return _watched_definitions(super().__add__(more), self.deal)


def _watched_definitions(definitions: tuple[int, ...], deal: Deal) -> _WatchedDefinitions:
    found = _WatchedDefinitions(definitions)
    found.deal = deal
    return found


def pool_of(st: State, open_: dict[int, int], card: int) -> list[int]:
    """Return the definitions that an undecided card can be of, one a card, in order."""
    group = open_[card]
    definitions = tuple(st.entity_definitions)
    return sorted(definitions[each] for each, other in open_.items() if other == group)


def run_watched(machine: Machine, st: State, deal: Deal, option: Any) -> None:
    """Answer with an option in a 1-tuple, or begin where it is None, and run to the next question.

    Raises:
        Missing: An outcome of chance is missing; the state is then where chance decides, to be
            looked at and not to go on from.
    """
    st.chance, deal.state = deal, st
    st.places, st.knows = _WatchedPlaces(st.places, deal), _Watched(st.knows, deal)
    memo = machine.evaluator.memo
    memo.is_off = True  # what is kept is not read
    st.entity_definitions = _watched_definitions(st.entity_definitions, deal)
    try:
        if option is None:
            machine.run(st)
        else:
            machine.answer(st, option[0])
        _touch_what_is_seen(machine, st, deal)
    except Missing:
        st.ask, st.answer = None, None
        # each card into the zone in which it is: one may have been on its way
        lying = {card: zone for zone, cards in enumerate(st.zones) for card in cards}
        for card in reversed(range(len(st.places))):
            zone, now = st.places[card], lying.get(card)
            if zone == now or (zone < 0 and now is None):
                continue
            if now is not None:
                st.own_zone(now).remove(card)
            if zone >= 0:
                st.own_zone(zone).insert(0, card)
        raise
    finally:
        memo.is_off = False
        # a state as any other again
        st.chance, st.places, st.knows = dict(deal), list(st.places), list(st.knows)
        st.entity_definitions = tuple(st.entity_definitions)


def _touch_what_is_seen(machine: Machine, st: State, deal: Deal) -> None:
    """Touch the undecided cards that lie where somebody can tell them."""
    knowledge = machine.knowledge
    for zone in sorted({st.places[card] for card in deal.open}):
        top_only = not knowledge.sees_cards(st, zone)
        if top_only and not knowledge.top_differs[st.zone_families[zone]]:
            continue
        for card in st.zones[zone][: 1 if top_only else None]:
            if card is not None and card in deal.open and knowledge.identifies(st, card):
                deal.touch(card)
