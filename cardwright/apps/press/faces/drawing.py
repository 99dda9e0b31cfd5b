"""Draw the front of a card in the frame that its look says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from cardwright.apps.cards.entries import Entry
from cardwright.apps.press.faces.backs import back
from cardwright.apps.press.faces.boxed import Boxed
from cardwright.apps.press.faces.content import content_of
from cardwright.apps.press.faces.fitting import DoesNotFit
from cardwright.apps.press.faces.fonts import USUAL, Fonts
from cardwright.apps.press.faces.front import Front
from cardwright.apps.press.faces.index import Index
from cardwright.apps.press.faces.looks import PAPER, said, size_of
from cardwright.apps.press.faces.pictured import Pictured
from cardwright.apps.press.faces.primitives import Face, Mark, Rect
from cardwright.apps.press.faces.small import small_face
from dsl import Diagnostic

DOTS: Final = 6.0
"""How many pixels of a picture a millimetre has on a screen."""
NARROWEST: Final = 40
"""A card that is narrower, in mm, has no room for a text."""


def overflows(entries: Iterable[Entry], langs: Iterable[str]) -> Iterator[Diagnostic]:
    """Yield a finding for each text that has no room on the face of its card, or on its back."""
    backs = set[tuple[int, str, str]]()
    for lang, entry in product(langs, entries):
        key = id(entry.model), entry.definition.kind, lang
        try:
            if key not in backs:
                backs.add(key)
                back(entry, lang)
            face(entry, lang)
        except DoesNotFit as problem:
            yield problem.finding


def face(entry: Entry, lang: str, fonts: Fonts = USUAL, dots: float = DOTS) -> Face:
    """Return the face of a card in a language.

    Args:
        dots: How many pixels of a picture a millimetre has.

    Raises:
        DoesNotFit: A text is too long, however small.
    """
    size = width, height = size_of(entry)
    content = content_of(entry, lang)
    pictured = Pictured(entry, lang, size, dots)
    frame, fill = pictured.frame, content.color
    marks: list[Mark]
    if frame == "none" and pictured.art is not None:
        marks = [Rect(x=0, y=0, width=width, height=height, fill=fill)]
        pictured.draw(marks, (0, 0, width, height))
    elif frame == "index":
        drawn = Index(entry, content, size, fonts, pictured)
        drawn.draw()
        marks, fill = drawn.pen.marks, PAPER
    elif said(entry, "boxes") is not None:
        boxed = Boxed(entry, content, size, fonts, pictured)
        boxed.draw()
        marks, fill = boxed.pen.marks, boxed.edge
    elif min(size) < NARROWEST:
        return small_face(entry, lang, fonts, dots, is_paper=True)
    else:
        front = Front(entry, content, size, fonts, pictured)
        front.draw()
        marks, fill = front.pen.marks, front.edge
    problems = (*content.problems, *pictured.values.problems)
    return Face(
        title=content.name, lang=lang, width=width, height=height, fill=fill,
        marks=tuple(marks), problems=problems,
    )  # fmt: skip
