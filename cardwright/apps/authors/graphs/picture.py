"""Write an overview in words: the names of its boxes, their contents, and the lines between them.

A box is named by id in English, else by the game's texts. The other words stand in
`messages/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from cardwright.apps.authors.graphs.boxes import Box, Link, Overview
from cardwright.apps.authors.graphs.naming import WORDS
from cardwright.apps.text.names import Names
from dsl import Language, Phrase, Record
from dsl.model.game import Game
from dsl.model.nouns import Text


def word(lang: str, key: str, **slots: object) -> str:
    """Return a text of overviews in a language, its slots filled."""
    return WORDS.say(lang, f"overview.{key}", **slots)


class Titles:
    """The names of what is on the page, in one language."""

    def __init__(self, model: Game, lang: str) -> None:
        self.lang = lang
        self._names = Names(model, lang)
        self._phases = {each.id: each for each in model.every_phase}
        self._texts: Mapping[str, Mapping[str, Text]] = {
            "phase": {each.id: each.text for each in self._phases.values()},
            "action": {
                **{each.id: each.text for each in model.actions},
                **{each.id: each.text for each in model.groups},
            },
            "event": {name: each[0].text for name, each in model.events.items()},
            "value": {name: each[0].text for name, each in model.values.items()},
            "kind": {name: each.text for name, each in model.kinds.items()},
        }

    def of(self, sort: str, name: str) -> str:
        """Return what something is called; without a text in the language, its id."""
        if self.lang == "en":
            return name
        if sort == "attribute":
            kind, _, attribute = name.partition(".")
            return f"{self._names.kind(kind)}: {self._names.attribute(kind, attribute)}"
        text = self._texts.get(sort, {}).get(name, {}).get(self.lang, "")
        gap = Language(self.lang).gap
        return Phrase(Phrase(text).without_actor).with_gaps(gap) or name

    def loop(self, phase: str) -> str:
        """Return how a phase is repeated: `turns`, `for`, `while`, or nothing."""
        found = self._phases[phase]
        return found.loop or ("while" if found.while_condition is not None else "")

    def row(self, parts: Iterable[str]) -> str:
        """Return names in a row."""
        return self._names.row(parts)


MOST_NAMES: Final = 8
MOST_EVENTS: Final = 14
FEW: Final = 6
"""A kind's events have lines of their own from one in so many of its cards with rules."""
NAMED: Final = frozenset({"phase", "action", "kind", "event", "value", "attribute"})
"""Sorts of boxes that are called by what they stand for."""
TIMES: Final = "\u00a0×"
LISTENING: Final = ("before", "after", "instead", "forbids")


class Label(Record):
    """A box in words.

    Attributes:
        id: What authors call it; the title where that is all there is.
        details: Lines under the title: how much there is in it, then what it does.
    """

    box: Box
    title: str
    id: str
    details: tuple[str, ...]


class Picture(Record):
    """An overview in words.

    Attributes:
        lines: The links that are drawn.
        frames: What groups and opened phases are called, by id.
        notes: What else is to be known, a sentence each.
    """

    game: str
    lang: str
    labels: tuple[Label, ...]
    lines: tuple[Link, ...]
    frames: Mapping[str, str]
    notes: tuple[str, ...]


def picture_of(overview: Overview, titles: Titles) -> Picture:
    """Return an overview in the words of a game and a language."""
    lang = titles.lang
    boxes = {box.id: box for box in overview.boxes}
    writer = _Writer(overview, titles)
    groups = dict.fromkeys(box.group for box in overview.boxes)
    opened = sorted({name for box in overview.boxes for name in box.inside})
    frames = {group: word(lang, group) for group in groups}
    return Picture(
        game=overview.game,
        lang=lang,
        labels=tuple(map(writer.label, overview.boxes)),
        lines=tuple(link for link in overview.links if _has_line(link, boxes)),
        frames={**frames, **{name: writer.opened(name) for name in opened}},
        notes=tuple(writer.notes()),
    )


def _has_line(link: Link, boxes: Mapping[str, Box]) -> bool:
    """Return whether a link is drawn: of a kind's events those that many of its cards do."""
    if link.kind == "reads":
        return False
    source = boxes[link.source]
    return source.sort != "kind" or link.kind != "does" or link.cards * FEW >= source.bearing


class _Writer:
    """Writes the words of one overview."""

    def __init__(self, overview: Overview, titles: Titles) -> None:
        self.overview = overview
        self.titles = titles
        self.lang = titles.lang
        self.names = {box.id: self._title(box) for box in overview.boxes}

    def label(self, box: Box) -> Label:
        """Return a box in words."""
        title = self.names[box.id]
        is_named = box.sort in NAMED and not box.is_rest and not box.is_alike
        id_ = box.members[0][1] if is_named else title
        return Label(box, title, id_, (*self._details(box), *self._does(box)))

    def opened(self, phase: str) -> str:
        """Return the title of a phase around others."""
        name, loop = self.titles.of("phase", phase), self._loop(phase)
        return f"{name} ({loop})" if loop else name

    def _loop(self, phase: str) -> str:
        """Return how a phase is repeated; nothing where it is not."""
        loop = self.titles.loop(phase)
        return word(self.lang, f"each-{loop}") if loop else ""

    def _title(self, box: Box) -> str:
        if box.is_rest:
            return word(self.lang, "rest")
        if box.sort in NAMED:
            title = self.titles.of(*box.members[0])
            return f"{title} +{len(box.members) - 1}" if box.is_alike else title
        return word(self.lang, box.sort)

    def _details(self, box: Box) -> Iterator[str]:
        """Yield what is in a box."""
        if box.sort == "phase" and (loop := self._loop(box.members[0][1])):
            yield loop
        if box.cards:
            yield word(self.lang, "cards-with-rules", number=box.cards, bearing=box.bearing)
        if box.rules:
            yield self._numbers(box.rules)
        if len(box.members) > 1:
            is_of_all = box.is_rest or box.sort == "setup"
            others = box.members if is_of_all else box.members[1:]
            yield self._some([self.titles.of(*each) for each in others])
        readers = sum(link.number for link in self._at(box, "reads"))
        if readers:
            yield word(self.lang, "readers", number=readers)

    def _does(self, box: Box) -> Iterator[str]:
        """Yield what the rules in a box make happen, wait for and change, with numbers."""
        links = [link for link in self.overview.links if link.source == box.id]
        if box.sort in ("kind", "rules", "event"):
            does = sorted((link for link in links if link.kind == "does"), key=_most_cards)
            if does:
                ends = [self._end(link.target, link) for link in does]
                yield f"→ {self._some(ends, MOST_EVENTS)}"
        for kind in LISTENING:
            heard = [self._end(link.source, link) for link in self._at(box, kind)]
            if heard:
                yield word(self.lang, kind, names=self._some(heard))
        changed = [self._end(link.target, link) for link in links if link.kind == "modifies"]
        if changed:
            yield word(self.lang, "modifies", names=self._some(changed))
        if any(link.kind == "ends" for link in links):
            yield word(self.lang, "ends")

    def _end(self, box: str, link: Link) -> str:
        """Return what stands at an end of a link, with the number of cards."""
        return f"{self.names[box]}{TIMES}{link.cards}" if link.cards else self.names[box]

    def _numbers(self, numbers: Mapping[str, int]) -> str:
        """Return how many there are of each sort."""
        parts = (word(self.lang, f"of-{sort}", number=each) for sort, each in numbers.items())
        return self.titles.row(parts)

    def _some(self, names: list[str], most: int = MOST_NAMES) -> str:
        """Return some of the names, and how many more there are."""
        more = len(names) - most
        if more < 2:
            return self.titles.row(names)
        shown = self.titles.row(names[:most])
        return word(self.lang, "names-and-more", names=shown, number=more)

    def _at(self, box: Box, kind: str) -> Iterable[Link]:
        """Return the links of a kind that lead to a box."""
        return (each for each in self.overview.links if each.target == box.id and each.kind == kind)

    def notes(self) -> Iterator[str]:
        """Yield what the legend says beside the lines."""
        overview = self.overview
        if any(link.cards for link in overview.links):
            yield word(self.lang, "note-numbers")
        if overview.left_out:
            yield word(self.lang, "note-left-out", names=self._numbers(overview.left_out))
        if any(box.is_rest or box.is_alike for box in overview.boxes):
            yield word(self.lang, "note-folded")


def _most_cards(link: Link) -> int:
    return -link.cards
