"""Write what stands between a value and its reader: modifiers, and results that are kept.

A modifier changes a value or an attribute while its rule works. A result is kept until the position
changes, by a hash of what it rests on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeAlias

from dsl.model.expressions import Constant
from dsl.model.rules import Modifier
from dsl.model.types import INT, Type
from interpreter.native.emit.dispatch import WriteBody, condition, frozen, guarded, value
from interpreter.native.emit.emitter import Emitter
from interpreter.native.emit.limits import Key, bound_of, count
from interpreter.native.emit.rules import each_bearer, each_of_those
from interpreter.native.emit.sight import controller
from interpreter.native.emit.writer import Writer, is_block, name_of
from interpreter.program.analysis import own_parameter
from interpreter.program.limits import EACH, HEARD
from interpreter.program.memo import OWN
from interpreter.program.program import RulePlan

MEMO_ROWS: Final = 64
"""How many results of a value are kept."""
ONCE: Final = Constant(1, INT)
FACTORS: Final = (1, 5, 11, 3)
"""What the arguments are multiplied with for the hash."""


class Memo:
    """Writes that a result is kept until the position changes.

    Attributes:
        keys: What it rests on beside the position.
        has_work: Whether a row holds what the result took, too: that counts each time.
    """

    def __init__(self, em: Emitter, w: Writer, keys: list[str], *, has_work: bool) -> None:
        self.w, self.keys, self.has_work = w, keys, has_work
        self.result = len(keys) + 1
        row = self.result + 1 + has_work
        at = em.room(MEMO_ROWS * row, lasts=False)
        pairs = zip(keys, FACTORS, strict=False)
        mixed = " + ".join(f"{key} * {factor}" for key, factor in pairs) or "0"
        w.line(f"h = {at} + (({mixed}) & {MEMO_ROWS - 1}) * {row}")

    def look(self) -> None:
        """Write that a result is returned which was kept since the position last changed."""
        tests = "".join(f" and M[h + {n}] == {key}" for n, key in enumerate(self.keys, 1))
        with self.w.inner(f"if M[h] == g_epoch{tests}:"):
            if self.has_work:
                self.w.line(f"work(M[h + {self.result + 1}])")
            self.w.line(f"return M[h + {self.result}]")
        if self.has_work:
            self.w.line("before = g_work")

    def keep(self, found: str) -> None:
        """Write that a result is kept."""
        self.w.line("M[h] = g_epoch")
        for n, key in enumerate(self.keys, 1):
            self.w.line(f"M[h + {n}] = {key}")
        self.w.line(f"M[h + {self.result}] = {found}")
        if self.has_work:
            self.w.line(f"M[h + {self.result + 1}] = g_work - before")


Plan: TypeAlias = RulePlan[Modifier]


def plans_of(em: Emitter, key: Key) -> Sequence[Plan]:
    """Return the modifiers of a value or attribute: first those that set it."""
    plans = em.program.modifiers.get(key, ())
    return sorted(plans, key=lambda plan: not plan.rule.is_first)


def modified(em: Emitter, key: Key, given: list[str], type_: Type) -> str:
    """Return the function (arguments …, result) of what modifiers make of a value or attribute.

    Args:
        given: The parameters of the value, `s0` and so on; of an attribute its card.
        type_: What the value comes to.
    """
    plans = plans_of(em, key)
    in_order = any(plan.number in em.analysis.in_order for plan in plans)
    in_layers = key in em.analysis.circles or in_order or any(plan.rule.layer for plan in plans)
    of_cards = sum(_is_looked_for(em, plan) for plan in plans)

    def write(w: Writer) -> None:
        if in_layers or of_cards > 1:
            rows = _Rows(em, key, plans, given, in_layers=in_layers, in_order=in_order)
            guarded(w, lambda: rows.write(w, type_), keeps=is_block(type_))
        else:
            _one_by_one(em, w, plans, given, type_)
        w.line("return r")

    name = key if isinstance(key, str) else ".".join(key)
    return em.define(f"modified_{name_of(name)}", [*given, "r"], write)


def _is_looked_for(em: Emitter, plan: Plan) -> bool:
    """Return whether a modifier works on cards that have to be looked for."""
    return em.evaluator.bearing(plan) is not None and own_parameter(plan.rule) is None


def _work(em: Emitter, plan: Plan) -> int:
    """Return what each card counts that has a modifier."""
    return EACH + em.evaluator.work.of_rule(plan.rule)


def _one_by_one(
    em: Emitter, w: Writer, plans: Sequence[Plan], given: list[str], type_: Type
) -> None:
    """Write that modifiers are applied in the order of the text."""
    for plan in plans:
        apply = _apply(em, plan, given, type_)

        def on(card: str, plan: Plan = plan, apply: str = apply) -> None:
            count(w, _work(em, plan))
            w.line(f"r = {apply}({', '.join([_me(em, card), card, *given])}, r)")

        _each_card(em, w, plan, given, on)


class _Rows:
    """Modifiers as rows, one for each card that has one: those of no card in play cost nothing.

    They are applied by their layers; in one those that set come first, and what remains goes by
    when they began to work, then by the order of the text.
    """

    def __init__(
        self, em: Emitter, key: Key, plans: Sequence[Plan], given: list[str], *,
        in_layers: bool, in_order: bool,
    ) -> None:  # fmt: skip
        self.em, self.key, self.plans, self.given = em, key, plans, given
        self.in_layers, self.in_order = in_layers, in_order

    def write(self, w: Writer, type_: Type) -> str:
        """Write that the modifiers that work now are applied; return the variable of the result."""
        em, w.allocates = self.em, True
        w.line(f"q = modifier_rows({em.image.most * len(self.plans)})")
        for at, plan in enumerate(self.plans):
            if not _is_looked_for(em, plan):
                on = partial(self._add, w, str(at), [at])
                _each_card(em, w, plan, self.given, on)
        groups: dict[tuple[int, ...] | None, list[int]] = {}
        for at, plan in enumerate(self.plans):
            if _is_looked_for(em, plan):
                groups.setdefault(None if plan.places is None else (*plan.places,), []).append(at)
        for group in groups.values():
            self._look_for(w, group)
        if self.in_layers:
            with w.inner("if M[q] > 0:"):
                count(w, HEARD)
                if em.analysis.in_order:
                    w.line("work(M[ARRIVED])")
        w.line("sort_modifiers(q)")
        with w.inner("for i in range(M[q]):"):
            w.line("row = q + 1 + 5 * i")
            for at, plan in enumerate(self.plans):
                apply = _apply(em, plan, self.given, type_)
                with w.inner(f"if M[row + 2] == {at}:"), _below(em, w, self.key, plan):
                    told = ["M[row + 4]", "M[row + 3]", *self.given]
                    w.line(f"r = {apply}({', '.join(told)}, r)")
        return "r"

    def _look_for(self, w: Writer, group: list[int]) -> None:
        """Write that rows are added for the cards of modifiers that work in the same zones."""
        em = self.em
        bearings = {at: em.evaluator.bearing(self.plans[at]) or frozenset() for at in group}
        of_card = [
            [at for at in group if n in bearings[at]] for n in range(len(em.game.definitions))
        ]
        table = em.static(em.static((len(those), *those)) for those in of_card)

        def on(card: str) -> None:
            here, i = w.bind(f"M[{table} + M[DF + {card}]]", "l"), w.fresh("i")
            with w.inner(f"for {i} in range(M[{here}]):"):
                self._add(w, w.bind(f"M[{here} + 1 + {i}]", "n"), group, card)

        every = frozenset().union(*bearings.values())
        each_of_those(em, w, self.plans[group[0]].places, every, on)

    def _add(self, w: Writer, at: str, group: Sequence[int], card: str) -> None:
        """Write that the row of a modifier is added.

        Args:
            at: The text of its number.
            group: Those that it may be.
        """
        em, me = self.em, w.bind(_me(self.em, card))
        plans = [self.plans[number] for number in group]
        w.line(f"work({self._of(at, group, [_work(em, plan) for plan in plans])})")
        order, since = "0", "0"
        if self.in_layers:
            order = w.bind(self._of(at, group, [int(not plan.rule.is_first) for plan in plans]))
            for number, plan in zip(group, plans, strict=True):
                if plan.rule.layer is not None:
                    with w.inner(f"if {at} == {number}:"), w.as_role(me, card, "NONE", self.given):
                        w.line(f"{order} += 2 * ({value(em, w, plan.rule.layer)})")
        if self.in_order:
            numbers = [plan.number for plan in plans]
            since = f"works_since({self._of(at, group, numbers)}, {card}, 0)"
        place = f"{since} * {len(self.plans)} + {at}"
        w.line(f"add_modifier(q, {order}, {place}, {at}, {card}, {me})")

    def _of(self, at: str, group: Sequence[int], numbers: Sequence[int]) -> str:
        """Return the text of a number that goes by the modifier."""
        if len({*numbers}) == 1:
            return str(numbers[0])
        cells = dict(zip(group, numbers, strict=True))
        return f"M[{self.em.static(cells.get(n, 0) for n in range(len(self.plans)))} + {at}]"


@contextmanager
def _below(em: Emitter, w: Writer, key: Key, plan: Plan) -> Iterator[None]:
    """Write that a modifier of a circle counts only below the layer that asks now, and reads what
    the layers below its own have made of the circle. One that says no layer reads layer 0 too."""
    bound = bound_of(em, key)
    if bound is None:
        yield
        return
    w.line("layer = floordiv(M[row], 2)")
    with w.inner(f"if {bound} == NONE or layer < {bound}:"):
        w.line(f"bound = {bound}")
        w.line(f"{bound} = {OWN if plan.rule.layer is None else 'layer'}")
        yield
        w.line(f"{bound} = bound")


def _each_card(em: Emitter, w: Writer, plan: Plan, given: list[str], on: WriteBody) -> None:
    """Write what is done for each card on which a modifier works now, that can be of concern."""
    own = own_parameter(plan.rule)
    if own is None or em.evaluator.bearing(plan) is None:
        each_bearer(em, w, plan, on)
        return
    with w.inner(f"if {_bears(em, plan)}({given[own]}):"):
        on(given[own])


def _me(em: Emitter, card: str) -> str:
    """Return the text of who is `me` in a rule of a card."""
    return card if card == "NONE" else f"{controller(em)}({card})"


def _bears(em: Emitter, plan: Plan) -> str:
    """Return the function (card) that says whether a rule works on a card now."""
    bearing = em.evaluator.bearing(plan)
    assert bearing is not None

    def write(w: Writer) -> None:
        w.line("if c == NONE:")
        w.line("    return 0")
        w.line(f"if M[{em.by_definition(bearing.__contains__)} + M[DF + c]] == 0:")
        w.line("    return 0")
        if plan.places is None:
            w.line("return 1")
            return
        families = range(len(em.program.families))
        there = em.static(int(number in plan.places) for number in families)
        w.line("z = M[PL + c]")
        w.line("if z < 0:")
        w.line("    return 0")
        w.line(f"return M[{there} + M[ZF + z]]")

    return em.define(f"bears_{plan.number}", ["c"], write)


def _apply(em: Emitter, plan: Plan, given: list[str], type_: Type) -> str:
    """Return the function (me, own card, arguments …, result) of what a modifier makes of it."""
    rule = plan.rule

    def write(w: Writer) -> None:
        with w.as_role("me", "own", "NONE", given), w.naming({rule.result: "r"}):
            if rule.condition is not None:
                asked = rule.condition
                holds = guarded(w, lambda: w.bind(condition(em, w, asked)))
                w.line(f"if not {holds}:")
                w.line("    return r")
            often = rule.times or ONCE
            times = guarded(w, lambda: w.bind(value(em, w, often)))
            with w.inner(f"for {w.fresh('i')} in range({times}):"):
                found = guarded(w, lambda: w.bind(frozen(em, w, rule.to)), keeps=is_block(type_))
                w.line(f"r = {found}")
        w.line("return r")

    return em.define(f"modify_{plan.number}", ["me", "own", *given, "r"], write)
