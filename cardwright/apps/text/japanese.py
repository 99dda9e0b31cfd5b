"""Answer how Japanese words change: the form of a verb that another one follows."""

from __future__ import annotations

import re
from typing import Final

VERB_ENDS: Final = "うくぐすつぬぶむる"
_BEFORE_PAST: Final = "いきぎしちにびみりえけげせてねべめれんっ出得見来着寝"
_STEMS: Final = {
    "う": "い", "く": "き", "ぐ": "ぎ", "す": "し", "つ": "ち", "ぬ": "に", "ぶ": "び", "む": "み",
}  # fmt: skip
_SHORT: Final = "いきしちにみりびぎじえけせてねへめれべげぜで見得出経寝着似煮"
"""Before `る`: a verb that only loses it."""


def has_happened(text: str) -> bool:
    """Return whether a text ends like a verb of the past: `止められた`, and no adjective."""
    return len(text) > 1 and text[-1] in "ただ" and text[-2] in _BEFORE_PAST


def is_verb(text: str) -> bool:
    """Return whether a text ends like a verb in its plain form."""
    return text[-1:] in VERB_ENDS and bool(text)


def is_predicate(text: str) -> bool:
    """Return whether a text can stand right before a noun: it ends in a plain verb or in `ない`."""
    return is_verb(text) or text.endswith("ない")


def is_not(text: str) -> str:
    """Return the opposite of a clause that ends in a predicate: `かかっている`, かかっていない."""
    return f"{text[:-1]}ない" if text.endswith("ている") else f"{text}わけではない"


def continuing(text: str) -> str:
    """Return a text that ends in a verb so that another follows: `支払う`, 支払い."""
    if text.endswith("する"):
        return text[:-2] + "し"
    if text.endswith("る"):
        return text[:-1] + ("" if text[-2:-1] in _SHORT else "り")
    return text[:-1] + _STEMS[text[-1]] if text[-1:] in _STEMS else text


def in_turn(texts: list[str]) -> str:
    """Return what is done one after another: all but the last go on to the next."""
    return "、".join([*map(continuing, texts[:-1]), *texts[-1:]])


def uncounted(text: str, number: str) -> str:
    """Return a text without a counter behind the words for a number that was named before, which
    come before what they count: `その数の意志力を得る`."""
    text = re.sub(rf"([一-鿿ァ-ヶー]+){number}(?=を)", rf"{number}の\1", text)
    text = re.sub(f"{number}点(?=[をがのは])", f"{number}の点", text)
    text = re.sub(f"{number}点", f"{number}の点を", text)
    return re.sub(f"{number}[個枚つ人回]", f"{number}だけ", text)
