"""Define the texts of one package by section, with short forms spelled out and its requirements.

An event or a phase that is nothing but steps is written as these, phases may stand by name, and
the actions of a group inside it. Later readers see the long forms alone, each at its own place in
the file. Requirements are read from the manifest alone, before anything else is loaded.

Trees and digests of YAML nodes are here too. Nothing reports a wrong shape, which the schema has
done: a node of another shape reads as empty. A list in YAML is a list of the language, a mapping
counts. A digest tells whether two texts are equal apart from layout, quoting and comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from msgspec import field as record_field

from dsl.diagnostics.diagnostic import Report
from dsl.files import blake2b
from dsl.keys.course import NamedPhaseKeys, PhaseKeys
from dsl.keys.files import COURSE, LISTED, NAMED, ExpandingKeys, ManifestKeys, SectionKeys
from dsl.keys.key import AnyKey, StateFieldKeys
from dsl.keys.nouns import CARD_KEYS, LATER_CARD_KEYS, KindKeys
from dsl.keys.rules import ActionKeys
from dsl.model.documents import (
    Document,
    Entry,
    Mapping,
    Node,
    Scalar,
    child,
    entries_of,
    flag_of,
    items_or_one,
    number_of,
    scalars_of,
)
from dsl.model.documents import Sequence as Items
from dsl.records import Record, Source, Span
from dsl.syntax.effect_style import in_style
from dsl.syntax.parser import parse_expression, parse_field, parse_type
from dsl.syntax.trees import Binary, Expression, Field, ListLiteral, TypeTree, Unit, Word
from dsl.syntax.yaml_reader import read_documents, read_source

_SEED: Final = re.compile(r"0|[1-9][0-9]{0,19}")
ANY_NUMBER: Final = "any"
"""What `copies` says where there may be as many as are made."""


def copies_of(node: Node | None) -> tuple[int, bool] | None:
    """Return how many copies are said, and whether there may be any number; None for nothing
    said."""
    if isinstance(node, Scalar) and node.is_plain and node.text == ANY_NUMBER:
        return 1, True
    number = number_of(node)
    return None if number is None else (number, False)


def seed_of(node: Node | None) -> int | None:
    """Return a seed, which may be larger than any number of the rules."""
    if isinstance(node, Scalar) and node.is_plain and _SEED.fullmatch(node.text):
        return int(node.text)
    return None


def head_span(node: Node) -> Span:
    """Return where a record or a rule begins: its first key."""
    return node.entries[0].key.span if isinstance(node, Mapping) and node.entries else node.span


def written(text: str, span: Span) -> Scalar:
    """Return a scalar made from another one: its every character stands at the other's start."""
    return Scalar.at(text, True, span, (span.start,) * (len(text) + 1))


def normalized(node: Node) -> str:
    """Return a node as one text that no comment, quoting, layout or spacing changes."""
    if isinstance(node, Mapping):
        inner = sorted(f"{_quoted(e.key)}:{normalized(e.value)}" for e in node.entries)
        return "{" + ",".join(inner) + "}"
    if isinstance(node, Items):
        return "[" + ",".join(normalized(item) for item in node.items) + "]"
    return _quoted(node)


def _quoted(scalar: Scalar) -> str:
    """Return a text with its length before it, so that no two texts run together."""
    text = in_style(scalar.text.strip())
    return f"{len(text)}'{text}"


LONE_VALUE: Final = re.compile(r"true|false|-?[0-9]+")


def expression_of(node: Node | None, report: Report) -> Expression | None:
    """Return the expression a value says; a YAML list is a list of expressions."""
    if isinstance(node, Scalar):
        return parse_expression(node, report)
    if isinstance(node, Items):
        items = [expression_of(item, report) for item in node.items]
        kept = tuple(item for item in items if item is not None)
        return ListLiteral(kept, node.span) if len(kept) == len(items) else None
    return None


def counts_of(node: Mapping, report: Report) -> Expression | None:
    """Return the sum that a mapping of units to numbers says: `{death: 2, any except gold: 3}`."""
    found: Expression = ListLiteral((), node.span)
    for entry in node.entries:
        number = expression_of(entry.value, report)
        if number is None:
            return None
        before, _, behind = entry.key.text.partition(" except ")
        members, excluded = (
            tuple(Word(word.strip(), entry.key.span) for word in part.split("/") if word.strip())
            for part in (before, behind)
        )
        unit = Unit(number, () if before.strip() == "any" else members, excluded, entry.key.span)
        found = unit if isinstance(found, ListLiteral) else Binary("+", found, unit, node.span)
    return found


def type_at(node: Node | None, report: Report) -> TypeTree | None:
    """Return the type a text says."""
    return parse_type(node, report) if isinstance(node, Scalar) else None


def field_at(node: Node | None, report: Report) -> Field | None:
    """Return the field a text says, or the text under `is` of a mapping.

    A lone value, `false` or `3`, is none; the schema says so.
    """
    text = StateFieldKeys(node).is_ if isinstance(node, Mapping) else node
    if not isinstance(text, Scalar) or (text.is_plain and LONE_VALUE.fullmatch(text.text)):
        return None
    return parse_field(text, report)


DIGEST_BYTES: Final = 16


def digest_of(nodes: Iterable[Node]) -> str:
    """Return the hash of some values, in their order."""
    return digest_of_texts(normalized(node) for node in nodes)


def digest_of_texts(texts: Iterable[str]) -> str:
    """Return the hash of some texts, in their order."""
    state = blake2b(digest_size=DIGEST_BYTES)
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        state.update(len(data).to_bytes(8, "big"))
        state.update(data)
    return state.hexdigest()


NAMED_SECTIONS: Final = frozenset(key.name for key in NAMED)
LISTED_SECTIONS: Final = frozenset(key.name for key in LISTED)
EXPANDING_SECTIONS: Final = ExpandingKeys.form.names
COURSE_SECTIONS: Final = tuple(key.name for key in COURSE)
SINGLE_SECTIONS: Final = frozenset([*COURSE_SECTIONS, *EXPANDING_SECTIONS])


class CardText(Record, kw_only=True):
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
        own: Later keys of the language that are attributes of its kind.
    """

    id: Scalar
    kind: Scalar | None
    keys: Table[str, Entry]
    span: Span
    fills: Table[str, tuple[str, Node]] = record_field(default_factory=dict)
    pattern: str = ""
    said: Table[str, Entry] | None = None
    own: frozenset[str] = frozenset()

    def get(self, key: str) -> Node | None:
        """Return what stands under a key of the language."""
        return None if key in self.own else self.attribute(key)

    def attribute(self, name: str) -> Node | None:
        """Return what stands under an attribute."""
        entry = self.keys.get(name)
        return None if entry is None else entry.value

    @property
    def attributes(self) -> tuple[Entry, ...]:
        """Return the keys that are its kind's attributes."""
        taken = CARD_KEYS - self.own
        return tuple(entry for key, entry in self.keys.items() if key not in taken)


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

    def entries(self, section: AnyKey | str) -> list[Entry]:
        """Return the entries of a section that is a mapping."""
        return self.named.get(section if isinstance(section, str) else section.name, [])

    def items(self, section: AnyKey | str) -> list[Node]:
        """Return the items of a section that is a list."""
        return self.listed.get(section if isinstance(section, str) else section.name, [])

    def one(self, section: AnyKey) -> Entry | None:
        """Return a section that stands in one file only."""
        return self.single.get(section.name)


def later_attributes(packages: Iterable[Package]) -> dict[str, frozenset[str]]:
    """Return for each kind of some packages the later keys of cards that are attributes of it."""
    every = [*packages]
    roots = [document.root for each in every for document in each.documents]
    roots += [root for each in every for root in (each.manifest, *each.libraries) if root]
    kinds = (entry for root in roots for entry in entries_of(SectionKeys.kinds.at(root)))
    said = {entry.key.text: KindKeys(entry.value) for entry in kinds}
    found: dict[str, frozenset[str]] = {}
    for kind in said:
        line, base = [], kind
        while base in said and base not in found:
            names = {entry.key.text for entry in entries_of(said[base].attributes)}
            found[base] = LATER_CARD_KEYS & names
            line.append(base)
            extends = said[base].extends
            base = "" if extends is None else extends.text
        inherited = found.get(base, frozenset())
        for each in reversed(line):
            inherited = found[each] = found[each] | inherited
    return {kind: keys for kind, keys in found.items() if keys}


GAME_FILE: Final = "game.yaml"
EXPANSION_FILE: Final = "expansion.yaml"
LIBRARY_FILE: Final = "library.yaml"


def required(manifest: Node | None) -> tuple[Scalar, ...]:
    """Return the packages that a package says it builds on."""
    return scalars_of(ManifestKeys(manifest).requires)


def requirements(folder: Path, file: str = EXPANSION_FILE) -> tuple[str, ...]:
    """Return the packages that the manifest in a folder says it requires."""
    source = read_source(folder / file, file, Report())
    return () if source is None else _required_by(source.text)


@lru_cache(maxsize=256)
def _required_by(text: str) -> tuple[str, ...]:
    """Return the packages that the text of a manifest requires; many ask for the same."""
    documents = read_documents(Source(EXPANSION_FILE, text), Report())
    return tuple(scalar.text for doc in documents for scalar in required(doc.root))


WHOLE: Final = {"events": "do", "phases": "do", "values": "is"}
"""What an entry that is a lone text says, by section."""
GROUPED: Final = "actions"
"""The section whose entries may hold others, and the key under which these stand: a group has it,
none in it once they are spelled out."""
WAS_GROUP: Final = "group"
"""The key that said so before; it is reported, and what is in the group still finds it."""


def spelled_out(section: str, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of a section in their long forms."""
    if section == "events":
        return [Entry(each.key, as_mapping(section, each.value)) for each in entries]
    return [*_flat(entries)] if section == GROUPED else [*entries]


def as_mapping(section: str, node: Node) -> Node:
    """Return what a value, event or phase is, if it is written as a lone text, under its key."""
    if section not in WHOLE or not isinstance(node, Scalar) or node.is_null:
        return node
    return Mapping((Entry(written(WHOLE[section], node.span), node),), False, node.span)


def phases_in_a_list(node: Node) -> Node:
    """Return phases that stand by name, and those inside them, as a list of phases with an `id`."""
    if isinstance(node, Mapping):
        phases = []
        for entry in node.entries:
            name = Entry(written(PhaseKeys.id.name, entry.key.span), entry.key)
            own = entries_of(_with_inner(as_mapping("phases", entry.value)))
            phases.append(Mapping((name, *own), False, entry.key.span))
        return Items(tuple(phases), node.span)
    if isinstance(node, Items):
        return Items(tuple(_with_inner(item) for item in node.items), node.span)
    return node


def _with_inner(phase: Node) -> Node:
    """Return a phase, those inside it in a list."""
    if NamedPhaseKeys(phase).phases is None:
        return phase
    inner = [
        Entry(each.key, phases_in_a_list(each.value)) if each.key.text == "phases" else each
        for each in entries_of(phase)
    ]
    return Mapping(tuple(inner), False, phase.span)


def _flat(entries: Sequence[Entry]) -> Iterator[Entry]:
    """Yield actions, each group before those that stand in it."""
    for entry in entries:
        inner = ActionKeys(entry.value).actions
        if inner is None and not flag_of(child(entry.value, WAS_GROUP)):
            yield entry
            continue
        own = [
            each for each in entries_of(entry.value) if each.key.text not in (GROUPED, WAS_GROUP)
        ]
        none = Entry(written(GROUPED, entry.key.span), Mapping((), False, entry.key.span))
        yield Entry(entry.key, _mapping((*own, none), entry))
        yield from _flat([_inside(entry.key, each) for each in entries_of(inner)])


def _inside(group: Scalar, entry: Entry) -> Entry:
    """Return an action that says itself in which group it is, beside the phases it names."""
    name = written(group.text, entry.key.span)
    said = items_or_one(ActionKeys(entry.value).in_)
    where: Node = Items((name, *said), entry.key.span) if said else name
    own = [each for each in entries_of(entry.value) if each.key.text != ActionKeys.in_.name]
    return Entry(
        entry.key, _mapping((Entry(written(ActionKeys.in_.name, name.span), where), *own), entry)
    )


def _mapping(entries: Sequence[Entry], entry: Entry) -> Mapping:
    return Mapping(tuple(entries), False, entry.value.span)
