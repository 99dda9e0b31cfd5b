"""Answer how the cards of a kind look: as their package says, else as is usual."""

from __future__ import annotations

from typing import Any, Final

from cardwright.api.names import in_language
from cardwright.apps.cards.entries import Entry
from dsl.model.game import Game
from dsl.model.look import COLORS

USUAL_SIZE: Final = (63, 88)
ROW: Final = (
    "#2f65a8", "#b5533c", "#3f8250", "#8a6a2f", "#6d4b9b", "#2f7f80", "#a5486f", "#56636f",
    "#7a7f35", "#474a93", "#9b5f2a", "#44708a",
)  # fmt: skip
"""The colours of what has none by name, in turn."""
EVERY: Final = "every"
"""Stands in a look for all kinds."""


def said(entry: Entry, key: str) -> Any:
    """Return what is said of the nearest kind of a card, else of all kinds; None for nothing."""
    looks = entry.model.looks
    if looks is None:
        return None
    found = (looks.kinds.get(kind) for kind in (*entry.kinds, EVERY))
    return next((v for look in found if look and (v := getattr(look, key)) is not None), None)


def size_of(entry: Entry) -> tuple[float, float]:
    """Return width and height of a card in millimetres."""
    width, height = said(entry, "size") or USUAL_SIZE
    return float(width), float(height)


def is_printed(entry: Entry) -> bool:
    """Return whether it is a card, and not a part of a board or the like."""
    return said(entry, "is_printed") is not False


def back_color(model: Game, kinds: tuple[str, ...]) -> str:
    """Return the colour that is said of the back of some kinds; "" for none."""
    if model.looks is None:
        return ""
    found = (model.looks.kinds.get(kind) for kind in (*kinds, EVERY))
    return next((look.back for look in found if look is not None and look.back), "")


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
    """Return what stands on a card for a number of an attribute; "" for nothing else."""
    text = (said(entry, "signs") or {}).get(name, {}).get(number)
    return in_language(text, lang, entry.model.manifest.default_language)


def member_symbol(model: Game, enum: str, number: int, lang: str) -> str:
    """Return the letters of a member that its package says; "" for none."""
    look = model.looks.enums.get(enum) if model.looks else None
    text = look.symbols.get(model.enums[enum].members[number]) if look else None
    return in_language(text, lang, model.manifest.default_language)
