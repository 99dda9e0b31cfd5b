"""Check how cards look when they are printed or shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from dsl.check.expressions.names_declared import unknown
from dsl.check.nouns.look_pictures import LARGEST, SMALLEST, Pictures, size_of
from dsl.check.scopes.collect import unique_entries
from dsl.check.scopes.draft import Draft
from dsl.check.texts.texts import text_of
from dsl.diagnostics.wording import Said
from dsl.keys.course import LookKeys
from dsl.keys.files import SectionKeys
from dsl.model import documents as d
from dsl.model.look import COLORS, PICTURES, File, Look, Looks, MemberLook, settled_color
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
    kinds, enums = dict[str, Look](), dict[str, MemberLook]()
    for entry in unique_entries(draft, SectionKeys.look, lambda *_: True):
        reader, name = _Reader(draft, entry), entry.key.text
        if name == EVERY or name in draft.world.kinds:
            kinds[name] = reader.kind()
        elif name in draft.world.enums:
            enums[name] = reader.enum()
        else:
            names = [*draft.world.kinds, *draft.world.enums, EVERY]
            unknown(draft.report, "unknown-kind", name, entry.key.span, names, "kind or enum")
    draft.looks = Looks(kinds=kinds, enums=enums)


@dataclass(slots=True)
class _Reader:
    """Reads what is said of one kind or enum."""

    draft: Draft
    entry: d.Entry

    @property
    def name(self) -> str:
        """What it is said of."""
        return self.entry.key.text

    def kind(self) -> Look:
        """Return how the cards of a kind look."""
        node = self.entry.value
        self._refuse(OF_EVERY if self.name == EVERY else OF_KIND)
        keys = LookKeys(node)
        return Look(
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
            "art": read.file(keys.art, PICTURES),
            "focus": read.focus(keys.focus),
            "background": self._color_or_file(read, keys.background),
            "font": read.fonts(keys.font),
            "back": self._color_or_file(read, keys.back),
        }

    def _color_or_file(self, read: Pictures, node: d.Node | None) -> str | File | None:
        return read.file(node, PICTURES) if read.is_file(node) else self._color(node)

    def enum(self) -> MemberLook:
        """Return how the members of an enum look."""
        node = self.entry.value
        self._refuse(OF_ENUM)
        keys = LookKeys(node)
        colors = ((e.key.text, self._color(e.value)) for e in self._members(keys.colors))
        symbols = ((e.key.text, self._symbol(e)) for e in self._members(keys.symbols))
        return MemberLook(
            colors={name: color for name, color in colors if color is not None},
            symbols=dict(symbols),
            icons=Pictures(self.draft, self.name).icons_of_members(self._members(keys.icons)),
            is_in_text=bool(keys.in_text),
            span=self.entry.key.span,
        )

    def _refuse(self, known: tuple[str, ...]) -> None:
        """Report keys that mean nothing here; what no look knows is an unknown key already."""
        for entry in d.entries_of(self.entry.value):
            if entry.key.text in (*OF_KIND, *OF_ENUM) and entry.key.text not in known:
                key = "bad-look.of-enum" if known is OF_ENUM else "bad-look.of-every"
                key = "bad-look.of-kind" if known is OF_KIND else key
                help_text = Said("help.here-can-stand", known=known)
                self._report(key, entry.key.span, help_text, name=entry.key.text)

    def _size(self, word: d.Scalar | None) -> tuple[float, float] | None:
        """Return width and height in millimetres."""
        size = None if word is None else size_of(word)
        if word is not None and size is None:
            low, high = SMALLEST, LARGEST
            self._report("bad-look.no-size", word.span, size=word.text, smallest=low, largest=high)
        return size

    def _color(self, node: d.Node | None) -> str | None:
        """Return a colour, or None where none is said."""
        word = d.scalar_of(node)
        if word is None:
            return None
        found = settled_color(word.text)
        if not found:
            self._report("bad-look.no-colour", word.span, color=word.text, colors=tuple(COLORS))
        return found or None

    def _color_or_attribute(self, node: d.Node | None) -> str | None:
        """Return a colour, or the name of an attribute that has members of an enum."""
        word = d.scalar_of(node)
        known = None if word is None else self.draft.world.attribute(self.name, word.text)
        if word is None or known is None:
            return self._color(node)
        type_ = plain_type(known[1].type)
        of = plain_type(type_.of) if isinstance(type_, ListOf | SetOf) else type_
        if not isinstance(of, EnumType):
            self._report("bad-look.no-members", word.span, name=word.text)
        return word.text

    def _attributes(self, node: d.Node | None) -> tuple[str, ...] | None:
        """Return the attributes that a text names; report unknown ones."""
        world = self.draft.world
        if node is None:
            return None
        found = [word for word in d.scalars_of(node) if word.text not in self.draft.lost]
        for word in found:
            is_about = word.text in ABOUT or word.text.startswith(OF_ABOUT)
            is_known = is_about or world.attribute(self.name, word.text) is not None
            if self.name != EVERY and not is_known:
                self._unknown_attribute(word)
        return tuple(word.text for word in found)

    def _unknown_attribute(self, word: d.Scalar) -> None:
        """Report a word that is no attribute of the kind."""
        world = self.draft.world
        bases = (world.kinds[base] for base in world.lineage(self.name))
        names = [each.name for base in bases for each in base.attributes]
        report = self.draft.report
        unknown(report, "unknown-attribute", word.text, word.span, names)

    def _signs(self, node: d.Node | None) -> dict[str, dict[int, Text]] | None:
        """Return what stands for numbers, by attribute; report attributes that are no numbers."""
        if node is None:
            return None
        found: dict[str, dict[int, Text]] = {}
        for entry in d.entries_of(node):
            word = entry.key
            known = self.draft.world.attribute(self.name, word.text)
            if word.text in self.draft.lost:
                continue
            if known is None:
                self._unknown_attribute(word)
            elif plain_type(known[1].type) != INT:
                self._report("bad-look.signs-of-no-number", word.span, name=word.text)
            else:
                signs = (self._sign(each) for each in d.entries_of(entry.value))
                found[word.text] = dict(sign for sign in signs if sign is not None)
        return found

    def _sign(self, entry: d.Entry) -> tuple[int, Text] | None:
        """Return a number and what stands for it."""
        word = entry.key
        if NUMBER.fullmatch(word.text) is None:
            self._report("bad-look.no-number", word.span, name=word.text)
            return None
        return int(word.text), self._short(entry, "bad-look.long-sign")

    def _members(self, node: d.Node | None) -> list[d.Entry]:
        """Return the entries that are members of the enum; report others."""
        found, members = list[d.Entry](), self.draft.world.enums[self.name].members
        for entry in d.entries_of(node):
            if entry.key.text in members:
                found.append(entry)
            else:
                report, word = self.draft.report, entry.key
                unknown(report, "unknown-member", word.text, word.span, [*members])
        return found

    def _symbol(self, entry: d.Entry) -> Text:
        """Return the letters on the disc of a member."""
        return self._short(entry, "bad-look.long-symbol")

    def _short(self, entry: d.Entry, key: str) -> Text:
        """Return a text of a few letters."""
        texts = text_of(entry.value, self.draft.language)
        if any(not 0 < len(text) <= LETTERS for text in texts.values()):
            self._report(key, entry.value.span, name=entry.key.text, most=LETTERS)
        return texts

    def _report(self, key: str, span: Span, *helps: str, **slots: object) -> None:
        self.draft.report.add(key, span, *helps, labels=(), **slots)
