"""Collect the content of an export: the package, and each card as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cardwright import Package, __version__
from cardwright.apps.cards.card import LANGUAGES, as_plain
from cardwright.apps.cards.entries import Entry
from cardwright.apps.cards.fields import RULE_FIELDS
from cardwright.apps.cards.index import Index
from cardwright.apps.cards.query import Found
from cardwright.apps.cards.store import Cardbase
from cardwright.apps.text.literals import UNKNOWN
from dsl import Record
from dsl.model.game import Manifest
from dsl.model.types import is_effect

SCHEMA: Final = 1
"""The version of what exports hold; a column or key that changes its meaning makes it larger."""


class Export(Record):
    """What is written.

    Attributes:
        package: The game with its version, digest, licence and sources; what was asked for.
        cards: Each card as `cardwright cards --json` has it, with its place inside the package and
            what it does by field.
        facts: For each card the keys of what it does, by field.
    """

    package: Mapping[str, Any]
    cards: tuple[Mapping[str, Any], ...]
    facts: tuple[Mapping[str, tuple[str, ...]], ...]


def export_of(base: Cardbase, found: Found, query: str) -> Export:
    """Return what is to be written of the cards that a query found."""
    index, cards = base.index, base.cards
    facts = tuple({field: _keys(index, field, row) for field in RULE_FIELDS} for row in found.rows)
    folders = _folders(base)
    package = {
        "schema": SCHEMA,
        "program": f"cardwright {__version__}",
        "game": base.package.id,
        "query": query,
        **_described(base),
        "cards": len(found.rows),
    }
    listed = (
        _card(cards[row], keys, index, folders) for row, keys in zip(found.rows, facts, strict=True)
    )
    return Export(package, tuple(listed), facts)


def _described(base: Cardbase) -> dict[str, Any]:
    """Return what the manifests of a game and of its expansions say."""
    model = base.models[0]
    inside = {part.id: part for package in base.packages for part in package.parts}
    digests = {each.id: m.digest for m in base.models for each in m.expansions}
    known = {each.id: each for m in base.models for each in m.expansions}
    return {
        **_manifest(model.manifest, base.package, model.digest),
        "expansions": [
            {"id": id_, **_manifest(manifest, inside[id_], digests[id_])}
            for id_, manifest in sorted(known.items())
        ],
    }


def _manifest(manifest: Manifest, package: Package, digest: str) -> dict[str, Any]:
    return {
        "version": manifest.version,
        "digest": digest,
        "licence": manifest.licence or package.licence(),
        "title": {lang: manifest.title.get(lang) for lang in LANGUAGES},
        "authors": list(manifest.authors),
        "source": dict(manifest.source),
        "published": [dict(text) for text in manifest.published],
        "reconstructed": [dict(text) for text in manifest.reconstructed],
    }


def _card(
    card: Entry, keys: Mapping[str, tuple[str, ...]], index: Index, folders: Mapping[str, str]
) -> dict[str, Any]:
    """Return a card as plain data, with what it does in the words of a query."""
    found = as_plain(card)
    decided_by_match = [
        name
        for name, attribute in card.attributes.items()
        if card.value(name) is UNKNOWN and not is_effect(attribute.type)
    ]
    return {
        **found,
        "place": {**found["place"], "path": _inside(found["place"]["path"], folders)},
        "depends": decided_by_match,
        "rules-fields": {field: [*map(index.label, of)] for field, of in keys.items()},
    }


def _folders(base: Cardbase) -> dict[str, str]:
    """Return the folders of the game, its libraries and expansions, with what stands for each."""
    parts = {part.shown: f"{part.id}/" for package in base.packages for part in package.parts}
    libraries = {each.shown: f"{each.id}/" for each in base.package.libraries()}
    return {**parts, **libraries, base.package.shown: ""}


def inside_package(base: Cardbase, path: str) -> str:
    """Return a path as it is inside the package that it belongs to."""
    return _inside(path, _folders(base))


def _inside(path: str, folders: Mapping[str, str]) -> str:
    """Return a path as it is inside its package, wherever that lies."""
    around = [folder for folder in folders if path.startswith(f"{folder}/")]
    if not around:
        return path.rpartition("/")[2]
    folder = max(around, key=len)
    return folders[folder] + path[len(folder) + 1 :]


def _keys(index: Index, field: str, row: int) -> tuple[str, ...]:
    """Return the keys that a card has in a field; of deeds what is done."""
    found = index.value(field, row) or ()
    return tuple(dict.fromkeys(each if isinstance(each, str) else each[0] for each in found))


def elements(value: object) -> Iterator[tuple[str | None, int | None]]:
    """Yield the parts of an attribute: a name, a number, or a name with how many of it."""
    match value:
        case None:
            return
        case bool():
            yield str(value).lower(), int(value)
        case int():
            yield None, value
        case list():
            for each in value:
                yield from elements(each)
        case dict():
            for key, count in value.items():
                if isinstance(count, dict):
                    yield from ((f"{key} {inner}", number) for inner, number in count.items())
                else:
                    yield str(key), count
        case _:
            yield str(value), None


def in_one_text(value: object) -> str:
    """Return an attribute in one text: `dragon; creature`, `2 gold; 1 any`."""
    parts = (
        name if number is None or isinstance(value, bool) else f"{number} {name or ''}".strip()
        for name, number in elements(value)
    )
    return "; ".join(part for part in parts if part is not None)
