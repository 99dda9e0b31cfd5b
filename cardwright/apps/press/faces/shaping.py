"""Order and shape the letters of a line: from right to left, joined, with marks above them.

HarfBuzz shapes, and python-bidi orders. Lines of plain letters need neither.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from msgspec.structs import replace

from dsl import Record

_SIMPLE: Final = ((0x20, 0x02FF), (0x0370, 0x0482), (0x048A, 0x0590), (0x1E00, 0x200A),
                  (0x2010, 0x2029), (0x2030, 0x205F), (0x2070, 0x20CF), (0x2100, 0x3029),
                  (0x3030, 0x3098), (0x309B, 0xA4CF), (0xAC00, 0xD7AF), (0xE000, 0xFAFF),
                  (0xFE30, 0xFE6F), (0xFF00, 0xFFEF), (0x1F000, 0x3FFFF))  # fmt: skip
"""Letters that are drawn one after the other, whatever stands beside them."""


Mark: TypeAlias = tuple[str, float, float]
"""A glyph that is drawn upon another one, and its offset from it."""


_RIGHT: Final = ("R", "AL")
Item = TypeVar("Item")


class Placed(Record):
    """A glyph with the text that it stands for, its advance and its offset, at size 1."""

    glyph: str
    text: str
    advance: float
    x: float = 0
    y: float = 0
    marks: tuple[Mark, ...] = ()


class Shapes(Protocol):
    """A font, as far as letters are shaped with it."""

    @property
    def shaper(self) -> Any:
        """The font as HarfBuzz reads it."""
        ...

    @property
    def ttfont(self) -> Any:
        """The font as fontTools reads it."""
        ...

    @property
    def cmap(self) -> Mapping[int, str]:
        """The glyph of each character."""
        ...

    @property
    def units(self) -> int:
        """How many units its size has."""
        ...


class Part(Record, kw_only=True):
    """A part of a line with one font, script and direction."""

    text: str
    script: str
    is_rtl: bool


@lru_cache(maxsize=20_000)
def is_simple(text: str) -> bool:
    """Return whether each letter of a text is drawn by itself, one right of the other."""
    return all(any(first <= ord(char) <= last for first, last in _SIMPLE) for char in text)


def is_right_to_left(text: str) -> bool:
    """Return whether a line runs from right to left: its first letter with a direction says so."""
    sorts = map(unicodedata.bidirectional, text)
    return next((sort in ("R", "AL") for sort in sorts if sort in ("L", "R", "AL")), False)


def ordered(text: str, is_rtl: bool, font: Callable[[str], str]) -> Iterator[Part]:
    """Yield the parts of a line from left to right.

    Args:
        font: Names the font of a character.
    """
    levels = _levels(text, is_rtl)
    scripts = _scripts(text)
    fonts = list[str]()
    for char in text:
        is_mark = unicodedata.combining(char) or unicodedata.category(char) == "Cf"
        fonts.append(fonts[-1] if is_mark and fonts else font(char))
    rows = zip(text, levels, scripts, fonts, strict=True)
    parts = list[tuple[int, Part]]()
    for (level, script, _), chars in groupby(rows, lambda row: row[1:]):
        said = "".join(row[0] for row in chars)
        parts.append((level, Part(text=said, script=script, is_rtl=bool(level % 2))))
    yield from in_sight(parts)


def in_sight(parts: list[tuple[int, Item]]) -> Iterator[Item]:
    """Yield parts of a line from left to right, as how deep they are embedded says."""
    for least in range(max((level for level, _ in parts), default=0), 0, -1):
        start = 0
        while start < len(parts):
            end = start
            while end < len(parts) and parts[end][0] >= least:
                end += 1
            parts[start:end] = reversed(parts[start:end])
            start = end + 1
    yield from (part for _, part in parts)


def cut(texts: Sequence[str], is_rtl: bool) -> Iterator[tuple[int, str, bool]]:
    """Yield the parts of a line of several texts from left to right: the number of the text that
    each is of, what it says, and whether it runs from right to left."""
    levels = iter(_levels("".join(texts), is_rtl))
    parts = list[tuple[int, tuple[int, str, bool]]]()
    for number, text in enumerate(texts):
        for level, chars in groupby(text, lambda _: next(levels)):
            parts.append((level, (number, "".join(chars), bool(level % 2))))
    yield from in_sight(parts)


def _levels(text: str, is_rtl: bool) -> list[int]:
    """Return how deep each character is embedded; an odd number runs from right to left."""
    base = int(is_rtl)
    try:
        from bidi import algorithm as bidi
    except ImportError:
        return [base] * len(text)
    # an icon has no direction of its own
    text = "".join("\ufffc" if "\ue000" <= char <= "\uf8ff" else char for char in text)
    storage = bidi.get_empty_storage()
    storage["base_level"], storage["base_dir"] = base, "LR"[base]
    bidi.get_embedding_levels(text, storage)
    bidi.explicit_embed_and_overrides(storage)
    if len(storage["chars"]) != len(text):  # it leaves out signs that only direct
        return [base] * len(text)
    bidi.resolve_weak_types(storage)
    bidi.resolve_neutral_types(storage, False)
    bidi.resolve_implicit_levels(storage, False)
    return [each["level"] for each in storage["chars"]]


def _scripts(text: str) -> list[str]:
    """Return the script of each character; what all scripts share has that before it."""
    from fontTools import unicodedata as scripts

    found = [scripts.script(char) for char in text]
    known = next((each for each in found if each not in ("Zyyy", "Zinh")), "Latn")
    for number, script in enumerate(found):
        known = known if script in ("Zyyy", "Zinh") else script
        found[number] = known
    return found


def shaped(font: Shapes, part: Part) -> Iterator[Placed]:
    """Yield the glyphs of a part from left to right."""
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    # a mark stands for itself, so that programs which read the text find it behind its letter
    buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str("".join(" " if char.isspace() else char for char in part.text))
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if part.is_rtl else "ltr"
    buffer.script = part.script
    uharfbuzz.shape(font.shaper, buffer)
    starts = sorted({info.cluster for info in buffer.glyph_infos})
    ends = dict(zip(starts, [*starts[1:], len(part.text)], strict=True))
    meant = {at: [*part.text[at : ends[at]]] for at in starts}
    scale = 1 / font.units
    placed = [
        Placed(font.ttfont.getGlyphName(info.codepoint), "", at.x_advance * scale,
               at.x_offset * scale, at.y_offset * scale)
        for info, at in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    ]  # fmt: skip
    clusters = [info.cluster for info in buffer.glyph_infos]
    for number, (at, glyph) in enumerate(zip(clusters, placed, strict=True)):
        own = next((c for c in meant[at] if font.cmap.get(ord(c)) == glyph.glyph), None)
        if own is not None:
            meant[at].remove(own)
            placed[number] = replace(glyph, text=own)
    for at, glyph in zip(clusters, placed, strict=True):
        # programs that read a page turn round what stands on it from right to left
        rest = "" if glyph.text else "".join(meant[at])[:: -1 if part.is_rtl else 1]
        meant[at] = [] if rest else meant[at]
        yield replace(glyph, text=rest) if rest else glyph


def with_marks(glyphs: Sequence[Placed]) -> list[Placed]:
    """Return the glyphs of a run with marks as parts of their letters, where it is read from right
    to left: programs that read a page lose the order of marks that are drawn by themselves."""
    if not any(unicodedata.bidirectional(char) in _RIGHT for g in glyphs for char in g.text):
        return [*glyphs]
    found, marks = list[Placed](), list[Placed]()
    for glyph in glyphs:
        if not glyph.advance and glyph.text and all(map(unicodedata.combining, glyph.text)):
            marks.append(glyph)
            continue
        upon = tuple((m.glyph, m.x - glyph.x, m.y - glyph.y) for m in marks)
        said = "".join(each.text for each in (*marks, glyph))
        found.append(replace(glyph, text=said, marks=upon) if marks else glyph)
        marks = []
    return [*found, *marks]
