"""Provide a page with the search of cards: the index as plain data, and one script.

A browser knows letters of another year than this Python does: what both must see alike goes with
the page.
"""

from __future__ import annotations

import dataclasses
import json
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from cardwright.apps.cards import fields, folding, patterns, query_errors, query_reader
from cardwright.apps.cards.index import Index, changed_rows
from cardwright.apps.cards.query_errors import MESSAGES, has_near, in_all
from cardwright.apps.cards.query_tables import kept_tables
from dsl import languages

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
    "wide": languages.is_wide,
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
    found["blank"] += [0x40000, 0xE0000 - 0x40000, 0xE1000, sys.maxunicode + 1 - 0xE1000]
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


_FOLDER: Final = Path(__file__).with_name("js")
_FILES: Final = (
    "letters", "lalr", "errors", "reader", "spelling", "patterns", "fields", "attributes",
    "searching", "query",
)  # fmt: skip
_HEAD: Final = "var CardwrightSearch = (function () {\n'use strict';\n"
_FOOT: Final = "return {find: find, prepare: prepare, LANGUAGE: LANGUAGE};\n}());\n"


@cache
def search_script() -> str:
    """Return the script: it defines `CardwrightSearch.find(data, query, lang)`.

    It needs nothing else and asks no network; `data` is what `web_data` returns. What is found is
    `{rows, depends, show, error}`: rows of the index; `show` a list of `{name, heading, cells}`;
    `error` null or `{message, shown, at, end}`, `shown` with the query and carets below.
    `prepare(data)` makes the first query as quick as the others.
    """
    language = json.dumps(_language(), ensure_ascii=True, separators=(",", ":"))
    pieces = [(_FOLDER / f"{name}.js").read_text(encoding="utf-8") for name in _FILES]
    return "".join((_HEAD, f"var LANGUAGE = {language};\n", *pieces, _FOOT))


def _language() -> dict[str, Any]:
    """Return all that a query means in every game, as the modules of the terminal say it."""
    errors = [key.removeprefix("error.") for key in MESSAGES if key.startswith("error.")]
    return {
        "grammar": {key: each for key, each in kept_tables().items() if key != "grammar"},
        "letters": letter_classes(),
        "folds": folds(),
        "apostrophes": folding.apostrophes(),
        "accents": folding.ACCENTS,
        "between": fields.between(),
        "languages": languages.OWN,
        "messages": {key: in_all(f"error.{key}") for key in errors},
        "near": sorted(filter(has_near, errors)),
        "fields": {
            name: {"called": in_all(f"field.{name}"), "heads": heads}
            for name, heads in fields.FIELDS.items()
        },
        "called": fields.by_name(),
        "changed": fields.CHANGED,
        "directives": list(fields.DIRECTIVES),
        "deeds": fields.DEEDS,
        "texts": fields.TEXTS,
        "words": fields.WORDS,
        "bools": fields.bools(),
        "nones": fields.nones(),
        "any": fields.anything(),
        "limits": _limits(),
    }


def _limits() -> Mapping[str, int]:
    return {
        "letters": query_reader.MOST_LETTERS,
        "nested": query_reader.MOST_NESTED,
        "shortest": folding.SHORTEST,
        "digits": fields.MOST_DIGITS,
        "shown": query_errors.MOST_SHOWN,
        "compared": query_errors.MOST_COMPARED,
        "states": patterns.MOST_STATES,
        "known": patterns.MOST_KNOWN,
        "work": patterns.MOST_WORK,
        "nestedParts": patterns.MOST_NESTED,
        "line": query_errors.LINE_COLUMNS,
        "lead": query_errors.LEAD_COLUMNS,
    }
