"""Find the cards of a pool in the texts of a game, and make the texts of a part of it.

Most cards say each key on lines of its own, so that what they are is read without parsing them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from dsl.keys.nouns import OfCardKeys
from dsl.records import Source, Span
from dsl.syntax.card_lines import Said, keys_of
from dsl.syntax.cuts import WORD, CutText, Unit
from dsl.syntax.package_files import Files

# --- cards ------------------------------------------------------------------------------------


RULES: Final = frozenset(
    key.name
    for key in (
        *(OfCardKeys.actions, OfCardKeys.triggers, OfCardKeys.replacements, OfCardKeys.modifiers),
        *(OfCardKeys.forbids, OfCardKeys.always, OfCardKeys.examples),
    )
)
"""What a card does: left out."""
_OTHERWISE: Final = ("{actions}", "every ", "..", "face-of:")
"""What makes several cards of one, or joins it with others."""

_RULE: Final = "*rule"
"""Instead of a kind: the lines say a rule of the card before."""


def plain_in(text: CutText, ids: Collection[str]) -> Iterator[tuple[Unit, Mapping[str, Said]]]:
    """Yield the cards of a text that are written plainly, with what they say.

    Args:
        ids: The cards that may be.
    """
    doubtful = [word for word in _OTHERWISE if word in text.text]
    for unit in text.units:
        if unit.id not in ids or not unit.kind or unit.items:
            continue
        if any(text.text.find(word, unit.start, unit.end) >= 0 for word in doubtful):
            continue
        said = keys_of(text, unit)
        if said is not None and next(iter(said)) not in RULES:
            yield unit, said  # a rule in its first line has the dash before it


def part_of(
    text: CutText, gone: Collection[str], plain: Mapping[Unit, Mapping[str, Said]],
    left: Collection[str] = RULES,
) -> str:  # fmt: skip
    """Return a text without some cards, and without the rules of those that are plain.

    Args:
        left: The keys that are rules.
    """
    units = list[Unit]()
    for unit in text.units:
        units.append(unit)
        if unit.id not in gone:
            said = plain.get(unit, {})
            rules = (each for key, each in said.items() if key in left)
            units += (Unit(_RULE, _RULE, each.start, each.end) for each in rules)
    return CutText(text.text, tuple(units)).without({_RULE, *gone})


# --- the files of a game ----------------------------------------------------------------------


def between(text: CutText, ids: frozenset[str]) -> list[str]:
    """Return what stands between the cards of the pool."""
    parts, here = list[str](), 0
    for unit in text.units:
        if unit.id in ids and not unit.items:
            parts.append(text.text[here : unit.start])
            here = unit.end
    return [*parts, text.text[here:]]


def is_alike(text: CutText, older: CutText, ids: frozenset[str]) -> bool:
    """Return whether a text has the same cards of the pool as before, with the same between."""
    both = [[unit for unit in each.units if unit.id in ids or unit.items] for each in (text, older)]
    said = [[(unit.id, unit.kind, unit.items) for unit in units] for units in both]
    return said[0] == said[1] and between(text, ids) == between(older, ids)


@dataclass
class PoolFiles:
    """The files of a game with a pool."""

    files: Sequence[Files]
    texts: Sequence[CutText]
    ids: frozenset[str]

    @cached_property
    def names(self) -> list[tuple[int, str]]:
        """The numbers of packages, and names of files in them."""
        return [(n, name) for n, each in enumerate(self.files) for name, _ in each.contents]

    @cached_property
    def data(self) -> list[bytes]:
        """The files as they lie there."""
        return [data for each in self.files for _, data in each.contents]

    @cached_property
    def sources(self) -> dict[str, Source]:
        """The texts by the paths that people see."""
        found = {}
        for (number, name), text in zip(self.names, self.texts, strict=True):
            place = self.files[number].place
            path = f"{place.shown}/{name}"
            found[path] = Source(path, text.text, place.expansion)
        return found

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {path: number for number, path in enumerate(self.sources)}

    @cached_property
    def _places(self) -> dict[str, tuple[int, Unit]]:
        found: dict[str, tuple[int, Unit]] = {}
        for number, text in enumerate(self.texts):
            for unit in text.units:
                if unit.id in self.ids and not unit.items and unit.kind:
                    found.setdefault(unit.id, (number, unit))
        return found

    @cached_property
    def _starts(self) -> list[tuple[list[int], list[str]]]:
        """By file, where its cards begin, and which they are."""
        found: list[tuple[list[int], list[str]]] = [([], []) for _ in self.texts]
        for id_, (number, unit) in self._places.items():
            found[number][0].append(unit.start)
            found[number][1].append(id_)
        return found

    def ids_in(self, number: int) -> list[str]:
        """Return the cards of a file, in order."""
        return self._starts[number][1]

    def unit(self, id_: str) -> Unit:
        """Return where a card stands."""
        return self._places[id_][1]

    def said(self, id_: str) -> str:
        """Return the lines of a card."""
        number, unit = self._places[id_]
        return self.texts[number].text[unit.start : unit.end]

    def words_of(self, id_: str) -> set[str]:
        """Return the words of a card, but for its id and numbers, which its print holds."""
        found = set(WORD.findall(self.said(id_))) - {id_}
        return {word for word in found if not word.isdigit()}

    def other_words(self) -> frozenset[str]:
        """Return the words outside of the pool."""
        return frozenset(word for text in self.texts for part in between(text, self.ids)
                         for word in WORD.findall(part))  # fmt: skip

    def before(self, path: str, offset: int) -> str | None:
        """Return the last card that begins before a place, or there."""
        starts, ids = self._starts[self._numbers[path]] if path in self._numbers else ([], [])
        place = bisect_right(starts, offset)
        return ids[place - 1] if place else None

    def card_at(self, span: Span) -> str | None:
        """Return the card in which words stand."""
        id_ = self.before(span.source.path, span.start)
        return id_ if id_ is not None and span.start < self.unit(id_).end else None

    def only(self, wanted: Iterable[str]) -> tuple[Files, ...]:
        """Return the files with no other cards of the pool, each line where it was."""
        left, contents = self.ids - frozenset(wanted), list[list[tuple[str, bytes]]]()
        contents = [[] for _ in self.files]
        for (number, name), text, data in zip(self.names, self.texts, self.data, strict=True):
            kept = text.without(left) if text.units else None
            if kept is None or kept.strip():
                contents[number].append((name, data if kept is None else kept.encode()))
        return tuple(replace(each, contents=tuple(some))
                     for each, some in zip(self.files, contents, strict=True))  # fmt: skip

    def whole(self, span: Span) -> Span:
        """Return a place in a part of these files as it is in the whole of them."""
        source = self.sources.get(span.source.path)
        if source is None:
            return span
        ends = (source.offset(*span.source.position(each)) for each in (span.start, span.end))
        return Span(source, *ends)

    def since(self, older: PoolFiles, span: Span) -> Span:
        """Return where words of older files stand in these."""
        path = span.source.path
        source = self.sources.get(path, span.source)
        id_ = older.before(path, span.start)
        if id_ is None:
            return Span(source, span.start, span.end)
        was, is_ = older.unit(id_), self.unit(id_)
        by = is_.start - was.start if span.start < was.end else is_.end - was.end
        return Span(source, span.start + by, span.end + by)
