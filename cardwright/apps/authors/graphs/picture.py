"""Write an overview in words: the names of its boxes, their contents, and the lines between them.

A box is named by id in English, else by the game's texts. The other words stand at the top, in both
languages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from cardwright.apps.authors.graphs.boxes import Box, Link, Overview
from cardwright.apps.text.names import Names
from dsl import Record, languages
from dsl.model.game import Game
from dsl.model.nouns import Text

# Key: (English, Japanese). The slots in braces are the same in both.
WORDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        # frames and boxes
        "course": ("the course of a match", "対戦の流れ"),
        "actions": ("actions", "アクション"),
        "cards": ("cards and the rules on them", "カードとそのルール"),
        "events": ("events", "イベント"),
        "values": ("values that rules change", "ルールが変える値"),
        "setup": ("set-up", "準備"),
        "end": ("end", "終了"),
        "rules": ("rules on no card", "カード以外のルール"),
        "rest": ("others", "そのほか"),
        "legend": ("legend", "凡例"),
        # under titles
        "each-turns": ("for each player, who decides", "プレイヤーごとの手番"),
        "each-for": ("for each", "1つずつ"),
        "each-while": ("again while it holds", "条件の間くり返す"),
        "cards-with-rules": (
            "{number} {card|cards}, {bearing} with rules",
            "{number}種、ルールがあるのは{bearing}種",
        ),
        "names-and-more": ("{names}, {number} more", "{names}、ほか{number}"),
        "readers": ("places that read it: {number}", "{number}か所が見る"),
        # numbers of a sort
        "of-phase": ("phases: {number}", "フェイズ{number}"),
        "of-action": ("actions: {number}", "アクション{number}"),
        "of-event": ("events: {number}", "イベント{number}"),
        "of-value": ("values: {number}", "値{number}"),
        "of-attribute": ("attributes: {number}", "属性{number}"),
        "of-kind": ("kinds: {number}", "種類{number}"),
        "of-rules": ("rules: {number}", "ルール{number}"),
        "of-effect": ("effects: {number}", "効果{number}"),
        "of-trigger": ("triggers: {number}", "誘発{number}"),
        "of-replacement": ("replacements: {number}", "置換{number}"),
        "of-forbid": ("forbids: {number}", "禁止{number}"),
        "of-modifier": ("modifiers: {number}", "修正{number}"),
        "of-always": ("always: {number}", "常時{number}"),
        # what the rules in a box wait for and change
        "before": ("before: {names}", "前: {names}"),
        "after": ("after: {names}", "後: {names}"),
        "instead": ("instead of: {names}", "代わり: {names}"),
        "forbids": ("forbid: {names}", "禁止: {names}"),
        "modifies": ("change: {names}", "変更: {names}"),
        "ends": ("can end the game", "ゲームを終わらせ得る"),
        # legend
        "means-next": ("what comes next", "次に来るもの"),
        "means-loop": ("and again", "くり返し"),
        "means-offers": ("offers as a choice", "選べるようにする"),
        "means-does": ("makes happen", "起こす"),
        "means-before": ("a rule waits for it: before", "待つルール: その前"),
        "means-after": ("a rule waits for it: after", "待つルール: その後"),
        "means-instead": ("a rule replaces it", "置き換えるルール"),
        "means-forbids": ("a rule forbids it", "禁じるルール"),
        "means-modifies": ("a rule changes the value", "値を変えるルール"),
        "means-ends": ("can end the game", "ゲームを終わらせ得る"),
        "note-numbers": ("× and a number: that many cards", "×と数字: カードの種類数"),
        "note-left-out": ("joined to nothing, not shown: {names}", "つながりがなく省略: {names}"),
        "note-folded": (
            "what does not fit is folded; the whole: --format json without --overview",
            "入りきらないものはまとめた。全体は --overview なしの --format json",
        ),
        # one node: what leads to it, and what it leads to
        "from-next": ("comes behind: {names}", "前に来るもの: {names}"),
        "from-branch": (
            "comes behind, under a condition: {names}",
            "条件付きの前: {names}",
        ),
        "from-loop": ("comes again behind: {names}", "くり返しの元: {names}"),
        "from-offers": ("can be chosen in: {names}", "選べる所: {names}"),
        "from-does": ("is made to happen by: {names}", "起こすもの: {names}"),
        "from-before": ("acts before: {names}", "この前に働く: {names}"),
        "from-after": ("acts after: {names}", "この後に働く: {names}"),
        "from-instead": ("happens instead of: {names}", "置き換えるもの: {names}"),
        "from-forbids": ("forbids: {names}", "禁じるもの: {names}"),
        "from-modifies": ("is changed by the rules: {names}", "値を変えるルール: {names}"),
        "from-reads": ("is looked at by: {names}", "見るもの: {names}"),
        "from-writes": ("is changed by: {names}", "変えるもの: {names}"),
        "from-bears": ("is said by: {names}", "書いてある所: {names}"),
        "to-next": ("comes next: {names}", "次に来るもの: {names}"),
        "to-branch": ("comes next, under a condition: {names}", "条件付きの次: {names}"),
        "to-loop": ("begins again with: {names}", "くり返しの先: {names}"),
        "to-offers": ("offers as a choice: {names}", "選べるようにする: {names}"),
        "to-does": ("makes happen: {names}", "起こす: {names}"),
        "to-before": ("before it act: {names}", "この前に働くルール: {names}"),
        "to-after": ("after it act: {names}", "この後に働くルール: {names}"),
        "to-instead": ("instead of it happens: {names}", "代わりに起こす: {names}"),
        "to-forbids": ("is forbidden by: {names}", "禁じるルール: {names}"),
        "to-modifies": ("changes the value of: {names}", "値を変える: {names}"),
        "to-reads": ("looks at: {names}", "見る: {names}"),
        "to-writes": ("changes: {names}", "変える: {names}"),
        "to-bears": ("says: {names}", "書いてあること: {names}"),
        "in-line": ("(line {line})", "({line}行)"),
    }
)


def word(lang: str, key: str, **slots: object) -> str:
    """Return a text in a language, its slots filled."""
    return languages.filled(languages.worded(WORDS[key], lang), slots)


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
        gap = languages.JOINTS.text(self.lang, "gap")
        return languages.with_gaps(languages.ACTOR.sub("", text), gap) or name

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
