"""Put icons into texts: a private character stands for each, so that lines break as of letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from cardwright.apps.press.faces import drawings
from cardwright.apps.press.faces.looks import INK, Symbol, Values
from dsl import languages
from dsl.model.look import ICONS

if TYPE_CHECKING:
    from cardwright.apps.press.faces.fitting import Measure

_FIRST: Final = 0xE000
_WIDTH: Final = 1.12
_ICON: Final = re.compile("[\ue000-\uf8ff]")
_SLOT: Final = re.compile(r"\{([a-z][a-z0-9-]*)\}")


def has_icons(text: str) -> bool:
    """Return whether a text holds characters that stand for icons."""
    return _ICON.search(text) is not None


class WithIcons:
    """Measures texts that hold icons."""

    def __init__(self, measure: Measure, fonts: Mapping[str, str]) -> None:
        named = {use == "name": measure.of(file) for use, file in fonts.items()}
        self._plain = measure
        self._measures = {False: measure, True: measure, **named}

    def width(self, text: str, is_bold: bool) -> float:
        """Return how wide a text is at size 1."""
        letters = _ICON.sub("", text)
        icons = _WIDTH * (len(text) - len(letters))
        return icons + (self._measures[is_bold].width(letters, is_bold) if letters else 0)

    def of(self, file: str) -> Measure:
        """Return these fonts behind one in a file."""
        return self._plain.of(file)


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
        if not languages.is_wide(word[0]):
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
