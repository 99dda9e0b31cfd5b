"""Provide a page with the search of cards: the index as plain data, and one script.

The script is the search of this Python, translated into JavaScript with all that it uses. A browser
knows letters of another year than this Python does: what both must see alike goes with the page.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
import inspect
import json
import re
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from itertools import groupby
from pathlib import Path
from types import BuiltinFunctionType, FunctionType
from typing import Any, Final

from cardwright.apps.cards import folding, patterns
from cardwright.apps.cards.index import Index, Rows, changed_rows
from cardwright.apps.cards.javascript import Code, Untranslated, safe, star
from cardwright.apps.cards.query import cells, find, heading
from cardwright.apps.cards.query_reader import MESSAGES, QueryError
from cardwright.apps.cards.searching import Older
from dsl import Language, Phrase

RUNTIME: Final = Path(__file__).with_name("python.js").read_text(encoding="utf-8")
_BROUGHT: Final = frozenset(
    re.findall(r"^(?:function\*?|const|class) (\$\w+)", RUNTIME, re.MULTILINE)
)
_PYTHONS_OWN: Final = ("__getattr__", "__repr__", "__str__", "__iter__")
"""Methods that a page does not need."""


class Translation:
    """JavaScript that grows with each function that is asked for.

    Attributes:
        pieces: What was made so far.
    """

    def __init__(self, given: Mapping[Any, str]) -> None:
        """Begin with what stands in JavaScript for some functions, classes and values."""
        self._names = {id(each): name for each, name in given.items()}
        self._kept = [*given]
        """Holds what has a name, so that nothing else gets its number."""
        self.pieces: list[str] = []

    def name_of(self, thing: Any, called: str) -> str:
        """Return the name of a function, class or value, which is made if need be.

        Raises:
            Untranslated: It, or something that it uses, is not understood.
        """
        if id(thing) not in self._names:
            is_brought = isinstance(thing, BuiltinFunctionType)
            if is_brought or getattr(builtins, called, self) is thing:
                name = f"${called}"
                if name not in _BROUGHT:
                    raise Untranslated(called)
                return name
            is_taken = called in self._names.values()
            name = f"{called}_{len(self._kept)}" if is_taken else called
            self._names[id(thing)] = name
            self._kept.append(thing)
            self.pieces.append(self._made(thing, name))
        return self._names[id(thing)]

    def value(self, thing: Any) -> str:
        """Return a value as it is written."""
        return self._names.get(id(thing)) or self._written(thing)

    def _made(self, thing: Any, name: str) -> str:
        if hasattr(thing, "cache_info") and not inspect.signature(thing).parameters:
            return f"const {name} = (value => () => value)({self.value(thing())});\n"
        if not isinstance(thing, type) and not callable(thing):
            return f"const {name} = {self._written(thing)};\n"
        thing = inspect.unwrap(thing)
        scope = vars(inspect.getmodule(thing))
        node = ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]
        if isinstance(node, ast.ClassDef):
            return self._class(thing, node, name, scope)
        if not isinstance(thing, FunctionType) or not isinstance(node, ast.FunctionDef):
            raise Untranslated(name)
        code = Code(self.name_of, _BROUGHT, scope)
        return code.function(node, f"function{star(node)} {name}")

    def _class(self, of: type, node: ast.ClassDef, name: str, scope: Mapping[str, Any]) -> str:
        is_dict = of.__mro__[1] is dict
        lines = [f"class {name}{' extends Map' * is_dict} {{\n"]
        defined = [each for each in node.body if isinstance(each, ast.FunctionDef)]
        if not is_dict and all(each.name != "__init__" for each in defined):
            fields = inspect.signature(of).parameters
            given = (
                safe(name) + (f" = {self.value(f.default)}" if f.default is not f.empty else "")
                for name, f in fields.items()
            )
            stored = (f"this.{each} = {safe(each)};" for each in fields)
            lines.append(f"constructor({', '.join(given)}) {{{''.join(stored)}}}\n")
        for each in defined:
            if each.name in _PYTHONS_OWN:
                continue
            sorts = {ast.unparse(decorator) for decorator in each.decorator_list}
            is_static = "staticmethod" in sorts
            head = "static " if is_static else "get " if "property" in sorts else ""
            head += star(each) + ("constructor" if each.name == "__init__" else each.name)
            me = "" if is_static else each.args.args[0].arg
            lines.append(Code(self.name_of, _BROUGHT, scope, of, me).function(each, head))
        return "".join((*lines, "}\n"))

    def _written(self, thing: Any) -> str:
        if thing is None or isinstance(thing, str | int):
            return json.dumps(thing)
        if isinstance(thing, re.Pattern):
            flags = "i" * bool(thing.flags & re.IGNORECASE)
            return f"$pattern({json.dumps(thing.pattern)}, {json.dumps(flags)})"
        if isinstance(thing, Mapping):
            pairs = (f"[{self.value(key)},{self.value(each)}]" for key, each in thing.items())
            return f"new Map([{','.join(pairs)}])"
        if isinstance(thing, frozenset):
            return f"new Set([{self._row(sorted(thing))}])"
        if isinstance(thing, list | tuple):
            return f"[{self._row(thing)}]"
        if isinstance(thing, ContextVar):  # nothing is around a page
            return "new Map()"
        if callable(thing):
            return self.name_of(thing, thing.__name__)
        of = type(thing)
        return f"$filled({self.name_of(of, of.__name__)}, {self.value(vars(thing))})"

    def _row(self, things: Iterable[Any]) -> str:
        return ",".join(map(self.value, things))


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
