"""Find who or what the text of an event says something of, and where its verb begins."""

from __future__ import annotations

import re
from typing import Final

from cardwright.apps.text.english import base
from dsl.languages import is_plural

_WHO: Final = ("each", "every", "all", "the", "a", "an", "this", "that", "no", "nobody")
"""A text that begins so says itself who does it."""
_JA_SUBJECT: Final = re.compile(r"[^{}、。を]*[一-鿿゠-ヿA-Za-z](?=[はが](?![ぁ-ゟ]))")
_WORDS: Final = re.compile(r"(?:“[^”]*”|\S)+")
_PREPOSITIONS: Final = ("of", "in", "on", "from", "at", "among", "beside")
_ARTICLES: Final = ("the", "a", "an", "all", "each", "every", "any")
_WHOSE: Final = ("'s", "’s")


def own_subject(text: str, lang: str) -> str:
    """Return who does what a text says, where that is neither a slot nor whoever acts: `Fate brings
    {c}`, `the sharks leave`; "" where there is nobody."""
    if lang == "ja":
        found = _JA_SUBJECT.match(text)
        return found[0] if found else ""
    words = _WORDS.findall(text)
    ends = [number for number, word in enumerate(words[1:], 1) if _is_third(word)]
    if words[0].lower() in _WHO:
        verb = 2 if not ends or ends[0] == 1 else ends[0]
        is_alone = words[0].lower() == "nobody" or len(words) == 2
        return " ".join(words[: 1 if is_alone else verb]) if len(words) > 1 else ""
    return words[0] if words[0][:1].isupper() and ends[:1] == [1] and len(words) > 1 else ""


def led_subject(text: str, *, is_number: bool) -> tuple[str, str]:
    """Return what an English text that begins with a slot says something of, and the rest of it:
    `{n} bands of {me}` and `fall in {r}`.

    Args:
        is_number: Whether the slot counts what stands behind it.
    """
    words = text.split(" ")
    ends = _ends_of_noun(words) if is_number else [2 if words[0].endswith(_WHOSE) else 1]
    ends = [_behind_places(words, end) for end in ends]
    end = next((each for each in ends if each < len(words)), 1)
    return " ".join(words[:end]), " ".join(words[end:])


def _ends_of_noun(words: list[str]) -> list[int]:
    """Return where the noun behind a number may end: with the first plural, else at once."""
    many = (at for at, word in enumerate(words[1:], 1) if word.isalpha() and is_plural(word))
    return [*(at + 1 for at in [*many][:1]), 2, 1]


def _behind_places(words: list[str], at: int) -> int:
    """Return where what belongs to a noun ends: `of {me}`, `in the {z}`."""
    while words[at : at + 1] and words[at] in _PREPOSITIONS:
        at += 2 + (words[at + 1 : at + 2] != [] and words[at + 1] in _ARTICLES)
    return at


def _is_third(word: str) -> bool:
    return word.isalpha() and base(word) != word


def lower_article(text: str) -> str:
    """Return words without the capital of an article at their beginning; names keep theirs."""
    return text[:1].lower() + text[1:] if text.partition(" ")[0].lower() in _WHO else text
