"""Return the look of cards: their size and colours, and their values as numbers and symbols."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.words import AppMistake, in_language
from cardwright.apps.press.faces import files
from cardwright.apps.press.faces.drawings import Drawing
from cardwright.apps.press.faces.files import Bitmap
from cardwright.apps.text.literals import UNKNOWN, all_of
from cardwright.apps.text.names import Names, element_of
from dsl import Record
from dsl.model import types as t
from dsl.model.game import Game
from dsl.model.look import COLORS, POINT, File, Icon, Layout

INK: Final = "#1d1d20"
FAINT_INK: Final = "#6b6a68"
PAPER: Final = "#fdfcf8"
PLAIN: Final = "#56636f"
READABLE: Final = 4.5
"""The least contrast of a text with what it stands on."""
LEAST_SEEN: Final = 1.8
"""That of a drawing."""


def channels(color: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def mixed(color: str, other: str, share: float) -> str:
    """Return a colour with a share of another one."""
    pairs = zip(channels(color), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def contrast(color: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21, as WCAG 2 computes it."""
    light, dark = sorted((_luminance(color), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    shares = [each / 255 for each in channels(color)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink_on(color: str) -> str:
    """Return a light or dark ink that can be read on a colour."""
    # on some colours of middle brightness only pure black or white can be read
    inks = (PAPER, INK, "#ffffff", "#000000")
    return next(ink for ink in inks if contrast(ink, color) >= READABLE)


def darkened(color: str, paper: str) -> str:
    """Return a colour, darkened until it can be read on a paper; lightened on a dark one."""
    end = ink_on(paper)
    steps = (mixed(color, end, step / 10) for step in range(11))
    return next((ink for ink in steps if contrast(ink, paper) >= READABLE), end)


def drawn_on(color: str, paper: str) -> str:
    """Return a colour of which a share is seen on a paper: white on white is not."""
    is_faint = contrast(color, paper) < LEAST_SEEN or ink_on(paper) != INK
    return darkened(color, paper) if is_faint else color


class Theme(Record, kw_only=True):
    """The paper and inks of a face.

    Attributes:
        faint: The ink of what matters less.
        radius: How round the paper is, in mm.
        edge: The colour around it; "" for that of the card.
        line: The colour of a line around it; "" for none.
    """

    paper: str = PAPER
    ink: str = INK
    faint: str = FAINT_INK
    radius: float = 2
    edge: str = ""
    line: str = ""


_THEMES: Final = {
    "plain": Theme(),
    "parchment": Theme(paper="#f2e5c7", ink="#35261a", faint="#6b5534", radius=0.6,
                       line="#9b7d4c"),
    "night": Theme(paper="#20252e", ink="#f3efe4", faint="#a9b0bb", radius=1.2),
    "bright": Theme(paper="#ffffff", ink="#14141a", faint="#5c5f66", radius=5),
    "light": Theme(paper="#ffffff", edge="#ffffff", ink="#000000", faint="#55575c",
                   radius=2.5, line="#2b2b2e"),
}  # fmt: skip
USUAL_SIZE: Final = (63, 88)
NAMED_ICONS: Final = {
    "air": "wave", "attack": "sword", "blood": "drop", "city": "castle",
    "clubs": "club", "coin": "coin", "coins": "coin", "cups": "cup", "death": "skull",
    "defence": "shield", "defense": "shield", "diamonds": "diamond", "earth": "mountain",
    "fire": "flame", "flame": "flame", "food": "leaf", "forest": "leaf", "gem": "gem",
    "gold": "coin", "health": "heart", "heart": "heart", "hearts": "heart", "iron": "hammer",
    "life": "heart", "light": "sun", "lightning": "bolt", "love": "heart", "mage": "star",
    "magic": "star", "money": "coin", "moon": "moon", "mountain": "mountain", "nature": "leaf",
    "night": "moon", "power": "bolt", "sea": "wave", "shield": "shield", "silver": "coin",
    "spades": "spade", "stone": "mountain", "star": "star", "sun": "sun", "sword": "sword",
    "swords": "sword", "time": "hourglass", "tool": "hammer", "treasure": "gem",
    "war": "sword", "water": "drop", "wind": "wave", "wood": "leaf",
}  # fmt: skip
"""The icons of members and kinds that are called like this, where nothing else is said."""
ROW: Final = (
    "#2f65a8", "#b5533c", "#3f8250", "#8a6a2f", "#6d4b9b", "#2f7f80", "#a5486f", "#56636f",
    "#7a7f35", "#474a93", "#9b5f2a", "#44708a",
)  # fmt: skip
"""The colours of what has none by name, in turn."""
EVERY: Final = "every"
"""Stands in a look for all kinds."""


def said(entry: Entry, key: str) -> Any:
    """Return the look of the nearest kind of a card, else of all kinds; None for nothing."""
    looks = entry.model.looks
    if looks is None:
        return None
    found = (looks.kinds.get(kind) for kind in (*entry.kinds, EVERY))
    return next((v for look in found if look and (v := getattr(look, key)) is not None), None)


def is_of_points(layout: Layout, model: Game) -> bool:
    """Return whether the places of a board are points where lines cross."""
    if model.looks is None:
        return False
    first = next((place for row in layout.rows for place in row if place), None)
    card = next((each for each in model.definitions if each.id == first), None)
    return card is not None and said(Entry(model, card, None), "frame") == POINT


def theme_of(entry: Entry) -> Theme:
    """Return the paper and inks of a card."""
    return _THEMES[said(entry, "theme") or "plain"]


def size_of(entry: Entry) -> tuple[float, float]:
    """Return width and height of a card in millimetres."""
    width, height = said(entry, "size") or USUAL_SIZE
    return float(width), float(height)


def is_printed(entry: Entry) -> bool:
    """Return whether it is a card, and not a part of a board or the like."""
    return said(entry, "is_printed") is not False


def back_of(model: Game, kinds: tuple[str, ...]) -> str | File | None:
    """Return the colour or picture that is said of the back of some kinds."""
    if model.looks is None:
        return None
    found = (model.looks.kinds.get(kind) for kind in (*kinds, EVERY))
    return next((look.back for look in found if look is not None and look.back), None)


def in_row(number: int) -> str:
    """Return the colour of what has none by name."""
    return ROW[number % len(ROW)]


def member_color(model: Game, enum: str, number: int) -> str:
    """Return the colour of a member: as is said, else as it is called, else by its place."""
    found = model.enums[enum]
    name = found.members[number]
    look = model.looks.enums.get(enum) if model.looks else None
    if look is not None and name in look.colors:
        return look.colors[name]
    words = (name, *found.texts[number].values())
    named = (COLORS.get(word.casefold()) for word in words)
    return next(filter(None, named), in_row(number))


def number_sign(entry: Entry, name: str, number: int, lang: str) -> str:
    """Return what stands on a card for a number of an attribute; "" for nothing else. Where its own
    look says none, that of an attribute of another kind that is called the same: of a meld of jacks
    as of the jacks."""
    signs = (said(entry, "signs") or {}).get(name)
    if signs is None and entry.model.looks:
        found = (look.signs for look in entry.model.looks.kinds.values() if look.signs)
        signs = next((each[name] for each in found if name in each), None)
    text = (signs or {}).get(number)
    return in_language(text, lang, entry.model.manifest.default_language)


def member_symbol(model: Game, enum: str, number: int, lang: str) -> str:
    """Return the letters of a member that its package says; "" for none."""
    look = model.looks.enums.get(enum) if model.looks else None
    text = look.symbols.get(model.enums[enum].members[number]) if look else None
    return in_language(text, lang, model.manifest.default_language)


_NO_AMOUNT: Final = ((), (), ())
_ANY: Final = "*"


class Symbol(Record):
    """A disc with a letter or two, or with an icon.

    Attributes:
        is_bare: Whether the icon is drawn in the colour, without a disc.
    """

    fill: str
    text: str
    icon: Drawing | None = None
    is_bare: bool = False


Piece: TypeAlias = str | Symbol
Pieces: TypeAlias = tuple[Piece, ...]


class Values:
    """The attributes of a card in a language, as pieces of its face.

    Attributes:
        problems: Why files that the look names are not shown.
    """

    def __init__(self, entry: Entry, lang: str) -> None:
        self.entry = entry
        self.names = Names(entry.model, lang)
        self.problems: list[AppMistake] = []

    def type_of(self, name: str) -> t.Type:
        """Return the type of an attribute, without `maybe`."""
        return t.plain_type(self.entry.attributes[name].type)

    def said(self, name: str) -> Any:
        """Return a value in run-time form; None where nothing is said that a face could show."""
        value = self.entry.value(name)
        is_nothing = value is None or value is False or value in ((), _NO_AMOUNT)
        return None if is_nothing or t.is_effect(self.type_of(name)) else value

    def short(self, name: str) -> Pieces:
        """Return a value as numbers and symbols alone; nothing where it has no such form."""
        value, type_ = self.said(name), self.type_of(name)
        if value is None or value is UNKNOWN:
            return ()
        if type_ == t.INT:
            return (number_sign(self.entry, name, value, self.names.lang) or str(value),)
        if isinstance(type_, t.EnumType):
            return (self.symbol(type_.name, value),)
        of = element_of(type_)
        if of == t.INT and isinstance(type_, t.ListOf):
            return tuple(map(str, value))
        if not isinstance(of, t.EnumType):
            return ()
        if isinstance(type_, t.ListOf | t.SetOf):
            return tuple(self.symbol(of.name, each) for each in value)
        if isinstance(type_, t.BagOf):
            return tuple(self._units(value, of))
        return tuple(self._amount(value, of)) if isinstance(type_, t.AmountOf) else ()

    def _units(self, value: Any, of: t.EnumType) -> Iterator[Piece]:
        for key, count in value:
            yield from (str(count), self.symbol(of.name, key))

    def _amount(self, value: Any, of: t.EnumType) -> Iterator[Piece]:
        """Yield an amount; nothing where words are needed."""
        fixed, parts, reductions = value
        if reductions or any(len(keys) < len(all_of(of, self.names)) for keys, _ in parts):
            return
        yield from self._units(fixed, of)
        for _, count in parts:
            yield from (str(count), Symbol(PLAIN, _ANY))

    def symbol(self, enum: str, number: int) -> Symbol:
        """Return the disc of a member; in a frame of indices its icon stands bare."""
        model = self.entry.model
        is_bare = said(self.entry, "frame") == "index"
        color, icon = member_color(model, enum, number), self._member_icon(enum, number)
        return Symbol(color, member_signs(model, enum, self.names)[number], icon, is_bare)

    def _member_icon(self, enum: str, number: int) -> Drawing | None:
        """Return the icon of a member: as is said, else by its name where all have one."""
        looks, members = self.entry.model.looks, self.entry.model.enums[enum].members
        look = looks.enums.get(enum) if looks else None
        if look is not None and (look.icons or look.symbols):
            return self.drawing(look.icons.get(members[number]))
        named = [NAMED_ICONS.get(member) for member in members]
        return self.drawing(named[number]) if all(named) else None

    def icon_of(self, name: str, number: int | None = None) -> Drawing | None:
        """Return the icon beside an attribute, or that of one of its numbers."""
        icons = (said(self.entry, "icons") or {}).get(name, {})
        return self.drawing(icons.get(number))

    def drawing(self, icon: Icon | None) -> Drawing | None:
        """Return an icon; None where there is none, or its file cannot be shown."""
        try:
            return None if icon is None else files.drawing(icon, self.entry)
        except AppMistake as problem:
            self.problems.append(problem)
            return None

    def picture(
        self, file: File, room: tuple[float, float], dots: float
    ) -> Drawing | Bitmap | None:
        """Return a picture for a room in millimetres; None where it cannot be shown."""
        try:
            return files.picture(file, self.entry, (round(room[0] * dots), round(room[1] * dots)))
        except AppMistake as problem:
            self.problems.append(problem)
            return None


def member_signs(model: Game, enum: str, names: Names) -> list[str]:
    """Return what stands on the disc of each member of an enum."""
    numbers = range(len(model.enums[enum].members))
    words = [names.member(enum, number).strip() for number in numbers]
    usual = zip(numbers, told_apart(words), strict=True)
    return [member_symbol(model, enum, number, names.lang) or short for number, short in usual]


def told_apart(words: list[str]) -> list[str]:
    """Return a letter or two of each word that others do not have there."""
    ways = ([w[:1].upper() for w in words], [w[:2] for w in words], [w[-1:].upper() for w in words])
    return [
        next((way[n] for way in ways if way.count(way[n]) == 1), word[:2])
        for n, word in enumerate(words)
    ]
