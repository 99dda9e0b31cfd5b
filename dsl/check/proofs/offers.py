"""Refuse actions whose offer would tell their player what the player may not see."""

from __future__ import annotations

from typing import Final

from dsl.check.proofs.leaks import Known, Reader
from dsl.check.scopes.draft import ActionText, Draft
from dsl.check.texts.shapes import scalar_at
from dsl.model.rules import Action
from dsl.source import Span

HELP: Final = "read what the player sees, or look at it in `do:`, when the choice has been made"


def check_offers(draft: Draft) -> None:
    """Report each part of an action that reads what its player may not see."""
    for text, action in zip(draft.action_texts, draft.actions, strict=True):
        _check(text, action, draft)


def _check(text: ActionText, action: Action, draft: Draft) -> None:
    """Read the parameters of an action, its condition and its cost as its player would."""
    reader = Reader(draft, best=action.only_if is not None)
    known: Known = {}
    for slot, parameter in enumerate(action.parameters):
        source = reader.read(parameter.source, known)
        for part in (parameter.when, parameter.number):
            reader.read(part, known)
        known = {**known, slot: source.element}
        for part in (parameter.condition, parameter.so_far):
            reader.read(part, known)
        _report(reader, text, parameter.span, draft)
    reader.read(action.when, dict(known))
    _report(reader, text, _when_span(text), draft)
    if action.cost is not None:
        for step in action.cost.steps:
            reader.steps((step,), known)
            _report(reader, text, step.span, draft)


def _when_span(text: ActionText) -> Span:
    """Return where the condition of an action stands; its kind may have said it."""
    own = scalar_at(text.node, "when")
    return text.span if own is None or "\n" in own.span.text else own.span


def _report(reader: Reader, text: ActionText, span: Span, draft: Draft) -> None:
    """Report the first thing told since the last report."""
    if reader.leaks:
        told = f"{reader.leaks[0]}, which its player may not see"
        message = f"whether `{text.id}` is offered tells {told}"
        draft.report.add("leaking-option", message, span, HELP)
        reader.leaks.clear()
