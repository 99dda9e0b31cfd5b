"""Compute what a card says now, as the cells of a table would say it."""

from __future__ import annotations

import re

from cardwright.apps.authors.sheets.written import InFile, said
from cardwright.apps.cards.entries import Entry
from cardwright.apps.text.literals import UNKNOWN
from dsl import tables
from dsl.model import types as t
from dsl.model.game import Game
from dsl.model.nouns import Definition, copies_said


def present(game: Game, there: InFile, card: Definition, key: str, lang: str) -> str:
    """Return what a card says now, as the files have it; "" where it says nothing in one text."""
    default = game.manifest.default_language
    if key == "id":
        return card.id
    if key == "kind":
        return card.kind
    if key.startswith(tables.ABOUT):
        texts = card.about.get(key.removeprefix(tables.ABOUT), ())
        return ", ".join(filter(None, (text.get(lang or default, "") for text in texts)))
    found = said(there, key, lang, default)
    made = there.node is None or there.common is there.node
    if not made or key == "source":
        return found
    if key in tables.IS_TEXT:
        return (card.name if key == "name" else card.text).get(lang, "")
    kind = game.kinds[card.kind]
    if key == "copies":
        return "" if copies_said(card) == copies_said(kind) else str(copies_said(card))
    return _static(Entry(game, card, None), key)


def _static(entry: Entry, name: str) -> str:
    """Return an attribute that a table made, as authors write it; "" where it is the usual one."""
    attribute = entry.attributes.get(name)
    if attribute is None:
        return ""
    formula, value = entry.definition.attributes.get(name), entry.value(name)
    is_usual = attribute.default is not None and formula == attribute.default
    if is_usual or value is UNKNOWN or t.is_effect(attribute.type):
        return ""
    return _literal(entry.plain_value(name))


def _literal(value: object) -> str:
    """Return a plain value as authors write it."""
    match value:
        case None:
            return "none"
        case bool():
            return str(value).lower()
        case list():
            return f"[{', '.join(map(_literal, value))}]"
        case dict():
            return " + ".join(f"{count} {key}" for key, count in value.items()) or "[]"
    return str(value)


def is_same(cell: tables.Cell, old: str) -> bool:
    """Return whether a cell says what is there, but for blanks and other ways to write it."""
    new = cell.text or ""
    if cell.lang:
        return new.replace("\r\n", "\n").strip() == old.strip()
    return _squeezed(new) == _squeezed(old)


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text) if "\n" not in text.strip() else text.strip()
