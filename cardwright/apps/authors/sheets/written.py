"""Find where cards stand in the files of a package, read their keys there, and edit them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from cardwright import Package
from dsl import CardTable, Record, Source, read_yaml
from dsl.model import documents as d
from dsl.model.game import Game

_PLAIN: Final = re.compile(r"(?:[0-9]{1,4} )?[^\W\d_](?:[\w ,.;+*/()<>='’-]*[\w.;+)!?'’-])?")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)")
_BREAKING: Final = re.compile(
    r": |:$| #|^[-?] |[{}\[\]&*!|>'\"%@`,]|[\x00-\x1f\x7f-\x9f]|[\ud800-\udfff]"
)
_WORDS: Final = frozenset(
    ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "~", "each", "rows"]
)


class InFile(Record, eq=False):
    """A card where it stands.

    Attributes:
        node: Its keys.
        common: The keys that it shares with the other rows of its table.
        is_made: Whether a product of several values makes it, or another package brings it.
        name: Its entry in a section of names.
    """

    path: Path
    node: d.Mapping | None
    common: d.Mapping | None = None
    is_made: bool = False
    name: d.Entry | None = None

    def node_of(self, key: str) -> d.Node | None:
        """Return what it says under a key, itself or with others."""
        if key == "name" and self.name is not None:
            return self.name.value
        own = d.child(self.node, key)
        return d.child(self.common, key) if own is None else own

    def entry(self, key: str) -> d.Entry | None:
        """Return the entry of a key that is its own."""
        if key == "name" and self.name is not None:
            return self.name
        return None if self.node is None else self.node.entry(key)


class Edit(Record):
    """A stretch of a file that becomes another text."""

    path: Path
    start: int
    end: int
    text: str


class ByHand(Exception):
    """A place of a file that a program should not edit."""


def cards_in_files(
    package: Package, game: Game, texts_then: Mapping[Path, str] = MappingProxyType({})
) -> dict[str, InFile]:
    """Return where each card of a game stands, by its id.

    Args:
        texts_then: What some files are taken to hold.
    """
    known = {(card.span.source.path, card.span.start): card for card in game.cards}
    found: dict[str, InFile] = {}
    names: dict[str, d.Entry] = {}
    libraries = {each.shown for each in package.libraries()}
    parts = {part.shown for part in package.parts}
    read = package.files(texts_then)
    for files in read:
        shown = files.place.shown
        is_ours = shown not in libraries and (not parts or shown in parts)
        for name, data in files.texts:
            source = Source.of(f"{shown}/{name}", data.decode("utf-8-sig", "replace"))
            for document in read_yaml(source).documents:
                for at, common, node in _cards(document.root):
                    card = known.get((source.path, at))
                    if card is None:
                        continue
                    is_made = found.get(card.id) is not None or not is_ours or common is node
                    found[card.id] = InFile(files.place.folder / name, node, common, is_made)
                for entry in d.entries_of(d.child(document.root, "names")):
                    names[entry.key.text] = entry
    by_id = {card.id: card for card in game.cards}
    for row in CardTable.in_files(read, game):
        id_ = d.scalar_at(row, "id")
        if id_ is not None and id_.text in by_id:
            path = Path(by_id[id_.text].span.source.path)
            found[id_.text] = InFile(path, row, None, is_made=True)
    for card in game.cards:
        if card.id not in found:
            found[card.id] = InFile(package.folder, None, None, True)
        if card.id in names:
            old = found[card.id]
            same = names[card.id].key.span.source.path.rpartition("/")[2] == old.path.name
            found[card.id] = InFile(old.path, old.node, old.common, old.is_made or not same,
                                    names[card.id])  # fmt: skip
    return found


def _cards(root: d.Node) -> Iterator[tuple[int, d.Mapping | None, d.Mapping]]:
    """Yield the offset of each card's head, its common keys and its own."""
    if not isinstance(root, d.Mapping):
        return
    kind = root.entry("kind")
    if kind is not None:
        yield kind.key.span.start, None, root
    for section in ("cards", "override-cards"):
        for item in d.items_of(root.get(section)):
            rows, each = d.child(item, "rows"), d.child(item, "each")
            common = each if isinstance(each, d.Mapping) else None
            for node in (item,) if rows is None else d.items_of(rows):
                id_ = d.scalar_at(node, "id")
                if id_ is not None and isinstance(node, d.Mapping):
                    is_product = rows is None and common is not None
                    yield id_.span.start, node if is_product else common, node


def said(card: InFile, key: str, lang: str, default: str) -> str:
    """Return what a card says under a key, as one text; "" where it says nothing that fits."""
    node = card.node_of(key)
    if lang and isinstance(node, d.Mapping):
        node = node.get(lang)
    elif lang and lang != default:
        return ""
    if isinstance(node, d.Scalar):
        return "" if node.is_null else node.text
    if isinstance(node, d.Sequence) and all(isinstance(each, d.Scalar) for each in node.items):
        return f"[{', '.join(each.text for each in node.items if isinstance(each, d.Scalar))}]"
    return ""


def quoted(text: str) -> str:
    """Return a text as YAML, in quotes where it needs them."""
    if _NUMBER.fullmatch(text):
        return text
    is_list = text.startswith("[") and text.endswith("]") and not re.search(r"[\"'{}#:]", text)
    if is_list:
        return json.dumps(text, ensure_ascii=False)
    is_plain = _PLAIN.fullmatch(text) and not _BREAKING.search(text)
    if is_plain and text.casefold() not in _WORDS - {"true", "false"}:
        return text
    return _escaped(json.dumps(text, ensure_ascii=False))


def _escaped(text: str) -> str:
    """Return a quoted text without letters that YAML takes for breaks or refuses."""
    return re.sub("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff\ufffe\uffff]",
                  lambda m: f"\\u{ord(m[0]):04x}", text)  # fmt: skip


def texts(by_lang: Mapping[str, str]) -> str:
    """Return a text by language as YAML."""
    return "{" + ", ".join(f"{tag}: {_in_flow(text)}" for tag, text in by_lang.items()) + "}"


def _in_flow(text: str) -> str:
    shown = quoted(text)
    return (
        shown if shown.startswith('"') or "," not in shown else json.dumps(text, ensure_ascii=False)
    )


def set_key(card: InFile, key: str, lang: str, text: str, default: str) -> Edit:
    """Return the edit by which a card says a text under a key.

    Raises:
        ByHand: What stands there is written over several lines, or made by a table.
    """
    if card.node is None or card.is_made:
        raise ByHand(key)
    if key.startswith(CardTable.ABOUT):
        found, word = _about(card), key.removeprefix(CardTable.ABOUT)
        shown = worded(key, {lang: text})
        if found is None:
            return _inserted(card.path, card.node, "about", f"{{{word}: {shown}}}")
        about, node = found
        if key != CardTable.LISTED:
            return set_key(about, word, lang, text, default)
        listed = about.entry(word)
        if listed is None:
            return _inserted(card.path, node, word, shown)
        return _replaced(card.path, listed.value, shown)
    entry = card.entry(key)
    if entry is None:
        return _inserted(card.path, card.node, key, texts({lang: text}) if lang else quoted(text))
    value = entry.value
    if lang and isinstance(value, d.Mapping):
        inner = value.entry(lang)
        if inner is None:
            return _inserted(card.path, value, lang, _in_flow(text))
        value = inner.value
    elif lang and lang != default:
        both = {default: value.text if isinstance(value, d.Scalar) else "", lang: text}
        return _replaced(card.path, value, texts(both))
    return _replaced(card.path, value, _in_flow(text))


def _about(card: InFile) -> tuple[InFile, d.Mapping] | None:
    """Return what a card carries besides rules, as it stands; None where it says nothing of it."""
    node = d.child(card.node, "about")
    return (InFile(card.path, node), node) if isinstance(node, d.Mapping) else None


def worded(key: str, by_lang: Mapping[str, str]) -> str:
    """Return what stands under a key as YAML: texts by language, a list, or one text."""
    if key == CardTable.LISTED:
        parts = CardTable.parts_of(next(iter(by_lang.values())))
        return f"[{', '.join(map(_in_flow, parts))}]"
    return texts(by_lang) if all(by_lang) else _in_flow(next(iter(by_lang.values())))


def _replaced(path: Path, node: d.Node, text: str) -> Edit:
    """Return the edit that puts a text in the place of a value of one line."""
    span = node.span
    old = span.text
    is_block = isinstance(node, d.Mapping) and not node.is_flow
    if is_block or old.startswith(("|", ">", "- ", "&", "*")) or "\n" in old.strip():
        raise ByHand(span.place)
    blank = "" if old or span.source.text[span.start - 1 : span.start] == " " else " "
    return Edit(path, span.start, span.end, blank + text)


def _inserted(path: Path, node: d.Mapping, key: str, text: str) -> Edit:
    """Return the edit that gives a mapping another key."""
    source = node.span.source.text
    if node.is_flow:
        end = node.span.end - 1
        while source[end - 1].isspace():
            end -= 1
        if "\n" in node.span.text and "#" in node.span.text:
            raise ByHand(node.span.place)
        comma = ", " if node.entries else ""
        return Edit(path, end, end, f"{comma}{key}: {text}")
    for entry in node.entries:
        start = entry.key.span.start
        line_end = source.find("\n", start)
        line_end = len(source) if line_end < 0 else line_end
        is_line = isinstance(entry.value, d.Scalar) and not entry.value.span.text.startswith(
            ("|", ">")
        )
        if is_line and entry.value.span.end <= line_end:
            column = start - (source.rfind("\n", 0, start) + 1)
            return Edit(path, line_end, line_end, f"\n{' ' * column}{key}: {text}")
    raise ByHand(node.span.place)


def cleared(card: InFile, key: str, lang: str) -> Edit:
    """Return the edit by which a card says nothing more under a key.

    Raises:
        ByHand: What stands there is written over several lines, or shared with other cards.
    """
    if key.startswith(CardTable.ABOUT):
        found = _about(card)
        if found is None:
            raise ByHand(key)
        if len(found[1].entries) == 1:
            return cleared(card, "about", "")
        return cleared(found[0], key.removeprefix(CardTable.ABOUT), lang)
    entry, node = card.entry(key), card.node
    if entry is None or node is None or card.is_made or (key == "name" and card.name is not None):
        raise ByHand(key)
    if lang and isinstance(entry.value, d.Mapping):
        node = entry.value
        entry = node.entry(lang)
        if entry is None or len(node.entries) == 1:
            return cleared(card, key, "")
    place = node.entries.index(entry)
    source, end = node.span.source.text, entry.value.span.end
    if node.is_flow:
        if place:
            return Edit(card.path, node.entries[place - 1].value.span.end, end, "")
        following = node.entries[1].key.span.start if len(node.entries) > 1 else end
        return Edit(card.path, entry.key.span.start, following, "")
    start = source.rfind("\n", 0, entry.key.span.start) + 1
    line_end = source.find("\n", entry.key.span.start)
    line_end = len(source) if line_end < 0 else line_end
    if end > line_end or source[start : entry.key.span.start].strip():
        raise ByHand(entry.key.span.place)
    return Edit(card.path, start, line_end + 1, "")


def new_attributes(
    package: Package, game: Game, kinds: list[str], lines: Mapping[str, str]
) -> list[Edit]:
    """Return the edits by which kinds have more attributes.

    Args:
        lines: The type and texts of each, as YAML.

    Raises:
        ByHand: A kind is written in a way that a program should not edit.
    """
    edits = []
    for files in package.files():
        for name, data in files.texts:
            path = files.place.folder / name
            source = Source.of(f"{files.place.shown}/{name}", data.decode("utf-8-sig", "replace"))
            for document in read_yaml(source).documents:
                for entry in d.entries_of(d.child(document.root, "kinds")):
                    if entry.key.text in kinds:
                        edits.append(_with_attributes(path, entry, lines))
    if len(edits) != len(kinds):
        raise ByHand(", ".join(kinds))
    return edits


def _with_attributes(path: Path, entry: d.Entry, lines: Mapping[str, str]) -> Edit:
    """Return the edit that gives one kind more attributes."""
    flow = ", ".join(f"{name}: {text}" for name, text in lines.items())
    kind = entry.value
    if not isinstance(kind, d.Mapping) or not kind.entries:
        raise ByHand(entry.key.span.place)
    there = kind.get("attributes")
    if there is None:
        if kind.is_flow:
            return _inserted(path, kind, "attributes", f"{{{flow}}}")
        start = kind.entries[0].key.span.start
        column = start - (kind.span.source.text.rfind("\n", 0, start) + 1)
        pad = "\n" + " " * column
        block = "".join(f"{pad}  {name}: {text}" for name, text in lines.items())
        return Edit(path, start, start, f"attributes:{block}{pad}")
    if not isinstance(there, d.Mapping) or not there.entries:
        raise ByHand(entry.key.span.place)
    start = there.entries[0].key.span.start
    if there.is_flow:
        return Edit(path, start, start, f"{flow}, ")
    column = start - (there.span.source.text.rfind("\n", 0, start) + 1)
    pad = "\n" + " " * column
    return Edit(path, start, start, pad.join(f"{n}: {text}" for n, text in lines.items()) + pad)
