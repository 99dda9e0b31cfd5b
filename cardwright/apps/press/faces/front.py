"""Draw the front of a card that has a name and a text: `plain`, `window`, `full` and `boxes`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardwright.apps.cards.entries import Entry
from cardwright.apps.press.faces import looks
from cardwright.apps.press.faces.content import Content, Stat
from cardwright.apps.press.faces.fitting import Block, DoesNotFit, too_long
from cardwright.apps.press.faces.fonts import Fonts
from cardwright.apps.press.faces.outlines import ornament
from cardwright.apps.press.faces.pen import Pen, Pictured
from cardwright.apps.press.faces.primitives import Rect
from cardwright.apps.text.inflection import capital
from dsl.model.look import Box
from dsl.model.texts import Runs

FRAME: Final = 3.0
HEAD: Final = 11.5
"""The height of what stands above the paper: corner and name."""
PILL: Final = 7.4
"""The height of the field in the corner."""
MANY: Final = 4
"""More numbers and symbols than this are a little smaller, for a name has to stand beside them."""
INSIDE: Final = 2.4
"""The margin at the sides of the paper."""
FOOT: Final = 4.2
KIND_SIZE: Final = 2.4
STAT_SIZE: Final = 3.0
FOOT_SIZE: Final = 1.75
NAME_SIZES: Final = (4.6, 2.2)
TEXT_SIZES: Final = (3.3, 1.75)
SMALLEST: Final = 1.3
LEAST_ART: Final = 11.0
GAP: Final = 1.6
LINE: Final = 0.35
"""How wide the line around the paper is, where a theme has one."""
VEIL: Final = 0.94
"""How much a field hides of the picture below it."""
ART_OF_WINDOW: Final = 0.46
Row = list[tuple[Stat | str, float, float]]


class Front:
    """Draws one face, from its upper edge to the lower one."""

    def __init__(
        self, entry: Entry, content: Content, size: tuple[float, float], fonts: Fonts,
        pictured: Pictured,
    ) -> None:  # fmt: skip
        self.entry, self.content, self.pictured = entry, content, pictured
        self.width, self.height = size
        self.pen = Pen(content, fonts, self.width)
        self.theme = looks.theme_of(entry)
        self.edge = self.theme.edge or content.color
        self.texts = (*content.texts, *content.flavour)
        self.left, self.right = FRAME + INSIDE, self.width - FRAME - INSIDE
        self.kind_size, self.stat_size = KIND_SIZE, STAT_SIZE

    def draw(self) -> None:
        """Draw the whole face."""
        color, pen = self.edge, self.pen
        pen.marks.append(Rect(x=0, y=0, width=self.width, height=self.height, fill=color))
        whole = (0.0, 0.0, self.width, self.height)
        is_full = self.pictured.frame == "full" and self.pictured.art is not None
        has_ground = self.pictured.ground(pen.marks, whole)
        if is_full:
            self.pictured.draw(pen.marks, whole)
        if is_full or has_ground:
            opacity = VEIL if is_full else 1
            pen.marks.append(
                Rect(x=0, y=0, width=self.width, height=HEAD, fill=color, opacity=opacity)
            )
        self._head()
        top, bottom = HEAD, self.height - FRAME
        if is_full:
            top = self._over_picture(bottom)
        else:
            self._panel(top, bottom, 0.93 if has_ground else 1)
        self._foot()
        self._body(top, bottom - FOOT, has_art=not is_full)

    def _panel(self, top: float, bottom: float, opacity: float) -> None:
        width = self.width - 2 * FRAME
        theme, inset = self.theme, 0.0
        for fill in filter(None, (theme.line, theme.paper)):
            self.pen.marks.append(
                Rect(x=FRAME + inset, y=top + inset, width=width - 2 * inset,
                     height=bottom - top - 2 * inset, fill=fill, opacity=opacity,
                     radius=max(0, theme.radius - inset))
            )  # fmt: skip
            inset += LINE

    def _over_picture(self, bottom: float) -> float:
        """Draw a field for the text over the lower part of a picture; return its upper end."""
        rows = self._rows()
        most = (self.height - HEAD) * 0.62
        block = self._text_block(most - self._height_of(rows) - FOOT) if self.texts else None
        height = self._height_of(rows) + FOOT + (block.height + GAP if block else 0)
        self._panel(bottom - height, bottom, VEIL)
        return bottom - height

    def _head(self) -> None:
        """Draw the corner and the name beside it."""
        ink, start = looks.ink_on(self.edge), self.left - 1
        corner = self.content.corner
        if corner:
            is_plain = all(isinstance(piece, str) for piece in corner)
            size = 5.8 if is_plain and len(corner) == 1 else 4.8 if is_plain else 3.9
            size *= 0.9 if len(corner) > MANY else 1
            room = (self.right - self.left) * 0.6
            width = self.pen.pieces_width(corner, size)
            size = self._shrunk(size, width, room, "corner", self.content.name)
            width = self.pen.pieces_width(corner, size)
            field = max(PILL, width + PILL * 0.36)
            y, paper = HEAD / 2 + 0.4, self.theme.paper
            self.pen.marks.append(
                Rect(x=self.pen.left(FRAME, field), y=y - PILL / 2, width=field, height=PILL,
                     fill=paper, radius=PILL / 2)
            )  # fmt: skip
            start = FRAME + (field - width) / 2
            color = looks.darkened(self.content.color, paper)
            self.pen.pieces(corner, start, y + size * 0.36, size, color)
            start = FRAME + field + GAP
        room = self.right + 1 - start
        name, sizes = self.content.name, NAME_SIZES
        block = self.pen.fit_name(name, (room, HEAD - 1.6), sizes)
        if block is None:
            raise self._too_long("name", name, sizes[1])
        y = (HEAD + 0.8 - block.height) / 2
        self.pen.block(block, start, y, ink, is_bold=True, room=room)

    def _rows(self) -> list[Row]:
        """Return kind and values in rows, each with its place and width."""
        pen, content, room = self.pen, self.content, self.right - self.left
        rows, x = list[Row]([[]]), self.left
        if content.kind.casefold() not in ("", content.name.casefold()):
            kind = capital(content.kind)
            width = min(pen.width(kind, self.kind_size), room)
            rows[0].append((kind, x, width))
            x += width + 2 * GAP
        for stat in content.stats:
            width = pen.stat_width(stat, self.stat_size)
            if x + width > self.right and x > self.left:
                rows.append([])
                x = self.left
            rows[-1].append((stat, x, width))
            x += width + GAP * 1.5
        return rows if rows[0] else []

    def _height_of(self, rows: list[Row]) -> float:
        return len(rows) * self.stat_size * 1.45 + (GAP if rows else 0)

    def _draw_rows(self, rows: list[Row], y: float) -> None:
        """Draw kind and values below a line."""
        room = self.right - self.left
        for row in rows:
            y += self.stat_size * 1.45
            for part, x, width in row:
                if isinstance(part, str):
                    wide = self.pen.width(part, self.kind_size)
                    size = self._shrunk(self.kind_size, wide, room, "values", part)
                    self.pen.text(x, y - 0.6, part, size, self.theme.faint)
                else:
                    size = self._shrunk(self.stat_size, width, room, "values", part.before)
                    self.pen.stat(part, x, y - 0.6, size, self.theme.ink, self.theme.faint)

    def _body(self, top: float, bottom: float, *, has_art: bool) -> None:
        """Draw a picture, below it kind and values, and the text."""
        rows = self._rows()
        rows_height = self._height_of(rows)
        block = None
        if self.texts:
            room = bottom - top - rows_height
            if room < TEXT_SIZES[1]:
                raise self._too_long("text", said_in(self.texts), TEXT_SIZES[1])
            block = self._text_block(room, has_art)
        art = bottom - top - rows_height - (block.height + GAP if block else 0)
        if not has_art or art < LEAST_ART:
            art = 0
        else:
            width = self.width - 2 * FRAME - 2.4
            self._art((FRAME + 1.2, top + 1.2, width, art - 1.6))
        self._draw_rows(rows, top + art)
        if block is not None:
            start = top + art + rows_height
            y = start + max(0, bottom - start - block.height) / 2
            room = self.right - self.left
            self.pen.block(block, self.left, y, self.theme.ink, room=room)

    def _text_block(self, room: float, has_art: bool = True) -> Block:
        """Return the text: below a picture if it can be large there, else as large as can be."""
        width = self.right - self.left
        largest, smallest = TEXT_SIZES
        is_window = self.pictured.frame == "window" and has_art
        share = 1 - ART_OF_WINDOW if is_window else 0.6
        least = smallest if is_window else 2.7
        found = self.pen.fit(self.texts, (width, room * share), (largest, least))
        found = found or self.pen.fit(self.texts, (width, room), (2.9, smallest))
        if found is None:
            raise self._too_long("text", said_in(self.texts), smallest)
        return found

    def _shrunk(self, size: float, width: float, room: float, box: str, text: str) -> float:
        """Return the size at which a text of a width fits in one line."""
        size = min(size, size * room / width)
        if size < SMALLEST:
            raise self._too_long(box, text, SMALLEST)
        return size

    def _too_long(self, box: str, text: str, size: float) -> DoesNotFit:
        return too_long(self.entry, self.content.lang, box, text, size)

    def _art(self, box: Box) -> None:
        """Draw the picture, else a tinted field with a large figure or an ornament."""
        content, paper = self.content, self.theme.paper
        color = looks.drawn_on(content.color, paper)
        radius = max(1.2, self.theme.radius - 1.2)
        x, top, width, height = box
        if self.pictured.draw(self.pen.marks, box, radius=radius):
            return
        tint = looks.mixed(color, paper, 0.82)
        self.pen.marks.append(
            Rect(x=x, y=top, width=width, height=height, fill=tint, radius=radius)
        )
        middle, reach = (x + width / 2, top + height / 2), min(height, width) * 0.46
        strong = looks.darkened(color, tint)
        if content.is_initial and content.icon is None:
            shades = tuple(looks.mixed(color, paper, share) for share in (0.66, 0.45, 0.2, 0.9))
            kind, card = self.entry.kinds[0], self.entry.id
            self.pen.marks += ornament(kind, card, middle, reach, shades)
        elif content.is_initial and content.icon is not None:
            shades = looks.mixed(color, paper, 0.72), looks.mixed(color, paper, 0.62)
            self.pen.marks += ornament(
                self.entry.kinds[0], self.entry.id, middle, reach * 1.04, shades
            )
            self.pen.marks += content.icon.marks(*middle, reach * 1.05, strong)
        else:
            size = min(height * 0.62, width * 0.5)
            size = min(size, width * 0.85 / self.pen.pieces_width(content.figure, 1))
            wide = self.pen.pieces_width(content.figure, size)
            start = self.pen.left(x, width) + (width - wide) / 2
            self.pen.pieces(content.figure, start, middle[1] + size * 0.36, size, strong)

    def _foot(self) -> None:
        """Draw which game it is of, and whether it is reconstructed."""
        pen, y, mark = self.pen, self.height - FRAME - 1.5, self.content.mark
        room = self.right - self.left
        if mark:
            width = pen.text(self.right, y, mark, FOOT_SIZE, self.theme.faint, align=1)
            room -= width + GAP
        foot = self.content.foot
        size = self._shrunk(FOOT_SIZE, pen.width(foot, FOOT_SIZE), room, "foot", foot)
        pen.text(self.left, y, foot, size, self.theme.faint)


def said_in(texts: Iterable[Runs]) -> str:
    """Return what paragraphs say."""
    return "\n".join("".join(run.text for run in text) for text in texts)


MARGIN: Final = 1.2
"""Between the edge of a box and what stands in it, where the box has a field."""
LARGER, SHRUNK = 1.6, 0.93
"""How much larger than elsewhere values are tried first, and how much smaller next."""
CORNER_SIZE, CORNER_SHARE = 12.0, 0.75
"""The largest size of a corner, and its share of the height of its box."""


class Boxed(Front):
    """Draws one face. What fits into no box is a finding; a box of which the card has nothing is
    not drawn."""

    def draw(self) -> None:
        """Draw the whole face."""
        marks, whole = self.pen.marks, (0.0, 0.0, self.width, self.height)
        marks.append(Rect(x=0, y=0, width=self.width, height=self.height, fill=self.edge))
        is_full = self.pictured.frame == "full" and self.pictured.draw(marks, whole)
        self.has_fields = is_full or self.pictured.ground(marks, whole)
        if not self.has_fields:
            self._panel(FRAME, self.height - FRAME, 1)
        parts = {
            "art": None if is_full else self._in_art,
            "corner": self._in_corner if self.content.corner else None,
            "name": self._in_name,
            "values": self._in_values,
            "text": self._in_text if self.texts else None,
            "foot": self._in_foot if self.content.foot or self.content.mark else None,
        }
        boxes = looks.said(self.entry, "boxes")
        for name, part in parts.items():
            if part is not None and name in boxes:
                part(boxes[name])

    def _field(self, box: Box, name: str, text: str) -> Box:
        """Return the room inside a box, with a field below it where there is a picture.

        Raises:
            DoesNotFit: The box does not lie on the card.
        """
        x, y, width, height = box
        if x + width > self.width or y + height > self.height:
            raise too_long(self.entry, self.content.lang, name, text, height)
        if not self.has_fields:
            return box
        self.pen.marks.append(
            Rect(x=self.pen.left(x, width), y=y, width=width, height=height,
                 fill=self.theme.paper, opacity=VEIL, radius=min(self.theme.radius, height / 2))
        )  # fmt: skip
        return x + MARGIN, y, width - 2 * MARGIN, height

    def _in_art(self, box: Box) -> None:
        x, y, width, height = box
        width, height = min(width, self.width - x), min(height, self.height - y)
        if min(width, height) > 0:
            self._art((self.pen.left(x, width), y, width, height))

    def _in_corner(self, box: Box) -> None:
        corner = self.content.corner
        x, y, width, height = self._field(box, "corner", self.content.name)
        size = min(CORNER_SIZE, height * CORNER_SHARE)
        size = self._shrunk(size, self.pen.pieces_width(corner, size), width, "corner",
                            self.content.name)  # fmt: skip
        start = x + (width - self.pen.pieces_width(corner, size)) / 2
        color = looks.darkened(self.content.color, self.theme.paper)
        self.pen.pieces(corner, start, y + height / 2 + size * 0.36, size, color)

    def _in_name(self, box: Box) -> None:
        name, (_, smallest) = self.content.name, NAME_SIZES
        x, y, width, height = self._field(box, "name", name)
        block = self.pen.fit_name(name, (width, height), (max(height, smallest), smallest))
        if block is None:
            raise self._too_long("name", name, smallest)
        y += (height - block.height) / 2
        self.pen.block(block, x, y, self.theme.ink, is_bold=True, room=width)

    def _in_values(self, box: Box) -> None:
        x, y, width, _ = box
        self.left, self.right = x, x + width
        if not self._rows():
            return
        self.left, _, width, height = self._field(box, "values", self.content.kind)
        self.right = self.left + width
        self.kind_size, self.stat_size = self.kind_size * LARGER, self.stat_size * LARGER
        while self._height_of(rows := self._rows()) - GAP > height:
            self.kind_size, self.stat_size = self.kind_size * SHRUNK, self.stat_size * SHRUNK
            if self.kind_size < SMALLEST:
                raise self._too_long("values", self.content.kind, SMALLEST)
        self._draw_rows(rows, y + (height - self._height_of(rows)) / 2)

    def _in_text(self, box: Box) -> None:
        said_, (largest, smallest) = said_in(self.texts), TEXT_SIZES
        x, y, width, height = self._field(box, "text", said_)
        block = self.pen.fit(self.texts, (width, height), (largest, smallest))
        if block is None:
            raise self._too_long("text", said_, smallest)
        self.pen.block(block, x, y + (height - block.height) / 2, self.theme.ink, room=width)

    def _in_foot(self, box: Box) -> None:
        foot = "  ".join(filter(None, (self.content.foot, self.content.mark)))
        x, y, width, height = self._field(box, "foot", foot)
        size = min(FOOT_SIZE, height)
        size = self._shrunk(size, self.pen.width(foot, size), width, "foot", foot)
        self.pen.text(x, y + height / 2 + size * 0.36, foot, size, self.theme.faint)
