"""A package whose folder is called otherwise.

What it finds: a game whose `id:` is not the name of the folder it stands in.

Why it matters: commands find packages by folder, scripts and saves name them by id.

Bad:

    # cards/lanterns/game.yaml
    id: lantrens

Good:

    # cards/lanterns/game.yaml
    id: lanterns

Exceptions: a package that is linted as `.`, whose folder has no name.
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.diagnostics.diagnostic import Diagnostic, finding
from dsl.keys.files import ManifestKeys
from dsl.lint.facts import Facts, manifest_span


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield the id that its folder does not bear."""
    span, own = manifest_span(facts, ManifestKeys.id), facts.game.manifest.id
    if span is None:
        return
    folder = span.source.path.split("/")[-2:-1]
    if folder and folder[0] not in ("", ".", "..", own):
        yield finding("folder-mismatch", span, own=own, folder=folder[0])
