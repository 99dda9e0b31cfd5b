"""Check the shape of documents against the JSON Schemas, and report deviations in plain words.

Nearly every document fits, which the rows of keys find out. Only where one does not, jsonschema
says what is wrong, which takes ten times as long.
"""

from __future__ import annotations

import collections.abc as abc
import re
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from dsl.characters import REFUSED_IN_NAMES
from dsl.check.texts.package import Package
from dsl.check.texts.schema_words import image_of, report_violation
from dsl.diagnostics.diagnostic import Diagnostic, Report
from dsl.diagnostics.wording import Said
from dsl.keys.files import FILES, ImprintKeys, schemas
from dsl.keys.kinds import ADDRESS, Having, Test
from dsl.keys.nouns import TableKeys
from dsl.model.documents import Entry, Mapping, Node, Scalar, Sequence
from dsl.model.game import PACKAGE_ID
from dsl.syntax.limits import NAME_CHARACTERS
from dsl.syntax.package_files import TEXT_KEPT

GAME: Final = "game.schema.json"
MANIFEST: Final = "game.schema.json#/$defs/manifest"
ADDITION: Final = "expansion.schema.json#/$defs/manifest"
CARD: Final = "card.schema.json"
SCRIPT: Final = "script.schema.json"
EXPANSION: Final = "expansion.schema.json"
TRANSLATION: Final = "translation.schema.json"
DOCUMENTS_KEPT: Final = 1024
LANGUAGES: Final = frozenset({"1"})
WORDS: Final = re.compile(r"[a-z0-9]+")


_OF_CARDS: Final = ("cards", "override-cards")
"""The sections that hold cards."""
Own: TypeAlias = abc.Mapping[str, frozenset[str]]
"""For kinds the later keys of cards that are attributes of theirs: these have any shape."""


def check_shapes(package: Package, report: Report, own: Own | None = None) -> None:
    """Report what has the wrong shape in the documents of a package."""
    own = own or {}
    for document in package.documents:
        root = _without_own_of_cards(document.root, own)
        _check(root, EXPANSION if package.expansion else GAME, report)
    for _, document in package.card_files:
        _check(_without_own(document.root, own, ""), CARD, report)
    for document in package.scripts:
        _check(document.root, SCRIPT, report)
    for document in package.translations:
        _check(document.root, TRANSLATION, report)
    for manifest in (package.manifest, *package.libraries):
        if manifest is not None:
            _check(manifest, ADDITION if package.expansion else MANIFEST, report)
            version = ImprintKeys.language.of(manifest)
            if isinstance(version, Scalar) and version.text not in LANGUAGES:
                report.add(
                    "unsupported-version.language-version-not", version.span, version=version.text
                )
            _check_id(manifest, report)
            version = ImprintKeys(manifest).version
            if (
                version is not None
                and _is_short(version, "bad-version.too-long", report)
                and REFUSED_IN_NAMES.search(version.text)  # lists could not show it in one line
            ):
                report.add("bad-version.version-does-not", version.span)


def _without_own_of_cards(root: Node, own: Own) -> Node:
    """Return a document without what its cards say under attributes that are keys elsewhere."""
    if not own or not isinstance(root, Mapping):
        return root
    entries = []
    for each in root.entries:
        value = each.value
        if each.key.text in _OF_CARDS and isinstance(value, Sequence):
            value = _items_without_own(value, own, "")
        entries.append(Entry(each.key, value))
    return replace(root, entries=tuple(entries))


def _items_without_own(cards: Sequence, own: Own, kind: str) -> Sequence:
    return replace(cards, items=tuple(_without_own(each, own, kind) for each in cards.items))


def _without_own(card: Node, own: Own, kind: str) -> Node:
    """Return a card, or a table of cards of a kind, without these attributes."""
    if not own or not isinstance(card, Mapping):
        return card
    keys = TableKeys(card)
    said = keys.kind or TableKeys(keys.each).kind
    kind = kind if said is None else said.text
    names, entries = own.get(kind, frozenset()), list[Entry]()
    for each in card.entries:
        value = each.value
        if each.key.text == TableKeys.each.name:
            value = _without_own(value, own, kind)
        elif each.key.text == TableKeys.rows.name and isinstance(value, Sequence):
            value = _items_without_own(value, own, kind)
        if each.key.text not in names:
            entries.append(Entry(each.key, value))
    return replace(card, entries=tuple(entries))


def _check_id(manifest: Mapping, report: Report) -> None:
    """Report an id that could not stand in a path or a command on every machine."""
    id_ = ImprintKeys(manifest).id
    if id_ is None:
        return
    if not _is_short(id_, "bad-id.too-long", report):
        return
    if PACKAGE_ID.fullmatch(id_.text) is None:
        help_text = Said("help.write-lower-case-letters")
        slug = "-".join(WORDS.findall(id_.text.casefold()))
        if PACKAGE_ID.fullmatch(slug) and len(slug) < len(id_.text) + 2:
            help_text = Said("help.write-slug-lower-case", slug=slug)
        report.add("bad-id.package-cannot-called", id_.span, help_text, id=id_.text[:40])


def _is_short(text: Scalar, key: str, report: Report) -> bool:
    """Return whether a text is no longer than a name may be; report it if it is."""
    if len(text.text) <= NAME_CHARACTERS:
        return True
    report.add(key, text.span, n=len(text.text), most=NAME_CHARACTERS)
    return False


def _check(root: Node, schema: str, report: Report) -> None:
    """Report each violation of a schema once."""
    found = _violations if root.span.end <= TEXT_KEPT else _violations.__wrapped__
    report.diagnostics.extend(found(root, schema))


@lru_cache(maxsize=DOCUMENTS_KEPT)
def _violations(root: Node, schema: str) -> tuple[Diagnostic, ...]:
    """Return each violation of a schema once; a game and its variants share documents."""
    image = image_of(root)
    if fits(image, schema):
        return ()
    report = Report()
    seen: set[tuple[object, ...]] = set()
    for error in _validator(schema).iter_errors(image):
        key = (tuple(error.absolute_path), error.validator, repr(error.validator_value)[:200])
        if key not in seen:
            seen.add(key)
            report_violation(error, root, report)
    return tuple(report.diagnostics)


def fits(image: Any, schema: str) -> bool:
    """Return whether values violate no schema, without saying why."""
    return _test(schema)(image)


@cache
def _test(schema: str) -> Test:
    """Return the judge of a sort of file, or of its manifest as a whole."""
    name, _, part = schema.partition(".schema.json")
    top = FILES[name]
    return (Having("", top.needed) if part else top).test()


@cache
def _schemas() -> dict[str, dict[str, Any]]:
    """Return our schemas by address, with whole addresses in their references.

    They do not say of which draft they are: the validator would ask at each part anew.
    """
    found = {ADDRESS + name: each for name, each in schemas(whole_addresses=True).items()}
    for each in found.values():
        each.pop("$schema")
    return found


@cache
def _part(reference: str) -> Any:
    """Return what a reference means; nothing but our schemas can be looked up, here or far away."""
    address, _, path = reference.partition("#")
    found: Any = _schemas()[address]
    for key in filter(None, path.split("/")):
        found = found[key]
    return found


def _referred(validator: Any, reference: str, instance: Any, schema: Any) -> Any:
    """Yield the violations of what a reference means."""
    yield from validator.descend(instance, _part(reference))


@cache
def _validator(schema: str) -> Any:
    """Return the validator of a schema."""
    from jsonschema import Draft202012Validator, validators

    extend: Any = validators.extend
    return extend(Draft202012Validator, {"$ref": _referred})({"$ref": ADDRESS + schema})
