"""Draw what a card touches: what leads to it on the left, what it leads to on the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from cardwright.apps.cards.index import keys_of
from cardwright.apps.cards.indexing import fixed
from cardwright.apps.pictures.drawing import columns
from cardwright.apps.press.site import say
from cardwright.apps.press.site.shelf import Shelf
from cardwright.apps.text.names import Names, in_words
from dsl import Language, Phrase, Record
from dsl.model.expressions import StateKey, ZoneKey
from dsl.model.rules import Action, Group

_LEFT: Final = ("reacts", "replaces", "forbids")
_RIGHT: Final = ("does", "costs", "changes", "writes", "reads")
_MOST: Final = 6
_WIDE, _GAP, _HIGH, _LINE = 200, 80, 30, 8
_CAPTION: Final = 24
_LETTERS: Final = 25
"""As many columns a box has room for."""


class Box(Record, kw_only=True):
    """A box of the drawing, with where it leads; `caption` begins a group."""

    x: int
    y: int
    text: str
    link: str | None
    caption: str = ""


class Drawing(Record, kw_only=True):
    """Boxes and lines, ready to be written as SVG."""

    width: int
    height: int
    card: Box
    boxes: tuple[Box, ...]
    lines: tuple[tuple[str, bool], ...]


Boxes = tuple[str, list[tuple[str, str | None]]]


class Words:
    """The words for what a card touches, in one language."""

    def __init__(self, shelf: Shelf, row: int, lang: str) -> None:
        self.shelf, self.lang = shelf, lang
        self.game = shelf.cards[row].model
        self.names = Names(self.game, lang)

    def of(self, key: str) -> str:
        """Return what a key such as `event:draw` is called."""
        sort, _, name = key.partition(":")
        find: Callable[[str], str] | None = getattr(self, f"_{sort}", None)
        if key in fixed() and sort in ("event", "step"):
            return fixed()[key][Language.OWN.index(self.lang)]
        return find(name) if find is not None else in_words(name)

    def _event(self, name: str) -> str:
        found = self.game.events.get(name.partition("~")[0], ())
        return self._bare(found[0].text if found else {}, name)

    def _action(self, name: str) -> str:
        actions: tuple[Action | Group, ...] = (*self.game.actions, *self.game.groups)
        return self._bare(next((a.text for a in actions if a.id == name), {}), name)

    def _phase(self, name: str) -> str:
        from cardwright.apps.text.happenings import phase_name

        return phase_name(name, self.names)

    def _value(self, name: str) -> str:
        found = self.game.values.get(name.partition("~")[0], ())
        return self._bare(found[0].text if found else {}, name)

    def _zone(self, name: str) -> str:
        owner, _, zone = name.rpartition(".")
        return self._bare_text(self.names.zone(ZoneKey(owner or None, zone)))

    def _state(self, name: str) -> str:
        owner, _, state = name.rpartition(".")
        return self._bare_text(self.names.state(StateKey(owner or None, state)))

    def _attribute(self, name: str) -> str:
        return self.names.attribute(*name.split(".", 1))

    def _effect(self, name: str) -> str:
        kinds = self.game.kinds.values()
        kind = next((k.name for k in kinds if any(a.name == name for a in k.attributes)), "")
        return self.names.attribute(kind, name)

    def _card(self, name: str) -> str:
        row = self.shelf.rows.get(name)
        return in_words(name) if row is None else self.shelf.cards[row].name(self.lang)

    def _bare(self, text: Any, name: str) -> str:
        """Return a text with its slots left open; English is shorter by its id."""
        return in_words(name) if self.lang == "en" else self._bare_text(self.names.text(text, name))

    def _bare_text(self, text: str) -> str:
        """Return a text with its slots left open."""
        return Phrase(text).with_gaps(Language(self.lang).gap).strip()


def drawing(shelf: Shelf, row: int, lang: str, link: Callable[[str], str | None]) -> Drawing | None:
    """Return what a card touches as boxes; None where it touches nothing.

    Args:
        link: Gives where a key leads, or None.
    """
    words = Words(shelf, row, lang)
    left, right = ([*_groups(side, words, link)] for side in _sides(shelf, row))
    if not left and not right:
        return None
    heights = [
        sum(_CAPTION + len(boxes) * (_HIGH + _LINE) for _, boxes in groups)
        for groups in (left, right)
    ]
    height = max(*heights, _HIGH * 2)
    wide = 3 * _WIDE + 2 * _GAP
    boxes, lines = list[Box](), list[tuple[str, bool]]()
    for number, groups in enumerate((left, right)):
        placed = [*_placed(groups, number * 2 * (_WIDE + _GAP), (height - heights[number]) // 2)]
        boxes += placed
        lines += [(_line(box, height // 2, is_right=bool(number)), bool(number)) for box in placed]
    name = _short(shelf.cards[row].name(lang))
    card = Box(x=_WIDE + _GAP, y=height // 2 - _HIGH, text=name, link=None)
    return Drawing(width=wide, height=height, card=card, boxes=tuple(boxes), lines=tuple(lines))


Side = list[tuple[str, Sequence[str]]]


def _sides(shelf: Shelf, row: int) -> tuple[Side, Side]:
    """Return the keys on both sides, by group."""
    card, index = shelf.cards[row], shelf.base.index
    named = [node for node in shelf.named_by(card) if node.startswith("card:")]
    left: Side = [("offered", list(shelf.offered_in(card))), ("named-by", named)]
    left += [(field, keys_of(index, field, row)) for field in _LEFT]
    right: Side = [(field, keys_of(index, field, row)) for field in _RIGHT]
    shown = {key for field, keys in right if field != "reads" for key in keys}
    right[-1] = ("reads", [k for k in right[-1][1] if k.startswith("zone:") and k not in shown])
    return left, right


def _groups(side: Side, words: Words, link: Callable[[str], str | None]) -> Iterator[Boxes]:
    for title, keys in side:
        called = dict[str, str | None]()
        for key in keys:
            called.setdefault(words.of(key), link(key))
        boxes = [*called.items()][:_MOST]
        if len(called) > _MOST:
            boxes.append((say(words.lang, "more", number=len(called) - _MOST), None))
        if boxes:
            yield say(words.lang, title), boxes


def _placed(groups: list[Boxes], x: int, y: int) -> Iterator[Box]:
    for title, boxes in groups:
        y += _CAPTION
        for number, (text, link) in enumerate(boxes):
            yield Box(x=x, y=y, text=_short(text), link=link, caption="" if number else title)
            y += _HIGH + _LINE


def _line(box: Box, middle: int, *, is_right: bool) -> str:
    """Return the path from a box to the card, or from the card to a box."""
    y, bend = box.y + _HIGH // 2, _GAP // 2
    if is_right:
        x = 2 * _WIDE + _GAP
        return f"M{x} {middle}C{x + bend} {middle} {x + bend} {y} {box.x - 6} {y}"
    x, to = _WIDE, _WIDE + _GAP - 6
    return f"M{x} {y}C{x + bend} {y} {x + bend} {middle} {to} {middle}"


def _short(text: str) -> str:
    """Return a text that a box has room for."""
    if columns(text) <= _LETTERS:
        return text
    while columns(text) >= _LETTERS:
        text = text[:-1]
    return text.rstrip() + "…"
