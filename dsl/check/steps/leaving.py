"""Check `leave PHASE`, and make the hidden state that notes it."""

from __future__ import annotations

from typing import Final

from dsl.check.expressions.expressions import quote
from dsl.check.expressions.names_declared import unknown
from dsl.check.scopes.scope import Scope
from dsl.check.steps.steps import Checked, report_place
from dsl.model import steps as model
from dsl.model.keys import LEAVE, StateKey
from dsl.model.nouns import StateField
from dsl.model.types import BOOL
from dsl.syntax import trees

WORD: Final = "leave"
"""A game that has an event of this name means that."""


def leave_step(tree: trees.Phrase, scope: Scope) -> Checked:
    """Return the step that leaves a phase."""
    world, phase = scope.world, tree.argument
    if not isinstance(phase, trees.Name) or tree.prepositions or tree.result is not None:
        message = f"{quote(tree.span)} names no phase"
        world.report.add("wrong-type", message, tree.span, "write `leave PHASE`")
        return (), scope
    if phase.text not in world.phases:
        unknown(world.report, "unknown-phase", "phase", phase.text, phase.span, [*world.phases])
        return (), scope
    if scope.place in ("cost", "together"):
        report_place(f"not-in-{scope.place}", tree, scope, "leave it in the effect")
    world.used.add(("phase", phase.text))
    name = f"{LEAVE}{phase.text}"
    key = StateKey(None, name)
    if world.seats and key not in world.state:
        message = f"nothing in the rules leaves `{phase.text}`, so that a script cannot"
        world.report.add("wrong-type", message, tree.span, "let an action or event do it")
        return (), scope
    world.state[key] = StateField(
        key=key, type=BOOL, default=False, is_set_up=False, until=name, keep=False,
        seen_by="nobody", span=tree.span,
    )  # fmt: skip
    return (model.Leave(phase.text, key, tree.span),), scope
