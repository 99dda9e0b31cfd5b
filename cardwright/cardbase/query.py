"""Read what a person looks for: words, and filters such as `kind:culture` and `worth>=2`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from cardwright.cardbase.attribute_filters import attribute_test
from cardwright.cardbase.entries import OUTSIDE, Entry
from cardwright.cardbase.query_errors import QueryError, few, folded
from dsl.diagnostics.spelling import nearest
from dsl.model.expressions import ZoneKey
from dsl.model.game import Game
from dsl.records import record
from dsl.source import Source, Span

_WORD: Final = re.compile(r"\S+")
_FILTER: Final = re.compile(r"([A-Za-z][\w-]*)(>=|<=|!=|:|=|<|>)(.*)")
_NONES: Final = ("none", "なし")
GENERAL: Final = ("id", "kind", "zone", "expansion")
"""The filters of every game; the others are the attributes of its cards."""

Test = Callable[[Entry], bool | None]
"""Whether a card passes; None where that depends on the match."""


@record
class Query:
    """What is looked for: a card fits if it passes every test."""

    tests: tuple[Test, ...]

    def fits(self, entry: Entry) -> bool | None:
        """Return whether a card is among what is looked for; None: the match decides that."""
        results = {test(entry) for test in self.tests}
        return False if False in results else None if None in results else True


def read_query(words: Sequence[str], cards: Sequence[Entry]) -> Query:
    """Return what words ask for.

    Raises:
        QueryError: A filter or a value of one is unknown, or a word stands on no card at all.
    """
    source = Source("words", _narrow(" ".join(words)))
    tests: list[Test] = []
    for match in _WORD.finditer(source.text):
        found = _FILTER.fullmatch(match[0])
        span = Span(source, match.start(), match.end())
        if found is None:
            tests.append(_search(match[0], span, cards))
        else:
            tests.append(_filter(found, span, cards))
    return Query(tuple(tests))


def _narrow(text: str) -> str:
    """Return a text with narrow letters and signs for wide ones, letter for letter."""
    return "".join(n if len(n := unicodedata.normalize("NFKC", c)) == 1 else c for c in text)


# --- words ------------------------------------------------------------------------------------


def _search(word: str, span: Span, cards: Sequence[Entry]) -> Test:
    """Return the test for a word that may stand anywhere on a card."""
    wanted = folded(word)
    fitting = {id(card) for card in cards if wanted in searched(card)}
    if not fitting:
        names = [text for card in cards for text in (card.id, *card.definition.name.values())]
        raise QueryError("card-word", span, word=word, guess=nearest(word, names) or "")
    return lambda entry: id(entry) in fitting


def searched(entry: Entry) -> str:
    """Return all that is searched of a card: id, names, texts, rules in both languages."""
    card = entry.definition
    texts = (card.id, *card.name.values(), *card.text.values())
    return folded("\n".join((*texts, *entry.rules("en"), *entry.rules("ja"))))


# --- filters ----------------------------------------------------------------------------------


def _filter(found: re.Match[str], span: Span, cards: Sequence[Entry]) -> Test:
    """Return the test for one filter."""
    key, sign, text = found[1].lower(), ":" if found[2] == "=" else found[2], found[3]
    start = span.start
    key_span = Span(span.source, start, start + len(key))
    value_span = Span(span.source, start + found.start(3), max(span.end, start + found.start(3)))
    if key in GENERAL:
        if sign not in (":", "!="):
            sign_span = Span(span.source, key_span.end, value_span.start)
            raise QueryError("card-sign", sign_span, word=sign, option=key, guess="")
        test = _general(key, text, value_span, cards)
        return test if sign == ":" else lambda entry: not test(entry)
    types = {each.attributes[key].type for each in cards if key in each.attributes}
    if not types:
        known = [*GENERAL, *dict.fromkeys(name for each in cards for name in each.attributes)]
        raise QueryError("card-filter", key_span, word=key, guess=nearest(key, known) or "",
                         all=", ".join(known))  # fmt: skip
    return attribute_test(key, sign, text, (key_span, value_span), cards)


def _general(key: str, text: str, span: Span, cards: Sequence[Entry]) -> Test:
    """Return the test for a filter of every game."""
    wanted = folded(text)
    known = NAMES[key]
    fitting = {id(card) for card in cards if wanted in map(folded, known(card))}
    every = [name for card in cards for name in known(card)] + [*_unused(key, cards)]
    if not fitting and wanted not in map(folded, every):
        guess = nearest(text, every) or ""
        known_ids = few(_ids(key, cards))
        raise QueryError("card-value", span, word=text, option=key, guess=guess, all=known_ids)
    return lambda entry: id(entry) in fitting


def _kind_names(entry: Entry) -> list[str]:
    """Return what may be written for the kinds of a card."""
    kinds = [entry.model.kinds[name] for name in entry.kinds if name in entry.model.kinds]
    return [name for kind in kinds for name in (kind.name, *kind.text.values())] or [*entry.kinds]


def _zone_names(entry: Entry) -> list[str]:
    """Return what may be written for the zone a card begins in."""
    zone = entry.definition.start
    if zone is None:
        return [*_NONES]
    text = entry.model.zones[zone].text if zone in entry.model.zones else {}
    return [entry.start, zone.name, *text.values()]


def _expansion_names(entry: Entry) -> list[str]:
    """Return what may be written for where a card comes from."""
    game = entry.model.manifest.id
    return [entry.expansion] if entry.expansion is not None else [game, OUTSIDE]


NAMES: Final[Mapping[str, Callable[[Entry], list[str]]]] = {
    "id": lambda entry: [entry.id],
    "kind": _kind_names,
    "zone": _zone_names,
    "expansion": _expansion_names,
}


def _ids(key: str, cards: Sequence[Entry]) -> Iterable[str]:
    """Yield the plain names that can stand behind a filter."""
    for model in _models(cards):
        if key == "zone":
            yield OUTSIDE
            yield from (_dotted(zone) for zone in model.zones)
        if key == "kind":
            yield from model.kinds
        if key == "expansion":
            yield from (model.manifest.id, *(each.id for each in model.expansions))
    if key == "id":
        yield from (card.id for card in cards)


def _unused(key: str, cards: Sequence[Entry]) -> Iterable[str]:
    """Yield the names that are known though no card has them."""
    yield from _ids(key, cards)
    if key == "zone":
        for model in _models(cards):
            for zone, place in model.zones.items():
                yield from (zone.name, *place.text.values())


def _models(cards: Sequence[Entry]) -> Iterable[Game]:
    """Return the games in which cards were read, each once."""
    return {id(card.model): card.model for card in cards}.values()


def _dotted(zone: ZoneKey) -> str:
    """Return a zone as authors write it."""
    return zone.name if zone.owner is None else f"{zone.owner}.{zone.name}"
