"""Put expansions and their game together: what merges, extends, inserts and overrides.

Afterwards the texts are those of one package; every span still knows whose text it is.
"""

from __future__ import annotations

from dsl.check.packages.extend import extend
from dsl.check.packages.insert import insert
from dsl.check.packages.override import override
from dsl.check.packages.requires import check_requirements, closures_of
from dsl.check.scopes.draft import Draft
from dsl.check.scopes.nodes import joined, with_entries
from dsl.check.texts.package import LISTED_SECTIONS, NAMED_SECTIONS, Package
from dsl.check.texts.shapes import child, entries_of, scalar_at
from dsl.syntax.documents import Entry, Mapping

NOT_THEIRS = {
    "setup": "put its phases in with `insert:`",
    "phases": "put them in with `insert:`",
    "end": "replace it under `override:`",
    "policy": "leave it to the game",
}
"""Sections that an expansion has not, and what to write instead."""


def join_expansions(draft: Draft) -> None:
    """Merge the sections of all expansions into the game's, in their order."""
    game = scalar_at(draft.package.manifest, "id")
    id_ = "" if game is None else game.text
    check_requirements(draft.parts, id_, draft.nowhere, draft.report)
    draft.closures = draft.world.closures = closures_of(draft.parts)
    for part in draft.parts:
        _merge(part, draft)
        _refuse_game_sections(part, draft)
        extend(part, draft)
        insert(part, draft)
        override(part, draft)


def _merge(part: Package, draft: Draft) -> None:
    """Add what an expansion declares to what the game declares."""
    whole = draft.package
    for section in sorted(NAMED_SECTIONS):
        whole.named[section] = [*whole.entries(section), *part.entries(section)]
    for section in sorted(LISTED_SECTIONS):
        whole.listed[section] = [*whole.items(section), *part.items(section)]
    whole.card_files.extend(part.card_files)
    whole.scripts.extend(part.scripts)
    _merge_players(part, draft)


def _merge_players(part: Package, draft: Draft) -> None:
    """Add the state that an expansion gives every player."""
    added, known = part.single.get("players"), draft.package.single.get("players")
    if added is None or known is None or not isinstance(known.value, Mapping):
        return
    before, more = (entries_of(child(node.value, "state")) for node in (known, added))
    state = joined(before, more, "state", draft.report)
    draft.package.single["players"] = Entry(known.key, with_entries(known.value, "state", state))


def _refuse_game_sections(part: Package, draft: Draft) -> None:
    """Report sections that only a game has."""
    for section, help_text in NOT_THEIRS.items():
        entry = part.single.get(section)
        if entry is not None:
            message = f"an expansion has no `{section}` of its own"
            draft.report.add("unknown-key", message, entry.key.span, help_text)
