"""Declare the phases, set-up included, by name."""

from __future__ import annotations

from typing import Final

from dsl.check.expressions.names_declared import Places, unknown
from dsl.check.scopes.draft import Draft, PhaseText
from dsl.check.texts.shapes import child, items_of, scalar_at, scalar_of, scalars_of
from dsl.syntax.documents import Node
from dsl.syntax.parser import parse_name

SETUP: Final = "setup"


def declare_phases(draft: Draft) -> None:
    """Fill `Draft.phase_texts` and `World.phases`, and declare entering each as an event."""
    places = Places("phase", draft.report)
    entry = draft.package.single.get(SETUP)
    if entry is not None and scalar_of(entry.value) is not None:
        lone = PhaseText(id=SETUP, node=entry.value, span=entry.key.span)
        _declare(lone, places, draft)
        draft.phase_texts[SETUP] = (lone,)
    elif entry is not None:
        draft.phase_texts[SETUP] = _phases(entry.value, places, draft)
    phases = draft.package.single.get("phases")
    if phases is None:
        message = "the game has no `phases`"
        help_text = "write the phases of one round under `phases:`"
        draft.report.add("missing-section", message, draft.nowhere, help_text)
    else:
        draft.phase_texts["phases"] = _phases(phases.value, places, draft)


def _phases(node: Node | None, places: Places, draft: Draft) -> tuple[PhaseText, ...]:
    """Return the phases of a list, with those inside them."""
    found: list[PhaseText] = []
    for item in items_of(node):
        name = scalar_at(item, "id")
        if name is None or parse_name(name, draft.report) is None:
            draft.lost.update({name.text} if name is not None else ())
            continue
        inner = _phases(child(item, "phases"), places, draft)
        text = PhaseText(id=name.text, node=item, span=name.span, phases=inner)
        _declare(text, places, draft)
        found.append(text)
    return tuple(found)


def _declare(text: PhaseText, places: Places, draft: Draft) -> None:
    """Declare a phase and the event of entering it."""
    places.add(text.id, text.span)
    draft.world.phases.add(text.id)
    draft.world.declare_native(f"phase:{text.id}", text.span)


def phase_ids(node: Node | None, draft: Draft) -> tuple[str, ...]:
    """Return the phases that an `in:` names."""
    found: list[str] = []
    for scalar in scalars_of(node):
        if scalar.text in draft.world.phases:
            draft.world.used.add(("phase", scalar.text))
            found.append(scalar.text)
        else:
            phases = list(draft.world.phases)
            unknown(draft.report, "unknown-phase", "phase", scalar.text, scalar.span, phases)
    return tuple(found)
