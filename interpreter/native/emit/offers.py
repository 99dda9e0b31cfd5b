"""Write offers: which actions a player can take, with which cards, and the taking of one.

An option is one number: that of the action times `CARDS`, and the number of its card plus one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

from interpreter.lower import ops
from interpreter.native.emit.actions import can_function
from interpreter.native.emit.bodies import call_body, check_within, stop_event
from interpreter.native.emit.dispatch import asks, each_of, operation
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.events import event_function
from interpreter.native.emit.noting import note_place, note_standing
from interpreter.native.emit.rules import each_bearer, each_zone
from interpreter.native.emit.sight import controller
from interpreter.native.emit.writer import Writer
from interpreter.native.memory import CARDS
from interpreter.program.program import ActionPlan


@operation(ops.Offer)
def offer(em: Emitter, w: Writer, op: ops.Offer, number: int) -> None:
    """Offer some actions to the player whose turn it is; where none can be taken, jump."""
    note_standing(em, w, number)
    note_place(em, w, number)
    plans = [em.program.actions[n] for n in op.actions]
    top = w.bind("g_top", "k")
    offered = _offered(em, w, plans)
    with w.inner(f"if M[{offered}] == 0:"):
        w.line(f"g_top = {top}")
        w.line(f"goto(L{op.otherwise})")
    asks(em, w, "action", ("phase", op.phase))
    chosen = w.bind(f"ask_action(me, {offered})", "r")
    w.line(f"g_top = {top}")
    action = w.bind(f"div_u({chosen}, {CARDS})")
    card = w.bind(f"{chosen} - {action} * {CARDS} - 1")
    for place, plan in enumerate(plans):
        is_last = place == len(plans) - 1
        is_it = f"{'el' if place else ''}if {action} == {plan.number}:"
        with w.inner("if 1:" if len(plans) == 1 else "else:" if is_last else is_it):
            bearer = card if _is_of_cards(em, plan) else "NONE"
            w.line(call_body(em, plan.take, "me", bearer, "me", []))
    w.line("if g_over:")
    w.line("    return 0")


# --- what can be taken --------------------------------------------------------------------------


def _is_of_cards(em: Emitter, plan: ActionPlan) -> bool:
    """Return whether an action is taken through a card."""
    return em.evaluator.bearing(plan) is not None


def _is_general(em: Emitter, plan: ActionPlan) -> bool:
    """Return whether the whole match is looked through for the cards of an action."""
    is_plain = plan.owner_definition is not None and plan.places is not None and not plan.lacking
    return _is_of_cards(em, plan) and not is_plain


def _offered(em: Emitter, w: Writer, plans: list[ActionPlan]) -> str:
    """Return a list of the options: each action that can be taken, of equal cards with one."""
    listed = [p for p in plans if _is_of_cards(em, p) and not _is_general(em, p)]
    families = sorted({family for plan in listed for family in plan.places or ()})
    users = {family: w.bind(f"{users_function(em, family)}(me)", "p") for family in families}
    room = [str(len(plans) + 2)]
    room += [
        f"{sum(family in (plan.places or ()) for plan in listed)} * M[{cards}]"
        for family, cards in users.items()
    ]
    room += ["g_entities" for plan in plans if _is_general(em, plan)]
    offered = w.bind("g_top", "o")
    w.line(f"M[{offered}] = 0")
    w.line(f"g_top = {offered} + {' + '.join(room)}")
    for plan in plans:
        if _is_of_cards(em, plan):
            _offer_of_cards(em, w, plan, offered, users)
        else:
            with w.inner(f"if {can_function(em, plan, 0)}(me, NONE):"):
                _append(w, offered, str(plan.number * CARDS))
    return offered


def _append(w: Writer, offered: str, option: str) -> None:
    w.line(f"M[{offered}] += 1")
    w.line(f"M[{offered} + M[{offered}]] = {option}")


def _offer_of_cards(
    em: Emitter, w: Writer, plan: ActionPlan, offered: str, users: dict[int, str]
) -> None:
    """Write that an action is offered with the cards that a player has for it.

    All cards are noted first and then thinned out: a card is looked at once for all that are alike.
    """
    start = w.bind(f"M[{offered}]", "n")
    is_general = _is_general(em, plan)
    are_several = is_general or em.program.copies(plan.owner_definition or 0) > 1

    def note(card: str) -> None:
        with ExitStack() as within:
            if is_general:
                within.enter_context(w.inner(f"if {controller(em)}({card}) == me:"))
            if are_several:
                is_new = f"{is_new_function(em)}(me, {card}, {offered}, {start})"
                within.enter_context(w.inner(f"if {is_new}:"))
            _append(w, offered, f"{plan.number * CARDS + 1} + {card}")

    if is_general:
        each_bearer(em, w, plan, note)
    else:
        for family in plan.places or ():
            each_of(w, users[family], _of_definition(w, plan, note))
    with w.inner(f"if M[{offered}] > {start}:"):
        i, option, count = w.fresh("i"), w.fresh("x"), w.bind(start, "n")
        with w.inner(f"for {i} in range({start}, M[{offered}]):"):
            w.line(f"{option} = M[{offered} + 1 + {i}]")
            noted = f"{option} - {plan.number * CARDS + 1}"
            with w.inner(f"if {can_function(em, plan, 0)}(me, {noted}):"):
                w.line(f"{count} += 1")
                w.line(f"M[{offered} + {count}] = {option}")
        w.line(f"M[{offered}] = {count}")


def _of_definition(
    w: Writer, plan: ActionPlan, note: Callable[[str], None]
) -> Callable[[str], None]:
    """Return what writes something for cards of the action's definition only."""

    def body(card: str) -> None:
        with w.inner(f"if M[DF + {card}] == {plan.owner_definition}:"):
            note(card)

    return body


def users_function(em: Emitter, family: int) -> str:
    """Return the function (me) that lists the cards of a family of zones that a player controls and
    that have an action there."""
    ruled = {plan.owner_definition for plan in em.program.actions if family in (plan.places or ())}
    flags = em.by_definition(lambda n: n in ruled)
    has_places = em.program.families[family].slots is not None
    controls = controller(em)

    def write(w: Writer) -> None:
        w.line("q = g_top")
        w.line("n = 0")
        w.line("g_top = q + 1 + g_entities")

        def of_card(card: str) -> None:
            is_ruled = w.inner(f"if M[{flags} + M[DF + {card}]]:")
            with is_ruled, w.inner(f"if {controls}({card}) == me:"):
                w.line("n += 1")
                w.line(f"M[q + n] = {card}")

        def of_zone(zone: str) -> None:
            each_of(w, f"M[ZP + {zone}]", of_card, skips=has_places)

        each_zone(em, w, family, of_zone)
        w.line("M[q] = n")
        w.line("g_top = q + 1 + n")
        w.line("return q")

    return em.define(f"users_{family}", ["me"], write)


def is_new_function(em: Emitter) -> str:
    """Return the function that says whether no option from a place on has an equal card."""

    def write(w: Writer) -> None:
        w.block(f"""
for i in range(start, M[o]):
    x = M[o + 1 + i]
    if alike(me, x - div_u(x, {CARDS}) * {CARDS} - 1, c):
        return 0
return 1
""")

    return em.define("is_new", ["me", "c", "o", "start"], write)


# --- what is done -------------------------------------------------------------------------------


@operation(ops.Happen)
def happen(em: Emitter, w: Writer, op: ops.Happen, number: int) -> None:
    """Run an action that has been paid for; what its cost has bound follows its parameters."""
    plan = em.program.events[op.event]
    assert plan.code is not None
    given = [f"s{slot}" for slot in range(op.parameters)]
    if op.is_paid:
        given += [f"M[BOUND + {slot}]" for slot in range(op.parameters, plan.code.given)]
    given += ["NONE"] * (plan.code.given - len(given))
    w.line(f"{event_function(em, op.event)}({', '.join([w.me, w.self_, *given])})")
    check_within(em, w)
    stop_event(em, w, op.event)
