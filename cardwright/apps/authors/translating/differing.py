"""Find texts that differ between languages in their numbers, choices or slots."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.apps.authors.translating.gathered import Gathered
from cardwright.apps.authors.translating.terms import Doubtful, dotted
from dsl.check.scopes.game_texts import WrittenText
from dsl.check.texts.texts import MANIFEST
from dsl.languages import OWN, SLOT
from dsl.lint.wording import differ_in_each, numbers, says_may


def differences(found: Gathered, language: str) -> Iterator[Doubtful]:
    """Yield each text whose slots, numbers, `may` or `each` are others in a language."""
    for text in found.texts:
        if language in text.text and found.default in text.text:
            yield from _between(text, found.default, language)


def _between(text: WrittenText, one: str, other: str) -> Iterator[Doubtful]:
    """Yield what differs between two languages of a text."""
    first, second = text.text[one], text.text[other]
    slots = {*SLOT.findall(first)} ^ {*SLOT.findall(second)}
    if slots:
        yield _said("slots", text, other, " ".join(sorted(slots)), (first, second))
    is_prose = text.path[0] in (*MANIFEST, "rulings", "origins") or "source" in text.path
    counted = frozenset() if is_prose else _counted(first, one, second, other)
    if counted:
        yield _said("numbers", text, other, " ".join(map(str, sorted(counted))), (first, second))
    if text.path[0] == "cards" and text.path[-1] != "name" and not is_prose:
        may = {says_may(first, one), says_may(second, other)}
        if may == {True, False}:
            yield _said("may", text, other, "may", (first, second))
        if differ_in_each(first, one, second, other):
            yield _said("each", text, other, "each", (first, second))


def _counted(first: str, one: str, second: str, other: str) -> frozenset[int]:
    """Return the numbers that only one text says; words are known in some languages alone."""
    known, found = numbers(first, one), numbers(second, other)
    return known ^ found if other in OWN and one in OWN else found - known


def _said(
    sort: str, text: WrittenText, language: str, term: str, words: tuple[str, str]
) -> Doubtful:
    return Doubtful(sort, language, term, words, (dotted(text),))
