"""Answer where rules and cards come from: sources of manifests, and what cards take from each."""

from __future__ import annotations

from typing import Final

from dsl.check.expressions.names_declared import is_card_id, unknown
from dsl.check.scopes.collect import unique_entries
from dsl.check.scopes.draft import Draft
from dsl.check.texts.shapes import child
from dsl.check.texts.texts import text_of
from dsl.model.nouns import Text
from dsl.syntax.documents import Mapping, Node, Scalar

STANDINGS: Final = ("published", "reconstructed")
"""What a card may say of its parts beside the sources that the manifest names."""


def known_sources(expansion: str, draft: Draft) -> dict[str, str]:
    """Return the sources that a package may name: its own and the game's, by key."""
    parts = (draft.package, *(part for part in draft.parts if part.expansion == expansion))
    return {key: text for part in parts for key, text in sources_of(part.manifest).items()}


def sources_of(root: Mapping | None) -> dict[str, str]:
    """Return where the rules come from, by key; a lone text stands under `rules`."""
    return dict(text_of(child(root, "source"), "rules"))


def check_source(scalar: Scalar, known: tuple[str, ...], draft: Draft) -> None:
    """Report a key that is no source here."""
    if scalar.text not in known:
        unknown(draft.report, "unknown-source", "source", scalar.text, scalar.span, [*known])


def check_origins(draft: Draft) -> None:
    """Fill `Draft.origins`: what cards that cite a name took from where."""
    entries = unique_entries(draft, "origins", "origin", is_card_id)
    draft.origins = {entry.key.text: _by_source(entry.value, draft) for entry in entries}


def origins_of(node: Node | None, draft: Draft) -> dict[str, Text]:
    """Return what a card took from where, by source; nothing where it is said in one text."""
    if isinstance(node, Scalar):
        return _cited(node, draft)
    return _by_source(node, draft)


def _cited(scalar: Scalar, draft: Draft) -> dict[str, Text]:
    """Return what a name under `origins` says; in a package that has some, a lone word is one."""
    if scalar.text in draft.origins or not draft.origins:
        return draft.origins.get(scalar.text, {})
    if not any(each.isspace() for each in scalar.text):
        known = (*STANDINGS, *known_sources(scalar.span.source.package, draft), *draft.origins)
        check_source(scalar, known, draft)
    return {}


def _by_source(node: Node | None, draft: Draft) -> dict[str, Text]:
    """Return texts by source; a key that is no source is reported."""
    if not isinstance(node, Mapping):
        return {}
    known = (*STANDINGS, *known_sources(node.span.source.package, draft))
    for entry in node.entries:
        check_source(entry.key, known, draft)
    return {entry.key.text: text_of(entry.value, draft.language) for entry in node.entries}
