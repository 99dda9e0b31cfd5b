"""Find the later keywords that packages have as names of values, before any text is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dsl.check.packages.requires import closures_of
from dsl.check.texts.package import Package
from dsl.check.texts.shapes import child, entries_of
from dsl.syntax.keywords import LATER_KEYWORDS, NAME


def own_keywords(game: Package, parts: Sequence[Package]) -> Mapping[str, frozenset[str]]:
    """Return by package, the empty id for the game, the keywords that its texts see as names."""
    own = {part.expansion: frozenset(_own(part)) for part in (game, *parts)}
    if not any(own.values()):
        return {}
    sees = {"": frozenset({""}), **closures_of(parts)}
    return {
        id_: frozenset(word for each in others & own.keys() for word in own[each])
        for id_, others in sees.items()
    }


def _own(package: Package) -> Iterator[str]:
    """Yield the later keywords that are names of a package's values."""
    for document in package.documents:
        for entry in entries_of(child(document.root, "values")):
            name = NAME.match(entry.key.text)
            if name is not None and name[0] in LATER_KEYWORDS:
                yield name[0]
