"""Define a text for people as it is written; join texts as sentences; read what a text says.

What is read of a printed text can be compared: its numbers, and whether it says `may` or `each`.
The words are those of English and Japanese; in any other language only digits are read.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final, TypeAlias

from dsl.languages import Phrase
from dsl.model.nouns import Text
from dsl.records import Record
from dsl.source import Span

Path: TypeAlias = tuple[str, ...]
"""What a translation calls a text: its keys from the top of a package on."""

MANIFEST: Final = ("title", "summary", "published", "reconstructed")
_ENDS: Final = re.compile(r"[.!?…。！？][\"”’」』)）]*$")


class WrittenText(Record):
    """A text as it is written.

    Attributes:
        path: What a translation calls it: see `text_nodes`.
        expansion: Whose text it is; empty for the game.
        is_shared: Whether it is a word of the prelude.
    """

    path: Path
    text: Text
    span: Span
    expansion: str
    is_shared: bool


def sentence(text: str) -> str:
    """Return a text with a capital in front and a full stop behind."""
    begun = text[:1].upper() + text[1:]
    if _ENDS.search(begun):
        return begun
    return begun + ("。" if _ends_wide(begun) else ".")


def run_together(sentences: Iterable[str]) -> str:
    """Return sentences one behind the other; a blank parts those that end in a narrow letter."""
    found = ""
    for each in sentences:
        found += each if _ends_wide(found) or not found else f" {each}"
    return found


def _ends_wide(text: str) -> bool:
    """Return whether the last letter of a text is a wide one."""
    return Phrase.is_wide(text[-1:] or " ")


# --- what a printed text says ------------------------------------------------------------------

ENGLISH: Final = {
    "zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    "twice": 2, "double": 2, "doubles": 2, "doubled": 2,
}  # fmt: skip
KANJI: Final = {word: value for value, word in enumerate("〇一二三四五六七八九十")}
_HINTS: Final = {
    "pair": 2, "pairs": 2, "couple": 2, "both": 2, "trio": 3, "trios": 3, "triple": 3, "triples": 3,
    "triplet": 3, "triplets": 3, "thrice": 3, "quartet": 4, "quartets": 4, "dozen": 12,
}  # fmt: skip
"""Words for so many that are said of other things too."""
_COUNTERS: Final = "つ枚個人回点体度目番本組種色手巡ラ倍日匹頭冊軒列台杯"
_DIGITS: Final = re.compile(r"(?<![a-z0-9#第])\d+(?![0-9a-wyz]|.目)")
_WORDS: Final = re.compile(r"[a-z]+")
_JAPANESE: Final = re.compile(
    f"([一二三四五六七八九]?十?[一二三四五六七八九]?)(?=[{_COUNTERS}])(?!つ組|.目)"
)
_ANY_KANJI: Final = re.compile("[二三四五六七八九]?十?[二三四五六七八九]?")
_MAY: Final = {
    "en": re.compile(
        r"\b(may|can|could|up to|if you like|any number|any of|as often as|optional(ly)?)\b"
    ),
    "ja": re.compile(r"よい|できる|できま|でき[、。]|まで|好きな(枚数|数|回数|だけ)|任意"),
}
_EACH: Final = {
    "en": re.compile(r"\b(each|every|everybody|everyone)\b"),
    "ja": re.compile(r"それぞれ|各|全員|みな|皆|ごと|につき"),
}
_ALL: Final = {
    "en": re.compile(r"\b(each|every|everybody|everyone|all|any|both|per|whole)\b|s\b"),
    "ja": re.compile(r"それぞれ|各|全|みな|皆|ごと|につき|すべて|ずつ|両|どの|たび|毎|いずれ"),
}
_ONE_PLAYER: Final = {
    "en": re.compile(r"\b(an?|another|one|1|that) (other )?(opponent|player|rival)\b"),
    "ja": re.compile(r"(対戦相手|プレイヤー|相手|ライバル)(の)?(1人|一人)"),
}


_STRETCHES: Final = {
    "en": re.compile(
        r"\b(?:once|twice|times) (?:each|per|a|every|in each|in every) (turn|round|game)\b"
    ),
    "ja": re.compile(r"(手番|ターン|ラウンド|ゲーム)(?:に|ごとに|につき)[1-9一二三]回"),
}
_STRETCH_OF: Final = {"手番": "turn", "ターン": "turn", "ラウンド": "round", "ゲーム": "game"}


def folded(text: str) -> str:
    """Return a text with narrow digits and letters, small, without what slots show."""
    return Phrase(unicodedata.normalize("NFKC", text).lower()).with_gaps(" ")


def numbers(text: str, language: str) -> frozenset[int]:
    """Return the numbers of a text from 2 on: 0 and 1 are said in too many ways (a, no, the)."""
    plain = folded(text)
    found = {int(word) for word in _DIGITS.findall(plain) if len(word) < 7}
    if language == "en":
        found |= {ENGLISH[word] for word in _WORDS.findall(plain) if word in ENGLISH}
    if language == "ja":
        found |= {_kanji(word) for word in _JAPANESE.findall(plain) if word}
    return frozenset(n for n in found if n > 1)


def hinted(text: str, language: str) -> frozenset[int]:
    """Return the numbers that words of a text may stand for, without being sure of it: `trios`,
    「三つ組」. A text that has such a word does not leave that number out."""
    plain = folded(text)
    if language == "en":
        return frozenset(_HINTS[word] for word in _WORDS.findall(plain) if word in _HINTS)
    found = _ANY_KANJI.findall(plain) if language == "ja" else []
    return frozenset(_kanji(word) for word in found if word)


def _kanji(word: str) -> int:
    """Return a number below a hundred in kanji."""
    tens, ten, ones = word.partition("十")
    if not ten:
        return KANJI[word]
    return KANJI.get(tens, 1) * 10 + KANJI.get(ones, 0)


def says_may(text: str, language: str) -> bool | None:
    """Return whether a text leaves a choice; None in a language whose words are not known."""
    return _says(_MAY, text, language)


def says_each(text: str, language: str) -> bool | None:
    """Return whether a text speaks of all; None in a language whose words are not known. `Once each
    turn` speaks of none."""
    stretch = _STRETCHES.get(language)
    return _says(_EACH, stretch.sub(" ", folded(text)) if stretch else text, language)


def differ_in_each(first: str, one: str, second: str, other: str) -> bool:
    """Return whether one of two texts says `each` and the other speaks of no more than one."""
    pairs = ((first, one, second, other), (second, other, first, one))
    return any(
        says_each(text, language) is True and _says(_ALL, against, tag) is False
        for text, language, against, tag in pairs
    )


def names_one_player(text: str, language: str) -> bool:
    """Return whether a text speaks of one other player and not of all."""
    return bool(_says(_ONE_PLAYER, text, language)) and not says_each(text, language)


def _says(words: dict[str, re.Pattern[str]], text: str, language: str) -> bool | None:
    known = words.get(language)
    return None if known is None else known.search(folded(text)) is not None


def stretches(text: str, language: str) -> frozenset[str]:
    """Return in which stretches of time a text allows something so often: `turn`, `round`,
    `game`."""
    found = _STRETCHES[language].findall(folded(text)) if language in _STRETCHES else []
    return frozenset(_STRETCH_OF.get(word, word) for word in found)
