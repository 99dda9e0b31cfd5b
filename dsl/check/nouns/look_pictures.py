"""Check the icons, pictures and fonts that a look names.

Files are named here and read where a face is drawn: no rule depends on what they hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from dsl.check.expressions.names_declared import unknown
from dsl.check.scopes.draft import Draft
from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.spelling import nearest
from dsl.model.documents import Entry, Mapping, Node, Scalar, entries_of, scalar_of, scalars_of
from dsl.model.look import DRAWINGS, FONTS, ICONS, PICTURES, SIZES, Box, File, Icon
from dsl.model.nouns import OF_ABOUT, Attribute
from dsl.model.types import INT, EnumType, plain_type

SMALLEST, LARGEST = 20, 300
_SIZE: Final = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,2})?)x([0-9]{1,3}(?:\.[0-9]{1,2})?)(mm|in)?")
_INCH: Final = 25.4
_NAMED: Final = re.compile(r"\{about\.[^{}]*\}$")
"""Ends a path whose file each card names with its ending."""
_SLOT: Final = re.compile(r"\{([^{}]*)\}")
_PART: Final = re.compile(r"[^\x00-\x1f\\:{}.][^\x00-\x1f\\:{}]*")
_POINTS: Final = {"top": (0.5, 0.0), "middle": (0.5, 0.5), "bottom": (0.5, 1.0)}
_POINT: Final = re.compile(r"([0-9]{1,3})% ([0-9]{1,3})%")
_MOST: Final = 100
_LENGTH: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,2})?")
"""Millimetres."""
ID: Final = "id"


def size_of(word: Scalar) -> tuple[float, float] | None:
    """Return width and height in millimetres; None for what is no size."""
    if word.text in SIZES:
        return SIZES[word.text]
    found = _SIZE.fullmatch(word.text)
    if found is None:
        return None
    unit = _INCH if found[3] == "in" else 1
    size = round(float(found[1]) * unit, 2), round(float(found[2]) * unit, 2)
    return size if all(SMALLEST <= each <= LARGEST for each in size) else None


class Pictures:
    """Reads what the look of a kind or enum says of pictures."""

    def __init__(self, draft: Draft, name: str) -> None:
        self._draft, self._name, self._report = draft, name, draft.report

    def file(self, node: Node | None, endings: tuple[str, ...]) -> File | None:
        """Return a file of the package; report what cannot be one."""
        word = scalar_of(node)
        if word is None:
            return None
        slots = [each[1] for each in _SLOT.finditer(word.text)]
        parts = _SLOT.sub("x", word.text).split("/")
        is_named = parts[-1].lower().endswith(endings) or _NAMED.search(word.text)
        if not is_named or not all(map(_PART.fullmatch, parts)):
            self._report.add("bad-look.no-file", word.span, word=word.text, endings=endings)
            return None
        for slot in slots:
            self._slot(slot, word)
        return File(path=word.text, span=word.span)

    def _slot(self, slot: str, word: Scalar) -> None:
        """Report a slot that is no plain value of every card."""
        world = self._draft.world
        if slot == ID or slot.startswith(OF_ABOUT) or slot in self._draft.lost:
            return
        known = world.attribute(self._name, slot) if self._name in world.kinds else None
        if known is None:
            names = [ID, *(each.name for each in self._attributes())]
            unknown(self._report, "unknown-attribute", slot, word.span, names)
        elif not isinstance(type_ := plain_type(known[1].type), EnumType) and type_ != INT:
            self._report.add("bad-look.slot", word.span, slot=slot)

    def _attributes(self) -> Iterator[Attribute]:
        kinds = self._draft.world.kinds
        if self._name in kinds:
            for base in self._draft.world.lineage(self._name):
                yield from kinds[base].attributes

    def icon(self, node: Node | None) -> Icon | None:
        """Return an icon that comes along or a drawing of the package; report another word."""
        word = scalar_of(node)
        if word is None or word.text in ICONS:
            return None if word is None else word.text
        if word.text.lower().endswith(DRAWINGS):
            return self.file(node, DRAWINGS)
        near = nearest(word.text, [*ICONS])
        helps = (Instead.of(near, word.text),) if near else ()
        self._report.add("bad-look.no-icon", word.span, *helps, word=word.text, icons=ICONS)
        return None

    def icons_of_members(self, entries: Iterable[Entry]) -> dict[str, Icon]:
        """Return icons by member."""
        found = ((entry.key.text, self.icon(entry.value)) for entry in entries)
        return {name: icon for name, icon in found if icon is not None}

    def icons(self, node: Node | None) -> dict[str, dict[int | None, Icon]] | None:
        """Return icons by attribute: one beside it, or those of some numbers."""
        if node is None:
            return None
        found: dict[str, dict[int | None, Icon]] = {}
        for entry in entries_of(node):
            if self._is_attribute(entry.key):
                icons = found.setdefault(entry.key.text, {})
                for number, each in self._by_number(entry.value):
                    icon = self.icon(each)
                    icons |= {} if icon is None else {number: icon}
        return found

    def _by_number(self, node: Node) -> Iterator[tuple[int | None, Node]]:
        if not isinstance(node, Mapping):
            yield None, node
            return
        for entry in node.entries:
            try:
                yield int(entry.key.text), entry.value
            except ValueError:
                self._report.add("bad-look.no-number", entry.key.span, name=entry.key.text)

    def _is_attribute(self, word: Scalar) -> bool:
        """Return whether a word is an attribute; report one that is none."""
        if word.text in self._draft.lost:
            return False
        if self._draft.world.attribute(self._name, word.text) is not None:
            return True
        names = [each.name for each in self._attributes()]
        unknown(self._report, "unknown-attribute", word.text, word.span, names)
        return False

    def pips(self, node: Node | None) -> tuple[str, str] | None:
        """Return a number, and what is drawn as often; report what is no such pair."""
        words = [] if node is None else scalars_of(node)
        are_known = [self._is_attribute(word) for word in words]
        if node is None or not all(are_known):
            return None
        world = self._draft.world
        known = [world.attribute(self._name, word.text) for word in words]
        types = [plain_type(each[1].type) for each in known if each is not None]
        is_drawn = len(types) == 2 and (types[1] == INT or isinstance(types[1], EnumType))
        if not is_drawn or types[0] != INT:
            self._report.add("bad-look.no-pips", node.span)
            return None
        return words[0].text, words[1].text

    def boxes(self, node: Node | None) -> dict[str, Box] | None:
        """Return left, top, width and height by part; report a text that is no such four."""
        if node is None:
            return None
        found = dict[str, Box]()
        for entry in entries_of(node):
            word = scalar_of(entry.value)
            words = [] if word is None else word.text.split()
            match [float(each) for each in words if _LENGTH.fullmatch(each)]:
                case [left, top, width, height] if len(words) == 4 and width and height:
                    found[entry.key.text] = left, top, width, height
                case _:
                    self._report.add("bad-look.no-box", entry.value.span, name=entry.key.text)
        return found

    def focus(self, node: Node | None) -> tuple[float, float] | None:
        """Return a point in shares of a picture; report another word."""
        word = scalar_of(node)
        if word is None or word.text in _POINTS:
            return None if word is None else _POINTS[word.text]
        found = _POINT.fullmatch(word.text)
        if found is None or max(int(found[1]), int(found[2])) > _MOST:
            self._report.add("bad-look.no-point", word.span, word=word.text)
            return None
        return int(found[1]) / _MOST, int(found[2]) / _MOST

    def fonts(self, node: Node | None) -> dict[str, File] | None:
        """Return the files of fonts by what they are for."""
        if node is None:
            return None
        found = ((e.key.text, self.file(e.value, FONTS)) for e in entries_of(node))
        return {use: file for use, file in found if file is not None}

    def is_file(self, node: Node | None) -> bool:
        """Return whether a word is meant as a picture, and not as a colour."""
        word = scalar_of(node)
        return word is not None and word.text.lower().endswith(PICTURES)
