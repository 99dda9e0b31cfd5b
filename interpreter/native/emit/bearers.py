"""Write loops over the cards that have a rule or an action, and on which it works now."""

from __future__ import annotations

from typing import TypeAlias

from dsl.model.rules import Rule
from interpreter.native.emit.dispatch import WriteBody, each_of
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.writer import Writer
from interpreter.program.noun_closures import first_zone
from interpreter.program.program import ActionPlan, RulePlan

Plan: TypeAlias = RulePlan[Rule] | ActionPlan


def each_bearer(em: Emitter, w: Writer, plan: Plan, body: WriteBody) -> None:
    """Write a loop over the cards on which a rule works now, in the order in which it acts.

    They come by active zones, owners and positions. For a rule that no card has, what `body` writes
    stands there once, with `NONE`.
    """
    bearing = em.evaluator.bearing(plan)
    if bearing is None:
        body("NONE")
    elif plan.places is None:
        each_copy(em, w, bearing, body)
    else:
        for family in plan.places:
            _each_in(em, w, family, bearing, body)


def each_copy(em: Emitter, w: Writer, definitions: frozenset[int], body: WriteBody) -> None:
    """Write a loop over the cards of some definitions, wherever they lie."""
    flags = em.by_definition(lambda n: n in definitions)
    card = w.fresh("c")
    with w.inner(f"for {card} in range(g_entities):"), w.inner(f"if M[{flags} + M[DF + {card}]]:"):
        body(card)


def each_zone(em: Emitter, w: Writer, family: int, body: WriteBody) -> None:
    """Write a loop over the zones of a family; `body` is given the number of the zone."""
    key, zone = em.program.families[family].key, w.fresh("z")
    if key.owner in (None, "player"):  # these are there from the beginning, side by side
        first = first_zone(em.evaluator, key)
        many = 1 if key.owner is None else em.program.seats
        with w.inner(f"for {zone} in range({first}, {first + many}):"):
            body(zone)
        return
    own = len(em.analysis.holders.fixed)
    every, is_of_family = f"for {zone} in range({own}, g_zones):", f"if M[ZF + {zone}] == {family}:"
    with w.inner(every), w.inner(is_of_family):
        body(zone)


def _each_in(
    em: Emitter, w: Writer, family: int, definitions: frozenset[int], body: WriteBody
) -> None:
    """Write a loop over the cards of some definitions in the zones of a family."""
    flags = em.by_definition(lambda n: n in definitions)
    has_places = em.program.families[family].slots is not None

    def of_card(card: str) -> None:
        with w.inner(f"if M[{flags} + M[DF + {card}]]:"):
            body(card)

    def of_zone(zone: str) -> None:
        each_of(w, f"M[ZP + {zone}]", of_card, skips=has_places)

    each_zone(em, w, family, of_zone)
