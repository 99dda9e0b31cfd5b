"""Check how cards look when they are printed or shown, and the pictures and fonts for it.

Files are named here and read where a face is drawn: no rule depends on what they hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from dsl.check.expressions.names_declared import unknown
from dsl.check.scopes.collect import unique_entries
from dsl.check.scopes.draft import Draft
from dsl.check.texts.texts import text_of
from dsl.diagnostics.diagnostic import Instead
from dsl.diagnostics.wording import Said, nearest
from dsl.keys.course import LookKeys
from dsl.keys.files import SectionKeys
from dsl.model import look
from dsl.model.documents import Entry, Mapping, Node, Scalar, entries_of, scalar_of, scalars_of
from dsl.model.nouns import ABOUT, OF_ABOUT, Text
from dsl.model.types import INT, EnumType, ListOf, SetOf, plain_type
from dsl.records import Span

EVERY: Final = "every"
OF_EVERY: Final = (
    "size", "color", "back", "print", "frame", "art", "focus", "background", "font", "icon", "foot",
    "theme", "boxes",
)  # fmt: skip
OF_KIND: Final = (*OF_EVERY, "corner", "corners", "middle", "pips", "line", "signs", "icons")
OF_ENUM: Final = ("colors", "symbols", "icons", "in-text")
NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
LETTERS: Final = 3


def check_looks(draft: Draft) -> None:
    """Fill `Draft.looks`."""
    kinds, enums = dict[str, look.Look](), dict[str, look.MemberLook]()
    for entry in unique_entries(draft, SectionKeys.look, lambda *_: True):
        reader, name = _Reader(draft, entry), entry.key.text
        if name == EVERY or name in draft.world.kinds:
            kinds[name] = reader.kind()
        elif name in draft.world.enums:
            enums[name] = reader.enum()
        else:
            names = [*draft.world.kinds, *draft.world.enums, EVERY]
            unknown(draft.report, "unknown-kind", name, entry.key.span, names, "kind or enum")
    draft.looks = look.Looks(kinds=kinds, enums=enums)


@dataclass(slots=True)
class _Reader:
    """Reads what is said of one kind or enum."""

    draft: Draft
    entry: Entry

    @property
    def name(self) -> str:
        """What it is said of."""
        return self.entry.key.text

    def kind(self) -> look.Look:
        """Return how the cards of a kind look."""
        node = self.entry.value
        self._refuse(OF_EVERY if self.name == EVERY else OF_KIND)
        keys = LookKeys(node)
        return look.Look(
            size=self._size(keys.size),
            color=self._color_or_attribute(keys.color),
            corner=self._attributes(keys.corner),
            middle=self._attributes(keys.middle),
            line=self._attributes(keys.line),
            foot=self._attributes(keys.foot),
            signs=self._signs(keys.signs),
            **self._pictures(),
            is_printed=keys.print,
            span=self.entry.key.span,
        )

    def _pictures(self) -> dict[str, Any]:
        """Return what is said of pictures, icons and fonts."""
        keys, read = LookKeys(self.entry.value), Pictures(self.draft, self.name)
        corners, frame, theme = keys.corners, keys.frame, keys.theme
        return {
            "icons": read.icons(keys.icons),
            "icon": read.icon(keys.icon),
            "pips": read.pips(keys.pips),
            "frame": None if frame is None else frame.text,
            "theme": None if theme is None else theme.text,
            "boxes": read.boxes(keys.boxes),
            "is_turned": None if corners is None else corners.text == "both",
            "art": read.file(keys.art, look.PICTURES),
            "focus": read.focus(keys.focus),
            "background": self._color_or_file(read, keys.background),
            "font": read.fonts(keys.font),
            "back": self._color_or_file(read, keys.back),
        }

    def _color_or_file(self, read: Pictures, node: Node | None) -> str | look.File | None:
        return read.file(node, look.PICTURES) if read.is_file(node) else self._color(node)

    def enum(self) -> look.MemberLook:
        """Return how the members of an enum look."""
        node = self.entry.value
        self._refuse(OF_ENUM)
        keys = LookKeys(node)
        colors = ((e.key.text, self._color(e.value)) for e in self._members(keys.colors))
        long = "bad-look.long-symbol"
        symbols = ((e.key.text, self._short(e, long)) for e in self._members(keys.symbols))
        return look.MemberLook(
            colors={name: color for name, color in colors if color is not None},
            symbols=dict(symbols),
            icons=Pictures(self.draft, self.name).icons_of_members(self._members(keys.icons)),
            is_in_text=bool(keys.in_text),
            span=self.entry.key.span,
        )

    def _refuse(self, known: tuple[str, ...]) -> None:
        """Report keys that mean nothing here; what no look knows is an unknown key already."""
        for entry in entries_of(self.entry.value):
            if entry.key.text in (*OF_KIND, *OF_ENUM) and entry.key.text not in known:
                key = "bad-look.of-enum" if known is OF_ENUM else "bad-look.of-every"
                key = "bad-look.of-kind" if known is OF_KIND else key
                help_text = Said("help.here-can-stand", known=known)
                self._report(key, entry.key.span, help_text, name=entry.key.text)

    def _size(self, word: Scalar | None) -> tuple[float, float] | None:
        """Return width and height in millimetres."""
        size = None if word is None else size_of(word)
        if word is not None and size is None:
            low, high = SMALLEST, LARGEST
            self._report("bad-look.no-size", word.span, size=word.text, smallest=low, largest=high)
        return size

    def _color(self, node: Node | None) -> str | None:
        """Return a colour, or None where none is said."""
        word = scalar_of(node)
        if word is None:
            return None
        found = look.settled_color(word.text)
        if not found:
            self._report(
                "bad-look.no-colour", word.span, color=word.text, colors=tuple(look.COLORS)
            )
        return found or None

    def _color_or_attribute(self, node: Node | None) -> str | None:
        """Return a colour, or the name of an attribute that has members of an enum."""
        word = scalar_of(node)
        known = None if word is None else self.draft.world.attribute(self.name, word.text)
        if word is None or known is None:
            return self._color(node)
        type_ = plain_type(known[1].type)
        of = plain_type(type_.of) if isinstance(type_, ListOf | SetOf) else type_
        if not isinstance(of, EnumType):
            self._report("bad-look.no-members", word.span, name=word.text)
        return word.text

    def _attributes(self, node: Node | None) -> tuple[str, ...] | None:
        """Return the attributes that a text names; report unknown ones."""
        world = self.draft.world
        if node is None:
            return None
        found = [word for word in scalars_of(node) if word.text not in self.draft.lost]
        for word in found:
            is_about = word.text in ABOUT or word.text.startswith(OF_ABOUT)
            is_known = is_about or world.attribute(self.name, word.text) is not None
            if self.name != EVERY and not is_known:
                self._unknown_attribute(word)
        return tuple(word.text for word in found)

    def _unknown_attribute(self, word: Scalar) -> None:
        """Report a word that is no attribute of the kind."""
        names = _attributes(self.name, self.draft)
        unknown(self.draft.report, "unknown-attribute", word.text, word.span, names)

    def _signs(self, node: Node | None) -> dict[str, dict[int, Text]] | None:
        """Return what stands for numbers, by attribute; report attributes that are no numbers."""
        if node is None:
            return None
        found: dict[str, dict[int, Text]] = {}
        for entry in entries_of(node):
            word = entry.key
            known = self.draft.world.attribute(self.name, word.text)
            if word.text in self.draft.lost:
                continue
            if known is None:
                self._unknown_attribute(word)
            elif plain_type(known[1].type) != INT:
                self._report("bad-look.signs-of-no-number", word.span, name=word.text)
            else:
                signs = (self._sign(each) for each in entries_of(entry.value))
                found[word.text] = dict(sign for sign in signs if sign is not None)
        return found

    def _sign(self, entry: Entry) -> tuple[int, Text] | None:
        """Return a number and what stands for it."""
        word = entry.key
        if NUMBER.fullmatch(word.text) is None:
            self._report("bad-look.no-number", word.span, name=word.text)
            return None
        return int(word.text), self._short(entry, "bad-look.long-sign")

    def _members(self, node: Node | None) -> list[Entry]:
        """Return the entries that are members of the enum; report others."""
        found, members = list[Entry](), self.draft.world.enums[self.name].members
        for entry in entries_of(node):
            if entry.key.text in members:
                found.append(entry)
            else:
                report, word = self.draft.report, entry.key
                unknown(report, "unknown-member", word.text, word.span, [*members])
        return found

    def _short(self, entry: Entry, key: str) -> Text:
        """Return a text of a few letters."""
        texts = text_of(entry.value, self.draft.language)
        if any(not 0 < len(text) <= LETTERS for text in texts.values()):
            self._report(key, entry.value.span, name=entry.key.text, most=LETTERS)
        return texts

    def _report(self, key: str, span: Span, *helps: str, **slots: object) -> None:
        self.draft.report.add(key, span, *helps, labels=(), **slots)


def _attributes(kind: str, draft: Draft) -> list[str]:
    """Return the names of the attributes of a kind; none of what is no kind."""
    world = draft.world
    return [each.name for base in world.lineage(kind) for each in world.kinds[base].attributes]


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
    if word.text in look.SIZES:
        return look.SIZES[word.text]
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

    def file(self, node: Node | None, endings: tuple[str, ...]) -> look.File | None:
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
        return look.File(path=word.text, span=word.span)

    def _slot(self, slot: str, word: Scalar) -> None:
        """Report a slot that is no plain value of every card."""
        world = self._draft.world
        if slot == ID or slot.startswith(OF_ABOUT) or slot in self._draft.lost:
            return
        known = world.attribute(self._name, slot) if self._name in world.kinds else None
        if known is None:
            names = [ID, *_attributes(self._name, self._draft)]
            unknown(self._report, "unknown-attribute", slot, word.span, names)
        elif not isinstance(type_ := plain_type(known[1].type), EnumType) and type_ != INT:
            self._report.add("bad-look.slot", word.span, slot=slot)

    def icon(self, node: Node | None) -> look.Icon | None:
        """Return an icon that comes along or a drawing of the package; report another word."""
        word = scalar_of(node)
        if word is None or word.text in look.ICONS:
            return None if word is None else word.text
        if word.text.lower().endswith(look.DRAWINGS):
            return self.file(node, look.DRAWINGS)
        near = nearest(word.text, [*look.ICONS])
        helps = (Instead.of(near, word.text),) if near else ()
        self._report.add("bad-look.no-icon", word.span, *helps, word=word.text, icons=look.ICONS)
        return None

    def icons_of_members(self, entries: Iterable[Entry]) -> dict[str, look.Icon]:
        """Return icons by member."""
        found = ((entry.key.text, self.icon(entry.value)) for entry in entries)
        return {name: icon for name, icon in found if icon is not None}

    def icons(self, node: Node | None) -> dict[str, dict[int | None, look.Icon]] | None:
        """Return icons by attribute: one beside it, or those of some numbers."""
        if node is None:
            return None
        found: dict[str, dict[int | None, look.Icon]] = {}
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
        names = _attributes(self._name, self._draft)
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

    def boxes(self, node: Node | None) -> dict[str, look.Box] | None:
        """Return left, top, width and height by part; report a text that is no such four."""
        if node is None:
            return None
        found = dict[str, look.Box]()
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

    def fonts(self, node: Node | None) -> dict[str, look.File] | None:
        """Return the files of fonts by what they are for."""
        if node is None:
            return None
        found = ((e.key.text, self.file(e.value, look.FONTS)) for e in entries_of(node))
        return {use: file for use, file in found if file is not None}

    def is_file(self, node: Node | None) -> bool:
        """Return whether a word is meant as a picture, and not as a colour."""
        word = scalar_of(node)
        return word is not None and word.text.lower().endswith(look.PICTURES)
