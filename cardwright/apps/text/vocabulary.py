"""Return the words that join phrases of rules text; they stand in `messages/`.

A slot in braces takes a phrase. What a game itself calls its things stands in the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from dsl import VOCABULARY, Catalogue, languages
from dsl.model.words import Both


def _of_words() -> Iterator[tuple[str, Both]]:
    """Yield the phrases of the language's own words."""
    for row in (*VOCABULARY.folds.values(), *VOCABULARY.functions.values()):
        if row.phrase is not None:
            yield row.name, row.phrase
    for fold in VOCABULARY.folds.values():
        if fold.plain_phrase is not None:
            yield f"{fold.name}-plain", fold.plain_phrase
        if fold.over_phrase is not None:
            yield f"{fold.name}-over", fold.over_phrase


WORDS: Final = Catalogue(__file__)


@cache
def phrases_of_words() -> Mapping[str, Both]:
    """Return the phrases of the language's own words, by key."""
    return dict(_of_words())


def phrase(lang: str, key: str, /, **slots: str) -> str:
    """Return a phrase in a language, its slots filled."""
    if key in WORDS:
        return WORDS.text(lang, key).format(**slots)
    return languages.worded(phrases_of_words()[key], lang).format(**slots)
