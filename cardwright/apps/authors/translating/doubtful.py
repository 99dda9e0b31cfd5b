"""Find doubtful texts: other numbers or slots, terms translated twice, texts that repeat rules.

A term is doubtful if it is translated in two ways, or if its translation stands for two terms.
A printed text can be left out if the text made from the rules says the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from cardwright.apps.authors.translating.gathered import Gathered
from cardwright.apps.text.rules import rules_text
from dsl import Record, languages
from dsl.model.game import Game
from dsl.model.texts import MANIFEST, WrittenText, differ_in_each, numbers, says_may

_NOUNS: Final = frozenset(["enums", "kinds", "zones", "state", "cards", "players"])
_RULES: Final = frozenset(["text", "actions", "triggers", "replacements"])
_SHORTEST_NAME: Final = 4
_STEM: Final = 0.6


class Doubtful(Record):
    """Something to be looked at.

    Attributes:
        sort: `two-words`, `two-meanings`, `other-word`, or what differs.
        language: The translation.
        term: What it is about.
        words: What was found for it.
        places: The paths of the texts.
    """

    sort: str
    language: str
    term: str
    words: tuple[str, ...]
    places: tuple[str, ...]


def doubtful_terms(found: Gathered, language: str) -> Iterator[Doubtful]:
    """Yield what is called in two ways in a language, or by a word that means two things."""
    nouns = [
        each for each in found.texts if _is_noun(each) and {found.default, language} <= {*each.text}
    ]
    yield from _two_ways(nouns, found.default, language, language, "two-words")
    yield from _two_ways(nouns, language, found.default, language, "two-meanings")
    yield from _other_words(found, language)


def dotted(text: WrittenText) -> str:
    """Return the path of a text as people read it."""
    return ".".join(text.path)


def _is_noun(text: WrittenText) -> bool:
    """Return whether a text is what something is called."""
    if text.path[0] == "cards":
        return text.path[-1] == "name"
    return text.path[0] in _NOUNS and not {*text.path} & {"actions", "triggers", "sentence"}


def _two_ways(
    nouns: Iterable[WrittenText], one: str, other: str, language: str, sort: str
) -> Iterator[Doubtful]:
    """Yield each text in one language that has several in another."""
    known: dict[str, dict[str, list[WrittenText]]] = {}
    for text in nouns:
        term = _plain(text.text[one])
        word = re.sub(r"(?<=[a-z]{3})s\b", "", _plain(text.text[other]))  # one and many alike
        if term:
            known.setdefault(term, {}).setdefault(word, []).append(text)
    for words in known.values():
        if len(words) > 1:
            texts = [texts[0] for texts in words.values()]
            yield Doubtful(
                sort, language, texts[0].text[one], tuple(t.text[other] for t in texts),
                tuple(map(dotted, texts)),
            )  # fmt: skip


def _plain(words: str) -> str:
    return " ".join(words.split()).casefold()


def _other_words(found: Gathered, language: str) -> Iterator[Doubtful]:
    """Yield texts of rules that name a card and in another language do not."""
    both = [
        each.text for each in found.texts if each.path[0] == "cards" and each.path[-1] == "name"
    ]
    pairs = ((text[found.default], text[language]) for text in both if language in text)
    names = {name: word for name, word in pairs if len(name) >= _SHORTEST_NAME and "{" not in name}
    if not names:
        return
    called = re.compile(
        rf"\b({'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})s?\b"
    )
    for text in found.texts:
        if language in text.text and found.default in text.text and {*text.path[2:]} & _RULES:
            said = text.text[language].casefold()
            for name in dict.fromkeys(called.findall(text.text[found.default])):
                word = names[name].casefold()
                stem = word[: max(3, round(len(word) * _STEM))] if word.isascii() else word
                if stem not in said:
                    yield Doubtful("other-word", language, name, (names[name],), (dotted(text),))


def differences(found: Gathered, language: str) -> Iterator[Doubtful]:
    """Yield each text whose slots, numbers, `may` or `each` are others in a language."""
    for text in found.texts:
        if language in text.text and found.default in text.text:
            yield from _between(text, found.default, language)


def _between(text: WrittenText, one: str, other: str) -> Iterator[Doubtful]:
    """Yield what differs between two languages of a text."""
    first, second = text.text[one], text.text[other]
    slots = {*languages.SLOT.findall(first)} ^ {*languages.SLOT.findall(second)}
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
    return known ^ found if other in languages.OWN and one in languages.OWN else found - known


def _said(
    sort: str, text: WrittenText, language: str, term: str, words: tuple[str, str]
) -> Doubtful:
    return Doubtful(sort, language, term, words, (dotted(text),))


_OTHER = re.compile(r"[\W_]+")


def said_twice(model: Game) -> Iterator[str]:
    """Yield the cards whose printed text is the made one, but for signs and capitals."""
    for card in model.definitions:
        tags = [tag for tag in card.text if tag in languages.OWN]
        if tags and all(
            _bare(card.text[tag]) == _bare("".join(rules_text(model, card, tag))) for tag in tags
        ):
            yield card.id


def _bare(text: str) -> str:
    return _OTHER.sub("", text).casefold()
