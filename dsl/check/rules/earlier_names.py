"""Check what a rule reads before its event: what stands under `let`, and what `was(…)` reads.

The event's slots are the first locals of a rule, in its pattern and in its steps; then come the
names under `let`, then a hidden local for each `was(…)`.
"""

from __future__ import annotations

from dataclasses import replace

from dsl.check.expressions.earlier import calls_in
from dsl.check.expressions.expressions import check_expression
from dsl.check.scopes.draft import Draft, EntryText
from dsl.check.scopes.places import define, reserve
from dsl.check.scopes.scope import Earlier, Scope
from dsl.check.scopes.world import EventHead
from dsl.check.steps.patterns import Named
from dsl.check.texts.shapes import child, entries_of
from dsl.check.texts.trees_of import expression_of
from dsl.model.expressions import Constant, Expression
from dsl.model.steps import SlotInfo
from dsl.model.types import BOOL, UNKNOWN
from dsl.syntax.parser import parse_name
from dsl.syntax.trees import Expression as Tree


class EarlierNames:
    """What the `where` and the steps of a rule may name beside the event.

    Attributes:
        scope: That of the steps, once the event is known.
        timing: Whether it listens `after`, `before` or `instead`.
    """

    def __init__(
        self, text: EntryText, scope: Scope, steps: tuple[object, ...], draft: Draft
    ) -> None:
        self.text, self.scope, self.steps, self.draft = text, scope, steps, draft
        self.timing = "after"
        self._named: tuple[tuple[int, Expression], ...] = ()

    @property
    def lets(self) -> tuple[tuple[int, Expression], ...]:
        """Return all that is read before the event, each with its local."""
        earlier = self.scope.earlier
        return (*self._named, *(() if earlier is None else earlier.read))

    def at(self, timing: str) -> EarlierNames:
        """Note when the rule acts."""
        self.timing = timing
        return self

    def behind(self, condition: Tree | None) -> Named:
        """Return what gives the scope of a pattern's `where` these names."""

        def named(head: EventHead, inside: Scope) -> Scope:
            for slot in head.slots:
                _, self.scope = self.scope.bind(slot.name, slot.type, fixed=True)
            first = len(self.scope.slots.infos)
            self._check_lets()
            if self.timing == "after":
                self._reserve(calls_in(condition, *self.steps))
            own = self.scope.slots.infos[first:]
            names = {info.name: (first + n, info.type) for n, info in enumerate(own) if info.name}
            inside.slots.infos.extend(own)
            return replace(
                inside,
                visible={**inside.visible, **names},
                fixed=inside.fixed | names.keys(),
                earlier=self.scope.earlier,
            )

        return named

    def _check_lets(self) -> None:
        draft, entries = self.draft, entries_of(child(self.text.node, "let"))
        first = reserve(self.scope, len(entries))
        found: list[tuple[int, Expression]] = []
        for slot, entry in enumerate(entries, start=first):
            parse_name(entry.key, draft.report)
            tree = expression_of(entry.value, draft.report)
            value = Constant(None, UNKNOWN) if tree is None else check_expression(tree, self.scope)
            self.scope = define(self.scope, slot, entry.key.text, value.type)
            found.append((slot, value))
        self._named = tuple(found)

    def _reserve(self, number: int) -> None:
        first = len(self.scope.slots.infos)
        self.scope.slots.infos.extend([SlotInfo("", BOOL)] * number)
        self.scope = replace(self.scope, earlier=Earlier(self.scope, first))
