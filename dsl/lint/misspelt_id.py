"""An id that almost says what its text says.

What it finds: an id with a word that stands nowhere else in the package and is one typing mistake
away from a known word. A mistake is a letter added, dropped, changed or swapped. The known word is
in the id's own text; or, from five letters on, in a similar id that occurs several times. The rule
does not compare ids of things (cards, members, kinds, zones, options), of processes (events,
actions, phases) and of values with each other, nor with words of the language.

Why it matters: often nothing else names the id, so nothing else finds the mistake. Yet it stays in
logs, saves and labels of options for ever.

Bad:

    cards:
    - {id: water-fier, kind: city, name: City of Water and Fire}

Good:

    cards:
    - {id: water-fire, kind: city, name: City of Water and Fire}

Exceptions: a plural or another ending; words without their accents and apostrophes; ids of events
and actions that occur elsewhere too, since their text may have another form of the verb (`sting`,
"is stung"). Words of fewer than four letters, since most are close to some other: `ace` and `are`,
`lead` and `led`. An id of one word close to a part of longer ids: `playing` beside `laying-out`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from dsl.diagnostics.diagnostic import Diagnostic, Instead, finding
from dsl.diagnostics.spelling import is_slip
from dsl.lint.facts import Facts, Read, texts

LETTERS = re.compile(r"[a-z]+")
APOSTROPHES = re.compile("['’]")
ACCENTS = re.compile("[\u0300-\u036f]")
SHORTEST, SHORTEST_ANYWHERE = 4, 5
THINGS = frozenset(["card", "member", "kind", "zone", "option"])
DOINGS = frozenset(["event", "action", "phase"])
VALUES = frozenset(["value"])
SEEN_OFTEN = 2


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Yield each id that is a slip away from its text or from another word of the package."""
    files = (_unaccented(source.text.lower()) for source in facts.sources)
    words = Counter(word for text in files for word in LETTERS.findall(text))
    language = facts.game.manifest.default_language
    reads = [read for read in texts(facts) if read.sort in THINGS | DOINGS | VALUES]
    alike: dict[str, _Alike] = {}
    for group in (THINGS, DOINGS, VALUES):
        said = (word for r in reads if r.sort in group for word in LETTERS.findall(r.name))
        known = _Alike(word for word in dict.fromkeys(said) if words[word] >= SEEN_OFTEN)
        alike |= dict.fromkeys(group, known)
    names = frozenset(read.name for read in reads)
    for read in reads:
        yield from _slips(read, words, alike[read.sort], names, language)


def _unaccented(text: str) -> str:
    """Return a text whose letters have no accents, as ids are made of names: `élodie`."""
    if text.isascii():
        return text
    return ACCENTS.sub("", unicodedata.normalize("NFD", text))


class _Alike:
    """Words, found by any one that differs from them in a letter."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_rest: dict[str, list[str]] = {}
        for word in words:
            for rest in _rests(word):
                self._by_rest.setdefault(rest, []).append(word)

    def near(self, word: str) -> list[str]:
        """Return the words that share with another all but a letter of each, or two swapped."""
        found = (other for rest in _rests(word) for other in self._by_rest.get(rest, ()))
        return [other for other in dict.fromkeys(found) if other != word]


def _rests(word: str) -> set[str]:
    """Return a word, and what is left of it without each of its letters."""
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def _slips(
    read: Read, words: Counter[str], alike: _Alike, names: frozenset[str], language: str
) -> Iterator[Diagnostic]:
    """Yield what is misspelt in one id; an id of one word was not meant to be a part of others."""
    text = _unaccented(read.text.get(language, "").lower())
    said = {*LETTERS.findall(text), *LETTERS.findall(APOSTROPHES.sub("", text))}
    for word in LETTERS.findall(read.name):
        is_verb = read.sort in DOINGS and words[word] > 1
        meant = None if word in said or is_verb else _slip_of(word, sorted(said), SHORTEST)
        if meant is None and words[word] == 1 and word not in said:
            near = alike.near(word)
            near = [each for each in near if each in names] if word == read.name else near
            meant = _slip_of(word, near, SHORTEST_ANYWHERE)
        if meant is not None:
            advice = Instead.of(read.name.replace(word, meant))
            yield finding("misspelt-id", read.span, advice, name=read.name, meant=meant)


def _slip_of(word: str, words: Iterable[str], shortest: int) -> str | None:
    """Return the word of which another is a slip of the hand, or None."""
    if len(word) < shortest - 1:
        return None
    return next((w for w in words if len(w) >= shortest and is_slip(word, w)), None)
