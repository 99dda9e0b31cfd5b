"""Take from changes of cards what follows from their kind: it is said of the kind, once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardwright.apps.authors.diff.changes import CHANGED, Change, Detail
from cardwright.apps.authors.diff.meaning import Meaning
from cardwright.apps.authors.diff.parts import Part, Thing
from dsl.model.nouns import lineage


def without_inherited(
    changes: Iterable[Change], meanings: tuple[Meaning, Meaning]
) -> Iterator[Change]:
    """Yield changes without what cards have because their kind says it; kinds name those cards."""
    listed = [*changes]
    kinds = {each.thing.id: each for each in listed if each.thing.sort == "kind"}
    inherited: dict[str, list[str]] = {}
    kept: list[Change] = []
    for change in listed:
        details = []
        for detail in change.details:
            kind = _said_by(detail, change, kinds, meanings)
            if kind is None:
                details.append(detail)
            else:
                inherited.setdefault(kind, []).append(change.key)
        if details or change.what != CHANGED:
            kept.append(replace(change, details=tuple(details)))
    for change in kept:
        yield replace(change, inherited=tuple(dict.fromkeys(inherited.get(change.key, ()))))


def _said_by(
    detail: Detail, change: Change, kinds: dict[str, Change], meanings: tuple[Meaning, Meaning]
) -> str | None:
    """Return the key of the kind that says a card's part before and after, or None."""
    if change.thing.sort != "card" or change.what != CHANGED:
        return None
    aspect = "default" if detail.aspect == "attribute" else detail.aspect
    for name in lineage_of(change.thing):
        for said in kinds[name].details if name in kinds else ():
            if (said.aspect, said.of) == (aspect, detail.of) and _agree(said, detail, meanings):
                return kinds[name].key
    return None


def _agree(one: Detail, other: Detail, meanings: tuple[Meaning, Meaning]) -> bool:
    """Return whether two parts mean the same in both versions."""
    pairs = ((one.before, other.before), (one.after, other.after))
    return all(_form(a, meaning) == _form(b, meaning)
               for (a, b), meaning in zip(pairs, meanings, strict=True))  # fmt: skip


def _form(part: Part | None, meaning: Meaning) -> object:
    return None if part is None else part.form(meaning)


def lineage_of(card: Thing) -> tuple[str, ...]:
    """Return the kind of a card and those it extends."""
    definition = next(each for each in card.game.definitions if each.id == card.id)
    return lineage(card.game.kinds, definition.kind)
