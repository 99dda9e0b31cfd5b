"""Fit a screen: cards and areas in words of several lengths, blocks shortened until they fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from cardwright.apps.screen.model import Area, Card, Shown, View
from dsl import Record

UNSEEN: Final = "▒"
VACANT: Final = "·"
BARE_LABELS: Final = 1
CUT: Final = 2
MARKED: Final = 3
"""The lengths from which words stand without their labels, long texts are cut, and numbers have the
beginnings of their labels."""
LENGTHS: Final = 4
DENSE: Final = 5
"""Of a board alone: values of cards stand close, its middle behind its places."""
_LONG: Final = 24
_SHORT: Final = 3
"""As many letters as the beginning of a label has where its words have no initials of their own."""


class ViewWords:
    """Words for the view of a seat.

    Attributes:
        width: Columns of the terminal.
    """

    def __init__(self, view: View, width: int) -> None:
        self.view, self.width = view, width

    def shown(self, shown: Iterable[Shown], length: int = 0) -> list[str]:
        """Return values with their labels; where there is little room words without them, numbers
        with as much of them as tells them apart, and of what is long that it is there."""
        found = [*shown]
        labels = {each.label for each in found}
        return [self._one_shown(each, length, labels) for each in found]

    @staticmethod
    def _one_shown(shown: Shown, length: int, labels: Collection[str]) -> str:
        text = shown.text
        if length >= CUT and len(text) > _LONG:
            return f"{shown.label} …"
        is_number = isinstance(shown.value, int)
        if text and not is_number and length >= BARE_LABELS:
            return text
        if text and is_number and length >= MARKED:
            begins = mark(shown.label, labels)
            return f"{begins} {text}" if len(begins) > _SHORT else f"{begins}{text}"
        return f"{shown.label} {text}".strip()

    def card(self, card: Card, length: int = 0) -> str:
        """Return a card with what it shows, whose it is, and what lies on it."""
        if card.is_vacant:
            return VACANT
        name = card.name or UNSEEN
        if card.owner is not None:
            name = f"{self._name(card.owner)}: {name}"
        shown = self.shown(card.shown, length)
        comma = "," if length >= DENSE else ", "
        text = f"{name} ({comma.join(shown)})" if shown else name
        inner = [self._inner(area, length) for area in card.areas if not area.is_quiet]
        return " ".join([text, *inner])

    def _inner(self, area: Area, length: int) -> str:
        cards = ", ".join(self.lying(area, length)) or str(area.count)
        return f"[{cards}]" if length > 1 else f"[{area.label}: {cards}]"

    def _name(self, seat: int) -> str:
        return self.view.players[seat].name

    def lying(self, area: Area, length: int = 0) -> list[str]:
        """Return the cards of an area; those that look alike are one where their order means
        nothing, and what cannot be told is a number."""
        texts = [self.card(card, length) for card in area.cards]
        if area.form == "set":
            texts = [times(text, number) for text, number in Counter(texts).items()]
        if area.hidden and texts:
            texts.append(f"{UNSEEN}×{area.hidden}")
        known = [times(each.name, each.count) for each in area.contents]
        return [*texts, *(["{" + ", ".join(known) + "}"] if known else [])]

    def area(self, area: Area, length: int = 0) -> str:
        """Return an area in one text: what it is called, how many cards, and which."""
        count = "?" if area.count is None else str(area.count)
        head = " ".join([area.label, count, *self.shown(area.shown)])
        cards = self.lying(area, length) if length < 2 else []
        return f"{head}: {', '.join(cards)}" if cards else head


def mark(label: str, labels: Collection[str]) -> str:
    """Return the beginning of a label that none of the others has; where that is long, the initials
    of its words if these are its own."""
    others = {each.casefold() for each in labels} - {label.casefold()}
    sizes = range(1, len(label) + 1)
    own = (n for n in sizes if not any(o.startswith(label[:n].casefold()) for o in others))
    found = label[: next(own, len(label))]
    initials = _initials(label)
    is_own = initials.casefold() not in {_initials(each) for each in others}
    return initials if len(found) > _SHORT and len(initials) > 1 and is_own else found


def _initials(label: str) -> str:
    return "".join(word[0] for word in label.split())


def times(text: str, number: int) -> str:
    """Return a text with how many there are."""
    return text if number == 1 else f"{text} ×{number}"


def all_cards(view: View) -> Iterator[Card]:
    """Yield every card, those on cards too."""
    stack = [*view.things, *(card for area in view.areas for card in area.cards)]
    while stack:
        card = stack.pop()
        yield card
        stack += [inner for area in card.areas for inner in area.cards]


_STEP: Final = 15
"""By how much a block counts as more important each time it has been shortened."""


class Block(Record):
    """A part of the screen.

    Attributes:
        key: What it is of, to see whether it has changed.
        weight: How important it is; the least important is shortened first.
        lengths: Its lines, the fullest way of saying it first.
        squeezed: Its lines where all blocks are at their shortest and there is still no room.
        luxuries: How many of the first lengths say no more than the one behind them: these are
            given up before anything else.
    """

    key: str
    weight: int
    lengths: tuple[tuple[str, ...], ...]
    squeezed: tuple[str, ...] | None = None
    luxuries: int = 0

    def worth(self, at: int) -> int:
        """Return how important the length is at which it stands."""
        return 0 if at < self.luxuries else self.weight + _STEP * (at - self.luxuries)


def fitted(blocks: Sequence[Block], room: int) -> list[Block]:
    """Return blocks of one length each, shortened until they fit."""
    at = [0] * len(blocks)
    while sum(len(b.lengths[n]) for b, n in zip(blocks, at, strict=True)) > room:
        shorter = [i for i, b in enumerate(blocks) if at[i] + 1 < len(b.lengths)]
        if not shorter:
            return [
                replace(b, lengths=(b.lengths[-1] if b.squeezed is None else b.squeezed,))
                for b in blocks
            ]
        lightest = min(shorter, key=lambda i: (blocks[i].worth(at[i]), -i))
        at[lightest] += 1
    return [replace(b, lengths=(b.lengths[n],)) for b, n in zip(blocks, at, strict=True)]


def cropped(blocks: Sequence[Block], room: int) -> list[Block]:
    """Return blocks of one length each without the least important of those that have no room."""
    kept = list(blocks)
    while kept and sum(len(block.lengths[0]) for block in kept) > room:
        kept.remove(min(reversed(kept), key=lambda block: block.weight))
    return kept
