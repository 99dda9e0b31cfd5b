"""Answer what is printed of a game: the sides of its cards, each with its copies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cardwright.apps.cards.entries import Entry
from cardwright.apps.press import faces
from cardwright.apps.press.faces.looks import is_printed
from cardwright.apps.press.faces.primitives import Face
from cardwright.apps.press.printing.fonts import Fonts, NoGlyph
from dsl.records import record

Problem = faces.DoesNotFit | NoGlyph


@record(kw_only=True)
class Card:
    """A card to be printed.

    Attributes:
        kind: What cards with this back are called.
    """

    entry: Entry
    face: Face
    back: Face
    copies: int


class Unprintable(ValueError):
    """Cards that cannot be printed, each with why not."""

    def __init__(self, problems: Sequence[tuple[Entry, Problem]]) -> None:
        super().__init__(f"{len(problems)} cards cannot be printed")
        self.problems = problems


def printed(cards: Iterable[Entry], is_chosen: bool) -> list[Entry]:
    """Return the cards that are printed: all that were chosen, else those that are cards."""
    return [card for card in cards if is_chosen or (card.definition.copies and is_printed(card))]


def deck(
    cards: Iterable[Entry], lang: str, fonts: Fonts, advance: Callable[[int], None]
) -> list[Card]:
    """Return the sides of cards.

    Args:
        advance: Told of each card that is done.

    Raises:
        Unprintable: Texts are too long, or no font has their characters.
    """
    found, problems = list[Card](), list[tuple[Entry, Problem]]()
    backs: dict[tuple[int, str], Face] = {}
    for entry in cards:
        key = id(entry.model), entry.definition.kind
        try:
            if key not in backs:
                backs[key] = faces.back(entry, lang, fonts)
            face = faces.face(entry, lang, fonts)
        except (faces.DoesNotFit, NoGlyph) as problem:
            problems.append((entry, problem))
        else:
            copies = max(1, entry.definition.copies)
            found.append(Card(entry=entry, face=face, back=backs[key], copies=copies))
        advance(1)
    if problems:
        raise Unprintable(problems)
    return found
