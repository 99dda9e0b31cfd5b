"""Fold texts as people search them: case, width, accents, apostrophes and variants are alike.

`letters.json` has what Unicode does not say: which letters are two others, apostrophes, and older
forms of Japanese letters. Katakana are alike to hiragana.
"""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any, Final

from dsl import Phrase

APOSTROPHE: Final = "'"
ACCENTS: Final = (
    "\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0652\u0670"
)
"""Accents, and the points of Hebrew and Arabic; the marks of other scripts tell words apart."""
SHORTEST: Final = 2
_ACCENT: Final = re.compile(f"[{ACCENTS}]")
_PARTED: Final = re.compile(r"[\s,+&\u3001]+")
_KATAKANA: Final = range(0x30A1, 0x30F7)
_TO_HIRAGANA: Final = 0x60


@cache
def _letters() -> dict[str, Any]:
    path = Path(__file__).with_name("letters.json")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def apostrophes() -> str:
    """Return all that stands for an apostrophe."""
    return str(_letters()["apostrophes"])


@cache
def _straight() -> dict[int, str]:
    return dict.fromkeys(map(ord, apostrophes()), APOSTROPHE)


@cache
def _alike() -> dict[int, str]:
    """Return the small letters that are searched as others."""
    old = _letters()["old"]
    return {
        **{number: chr(number - _TO_HIRAGANA) for number in _KATAKANA},
        **{ord(old[at]): old[at + 1] for at in range(0, len(old), 2)},
        **{ord(letter): others for letter, others in _letters()["latin"].items()},
    }


def folded(text: str) -> str:
    """Return a text as it is searched."""
    plain = text.translate(_straight())
    if plain.isascii():
        return plain.lower()
    plain = _ACCENT.sub("", unicodedata.normalize("NFKD", plain))
    return folded_letters(unicodedata.normalize("NFC", plain))


def folded_letters(text: str) -> str:
    """Return a text without accents as it is searched; each letter is folded by itself."""
    return text.casefold().translate(_alike())


def joined(name: str) -> str:
    """Return a name as it is looked up: folded, its words joined as in an id."""
    return "-".join(folded(name).replace("_", "-").replace(APOSTROPHE, "").split())


def says(text: str, wanted: str) -> bool:
    """Return whether a folded text has another one in it, whatever apostrophes either has."""
    plain = wanted.replace(APOSTROPHE, "")
    if wanted in text or (plain and plain in text):
        return True
    return bool(plain) and APOSTROPHE in text and plain in text.replace(APOSTROPHE, "")


def is_short(wanted: str) -> bool:
    """Return whether a folded word is in too many texts; one kanji is a word."""
    return len(wanted) < SHORTEST and not (wanted and Phrase.is_wide(wanted))


def listed(text: str, between: tuple[str, ...]) -> str:
    """Return a text as the words of a list, without what stands between its elements."""
    return " ".join(w for w in _PARTED.split(folded(text)) if w and w not in between)
