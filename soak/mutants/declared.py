"""Make mistakes in declarations: another name, another type, a section that is gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dsl.syntax.documents import Entry, Mapping, Scalar, Sequence
from soak.mutants.kinds import block_of
from soak.mutants.texts import Mutant, Texts, mutant
from tests.dsl.lint.test_misspellings import Place, misspelt

OF_OWNERS: Final = frozenset({"attributes", "state", "zones"})
"""Keys of kinds and players below which names are declared."""
NAME: Final = re.compile(r"[a-zA-Z][\w-]*")
DECLARING: Final = frozenset(
    {"options", "enums", "kinds", "zones", "state", "values", "events", "actions"}
)
SECTIONS: Final = DECLARING | {"players", "phases", "setup", "end", "triggers", "layout"}
OTHER_TYPE: Final = {"int": "bool", "bool": "int", "player": "int"}


def declarations(texts: Texts) -> Iterator[tuple[str, Scalar, Entry | None]]:
    """Yield the section, name and entry of all that the rules declare; members have no entry."""
    for section in _sections(texts):
        name = section.key.text
        if name == "players":
            yield from _of_owner("players", section.value)
        elif name in DECLARING:
            yield from _of_section(name, section.value)


def _sections(texts: Texts) -> Iterator[Entry]:
    """Yield the sections of all rules; translations have none."""
    for document in texts.documents:
        root = document.root
        if isinstance(root, Mapping) and root.get("translation") is None:
            yield from root.entries


def _of_section(name: str, node: object) -> Iterator[tuple[str, Scalar, Entry | None]]:
    for entry in node.entries if isinstance(node, Mapping) else ():
        yield name, entry.key, entry
        if name == "kinds":
            yield from _of_owner("kinds", entry.value)
        elif name == "enums":
            yield from (("members", each, None) for each in _members(entry.value))


def _of_owner(name: str, node: object) -> Iterator[tuple[str, Scalar, Entry | None]]:
    for part in node.entries if isinstance(node, Mapping) else ():
        if part.key.text in OF_OWNERS and isinstance(part.value, Mapping):
            for entry in part.value.entries:
                yield f"{name}.{part.key.text}", entry.key, entry


def _members(node: object) -> Iterator[Scalar]:
    if isinstance(node, Mapping):
        inner = node.get("is")
        if inner is not None:
            yield from _members(inner)
        else:
            yield from (entry.key for entry in node.entries)
    elif isinstance(node, Sequence):
        yield from (each for each in node.items if isinstance(each, Scalar))


def renamed(texts: Texts) -> Iterator[Mutant]:
    """A declaration whose name has a slip; its users have the right one."""
    known = frozenset(
        word for source in texts.sources for word in re.findall(r"[\w-]+", source.text)
    )
    for _, key, _ in declarations(texts):
        dot = key.text.rfind(".", 0, (key.text + "(").find("(")) + 1
        match = NAME.match(key.text, dot)
        if match is not None and len(match[0]) > 1:
            span = key.part(*match.span())
            place = Place(0, span.start, span.end, match[0], "key")
            yield mutant(span, misspelt(place, known))


def without_section(texts: Texts) -> Iterator[Mutant]:
    """A section that is gone, with all that it declares."""
    for entry in _sections(texts):
        block = block_of(entry) if entry.key.text in SECTIONS else None
        if block is not None:
            yield mutant(block, "")


def other_type(texts: Texts) -> Iterator[Mutant]:
    """A declaration of another type: a truth for a number, a number for anything else."""
    for section, key, entry in declarations(texts):
        if section.endswith(("attributes", "state")) or section == "state":
            yield from _other_type_of(entry)
        elif section in ("values", "events"):
            for match in re.finditer(r"\b(int|bool|player)(?= [a-z])", key.text):
                yield mutant(key.part(*match.span()), OTHER_TYPE[match[1]])


def _other_type_of(entry: Entry | None) -> Iterator[Mutant]:
    node = entry.value if entry is not None else None
    if isinstance(node, Mapping):
        node = node.get("is") or node.get("type")
    if isinstance(node, Scalar):
        match = re.match(r"(?P<type>[\w-]+)(?P<default> = .*)?$", node.text)
        if match is not None and match["type"] not in ("effect", "cost"):
            other = OTHER_TYPE.get(match["type"], "int")
            default = match["default"] and (" = false" if other == "bool" else " = 0")
            yield mutant(node.span, other + (default or ""))


DECLARED: Final = {
    "renamed declaration": renamed,
    "deleted section": without_section,
    "other type": other_type,
}
