"""A card or a claim of which nobody can tell where it comes from.

What it finds: a card without `source` in a game that names its reconstructed parts, if at least
half of the cards of its kind have one. Also a game with `published` or `reconstructed`, but without
a `source` of its own.

Why it matters: facts of the rulebook and reconstructed facts look the same, and nobody can check a
wrong card against its source.

Bad:

    cards:
    - {id: plum, kind: fruit, source: "the rulebook, page 3"}
    - {id: lemon, kind: fruit}

Good:

    cards:
    - {id: plum, kind: fruit, source: "the rulebook, page 3"}
    - {id: lemon, kind: fruit, source: filled in}

Exceptions: games that reconstruct nothing; kinds without any sources; cards of an expansion whose
manifest names its `authors` or its `source`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.keys.files import ManifestKeys
from dsl.lint.facts import Facts, is_shared, manifest_span
from dsl.model.nouns import Definition

ORIGIN: Final = re.compile(r"^(source|authors):", re.MULTILINE)


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each card without a source, and a manifest without one."""
    manifest = facts.game.manifest
    claim = ManifestKeys.reconstructed if manifest.reconstructed else ManifestKeys.published
    span = manifest_span(facts, claim)
    if span is not None and not manifest.source:
        yield finding("missing-source.manifest", span, claim=claim.name)
    if manifest.reconstructed:
        manifests = (one for one in facts.sources if one.path.endswith("/expansion.yaml"))
        told_at_once = frozenset(each.package for each in manifests if ORIGIN.search(each.text))
        every = Counter(card.kind for card in facts.game.definitions)
        told = Counter(card.kind for card in facts.game.definitions if _has_source(card))
        for card in facts.game.definitions:
            is_usual = 2 * told[card.kind] >= every[card.kind]
            if card.span.source.package in told_at_once:
                continue
            if is_usual and not _has_source(card) and not is_shared(card.span):
                yield finding("missing-source.card", card.span, card=card.id)


def _has_source(card: Definition) -> bool:
    return bool(card.provenance or card.origins)
