"""Check what kinds say of their cards' definition: that they can be copies of others, until when.

A card stays of its kind whatever it becomes, so that what rules know of its type goes on to hold.
"""

from __future__ import annotations

from dsl.check.scopes.draft import Draft
from dsl.model.keys import DEFINITION
from dsl.model.nouns import Kind, StateField
from dsl.model.types import UNKNOWN, DefinitionType


def check_becoming(draft: Draft) -> None:
    """Report each state `definition` that cannot be what it says."""
    for key, field in draft.world.state.items():
        if key.is_definition:
            _check(draft.world.kinds[str(key.owner)], field, draft)


def _check(kind: Kind, field: StateField, draft: Draft) -> None:
    wanted = DefinitionType(kind.name)
    if field.type not in (wanted, UNKNOWN):
        message = f"`{DEFINITION}` is which {kind.name} a card is a copy of, not {field.type}"
        draft.report.add("wrong-type", message, field.span, f"write `{DEFINITION}: {wanted}`")
    if field.default is not None:
        message = f"`{DEFINITION}` begins as the card's own; nothing else can be its default"
        draft.report.add("wrong-type", message, field.span, "leave `= …` out")
    if field.seen_by is not None:
        message = f"who can tell a card sees what it is: `{DEFINITION}` has no `seen-by`"
        draft.report.add("wrong-type", message, field.span, "leave it out")
    if kind.is_unique:
        message = f"each {kind.name} is one thing, named by its id, and cannot become another"
        draft.report.add("wrong-type", message, field.span, "leave `unique: true` out")
    heir = next((each for each in draft.world.kinds.values() if each.extends == kind.name), None)
    if heir is not None:
        message = f"a {kind.name} could become a `{heir.name}`, which extends it, and stay none"
        help_ = f"declare it in `{heir.name}`, or tell them apart by an attribute, not by a kind"
        draft.report.add("wrong-type", message, field.span, help_)
