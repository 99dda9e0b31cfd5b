"""Name the nodes, boxes and lines of an event graph in the words of a game, in one language.

A box is named by id in English, else by the game's texts. The words of the pictures themselves
stand in `messages/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from cardwright.apps.authors.graphs.boxes import Box, Link, Overview
from cardwright.apps.pictures.drawing import EDGES, NODES
from cardwright.apps.text.names import Names, in_words
from dsl import VOCABULARY, Catalogue, Language, Phrase, Record
from dsl.model import rules as r
from dsl.model.game import End, Game, Phase
from dsl.model.nouns import Text
from interpreter import Effects, Owner

WORDS: Final = Catalogue(__file__)
word = WORDS.say


def legend_words(lang: str) -> dict[str, str]:
    """Return the words of a legend: its title, sorts, kinds of edges, and words on lines."""
    found = {"legend": word(lang, "legend")}
    found.update((sort, word(lang, f"sort-{sort}")) for sort in NODES)
    found.update((kind, word(lang, f"edge-{kind}")) for kind in EDGES)
    found.update((key, word(lang, key)) for key in WORDS if key.startswith("on-"))
    return found


ACTOR: Final = re.compile(r"^\{me\}(?:[がはの]|'s | )?")
GAP: Final = "…"
_KEYS_OF_RULES: Final = {r.Replacement: "rule-instead", r.Forbid: "rule-forbids"}


def node_names(game: Game, lang: str) -> dict[str, str]:
    """Return what the nodes of a game's event graph are called, by id; steps keep their text."""
    return _Naming(game, lang).all()


class _Naming:
    """Names the nodes of one game."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game, self.lang = game, lang
        self.words = Names(game, lang)
        self.cards = {
            each.id: self.words.definition(n) for n, each in enumerate(game.definitions)
        }  # fmt: skip
        self.found: dict[str, str] = {}

    def all(self) -> dict[str, str]:
        """Return the name of every node, what others are named after first."""
        self.found.update(self._nouns())
        entries = Owner.all_in(self.game)
        for named_first in (True, False):
            for owner in entries:
                if (owner.sort in ("event", "value", "phase")) is named_first:
                    self.found[owner.node] = self._owner(owner)
        return self.found

    def _nouns(self) -> Iterator[tuple[str, str]]:
        """Yield what is no rule: events of the machine, cards, kinds, zones, state, attributes."""
        for event, row in VOCABULARY.natives.items():
            yield f"event:{event}", Language(self.lang).worded(row.label)
        yield "setup", word(self.lang, "setup")
        yield Effects.START_PLAYER, self._start_player()
        for card, name in self.cards.items():
            yield f"card:{card}", name
        for kind in self.game.kinds.values():
            yield f"kind:{kind.name}", self.words.kind(kind.name)
            for each in kind.attributes:
                name = f"{self.words.kind(kind.name)}: {self.words.attribute(kind.name, each.name)}"
                yield f"attribute:{kind.name}.{each.name}", name
        for key in self.game.zones:
            yield Effects.node(key), self.words.zone(key)
        for state in self.game.state:
            yield Effects.node(state), self.words.state(state)

    def _start_player(self) -> str:
        return word(self.lang, "start-player")

    def _owner(self, owner: Owner) -> str:
        """Return what an owner is called."""
        entry = owner.entry
        if isinstance(entry, Phase):
            name = self._text(owner, owner.name)
            loop = entry.loop or ("while" if entry.while_condition is not None else "")
            return f"{name} ({word(self.lang, f'each-{loop}')})" if loop else name
        if isinstance(entry, End):
            return word(self.lang, "end")
        if isinstance(entry, r.Effect):
            return self._effect(owner)
        said = "" if owner.text else self._rule(entry)
        if not said:
            return self._text(owner, self._of_card(owner))
        return f"{self.cards[owner.card]}: {said}" if owner.card else said

    def _text(self, owner: Owner, fallback: str) -> str:
        """Return the text of an owner with gaps for what it is told, or words for its id."""
        text = self.words.as_written(owner.text, "") if owner.text else ""
        said = Phrase(Phrase(ACTOR.sub("", text)).whole).with_gaps(GAP)
        return said if said.replace(GAP, "").strip() else in_words(fallback)

    def _of_card(self, owner: Owner) -> str:
        """Return an id with the name of the card in the place of the card's id."""
        if owner.card is None or not owner.name.startswith(owner.card):
            return owner.name
        rest = owner.name.removeprefix(owner.card).strip(".")
        return f"{self.cards[owner.card]}: {rest}" if rest else self.cards[owner.card]

    def _effect(self, owner: Owner) -> str:
        """Return an effect by its card and attribute."""
        bearer, _, attribute = owner.name.rpartition(".")
        kind = owner.kind or next(
            (each.kind for each in self.game.definitions if each.id == owner.card), ""
        )
        called = self.words.attribute(kind, attribute)
        return f"{self.cards.get(owner.card or '') or self.words.kind(kind) or bearer}: {called}"

    def _rule(self, entry: object) -> str:
        """Return a rule by what it waits for or changes; "" where it does neither."""
        if isinstance(entry, r.Becomes):
            return word(self.lang, "rule-becomes", names=" ".join(entry.span.text.split()))
        if isinstance(entry, r.Trigger | r.Replacement | r.Forbid):
            key = _KEYS_OF_RULES.get(type(entry)) or f"rule-{entry.timing}"  # type: ignore[union-attr]
            return word(self.lang, key, names=self._event(entry.pattern.event))
        if isinstance(entry, r.Modifier):
            if entry.value is not None:
                changed = self.found.get(f"value:{entry.value}", in_words(entry.value))
            else:
                changed = self.words.attribute(*entry.attribute) if entry.attribute else ""
            return word(self.lang, "rule-sets" if entry.sets else "rule-modifies", names=changed)
        return ""

    def _event(self, event: str) -> str:
        """Return what an event is called that a rule waits for."""
        bare = event.partition(":")[2] or event
        return self.found.get(f"event:{bare}") or in_words(bare)


def searched_names(names: Mapping[str, str], others: Mapping[str, str], node: str) -> str:
    """Return all by which a node is found: its names in both languages and its id."""
    return "\n".join((names.get(node, ""), others.get(node, ""), node)).casefold()


# --- the overview -----------------------------------------------------------------------------


def box_word(lang: str, key: str, **slots: object) -> str:
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
    frames = {group: box_word(lang, group) for group in groups}
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
        return box_word(self.lang, f"each-{loop}") if loop else ""

    def _title(self, box: Box) -> str:
        if box.is_rest:
            return box_word(self.lang, "rest")
        if box.sort in NAMED:
            title = self.titles.of(*box.members[0])
            return f"{title} +{len(box.members) - 1}" if box.is_alike else title
        return box_word(self.lang, box.sort)

    def _details(self, box: Box) -> Iterator[str]:
        """Yield what is in a box."""
        if box.sort == "phase" and (loop := self._loop(box.members[0][1])):
            yield loop
        if box.cards:
            yield box_word(self.lang, "cards-with-rules", number=box.cards, bearing=box.bearing)
        if box.rules:
            yield self._numbers(box.rules)
        if len(box.members) > 1:
            is_of_all = box.is_rest or box.sort == "setup"
            others = box.members if is_of_all else box.members[1:]
            yield self._some([self.titles.of(*each) for each in others])
        readers = sum(link.number for link in self._at(box, "reads"))
        if readers:
            yield box_word(self.lang, "readers", number=readers)

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
                yield box_word(self.lang, kind, names=self._some(heard))
        changed = [self._end(link.target, link) for link in links if link.kind == "modifies"]
        if changed:
            yield box_word(self.lang, "modifies", names=self._some(changed))
        if any(link.kind == "ends" for link in links):
            yield box_word(self.lang, "ends")

    def _end(self, box: str, link: Link) -> str:
        """Return what stands at an end of a link, with the number of cards."""
        return f"{self.names[box]}{TIMES}{link.cards}" if link.cards else self.names[box]

    def _numbers(self, numbers: Mapping[str, int]) -> str:
        """Return how many there are of each sort."""
        parts = (box_word(self.lang, f"of-{sort}", number=each) for sort, each in numbers.items())
        return self.titles.row(parts)

    def _some(self, names: list[str], most: int = MOST_NAMES) -> str:
        """Return some of the names, and how many more there are."""
        more = len(names) - most
        if more < 2:
            return self.titles.row(names)
        shown = self.titles.row(names[:most])
        return box_word(self.lang, "names-and-more", names=shown, number=more)

    def _at(self, box: Box, kind: str) -> Iterable[Link]:
        """Return the links of a kind that lead to a box."""
        return (each for each in self.overview.links if each.target == box.id and each.kind == kind)

    def notes(self) -> Iterator[str]:
        """Yield what the legend says beside the lines."""
        overview = self.overview
        if any(link.cards for link in overview.links):
            yield box_word(self.lang, "note-numbers")
        if overview.left_out:
            yield box_word(self.lang, "note-left-out", names=self._numbers(overview.left_out))
        if any(box.is_rest or box.is_alike for box in overview.boxes):
            yield box_word(self.lang, "note-folded")


def _most_cards(link: Link) -> int:
    return -link.cards
