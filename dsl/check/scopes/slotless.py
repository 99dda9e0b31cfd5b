"""Refuse slots in names and other texts that are the same wherever they are read.

Texts of rules have slots, and check them where their slots are known; a card's own text has icons.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from dsl.check.scopes.draft import Draft
from dsl.check.texts.texts import change_sections, check_slots
from dsl.keys.course import PhaseKeys
from dsl.keys.files import SectionKeys as Top
from dsl.keys.nouns import KindKeys, OfCardKeys, PlayersKeys, ZoneKeys
from dsl.model import documents as d
from dsl.model.texts import Path

OWNER: Final = "owner"


def check_slotless(draft: Draft) -> None:
    """Report the slots of names of cards, and of texts of what a game declares."""
    change_sections(draft.package, partial(_look, draft))
    for card in draft.package.cards:
        check_slots(OfCardKeys(card).name, sorted(card.fills), draft.report)


def _look(draft: Draft, path: Path, node: d.Node) -> d.Node:
    """Look at one text, and leave it as it is."""
    known: list[str] | None = None
    match path:
        case (Top.enums.name | Top.options.name | Top.scenarios.name | Top.layout.name, *_):
            known = []
        case (Top.kinds.name, _, KindKeys.text.name):
            known = []
        case (Top.phases.name | Top.setup.name, *_, PhaseKeys.text.name) if _is_of_phase(path):
            known = []
        case (Top.kinds.name, _, KindKeys.state.name, _, _):
            known = [OWNER]
        case (Top.players.name, PlayersKeys.state.name, _, _) | (Top.state.name, _, _):
            known = [OWNER]
        case (Top.zones.name, _, ZoneKeys.text.name):
            known = [OWNER]
        case (Top.kinds.name, kind, KindKeys.attributes.name, name, _):
            found = draft.world.attribute(kind, name)
            slots = () if found is None else found[1].slots
            known = sorted({"self", "value", *(slot.name for slot in slots)})
    if known is not None:
        check_slots(node, known, draft.report)
    return node


def _is_of_phase(path: Path) -> bool:
    """Return whether a text is that of a phase, and not of a rule in it."""
    return {*path[2:-1:2]} <= {PhaseKeys.phases.name}
