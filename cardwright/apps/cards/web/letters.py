"""Say of all letters what a search must know of them, as stretches of their numbers.

A browser knows letters of another year than this Python does: what both must see alike goes with
the page.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Final

from dsl.characters import is_wide

_PLANES: Final = (range(0x40000), range(0xE0000, 0xE1000))
"""Where letters are given out; all others are not."""

_CLASSES: Final[Mapping[str, Callable[[str], bool]]] = {
    "digit": str.isdecimal,
    "word": lambda letter: letter.isalnum() or letter == "_",
    "space": str.isspace,
    "alpha": str.isalpha,
    "blank": lambda letter: letter.isspace() or not letter.isprintable(),
    "hidden": lambda letter: unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp"),
    "narrowless": lambda letter: (
        unicodedata.combining(letter) > 0 or unicodedata.category(letter) in ("Mn", "Me")
    ),
    "wide": is_wide,
}


@cache
def letter_classes() -> dict[str, list[int]]:
    """Return for each class the first letter of each stretch in it, then how many there are."""
    letters = [chr(number) for plane in _PLANES for number in plane]
    found = {name: [*_stretches(letters, fits)] for name, fits in _CLASSES.items()}
    found["blank"] += [0x40000, 0xE0000 - 0x40000, 0xE1000, sys.maxunicode + 1 - 0xE1000]
    return found


def _stretches(letters: list[str], fits: Callable[[str], bool]) -> Iterator[int]:
    at = 0
    for is_in, run in groupby(letters, fits):
        length = len([*run])
        if is_in:
            yield from (ord(letters[at]), length)
        at += length


@cache
def folds() -> dict[str, str]:
    """Return the letters whose folded form is another than their small one."""
    letters = (chr(number) for plane in _PLANES for number in plane)
    return {each: each.casefold() for each in letters if each.casefold() != each.lower()}
