"""Say what is shown of cards and areas in words, at several lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from cardwright.screen.model import Area, Card, Shown, View

UNSEEN: Final = "▒"
VACANT: Final = "·"
BARE_LABELS: Final = 1
CUT: Final = 2
BARE_NUMBERS: Final = 3
"""The lengths from which words stand without their labels, long texts are cut, and numbers stand
without their labels too."""
LENGTHS: Final = 4
DENSE: Final = 5
"""Of a board alone: values of cards stand close, its middle behind its places."""
_LONG: Final = 24


class Saying:
    """Says what a seat sees.

    Attributes:
        width: Columns of the terminal.
    """

    def __init__(self, view: View, width: int) -> None:
        self.view, self.width = view, width

    def shown(self, shown: Iterable[Shown], length: int = 0) -> list[str]:
        """Return values with their labels; where there is little room, words without them, and of
        what is long no more than that it is there."""
        return [self._one_shown(each, length) for each in shown]

    @staticmethod
    def _one_shown(shown: Shown, length: int) -> str:
        text = shown.text
        if length >= CUT and len(text) > _LONG:
            return f"{shown.label} …"
        is_word = bool(text) and not isinstance(shown.value, int)
        is_bare = length >= (BARE_LABELS if is_word else BARE_NUMBERS) and text
        return text if is_bare else f"{shown.label} {text}".strip()

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
