"""Collect the content of an export: the package, and each card as plain data; write it as SQLite.

The database repeats nothing. Its search knows texts by pairs of letters (see `grams`), for Japanese
has no blanks: a phrase of the pairs of a word finds it anywhere, `search MATCH '"村人 人を"'`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from typing import Any, Final

from cardwright import Package, __version__
from cardwright.apps.cards.card import LANGUAGES, as_plain
from cardwright.apps.cards.entries import Entry
from cardwright.apps.cards.fields import RULE_FIELDS
from cardwright.apps.cards.folding import folded
from cardwright.apps.cards.index import Index, keys_of
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
    facts = tuple({each: keys_of(index, each, row) for each in RULE_FIELDS} for row in found.rows)
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


TABLES: Final[Mapping[str, str]] = {
    "package": "key TEXT PRIMARY KEY, value TEXT",
    "expansions": "id TEXT PRIMARY KEY, version TEXT, digest TEXT, licence TEXT, title_en TEXT, "
    "title_ja TEXT",
    "sources": "package TEXT, key TEXT, title TEXT, PRIMARY KEY (package, key)",
    "notes": "package TEXT, sort TEXT, position INTEGER, language TEXT, text TEXT, "
    "PRIMARY KEY (package, sort, position, language)",
    "cards": "card INTEGER PRIMARY KEY, id TEXT NOT NULL, expansion TEXT, kind TEXT NOT NULL, "
    "start TEXT, copies INTEGER NOT NULL, name_en TEXT, name_ja TEXT, source TEXT, "
    "source_title TEXT, path TEXT, line INTEGER, position INTEGER",
    "kinds": "card INTEGER REFERENCES cards, position INTEGER, kind TEXT, "
    "PRIMARY KEY (card, position)",
    "texts": "card INTEGER REFERENCES cards, sort TEXT, language TEXT, position INTEGER, "
    "text TEXT, PRIMARY KEY (card, sort, language, position)",
    "origins": "card INTEGER REFERENCES cards, source TEXT, title TEXT, language TEXT, text TEXT, "
    "PRIMARY KEY (card, source, language)",
    "about": "card INTEGER REFERENCES cards, word TEXT, position INTEGER, language TEXT, "
    "text TEXT, PRIMARY KEY (card, word, position, language)",
    "attributes": "card INTEGER REFERENCES cards, name TEXT, depends INTEGER, shown TEXT, "
    "PRIMARY KEY (card, name)",
    "attribute_values": "card INTEGER REFERENCES cards, name TEXT, position INTEGER, value TEXT, "
    "number INTEGER, PRIMARY KEY (card, name, position)",
    "facts": "card INTEGER REFERENCES cards, field TEXT, position INTEGER, key TEXT, value TEXT, "
    "PRIMARY KEY (card, field, position)",
}
"""The columns of each table; `position` counts from 0 and keeps the order, in `cards` a column."""
SEARCH: Final = "CREATE VIRTUAL TABLE search USING fts5(grams, content='', tokenize='unicode61')"
Row = tuple[Any, ...]


def database_bytes(export: Export) -> bytes:
    """Return an SQLite database of cards."""
    connection = sqlite3.connect(":memory:")
    try:
        with connection:
            connection.execute(f"PRAGMA user_version = {SCHEMA}")
            for name, columns in TABLES.items():
                connection.execute(f"CREATE TABLE {name} ({columns})")
            connection.execute(SEARCH)
            connection.execute("CREATE INDEX cards_by_id ON cards (id)")
            connection.execute("CREATE INDEX facts_by_key ON facts (field, key)")
            for name, rows in groupby(_rows(export), key=lambda pair: pair[0]):
                listed = [row for _, row in rows]
                marks = ", ".join("?" * len(listed[0]))
                target = "search (rowid, grams)" if name == "search" else name
                connection.executemany(f"INSERT INTO {target} VALUES ({marks})", listed)
        return connection.serialize()
    finally:
        connection.close()


def grams(text: str) -> str:
    """Return the pairs of letters of a text's words, folded; of a word of one letter that."""
    runs = ("".join(run) for is_word, run in groupby(folded(text), str.isalnum) if is_word)
    return " ".join(
        gram for run in runs for gram in (map("".join, pairwise(run)) if run[1:] else run)
    )


def _rows(export: Export) -> Iterator[tuple[str, Row]]:
    """Yield the rows of all tables, those of a table in a row."""
    yield from _package_rows(export.package)
    for name, each in (
        ("cards", _cards), ("kinds", _kinds), ("texts", _texts), ("origins", _origins),
        ("about", _about), ("attributes", _attributes), ("attribute_values", _values),
        ("search", _search),
    ):  # fmt: skip
        for number, card in enumerate(export.cards, start=1):
            yield from ((name, (number, *row)) for row in each(card))
    for number, (card, keys) in enumerate(zip(export.cards, export.facts, strict=True), start=1):
        for field, found in keys.items():
            values = zip(found, card["rules-fields"][field], strict=True)
            for place, (key, value) in enumerate(values):
                yield "facts", (number, field, place, key, value)


def _package_rows(package: Mapping[str, Any]) -> Iterator[tuple[str, Row]]:
    """Yield what is said of the package and of its expansions."""
    parts = [(package["game"], package), *((each["id"], each) for each in package["expansions"])]
    for key, value in package.items():
        if key not in ("expansions", "source", "published", "reconstructed"):
            is_plain = isinstance(value, str | int | None)
            yield "package", (key, value if is_plain else json.dumps(value, ensure_ascii=False))
    for id_, each in parts[1:]:
        titles = (each["title"][lang] for lang in LANGUAGES)
        yield "expansions", (id_, each["version"], each["digest"], each["licence"], *titles)
    for id_, each in parts:
        for key, title in each["source"].items():
            yield "sources", (id_, key, title)
    for id_, each in parts:
        for sort in ("published", "reconstructed"):
            for place, text in enumerate(each[sort]):
                for lang, words in text.items():
                    yield "notes", (id_, sort, place, lang, words)


def _cards(card: Mapping[str, Any]) -> Iterator[Row]:
    names = (card["name"][lang] for lang in LANGUAGES)
    source, place = card["source"], card["place"]
    yield (
        card["id"], card["expansion"], card["kind"], card["start"], card["copies"], *names,
        source["word"], source["title"], place["path"], place["line"], place["column"],
    )  # fmt: skip


def _kinds(card: Mapping[str, Any]) -> Iterator[Row]:
    yield from enumerate(card["kinds"])


def _texts(card: Mapping[str, Any]) -> Iterator[Row]:
    for lang, text in card["text"].items():
        yield "printed", lang, 0, text
    for lang in LANGUAGES:
        for place, line in enumerate(card["rules"][lang]):
            yield "rules", lang, place, line


def _origins(card: Mapping[str, Any]) -> Iterator[Row]:
    for part in card["source"]["parts"]:
        for lang, text in part["text"].items():
            yield part["word"], part["title"], lang, text


def _about(card: Mapping[str, Any]) -> Iterator[Row]:
    for word, texts in card["about"].items():
        for place, text in enumerate(texts):
            yield from ((word, place, lang, said) for lang, said in text.items())


def _attributes(card: Mapping[str, Any]) -> Iterator[Row]:
    for name, value in card["attributes"].items():
        depends = name in card["depends"]
        yield name, int(depends), value if depends else None


def _values(card: Mapping[str, Any]) -> Iterator[Row]:
    for name, value in card["attributes"].items():
        if name not in card["depends"]:
            for place, (text, number) in enumerate(elements(value)):
                yield name, place, text, number


def _search(card: Mapping[str, Any]) -> Iterator[Row]:
    rules = (line for lang in LANGUAGES for line in card["rules"][lang])
    about = (said for texts in card["about"].values() for text in texts for said in text.values())
    texts = (card["id"], *card["name"].values(), *card["text"].values(), *rules, *about)
    yield (grams("\n".join(texts)),)
