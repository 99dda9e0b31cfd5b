"""Draw a card in the frame that its look says, and its back.

A back tells no more than the pile in which the card lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

from cardwright.apps.cards.entries import Entry
from cardwright.apps.face.words import in_language
from cardwright.apps.press.faces.content import Content, content_of
from cardwright.apps.press.faces.fitting import DoesNotFit
from cardwright.apps.press.faces.fonts import USUAL, Fonts
from cardwright.apps.press.faces.front import Boxed, Front
from cardwright.apps.press.faces.index import Index
from cardwright.apps.press.faces.looks import (
    INK,
    PAPER,
    back_of,
    in_row,
    ink_on,
    mixed,
    said,
    size_of,
)
from cardwright.apps.press.faces.outlines import ornament
from cardwright.apps.press.faces.pen import Pen, Pictured, drawn
from cardwright.apps.press.faces.primitives import Face, Mark, Rect
from cardwright.apps.press.faces.small import small_face
from cardwright.apps.text.names import Names
from dsl import Diagnostic
from dsl.model.game import Game
from dsl.model.look import File
from dsl.model.nouns import is_kind_of, lineage

_FRAME = 3.0
_DOTS = 6.0


def kinds_like(model: Game, kind: str) -> tuple[str, ...]:
    """Return the kinds whose cards have the back of a kind's cards, itself among them, in order."""
    found, grown = {kind}, True
    # what lies in a pile or hand that is not open to everyone must not be known by its back
    hidden = {
        zone.of
        for zone in model.zones.values()
        if zone.order == "stack" or zone.key.owner is not None
        if any(seen.cards != "everyone" for _, seen in zone.audiences)
    }
    piles = [{name for name in model.kinds if is_kind_of(model.kinds, name, of)} for of in hidden]
    while grown:
        joined = found.union(*(pile for pile in piles if pile & found))
        grown, found = joined != found, joined
    return tuple(name for name in model.kinds if name in found) or (kind,)


def common_base(model: Game, kinds: tuple[str, ...]) -> str | None:
    """Return the nearest kind that all of some kinds are or extend; None where there is none."""
    lines = [lineage(model.kinds, kind) for kind in kinds]
    return next((name for name in lines[0] if all(name in line for line in lines)), None)


def back(
    entry: Entry, lang: str, fonts: Fonts = USUAL, dots: float = _DOTS, *, has_words: bool = True
) -> Face:
    """Return the back of a card in a language; alike for all that can lie in one pile.

    Args:
        has_words: Whether it names the game and the kind; on a screen they would be too small.

    Raises:
        DoesNotFit: The title is too long, however small.
    """
    model, names = entry.model, Names(entry.model, lang)
    kinds = kinds_like(model, entry.kinds[0])
    base, size = common_base(model, kinds), size_of(entry)
    said = back_of(model, kinds)
    usual = mixed(in_row([*model.kinds].index(kinds[0])), INK, 0.3)
    color = said if isinstance(said, str) else usual
    manifest = model.manifest
    title = in_language(manifest.title, lang, manifest.default_language) or manifest.id
    kind = names.kind(base) if base is not None else ""
    pen = Pen(Content(lang=lang, color=color, name=title, kind=kind), fonts)
    pictured = Pictured(entry, lang, size, dots)
    picture = pictured.values.picture(said, size, dots) if isinstance(said, File) else None
    if picture is not None:
        pen.marks.append(Rect(x=0, y=0, width=size[0], height=size[1], fill=color))
        pen.marks += drawn(picture, (0, 0, *size))
    elif not _draw(pen, kinds[0], *((title, kind) if has_words else ("", "")), size):
        raise DoesNotFit(entry.id, lang, entry.definition.span, "title", title, 2.4)
    whole = " · ".join(filter(None, (title, kind)))
    return Face(
        title=whole, lang=lang, width=size[0], height=size[1], fill=color, marks=tuple(pen.marks),
        problems=tuple(pictured.values.problems),
    )  # fmt: skip


def _draw(pen: Pen, seed: str, title: str, kind: str, size: tuple[float, float]) -> bool:
    """Draw a frame, an ornament and a title if there is one; return whether the title fits."""
    width, height = size
    color, ink = pen.content.color, ink_on(pen.content.color)
    frame = min(_FRAME, width * 0.06)
    for number, inset in enumerate((0, frame, frame + 0.6, frame + 1.8, frame + 2.1)):
        fill = color if number % 2 == 0 else mixed(color, ink, 0.55)
        pen.marks.append(
            Rect(x=inset, y=inset, width=width - 2 * inset, height=height - 2 * inset, fill=fill,
                 radius=inset * 0.6)
        )  # fmt: skip
    inside = width - 2 * frame - 7, height - 2 * frame - 7
    shades = tuple(mixed(color, ink, share) for share in (0.1, 0.19, 0.06, 0.24))
    middle = width / 2, height / 2
    # it ends above the name of the kind
    radius = min(inside[0] / 2 * 1.02, height / 2 - frame - 7.6)
    pen.marks += ornament(seed, seed, middle, radius, shades)
    if not title:
        return True
    block = pen.fit_name(title, (inside[0], height * 0.4), (6.5, 2.4))
    if block is None:
        return False
    band = block.height + 2.4
    pen.marks.append(
        Rect(x=frame + 2.1, y=middle[1] - band / 2, width=width - 2 * frame - 4.2, height=band,
             fill=color)
    )  # fmt: skip
    pen.block(block, middle[0], (height - block.height) / 2, ink, is_bold=True, align=0.5)
    if kind:
        letters = min(3, 3 * inside[0] / pen.width(kind, 3))
        pen.text(middle[0], height - frame - 4.6, kind, letters, ink, align=0.5)
    return True


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
