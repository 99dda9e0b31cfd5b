"""Answer what a word of the language means, in one sentence a language.

The words themselves stand where the language has them: in its keywords, its functions and native
events, its roles, properties and types, and in the schemas. A test holds that each is told here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from cardwright.apps.authors.explained.rule_keys import RULE_KEYS
from cardwright.apps.authors.explained.script_keys import SCRIPT_KEYS
from cardwright.apps.authors.explained.step_words import STEP_WORDS
from dsl.languages import OWN
from dsl.words.vocabulary import NATIVES, WRITTEN


@cache
def sentences() -> Mapping[str, Mapping[str, str]]:
    """Return by word and language what the word means."""
    tables = (STEP_WORDS, RULE_KEYS, SCRIPT_KEYS)
    return MappingProxyType({word: text for table in tables for word, text in _rows(table)})


def _rows(table: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield each word of a table with its sentences."""
    lines = table.strip().splitlines()
    for word, *told in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        yield word, dict(zip(OWN, map(str.strip, told), strict=True))


def summaries() -> Mapping[str, Mapping[str, str]]:
    """Return by name and language what a function or native event does."""
    rows = (*WRITTEN.values(), *NATIVES.values())
    return {row.name: dict(zip(OWN, row.summary, strict=True)) for row in rows}
