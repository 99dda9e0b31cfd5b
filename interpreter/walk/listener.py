"""Compute which rules could match now; see a batch from the position before it.

While `State.before_batch` is set every rule counts as listening: every event goes through all its
stages, and the walker takes every body that a rule could hear of.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from dsl.model.rules import Rule
from interpreter.program.program import EventPlan, Program, RulePlan
from interpreter.program.subscriptions import Subscriptions, Suspension, each_of
from interpreter.program.values import Evaluator
from interpreter.state.record import State
from interpreter.state.values import BatchFrame, Values


class Listener:
    """Keeps `State.listening` and `State.arrived` in step with where the cards are.

    Attributes:
        in_order: The modifiers whose order matters, by their bits, with their place in the text.
        any_in_order: The bits of them all.
        follow: Told when rules have become active or not, if any wait for a condition.
        follow_anew: Told when the position was given, if any do.
    """

    def __init__(self, rules: Subscriptions, evaluator: Evaluator) -> None:
        self.rules, self.evaluator = rules, evaluator
        plans = evaluator.program.rules
        in_order = sorted((plans[n] for n in evaluator.in_order), key=_place_of)
        self.in_order = {2 << plan.number: (at, plan) for at, plan in enumerate(in_order)}
        self.any_in_order = sum(self.in_order)
        self.unplaced = frozenset(rules.anywhere)
        self.follow: Callable[[State], None] | None = None
        self.follow_anew: Callable[[State], None] | None = None

    def listen(self, st: State) -> None:
        """Note which rules could match now."""
        st.listening = self.mask_of(st)
        if self.in_order:
            self._keep_order(st)
        if self.follow is not None:
            self.follow(st)

    def mask_of(self, st: State) -> int:
        """Return which rules could match now: all, in a batch that is seen from before."""
        rules, mask = self.rules, self.rules.always | (st.listening & 1)
        if st.before_batch is not None:
            mask |= rules.of_cards
        definitions, zones = st.entity_definitions, st.zones
        for card in self.evaluator.copies(st, self.unplaced) if self.unplaced else ():
            mask |= rules.anywhere[definitions[card]]
        for family, bits in rules.within.items():
            for zone in self.evaluator.zones_of(st, family):
                for card in zones[zone]:
                    if card is not None:
                        mask |= bits.get(definitions[card], 0)
        return mask

    def _keep_order(self, st: State) -> None:
        """Note which modifiers have begun to work, behind all that work already.

        Those that begin at once follow their places in a row, then the order of the text.
        """
        working: list[tuple[int, int | None]] = []
        found = each_of(st.listening & self.any_in_order, self.in_order)
        for _, plan in sorted(found, key=itemgetter(0)):
            working += [(plan.number, card) for card in self.evaluator.bearers(st, plan)]
        if len(working) > 1:
            known = {pair: place for place, pair in enumerate(st.arrived)}
            working.sort(key=lambda pair: (known.get(pair, len(known)), self._spot(st, pair[1])))
        st.arrived = tuple(working)

    def _spot(self, st: State, card: int | None) -> int:
        """Return where in its row a card lies; 0 where order means nothing."""
        zone = -1 if card is None else st.places[card]
        families = self.evaluator.program.families
        is_row = zone >= 0 and families[st.zone_families[zone]].is_ordered
        return st.zones[zone].index(card) if is_row else 0

    def listen_at_once(self, st: State) -> None:
        """Do so where none of the rules that work came before another."""
        st.arrived = ()
        self.listen(st)

    def listen_anew(self, st: State) -> None:
        """Do so for a position that was given: nothing in it has become so."""
        self.listen_at_once(st)
        if self.follow_anew is not None:
            self.follow_anew(st)


def _place_of(plan: RulePlan[Rule]) -> tuple[str, int]:
    """Return where a rule stands in the text, the same wherever the package lies."""
    span = plan.rule.span
    return span.source.path.replace("\\", "/").rpartition("/")[2], span.start


_EVENT = itemgetter(0)


class LookingBack:
    """Keeps the position in which a batch began until it is over.

    Attributes:
        masks: For each event the rules that could match it or what happens in it.
    """

    def __init__(self, program: Program, suspension: Suspension, listener: Listener) -> None:
        self.program, self.suspension, self.listener = program, suspension, listener
        self.masks: dict[str, int] = {}

    def begin(self, st: State, members: Values) -> bool:
        """Keep the position for a batch if a rule could hear of it; return whether it is kept."""
        if st.before_batch is not None or not any(map(self._mask, set(map(_EVENT, members)))):
            return False
        before = st.clone()
        before.frames.clear()
        st.before_batch = before
        self.listener.listen(st)
        return True

    def end(self, st: State) -> None:
        """Return to the present position."""
        if st.before_batch is not None:
            st.before_batch = None
            self.listener.listen(st)

    def _mask(self, event: str) -> int:
        mask = self.masks.get(event)
        if mask is None:
            plan: EventPlan = self.program.events[event]
            mask = self.suspension.event_mask(event)
            mask |= 0 if plan.code is None else self.suspension.mask(plan.code)
            self.masks[event] = mask
        return mask


def keep_within(st: State, happened: Values) -> None:
    """Keep what has happened in a batch until all of it is over, when the rules behind it react."""
    place = max(
        n for n, f in enumerate(st.frames) if isinstance(f, BatchFrame) and f.within is not None
    )
    frame = st.frames[place]
    assert isinstance(frame, BatchFrame) and frame.within is not None
    st.frames[place] = frame._replace(within=(*frame.within, *happened))


def seen_from(program: Program, st: State) -> State:
    """Return the position from which what happens is seen: as it is, or as it was before the batch.
    A card that has come since was nowhere then."""
    before = st.before_batch
    if before is None:
        return st
    if len(before.entity_definitions) != len(st.entity_definitions):
        before = st.before_batch = _with_newcomers(program, before, st)
    return before


def _with_newcomers(program: Program, before: State, st: State) -> State:
    known, zones = len(before.entity_definitions), len(before.zones)
    coming = len(st.entity_definitions) - known
    view = before.clone()
    view.entity_definitions = (*before.entity_definitions, *st.entity_definitions[known:])
    view.entity_bases, view.entity_zones = st.entity_bases, st.entity_zones
    view.entity_owners = (*before.entity_owners, *st.entity_owners[known:])
    view.zone_families, view.zone_owners = st.zone_families, st.zone_owners
    view.values.extend(st.values[len(before.values) :])
    view.places.extend([-1] * coming)
    view.knows.extend([0] * coming)
    for family in st.zone_families[zones:]:
        view.zones.append([None] * (program.families[family].slots or 0))
    return view
