"""Hold the texts of one package, by section, before anything in them is understood."""

from __future__ import annotations

from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from typing import Final

from dsl.records import record
from dsl.source import Span
from dsl.syntax.documents import Document, Entry, Mapping, Node, Scalar

MANIFEST_KEYS: Final = frozenset(
    [
        "id",
        "version",
        "language",
        "title",
        "authors",
        "licence",
        "source",
        "published",
        "reconstructed",
        "default-language",
        "summary",
        "genre",
        "requires",
    ]
)
NAMED_SECTIONS: Final = frozenset(
    [
        "options",
        "enums",
        "kinds",
        "zones",
        "layout",
        "look",
        "state",
        "values",
        "events",
        "actions",
        "names",
        "scenarios",
        "rulings",
        "origins",
    ]
)
LISTED_SECTIONS: Final = frozenset(
    ["triggers", "replacements", "modifiers", "forbids", "always", "cards", "examples"]
)
EXPANDING_SECTIONS: Final = ("extend", "insert", "override")
COURSE_SECTIONS: Final = ("players", "setup", "phases", "end", "policy")
SINGLE_SECTIONS: Final = frozenset([*COURSE_SECTIONS, *EXPANDING_SECTIONS])
CARD_KEYS: Final = frozenset(
    [
        "id",
        "kind",
        "name",
        "text",
        "copies",
        "start",
        "source",
        "only-if",
        "actions",
        "triggers",
        "replacements",
        "modifiers",
        "forbids",
        "always",
        "examples",
    ]
)


@record(kw_only=True)
class CardText:
    """One card as written, or one row of a table.

    Attributes:
        id: Its id; made from the file's name or a table's pattern where it is not written.
        kind: The word after `kind:`, or None where it is missing.
        keys: All its keys, those of the table around it included.
        fills: What a product put into each placeholder of its texts: the word, and the expression
            it came from.
        span: What to point at.
        pattern: Its id as a product has it, `{color}-{rank}`; empty for other cards.
        said: Its keys as its own file has them, where translations are in `keys`.
    """

    id: Scalar
    kind: Scalar | None
    keys: Table[str, Entry]
    span: Span
    fills: Table[str, tuple[str, Node]] = field(default_factory=dict)
    pattern: str = ""
    said: Table[str, Entry] | None = None

    def get(self, key: str) -> Node | None:
        """Return what stands under a key."""
        entry = self.keys.get(key)
        return None if entry is None else entry.value

    @property
    def attributes(self) -> tuple[Entry, ...]:
        """Return the keys that are its kind's attributes."""
        return tuple(entry for key, entry in self.keys.items() if key not in CARD_KEYS)


@dataclass(slots=True, kw_only=True)
class Package:
    """The texts of one package.

    Attributes:
        expansion: Its id where it is an expansion; empty for a game.
        manifest: The root of `game.yaml` or `expansion.yaml`, or None.
        libraries: The roots of the `library.yaml` of all libraries that the game requires.
        named: Entries of the sections that are mappings, in an order without file names.
        listed: Items of the sections that are lists.
        single: Sections that stand in one file only.
        cards: Cards with a file of their own and rows of tables, by id.
        scripts: Documents with a top-level `script:`.
        translations: Documents with a top-level `translation:`.
        documents: All others.
    """

    expansion: str = ""
    manifest: Mapping | None = None
    libraries: list[Mapping] = field(default_factory=list)
    named: dict[str, list[Entry]] = field(default_factory=dict)
    listed: dict[str, list[Node]] = field(default_factory=dict)
    single: dict[str, Entry] = field(default_factory=dict)
    cards: list[CardText] = field(default_factory=list)
    card_files: list[tuple[str, Document]] = field(default_factory=list)
    scripts: list[Document] = field(default_factory=list)
    translations: list[Document] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)

    def entries(self, section: str) -> list[Entry]:
        """Return the entries of a section that is a mapping."""
        return self.named.get(section, [])

    def items(self, section: str) -> list[Node]:
        """Return the items of a section that is a list."""
        return self.listed.get(section, [])
