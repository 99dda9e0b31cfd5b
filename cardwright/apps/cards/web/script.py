"""Put together the script by which a page answers queries."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, Final

from cardwright.apps.cards import attribute_tests, fields, patterns, query_errors, searching
from cardwright.apps.cards.query_words import NEAR, WORDS
from cardwright.apps.cards.web.letters import folds, letter_classes
from dsl.diagnostics import snippet, spelling
from dsl.languages import OWN
from dsl.syntax import query_reader
from dsl.syntax.query_tables import kept_tables

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
    return {
        "grammar": {key: each for key, each in kept_tables().items() if key != "grammar"},
        "letters": letter_classes(),
        "folds": folds(),
        "languages": OWN,
        "messages": WORDS,
        "near": sorted(NEAR),
        "fields": {name: asdict(field) for name, field in fields.FIELDS.items()},
        "called": fields.BY_NAME,
        "changed": fields.CHANGED,
        "directives": list(fields.DIRECTIVES),
        "deeds": fields.DEEDS,
        "texts": fields.TEXTS,
        "words": fields.WORDS,
        "bools": attribute_tests.BOOLS,
        "nones": attribute_tests.NONES,
        "any": attribute_tests.ANY,
        "limits": _limits(),
    }


def _limits() -> Mapping[str, int]:
    return {
        "letters": query_reader.MOST_LETTERS,
        "nested": query_reader.MOST_NESTED,
        "shortest": searching.SHORTEST,
        "digits": attribute_tests.MOST_DIGITS,
        "shown": query_errors.MOST_SHOWN,
        "compared": spelling.MOST_COMPARED,
        "states": patterns.MOST_STATES,
        "known": patterns.MOST_KNOWN,
        "work": patterns.MOST_WORK,
        "nestedParts": patterns.MOST_NESTED,
        "line": snippet.LINE_COLUMNS,
        "lead": snippet.LEAD_COLUMNS,
    }
