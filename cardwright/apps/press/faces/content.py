"""Collect the texts and values on the face of a card, before they have a place there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from cardwright.apps.cards.card import (
    about_label,
    declaring,
    expansion_title,
    manifest_of,
)
from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.words import AppMistake, in_language, say
from cardwright.apps.press.faces import looks
from cardwright.apps.press.faces.drawings import Drawing
from cardwright.apps.press.faces.files import check_font, path_of
from cardwright.apps.press.faces.shaping import is_right_to_left
from cardwright.apps.press.faces.words_as_icons import Icons
from cardwright.apps.text.inflection import capital
from cardwright.apps.text.literals import UNKNOWN
from cardwright.apps.text.names import element_of
from dsl import Record
from dsl.model.look import settled_color
from dsl.model.nouns import FLAVOUR, OF_ABOUT, TEXT
from dsl.model.texts import Run, Runs, lines_of, runs_of
from dsl.model.traits import HAS
from dsl.model.types import INT, AmountOf, EnumType, SetOf
from dsl.model.walk import WORKS

_LONGEST: Final = 24
"""As many letters a value may have to stand among others; a longer one is a text of its own."""
_RECONSTRUCTED: Final = "reconstructed"
MOST_SYMBOLS: Final = 2
USUAL_FOOT: Final = ("number", "artist")


class Stat(Record, kw_only=True):
    """A value with its label before and after it."""

    before: str
    pieces: looks.Pieces
    after: str = ""


class Content(Record, kw_only=True):
    """What stands on a face.

    Attributes:
        lang: The language of its texts.
        color: The colour of the card.
        corner: What stands in its corner.
        figure: What stands large where there is room.
        is_initial: Whether that is only the first letter of the name.
        stats: Values in a row.
        texts: Its text, a paragraph each.
        flavour: What stands below its text, in italics.
        foot: The game or expansion that it is of, and what its look or `about` says.
        mark: Said where it is reconstructed.
        icon: What its number or kind is drawn as.
        icons: What private characters in the texts stand for.
        fonts: The files of fonts for `name`, `text`, and `bold` and `italic` letters of texts.
        problems: Why files that the look names are not shown.
        is_right_to_left: Whether the face begins at its right edge, as its name or its game does.
    """

    lang: str
    name: str
    kind: str
    color: str
    corner: looks.Pieces = ()
    figure: looks.Pieces = ()
    is_initial: bool = True
    stats: tuple[Stat, ...] = ()
    texts: tuple[Runs, ...] = ()
    flavour: tuple[Runs, ...] = ()
    foot: str = ""
    mark: str = ""
    icon: Drawing | None = None
    icons: Mapping[str, looks.Symbol] = {}
    fonts: Mapping[str, str] = {}
    problems: tuple[AppMistake, ...] = ()
    is_right_to_left: bool = False

    @property
    def symbols(self) -> tuple[looks.Symbol, ...]:
        """Its figure, where that is one symbol or two and nothing else; else none."""
        found = tuple(each for each in self.figure if isinstance(each, looks.Symbol))
        return found if len(found) == len(self.figure) <= MOST_SYMBOLS else ()

    @property
    def is_named_by_figure(self) -> bool:
        """Whether its figure is part of its name, and not what many cards have, such as a price."""
        if self.is_initial or not isinstance(self.figure[0], str):
            return False
        alone = rf"(?<![0-9A-Za-z]){re.escape(self.figure[0])}(?![0-9A-Za-z])"
        return re.search(alone, self.name) is not None  # in Japanese no blank stands before it


def content_of(entry: Entry, lang: str) -> Content:
    """Return what stands on the face of a card in a language."""
    return _Reader(entry, lang).content()


class _Reader:
    """Reads one card."""

    def __init__(self, entry: Entry, lang: str) -> None:
        self.entry, self.lang = entry, lang
        self.values = looks.Values(entry, lang)
        self.icons = Icons(self.values)
        self.names = self.values.names

    def content(self) -> Content:
        """Return what stands on the face."""
        corner = looks.said(self.entry, "corner")
        corner = self._usual_corner() if corner is None else corner
        middle = looks.said(self.entry, "middle") or ()
        printed = self._marked(TEXT)
        texts = printed or [(Run(text),) for text in self.entry.rules(self.lang)]
        in_corner, name = self._pieces(corner), self.entry.name(self.lang)
        is_bare = len(in_corner) == 1 and not texts and looks.said(self.entry, "icon") is None
        figure = self._pieces(middle) or (in_corner if is_bare else ())
        stats, long = self._stats({*corner, *middle}, bool(printed))
        manifest = manifest_of(self.entry)
        title = in_language(manifest.title, self.lang, manifest.default_language)
        icon = self._icon()
        return Content(
            lang=self.lang,
            name=name,
            kind=self.names.kind(self.entry.definition.kind),
            color=self._color(),
            corner=in_corner,
            figure=figure or (next(filter(str.isalnum, name), name[:1]).upper(),),
            is_initial=not figure,
            stats=stats,
            texts=tuple(map(self._drawn, (*texts, *((Run(text),) for text in long)))),
            flavour=tuple(
                tuple(Run(r.text, replace(r.style, is_italic=not r.style.is_italic)) for r in line)
                for line in map(self._drawn, self._marked(FLAVOUR))
            ),
            foot=self._foot(expansion_title(self.entry, self.lang) or title or manifest.id),
            mark=self._mark(),
            icon=icon,
            icons=self.icons.found,
            fonts=self._fonts(),
            problems=tuple(self.values.problems),
            is_right_to_left=is_right_to_left(name) or is_right_to_left(title),
        )

    def _marked(self, word: str) -> list[Runs]:
        """Return the lines of a text that the card says, by style."""
        texts = self.entry.marked(word, self.lang)
        return [line for text in texts for line in lines_of(runs_of(text))]

    def _drawn(self, line: Runs) -> Runs:
        """Return a line with icons, and its colours so that they can be read."""
        return tuple(
            Run(self.icons.put_into(run.text), replace(run.style, color=self._ink(run.style.color)))
            for run in line
        )

    def _ink(self, word: str) -> str:
        """Return the colour that a mark names, or a member of an enum has; "" for none."""
        model = self.entry.model
        named = (
            looks.member_color(model, name, enum.members.index(word))
            for name, enum in model.enums.items()
            if word in enum.members
        )
        color = (settled_color(word) or next(named, "")) if word else ""
        return looks.darkened(color, looks.theme_of(self.entry).paper) if color else ""

    def _icon(self) -> Drawing | None:
        """Return what stands large: the icon of a number, else that of the kind."""
        for name in looks.said(self.entry, "icons") or {}:
            value = self.values.said(name)
            icon = self.values.icon_of(name, value) if type(value) is int else None
            if icon is not None:
                return icon
        named = next(
            (looks.NAMED_ICONS[kind] for kind in self.entry.kinds if kind in looks.NAMED_ICONS),
            None,
        )
        return self.values.drawing(looks.said(self.entry, "icon") or named)

    def _fonts(self) -> dict[str, str]:
        """Return the files of fonts that can be used."""
        found = dict[str, str]()
        for use, file in (looks.said(self.entry, "font") or {}).items():
            try:
                path = path_of(file, self.entry)
                check_font(path)
                found[use] = str(path)
            except AppMistake as problem:
                self.values.problems.append(problem)
        return found

    def _foot(self, title: str) -> str:
        """Return the title of the game with what the look says, else number and artist."""
        names = looks.said(self.entry, "foot")
        shown = (each for name in USUAL_FOOT if name not in self.entry.attributes
                 for each in self._about(name))  # fmt: skip
        if names is None:
            return " · ".join((title, *shown))
        pieces = (
            self._about(n) or (self.entry.shown(n, self.lang),) for n in names if self._has(n)
        )
        return " · ".join(text for texts in pieces for text in texts)

    def _has(self, name: str) -> bool:
        """Return whether the card says something under the name of an attribute or of `about`."""
        return bool(self._about(name)) if name not in self.entry.attributes else (
            self.values.said(name) is not None
        )  # fmt: skip

    def _about(self, name: str) -> tuple[str, ...]:
        """Return what a card carries besides rules by that name; nothing for an attribute."""
        is_attribute = name in self.entry.attributes
        return () if is_attribute else self.entry.about(name.removeprefix(OF_ABOUT), self.lang)

    def _pieces(self, names: Iterable[str]) -> looks.Pieces:
        """Return attributes as numbers and symbols, in words where they have no such form."""
        found = list[looks.Piece]()
        for name in names:
            if name not in self.entry.attributes:
                found += self._about(name)
                continue
            value = self.values.said(name)
            if value is not None:
                words = (self.entry.shown(name, self.lang),) if value is not UNKNOWN else ()
                found += self.values.short(name) or words
        return tuple(found)

    def _usual_corner(self) -> tuple[str, ...]:
        """Return the attribute in the corner: a price, else a number that every card must say."""
        attributes = self.entry.attributes
        prices = [n for n in attributes if isinstance(self.values.type_of(n), AmountOf)]
        numbers = [n for n in attributes if self.values.type_of(n) == INT]
        required = [name for name in numbers if attributes[name].default is None]
        found = next((name for name in (*prices, *required) if self.values.short(name)), None)
        return () if found is None else (found,)

    def _color(self) -> str:
        """Return the colour of the card: its look's, a member's, else that of its kind."""
        wanted = looks.said(self.entry, "color")
        if wanted is not None and wanted.startswith("#"):
            return str(wanted)
        for name in self.entry.attributes if wanted is None else (wanted,):
            of, value = element_of(self.values.type_of(name)), self.values.said(name)
            is_set = isinstance(value, tuple) and wanted is not None
            number = value[0] if is_set else value
            if isinstance(of, EnumType) and type(number) is int:
                return looks.member_color(self.entry.model, of.name, number)
        return looks.in_row([*self.entry.model.kinds].index(self.entry.kinds[0]))

    def _stats(self, shown: set[str], is_printed: bool) -> tuple[tuple[Stat, ...], list[str]]:
        """Return the values that stand in a row, and those too long for it as texts."""
        stats, long = list[Stat](), list[str]()
        line = looks.said(self.entry, "line")
        for name in self.entry.attributes if line is None else line:
            if texts := self._about(name):
                label = about_label(name.removeprefix(OF_ABOUT), self.lang)
                stats.append(Stat(before=label, pieces=(self.names.row(texts),)))
            if name not in self.entry.attributes:
                continue
            value = self.values.said(name)
            attribute = self.entry.attributes[name]
            is_of_rules = name in (WORKS, HAS) or attribute.is_value or attribute.lists_faces
            if is_of_rules and line is None:
                continue
            is_left_out = self.entry.attributes[name].default is not None
            is_zero = value == 0 and self.values.type_of(name) == INT and is_left_out
            is_told = value is UNKNOWN and is_printed
            if value is None or is_told or is_zero or (line is None and name in shown):
                continue
            stat = self._stat(name, value)
            if sum(len(each) for each in stat.pieces if isinstance(each, str)) > _LONGEST:
                long.append(self._words(name, value))
            else:
                stats.append(stat)
        return tuple(stats), long

    def _stat(self, name: str, value: Any) -> Stat:
        """Return a value with its label."""
        type_ = self.values.type_of(name)
        if value is True:
            return Stat(before=self.names.attribute(declaring(self.entry, name), name), pieces=())
        pieces: looks.Pieces = self.values.short(name) if value is not UNKNOWN else ()
        of = element_of(type_)
        if not pieces:
            pieces = (self.entry.shown(name, self.lang),)
        elif isinstance(of, EnumType) and isinstance(type_, EnumType | SetOf):
            pieces = tuple(self._with_words(value, pieces, of.name))
            if self._is_only(name, of):
                return Stat(before="", pieces=pieces)
        icon = self.values.icon_of(name)
        if icon is not None:
            symbol = looks.Symbol(
                looks.darkened(self._color(), looks.theme_of(self.entry).paper),
                "",
                icon,
                is_bare=True,
            )
            return Stat(before="", pieces=(symbol, *pieces))
        before, after = self._label(name)
        return Stat(before=before, pieces=pieces, after=after)

    def _with_words(self, value: Any, symbols: looks.Pieces, enum: str) -> Iterator[Any]:
        """Yield each member's symbol with its word."""
        for number, symbol in zip(
            (value,) if isinstance(value, int) else value, symbols, strict=True
        ):
            is_usual = not looks.member_symbol(self.entry.model, enum, number, self.lang)
            if isinstance(symbol, looks.Symbol) and is_usual and symbol.icon is None:
                # letters beside the whole word say nothing more, nor does a colour by its place
                if symbol.fill != looks.in_row(number):
                    yield looks.Symbol(symbol.fill, "")
            else:
                yield symbol
            yield self.names.member(enum, number)

    def _is_only(self, name: str, of: EnumType) -> bool:
        """Return whether no other attribute has members of the same enum."""
        others = (n for n in self.entry.attributes if n != name)
        return all(element_of(self.values.type_of(other)) != of for other in others)

    def _label(self, name: str) -> tuple[str, str]:
        """Return what stands before the value of an attribute, and behind it."""
        kind = declaring(self.entry, name)
        before, _, after = self.names.attribute_with(kind, name, "\0").partition("\0")
        return before.strip(), after.strip()

    def _words(self, name: str, value: Any) -> str:
        """Return an attribute as a text of its own."""
        before, after = self._label(name)
        sign = "：" if self.lang == "ja" else ": "
        shown = self.entry.shown(name, self.lang)
        return capital(f"{before}{sign if before else ''}{shown}{after}")

    def _mark(self) -> str:
        """Return the word for a card that is not published as it stands here."""
        card = self.entry.definition
        if card.provenance == _RECONSTRUCTED:
            return say(self.lang, "face-reconstructed")
        is_partly = _RECONSTRUCTED in card.origins
        return say(self.lang, "face-partly-reconstructed") if is_partly else ""
