"""Put icons into texts: a private character stands for each, so that lines break as of letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from cardwright.apps.press.faces import drawings
from cardwright.apps.press.faces.looks import INK, Symbol, Values
from dsl import Phrase
from dsl.model.look import ICONS
from dsl.model.texts import PLAIN, Style

if TYPE_CHECKING:
    from cardwright.apps.press.faces.fonts import Fonts

_FIRST: Final = 0xE000
_WIDTH: Final = 1.12
_ICON: Final = re.compile("[\ue000-\uf8ff]")
_SLOT: Final = re.compile(r"\{([a-z][a-z0-9-]*)\}")


def has_icons(text: str) -> bool:
    """Return whether a text holds characters that stand for icons."""
    return _ICON.search(text) is not None


class WithIcons:
    """Measures texts that hold icons, each letter in the font that its style has."""

    def __init__(self, fonts: Fonts, files: Mapping[str, str]) -> None:
        self._fonts, self._files = fonts, files

    def file(self, style: Style | None) -> str:
        """Return the file of a font: None stands for names and figures; "" for the usual one."""
        if style is None:
            return self._files.get("name", "")
        uses = ("bold", style.is_bold), ("italic", style.is_italic and not style.is_bold)
        own = (self._files[use] for use, is_said in uses if is_said and use in self._files)
        return next(own, self._files.get("text", ""))

    def width(self, text: str, style: Style | None = PLAIN) -> float:
        """Return how wide a text is at size 1; None stands for names and figures."""
        letters = _ICON.sub("", text)
        icons = _WIDTH * (len(text) - len(letters))
        is_bold = style is None or style.is_bold
        own = self._fonts.of(self.file(style)).width(letters, is_bold) if letters else 0
        return (icons + own) * (1 if style is None else style.scale)


class Icons:
    """Finds what a text says by icons: `{gold}`, and words of members that are `in-text`."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._chars: dict[str, str] = {}
        self.found: dict[str, Symbol] = {}

    def put_into(self, text: str) -> str:
        """Return a text with private characters in place of words that have an icon."""
        text = _ICON.sub("\ufffd", text)
        text = _SLOT.sub(lambda slot: self._of_slot(slot[1]) or slot[0], text)
        for enum, look in self._looks():
            for number, name in enumerate(self._values.entry.model.enums[enum].members):
                if look and (symbol := self._values.symbol(enum, number)).icon is not None:
                    pattern = self._pattern(self._values.names.member(enum, number).strip())
                    text = pattern.sub(self._char(f"{enum}.{name}", symbol), text)
        return text

    def _looks(self) -> Iterator[tuple[str, bool]]:
        looks = self._values.entry.model.looks
        if looks is not None:
            yield from ((enum, look.is_in_text) for enum, look in looks.enums.items())

    def _pattern(self, word: str) -> re.Pattern[str]:
        """Return a pattern of a word; without blanks between words a letter needs a number."""
        if not word:
            return re.compile(r"(?!)")
        if not Phrase.is_wide(word[0]):
            # a number and its icon stay together
            return re.compile(rf"(?:(?<=[0-9]) |(?<!\w)){re.escape(word)}(?!\w)")
        alone = "" if len(word) > 1 else r"(?=[0-9０-９])"
        return re.compile(re.escape(word) + alone)

    def _of_slot(self, name: str) -> str:
        """Return the character of a member, attribute or icon that comes along; "" for none."""
        values = self._values
        for enum, found in values.entry.model.enums.items():
            if name in found.members:
                symbol = values.symbol(enum, found.members.index(name))
                if symbol.icon is not None:
                    return self._char(f"{enum}.{name}", symbol)
        icon = values.icon_of(name)
        icon = icon or (drawings.icon(name) if name in ICONS else None)
        return "" if icon is None else self._char(name, Symbol(fill=INK, text="", icon=icon))

    def _char(self, key: str, symbol: Symbol) -> str:
        char = self._chars.setdefault(key, chr(_FIRST + len(self._chars)))
        self.found[char] = symbol
        return char
