"""Refuse slots in names and other texts that are the same wherever they are read.

Texts of rules have slots, and check them where their slots are known; a card's own text has icons.
"""

from __future__ import annotations

from functools import partial

from dsl.check.scopes.draft import Draft
from dsl.check.texts.texts import change_sections, check_slots
from dsl.keys.nouns import OfCardKeys
from dsl.model import documents as d
from dsl.model.texts import Path


def check_slotless(draft: Draft) -> None:
    """Report the slots of names of cards, and of texts of what a game declares."""
    change_sections(draft.package, partial(_look, draft))
    for card in draft.package.cards:
        check_slots(OfCardKeys(card).name, sorted(card.fills), draft.report)


def _look(draft: Draft, path: Path, node: d.Node) -> d.Node:
    """Look at one text, and leave it as it is."""
    known: list[str] | None = None
    match path:
        case ("enums" | "options" | "scenarios" | "layout", *_) | ("kinds", _, "text"):
            known = []
        case ("phases" | "setup", *_, "text") if {*path[2:-1:2]} <= {"phases"}:
            known = []
        case ("kinds", _, "state", _, "text") | ("players", "state", _, "text"):
            known = ["owner"]
        case ("state" | "zones", _, "text"):
            known = ["owner"]
        case ("kinds", kind, "attributes", name, "text"):
            found = draft.world.attribute(kind, name)
            slots = () if found is None else found[1].slots
            known = sorted({"self", "value", *(slot.name for slot in slots)})
    if known is not None:
        check_slots(node, known, draft.report)
    return node
