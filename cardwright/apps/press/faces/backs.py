"""Draw the back of a card, which tells no more of it than the pile in which it lies."""

from __future__ import annotations

from cardwright.api.names import in_language
from cardwright.apps.cards.entries import Entry
from cardwright.apps.press.faces.colors import INK, ink_on, mixed
from cardwright.apps.press.faces.drawing import FRAME, INSIDE
from cardwright.apps.press.faces.fitting import DoesNotFit, fit
from cardwright.apps.press.faces.looks import back_color, in_row, size_of
from cardwright.apps.press.faces.measuring import HELVETICA, Measure
from cardwright.apps.press.faces.pen import Pen
from cardwright.apps.press.faces.piles import common_base, kinds_like
from cardwright.apps.press.faces.primitives import Face, Rect
from cardwright.apps.text.names import Names


def back(entry: Entry, lang: str, measure: Measure = HELVETICA) -> Face:
    """Return the back of a card in a language; alike for all that can lie in one pile.

    Raises:
        DoesNotFit: The title is too long, however small.
    """
    model, names = entry.model, Names(entry.model, lang)
    kinds = kinds_like(model, entry.kinds[0])
    base, (width, height) = common_base(model, kinds), size_of(entry)
    usual = mixed(in_row([*model.kinds].index(kinds[0])), INK, 0.3)
    color = back_color(model, kinds) or usual
    pen, ink = Pen(measure), ink_on(color)
    for number, inset in enumerate((0, FRAME, FRAME + 0.6, FRAME + 2.2, FRAME + 2.5)):
        fill = color if number % 2 == 0 else mixed(color, ink, 0.55)
        pen.marks.append(_inset(inset, width, height, fill))
    manifest = model.manifest
    title = in_language(manifest.title, lang, manifest.default_language) or manifest.id
    room = width - 2 * (FRAME + INSIDE) - 3, height * 0.4
    block = fit([title], room, (7, 2.4), measure, is_bold=True)
    if block is None:
        raise DoesNotFit(entry.id, entry.definition.span.place, title, 2.4)
    pen.block(block, width / 2, (height - block.height) / 2, ink, is_bold=True, align=0.5)
    kind = names.kind(base) if base is not None else ""
    if kind:
        size = min(3, 3 * room[0] / pen.width(kind, 3))
        pen.text(width / 2, height * 0.8, kind, size, ink, align=0.5)
    whole = " · ".join(filter(None, (title, kind)))
    return Face(
        title=whole, lang=lang, width=width, height=height, fill=color, marks=tuple(pen.marks)
    )


def _inset(inset: float, width: float, height: float, fill: str) -> Rect:
    """Return a rectangle inside the card."""
    return Rect(
        x=inset, y=inset, width=width - 2 * inset, height=height - 2 * inset, fill=fill,
        radius=inset * 0.6,
    )  # fmt: skip
