"""Provide a page with the search of cards: the index as plain data, and one script.

A browser knows letters of another year than this Python does: what both must see alike goes with
the page.
"""

from __future__ import annotations

import dataclasses
import json
import re
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any, Final

from cardwright.apps.cards import folding, patterns
from cardwright.apps.cards.index import Index, Rows, changed_rows
from cardwright.apps.cards.query import cells, find, heading
from cardwright.apps.cards.query_errors import MESSAGES, QueryError
from cardwright.apps.cards.searching import Older
from cardwright.apps.cards.web.translation import RUNTIME, Translation
from dsl import Language, Phrase

_PLANES: Final = (range(0x40000), range(0xE0000, 0xE1000))
"""Where letters are given out; all others are not."""

_CLASSES: Final[Mapping[str, Callable[[str], bool]]] = {
    "digit": str.isdecimal,
    "word": patterns.is_of_word,
    "space": str.isspace,
    "alpha": str.isalpha,
    "unprintable": lambda letter: not letter.isprintable(),
    "hidden": lambda letter: unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp"),
    "narrowless": lambda letter: (
        unicodedata.combining(letter) > 0 or unicodedata.category(letter) in ("Mn", "Me")
    ),
    "wide": Phrase.is_wide,
}


@cache
def letter_classes() -> dict[str, list[int]]:
    """Return for each class the first letter of each stretch in it, then how many there are."""
    letters = [chr(number) for plane in _PLANES for number in plane]
    found: dict[str, list[int]] = {}
    for name, fits in _CLASSES.items():
        found[name], at = [], 0
        for is_in, run in groupby(letters, fits):
            length = len([*run])
            found[name] += (ord(letters[at]), length) if is_in else ()
            at += length
    found["unprintable"] += [0x40000, 0xE0000 - 0x40000, 0xE1000, sys.maxunicode + 1 - 0xE1000]
    return found


@cache
def folds() -> dict[str, str]:
    """Return the letters whose folded form is another than their small one."""
    letters = (chr(number) for plane in _PLANES for number in plane)
    alike = ((each, folding.folded_letters(each)) for each in letters)
    return {each: other for each, other in alike if other != each.lower()}


_LEFT_OUT: Final = ("format", "digests")
DEPENDS: Final = {"depends": True}
"""Stands for a value that a match decides."""


def web_data(index: Index, versions: Mapping[str, Index] | None = None) -> dict[str, Any]:
    """Return all that a page searches, as JSON can hold it.

    Args:
        versions: Older versions by what a query calls them; `changed:` knows no others.
    """
    parts = {each.name: getattr(index, each.name) for each in dataclasses.fields(Index)}
    found = {name: _plain(part) for name, part in parts.items() if name not in _LEFT_OUT}
    older = (versions or {}).items()
    found["changed"] = {word: [*changed_rows(index, each)] for word, each in older}
    return found


def _plain(value: Any) -> Any:
    """Return a part of an index as JSON can hold it."""
    if value is ...:
        return DEPENDS
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(each) for each in value]
    return value


def answer(text: str, index: Index, lang: str, older: Older) -> dict[str, Any]:
    """Return what a query finds, or what is wrong with it, as a page shows it."""
    try:
        found = find(text, index, older)
    except QueryError as error:
        told = {"message": error.message(lang), "shown": error.shown(lang),
                "at": error.span.start, "end": error.span.end}  # fmt: skip
        return {"rows": [], "depends": [], "show": [], "error": told}
    show = [
        {"name": name, "heading": heading(name, lang, index),
         "cells": cells(name, found.rows, lang, index)}
        for name in found.show
    ]  # fmt: skip
    return {"rows": found.rows, "depends": found.depends, "show": show, "error": None}


_GIVEN: Final[Mapping[Any, str]] = {
    Rows: "$Rows",
    MESSAGES: "$MESSAGES",
    Language: "$Language",
    Phrase: "$Phrase",
    changed_rows: "((index, rows) => rows)",
    folding.folded_letters: "$folded_letters",
    patterns._ways: "(() => null)",  # a page has no patterns like Python's own
    re.compile: "$pattern",
    **{method: f"$_{method.__name__}" for method in (str.isdecimal, str.isspace)},
}
"""What a page has in its own words."""
_PAGE: Final = """\
const $made = new WeakMap();
function $prepare(data) {
  if (!$made.has(data)) $made.set(data, $filled(Index, $read(data)));
  return $made.get(data);
}
function $find(data, text, lang) {
  const older = word => {
    if (!$has($prepare(data).changed, word)) throw new $LookupError();
    const rows = new Set($item($prepare(data).changed, word));
    return $Rows.of(data.ids.map((_, row) => rows.has(row)));
  };
  return $shown(answer(text, $prepare(data), lang, older));
}
return {find: $find, prepare: $prepare};
"""


@cache
def search_script() -> str:
    """Return the script: it defines `CardwrightSearch.find(data, query, lang)`.

    It is the search of this Python, translated. It needs nothing else and asks no network; `data`
    is what `web_data` returns. What is found is what `answer` returns. `prepare(data)` makes the
    first query as quick as the others.
    """
    page = Translation(_GIVEN)
    page.name_of(Index, "Index")
    page.name_of(answer, "answer")
    messages = {key: {tag: MESSAGES.text(tag, key) for tag in Language.OWN} for key in MESSAGES}
    return "".join((
        "var CardwrightSearch = (function () {\n'use strict';\n",
        RUNTIME,
        f"const $LETTERS = {json.dumps(letter_classes())};\n",
        f"const $FOLDS = {page.value(folds())};\n",
        f"const $OWN = {json.dumps(Language.OWN)};\n",
        f"const $MESSAGES = $catalogue({page.value(messages)});\n",
        *page.pieces, _PAGE, "}());\n",
    ))  # fmt: skip
